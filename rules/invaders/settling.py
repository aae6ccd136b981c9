"""10.3 Settling: waiting effects are resolved one after another until none is left."""

from typing import Any

from .actions import Resolve
from .effects import EffectStarted
from .ending import check_end
from .field import field_of, place_of
from .modifiers import cannot
from .places import EMERGENCY, PLACES, ZONES
from .prompts import OrderPrompt
from .replacement import MOST_STEPS, count_step, destroy
from .script.operations import place_countdown
from .script.performing import perform
from .state import Ask, FieldCard, InvadersTable, Source
from .text import part_of
from .verbs import bury

RESOLVE = tuple(Resolve(index) for index in range(64))


def settle(table: InvadersTable) -> None:
    """10.3 Settle. If nothing waits or is on its way to a grave, only the check for an end is left to do.

    An emergency that was turned up has an effect that waits (9.3).
    """
    state = table.state
    if state.waiting or state.destroyed or state.resolving or _counted_down(table):
        table.begin(Settling())
        return
    check_end(table)
    state.steps = 0


def settle_after_next(table: InvadersTable) -> None:
    """10.3 Settle when the rule that begins next has ended."""
    table.begin(Settling())


class Settling(Ask):
    """10.3 `stage`: first the check (countdowns, then win and loss), then the next waiting effect."""

    stage: str = "begin"

    def proceed(self, table: InvadersTable) -> bool:
        state = table.state
        if self.stage == "begin":
            state.steps, self.stage = 0, "check"
        if self.stage == "check":
            self.stage = "strike"
            if targets := _counted_down(table):
                destroy(table, targets, "countdown")
                return False
        if self.stage == "strike":
            check_end(table)
            self.stage = "wait"
        if not state.waiting:
            clear_away(table)
            if not state.waiting:
                state.steps = 0
                table.end(self)
                return False
        mine = self._mine(table)
        if len(mine) > 1 and state.steps < MOST_STEPS:
            return True
        self._resolve(table, mine[0])
        return False

    def _mine(self, table: InvadersTable) -> list[int]:
        """The waiting effects that may be resolved now: the turn player's come before the other seat's [R25]."""
        waiting, first = table.state.waiting, table.state.turn_player
        mine = [i for i, source in enumerate(waiting) if source.seat == first]
        return mine or list(range(len(waiting)))

    def _resolve(self, table: InvadersTable, index: int) -> None:
        """10.4 Resolve one waiting effect."""
        count_step(table)
        self.stage = "check"
        source = table.state.waiting.pop(index)
        table.tell(EffectStarted(source.seat, source.card, source.ability, source.part))
        if source.ability == "countdown":
            place_countdown(table, source.this, 1)
        elif source.ability == "undeclared_war":
            _end_undeclared_war(table, source)
        else:
            perform(table, source, part_of(table, source))

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (table.state.waiting[self._mine(table)[0]].seat,)

    def choices(self, table: InvadersTable, seat: int) -> list[Resolve]:
        return [RESOLVE[i] if i < len(RESOLVE) else Resolve(i) for i in self._mine(table)]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        self._resolve(table, action.index)

    def prompt(self, table: InvadersTable, seat: int) -> OrderPrompt:
        return OrderPrompt(seat)


def _counted_down(table: InvadersTable) -> list[int]:
    """9.7 Situations that have all chips of their countdown and can be destroyed."""
    places = field_of(table).able["count_down"]
    if not places:
        return []
    board: list[Any] = table.state.board
    return [
        board[place].id
        for place in places
        if ZONES[place] == "situations"
        and _has_all_chips(table, board[place])
        and not cannot(table, place, board[place], "be_destroyed")
    ]


def _has_all_chips(table: InvadersTable, card: FieldCard) -> bool:
    full = table.cards.by_slug[card.card].full_countdown
    return full is not None and card.countdown >= full


def _end_undeclared_war(table: InvadersTable, source: Source) -> None:
    """9.5 Destroy the unit that waged an undeclared war."""
    place = place_of(table, source.this)
    card = None if place is None else table.state.board[place]
    if place is not None and card is not None and not cannot(table, place, card, "be_destroyed"):
        destroy(table, [source.this], "undeclared_war")


def clear_away(table: InvadersTable) -> None:
    """10.3 Destroyed cards, used events and face-up emergencies go to their graves before anything else happens."""
    state = table.state
    while state.destroyed:
        gone = state.destroyed.pop(0)
        bury(table, gone.seat, gone.card, "destroyed", by_effect=gone.cause != "battle")
    while state.resolving:
        used = state.resolving.pop(0)
        bury(table, used.seat, used.card, "resolving", by_effect=False)
    for place in EMERGENCY:
        card = state.board[place]
        if card is not None and card.face_up:
            field_of(table).take(place)
            bury(table, card.seat, card.card, PLACES[place], by_effect=False)
