"""4. The things on the table."""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.engine import Frame, GameState, Question, Table

from .actions import Janken, Mulligan
from .cards import Cards
from .places import WIDTH
from .script.vocabulary import Duration, Modifier

Phase = Literal["setup", "janken", "choose_first", "mulligan", "year_start", "main", "war", "year_end", "over"]
FULL_HEALTH = 20
NOTHING = 0
"""An id that no card has."""


class Given(Struct, frozen=True):
    """A modifier given by an effect. `seat`: the seat of that effect (11.7)."""

    modifier: Modifier
    duration: Duration
    seat: int


class FieldCard(Struct, array_like=True):
    """A card in the unit, situation, headquarters or emergency zone.

    `id` is its identity until it changes zone. After that it is a different card (R34).
    """

    id: int
    card: str
    seat: int
    face_up: bool = True
    tapped: bool = False
    sick: bool = False
    military_chips: int = 0
    labour_chips: int = 0
    countdown: int = 0
    attacked_leader: bool = False
    used: tuple[int, ...] = ()
    modifiers: tuple[Given, ...] = ()


class Buried(Struct, frozen=True, array_like=True):
    """A card in a grave."""

    id: int
    card: str


class Destroyed(Struct, frozen=True, array_like=True):
    """4.7 A card on its way to its grave."""

    id: int
    seat: int
    card: str
    cause: str


class Used(Struct, frozen=True, array_like=True):
    """4.7 An event that is being resolved."""

    id: int
    seat: int
    card: str


class Browsed(Struct, array_like=True):
    """4.7 The cards in `opened` or `looked`, in deck order."""

    seat: int
    cards: list[str]


class Speaker(Struct, frozen=True):
    """The context of an ability: the card's controller, the card itself, the event's card and the event's amount."""

    seat: int
    this: int = NOTHING
    event: int = NOTHING
    amount: int = 0


class Source(Speaker, frozen=True, kw_only=True):
    """10.1 An effect that waits or is being resolved: one part of one ability of a card, in its context."""

    card: str
    ability: int | str
    part: int = 0


class Battle(Struct, array_like=True):
    """8. `target`: a unit's id. `at_leader`: the leader instead. `square`: where stage 5a destroyed the target."""

    attacker: int
    target: int = NOTHING
    at_leader: bool = False
    stage: int = 0
    square: int | None = None
    blocked: bool = False
    ending: bool = False


class Seat(Struct, array_like=True):
    """The things of one player besides the board. The hand is sorted; a deck's first card is its top."""

    hand: list[str]
    deck: list[str]
    grave: list[Buried]
    removed: list[str]
    health: int = FULL_HEALTH
    money: int = 0
    savings: int = 0
    deck_out_count: int = 0
    self_harm_count: int = 0
    casts_this_turn: int = 0
    labour_used: bool = False
    emergency_set: bool = False
    emergency_discarded: bool = False
    modifiers: tuple[Given, ...] = ()
    wins: bool = False
    loses: bool = False
    pending: Janken | Mulligan | None = None

    def clone(self) -> "Seat":
        return replace(self, hand=self.hand[:], deck=self.deck[:], grave=self.grave[:], removed=self.removed[:])


class State(GameState, kw_only=True):
    """The whole table. `board` is indexed by place (places.PLACES)."""

    seats: list[Seat]
    board: list[FieldCard | None]
    turn: int = 0
    phase: Phase = "setup"
    first_player: int | None = None
    turn_player: int = 0
    actions_this_year: int = 0
    revolted: bool = False
    steps: int = 0
    janken_round: int = 0
    last_id: int = NOTHING
    destroyed: list[Destroyed] = []
    resolving: list[Used] = []
    opened: Browsed | None = None
    looked: Browsed | None = None
    waiting: list[Source] = []
    battle: Battle | None = None

    def clone(self) -> "State":
        opened, looked, battle = self.opened, self.looked, self.battle
        return replace(
            self,
            seats=[self.seats[0].clone(), self.seats[1].clone()],
            board=[card and replace(card) for card in self.board],
            destroyed=self.destroyed[:],
            resolving=self.resolving[:],
            opened=opened and Browsed(opened.seat, opened.cards[:]),
            looked=looked and Browsed(looked.seat, looked.cards[:]),
            waiting=self.waiting[:],
            battle=battle and replace(battle),
        )

    @property
    def year(self) -> int:
        """6.1 The number of the turn player's year."""
        return (self.turn + 1) // 2

    def new_id(self) -> int:
        self.last_id += 1
        return self.last_id


InvadersTable: TypeAlias = "Table[State, Cards]"


class Rule(Frame):
    """A frame of this game. Effects tell the frame below them how they ended."""

    def heard(self, table: Any, result: str) -> None:
        """10.8 Called when an effect begun above has ended: done, failed or replaced."""

    def selected(self, table: Any, things: list[Any]) -> None:
        """11.5 Called with the objects chosen above."""

    def accepted(self, table: Any, source: "Source") -> None:
        """10.10 Called when a seat accepts a replacement of the event that this frame is about to cause."""

    def relabel(self, new: dict[int, int]) -> None:
        """Give the cards that this frame refers to their new ids. Frames that hold ids override this."""


class Ask(Rule, Question):
    """A frame of this game that asks."""


def on_field(state: State) -> Iterator[FieldCard]:
    """All cards on the field, in order of place."""
    return filter(None, state.board)


def empty_board() -> list[FieldCard | None]:
    return [None] * (2 * WIDTH)
