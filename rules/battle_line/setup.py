"""4 Setup of the match and of each round. Rounds are played one after another (10.5)."""

from bisect import insort
from collections.abc import Sequence
from typing import Any

from rules.engine import Deck, Picked, Seat, Shuffled, Unchanging

from .battlefield import BattleLineTable, other, take_stock
from .cards import Cards
from .effects import Dealt, RoundStarted
from .ending import end_match
from .options import SEATS
from .state import Flag, State
from .turn import begin_turn


def new_state(cards: Cards, options: Any, decks: Sequence[Deck]) -> State:
    """An empty table without cards or flags."""
    return State(
        turn=0,
        first_seat=0,
        active_seat=0,
        round=0,
        flags=[],
        hands=[],
        troop_deck=[],
        tactics_deck=[],
        guile=[],
        removed=[],
        tactics_played=[],
        leader_played=[],
        played=None,
        idle_turns=0,
        points=[0, 0],
        rounds_won=[0, 0],
        results=[],
        unseen=0,
        unclaimed=0,
        open_slots=[],
        leading=[],
    )


def set_up(table: BattleLineTable, decks: Sequence[Deck]) -> None:
    """4.1 Create the table. The rounds do the rest."""
    table.begin(Rounds())


class Rounds(Unchanging):
    """10.5 All rounds are played, whatever the score (R23). This frame is the same on all tables, at the bottom of the
    stack.
    """

    def proceed(self, table: BattleLineTable) -> bool:
        if table.state.round == table.options.rounds:
            end_match(table)
        start_round(table, first_player(table))
        return False


def first_player(table: BattleLineTable) -> Seat:
    """The first seat of a round: by lot in round 1 (R1), then the last winner; after a draw, the other seat (R22)."""
    if not table.state.results:
        dealer = table.chance.below(SEATS)
        table.tell(Picked("dealer", SEATS, dealer))
        return other(dealer)

    last = table.state.results[-1]
    return other(last.first_seat) if last.winner is None else last.winner


def clear_table(state: State, cards: Cards) -> None:
    """10.5 Collect all cards and set up nine flags between the players."""
    state.turn = 0
    state.flags = [Flag(cards.formation_size) for _ in range(cards.flags)]
    state.hands = [[], []]
    state.troop_deck = []
    state.tactics_deck = []
    state.guile = [[], []]
    state.removed = []
    state.tactics_played = [0, 0]
    state.leader_played = [False, False]
    state.idle_turns = 0
    take_stock(state, cards)


def start_round(table: BattleLineTable, first: Seat) -> None:
    """4.2 - 4.6 Shuffle the decks, deal the hands and start the first player's turn."""
    state, cards = table.state, table.cards
    clear_table(state, cards)
    state.round += 1
    state.first_seat = first
    table.tell(RoundStarted(state.round, first))

    state.troop_deck = _shuffled(table, "troop_deck", tuple(cards.troops))
    if table.options.tactics:
        state.tactics_deck = _shuffled(table, "tactics_deck", cards.tactics)
    _deal(table, first)
    begin_turn(table, first)


def _shuffled(table: BattleLineTable, zone: str, cards: tuple[str, ...]) -> list[str]:
    order = table.chance.shuffle(cards)
    table.tell(Shuffled(None, zone, tuple(order)))
    return order


def _deal(table: BattleLineTable, first: Seat) -> None:
    """4.4 Deal from the top of the troop deck, one card at a time, first player first."""
    state = table.state
    seats = (first, other(first))
    for _ in range(table.cards.hand_size):
        for seat in seats:
            insort(state.hands[seat], state.troop_deck.pop(0))
    for seat in seats:
        table.tell(Dealt(seat, len(state.hands[seat]), tuple(state.hands[seat])))
