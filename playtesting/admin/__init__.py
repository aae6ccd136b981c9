"""Admin pages for drafts in `cards`: play and review a draft, run its tests and trials, see what it affects."""

from playtesting.admin import draft_follows, playtests, reviews

__all__ = ["draft_follows", "playtests", "reviews"]
