"""6. Turn: draw phase, main phase, end phase."""

from bisect import insort
from collections.abc import Callable
from typing import Any

from rules.engine import Action, Drew, Prompt, Question, Seat, TurnStarted, Unchanging

from .actions import END_TURN, Attack, EndTurn, March, Settle, UseSupport
from .alliance import side_of
from .battlefield import advance, heal, ready
from .combat import attack_choices, declare_attack
from .diversion import divert, is_routed
from .effects import TurnEnded
from .ending import armistice
from .kingdom import settle, settle_choices
from .march import march, march_choices
from .prompts import ForcedSettlementPrompt, MainPrompt
from .state import InvictusTable
from .supports import support_choices, use_support

CROWDED_HAND = 6
"""6.3.1 With this many cards in hand, a soldier must settle."""


class Turns(Unchanging):
    """6 Turns follow each other in order until the game ends."""

    def proceed(self, table: InvictusTable) -> bool:
        state = table.state
        if state.turn > 0:
            _clear_turn(table)
        seat = state.order[state.turn % len(state.order)]
        if seat == state.order[0] and not state.realms[seat].deck:
            armistice(table)  # 6.1.1 The turn does not take place.
        _start_turn(table, seat)
        table.begin(MainPhase(seat))
        return False


def _clear_turn(table: InvictusTable) -> None:
    """6.3.2 Remove damage, bonuses and the flags of the turn."""
    state = table.state
    table.tell(TurnEnded(state.active, state.turn))
    heal(table)
    state.attacked = state.marched = state.settled = False
    state.boost, state.charge, state.unbound = 0, 0, False


def _start_turn(table: InvictusTable, seat: Seat) -> None:
    """6.1.2 ドローフェイズ: draw a card, ready the side's cards, and move cards up to the front row."""
    state = table.state
    state.turn += 1
    state.phase = "main"
    state.active, state.reaction = seat, state.order[state.turn % len(state.order)]
    table.tell(TurnStarted(seat, state.turn))

    _draw(table, seat)
    ready(table, side_of(seat))
    advance(table, side_of(seat))


def _draw(table: InvictusTable, seat: Seat) -> None:
    realm = table.state.realms[seat]
    if not realm.deck:
        return  # R20
    card = realm.deck.pop(0)
    insort(realm.hand, card)
    table.tell(Drew(seat, 1, (card,)))


class MainPhase(Unchanging, Question):
    """6.2 メインフェイズ. If an attack or support has emptied the enemy battlefield, a diversion comes first."""

    seat: Seat

    def proceed(self, table: InvictusTable) -> bool:
        if is_routed(table):
            divert(table, self.seat)
            return False
        return True

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return MainPrompt(seat)

    def choices(self, table: InvictusTable, seat: Seat) -> list[Action]:
        return [
            *attack_choices(table, seat),
            *march_choices(table, seat),
            *([] if table.state.settled else settle_choices(table, seat)),
            *support_choices(table, seat, "main"),
            END_TURN,
        ]

    def answer(self, table: InvictusTable, seat: Seat, action: Action) -> None:
        if isinstance(action, EndTurn):
            table.end(self)
            table.state.phase = "end"
            table.begin(ForcedSettlement(seat))
        else:
            MAIN_DEEDS[type(action)](table, seat, action)


MAIN_DEEDS: dict[type[Action], Callable[[InvictusTable, Seat, Any], None]] = {
    Attack: declare_attack,
    March: march,
    Settle: settle,
    UseSupport: use_support,
}


class ForcedSettlement(Unchanging, Question):
    """6.3.1 エンドフェイズ. A seat with six cards or more that settled no soldier this turn must settle one (R1)."""

    seat: Seat

    def proceed(self, table: InvictusTable) -> bool:
        state = table.state
        wanted = not state.settled and len(state.realms[self.seat].hand) >= CROWDED_HAND
        if not wanted:
            table.end(self)
        return wanted

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return ForcedSettlementPrompt(seat)

    def choices(self, table: InvictusTable, seat: Seat) -> list[Settle]:
        return settle_choices(table, seat)

    def answer(self, table: InvictusTable, seat: Seat, action: Settle) -> None:
        settle(table, seat, action)
