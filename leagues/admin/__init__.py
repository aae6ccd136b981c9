"""Admin pages of leagues, and additions to the admin of decks. Django's admin finds them here."""

from leagues.admin import decks, leagues

__all__ = ["decks", "leagues"]
