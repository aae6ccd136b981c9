"""10.7 How the effects of a text are combined, and which frame carries out each."""

from typing import Any, cast

from msgspec import UNSET

from ..actions import ACCEPT, PASS, Choose
from ..effects import Rolled
from ..ending import check_end
from ..identity import respoken
from ..modifiers import CURRENT
from ..prompts import ChoosePrompt, MayPrompt
from ..replacement import (
    DONE,
    FAILED,
    REPLACED,
    Drawing,
    LeaderDamage,
    destroy,
    tell_beneath,
)
from ..state import Ask, InvadersTable, Rule, Source
from ..text import clause_of
from . import vocabulary as v
from .all_or_nothing import AllOrNothing
from .browsing import begin_browsing
from .objects import Object
from .operations import (
    ON_CARDS,
    PLAIN,
    destructible,
    give_leader,
    is_enough,
    leaders_meant,
    side,
)
from .performing import PERFORMERS, perform
from .playing import begin_placing
from .selectors import Choosing, relabelled_objects, select_at_once

DIE = 6


# Connectives


class Sequence(Rule):
    """`then`, `if_done`, `and`: one part after another."""

    source: Source
    number: int
    at: int = 0
    all_done: bool = True

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)

    def heard(self, table: Any, result: str) -> None:
        self.at += 1
        self.all_done &= result == DONE

    def proceed(self, table: InvadersTable) -> bool:
        clause = cast(v.Then | v.IfDone | v.And, clause_of(table, self.source, self.number))
        parts = _parts(clause)
        if self.at and not isinstance(clause, v.And):
            check_end(table)
        if self.at == len(parts) or (self.at and isinstance(clause, v.IfDone) and not self.all_done):
            table.end(self)
            tell_beneath(table, DONE if self.all_done else FAILED)
        else:
            perform(table, self.source, parts[self.at])
        return False


def _parts(clause: v.Then | v.IfDone | v.And) -> tuple[v.Effect, ...]:
    if isinstance(clause, v.And):
        return clause.and_
    return clause.then if isinstance(clause, v.Then) else clause.if_done


def _begin_sequence(table: InvadersTable, source: Source, clause: v.Clause) -> None:
    table.begin(Sequence(source, clause.number))


class MayQuestion(Ask):
    """10.7 してもよい: the seat may decline the effect."""

    source: Source
    number: int

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (self.source.seat,)

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        return [ACCEPT, PASS]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.end(self)
        clause = cast(v.May, clause_of(table, self.source, self.number))
        if action == ACCEPT:
            perform(table, self.source, clause.may)
        else:
            tell_beneath(table, FAILED)

    def prompt(self, table: InvadersTable, seat: int) -> MayPrompt:
        return MayPrompt(seat, self.source.card, self.source.ability, self.source.part)


class ModeQuestion(Ask):
    """10.7 1つを選ぶ: the seat chooses one of the effects."""

    source: Source
    number: int

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (self.source.seat,)

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        return [Choose(option=i) for i in range(len(self._clause(table).choose_one))]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.end(self)
        perform(table, self.source, self._clause(table).choose_one[action.option].do)

    def prompt(self, table: InvadersTable, seat: int) -> ChoosePrompt:
        source = self.source
        return ChoosePrompt(seat, source.card, source.ability, source.part, "choose_one", 1)

    def _clause(self, table: InvadersTable) -> v.ChooseOne:
        return cast(v.ChooseOne, clause_of(table, self.source, self.number))


def _test(table: InvadersTable, source: Source, clause: v.If) -> None:
    """なら: the condition is tested now."""
    if CURRENT.holds(table, clause.if_, source):
        perform(table, source, clause.do)
    elif clause.else_ is not UNSET:
        perform(table, source, clause.else_)
    else:
        tell_beneath(table, FAILED)


def _roll(table: InvadersTable, source: Source, clause: v.Roll) -> None:
    """The first case that the die doesn't exceed."""
    result = table.chance.roll(DIE)
    table.tell(Rolled(source.seat, DIE, result))
    for case in clause.cases:
        if result <= case.max:
            perform(table, source, case.do)
            return
    tell_beneath(table, FAILED)


# Operations


def _do_at_once(table: InvadersTable, source: Source, operation: v.Operation) -> None:
    done = PLAIN[type(operation)](table, source, operation)
    tell_beneath(table, DONE if done else FAILED)


class Operating(Rule):
    """An operation on cards that are being chosen."""

    source: Source
    number: int
    things: list[Object]

    def clone(self) -> "Operating":
        return Operating(self.source, self.number, self.things[:])

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)
        self.things = relabelled_objects(self.things, new)

    def selected(self, table: Any, things: list[Object]) -> None:
        self.things = things

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        operation = clause_of(table, self.source, self.number)
        assert isinstance(operation, v.Selecting)
        _operate(table, self.source, operation, self.things)
        return False


def _select(table: InvadersTable, source: Source, operation: v.Selecting) -> None:
    if isinstance(operation, v.Give) and operation.select.pick == "leader":
        tell_beneath(table, DONE if give_leader(table, source, operation) else FAILED)
        return
    things = select_at_once(table, source, operation.select)
    if things is None:
        table.begin(Choosing(source, operation.number, [], []), Operating(source, operation.number, []))
    else:
        _operate(table, source, operation, things)


def _operate(table: InvadersTable, source: Source, operation: v.Selecting, things: list[Object]) -> None:
    enough = is_enough(operation.select, things)
    if isinstance(operation, v.Destroy):
        _destroy(table, operation, things, enough)
    elif isinstance(operation, v.Play | v.Move):
        begin_placing(table, source, operation, things, enough)
    else:
        affected = ON_CARDS[type(operation)](table, source, operation, things)
        tell_beneath(table, DONE if enough and affected == len(things) else FAILED)


def _destroy(table: InvadersTable, operation: v.Destroy, things: list[Object], enough: bool) -> None:
    targets = destructible(table, operation, things)
    result = DONE if enough and len(targets) == len(things) else FAILED
    if targets:
        destroy(table, targets, "effect", result)
    else:
        tell_beneath(table, FAILED)


class Damaging(Rule):
    """Leaders are damaged one after another. If the first is spared, the second still takes damage [R33]."""

    source: Source
    amount: int
    left: list[int]
    replaced: bool = False

    def clone(self) -> "Damaging":
        return Damaging(self.source, self.amount, self.left[:], self.replaced)

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)

    def heard(self, table: Any, result: str) -> None:
        self.replaced |= result == REPLACED

    def proceed(self, table: InvadersTable) -> bool:
        if not self.left:
            table.end(self)
            tell_beneath(table, REPLACED if self.replaced else DONE)
            return False
        seat = self.left.pop(0)
        table.begin(LeaderDamage(seat, self.amount, "effect", seat == self.source.seat))
        return False


def _damage(table: InvadersTable, source: Source, operation: v.Damage) -> None:
    amount = CURRENT.value(table, operation.amount, source)
    if amount > 0:
        table.begin(Damaging(source, amount, leaders_meant(table, source, operation)))
    else:
        tell_beneath(table, FAILED)


def _draw(table: InvadersTable, source: Source, operation: v.Draw) -> None:
    """With an empty deck nothing is drawn, and nothing replaced."""
    seat, amount = side(source, operation.who), CURRENT.value(table, operation.amount, source)
    if amount > 0 and table.state.seats[seat].deck:
        table.begin(Drawing(seat, amount))
    else:
        tell_beneath(table, FAILED)


PERFORMERS.update({
    v.Then: _begin_sequence,
    v.IfDone: _begin_sequence,
    v.And: _begin_sequence,
    v.May: lambda table, source, clause: table.begin(MayQuestion(source, clause.number)),
    v.ChooseOne: lambda table, source, clause: table.begin(ModeQuestion(source, clause.number)),
    v.By: lambda table, source, clause: table.begin(AllOrNothing(source, clause.number, [])),
    v.If: _test,
    v.Roll: _roll,
    v.Damage: _damage,
    v.Draw: _draw,
    v.Browse: begin_browsing,
    **dict.fromkeys(PLAIN, _do_at_once),
    **dict.fromkeys((*ON_CARDS, v.Destroy, v.Play, v.Move), _select),
})  # fmt: skip
