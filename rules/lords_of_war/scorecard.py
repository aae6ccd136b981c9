"""10.4 The scorecard: kills by rank and unit, how units were lost, and the counts of the goals."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from rules.engine import Cell, Column, Decision, LoggedEvent, ScoreTable, Seat, Tiebreak, TurnStarted, decide
from rules.engine import Scorecard as Base

from . import teams
from .effects import BerserkerMoved, Deployed, Eliminated, ExtraTurnEarned, Fired, Recalled
from .squares import Square
from .state import LordsTable

VERSION = 1
STRIKE, MISSILE, BOTH, BERSERK = "strike", "missile", "strike_and_missile", "berserk"
HOW = (STRIKE, MISSILE, BOTH, BERSERK)
"""8.4, 8.11 By arrows, by shots, by both together, or in a check after a berserker's move."""


class SeatTally(Struct):
    """The kills and losses of one seat's units."""

    deployed: int = 0
    kills: int = 0
    """Enemy units that a unit of the seat helped to eliminate. Several seats can share one."""
    shots: int = 0
    recalled: int = 0
    extra_turns: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    """Units lost: card -> copies."""
    lost_by: dict[str, int] = field(default_factory=dict)
    """Units lost by cause: `strike`, `missile`, `strike_and_missile` and `berserk`."""


class TeamTally(Struct):
    """8.6 The trophies of a team."""

    seats: list[Seat]
    kills: int
    commander_kills: int
    kills_by_rank: dict[str, int]
    kills_by_unit: dict[str, int]


class Scorecard(Base):
    """A finished match of Lords of War in numbers."""

    kill_goal: int
    commander_goal: int
    teams: list[TeamTally]
    seats: list[SeatTally]


class _Field:
    """The units on the field, rebuilt from the effects of a match."""

    def __init__(self) -> None:
        self.seat: dict[Square, Seat] = {}
        self.shots: Counter[Square] = Counter()
        """Strength of this turn's shots, by target."""
        self.has_moved = False
        """Whether a berserker has moved this turn."""

    def how(self, fallen: Eliminated) -> str:
        if self.has_moved:
            return BERSERK
        shot = self.shots[fallen.square]
        return STRIKE if not shot else MISSILE if shot == fallen.damage else BOTH


def tally(table: LordsTable, log: Iterable[LoggedEvent]) -> Scorecard:
    """Kills and losses come from the log, trophies from the final table."""
    options, state = table.options, table.state
    seats = [SeatTally() for _ in range(teams.seats(options))]
    lost: list[Counter[str]] = [Counter() for _ in seats]
    lost_by: list[Counter[str]] = [Counter() for _ in seats]
    battle = _Field()
    for event in log:
        fallen: list[Square] = []
        for effect in event.effects:
            if fallen and not isinstance(effect, Eliminated):
                _remove(battle, fallen)
            match effect:
                case TurnStarted():
                    battle.shots.clear()
                    battle.has_moved = False
                case ExtraTurnEarned():
                    seats[effect.seat].extra_turns += 1
                case Deployed():
                    seats[effect.seat].deployed += 1
                    battle.seat[effect.square] = effect.seat
                case Fired():
                    seats[effect.seat].shots += 1
                    battle.shots[effect.target] += effect.strength
                case Eliminated():
                    how = battle.how(effect)
                    lost[effect.seat][effect.card] += 1
                    lost_by[effect.seat][how] += 1
                    for seat in {battle.seat[square] for square in effect.attackers if square in battle.seat}:
                        seats[seat].kills += 1
                    fallen.append(effect.square)
                case BerserkerMoved():
                    battle.has_moved = True
                    battle.seat.pop(effect.from_, None)
                    battle.seat[effect.to] = effect.seat
                case Recalled():
                    seats[effect.seat].recalled += 1
                    battle.seat.pop(effect.square, None)
        _remove(battle, fallen)
    for seat, one in enumerate(seats):
        one.lost = dict(sorted(lost[seat].items()))
        one.lost_by = {how: lost_by[seat][how] for how in HOW if lost_by[seat][how]}
    return Scorecard(
        decided=_decision(table),
        kill_goal=options.kill_goal,
        commander_goal=options.commander_goal,
        teams=[_team(table, team) for team in range(len(state.trophies))],
        seats=seats,
    )


def _remove(battle: _Field, fallen: list[Square]) -> None:
    """8.5 All units eliminated in a check leave the field together."""
    for square in fallen:
        battle.seat.pop(square, None)
    fallen.clear()


def _team(table: LordsTable, team: int) -> TeamTally:
    trophies = table.state.trophies[team]
    ranks = Counter(table.cards.by_slug[card].rank for card in trophies)
    return TeamTally(
        seats=list(teams.members(table.options, team)),
        kills=len(trophies),
        commander_kills=table.state.commander_kills[team],
        kills_by_rank={rank: ranks[rank] for rank in table.cards.rank_counts if ranks[rank]},
        kills_by_unit=dict(sorted(Counter(trophies).items())),
    )


def _decision(table: LordsTable) -> Decision:
    """10.1, 10.2"""
    assert table.outcome is not None
    reason, scores = table.outcome.reason, table.outcome.scores
    if reason != "stalemate":
        return Decision(reason, "10.1" if reason in ("kill_goal", "commander_goal", "mutual_destruction") else "")
    tiebreaks = decide(
        (Tiebreak("kills", tuple(scores["kills"])), Tiebreak("commander_kills", tuple(scores["commander_kills"])))
    )
    return Decision(f"stalemate_{tiebreaks[-1].measure}" if table.outcome.winners else "stalemate", "10.2", tiebreaks)


def score_tables(card: Scorecard) -> Sequence[ScoreTable]:
    """Tables of goals and kills by team, kills by seat, losses by cause, and kills by unit."""
    by_team = [Column(seats=tuple(team.seats)) for team in card.teams]
    by_seat = [Column(seats=(seat,)) for seat in range(len(card.seats))]
    ranks = dict.fromkeys(rank for team in card.teams for rank in team.kills_by_rank)
    units = sorted({unit for team in card.teams for unit in team.kills_by_unit})
    hows = [how for how in HOW if any(how in seat.lost_by for seat in card.seats)]
    goals: list[Sequence[Cell]] = [
        ("kills", card.kill_goal, *(team.kills for team in card.teams)),
        ("commander_kills", card.commander_goal, *(team.commander_kills for team in card.teams)),
    ]
    deeds: list[Sequence[Cell]] = [
        ("deployed", *(seat.deployed for seat in card.seats)),
        ("part_in_kills", *(seat.kills for seat in card.seats)),
        ("shots_fired", *(seat.shots for seat in card.seats)),
        ("recalled", *(seat.recalled for seat in card.seats)),
        ("extra_turns", *(seat.extra_turns for seat in card.seats)),
    ]
    lost: list[Sequence[Cell]] = [(how, *(seat.lost_by.get(how, 0) for seat in card.seats)) for how in hows]
    by_rank: list[Sequence[Cell]] = [
        (rank, *(team.kills_by_rank.get(rank, 0) for team in card.teams)) for rank in ranks
    ]
    by_unit: list[Sequence[Cell]] = [
        (unit, *(team.kills_by_unit.get(unit, 0) for team in card.teams)) for unit in units
    ]
    tables = [
        ScoreTable("goals", [Column(), Column("goal"), *by_team], goals),
        ScoreTable("deeds", [Column(), *by_seat], deeds),
        ScoreTable("losses", [Column(), *by_seat], lost),
        ScoreTable("kills_by_rank", [Column(), *by_team], by_rank),
        ScoreTable("kills_by_unit", [Column(), *by_team], by_unit),
    ]
    return [one for one in tables if one.rows]
