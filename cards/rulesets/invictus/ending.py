"""9. End of the game: kingdom points, the four ways to end, and the scores."""

from collections.abc import Iterable
from typing import Any, NoReturn

from cards.engine import Outcome, Seat
from cards.rulesets.invictus.alliance import seats_of, side_of
from cards.rulesets.invictus.state import InvictusTable

FOUNDING_POINTS = 4


def points(table: InvictusTable, seat: Seat) -> int:
    """9.2 The colours of which the seat's kingdom holds more cards than the facing seat's (15.2: 0 if unknown)."""
    return sum(lead > 0 for lead in _leads(table, seat)) if table.state.facing else 0


def _leads(table: InvictusTable, seat: Seat) -> Iterable[int]:
    """Colour by colour, how many cards the seat is ahead of its facing seat."""
    state, color = table.state, table.cards.color
    leads: dict[str, int] = {}
    for card in state.realms[seat].kingdom:
        leads[color[card]] = leads.get(color[card], 0) + 1
    for card in state.realms[state.facing[seat]].kingdom:
        leads[color[card]] = leads.get(color[card], 0) - 1
    return leads.values()


def check_founding(table: InvictusTable, seat: Seat) -> None:
    """9.2, 9.5 (2) The seat's kingdom has changed: it, or the seat it faces, may have founded its realm."""
    ahead = behind = 0
    for lead in _leads(table, seat):
        if lead > 0:
            ahead += 1
        elif lead < 0:
            behind += 1
    if ahead >= FOUNDING_POINTS:
        finish(table, side_of(seat), "founding")
    if behind >= FOUNDING_POINTS:
        finish(table, side_of(table.state.facing[seat]), "founding")


def check_banishment(table: InvictusTable, side: int, card: str) -> None:
    """9.1, 9.5 (1) A card of the side was destroyed or captured: if it was a leader, the other side wins."""
    if card in table.cards.leaders:
        finish(table, 1 - side, "banishment")


def armistice(table: InvictusTable) -> NoReturn:
    """9.4 More KP; then more cards in kingdoms; then fewer in the graveyard; else a draw."""
    total = scores(table)
    ranks = [(total["kp"][side], total["kingdom"][side], -total["graveyard"][side]) for side in (0, 1)]
    winner = None if ranks[0] == ranks[1] else ranks.index(max(ranks))
    finish(table, winner, "armistice")


def finish(table: InvictusTable, winner: int | None, reason: str) -> NoReturn:
    """9.7, 15.2 The match is over; None: nobody wins."""
    state = table.state
    state.phase, state.attack, state.support = "over", None, None
    winners = () if winner is None else seats_of(table, winner)
    table.finish(Outcome(winners, reason, scores(table)))


def scores(table: InvictusTable) -> dict[str, Any]:
    """9.7 One pair for each measure, by side; KP and kingdoms summed over its seats."""
    state = table.state
    seats = [seats_of(table, side) for side in (0, 1)]
    return {
        "kp": [sum(points(table, seat) for seat in team) for team in seats],
        "kingdom": [sum(len(state.realms[seat].kingdom) for seat in team) for team in seats],
        "graveyard": [len(side.graveyard) for side in state.sides],
    }
