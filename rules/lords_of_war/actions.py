"""11.2 All actions that a seat can send. Every action is public with all its fields."""

from typing import Annotated

from rules.engine import PUBLIC, Action, CardSlug, Pass

from .squares import Square


class ChooseCard(Action, frozen=True):
    """7.8 Choose the card to deploy. Its square is chosen next (unbounded battles)."""

    card: Annotated[CardSlug, PUBLIC]


class Deploy(Action, frozen=True):
    """7.7 Deploy a card from the hand, or the general from the reserve, on a square."""

    card: Annotated[CardSlug, PUBLIC]
    square: Square


class Fire(Action, frozen=True):
    """8.2 Fire with the ranged unit on `square` at the enemy unit on `target`."""

    square: Square
    target: Square


class HoldFire(Action, frozen=True):
    """8.2 Don't fire with the ranged unit on `square` this turn."""

    square: Square


class BerserkMove(Action, frozen=True):
    """8.10 Move the berserker on `square` to the square of a unit that was just eliminated."""

    square: Square
    to: Square


class Draw(Action, frozen=True):
    """9.1 Draw the top card of the deck."""


class Recall(Action, frozen=True):
    """9.2 Take the unit on `square` back to the hand."""

    square: Square


Actions = ChooseCard | Deploy | Fire | HoldFire | BerserkMove | Draw | Recall | Pass
