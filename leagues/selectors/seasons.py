"""Reads a season: what never changes (once per process), and what has been played so far."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast

from cards.sets.selectors import rules_of
from leagues.manifest import Manifest
from leagues.models import AccountFault, Amendment, Control, Deal, Entrant, Fixture, Pairing, Round, Season, Void
from leagues.record import Amended, Played, with_walkovers
from leagues.sides import Sides, score_of, sides_of
from leagues.standings import Result
from matches.log import sql
from matches.log.seed_encryption import unseal
from matches.models import Match
from rules.engine import Deck, Ruleset


@dataclass(frozen=True)
class SeasonPlan:
    """What a worker needs to play any deal of the season."""

    id: UUID
    name: str
    """`league/number`, as used in the seeds of its deals."""
    manifest: Manifest
    rules: Ruleset
    sides: Sides
    entrants: Sequence[Entrant]
    seat_decks: Sequence[Sequence[Deck]]
    seed: bytes
    season: Season


@lru_cache(maxsize=32)
def season_plan(season_id: UUID) -> SeasonPlan:
    season = Season.objects.select_related("league__created_by", "card_set").defer("card_set__body").get(pk=season_id)
    rules = rules_of(season.ruleset, season.ruleset_version, season.card_set_id)
    sides = sides_of(rules, rules.read_options(season.options))
    assert sides is not None  # Checked when the season started.
    return SeasonPlan(
        season.pk,
        str(season),
        msgspec.convert(season.manifest, Manifest),
        rules,
        sides,
        list(Entrant.objects.filter(season=season).order_by("number")),
        season.seat_decks,
        unseal(bytes(season.sealed_seed), season.pk.bytes),
        season,
    )


AMENDMENT_COLUMNS = ("kind", "rounds", "length", "entrant__number")


def amended(season_id: UUID) -> Amended:
    rows = Amendment.objects.filter(season=season_id).order_by("id")
    return amended_by(rows.values_list(*AMENDMENT_COLUMNS))


def amended_by(rows: Iterable[Iterable[Any]]) -> Amended:
    """Amendments from rows with AMENDMENT_COLUMNS, the oldest first."""
    lengths, withdrawn, is_closed = [], [], False
    for kind, rounds, length, entrant in rows:
        if kind == Amendment.Kind.EXTEND:
            lengths.append((rounds, length))
        elif kind == Amendment.Kind.CLOSE:
            is_closed = True
        else:
            withdrawn.append((rounds, entrant))
    return Amended(lengths, withdrawn, is_closed)


def played(season_id: UUID, sides: Sides) -> Played:
    pairings = list(
        Pairing.objects.filter(round__season=season_id)
        .order_by("round__number", "number")
        .values_list("round__number", "first__number", "second__number")
    )
    deals = Deal.objects.filter(season=season_id)
    results = with_walkovers(_results(counted_fixtures(season_id), sides), amended(season_id).out)
    return Played(pairings, results, _rounds(season_id), deals.count())


def _rounds(season_id: UUID) -> int:
    return Round.objects.filter(season=season_id).count()


def deal_results(deal: Deal, sides: Sides) -> tuple[list[Result], list[UUID]]:
    """The results of a closed deal, including its walkover if it has one, and the ids of its matches that count."""
    fixtures = counted_fixtures(deal.season_id).filter(deal=deal)
    results = with_walkovers(_results(fixtures, sides), amended(deal.season_id).out)
    return results, list(fixtures.values_list("match", flat=True))


def _results(fixtures: Any, sides: Sides) -> list[Result]:
    """The results of these matches, in the order of the deals."""
    # As text: Django's own JSON decoding takes longer than everything else.
    rows = fixtures.values_list(
        "deal__round__number",
        "deal__pairing__first__number",
        "deal__pairing__second__number",
        "deal__number",
        "seating",
        Cast("match__outcome", TextField()),
        "match__end_reason",
        "match",
    )
    found = list(rows)
    acted = sql.seats_that_acted(match for *_, reason, match in found if reason == "timeout")
    results = []
    for round_, first, second, deal, seating, outcome, reason, match in found:
        score = score_of(sides, seating, _read_outcome(outcome).winners, reason, acted.get(match, ()))
        results.append(Result(round_, first, second, deal, *score))
    return results


class _Winners(msgspec.Struct):
    winners: list[int]


_read_outcome = msgspec.json.Decoder(_Winners).decode


class State(NamedTuple):
    """Counts of a season's rows. Its table changes only when one of them does."""

    fixtures: int
    """Number of fixtures that count."""
    amendments: int
    voids: int
    rounds: int
    faults: int
    """Number of faults of bot accounts."""
    controls: int
    """Number of matches that house bots have played again."""


def state_of(season_id: UUID) -> State:
    return State(
        counted_fixtures(season_id).count(),
        Amendment.objects.filter(season=season_id).count(),
        Void.objects.filter(deal__season=season_id).count(),
        Round.objects.filter(season=season_id).count(),
        AccountFault.objects.filter(entrant__season=season_id).aggregate(sum=Sum("count", default=0))["sum"],
        Control.objects.filter(fixture__deal__season=season_id).count(),
    )


def counted_fixtures(season_id: UUID) -> Any:
    """Fixtures of closed deals, of the attempt that counts; an aborted match never counts."""
    return that_count(Fixture.objects.filter(deal__season=season_id)).order_by("deal__number", "seating")


def that_count(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Only the fixtures that count."""
    over = Q(deal__status=Deal.Status.CLOSED, deal__attempt=F("attempt"), match__status=Match.Status.OVER)
    return fixtures.filter(over).exclude(match__end_reason="aborted")


def forfeited() -> Exists:
    """A condition on deals: one of the two entrants has been withdrawn."""
    withdrawn = Amendment.objects.filter(season=OuterRef("season"), entrant__isnull=False)
    return Exists(withdrawn.filter(Q(entrant=OuterRef("pairing__first")) | Q(entrant=OuterRef("pairing__second"))))


def fixtures_of(season_id: UUID, after: tuple[int, int, int] | None = None) -> QuerySet[Fixture]:
    """A season's fixtures by (deal, attempt, seating), with deals and matches; with `after`, only later ones."""
    rows = Fixture.objects.filter(deal__season=season_id)
    rows = rows.select_related("deal__round", "deal__pairing", "match__scorecard")
    rows = rows.defer("match__snapshot").order_by("deal__number", "attempt", "seating")
    if after is None:
        return rows
    deal, attempt, seating = after
    later = Q(attempt__gt=attempt) | Q(attempt=attempt, seating__gt=seating)
    return rows.filter(Q(deal__number__gt=deal) | (Q(deal__number=deal) & later))
