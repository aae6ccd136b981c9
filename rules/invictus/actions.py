"""14.3 All actions that a seat can send, and tables of the most frequent ones, created only once."""

from functools import cache
from typing import Annotated, Literal

from msgspec import UNSET, UnsetType, field

from rules.engine import ACTOR, PUBLIC, Action, CardSlug, Pass, Seat

from .cells import CELLS

SupportName = CardSlug
"""8.1 A support by its id. Ids contain the name of the soldier, so they reveal the card."""


class ChooseLeader(Action, frozen=True):
    """5.1 Choose one of the two leaders dealt."""

    card: Annotated[CardSlug, ACTOR]


class ChooseHand(Action, frozen=True):
    """5.2 Choose the soldiers of the first hand, sorted."""

    cards: Annotated[tuple[CardSlug, ...], ACTOR]


class ChooseOrder(Action, frozen=True):
    """5.4 Choose which seat of the side takes its first turn."""

    first: Seat


class Deploy(Action, frozen=True):
    """5.5 Place the first card on the battlefield."""

    card: Annotated[CardSlug, PUBLIC]
    cell: str


class Enqueue(Action, frozen=True):
    """5.5 Place the first card of the queue."""

    card: Annotated[CardSlug, PUBLIC]


class Settle(Action, frozen=True):
    """6.2.3 入国: place a soldier from the hand in your kingdom."""

    card: Annotated[CardSlug, PUBLIC]


class Attack(Action, frozen=True):
    """7 アタック: attack an enemy card."""

    from_: str = field(name="from")
    to: str


class March(Action, frozen=True):
    """6.2.2 進軍: march a card to the battlefield."""

    from_: Literal["queue", "hand"] = field(name="from")
    card: Annotated[CardSlug, PUBLIC]
    cell: str


class UseSupport(Action, frozen=True, tag="support"):
    """8.1 後方支援: use a card from the hand for one of its supports."""

    card: Annotated[CardSlug, PUBLIC]
    support: Annotated[SupportName, PUBLIC]


class EndTurn(Action, frozen=True):
    """6.2.5 End the main phase."""


class Resolve(Action, frozen=True):
    """8.4 Choose how a support takes effect. The keys depend on the support."""

    card: Annotated[CardSlug | UnsetType, PUBLIC] = UNSET
    cell: str | UnsetType = UNSET
    cells: tuple[str, str] | UnsetType = UNSET


class Divert(Action, frozen=True):
    """10.3 陽動作戦: put an enemy card on the enemy's front row."""

    from_: Literal["kingdom", "queue"] = field(name="from")
    card: Annotated[CardSlug, PUBLIC]
    cell: str


Actions = (
    ChooseLeader
    | ChooseHand
    | ChooseOrder
    | Deploy
    | Enqueue
    | Settle
    | Attack
    | March
    | UseSupport
    | EndTurn
    | Resolve
    | Divert
    | Pass
)

# Actions never change, so each is created once. The tables are indexed by cell.

PASS = Pass()
END_TURN = EndTurn()
ATTACKS = [[Attack(from_, to) for to in CELLS] for from_ in CELLS]
RESOLVE_CELL = [Resolve(cell=cell) for cell in CELLS]
RESOLVE_CELLS = [[Resolve(cells=(a, b)) for b in CELLS] for a in CELLS]

settling = cache(Settle)
enqueuing = cache(Enqueue)


@cache
def deploying(card: str) -> list[Deploy]:
    """Indexed by the target cell."""
    return [Deploy(card, cell) for cell in CELLS]


@cache
def marching(from_: Literal["queue", "hand"], card: str) -> list[March]:
    """Indexed by the target cell."""
    return [March(from_, card, cell) for cell in CELLS]


@cache
def diverting(from_: Literal["kingdom", "queue"], card: str) -> list[Divert]:
    """Indexed by the target cell."""
    return [Divert(from_, card, cell) for cell in CELLS]


@cache
def resolving(card: str) -> Resolve:
    return Resolve(card=card)


@cache
def reviving(card: str) -> list[Resolve]:
    """Indexed by the target cell."""
    return [Resolve(card=card, cell=cell) for cell in CELLS]
