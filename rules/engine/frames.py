"""The table of a game, and its unfinished rules as a stack of frames.

A frame is one unfinished rule. It has the rulebook's name for it and holds only its own fields. Only the top frame is
active. `proceed` runs until it needs an answer; a frame that returns True waits for one.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.engine.chance import Chance
from rules.engine.errors import IllegalAction, NotAsked
from rules.engine.messages import Action, Effect, MatchEnded, Outcome, Prompt, Seat, rule_number, snake_case

if TYPE_CHECKING:
    from rules.engine.ruleset import Ruleset


class GameState(Struct, array_like=True):
    """The things on the table: numbers, strings, lists, dicts and Structs; never the same object in two places.

    Snapshots omit the names of its fields (`array_like`), and the field names of things that no view or message shows.
    """

    turn: int

    def clone(self) -> Self:
        """An equal state that shares nothing mutable with this one."""
        raise NotImplementedError


S = TypeVar("S", bound=GameState)
C = TypeVar("C")


class Frame(Struct, eq=False, tag_field="kind", tag=snake_case):
    """An unfinished rule."""

    def proceed(self, table: "Table[Any, Any]") -> bool:
        """Run until someone must decide. True: this frame waits for an answer. Called only while on top."""
        raise NotImplementedError

    def clone(self) -> Self:
        """A copy of this frame. Frames that hold lists override this."""
        return replace(self)


class Unchanging(Frame):
    """An unfinished rule that never changes after it begins, so tables can share it."""

    def clone(self) -> Self:
        return self


class Question(Frame):
    """A frame that asks: which seats it asks, what they may answer, and what an answer does."""

    def proceed(self, table: "Table[Any, Any]") -> bool:
        """A window that public facts have made pointless overrides this, ends itself and returns False."""
        return True

    def asks(self, table: "Table[Any, Any]") -> Sequence[Seat]:
        """The seats to act, ascending. More than one means simultaneous decisions."""
        return (self.seat,)  # type: ignore[attr-defined]

    def choices(self, table: "Table[Any, Any]", seat: Seat) -> list[Any]:
        """Everything that a seat to act may answer: finite, not empty, no duplicates."""
        raise NotImplementedError

    def answer(self, table: "Table[Any, Any]", seat: Seat, action: Any) -> None:
        """Carry out one of `choices`, without checking it again."""
        raise NotImplementedError

    def prompt(self, table: "Table[Any, Any]", seat: Seat) -> Prompt:
        raise NotImplementedError


class _MatchOver(Exception):
    """Leaves the rules immediately when the match has ended. It never leaves this module."""


class Table(Generic[S, C]):
    """A running game: rules, cards, state, unfinished rules and source of chance."""

    __slots__ = ("cards", "chance", "derived", "effects", "frames", "options", "outcome", "rules", "state")

    def __init__(
        self,
        rules: "Ruleset",
        options: Any,
        state: S,
        chance: Chance,
        frames: list[Frame] | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        self.rules = rules
        self.cards: C = rules.cards
        self.options = options
        self.state = state
        self.chance = chance
        self.frames: list[Frame] = [] if frames is None else frames
        self.outcome = outcome
        self.effects: list[Effect] = []
        self.derived: Any = None
        """What a ruleset has worked out from the state. It is never encoded, and has a method `clone(state)`, which
        returns the same for a copy of the state."""

    def begin(self, *frames: Frame) -> None:
        """Put unfinished rules on the stack in the order of play: the first one becomes active first."""
        self.frames.extend(frames[::-1])

    def end(self, frame: Frame) -> None:
        """End the rule on top."""
        if self.frames.pop() is not frame:
            raise AssertionError(f"{frame!r} ended while it was not on top")

    def tell(self, effect: Effect) -> None:
        self.effects.append(effect)

    def finish(self, outcome: Outcome) -> NoReturn:
        """End the match: nothing after this call is carried out, and no frame continues."""
        self.outcome = outcome
        self.frames.clear()
        self.effects.append(MatchEnded(outcome.winners, outcome.reason, outcome.scores))
        raise _MatchOver

    def clone(self, chance: Chance) -> "Table[S, C]":
        """A copy of the game that shares nothing mutable, with a different source of chance."""
        frames = [frame.clone() for frame in self.frames]
        table: Table[S, C] = Table(self.rules, self.options, self.state.clone(), chance, frames, self.outcome)
        if self.derived is not None:
            table.derived = self.derived.clone(table.state)
        return table


def seats_to_act(table: Table[Any, Any]) -> Sequence[Seat]:
    """The seats that must decide now, ascending; empty when the match is over."""
    if table.outcome is not None or not table.frames:
        return ()
    return table.frames[-1].asks(table)  # type: ignore[attr-defined, no-any-return]


def prompts(table: Table[Any, Any]) -> list[Prompt]:
    """The open prompts by seat; empty when the match is over."""
    return [table.frames[-1].prompt(table, seat) for seat in seats_to_act(table)]  # type: ignore[attr-defined]


def legal_actions(table: Table[Any, Any], seat: Seat) -> list[Any]:
    """Every action that the seat may send now; empty without a prompt."""
    if table.outcome is not None or not table.frames:
        return []
    question: Any = table.frames[-1]
    return question.choices(table, seat) if seat in question.asks(table) else []


def act(table: Table[Any, Any], seat: Seat, action: Action) -> list[Effect]:
    """Check and carry out a seat's action. Returns its effects, in order.

    Raises NotAsked or IllegalAction; the table is untouched then.
    """
    if seat not in seats_to_act(table):
        raise NotAsked("seat_not_asked", seat=seat)
    question = table.frames[-1]
    choices = question.choices(table, seat)  # type: ignore[attr-defined]
    if action not in choices:
        raise IllegalAction("not_among_legal", rule=_refusing_rule(question, choices, action))
    return apply(table, seat, action)


def _refusing_rule(question: Frame, choices: Sequence[Action], action: Action) -> str | None:
    """The rule that refuses an action: its own if similar actions are legal now, otherwise that of the prompt."""
    kinds: list[type] = [type(question), type(action)]
    if any(type(choice) is type(action) for choice in choices):
        kinds.reverse()
    return next((number for kind in kinds if (number := rule_number(kind)) is not None), None)


def apply(table: Table[Any, Any], seat: Seat, action: Action) -> list[Effect]:
    """Carry out an action from `legal_actions` without checking it. Returns its effects, in order."""
    table.effects = []
    try:
        table.frames[-1].answer(table, seat, action)  # type: ignore[attr-defined]
        _proceed(table)
    except _MatchOver:
        pass
    return table.effects


def begin_match(table: Table[Any, Any]) -> list[Effect]:
    """Run the first frames of a new game until someone must decide. Returns the effects."""
    try:
        _proceed(table)
    except _MatchOver:
        pass
    return table.effects


def _proceed(table: Table[Any, Any]) -> None:
    frames = table.frames
    while not frames[-1].proceed(table):
        pass
