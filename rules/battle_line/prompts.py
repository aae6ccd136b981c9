"""What a seat can be asked (8, 9.6). Nobody is ever asked in the other's turn (8.7)."""

from rules.engine import Prompt


class PlayPrompt(Prompt, frozen=True):
    """Play a card, or pass."""


class ClaimPrompt(Prompt, frozen=True):
    """Claim one of these flags, or no more."""

    flags: tuple[int, ...]


class DrawPrompt(Prompt, frozen=True):
    """Choose the deck to draw from."""


class ScoutDrawPrompt(Prompt, frozen=True):
    """Choose the deck of the Scout's next card."""

    remaining: int


class ScoutReturnPrompt(Prompt, frozen=True):
    """Choose a card to put back on its deck."""

    remaining: int


Prompts = PlayPrompt | ClaimPrompt | DrawPrompt | ScoutDrawPrompt | ScoutReturnPrompt

PassablePrompts = PlayPrompt
"""Those that may be answered with a pass."""
