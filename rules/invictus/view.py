"""15. What a viewer may see: the `game` part of a view, zone by zone."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from rules.engine import AUDIT, OWNER, PUBLIC, CardSlug, Seat, Viewer, Zone, closed_zone, open_zone, readers

from .alliance import seats_of, side_of
from .cells import CELLS
from .ending import points
from .state import (
    DeclaredAttack,
    InvictusTable,
    Phase,
    SupportInUse,
    Unit,
    queue_limit,
)

OWNER_UNTIL_REVEALED = readers(lambda view, owner, viewer: True)
"""5.3 Read by the seat itself and, after the reveal, by everyone."""


class SideView(Struct, frozen=True):
    """15.3 A side: a battlefield with all six cells, a queue from head to tail, a graveyard."""

    seats: tuple[Seat, ...]
    queue_limit: int
    battlefield: dict[str, Unit | None]
    queue: Annotated[Zone, PUBLIC]
    graveyard: Annotated[Zone, PUBLIC]


class RealmView(Struct, frozen=True):
    """15.4 The things of one seat. Its leader, offer, hand and deck may be hidden."""

    side: int
    facing: Seat | None
    leader: Annotated[CardSlug | None, OWNER_UNTIL_REVEALED]
    leader_offer: Annotated[Zone, OWNER]
    hand: Annotated[Zone, OWNER]
    deck: Annotated[Zone, AUDIT]
    kingdom: Annotated[Zone, PUBLIC]
    kp: int


class Flags(Struct, frozen=True):
    """15.6 What the active seat has done this turn."""

    attacked: bool
    marched: bool
    settled: bool


class Bonus(Struct, frozen=True):
    """2.12 The bonuses of the active side."""

    all: int
    charge: int
    unbound: bool


class Game(Struct, frozen=True):
    """15.1 The whole game. These keys are always present."""

    phase: Phase
    first_side: int | None
    order: tuple[Seat, ...] | None
    active: Seat | None
    reaction: Seat | None
    sides: tuple[SideView, ...]
    seats: tuple[RealmView, ...]
    flags: Flags
    bonus: Bonus
    attack: DeclaredAttack | None
    support: SupportInUse | None


def game(table: InvictusTable, viewer: Viewer) -> Game:
    state = table.state
    has_begun = state.turn > 0
    kp = points(table)
    return Game(
        phase=state.phase,
        first_side=state.first_side,
        order=state.order or None,
        active=state.active if has_begun else None,
        reaction=state.reaction if has_begun else None,
        sides=tuple(_side(table, side) for side in (0, 1)),
        seats=tuple(_realm(table, seat, viewer, kp[seat]) for seat in range(len(state.realms))),
        flags=Flags(state.attacked, state.marched, state.settled),
        bonus=Bonus(state.boost, state.charge, state.unbound),
        attack=state.attack,
        support=state.support,
    )


def _side(table: InvictusTable, side: int) -> SideView:
    own = table.state.sides[side]
    return SideView(
        seats=seats_of(table, side),
        queue_limit=queue_limit(table, side),
        battlefield=dict(zip(CELLS, own.cells, strict=True)),
        queue=open_zone(own.queue),
        graveyard=open_zone(own.graveyard),
    )


def _realm(table: InvictusTable, seat: Seat, viewer: Viewer, kp: int) -> RealmView:
    """15.4 The seat itself sees its hand and offer, and its leader before the reveal. No seat sees a deck."""
    state = table.state
    realm = state.realms[seat]
    is_own = viewer in (seat, "audit")
    return RealmView(
        side=side_of(seat),
        facing=state.facing[seat] if state.facing else None,
        leader=realm.leader if is_own or is_revealed(table) else None,
        leader_offer=_zone(realm.offer, is_own),
        hand=_zone(realm.hand, is_own),
        deck=_zone(realm.deck, viewer == "audit"),
        kingdom=open_zone(realm.kingdom),
        kp=kp,
    )


def _zone(cards: Sequence[str], seen: bool) -> Zone:
    return open_zone(cards) if seen else closed_zone(len(cards))


def is_revealed(table: InvictusTable) -> bool:
    """5.3 Leaders are revealed and decks shuffled at the same time as the first side is determined."""
    return table.state.first_side is not None
