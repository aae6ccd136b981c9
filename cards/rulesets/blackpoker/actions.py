"""9.1 What a seat may send."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from cards.engine import ACTOR, Action, Pass

StateName = Literal["charged", "driven"]


class Raise(Action, frozen=True):
    """Raises an action with its key cards (sorted)."""

    action: str
    keys: tuple[str, ...]


class PayBulwark(Action, frozen=True):
    """Pays B: drives an own charged bulwark."""

    character: int


class PayDiscard(Action, frozen=True):
    """Pays D: discards a hand card."""

    card: str


class ChooseTarget(Action, frozen=True, tag="target"):
    """Names the target: a character or, for a counter, a request on the stage."""

    character: int | UnsetType = UNSET
    request: int | UnsetType = UNSET


class PlaceBulwark(Action, frozen=True):
    """Lays a hand card face down as a bulwark."""

    card: Annotated[str, ACTOR]


class Search(Action, frozen=True):
    """Names the card that is taken out of the deck."""

    card: str


class SetState(Action, frozen=True):
    """Charged or driven, for a twist or a reverse."""

    state: StateName


class PlaceOnDeck(Action, frozen=True):
    """Names the next card of the lanced soldier to be put on its owner's deck."""

    card: str


class Reinforce(Action, frozen=True):
    """One charged bulwark from the deck, or two driven ones."""

    count: int


class ChooseGraveyard(Action, frozen=True):
    """Names the graveyard card that is reanimated."""

    card: str


class ChooseHand(Action, frozen=True):
    """Names the opponent's hand card that he must discard."""

    card: str


class Discard(Action, frozen=True):
    """Discards a card down to the hand limit."""

    card: str


class DrawMore(Action, frozen=True):
    """Draws the second card."""


class DrawStop(Action, frozen=True):
    """Leaves it at one card."""


class Attacker(Action, frozen=True):
    """Drives a soldier and names it attacker."""

    character: int


class AttackersDone(Action, frozen=True):
    """Names no further attacker."""


class Block(Action, frozen=True):
    """Puts a blocker against an attacker."""

    attacker: int
    blocker: int


class BlockersDone(Action, frozen=True):
    """Names no further blocker."""


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
