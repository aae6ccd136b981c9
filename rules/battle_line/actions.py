"""What a seat can send (8, 9)."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from rules.engine import ACTOR, PUBLIC, Action, CardSlug, Pass

DeckName = Literal["troop", "tactics"]


class Play(Action, frozen=True):
    """8.2 Play one card from the hand: to a flag, or a guile card on cards already placed (9)."""

    card: Annotated[CardSlug, PUBLIC]
    flag: int | UnsetType = UNSET
    from_flag: int | UnsetType = UNSET
    from_index: int | UnsetType = UNSET
    to_flag: int | UnsetType | None = UNSET


class Claim(Action, frozen=True):
    """7.1 Claim a flag."""

    flag: int


class EndClaims(Action, frozen=True):
    """8.3 Make no more claims this turn."""


class Draw(Action, frozen=True):
    """8.5 Choose the deck to draw from."""

    deck: DeckName


class ScoutDraw(Action, frozen=True):
    """9.6 Choose the deck for the Scout's next card."""

    deck: DeckName


class ScoutReturn(Action, frozen=True):
    """9.6 Return a card from the hand to its deck, face down."""

    card: Annotated[CardSlug, ACTOR]


Actions = Play | Pass | Claim | EndClaims | Draw | ScoutDraw | ScoutReturn
