"""What a game must bring to be played by the service: one class, bound to one immutable card set."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

import msgspec
from msgspec import Struct

from cards.engine.chance import Chance
from cards.engine.errors import MalformedAction
from cards.engine.frames import Frame, GameState, Table, begin_match, legal_actions
from cards.engine.messages import Action, Effect, Names, Outcome, Problem, Revelation, Seat, Viewer
from cards.engine.options import check_options

if TYPE_CHECKING:
    from cards.engine.views import View

Deck = Mapping[str, Any]
"""`{"cards": {slug: copies}}`, as it was sent: nothing about it is certain before `check_setup`."""


class Shown(Struct, frozen=True):
    """One event as a seat was shown it: who acted (None: the start), how, and what came of it, all redacted."""

    seat: Seat | None
    action: Action | None
    effects: tuple[Effect, ...]


class StarterDeck(Struct, frozen=True):
    """A ready deck of the card set, legal under `options` (the rest being default)."""

    slug: str
    names: Names
    options: dict[str, Any]
    cards: dict[str, int]


class Ruleset(ABC):
    """One game at one version.

    The type attributes are unions of the ruleset's own classes; they decode what was said and describe it as
    JSON Schema.
    """

    slug: ClassVar[str]
    version: ClassVar[int] = 1
    options_type: ClassVar[Any]
    state_type: ClassVar[Any]
    frame_types: ClassVar[Any]
    action_types: ClassVar[Any]
    effect_types: ClassVar[Any]
    prompt_types: ClassVar[Any]
    game_type: ClassVar[Any]
    memory_type: ClassVar[Any]
    card_type: ClassVar[Any] = None
    """What a written card says, as types: a form offers the words that they name. None: those that the cards have."""
    builds_decks: ClassVar[bool] = True
    """False where all seats share one fixed set of cards."""
    words: ClassVar[Mapping[str, Mapping[str, Names]]] = {}
    """Display texts, kind of thing -> tag, code or name -> text: `actions`, `effects`, `prompts`, `problems` (with
    `{field}` places), `reasons`, `options`, `fields` (of views and actions), `values` (the other words in them;
    `field.word` where a field has its own meaning). Nothing that a viewer may meet is missing (a law)."""
    loop_reason: ClassVar[str] = ""
    """The reason of an end by which the rules cut a loop that cards have caused; empty where no card can."""

    revelations: ClassVar[tuple[Revelation, ...]] = ()
    """All that the rules bring to light by an effect; for the laws alone."""

    def __init__(self, card_set: Mapping[str, Any]) -> None:
        """`card_set` is the whole set as in the ruleset's cards.json: definitions, names, starter decks."""
        self.card_set = card_set
        self.cards: Any = self.read_cards(card_set)
        self._action = msgspec.json.Decoder(self.action_types)
        self._effects = msgspec.json.Decoder(list.__class_getitem__(self.effect_types))
        snapshot: Any = tuple.__class_getitem__(
            (self.options_type, self.state_type, list.__class_getitem__(self.frame_types), Outcome | None)
        )
        self._snapshot = msgspec.msgpack.Decoder(snapshot)

    # What it is called

    @property
    def names(self) -> Names:
        return cast(Names, self.card_set["names"])

    @property
    def starter_decks(self) -> list[StarterDeck]:
        return [
            StarterDeck(deck["slug"], deck["names"], deck.get("options", {}), deck["cards"])
            for deck in self.card_set["starter_decks"]
        ]

    # Before a match

    @abstractmethod
    def read_cards(self, card_set: Mapping[str, Any]) -> Any:
        """The card lookups that the rules use (`table.cards`)."""

    def check_options(self, options: Mapping[str, Any]) -> list[Problem]:
        """All faults of the options: those that the types of `options_type` tell, or else what does not go together."""
        return check_options(options, self.options_type) or self.option_conflicts(options)

    def option_conflicts(self, options: Mapping[str, Any]) -> list[Problem]:
        """What does not go together, of options that are each allowed."""
        return []

    @abstractmethod
    def check_deck(self, options: Any, deck: Deck, seat: Seat) -> list[Problem]:
        """All faults of one deck by itself, for the deck editor. `options` have no fault."""

    @abstractmethod
    def check_setup(self, options: Mapping[str, Any], decks: Sequence[Deck]) -> list[Problem]:
        """All that is wrong with a start, in the order of the rules file; empty: it may start."""

    @abstractmethod
    def seats(self, options: Any) -> int: ...

    def brings_deck(self, options: Any, seat: Seat) -> bool:
        """Whether the seat has a deck of its own to send; without one its deck is the empty one."""
        return self.builds_decks

    def team(self, options: Any, seat: Seat) -> int:
        """The team of a seat; without teams everyone is his own."""
        return seat

    def has_teams(self, options: Any) -> bool:
        return False

    def read_options(self, options: Mapping[str, Any]) -> Any:
        """Faultless options, defaults filled in."""
        return msgspec.convert(dict(options), self.options_type)

    # For those who write cards and build decks

    def check_card(self, card: Mapping[str, Any]) -> list[Problem]:
        """All that is wrong with one card: `code`, `at` (JSON pointer into the card) and `detail`.

        By default nothing: then only binding a whole set shows what the ruleset cannot read.
        """
        return []

    def check_cards(self, cards: Sequence[Mapping[str, Any]]) -> list[Problem]:
        """All that is wrong with the cards of a set, each and together; `at` begins with the place in the list."""
        return [
            {**problem, "at": f"/{i}{problem.get('at', '')}"}
            for i, card in enumerate(cards)
            for problem in self.check_card(card)
        ]

    def describe_card(self, card: Mapping[str, Any]) -> Names | None:
        """How the rules read a card without a fault, made from its data alone; None where there is nothing to say."""
        return None

    def deck_report(self, options: Any, deck: Deck) -> Any | None:
        """What a deck editor tells beside the problems, as a Struct of its own; None: nothing."""
        return None

    # The match

    @abstractmethod
    def set_up(self, table: Table[Any, Any], decks: Sequence[Deck]) -> None:
        """Lay out a new table (its state is `new_state`) and begin the first frames."""

    @abstractmethod
    def new_state(self, options: Any, decks: Sequence[Deck]) -> GameState: ...

    def start(self, options: Mapping[str, Any], decks: Sequence[Deck], chance: Chance) -> Table[Any, Any]:
        """A new table; `options` and `decks` have passed `check_setup`. Its `effects` are those of the start."""
        read = self.read_options(options)
        table: Table[Any, Any] = Table(self, read, self.new_state(read, decks), chance)
        self.set_up(table, decks)
        begin_match(table)
        return table

    @abstractmethod
    def game(self, table: Table[Any, Any], viewer: Viewer) -> Any:
        """The ruleset's own part of a view."""

    def explain(self, table: Table[Any, Any], seat: Seat | None = None, considered: Action | None = None) -> Any:
        """What follows from public facts, worked out for clients; with an action that a seat considers, also what that
        would change. None: the game explains nothing."""
        return None

    def may_consider(self, table: Table[Any, Any], seat: Seat, action: Action) -> bool:
        """Whether `explain` takes the action: a legal one; a ruleset that asks in steps may look further ahead."""
        return action in legal_actions(table, seat)

    @abstractmethod
    def scores(self, table: Table[Any, Any]) -> dict[str, Any]:
        """The outcome's scores as they stand now."""

    def scorecard(self, table: Table[Any, Any]) -> dict[str, Any]:
        """A fuller tally of a finished game for its record; JSON values under the ruleset's own keys."""
        return {}

    def concede(self, table: Table[Any, Any], losers: Sequence[Seat], reason: str) -> Outcome:
        """The service ends the match: the losers' teams lose; nobody wins if all lose or `reason` is `aborted`."""
        lost = {self.team(table.options, seat) for seat in losers}
        everyone = range(self.seats(table.options))
        winners = () if reason == "aborted" else tuple(s for s in everyone if self.team(table.options, s) not in lost)
        table.outcome = Outcome(winners, reason, self.scores(table))
        return table.outcome

    # Knowledge

    @abstractmethod
    def redeal(self, table: Table[Any, Any], seat: Seat, chance: Chance) -> None:
        """Exchange what the seat cannot know ("What a seat cannot know"); on the true table, for the laws alone."""

    @abstractmethod
    def new_memory(self, options: Any, seat: Seat, deck: Deck) -> Any:
        """What a seat knows before the first event: its own deck."""

    @abstractmethod
    def remember(self, memory: Any, shown: Shown) -> None:
        """Fold one event, as the seat was shown it, into its memory."""

    def notice(self, memory: Any, view: "View", choices: Sequence[Any]) -> None:
        """Note what its list of legal actions alone tells a seat that is asked. Most lists tell nothing."""

    @abstractmethod
    def imagine(self, view: "View", seat: Seat, memory: Any, chance: Chance) -> Table[Any, Any]:
        """A world that fits all that the seat has seen: its view (open prompts included) and its memory."""

    # Codecs

    def decode_action(self, raw: bytes) -> Action:
        """Raises MalformedAction with the place of the fault."""
        try:
            return cast(Action, self._action.decode(raw))
        except msgspec.DecodeError as error:
            raise MalformedAction(str(error)) from error

    def decode_effects(self, raw: bytes) -> list[Effect]:
        """What an event says has happened."""
        return cast(list[Effect], self._effects.decode(raw))

    def encode(self, table: Table[Any, Any]) -> bytes:
        """The whole table as bytes: the snapshot that `decode` reads."""
        return msgspec.msgpack.encode((table.options, table.state, table.frames, table.outcome))

    def decode(self, raw: bytes, chance: Chance) -> Table[Any, Any]:
        options, state, frames, outcome = self._snapshot.decode(raw)
        return Table(self, options, state, chance, cast(list[Frame], frames), outcome)
