"""Admin pages for drafts in `cards`: play a draft, run its tests and trials, see the decks and cards it affects."""

from playtesting.admin import draft_follows, playtests

__all__ = ["draft_follows", "playtests"]
