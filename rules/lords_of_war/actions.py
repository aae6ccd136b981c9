"""11.2 All that a seat can send; every action is public with all its fields."""

from typing import Annotated

from rules.engine import PUBLIC, Action, CardSlug, Pass

from .squares import Square


class ChooseCard(Action, frozen=True):
    """7.8 Choose the card to deploy; its square is chosen next (unbounded battles)."""

    card: Annotated[CardSlug, PUBLIC]


class Deploy(Action, frozen=True):
    """7.7 Put a card from the hand, or the general from the reserve, on a square."""

    card: Annotated[CardSlug, PUBLIC]
    square: Square


class Fire(Action, frozen=True):
    """8.2 The ranged unit on `square` fires at the enemy unit on `target`."""

    square: Square
    target: Square


class HoldFire(Action, frozen=True):
    """8.2 The ranged unit on `square` does not fire in this turn."""

    square: Square


class BerserkMove(Action, frozen=True):
    """8.10 The berserker on `square` moves to the square of a unit that has just been eliminated."""

    square: Square
    to: Square


class Draw(Action, frozen=True):
    """9.1 Take the top card of the deck."""


class Recall(Action, frozen=True):
    """9.2 Take the unit on `square` back into the hand."""

    square: Square


Actions = ChooseCard | Deploy | Fire | HoldFire | BerserkMove | Draw | Recall | Pass
