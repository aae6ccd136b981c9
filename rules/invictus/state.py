"""2. The things on the table: two sides, and each seat's realm."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Struct, field

from rules.engine import PUBLIC, CardSlug, Deck, GameState, Seat, Table

from .actions import SupportName
from .cards import Cards
from .options import Options, seats

Phase = Literal["setup", "main", "end", "over"]


class Unit(Struct, frozen=True):
    """2.5 A card on the battlefield. It never changes: a new one replaces it."""

    card: Annotated[CardSlug, PUBLIC]
    active: bool
    damage: int = 0


class DeclaredAttack(Struct, frozen=True):
    """7.2 An attack in progress. Its power was fixed when it was declared."""

    from_: str = field(name="from")
    to: str
    power: int


class SupportInUse(Struct, frozen=True):
    """8.3 A queued support that has neither been negated nor taken effect yet."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    support: Annotated[SupportName, PUBLIC]


class Side(Struct, array_like=True):
    """2.1 A battlefield, a queue (head first) and a graveyard (sorted). A side is a team."""

    cells: list[Unit | None]
    queue: list[str]
    graveyard: list[str]

    def clone(self) -> "Side":
        return Side(self.cells[:], self.queue[:], self.graveyard[:])


class Realm(Struct, array_like=True):
    """2.1 The things of one seat: a leader, a hand (sorted), a deck (from the top) and a kingdom (sorted)."""

    leader: str | None
    offer: list[str]
    hand: list[str]
    deck: list[str]
    kingdom: list[str]

    def clone(self) -> "Realm":
        return Realm(self.leader, self.offer[:], self.hand[:], self.deck[:], self.kingdom[:])


class State(GameState):
    """The whole table. `order` and, in the alliance, `facing` are empty until they are known."""

    turn: int
    sides: list[Side]
    realms: list[Realm]
    facing: tuple[Seat, ...]
    order: tuple[Seat, ...] = ()
    first_side: int | None = None
    phase: Phase = "setup"

    # 2.11 Whose turn it is, and who may react; without meaning before turn 1.
    active: Seat = 0
    reaction: Seat = 0

    # What the active seat has done this turn (15.6), and the bonuses of its side (2.12).
    attacked: bool = False
    marched: bool = False
    settled: bool = False
    boost: int = 0
    charge: int = 0
    unbound: bool = False

    # The attack or support in progress, which is public (15.5).
    attack: DeclaredAttack | None = None
    support: SupportInUse | None = None

    def clone(self) -> "State":
        return State(
            self.turn,
            [side.clone() for side in self.sides],
            [realm.clone() for realm in self.realms],
            self.facing,
            self.order,
            self.first_side,
            self.phase,
            self.active,
            self.reaction,
            self.attacked,
            self.marched,
            self.settled,
            self.boost,
            self.charge,
            self.unbound,
            self.attack,
            self.support,
        )


InvictusTable = Table[State, Cards]


def new_state(cards: Cards, options: Options, decks: Sequence[Deck]) -> State:
    """An empty table. With two players the facing seats are known from the start (2.10)."""
    return State(
        turn=0,
        sides=[Side([None] * 6, [], []) for _ in range(2)],
        realms=[Realm(None, [], [], [], []) for _ in range(seats(options))],
        facing=(1, 0) if seats(options) == 2 else (),
    )


def queue_limit(table: InvictusTable, side: int) -> int:
    """2.6 Five, unless a challenge match lowers it (11.5)."""
    options: Options = table.options
    return options.queue_limits[side]


def has_room(table: InvictusTable, side: int) -> bool:
    """2.6 Whether another card may join the queue."""
    return len(table.state.sides[side].queue) < queue_limit(table, side)
