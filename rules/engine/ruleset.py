"""What a game must bring to be played by the service: one record of its types and functions, bound to a card set."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec import Struct

from rules.engine.board import BoardDefinition
from rules.engine.card_grammar import CardGrammar
from rules.engine.card_uses import CardUse, CardUses
from rules.engine.chance import Chance
from rules.engine.decoding import json_decoder, msgpack_decoder
from rules.engine.errors import MalformedAction
from rules.engine.evaluation import Evaluation
from rules.engine.frames import Frame, GameState, Table, begin_match, legal_actions
from rules.engine.messages import Action, Effect, Names, Outcome, Problem, Revelation, Seat, Viewer
from rules.engine.options import check_options
from rules.engine.scorecards import LoggedEvent, Scorecard, ScoreTable, no_tables, plain_tally
from rules.engine.value_faults import value_fault

if TYPE_CHECKING:
    from rules.engine.views import View

Deck = Mapping[str, Any]
"""`{"cards": {slug: copies}}`, as it was sent: nothing about it is certain before `check_setup`."""
CardSet = Mapping[str, Any]
"""A whole card set as in a ruleset's cards.json: definitions, names, starter decks."""
AnyTable = Table[Any, Any]


class SeenEvent(Struct, frozen=True):
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


WITHOUT_WINNER = ("aborted", "agreement")
"""Reasons by which the service ends a match that nobody wins."""


def _nothing(*_: Any) -> list[Any]:
    return []


def _starter_deck(deck: Mapping[str, Any]) -> StarterDeck:
    return StarterDeck(deck["slug"], deck["names"], deck.get("options", {}), deck["cards"])


def _own_team(options: Any, seat: Seat) -> int:
    return seat


def _is_legal(table: AnyTable, seat: Seat, action: Action) -> bool:
    return action in legal_actions(table, seat)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class GameDefinition:
    """One game at one version, as its package declares it: types, texts and functions under the same names in each.

    The types of messages and frames are unions of the ruleset's own classes; they decode what was said and describe it
    as JSON Schema. Functions are handed what they need: `cards` are the look-ups that `read_cards` made.
    """

    slug: str
    version: int = 1
    names: Names | None = None
    """What it is called, where the card set has no word for it."""
    summary: Names = field(default_factory=dict)
    """What it is about, in a sentence or two for whoever does not know it."""

    # What is said
    options_type: Any
    state_type: Any
    frame_types: Any
    action_types: Any
    effect_types: Any
    prompt_types: Any
    passable_prompts: Any
    """Those of them that may be answered with a pass: what an auto-pass can be set for."""
    game_type: Any
    memory_type: Any
    card_type: Any = None
    """What a written card says, as types: a form offers the words that they name. None: those that the cards have."""
    card_grammar: CardGrammar = field(default_factory=CardGrammar)
    """What `card_type` does not say by itself, and what everything in it is called: for forms that build a card."""
    words: Mapping[str, Mapping[str, Names]]
    """Display texts, kind of thing -> tag, code or name -> text: `actions`, `effects`, `prompts`, `problems` (with
    `{field}` places), `card_faults` (what `check_card` finds; `{field}` places in the words of JSON), `reasons`
    (of ends), `endings` (a sentence for each reason, to whoever does not know the rules), `options`,
    `ordinals` (fields that people count from one; `{}` is the number),
    `decided` (a sentence for each thing that can decide, with `{winners}` and `{losers}`), `measures` (of tiebreaks;
    in English one and many: "card|cards"), `scorecard` (heads and words of its tables),
    `fields` (of views and actions), `card_fields` (of cards, in the order of reading, where the service has
    no word for them), `values` (the other words in views and actions; `field.word` where a field has its own meaning).
    Nothing that a viewer may meet is missing (a law)."""
    revelations: tuple[Revelation, ...] = ()
    """All that the rules bring to light by an effect; for the laws alone."""
    loop_reason: str = ""
    """The reason of an end by which the rules cut a loop that cards have caused; empty where no card can."""

    # Before a match
    read_cards: Callable[[CardSet], Any]
    """The card look-ups that the rules use (`table.cards`)."""
    fill_options: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict
    """Faultless options with the defaults that depend on other options; `options_type` knows the rest."""
    check_options: Callable[[Mapping[str, Any]], list[Problem]] | None = None
    """All faults of the options, in the order of the rules file, where the types of `options_type` cannot tell them."""
    option_conflicts: Callable[[Mapping[str, Any]], list[Problem]] = _nothing
    """What does not go together, of options that are each allowed."""
    option_sets: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"default": {}})
    """Name -> options, each a kind of match that bots are compared in."""
    option_rules: Mapping[str, str] = field(default_factory=dict)
    """Option -> the number of the rule that says what it changes."""
    seats: Callable[[Any], int]
    team: Callable[[Any, Seat], int] = _own_team
    """The team of a seat; without teams everyone is his own."""
    has_teams: Callable[[Any], bool] = lambda options: False
    builds_decks: bool = True
    """False where all seats share one fixed set of cards."""
    brings_deck: Callable[[Any, Seat], bool] | None = None
    """Whether the seat has a deck of its own to send, where not all do alike; without one its deck is the empty one."""
    problem_rules: Mapping[str, str] = field(default_factory=dict)
    """Code of a fault of a setup -> the number of the rule that lists it."""
    check_deck: Callable[[Any, Any, Deck, Seat], list[Problem]]
    """(cards, options, deck, seat): all faults of one deck by itself, also for the deck editor."""
    check_decks: Callable[[Any, Any, Sequence[Deck]], list[Problem]] | None = None
    """(cards, options, decks): all faults of all decks, where they must have something in common."""
    deck_report: Callable[[Any, Any, Deck], Any] = lambda cards, options, deck: None
    """(cards, options, deck): what a deck editor tells beside the problems, as a Struct of its own; None: nothing."""
    copy_limit: Callable[[Any, Any, str], int | None] = lambda cards, options, card: None
    """(cards, options, slug): how many copies of a card a deck may hold, for the deck editor; None: no such limit."""
    cards_at_fault: Callable[[Any, Any, Deck, Problem], list[str]] = _nothing
    """(cards, options, deck, fault): the cards of the deck that a fault is about, where it does not name one itself."""
    starter_deck: Callable[[Mapping[str, Any]], StarterDeck] = _starter_deck
    """A starter deck as the card set has it, with the options that it is made for."""

    # For those who write cards
    check_card: Callable[[Any, Mapping[str, Any]], list[Problem]] = _nothing
    """(cards, card): all that is wrong with one card (`card_fault`). By default nothing: then only binding a whole set
    shows what the ruleset cannot read."""
    check_cards: Callable[[Any, Sequence[Mapping[str, Any]]], list[Problem]] | None = None
    """(cards, written): where cards are also wrong together; `at` begins with the place in the list."""
    describe_card: Callable[[CardSet, Mapping[str, Any]], Names | None] = lambda card_set, card: None
    """How the rules read a card without a fault, made from its data alone; None where there is nothing to say."""

    # The match
    new_state: Callable[[Any, Any, Sequence[Deck]], GameState]
    """(cards, options, decks)."""
    set_up: Callable[[Any, Sequence[Deck]], None]
    """Lay out a new table (its state is `new_state`) and begin the first frames."""
    game: Callable[[Any, Viewer], Any]
    """The ruleset's own part of a view."""
    scores: Callable[[Any], dict[str, Any]]
    """The outcome's scores as they stand now."""
    scorecard_type: type[Scorecard] = Scorecard
    scorecard_version: int = 1
    """Raised whenever the same log is tallied otherwise; scorecards of other versions are not compared."""
    tally: Callable[[Any, Iterable[LoggedEvent]], Scorecard] = plain_tally
    """(the last table, all that was told from event 0 on): what the match came to."""
    score_tables: Callable[[Any], Sequence[ScoreTable]] = no_tables
    """A scorecard as tables, for people."""
    analysis: Callable[[Any, Seat | None, Action | None], Any] = lambda table, seat, considered: None
    """What follows from public facts, worked out for clients; with an action that a seat considers, also what that
    would change. None: there is nothing to say."""
    may_consider: Callable[[Any, Seat, Action], bool] = _is_legal
    """Whether `analysis` takes the action: a legal one; a ruleset that asks in steps may look further ahead."""
    canonical_table: Callable[[Any], Any] = lambda table: table
    """An equal table in the one form that its bytes are made from, where one game can be written in several."""

    evaluation: Evaluation
    """What a position is worth, for bots."""
    board: BoardDefinition
    """The table as data, for pages."""
    card_uses: tuple[CardUse, ...]
    """By which effects a seat has seen a card and played it, for statistics."""

    # What a seat knows
    redeal: Callable[[Any, Seat, Chance], None]
    """Exchange what the seat cannot know ("What a seat cannot know"); on the true table, for the laws alone."""
    new_memory: Callable[[Any, Seat, Deck], Any]
    """What a seat knows before the first event: its own deck."""
    update_memory: "Callable[[Ruleset, Any, SeenEvent], None]"
    """Fold one event, as the seat was shown it, into its memory."""
    observe_choices: "Callable[[Any, View, Sequence[Any]], None]" = lambda memory, view, choices: None
    """Note what its list of legal actions alone tells a seat that is asked. Most lists tell nothing."""
    determinize: "Callable[[Ruleset, View, Seat, Any, Chance], AnyTable]"
    """A world that fits all that the seat has seen: its view (open prompts included) and its memory."""


class Ruleset:
    """A game bound to one immutable card set: what the service plays with."""

    def __init__(self, definition: GameDefinition, card_set: CardSet) -> None:
        self.definition = definition
        self.card_set = card_set
        self.cards: Any = definition.read_cards(card_set)
        self.slug = definition.slug
        self.version = definition.version
        self.words = definition.words
        self.builds_decks = definition.builds_decks
        self.option_sets = definition.option_sets
        self.seats = definition.seats
        self.team = definition.team
        self.has_teams = definition.has_teams
        self.game = definition.game
        self.scores = definition.scores
        self.tally = definition.tally
        self.score_tables = definition.score_tables
        self.analysis = definition.analysis
        self.may_consider = definition.may_consider
        self.redeal = definition.redeal
        self.new_memory = definition.new_memory
        self.observe_choices = definition.observe_choices
        self.card_uses = CardUses(definition.card_uses)
        self._action = json_decoder(definition.action_types)
        self._effects = json_decoder(list.__class_getitem__(definition.effect_types))
        frames = list.__class_getitem__(definition.frame_types)
        snapshot: Any = tuple.__class_getitem__(
            (definition.options_type, definition.state_type, frames, Outcome | None)
        )
        self._snapshot = msgpack_decoder(snapshot)

    # What it is called

    @property
    def names(self) -> Names:
        return self.definition.names or cast(Names, self.card_set["names"])

    @property
    def starter_decks(self) -> list[StarterDeck]:
        return [self.definition.starter_deck(deck) for deck in self.card_set["starter_decks"]]

    # Before a match

    def check_options(self, options: Mapping[str, Any]) -> list[Problem]:
        """All faults of the options: of each by itself, or else what does not go together."""
        if self.definition.check_options is not None:
            return self.definition.check_options(options)
        return check_options(options, self.definition.options_type) or self.definition.option_conflicts(options)

    def read_options(self, options: Mapping[str, Any]) -> Any:
        """Faultless options, defaults filled in."""
        return msgspec.convert(self.definition.fill_options(options), self.definition.options_type)

    def brings_deck(self, options: Any, seat: Seat) -> bool:
        """Whether the seat has a deck of its own to send; without one its deck is the empty one."""
        brings_deck = self.definition.brings_deck
        return self.builds_decks if brings_deck is None else brings_deck(options, seat)

    def check_deck(self, options: Any, deck: Deck, seat: Seat) -> list[Problem]:
        """All faults of one deck by itself. `options` have no fault."""
        return self.definition.check_deck(self.cards, options, deck, seat)

    def check_setup(self, options: Mapping[str, Any], decks: Sequence[Deck]) -> list[Problem]:
        """All that is wrong with a start: the options; or else the number of decks; or else the decks, by seat."""
        if problems := self.check_options(options):
            return problems
        read = self.read_options(options)
        if len(decks) != self.seats(read):
            return [{"code": "wrong_number_of_decks", "expected": self.seats(read)}]
        if self.definition.check_decks is not None:
            return self.definition.check_decks(self.cards, read, decks)
        return [problem for seat, deck in enumerate(decks) for problem in self.check_deck(read, deck, seat)]

    # For those who write cards and build decks

    def check_card(self, card: Mapping[str, Any]) -> list[Problem]:
        """All that is wrong with one card: `code`, `at` (JSON pointer into the card) and what the code says more."""
        return self.definition.check_card(self.cards, card)

    def check_cards(self, written: Sequence[Mapping[str, Any]]) -> list[Problem]:
        """All that is wrong with the cards of a set, each and together; `at` begins with the place in the list."""
        if self.definition.check_cards is not None:
            return self.definition.check_cards(self.cards, written)
        return [
            {**problem, "at": f"/{i}{problem.get('at', '')}"}
            for i, card in enumerate(written)
            for problem in self.check_card(card)
        ]

    def describe_card(self, card: Mapping[str, Any]) -> Names | None:
        """How the rules read a card without a fault; None where there is nothing to say."""
        return self.definition.describe_card(self.card_set, card)

    def deck_report(self, options: Any, deck: Deck) -> Any:
        """What a deck editor tells beside the problems, as a Struct of its own; None: nothing."""
        return self.definition.deck_report(self.cards, options, deck)

    def copy_limit(self, options: Any, card: str) -> int | None:
        """How many copies of a known card a deck may hold; None: as many as fit."""
        return self.definition.copy_limit(self.cards, options, card)

    def cards_at_fault(self, options: Any, deck: Deck, problem: Problem) -> list[str]:
        """The cards of a deck that a fault of `check_deck` is about, sorted; none where it is about what is missing."""
        return self.definition.cards_at_fault(self.cards, options, deck, problem)

    # The match

    def start(self, options: Mapping[str, Any], decks: Sequence[Deck], chance: Chance) -> AnyTable:
        """A new table; `options` and `decks` have passed `check_setup`. Its `effects` are those of the start."""
        read = self.read_options(options)
        table: AnyTable = Table(self, read, self.definition.new_state(self.cards, read, decks), chance)
        self.definition.set_up(table, decks)
        begin_match(table)
        return table

    def concede(self, table: AnyTable, losers: Sequence[Seat], reason: str) -> Outcome:
        """The service ends the match: the losers' teams lose; nobody wins if all lose, or if `reason` is of a draw."""
        lost = {self.team(table.options, seat) for seat in losers}
        everyone = range(self.seats(table.options))
        winners = (
            () if reason in WITHOUT_WINNER else tuple(s for s in everyone if self.team(table.options, s) not in lost)
        )
        table.outcome = Outcome(winners, reason, self.scores(table))
        return table.outcome

    # What a seat knows

    def update_memory(self, memory: Any, shown: SeenEvent) -> None:
        """Fold one event, as the seat was shown it, into its memory."""
        self.definition.update_memory(self, memory, shown)

    def determinize(self, view: "View", seat: Seat, memory: Any, chance: Chance) -> AnyTable:
        """A world that fits all that the seat has seen: its view (open prompts included) and its memory."""
        return self.definition.determinize(self, view, seat, memory, chance)

    # Codecs

    def decode_action(self, raw: bytes) -> Action:
        """Raises MalformedAction with the place of the fault."""
        try:
            return cast(Action, self._action.decode(raw))
        except msgspec.DecodeError as error:
            raise MalformedAction(value_fault(error)) from error

    def decode_effects(self, raw: bytes) -> list[Effect]:
        """What an event says has happened."""
        return cast(list[Effect], self._effects.decode(raw))

    def encode(self, table: AnyTable) -> bytes:
        """The whole table as bytes: the snapshot that `decode` reads. Equal tables have equal bytes."""
        table = self.definition.canonical_table(table)
        return msgspec.msgpack.encode((table.options, table.state, table.frames, table.outcome))

    def decode(self, raw: bytes, chance: Chance) -> AnyTable:
        options, state, frames, outcome = self._snapshot.decode(raw)
        return Table(self, options, state, chance, cast(list[Frame], frames), outcome)
