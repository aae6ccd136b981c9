"""10.9 Aことで、B: make all choices, then offer every replacement, then do everything or nothing."""

from typing import Any, NamedTuple, cast

from ..effects import RolledBack
from ..field import place_of
from ..identity import respoken
from ..modifiers import CURRENT
from ..replacement import (
    DONE,
    FAILED,
    ReplacementOffer,
    applicable,
    is_optional,
    tell_beneath,
)
from ..state import NOTHING, InvadersTable, Rule, Source
from ..text import clause_of
from . import vocabulary as v
from .objects import Object
from .operations import (
    ON_CARDS_INSIDE,
    PLAIN_INSIDE,
    destructible,
    give_leader,
    is_enough,
    leaders_meant,
    side,
)
from .selectors import (
    Choosing,
    candidates,
    left_in_hand,
    relabelled_objects,
    select_at_once,
)


class ComingEvent(NamedTuple):
    """An event that an operation is about to cause."""

    event: str
    seat: int
    target: int
    amount: int


class AllOrNothing(Rule):
    """`chosen`: one list for each operation so far. `event`, `asked`: the progress of offering replacements."""

    source: Source
    number: int
    chosen: list[list[Object]]
    event: int = 0
    asked: int = 0
    fails: bool = False

    def clone(self) -> "AllOrNothing":
        chosen = [things[:] for things in self.chosen]
        return AllOrNothing(self.source, self.number, chosen, self.event, self.asked, self.fails)

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)
        self.chosen = [relabelled_objects(things, new) for things in self.chosen]

    def proceed(self, table: InvadersTable) -> bool:
        operations = cast(v.By, clause_of(table, self.source, self.number)).operations
        while not self.fails and len(self.chosen) < len(operations):
            if self._begin_selection(table, operations):
                return False
        if not self.fails and self._ask_about_replacements(table, operations):
            return False
        done = not self.fails and self._carry_out(table, operations)
        if not done:
            table.tell(RolledBack(self.source.seat, self.source.card))
        table.end(self)
        tell_beneath(table, DONE if done else FAILED)
        return False

    # 1. Selections

    def _begin_selection(self, table: InvadersTable, operations: tuple[v.SimpleOperation, ...]) -> bool:
        """Whether a seat must choose."""
        operation = operations[len(self.chosen)]
        if not isinstance(operation, v.Selecting) or operation.select.pick == "leader":
            self.chosen.append([])
            return False
        things = select_at_once(table, self.source, operation.select)
        if things is not None:
            self.selected(table, things)
            return False
        earlier = [
            thing for done, things in zip(operations, self.chosen, strict=False) if _chose(done) for thing in things
        ]
        if self._is_short(table, operation.select, earlier):
            self.fails = True
            return False
        table.begin(Choosing(self.source, operation.number, [], earlier))
        return True

    def _is_short(self, table: InvadersTable, select: v.Selector, earlier: list[Object]) -> bool:
        """Whether there are too few to choose from. For a hand the filter is ignored."""
        if select.zone == "hand":
            number = left_in_hand(table, self.source, select, earlier)
        else:
            number = len(candidates(table, self.source, select, earlier))
        return number < (1 if select.up_to else select.count)

    def selected(self, table: Any, things: list[Object]) -> None:
        operations = cast(v.By, clause_of(table, self.source, self.number)).operations
        operation = cast(v.Selecting, operations[len(self.chosen)])
        self.chosen.append(things)
        self.fails = not is_enough(operation.select, things)

    # 2. Replacements

    def _ask_about_replacements(self, table: InvadersTable, operations: tuple[v.SimpleOperation, ...]) -> bool:
        """Whether a seat is asked now. A mandatory replacement makes the whole effect fail."""
        coming = [
            event
            for operation, things in zip(operations, self.chosen, strict=True)
            for event in _coming_events(table, self.source, operation, things)
        ]
        while self.event < len(coming):
            sources = applicable(table, *coming[self.event])
            if self.asked < len(sources):
                source = sources[self.asked]
                if is_optional(table, source):
                    self.asked += 1
                    table.begin(ReplacementOffer(source))
                    return True
                self.fails = True
                return False
            self.event, self.asked = self.event + 1, 0
        return False

    def accepted(self, table: Any, source: Source) -> None:
        self.fails = True

    # 3. Carrying out

    def _carry_out(self, table: InvadersTable, operations: tuple[v.SimpleOperation, ...]) -> bool:
        """If one operation is not done, everything is restored [R22]."""
        before, effects_before = table.state.clone(), len(table.effects)
        for operation, things in zip(operations, self.chosen, strict=True):
            if not _is_done(table, self.source, operation, things):
                table.state, table.derived = before, None
                del table.effects[effects_before:]
                return False
        return True


def _chose(operation: v.SimpleOperation) -> bool:
    return isinstance(operation, v.Selecting) and operation.select.pick == "choose"


def _coming_events(
    table: InvadersTable, source: Source, operation: v.SimpleOperation, things: list[Object]
) -> list[ComingEvent]:
    if isinstance(operation, v.Damage):
        amount = CURRENT.value(table, operation.amount, source)
        seats = leaders_meant(table, source, operation) if amount > 0 else []
        return [ComingEvent("leader_damage", seat, NOTHING, amount) for seat in seats]
    if isinstance(operation, v.Draw):
        seat, amount = side(source, operation.who), CURRENT.value(table, operation.amount, source)
        return [ComingEvent("draw", seat, NOTHING, amount)] if amount > 0 and table.state.seats[seat].deck else []
    if isinstance(operation, v.Destroy):
        targets = destructible(table, operation, things)
        return [ComingEvent("destroy", _controller(table, target), target, 0) for target in targets]
    return []


def _controller(table: InvadersTable, identity: int) -> int:
    place = place_of(table, identity)
    assert place is not None
    card = table.state.board[place]
    assert card is not None
    return card.seat


def _is_done(table: InvadersTable, source: Source, operation: v.SimpleOperation, things: list[Object]) -> bool:
    if not isinstance(operation, v.Selecting):
        return PLAIN_INSIDE[type(operation)](table, source, operation)
    if isinstance(operation, v.Give) and operation.select.pick == "leader":
        return give_leader(table, source, operation)
    return ON_CARDS_INSIDE[type(operation)](table, source, operation, things) == len(things)
