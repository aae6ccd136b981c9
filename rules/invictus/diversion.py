"""10. 陽動作戦: a player who empties the enemy battlefield must put two enemy cards there, or wins."""

from rules.engine import Prompt, Question, Seat

from .actions import Divert, diverting
from .alliance import enemy_side, side_of
from .battlefield import deploy, empty
from .cells import CELL, FRONT
from .effects import DiversionStarted
from .ending import check_founding, finish
from .prompts import DiversionPrompt
from .state import InvictusTable, Realm

DIVERTED_CARDS = 2


def is_routed(table: InvictusTable) -> bool:
    """10.1 The battlefield of the inactive side is empty."""
    return not any(enemy_side(table, table.state.active).cells)


def facing_realm(table: InvictusTable, seat: Seat) -> Realm:
    """10.2 A diversion uses the kingdom of the seat facing the active one, never its partner's (R24)."""
    return table.state.realms[table.state.facing[seat]]


def divert(table: InvictusTable, seat: Seat) -> None:
    """10.2 滅亡 if the enemy has too few cards; then nothing moves. Otherwise the diversion starts."""
    available = len(facing_realm(table, seat).kingdom) + len(enemy_side(table, seat).queue)
    if available < DIVERTED_CARDS:
        finish(table, side_of(seat), "ruin")
    table.tell(DiversionStarted(seat))
    table.begin(Diversion(seat, DIVERTED_CARDS))


class Diversion(Question):
    """10.3 Place one card after another. It is not a march and opens no window."""

    seat: Seat
    remaining: int

    def proceed(self, table: InvictusTable) -> bool:
        if self.remaining == 0:
            table.end(self)
        return self.remaining > 0

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return DiversionPrompt(seat, self.remaining)

    def choices(self, table: InvictusTable, seat: Seat) -> list[Divert]:
        """Any card of the kingdom or, if it is empty, the head of the queue (R23), to an empty front cell."""
        side = enemy_side(table, seat)
        cells = empty(side, FRONT)
        kingdom = facing_realm(table, seat).kingdom
        if kingdom:
            return [diverting("kingdom", card)[cell] for card in dict.fromkeys(kingdom) for cell in cells]
        return [diverting("queue", side.queue[0])[cell] for cell in cells]

    def answer(self, table: InvictusTable, seat: Seat, action: Divert) -> None:
        self.remaining -= 1
        if action.from_ == "kingdom":
            facing_realm(table, seat).kingdom.remove(action.card)
        else:
            enemy_side(table, seat).queue.pop(0)
        deploy(table, seat, 1 - side_of(seat), action.from_, action.card, CELL[action.cell], active=False)
        if action.from_ == "kingdom":
            check_founding(table, seat)  # 10.4, R18
