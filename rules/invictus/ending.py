"""9. The end of the game: kingdom points, the four ways to end, and the scores."""

from typing import Any, NoReturn

from rules.engine import Outcome, Seat

from .alliance import seats_of, side_of
from .state import InvictusTable

FOUNDING_POINTS = 4


def points(table: InvictusTable) -> list[int]:
    """9.2 By seat: the colours of which its kingdom has more cards than the facing seat's (15.2: 0 if unknown)."""
    facing = table.state.facing
    if not facing:
        return [0] * len(table.state.realms)
    held = [_colors(table, seat) for seat in range(len(facing))]
    return [_leads(held[seat], held[facing[seat]]) for seat in range(len(facing))]


def _colors(table: InvictusTable, seat: Seat) -> dict[str, int]:
    """The number of cards of each colour in a kingdom."""
    color = table.cards.color
    held: dict[str, int] = {}
    for card in table.state.realms[seat].kingdom:
        held[color[card]] = held.get(color[card], 0) + 1
    return held


def _leads(one: dict[str, int], other: dict[str, int]) -> int:
    """The number of colours of which one has more cards than the other."""
    return len([color for color, count in one.items() if count > other.get(color, 0)])


def check_founding(table: InvictusTable, seat: Seat) -> None:
    """9.2, 9.5 (2) The seat's kingdom has changed, so this seat or the facing one may have founded its realm."""
    facing = table.state.facing[seat]
    own, faced = _colors(table, seat), _colors(table, facing)
    if _leads(own, faced) >= FOUNDING_POINTS:
        finish(table, side_of(seat), "founding")
    if _leads(faced, own) >= FOUNDING_POINTS:
        finish(table, side_of(facing), "founding")


def check_banishment(table: InvictusTable, side: int, card: str) -> None:
    """9.1, 9.5 (1) A card of the side was destroyed or captured. If it was a leader, the other side wins."""
    if card in table.cards.leaders:
        finish(table, 1 - side, "banishment")


def armistice(table: InvictusTable) -> NoReturn:
    """9.4 More KP, then more cards in kingdoms, then fewer in the graveyard; otherwise a draw."""
    total = scores(table)
    ranks = [(total["kp"][side], total["kingdom"][side], -total["graveyard"][side]) for side in (0, 1)]
    winner = None if ranks[0] == ranks[1] else ranks.index(max(ranks))
    finish(table, winner, "armistice")


def finish(table: InvictusTable, winner: int | None, reason: str) -> NoReturn:
    """9.7, 15.2 End the match. None: a draw."""
    state = table.state
    state.phase, state.attack, state.support = "over", None, None
    winners = () if winner is None else seats_of(table, winner)
    table.finish(Outcome(winners, reason, scores(table)))


def scores(table: InvictusTable) -> dict[str, Any]:
    """9.7 One pair for each measure, by side. KP and kingdoms are added up over the side's seats."""
    state = table.state
    seats = [seats_of(table, side) for side in (0, 1)]
    kp = points(table)
    return {
        "kp": [sum(kp[seat] for seat in team) for team in seats],
        "kingdom": [sum(len(state.realms[seat].kingdom) for seat in team) for team in seats],
        "graveyard": [len(side.graveyard) for side in state.sides],
    }
