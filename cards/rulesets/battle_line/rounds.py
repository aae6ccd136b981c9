"""4.1, 10.5 The rounds of a match, one after another."""

from cards.engine import Picked, Seat, Unchanging
from cards.rulesets.battle_line.battlefield import BattleLineTable, other
from cards.rulesets.battle_line.decks import SEATS
from cards.rulesets.battle_line.ending import end_match
from cards.rulesets.battle_line.setup import start_round


class Rounds(Unchanging):
    """10.5 All rounds are played, whatever the score (R23); it lies under everything else, alike on all tables."""

    def proceed(self, table: BattleLineTable) -> bool:
        if table.state.round == table.options.rounds:
            end_match(table)
        start_round(table, first_player(table))
        return False


def first_player(table: BattleLineTable) -> Seat:
    """The lot decides in round 1 (R1), then the last winner starts, and after a drawn round the other one (R22)."""
    if not table.state.results:
        dealer = table.chance.below(SEATS)
        table.tell(Picked("dealer", SEATS, dealer))
        return other(dealer)

    last = table.state.results[-1]
    return other(last.first_seat) if last.winner is None else last.winner
