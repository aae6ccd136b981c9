"""12. The end."""

from typing import Any

from rules.engine import Outcome

from .state import InvadersTable


def scores(table: InvadersTable) -> dict[str, Any]:
    """12.4 The scores, which every end of the match includes."""
    return {"health": [seat.health for seat in table.state.seats], "turns": table.state.turn}


def check_end(table: InvadersTable) -> None:
    """12.1 Check for a win or loss."""
    one, other = table.state.seats
    if one.health > 0 and other.health > 0 and not (one.wins or other.wins or one.loses or other.loses):
        return
    if not table.state.turn:
        return
    turn_player = table.state.turn_player
    winners = [seat for seat in (turn_player, 1 - turn_player) if table.state.seats[seat].wins]
    if winners:
        end_match(table, (winners[0],), "effect_win")
    losers = [seat for seat in (turn_player, 1 - turn_player) if loses(table, seat)]
    defeated = table.state.seats[losers[0]].health <= 0
    end_match(table, (1 - losers[0],), "leader_defeated" if defeated else "effect_loss")


def loses(table: InvadersTable, seat: int) -> bool:
    """12.1 Whether a check would find that the seat loses."""
    own = table.state.seats[seat]
    return own.health <= 0 or own.loses


def end_match(table: InvadersTable, winners: tuple[int, ...], reason: str) -> None:
    """12.5 End the match. Everything stays as it is, only the phase becomes `over`."""
    table.state.phase = "over"
    table.finish(Outcome(winners, reason, scores(table)))
