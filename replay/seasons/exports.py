"""Exports a finished season as JSON lines: its document, then every match that counts.

The document names all these matches. Those that the reader may not read are not exported, and the document has their
number. An archive has all matches.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from msgspec import structs

from common.text.errors import ServiceError
from leagues import luck
from leagues.models import AccountFault, Amendment, Deal, Season, Void
from leagues.record import FIXTURES
from leagues.report import METHOD
from leagues.selectors.access import disclosed_seed, open_seed
from leagues.selectors.results import controls_of, season_report
from leagues.selectors.seasons import counted_fixtures, played, season_plan
from matches.models import Match
from matches.selectors.lists import readable_ids
from matches.selectors.scorecards import scorecard_of
from players.models import Player
from replay.downloads import bulk
from replay.seasons.document import (
    FORMAT,
    AmendmentEntry,
    DealEntry,
    EntrantEntry,
    FaultEntry,
    SeasonDocument,
    VoidEntry,
)
from rules.engine import canonical

BATCH = 100


def export_season(season: Season, player: Player | None) -> Iterator[bytes]:
    """Export what a reader may see. Raises ServiceError `season_running`, since the seed is secret until the end."""
    return _lines(_over(season), disclosed_seed(season, player), readable_ids(_counted(season), player))


def archive_season(season: Season) -> Iterator[bytes]:
    """Export everything, for operators with access to the machine. Raises ServiceError `season_running`."""
    return _lines(_over(season), open_seed(season), _counted(season).values_list("pk", flat=True))


def _over(season: Season) -> Season:
    if season.status != Season.Status.OVER:
        raise ServiceError("season_running")
    return season


def _counted(season: Season) -> QuerySet[Match]:
    return Match.objects.filter(pk__in=counted_fixtures(season.pk).order_by().values("match"))


def _lines(season: Season, seed: bytes | None, readable: Iterable[UUID]) -> Iterator[bytes]:
    readable = set(readable)
    document = _document(season, seed, readable)
    ids = [UUID(match) for deal in document.deals for match in deal.matches if match]
    exported = [match for match in ids if match in readable]
    document = structs.replace(document, left_out=len(ids) - len(exported))
    yield canonical(msgspec.to_builtins(document)) + b"\n"
    for start in range(0, len(exported), BATCH):
        batch = exported[start : start + BATCH]
        by_id = Match.objects.select_related("card_set").defer("snapshot").in_bulk(batch)
        yield from bulk(by_id[match] for match in batch)


def _document(season: Season, seed: bytes | None, readable: Collection[UUID]) -> SeasonDocument:
    plan = season_plan(season.pk)
    pairings = played(season.pk, plan.sides).pairings
    rounds: list[list[tuple[int, int | None]]] = [[] for _ in range(season.rounds.count())]
    for number, first, second in pairings:
        rounds[number].append((first, second))
    amendments = Amendment.objects.filter(season=season).order_by("id")
    voids = Void.objects.filter(deal__season=season).order_by("deal__number", "attempt")
    return SeasonDocument(
        format=FORMAT,
        season=plan.name,
        manifest=season.manifest,
        digest=season.digest,
        ruleset=season.ruleset,
        ruleset_version=season.ruleset_version,
        card_set_digest=season.card_set.digest,
        options=season.options,
        seat_decks=season.seat_decks,
        seed=None if seed is None else seed.hex(),
        seed_commitment=season.seed_commitment,
        entrants=[
            EntrantEntry(row.name, row.bot, row.bot_version, row.deck, row.account, row.account_version, row.digest)
            for row in plan.entrants
        ],
        amendments=[
            AmendmentEntry(*row) for row in amendments.values_list("kind", "entrant__number", "length", "rounds")
        ],
        voids=[VoidEntry(*row) for row in voids.values_list("deal__number", "attempt", "entrant__number", "kind")],
        rounds=rounds,
        deals=_deals(season, readable),
        report=season_report(season),
        intervals=METHOD,
        scorecard_version=plan.rules.definition.scorecard_version,
        faults=[FaultEntry(*row) for row in _faults(season)],
        luck=luck.METHOD if plan.manifest.luck_adjusted else None,
    )


def _faults(season: Season) -> QuerySet[AccountFault, tuple[Any, ...]]:
    columns = ("fixture__deal__number", "fixture__attempt", "fixture__seating", "entrant__number", "kind")
    rows = AccountFault.objects.filter(entrant__season=season).order_by(*columns)
    return rows.values_list(*columns, "count")


def _deals(season: Season, readable: Collection[UUID]) -> list[DealEntry]:
    matches: dict[int, list[str]] = defaultdict(lambda: [""] * FIXTURES)
    decided: dict[int, list[str]] = defaultdict(lambda: [""] * FIXTURES)
    for fixture in counted_fixtures(season.pk).select_related("deal", "match__scorecard").defer("match__snapshot"):
        matches[fixture.deal.number][fixture.seating] = str(fixture.match_id)
        if fixture.match_id in readable:
            decided[fixture.deal.number][fixture.seating] = scorecard_of(fixture.match).body["decided"]["by"]
    controls: dict[int, list[int]] = defaultdict(list)
    for (deal, _), points in sorted(controls_of(season.pk).items()):
        controls[deal].append(points)
    rows = Deal.objects.filter(season=season).order_by("number")
    columns = ("number", "round__number", "pairing__first__number", "pairing__second__number", "attempt")
    return [
        DealEntry(
            *row,
            matches.get(row[0], []),
            decided.get(row[0], []),
            # A deal with a walkover lacks control points, and is not adjusted.
            controls[row[0]] if len(controls[row[0]]) == FIXTURES else [],
        )
        for row in rows.values_list(*columns)
    ]
