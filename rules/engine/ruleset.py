"""What a game must provide to be played by the service: one record of types and functions, bound to a card set."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

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
from rules.engine.terms import ImpliedTerms, Terms, no_terms, none_implied
from rules.engine.value_faults import value_fault
from rules.engine.views import View

Deck = Mapping[str, Any]
"""`{"cards": {slug: copies}}`, exactly as sent: unchecked before `check_setup`."""
CardSet = Mapping[str, Any]
"""A whole card set as in a ruleset's cards.json: definitions, names, starter decks."""
AnyTable = Table[Any, Any]


class SeenEvent(Struct, frozen=True):
    """One event as a seat saw it: who acted (None: the start), the action and its effects, all redacted."""

    seat: Seat | None
    action: Action | None
    effects: tuple[Effect, ...]


class StarterDeck(Struct, frozen=True):
    """A ready-made deck of the card set, legal under `options`. Other options have their defaults."""

    slug: str
    names: Names
    options: dict[str, Any]
    cards: dict[str, int]


WITHOUT_WINNER = ("aborted", "agreement")
"""Reasons for which the service ends a match without a winner."""


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
    """One version of a game, as its package declares it: types, texts and functions, under the same names in every
    package.

    The types of messages and frames are unions of the ruleset's classes. They decode messages and describe them as JSON
    Schema. Functions get what they need as arguments; `cards` are the look-ups that `read_cards` returned.
    """

    slug: str
    version: int = 1
    names: Names | None = None
    """The game's name, if the card set has no word for it."""
    summary: Names = field(default_factory=dict)
    """A summary of a sentence or two for people who don't know the game."""

    # Messages
    options_type: Any
    state_type: Any
    frame_types: Any
    action_types: Any
    effect_types: Any
    prompt_types: Any
    passable_prompts: Any
    """The prompts that may be answered with a pass, so an auto-pass can be set for them."""
    game_type: Any
    memory_type: Any
    card_type: Any = None
    """The content of a card as types; forms offer their words. None: forms offer the words that cards already have."""
    card_grammar: CardGrammar = field(default_factory=CardGrammar)
    """What `card_type` doesn't say, and display names for everything in it, for forms that build a card."""
    words: Mapping[str, Mapping[str, Names]]
    """Display texts, kind of thing -> tag, code or name -> text:

    - `actions`, `effects`, `prompts`
    - `problems`, with `{field}` places
    - `card_faults`: what `check_card` finds; `{field}` places, in the words of JSON
    - `reasons`: of ends
    - `endings`: a sentence for each reason, for people who don't know the rules
    - `options`
    - `ordinals`: fields that people count from one; `{}` is the number
    - `squares`: fields that are squares `[column, row]`, named as on a chess board; the texts name the field
    - `decided`: a sentence for each thing that can decide a match, with `{winners}` and `{losers}`
    - `measures`: of tiebreaks; in English singular and plural: "card|cards"
    - `scorecard`: headings and words of its tables
    - `fields`: of views and actions
    - `card_fields`: of cards, in reading order, if the service has no word for them
    - `values`: the other words in views and actions; `field.word` if a field has its own meaning

    A law checks that every text a viewer can see is present.
    """
    terms: Terms = no_terms
    """The words on cards that need an explanation, for people who read a card."""
    implied_terms: ImpliedTerms = none_implied
    """The terms that are explained with a card without being mentioned on it."""
    revelations: tuple[Revelation, ...] = ()
    """Every way in which the rules reveal hidden information by an effect. Only the laws use it."""
    loop_reason: str = ""
    """The reason of an end by which the rules cut a loop caused by cards; empty if no card can cause one."""

    # Before a match
    read_cards: Callable[[CardSet], Any]
    """(card set) -> the card look-ups that the rules use (`table.cards`)."""
    fill_options: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict
    """Complete faultless options with defaults that depend on other options. `options_type` has all other defaults."""
    check_options: Callable[[Mapping[str, Any]], list[Problem]] | None = None
    """All faults of the options, in the order of the rules, if the types of `options_type` can't find them."""
    option_conflicts: Callable[[Mapping[str, Any]], list[Problem]] = _nothing
    """Conflicts between options that are each allowed on their own."""
    option_sets: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"default": {}})
    """Name -> options. Bots are compared in each of these kinds of match."""
    option_rules: Mapping[str, str] = field(default_factory=dict)
    """Option -> the number of the rule that describes its effect."""
    seats: Callable[[Any], int]
    team: Callable[[Any, Seat], int] = _own_team
    """The team of a seat; without teams, every seat is its own team."""
    has_teams: Callable[[Any], bool] = lambda options: False
    builds_decks: bool = True
    """False if all seats share one fixed set of cards."""
    brings_deck: Callable[[Any, Seat], bool] | None = None
    """Whether the seat sends a deck of its own, if seats differ in this. A seat that doesn't has an empty deck."""
    problem_rules: Mapping[str, str] = field(default_factory=dict)
    """Code of a setup fault -> the number of the rule that lists it."""
    check_deck: Callable[[Any, Any, Deck, Seat], list[Problem]]
    """(cards, options, deck, seat): all faults of one deck on its own. The deck editor uses it too."""
    check_decks: Callable[[Any, Any, Sequence[Deck]], list[Problem]] | None = None
    """(cards, options, decks): all faults of all decks, if decks depend on each other."""
    deck_report: Callable[[Any, Any, Deck], Any] = lambda cards, options, deck: None
    """(cards, options, deck): what a deck editor shows besides the problems, as the ruleset's Struct; None: nothing."""
    copy_limit: Callable[[Any, Any, str], int | None] = lambda cards, options, card: None
    """(cards, options, slug): the most copies of a card in a deck, for the deck editor; None: no such limit."""
    cards_at_fault: Callable[[Any, Any, Deck, Problem], list[str]] = _nothing
    """(cards, options, deck, fault): the cards of the deck that a fault is about, if the fault names none itself."""
    prescribed_deck: Callable[[Any, Any], Mapping[str, int] | None] = lambda cards, options: None
    """(cards, options): the only deck that the options allow; None: players build their own."""
    starter_deck: Callable[[Mapping[str, Any]], StarterDeck] = _starter_deck
    """A starter deck from the card set, with the options it is made for."""

    # For card authors
    check_card: Callable[[Any, Mapping[str, Any]], list[Problem]] = _nothing
    """(cards, card): all faults of one card (`card_fault`). By default none: then only binding a whole set shows what
    the ruleset can't read."""
    check_cards: Callable[[Any, Sequence[Mapping[str, Any]]], list[Problem]] | None = None
    """(cards, written): all faults of several cards, if cards can be wrong together. `at` starts with the list
    index."""
    describe_card: Callable[[CardSet, Mapping[str, Any]], Names | None] = lambda card_set, card: None
    """The rules' reading of a faultless card, made from its data alone; None if there is none."""

    # The match
    new_state: Callable[[Any, Any, Sequence[Deck]], GameState]
    """(cards, options, decks) -> the initial state."""
    set_up: Callable[[Any, Sequence[Deck]], None]
    """Lay out a new table (its state is `new_state`) and begin the first frames."""
    game: Callable[[Any, Viewer], Any]
    """The ruleset's part of a view."""
    scores: Callable[[Any], dict[str, Any]]
    """The outcome's scores as they are now."""
    scorecard_type: type[Scorecard] = Scorecard
    scorecard_version: int = 1
    """Raised whenever tallying changes. Scorecards of different versions aren't compared."""
    tally: Callable[[Any, Iterable[LoggedEvent]], Scorecard] = plain_tally
    """(final table, all events from event 0 on): the scorecard of the match."""
    score_tables: Callable[[Any], Sequence[ScoreTable]] = no_tables
    """A scorecard as tables, for people."""
    analysis: Callable[[Any, Seat | None, Action | None], Any] = lambda table, seat, considered: None
    """Consequences of public facts, worked out for clients. With an action that a seat considers, also what it would
    change. None: nothing to say."""
    may_consider: Callable[[Any, Seat, Action], bool] = _is_legal
    """Whether `analysis` accepts the action. By default only legal ones; rulesets that ask in steps may look ahead."""
    canonical_table: Callable[[Any], Any] = lambda table: table
    """An equal table in the one form that is encoded, if the same game can be represented in several."""

    evaluation: Evaluation
    """Evaluates positions, for bots."""
    board: BoardDefinition
    """The table as data, for pages."""
    card_uses: tuple[CardUse, ...]
    """The effects by which a seat sees or plays a card, for statistics."""

    # What a seat knows
    redeal: Callable[[Any, Seat, Chance], None]
    """Exchange what the seat can't know ("What a seat cannot know"). Only the laws use it, on the true table."""
    new_memory: Callable[[Any, Seat, Deck], Any]
    """What a seat knows before the first event: its own deck."""
    update_memory: "Callable[[Ruleset, Any, SeenEvent], None]"
    """Add one event, as the seat saw it, to its memory."""
    observe_choices: "Callable[[Any, View, Sequence[Any]], None]" = lambda memory, view, choices: None
    """Record what a seat learns from its list of legal actions alone. Most lists reveal nothing."""
    determinize: "Callable[[Ruleset, View, Seat, Any, Chance], AnyTable]"
    """A possible world that fits the seat's view (open prompts included) and memory."""


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

    # Names

    @property
    def names(self) -> Names:
        return self.definition.names or cast(Names, self.card_set["names"])

    @property
    def starter_decks(self) -> list[StarterDeck]:
        return [self.definition.starter_deck(deck) for deck in self.card_set["starter_decks"]]

    # Before a match

    def check_options(self, options: Mapping[str, Any]) -> list[Problem]:
        """All faults of single options or, if there are none, all conflicts between options."""
        if self.definition.check_options is not None:
            return self.definition.check_options(options)
        return check_options(options, self.definition.options_type) or self.definition.option_conflicts(options)

    def read_options(self, options: Mapping[str, Any]) -> Any:
        """Read faultless options and fill in the defaults."""
        return msgspec.convert(self.definition.fill_options(options), self.definition.options_type)

    def brings_deck(self, options: Any, seat: Seat) -> bool:
        """Whether the seat sends a deck of its own; otherwise its deck is empty."""
        brings_deck = self.definition.brings_deck
        return self.builds_decks if brings_deck is None else brings_deck(options, seat)

    def check_deck(self, options: Any, deck: Deck, seat: Seat) -> list[Problem]:
        """All faults of one deck on its own. `options` must be faultless."""
        return self.definition.check_deck(self.cards, options, deck, seat)

    def check_setup(self, options: Mapping[str, Any], decks: Sequence[Deck]) -> list[Problem]:
        """All faults of a setup: of the options, otherwise of the number of decks, otherwise of the decks, by seat."""
        if problems := self.check_options(options):
            return problems
        read = self.read_options(options)
        if len(decks) != self.seats(read):
            return [{"code": "wrong_number_of_decks", "expected": self.seats(read)}]
        if self.definition.check_decks is not None:
            return self.definition.check_decks(self.cards, read, decks)
        return [problem for seat, deck in enumerate(decks) for problem in self.check_deck(read, deck, seat)]

    # For card authors and deck builders

    def check_card(self, card: Mapping[str, Any]) -> list[Problem]:
        """All faults of one card: `code`, `at` (JSON pointer into the card) and the parameters of the code."""
        return self.definition.check_card(self.cards, card)

    def check_cards(self, written: Sequence[Mapping[str, Any]]) -> list[Problem]:
        """All faults of a set's cards, alone and together; `at` starts with the list index."""
        if self.definition.check_cards is not None:
            return self.definition.check_cards(self.cards, written)
        return [
            {**problem, "at": f"/{i}{problem.get('at', '')}"}
            for i, card in enumerate(written)
            for problem in self.check_card(card)
        ]

    def describe_card(self, card: Mapping[str, Any]) -> Names | None:
        """The rules' reading of a faultless card; None if there is none."""
        return self.definition.describe_card(self.card_set, card)

    def deck_report(self, options: Any, deck: Deck) -> Any:
        """What a deck editor shows besides the problems, as the ruleset's own Struct; None: nothing."""
        return self.definition.deck_report(self.cards, options, deck)

    def copy_limit(self, options: Any, card: str) -> int | None:
        """The most copies of a known card that a deck may hold; None: no such limit."""
        return self.definition.copy_limit(self.cards, options, card)

    def cards_at_fault(self, options: Any, deck: Deck, problem: Problem) -> list[str]:
        """The cards of a deck that a fault of `check_deck` is about, sorted; empty if it is about missing cards."""
        return self.definition.cards_at_fault(self.cards, options, deck, problem)

    def prescribed_deck(self, options: Any) -> Mapping[str, int] | None:
        """The only deck that the options allow, as slug -> copies; None: players build their own."""
        return self.definition.prescribed_deck(self.cards, options)

    # The match

    def start(self, options: Mapping[str, Any], decks: Sequence[Deck], chance: Chance) -> AnyTable:
        """A new table; `options` and `decks` have passed `check_setup`. Its `effects` are those of the start."""
        read = self.read_options(options)
        table: AnyTable = Table(self, read, self.definition.new_state(self.cards, read, decks), chance)
        self.definition.set_up(table, decks)
        begin_match(table)
        return table

    def concede(self, table: AnyTable, losers: Sequence[Seat], reason: str) -> Outcome:
        """The outcome if the service ends the match: the losers' teams lose, the others win. Some reasons have no
        winners.
        """
        lost = {self.team(table.options, seat) for seat in losers}
        everyone = range(self.seats(table.options))
        winners = (
            () if reason in WITHOUT_WINNER else tuple(s for s in everyone if self.team(table.options, s) not in lost)
        )
        table.outcome = Outcome(winners, reason, self.scores(table))
        return table.outcome

    # What a seat knows

    def update_memory(self, memory: Any, event: SeenEvent) -> None:
        """Add one event, as the seat saw it, to its memory."""
        self.definition.update_memory(self, memory, event)

    def determinize(self, view: "View", seat: Seat, memory: Any, chance: Chance) -> AnyTable:
        """A possible world that fits the seat's view (open prompts included) and memory."""
        return self.definition.determinize(self, view, seat, memory, chance)

    # Codecs

    def decode_action(self, raw: bytes) -> Action:
        """Read an action. Raises MalformedAction with the place of the fault."""
        try:
            return cast(Action, self._action.decode(raw))
        except msgspec.DecodeError as error:
            raise MalformedAction(value_fault(error)) from error

    def decode_effects(self, raw: bytes) -> list[Effect]:
        """Read the effects of an event."""
        return cast(list[Effect], self._effects.decode(raw))

    def encode(self, table: AnyTable) -> bytes:
        """The whole table as bytes: the snapshot that `decode` reads. Equal tables have equal bytes."""
        table = self.definition.canonical_table(table)
        return msgspec.msgpack.encode((table.options, table.state, table.frames, table.outcome))

    def decode(self, raw: bytes, chance: Chance) -> AnyTable:
        options, state, frames, outcome = self._snapshot.decode(raw)
        return Table(self, options, state, chance, cast(list[Frame], frames), outcome)
