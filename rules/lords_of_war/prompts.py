"""11.1 The prompts of this game. Only one is open at a time."""

from typing import Annotated

from rules.engine import PUBLIC, CardSlug, Prompt

from .squares import Square


class ChallengePrompt(Prompt, frozen=True):
    """5.3 Deploy a card on your starting square."""

    square: Square


class ChooseCardPrompt(Prompt, frozen=True):
    """7.8 Choose a card to deploy."""


class DeployPrompt(Prompt, frozen=True):
    """7.1 Deploy a card. `card` is the chosen one, or null if card and square are chosen together."""

    card: Annotated[CardSlug | None, PUBLIC]


class FirePrompt(Prompt, frozen=True):
    """8.2 Fire with the unit on `square` at one of `targets`, or hold fire."""

    square: Square
    targets: tuple[Square, ...]


class BerserkMovePrompt(Prompt, frozen=True):
    """8.10 Choose where the berserker on `square` moves."""

    square: Square
    squares: tuple[Square, ...]


class ReinforcePrompt(Prompt, frozen=True):
    """9.5 Draw a card or recall a unit."""


Prompts = ChallengePrompt | ChooseCardPrompt | DeployPrompt | FirePrompt | BerserkMovePrompt | ReinforcePrompt

PassablePrompts = ChooseCardPrompt | DeployPrompt | ReinforcePrompt
"""Prompts that may be answered with a pass."""
