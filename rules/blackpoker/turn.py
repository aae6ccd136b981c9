"""8.15, 8.16 The turn: End, Charge, Draw."""

from rules.engine import Question, Seat, TurnStarted

from .actions import DRAW_CHOICES, Discard, DrawMore, DrawStop
from .characters import characters_of, charge
from .effects import TurnEnded
from .prompts import DiscardToLimitPrompt, DrawMorePrompt
from .resolving import ask
from .stage import being_resolved
from .state import GameTable, Request, Used, other
from .zones import discard, distinct, draw

HAND_LIMIT = 7


def end(table: GameTable, request: Request) -> None:
    """8.15 (1) Discard down to 7 cards; (2) the turn passes. Charge and Draw follow."""
    if len(table.state.sides[request.seat].hand) > HAND_LIMIT:
        ask(table, DiscardingToLimit())
    else:
        pass_turn(table)


class DiscardingToLimit(Question):
    """8.15 (1) While TP has more than 7 cards in hand, they discard one."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (table.state.turn_player,)

    def choices(self, table: GameTable, seat: Seat) -> list[Discard]:
        return [Discard(card) for card in distinct(table.state.sides[seat].hand)]

    def answer(self, table: GameTable, seat: Seat, action: Discard) -> None:
        discard(table, seat, action.card, "limit")
        if len(table.state.sides[seat].hand) <= HAND_LIMIT:
            table.end(self)
            pass_turn(table)

    def prompt(self, table: GameTable, seat: Seat) -> DiscardToLimitPrompt:
        remaining = len(table.state.sides[seat].hand) - HAND_LIMIT
        return DiscardToLimitPrompt(seat, being_resolved(table).id, remaining)


def pass_turn(table: GameTable) -> None:
    """8.15 (2) All bonuses end, the turn passes to the other seat, and the once-a-turn marks are cleared."""
    state = table.state
    table.tell(TurnEnded(state.turn_player, state.turn))
    for side in state.sides:
        for character in characters_of(side):
            character.bonus = 0
            character.fresh = [False] * len(character.cards)
    state.used = Used()
    state.turn_player = other(state.turn_player)
    state.turn += 1
    table.tell(TurnStarted(state.turn_player, state.turn))


def charge_all(table: GameTable, request: Request) -> None:
    """8.15 Charge all characters of the new TP."""
    charge(table, characters_of(table.state.sides[request.seat]))


def draw_step(table: GameTable, request: Request) -> None:
    """8.16 TP draws 1 card, then may draw another if their deck is not empty."""
    draw(table, request.seat, 1)
    if table.state.sides[request.seat].deck:
        ask(table, DrawingMore())


class DrawingMore(Question):
    """8.16 The second card is optional."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[DrawMore | DrawStop]:
        return list(DRAW_CHOICES)

    def answer(self, table: GameTable, seat: Seat, action: DrawMore | DrawStop) -> None:
        table.end(self)
        if isinstance(action, DrawMore):
            draw(table, seat, 1)

    def prompt(self, table: GameTable, seat: Seat) -> DrawMorePrompt:
        return DrawMorePrompt(seat, being_resolved(table).id)
