"""What a seat can send (8, 9)."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from cards.engine import ACTOR, Action, Pass

DeckName = Literal["troop", "tactics"]


class Play(Action, frozen=True):
    """Play one card from the hand: to a flag, or, with a guile card, on cards that lie there (8.2, 9)."""

    card: str
    flag: int | UnsetType = UNSET
    from_flag: int | UnsetType = UNSET
    from_index: int | UnsetType = UNSET
    to_flag: int | None | UnsetType = UNSET


class Claim(Action, frozen=True):
    """Take a flag (7)."""

    flag: int


class EndClaims(Action, frozen=True):
    """Claim no more this turn (8.3)."""


class Draw(Action, frozen=True):
    """Choose the deck to draw from (8.5)."""

    deck: DeckName


class ScoutDraw(Action, frozen=True):
    """Choose the deck of the Scout's next card (9.6)."""

    deck: DeckName


class ScoutReturn(Action, frozen=True):
    """Put a card of the hand back on its deck, face down (9.6)."""

    card: Annotated[str, ACTOR]


BattleLineAction = Play | Pass | Claim | EndClaims | Draw | ScoutDraw | ScoutReturn
