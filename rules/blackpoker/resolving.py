"""7. Resolving a request."""

from rules.engine import Frame

from .effects import Fizzled, HadNoEffect, ResolutionStarted, Resolved
from .ending import check_decks
from .stage import being_resolved, discard_keys, new_request, put_on_stage
from .state import GameTable, Request
from .targets import has_lost_target
from .triggers import carry_out_triggers


class Settling(Frame):
    """7.1 (c)–(h) What follows the effect of a request."""

    def proceed(self, table: GameTable) -> bool:
        table.end(self)
        state, request = table.state, being_resolved(table)
        is_immediate = state.raising is request
        state.resolving = None
        if is_immediate:
            state.raising = None
        else:
            state.stage.pop()
        settle(table, request)
        if not is_immediate:
            state.passes = 0
            state.chance = state.turn_player
        return False


def resolve_top(table: GameTable) -> None:
    """6.4 After two consecutive passes, neither seat has the chance while the top request is resolved."""
    state = table.state
    state.passes = 0
    state.chance = None
    request = state.stage[-1]
    table.tell(ResolutionStarted(request.id, request.action))
    resolve(table, request)


def resolve(table: GameTable, request: Request) -> None:
    """7.1 (a), (b) Check the target and carry out the effect. Frames of the effect go on top of `Settling`."""
    table.begin(Settling())
    if has_lost_target(table, request):
        table.tell(Fizzled(request.id, request.action))
    else:
        table.cards.actions[request.action].effect(table, request)


def settle(table: GameTable, request: Request) -> None:
    """7.1 (d)–(g) Key cards, win check, triggers, and the action that this one raises in turn."""
    table.tell(Resolved(request.id, request.action))
    discard_keys(table, request)
    check_decks(table)
    carry_out_triggers(table)
    then = table.cards.actions[request.action].then
    if then is not None:
        raise_by_rule(table, then)


def raise_by_rule(table: GameTable, action: str) -> None:
    """6.6 Raised without an implied pass. The seat of the request is the current TP."""
    request = new_request(table, table.state.turn_player, action, (), "rule")
    definition = table.cards.actions[action]
    if definition.is_immediate:
        definition.effect(table, request)
        settle(table, request)
    else:
        put_on_stage(table, request)


def ask(table: GameTable, question: Frame) -> None:
    """11.5 The effect waits for a choice."""
    table.state.resolving = being_resolved(table).id
    table.begin(question)


def do_nothing(table: GameTable, request: Request) -> None:
    """9.4 Every case in which section 8 says that nothing happens."""
    table.tell(HadNoEffect(request.id, request.action))
