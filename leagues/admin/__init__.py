"""Leagues for operators, and what leagues add to the admin of decks. Django's admin finds the pages here."""

from leagues.admin import decks, leagues

__all__ = ["decks", "leagues"]
