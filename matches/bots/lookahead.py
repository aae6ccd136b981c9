"""Looking ahead in imagined worlds: what an action leads to, and what that is worth to a seat's team."""

from collections.abc import Sequence
from typing import Any

from cards.engine import QuickChance, Seat, Table, apply, asked, legal_actions
from matches.bots.advice import Advice
from matches.bots.bot import Glimpse

CERTAIN = 0.99
"""No running game is valued beyond this: a won game is worth more than any that only looks won."""

LONGEST_SETTLING = 60
"""After so many actions a look ahead stops, whether things have become quiet or not."""


def worth(table: Table[Any, Any], seat: Seat, advice: Advice) -> float:
    """What a table is worth to the seat's team: exactly 1, 0 or -1 when the match is over, else what advice says."""
    outcome = table.outcome
    if outcome is None:
        return max(-CERTAIN, min(CERTAIN, advice.value(table, seat)))
    if not outcome.winners:
        return 0.0
    team = table.rules.team
    mine = team(table.options, seat)
    return 1.0 if any(team(table.options, winner) == mine for winner in outcome.winners) else -1.0


def play_reply(table: Table[Any, Any], advice: Advice) -> None:
    """The first asked seat answers as advised."""
    seat = asked(table)[0]
    choices = legal_actions(table, seat)
    apply(table, seat, choices[0] if len(choices) == 1 else advice.reply(table, seat, choices))


def settle(table: Table[Any, Any], seat: Seat, turn: int, advice: Advice) -> None:
    """Play on with advised replies to where a table can be valued.

    That is: nothing stands half-done, and nobody but the seat is still asked in the turn that it looked ahead from.
    """
    for _ in range(LONGEST_SETTLING):
        if table.outcome is not None:
            return
        others = table.state.turn == turn and any(other != seat for other in asked(table))
        if not others and advice.is_quiet(table):
            return
        play_reply(table, advice)


def look_ahead(world: Table[Any, Any], seat: Seat, action: Any, advice: Advice, seed: int) -> float:
    """What the seat's action is worth in this world, which is left alone.

    The same seed lets several actions meet the same luck.
    """
    table = world.clone(QuickChance(seed))
    turn = table.state.turn
    apply(table, seat, action)
    settle(table, seat, turn, advice)
    return worth(table, seat, advice)


def sweep(world: Table[Any, Any], glimpse: Glimpse, actions: Sequence[Any], advice: Advice) -> list[float]:
    """What each of the actions is worth in this world, all meeting the same luck."""
    seed = glimpse.chance.below(1 << 30)
    return [look_ahead(world, glimpse.seat, action, advice, seed) for action in actions]
