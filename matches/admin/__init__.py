"""Pages of the staff. Django's admin finds them here."""

from matches.admin import matches, playtests

__all__ = ["matches", "playtests"]
