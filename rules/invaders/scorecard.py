"""12.4 What a match came to: health year by year, damage by its source, cards used, units lost, and what ended it."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from rules.engine import Cell, Column, Decision, ScoreTable, Seat, Told
from rules.engine import Scorecard as Base

from .effects import (
    AttackDeclared,
    Blocked,
    Cast,
    Compared,
    Damaged,
    Destroyed,
    EmergencyRevealed,
    Healed,
    Invaded,
    Revolted,
    TurnStarted,
)
from .state import FULL_HEALTH, InvadersTable

VERSION = 1
RULES = {
    "leader_defeated": "12.1",
    "effect_win": "12.1",
    "effect_loss": "12.1",
    "year_limit": "12.3",
    "endless_loop": "12.3",
}


class YearTally(Struct):
    """6.1 One year of one seat, with the health of both leaders when it was over."""

    year: int
    seat: Seat
    health: list[int]
    """By seat; it may be below zero."""


class SeatTally(Struct):
    """What a seat has used and suffered."""

    health: int
    damage: dict[str, int] = field(default_factory=dict)
    """Damage that the leader took, by its cause."""
    self_harm: int = 0
    """9.9 How much of it came from own effects."""
    healed: int = 0
    last_damage: str | None = None
    """The cause of the damage by which the health fell to zero or below; null if it did not."""
    cast: dict[str, int] = field(default_factory=dict)
    """Cards that were cast, by kind."""
    emergencies: int = 0
    attacks: int = 0
    blocks: int = 0
    battles_won: int = 0
    """8.8 Battles in which the own unit's military was higher."""
    invasions: int = 0
    revolts: int = 0
    destroyed: dict[str, int] = field(default_factory=dict)
    """Own cards that were destroyed, by cause."""


class Scorecard(Base):
    """A finished match of Invaders in figures."""

    years: list[YearTally]
    seats: list[SeatTally]


class _Counted:
    """One seat while its match is told."""

    def __init__(self) -> None:
        self.damage: Counter[str] = Counter()
        self.cast: Counter[str] = Counter()
        self.destroyed: Counter[str] = Counter()


def tally(table: InvadersTable, log: Iterable[Told]) -> Scorecard:
    """Everything from the log but the health at the end."""
    cards = table.cards.by_slug
    seats = [SeatTally(health=seat.health) for seat in table.state.seats]
    counted = [_Counted() for _ in seats]
    years: list[YearTally] = []
    health, attacker = [FULL_HEALTH for _ in seats], 0
    for told in log:
        for effect in told.effects:
            match effect:
                case TurnStarted():
                    years.append(YearTally(effect.year, effect.seat, health[:]))
                case Damaged():
                    health[effect.seat] = effect.health
                    _hurt(seats[effect.seat], counted[effect.seat], effect)
                case Healed():
                    health[effect.seat] = effect.health
                    seats[effect.seat].healed += effect.amount
                case Cast():
                    counted[effect.seat].cast[cards[effect.card].kind] += 1
                case EmergencyRevealed():
                    seats[effect.seat].emergencies += 1
                case AttackDeclared():
                    attacker = effect.seat
                    seats[attacker].attacks += 1
                case Blocked():
                    seats[1 - attacker].blocks += 1
                case Compared():
                    _battle(seats, attacker, effect)
                case Invaded():
                    seats[effect.seat].invasions += 1
                case Destroyed():
                    counted[effect.seat].destroyed[effect.cause] += 1
                case Revolted():
                    seats[effect.seat].revolts += 1
            if years and not isinstance(effect, TurnStarted):
                years[-1].health = health[:]
    for seat, one in zip(seats, counted, strict=True):
        seat.damage, seat.cast, seat.destroyed = _sorted(one.damage), _sorted(one.cast), _sorted(one.destroyed)
    assert table.outcome is not None
    reason = table.outcome.reason
    return Scorecard(decided=Decision(reason, RULES.get(reason, "")), years=years, seats=seats)


def _hurt(seat: SeatTally, counted: _Counted, effect: Damaged) -> None:
    counted.damage[effect.cause] += effect.amount
    seat.self_harm += effect.amount if effect.self_harm else 0
    if effect.health <= 0 < effect.health + effect.amount:
        seat.last_damage = effect.cause


def _battle(seats: Sequence[SeatTally], attacker: Seat, effect: Compared) -> None:
    """8.8 A unit may stand in the enemy's half, so it is the attack that says whose it is."""
    if effect.attacker_military != effect.defender_military:
        won = attacker if effect.attacker_military > effect.defender_military else 1 - attacker
        seats[won].battles_won += 1


def _sorted(counted: Counter[str]) -> dict[str, int]:
    return dict(sorted(counted.items()))


def score_tables(card: Scorecard) -> Sequence[ScoreTable]:
    """Health and damage, cards, war and losses by seat, and the health after each year."""
    by_seat = [Column(seats=(seat,)) for seat in range(len(card.seats))]
    columns = [Column(), *by_seat]
    health: list[Sequence[Cell]] = [("health_left", *(seat.health for seat in card.seats))]
    health += _rows([seat.damage for seat in card.seats])
    health.append(("self_harm", *(seat.self_harm for seat in card.seats)))
    health.append(("healed", *(seat.healed for seat in card.seats)))
    war: list[Sequence[Cell]] = [
        ("attacks", *(seat.attacks for seat in card.seats)),
        ("blocks", *(seat.blocks for seat in card.seats)),
        ("battles_won", *(seat.battles_won for seat in card.seats)),
        ("invasions", *(seat.invasions for seat in card.seats)),
        ("revolts", *(seat.revolts for seat in card.seats)),
    ]
    cast = _rows([seat.cast for seat in card.seats])
    cast.append(("emergencies", *(seat.emergencies for seat in card.seats)))
    years: list[Sequence[Cell]] = [(year.year, *year.health) for year in card.years]
    tables = [
        ScoreTable("health_and_damage", columns, health),
        ScoreTable("cards_cast", columns, cast),
        ScoreTable("war", columns, war),
        ScoreTable("destroyed", columns, _rows([seat.destroyed for seat in card.seats])),
        ScoreTable("health_by_year", [Column("year"), *by_seat], years),
    ]
    return [one for one in tables if one.rows]


def _rows(counted: Sequence[dict[str, int]]) -> list[Sequence[Cell]]:
    return [(name, *(one.get(name, 0) for one in counted)) for name in sorted(set().union(*counted))]
