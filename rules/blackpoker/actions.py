"""9.1 The actions that a seat may send."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from rules.engine import ACTOR, PUBLIC, Action, CardSlug, Pass

StateName = Literal["charged", "driven"]


class Raise(Action, frozen=True):
    """6.2 Raise an action with its key cards (sorted)."""

    action: str
    keys: Annotated[tuple[CardSlug, ...], PUBLIC]


class PayBulwark(Action, frozen=True):
    """6.2 Pay B: drive one of your charged bulwarks."""

    character: int


class PayDiscard(Action, frozen=True):
    """6.2 Pay D: discard a card from your hand."""

    card: Annotated[CardSlug, PUBLIC]


class ChooseTarget(Action, frozen=True, tag="target"):
    """6.2 Choose the target: a character or, for a counter, a request on the stage."""

    character: int | UnsetType = UNSET
    request: int | UnsetType = UNSET


class PlaceBulwark(Action, frozen=True):
    """8.1 Place a card from your hand face down as a bulwark."""

    card: Annotated[CardSlug, ACTOR]


class Search(Action, frozen=True):
    """8.8 Choose the card to take from the deck."""

    card: Annotated[CardSlug, PUBLIC]


class SetState(Action, frozen=True):
    """8.6 Choose charged or driven, for a twist or a reverse (8.14)."""

    state: StateName


class PlaceOnDeck(Action, frozen=True):
    """8.10 Choose the next card of the lanced soldier to put on its owner's deck."""

    card: Annotated[CardSlug, PUBLIC]


class Reinforce(Action, frozen=True):
    """8.11 Take one charged bulwark from the deck, or two driven ones."""

    count: int


class ChooseGraveyard(Action, frozen=True):
    """8.12 Choose the graveyard card to reanimate."""

    card: Annotated[CardSlug, PUBLIC]


class ChooseHand(Action, frozen=True):
    """8.13 Choose the card that the opponent must discard from their hand."""

    card: Annotated[CardSlug, PUBLIC]


class Discard(Action, frozen=True):
    """8.15 Discard a card, down to the hand limit."""

    card: Annotated[CardSlug, PUBLIC]


class DrawMore(Action, frozen=True):
    """8.16 Draw the second card."""


class DrawStop(Action, frozen=True):
    """8.16 Keep to one card."""


class Attacker(Action, frozen=True):
    """8.17 Drive a soldier to attack."""

    character: int


class AttackersDone(Action, frozen=True):
    """8.17 Choose no more attackers."""


class Block(Action, frozen=True):
    """8.18 Block an attacker with a character."""

    attacker: int
    blocker: int


class BlockersDone(Action, frozen=True):
    """8.18 Choose no more blockers."""


Actions = (
    Raise
    | Pass
    | PayBulwark
    | PayDiscard
    | ChooseTarget
    | PlaceBulwark
    | Search
    | SetState
    | PlaceOnDeck
    | Reinforce
    | ChooseGraveyard
    | ChooseHand
    | Discard
    | DrawMore
    | DrawStop
    | Attacker
    | AttackersDone
    | Block
    | BlockersDone
)

PASS = Pass()
ATTACKERS_DONE = AttackersDone()
BLOCKERS_DONE = BlockersDone()
DRAW_CHOICES = (DrawMore(), DrawStop())
STATE_CHOICES = (SetState("charged"), SetState("driven"))
