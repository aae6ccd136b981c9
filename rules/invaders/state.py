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
"""The id of no card."""


class Given(Struct, frozen=True):
    """A modifier that an effect gave; `seat`: whose effect it was (11.7)."""

    modifier: Modifier
    duration: Duration
    seat: int


class FieldCard(Struct, array_like=True):
    """A card in the unit, situation, headquarters or emergency zone.

    `id` is its identity until it changes zone: what does is another card from then on (R34).
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
    """4.7 A card that waits for its grave."""

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
    """4.7 The cards in `opened` or `looked`, in the order they had in the deck."""

    seat: int
    cards: list[str]


class Speaker(Struct, frozen=True):
    """Who says something, and of what: the card's controller, the card itself, the event's card and amount."""

    seat: int
    this: int = NOTHING
    event: int = NOTHING
    amount: int = 0


class Source(Speaker, frozen=True, kw_only=True):
    """10.1 What waits or is being resolved: one part of one ability of a card, in its context."""

    card: str
    ability: int | str
    part: int = 0


class Battle(Struct, array_like=True):
    """8. `target`: a unit's id; `at_leader`: the leader instead. `square`: from where stage 5a destroyed the target."""

    attacker: int
    target: int = NOTHING
    at_leader: bool = False
    stage: int = 0
    square: int | None = None
    blocked: bool = False
    ending: bool = False


class Seat(Struct, array_like=True):
    """What belongs to one player besides the board. The hand is kept sorted; a deck's first card is its top."""

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
        """6.1 The year of the turn player."""
        return (self.turn + 1) // 2

    def new_id(self) -> int:
        self.last_id += 1
        return self.last_id


InvadersTable: TypeAlias = "Table[State, Cards]"


class Rule(Frame):
    """An unfinished rule of this game. Effects tell the rule beneath them how they ended."""

    def heard(self, table: Any, result: str) -> None:
        """10.8 What was begun above has ended: done, failed or replaced."""

    def selected(self, table: Any, things: list[Any]) -> None:
        """11.5 What was chosen above."""

    def accepted(self, table: Any, source: "Source") -> None:
        """10.10 A replacement of what this rule is about to do was accepted."""

    def relabel(self, new: dict[int, int]) -> None:
        """Name the cards that this rule refers to by their new ids; a frame that holds ids overrides this."""


class Ask(Rule, Question):
    """An unfinished rule of this game that waits for an answer."""


def on_field(state: State) -> Iterator[FieldCard]:
    """All cards on the field, in order of place. Most places are empty: those who need no place ask here."""
    return filter(None, state.board)


def field_cards(state: State) -> Iterator[tuple[int, FieldCard]]:
    """All cards on the field with their places, in order of place."""
    return ((place, card) for place, card in enumerate(state.board) if card is not None)


def in_trigger_order(state: State) -> list[tuple[int, FieldCard]]:
    """10.2 The cards on the field: the turn player's in order of place, then the other seat's."""
    first: list[tuple[int, FieldCard]] = []
    then: list[tuple[int, FieldCard]] = []
    for place, card in enumerate(state.board):
        if card is not None:
            (first if card.seat == state.turn_player else then).append((place, card))
    return first + then


def empty_board() -> list[FieldCard | None]:
    return [None] * (2 * WIDTH)


def place_of(state: State, identity: int) -> int | None:
    """The card's place on the field, or None if it is not there."""
    for place, card in enumerate(state.board):
        if card is not None and card.id == identity:
            return place
    return None


def field_card(state: State, identity: int) -> FieldCard | None:
    for card in on_field(state):
        if card.id == identity:
            return card
    return None
