"""14.3 Everything a seat can send, and the tables from which the busiest actions are taken ready-made."""

from functools import cache
from typing import Annotated, Literal

from msgspec import UNSET, UnsetType, field

from rules.engine import ACTOR, PUBLIC, Action, CardSlug, Pass, Seat

from .cells import CELLS

SupportName = CardSlug
"""8.1 A support by its id: it is called after the soldier that has it, so it tells the card."""


class ChooseLeader(Action, frozen=True):
    """5.1 One of the two leaders dealt."""

    card: Annotated[CardSlug, ACTOR]


class ChooseHand(Action, frozen=True):
    """5.2 The soldiers of the first hand, sorted."""

    cards: Annotated[tuple[CardSlug, ...], ACTOR]


class ChooseOrder(Action, frozen=True):
    """5.4 Who of the side takes its first turn."""

    first: Seat


class Deploy(Action, frozen=True):
    """5.5 Place the first card on the battlefield."""

    card: Annotated[CardSlug, PUBLIC]
    cell: str


class Enqueue(Action, frozen=True):
    """5.5 Place the first card of the queue."""

    card: Annotated[CardSlug, PUBLIC]


class Settle(Action, frozen=True):
    """6.2.3 入国: a soldier of the hand enters the own kingdom."""

    card: Annotated[CardSlug, PUBLIC]


class Attack(Action, frozen=True):
    """7 アタック."""

    from_: str = field(name="from")
    to: str


class March(Action, frozen=True):
    """6.2.2 進軍."""

    from_: Literal["queue", "hand"] = field(name="from")
    card: Annotated[CardSlug, PUBLIC]
    cell: str


class UseSupport(Action, frozen=True, tag="support"):
    """8.1 後方支援: a card of the hand, and which of its supports it declares."""

    card: Annotated[CardSlug, PUBLIC]
    support: Annotated[SupportName, PUBLIC]


class EndTurn(Action, frozen=True):
    """6.2.5"""


class Resolve(Action, frozen=True):
    """8.4 The choice of a support that takes effect; which keys it has depends on the support."""

    card: Annotated[CardSlug | UnsetType, PUBLIC] = UNSET
    cell: str | UnsetType = UNSET
    cells: tuple[str, str] | UnsetType = UNSET


class Divert(Action, frozen=True):
    """10.3 陽動作戦: a card of the enemy is put on his front row."""

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

# Actions never change, so each is made once. The tables are indexed by cell.

PASS = Pass()
END_TURN = EndTurn()
ATTACKS = [[Attack(from_, to) for to in CELLS] for from_ in CELLS]
RESOLVE_CELL = [Resolve(cell=cell) for cell in CELLS]
RESOLVE_CELLS = [[Resolve(cells=(a, b)) for b in CELLS] for a in CELLS]

settling = cache(Settle)
enqueuing = cache(Enqueue)


@cache
def deploying(card: str) -> list[Deploy]:
    """To every cell."""
    return [Deploy(card, cell) for cell in CELLS]


@cache
def marching(from_: Literal["queue", "hand"], card: str) -> list[March]:
    """To every cell."""
    return [March(from_, card, cell) for cell in CELLS]


@cache
def diverting(from_: Literal["kingdom", "queue"], card: str) -> list[Divert]:
    """To every cell."""
    return [Divert(from_, card, cell) for cell in CELLS]


@cache
def resolving(card: str) -> Resolve:
    return Resolve(card=card)


@cache
def reviving(card: str) -> list[Resolve]:
    """To every cell."""
    return [Resolve(card=card, cell=cell) for cell in CELLS]
