"""The things on the table."""

from typing import Self, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from rules.engine import GameState, Seat, Table

from .cards import Cards
from .squares import Place


class Unit(Struct, frozen=True, array_like=True):
    """A card on the field. It never changes: a new one replaces it. So tables can share it."""

    card: str
    seat: Seat
    """Its owner: the seat that deployed it."""
    team: int
    facing: str
    deployed_this_turn: bool = False
    eliminated_this_turn: bool = False


class Shot(Struct, frozen=True, array_like=True):
    """8.1 One shot of this turn."""

    place: Place
    target: Place
    strength: int


class FallenGeneral(Struct, frozen=True, array_like=True):
    """8.13 A general eliminated this turn, and the owners of units with a part in it."""

    team: int
    by: tuple[Seat, ...]


class BerserkerToMove(Struct, frozen=True, array_like=True):
    """8.10 A berserker that must follow up, and the squares of the units that it eliminated."""

    place: Place
    places: tuple[Place, ...]


class State(GameState):
    # 4, 5: the cards; a deck's top is its first card
    hands: list[list[str]]
    decks: list[list[str]]
    armies: list[str]
    reserve: list[str]
    """The team's general in three_player, until it is deployed."""
    units: dict[Place, Unit]
    trophies: list[list[str]]
    commander_kills: list[int]

    # 2, 6: turn order
    turn_order: list[Seat] = field(default_factory=list)
    turn_position: int = 0
    active_seat: Seat = 0
    extra_turn: bool = False
    next_extra_seat: Seat | None = None
    quiet_turns: int = 0

    # 6.2: this turn
    chosen_card: str | None = None
    shots: list[Shot] = field(default_factory=list)
    pending_fire: list[Place] = field(default_factory=list)
    pending_moves: list[BerserkerToMove] = field(default_factory=list)
    fallen_generals: list[FallenGeneral] = field(default_factory=list)
    elimination_this_turn: bool = False
    reinforcement_barred: bool = False

    def clone(self) -> Self:
        return replace(
            self,
            hands=[hand[:] for hand in self.hands],
            decks=[deck[:] for deck in self.decks],
            armies=self.armies[:],
            reserve=self.reserve[:],
            units=self.units.copy(),
            trophies=[cards[:] for cards in self.trophies],
            commander_kills=self.commander_kills[:],
            turn_order=self.turn_order[:],
            shots=self.shots[:],
            pending_fire=self.pending_fire[:],
            pending_moves=self.pending_moves[:],
            fallen_generals=self.fallen_generals[:],
        )

    @property
    def first_seat(self) -> Seat:
        """The seat of player 1."""
        return self.turn_order[0]


LordsTable: TypeAlias = Table[State, Cards]
