"""Pages of drafts in the admin of `cards`: playing one, its tests and trials, the decks and cards that it touches."""

from playtesting.admin import draft_follows, playtests

__all__ = ["draft_follows", "playtests"]
