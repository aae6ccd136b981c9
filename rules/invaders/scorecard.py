"""12.7 The scorecard: health year by year, damage by source, cards cast, units destroyed, wars, and what decided."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import astuple

from rules.engine import Cell, Column, Decision, LoggedEvent, ScoreTable, Seat
from rules.engine import Scorecard as Base

from .cards import Definition
from .effects import (
    AttackAborted,
    AttackDeclared,
    Blocked,
    Cast,
    Damaged,
    Declared,
    Destroyed,
    Entered,
    Healed,
    Invaded,
    Paid,
    Targeted,
    TurnStarted,
)
from .ending import loses
from .places import LEADERS
from .state import FULL_HEALTH, InvadersTable, State

VERSION = 1
RULES = {
    "effect_win": "12.1",
    "effect_loss": "12.1",
    "leader_defeated": "12.1",
    "year_limit": "6.5",
    "endless_loop": "10.6",
}
"""By reason: the rule that ends the match."""
DAMAGE = ("battle", "enemy_effect", "self_harm", "deck_out", "revolt")
KINDS = ("unit", "situation", "event")
CAUSES = ("battle", "effect", "undeclared_war")


class YearTally(Struct):
    """A year of one seat (6.1)."""

    turn: int
    """The number of the year, over both seats."""
    seat: Seat
    """The turn player."""
    year: int
    """The number of the year for that seat."""
    health: tuple[int, int]
    """Both leaders' health at the end of the year or of the match."""
    attacks: int
    """Attacks that the turn player declared."""


class WarTally(Struct):
    """The attacks that a seat declared, and their results."""

    attacks: int = 0
    at_leader: int = 0
    """Attacks with the enemy leader as their target, including blocked ones."""
    at_units: int = 0
    """Attacks with a unit as their target. Attacks that ended before they had a target don't count."""
    blocked: int = 0
    aborted: int = 0
    """8.4 Attacks called off because no target was left."""
    invasions: int = 0


class SeatTally(Struct):
    """One seat's actions and losses."""

    health: int
    """The leader's health at the end, which may be negative."""
    damage: dict[str, int]
    """Damage to its leader by `battle`, `enemy_effect`, `self_harm` (an effect of its own), `deck_out` and `revolt`."""
    healed: int
    cast: dict[str, int]
    """Cards that it cast, by kind: `unit`, `situation` and `event`."""
    units_cast: dict[str, int]
    """The units that it cast: card -> copies."""
    paid: int
    """Money and savings paid for all these cards."""
    units_entered: int
    """Its units that entered a square, whether cast or placed by an effect."""
    units_destroyed: dict[str, int]
    """Its units that were destroyed: card -> copies."""
    destroyed_by: dict[str, int]
    """Its destroyed units by cause: `battle`, `effect` and `undeclared_war`."""
    wars: int = 0
    """The number of its years in which it attacked."""
    war: WarTally = field(default_factory=WarTally)
    """All its attacks together."""


class Declaration(Struct):
    """11.6 A card whose effect won or lost the match for its seat."""

    seat: Seat
    card: str
    result: Literal["win", "lose"]


class Scorecard(Base):
    """A finished match of Invaders in numbers."""

    years: list[YearTally]
    """In order; empty if the match ended before the first year."""
    seats: list[SeatTally]
    declarations: list[Declaration]
    """The cards that decided, if effects decided."""


class _Year:
    """The counts of one year. The seat follows from the number of the last year."""

    def __init__(self) -> None:
        self.gained = [0, 0]
        """Health gained, or lost if negative."""
        self.war = WarTally()


class _Seat:
    """The counts of one seat."""

    def __init__(self) -> None:
        self.damage: Counter[str] = Counter()
        self.cast: Counter[str] = Counter()
        self.units_cast: Counter[str] = Counter()
        self.units_destroyed: Counter[str] = Counter()
        self.destroyed_by: Counter[str] = Counter()
        self.healed = self.paid = self.units_entered = 0
        self.last_source = ""
        """The last source of damage to its leader."""

    def tally(self, health: int) -> SeatTally:
        return SeatTally(
            health=health,
            damage=_all(DAMAGE, self.damage),
            healed=self.healed,
            cast=_all(KINDS, self.cast),
            units_cast=dict(sorted(self.units_cast.items())),
            paid=self.paid,
            units_entered=self.units_entered,
            units_destroyed=dict(sorted(self.units_destroyed.items())),
            destroyed_by=_all(CAUSES, self.destroyed_by),
        )


def _all(names: Sequence[str], counted: Counter[str]) -> dict[str, int]:
    return {name: counted[name] for name in names}


class _Counts:
    """All counts so far. The first entry of the years has what happened before the first year."""

    def __init__(self, cards: Mapping[str, Definition]) -> None:
        self.cards = cards
        self.seats = (_Seat(), _Seat())
        self.years = [_Year()]
        self.declarations: list[Declaration] = []

    @property
    def war(self) -> WarTally:
        """8. Only the turn player attacks."""
        return self.years[-1].war


def tally(table: InvadersTable, log: Iterable[LoggedEvent]) -> Scorecard:
    """Everything comes from the log, except health and the number of years, which come from the final table."""
    counts = _Counts(table.cards.by_slug)
    for event in log:
        for effect in event.effects:
            count = _COUNTED.get(type(effect))
            if count is not None:
                count(counts, effect)
    seats = [seat.tally(own.health) for seat, own in zip(counts.seats, table.state.seats, strict=True)]
    return Scorecard(
        decided=_decision(table, [seat.last_source for seat in counts.seats]),
        years=_years(table.state, counts.years, seats),
        seats=seats,
        declarations=counts.declarations,
    )


def _count_year(counts: _Counts, effect: TurnStarted) -> None:
    counts.years.append(_Year())


def _count_damage(counts: _Counts, effect: Damaged) -> None:
    """9.9 Damage by an effect to the leader of the effect's own seat is self-harm."""
    seat, source = counts.seats[effect.seat], effect.cause
    if source == "effect":
        source = "self_harm" if effect.self_harm else "enemy_effect"
    seat.last_source = source
    seat.damage[source] += effect.amount
    counts.years[-1].gained[effect.seat] -= effect.amount


def _count_healing(counts: _Counts, effect: Healed) -> None:
    counts.seats[effect.seat].healed += effect.amount
    counts.years[-1].gained[effect.seat] += effect.amount


def _count_payment(counts: _Counts, effect: Paid) -> None:
    counts.seats[effect.seat].paid += effect.money + effect.savings


def _count_cast(counts: _Counts, effect: Cast) -> None:
    seat, kind = counts.seats[effect.seat], counts.cards[effect.card].kind
    seat.cast[kind] += 1
    if kind == "unit":
        seat.units_cast[effect.card] += 1


def _count_entered(counts: _Counts, effect: Entered) -> None:
    counts.seats[effect.seat].units_entered += 1


def _count_destroyed(counts: _Counts, effect: Destroyed) -> None:
    if counts.cards[effect.card].kind == "unit":
        counts.seats[effect.seat].units_destroyed[effect.card] += 1
        counts.seats[effect.seat].destroyed_by[effect.cause] += 1


def _count_attack(counts: _Counts, effect: AttackDeclared) -> None:
    counts.war.attacks += 1


def _count_target(counts: _Counts, effect: Targeted) -> None:
    if effect.target in LEADERS:
        counts.war.at_leader += 1
    else:
        counts.war.at_units += 1


def _count_block(counts: _Counts, effect: Blocked) -> None:
    counts.war.blocked += 1


def _count_aborted(counts: _Counts, effect: AttackAborted) -> None:
    counts.war.aborted += 1


def _count_invasion(counts: _Counts, effect: Invaded) -> None:
    counts.war.invasions += 1


def _count_declaration(counts: _Counts, effect: Declared) -> None:
    counts.declarations.append(Declaration(effect.seat, effect.card, effect.result))


_COUNTED: dict[type, Callable[[_Counts, Any], None]] = {
    TurnStarted: _count_year,
    Damaged: _count_damage,
    Healed: _count_healing,
    Paid: _count_payment,
    Cast: _count_cast,
    Entered: _count_entered,
    Destroyed: _count_destroyed,
    AttackDeclared: _count_attack,
    Targeted: _count_target,
    Blocked: _count_block,
    AttackAborted: _count_aborted,
    Invaded: _count_invasion,
    Declared: _count_declaration,
}


def _years(state: State, counted: Sequence[_Year], seats: Sequence[SeatTally]) -> list[YearTally]:
    """The tallies of all years. Also adds up each seat's wars.

    Works back from the last year, because the log of a match that continues another begins in the middle of a year.
    Events before the first year are left out.
    """
    years: list[YearTally] = []
    health = [own.health for own in state.seats]
    for turn, year in zip(range(state.turn, 0, -1), reversed(counted), strict=False):
        seat = state.turn_player if (state.turn - turn) % 2 == 0 else 1 - state.turn_player
        years.append(YearTally(turn, seat, (turn + 1) // 2, (health[0], health[1]), year.war.attacks))
        health = [after - gained for after, gained in zip(health, year.gained, strict=True)]
        seats[seat].wars += year.war.attacks > 0
        seats[seat].war = _sum(seats[seat].war, year.war)
    return years[::-1]


def _sum(one: WarTally, other: WarTally) -> WarTally:
    return WarTally(*map(sum, zip(astuple(one), astuple(other), strict=True)))


def _decision(table: InvadersTable, last_sources: Sequence[str]) -> Decision:
    """6.5, 10.6, 12.1"""
    assert table.outcome is not None
    reason = table.outcome.reason
    if reason not in RULES:
        return Decision(reason)
    return Decision(_what_decided(table, reason, last_sources), RULES[reason])


def _what_decided(table: InvadersTable, reason: str, last_sources: Sequence[str]) -> str:
    """12.1 What decided, or what took precedence if both applied. `last_sources`: of damage, by seat."""
    assert table.outcome is not None
    if not table.outcome.winners:
        return reason
    (winner,) = table.outcome.winners
    if reason == "effect_win":
        if all(seat.wins for seat in table.state.seats):
            return "both_win"
        return "win_over_loss" if loses(table, winner) else reason
    if loses(table, winner):
        return "both_lose"
    return f"defeated_by_{last_sources[1 - winner]}" if reason == "leader_defeated" else reason


def score_tables(card: Scorecard) -> Sequence[ScoreTable]:
    """Tables of health by year, damage, cards, destroyed units and war, and the cards that decided."""
    everyone = [Column(seats=(seat,)) for seat in range(len(card.seats))]
    by_seat = [Column(), *everyone]
    seats = card.seats
    damage: list[Sequence[Cell]] = [
        *_rows(DAMAGE, [seat.damage for seat in seats]),
        ("healed", *(seat.healed for seat in seats)),
        ("health", *(seat.health for seat in seats)),
    ]
    cast: list[Sequence[Cell]] = [
        *_rows(KINDS, [seat.cast for seat in seats]),
        ("paid", *(seat.paid for seat in seats)),
        ("units_entered", *(seat.units_entered for seat in seats)),
    ]
    war: list[Sequence[Cell]] = [
        ("wars", *(seat.wars for seat in seats)),
        ("attacks", *(seat.war.attacks for seat in seats)),
        ("at_leader", *(seat.war.at_leader for seat in seats)),
        ("at_units", *(seat.war.at_units for seat in seats)),
        ("blocked", *(seat.war.blocked for seat in seats)),
        ("aborted", *(seat.war.aborted for seat in seats)),
        ("invasions", *(seat.war.invasions for seat in seats)),
    ]
    declared: list[Sequence[Cell]] = [
        (one.card, *(one.result if one.seat == seat else None for seat in range(len(seats))))
        for one in card.declarations
    ]
    tables = [
        ScoreTable("declared", [Column("card"), *everyone], declared),
        ScoreTable("health_by_year", [Column("year"), *everyone], _health_by_year(card)),
        ScoreTable("damage", by_seat, damage),
        ScoreTable("cast", by_seat, cast),
        ScoreTable("units_destroyed", by_seat, _rows(CAUSES, [seat.destroyed_by for seat in seats])),
        ScoreTable("war", by_seat, war),
    ]
    return [one for one in tables if one.rows]


def _rows(names: Sequence[str], by_seat: Sequence[Mapping[str, int]]) -> list[Sequence[Cell]]:
    return [(name, *(counted[name] for counted in by_seat)) for name in names]


def _health_by_year(card: Scorecard) -> list[Sequence[Cell]]:
    """A row for each pair of finished years, without years in which nothing changed."""
    by_year = {year.year: year.health for year in card.years}
    rows: list[Sequence[Cell]] = []
    before = (FULL_HEALTH, FULL_HEALTH)
    for year, health in by_year.items():
        if health != before:
            rows.append((year, *health))
        before = health
    return rows
