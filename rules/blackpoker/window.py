"""6.1, 6.4, 6.8 The chance: the seat that has it raises an action or passes."""

from rules.engine import Pass, Question, Seat, Unchanging

from .actions import PASS, Raise
from .effects import Passed
from .menus import raises
from .prompts import MainPrompt, RespondPrompt
from .raising import announce
from .resolving import resolve_top
from .state import GameTable, other


class Window(Unchanging, Question):
    """6.1 Asks the seat with the chance again and again. It is at the bottom of the stack, and all tables share it."""

    def proceed(self, table: GameTable) -> bool:
        """6.8 A seat without cards in hand passes automatically: every quick action needs a key card."""
        state = table.state
        assert state.chance is not None
        if state.stage and not state.sides[state.chance].hand:
            pass_chance(table, state.chance, auto=True)
            return False
        return True

    def asks(self, table: GameTable) -> tuple[Seat]:
        assert table.state.chance is not None
        return (table.state.chance,)

    def choices(self, table: GameTable, seat: Seat) -> list[Raise | Pass]:
        """6.1 With an empty stage, every action of the list but no pass (R9); otherwise quick actions or a pass."""
        menus, format_ = table.cards.menus, table.options.format
        if table.state.stage:
            return [PASS, *raises(table, seat, menus[f"{format_}.quick"])]
        return [*raises(table, seat, menus[f"{format_}.main"])]

    def answer(self, table: GameTable, seat: Seat, action: Raise | Pass) -> None:
        if isinstance(action, Raise):
            announce(table, seat, action.action, action.keys)
        else:
            pass_chance(table, seat, auto=False)

    def prompt(self, table: GameTable, seat: Seat) -> MainPrompt | RespondPrompt:
        stage = table.state.stage
        return RespondPrompt(seat, stage[-1].id) if stage else MainPrompt(seat)


def pass_chance(table: GameTable, seat: Seat, auto: bool) -> None:
    """6.4 The second consecutive pass resolves the top request. The first one gives the chance to the opponent."""
    state = table.state
    table.tell(Passed(seat, auto))
    if state.passes == 1:
        resolve_top(table)
    else:
        state.passes = 1
        state.chance = other(seat)
