"""The prompts of this game (8, 9.6). A seat never has one in the opponent's turn (8.7)."""

from rules.engine import Prompt


class PlayPrompt(Prompt, frozen=True):
    """Play a card, or pass."""


class ClaimPrompt(Prompt, frozen=True):
    """Claim one of these flags, or make no more claims."""

    flags: tuple[int, ...]


class DrawPrompt(Prompt, frozen=True):
    """Choose the deck to draw from."""


class ScoutDrawPrompt(Prompt, frozen=True):
    """Choose the deck for the Scout's next card."""

    remaining: int


class ScoutReturnPrompt(Prompt, frozen=True):
    """Choose a card to return to its deck."""

    remaining: int


Prompts = PlayPrompt | ClaimPrompt | DrawPrompt | ScoutDrawPrompt | ScoutReturnPrompt

PassablePrompts = PlayPrompt
"""Prompts that may be answered with a pass."""
