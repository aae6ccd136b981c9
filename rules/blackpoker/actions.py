"""9.1 What a seat may send."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from rules.engine import ACTOR, PUBLIC, Action, CardSlug, Pass

StateName = Literal["charged", "driven"]


class Raise(Action, frozen=True):
    """6.2 Raises an action with its key cards (sorted)."""

    action: str
    keys: Annotated[tuple[CardSlug, ...], PUBLIC]


class PayBulwark(Action, frozen=True):
    """6.2 Pays B: drives an own charged bulwark."""

    character: int


class PayDiscard(Action, frozen=True):
    """6.2 Pays D: discards a hand card."""

    card: Annotated[CardSlug, PUBLIC]


class ChooseTarget(Action, frozen=True, tag="target"):
    """6.2 Names the target: a character or, for a counter, a request on the stage."""

    character: int | UnsetType = UNSET
    request: int | UnsetType = UNSET


class PlaceBulwark(Action, frozen=True):
    """8.1 Lays a hand card face down as a bulwark."""

    card: Annotated[CardSlug, ACTOR]


class Search(Action, frozen=True):
    """8.8 Names the card that is taken out of the deck."""

    card: Annotated[CardSlug, PUBLIC]


class SetState(Action, frozen=True):
    """8.6 Charged or driven, for a twist or a reverse (8.14)."""

    state: StateName


class PlaceOnDeck(Action, frozen=True):
    """8.10 Names the next card of the lanced soldier to be put on its owner's deck."""

    card: Annotated[CardSlug, PUBLIC]


class Reinforce(Action, frozen=True):
    """8.11 One charged bulwark from the deck, or two driven ones."""

    count: int


class ChooseGraveyard(Action, frozen=True):
    """8.12 Names the graveyard card that is reanimated."""

    card: Annotated[CardSlug, PUBLIC]


class ChooseHand(Action, frozen=True):
    """8.13 Names the opponent's hand card that he must discard."""

    card: Annotated[CardSlug, PUBLIC]


class Discard(Action, frozen=True):
    """8.15 Discards a card down to the hand limit."""

    card: Annotated[CardSlug, PUBLIC]


class DrawMore(Action, frozen=True):
    """8.16 Draws the second card."""


class DrawStop(Action, frozen=True):
    """8.16 Leaves it at one card."""


class Attacker(Action, frozen=True):
    """8.17 Drives a soldier and names it attacker."""

    character: int


class AttackersDone(Action, frozen=True):
    """8.17 Names no further attacker."""


class Block(Action, frozen=True):
    """8.18 Puts a blocker against an attacker."""

    attacker: int
    blocker: int


class BlockersDone(Action, frozen=True):
    """8.18 Names no further blocker."""


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
