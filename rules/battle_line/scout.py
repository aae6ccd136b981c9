"""9.6 The Scout's steps: draw three cards one at a time, then return two."""

from rules.engine import Question, Seat

from .actions import ScoutDraw, ScoutReturn
from .battlefield import BattleLineTable
from .drawing import draw, put_back
from .plays import SCOUT_DRAWS
from .prompts import ScoutDrawPrompt, ScoutReturnPrompt

SCOUT = "scout"


def can_scout(table: BattleLineTable) -> bool:
    """R18 At least one card is left to draw."""
    return bool(table.state.troop_deck or table.state.tactics_deck)


class ScoutDraws(Question):
    """9.6, R18 Each deck is chosen after seeing the previous cards. If both decks run out, fewer cards are drawn."""

    seat: Seat
    drawn: int = 0

    def proceed(self, table: BattleLineTable) -> bool:
        state = table.state
        if not self._remaining(table):
            table.end(self)
            table.begin(ScoutReturns(self.seat, self.drawn))
            return False
        if state.troop_deck and state.tactics_deck:
            return True
        self.drawn += 1
        draw(table, self.seat, "troop" if state.troop_deck else "tactics")
        return False

    def prompt(self, table: BattleLineTable, seat: Seat) -> ScoutDrawPrompt:
        return ScoutDrawPrompt(seat, self._remaining(table))

    def choices(self, table: BattleLineTable, seat: Seat) -> list[ScoutDraw]:
        return list(SCOUT_DRAWS)

    def answer(self, table: BattleLineTable, seat: Seat, action: ScoutDraw) -> None:
        self.drawn += 1
        draw(table, seat, action.deck)

    def _remaining(self, table: BattleLineTable) -> int:
        left = len(table.state.troop_deck) + len(table.state.tactics_deck)
        return min(table.cards.scout_draws - self.drawn, left)


class ScoutReturns(Question):
    """9.6, R19 Return any two cards of the hand, new or old, or the only one."""

    seat: Seat
    drawn: int
    returned: int = 0

    def proceed(self, table: BattleLineTable) -> bool:
        if self._remaining(table):
            return True
        table.end(self)
        return False

    def prompt(self, table: BattleLineTable, seat: Seat) -> ScoutReturnPrompt:
        return ScoutReturnPrompt(seat, self._remaining(table))

    def choices(self, table: BattleLineTable, seat: Seat) -> list[ScoutReturn]:
        return [ScoutReturn(card) for card in table.state.hands[seat]]

    def answer(self, table: BattleLineTable, seat: Seat, action: ScoutReturn) -> None:
        self.returned += 1
        put_back(table, seat, action.card)

    def _remaining(self, table: BattleLineTable) -> int:
        return min(table.cards.scout_returns - self.returned, len(table.state.hands[self.seat]))
