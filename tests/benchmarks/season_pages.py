"""`python -m tests.benchmarks.season_pages`: the pages of a season of 10,000 matches, compared with one of a hundred.

It uses its own database (SQLite in a folder, or the empty database in DATABASE_URL). Two seasons of eight entrants are
filled with copies of one match with random winners. Every page is requested three times without an account. At first
nothing is computed. The second request is to a fresh process with a worker's stored results, and the third repeats it.
The figures are milliseconds of processor time of the application and, with SQLite, the database.
"""

import argparse
import os
import random
import tempfile
import time
from typing import Any

from tests.benchmarks.database import set_up_django

ENTRANTS = 8
PAIRINGS = ENTRANTS * (ENTRANTS - 1) // 2
BATCH = 1_000


def fill(league: str, matches: int) -> None:
    """Create a finished season with this many matches."""
    import msgspec  # noqa: PLC0415 -- after settings
    from django.db import transaction  # noqa: PLC0415 -- after settings
    from django.utils import timezone  # noqa: PLC0415 -- after settings

    from leagues.manifest import Manifest  # noqa: PLC0415 -- after settings
    from leagues.models import Deal  # noqa: PLC0415 -- after settings
    from leagues.services.leagues import create_league  # noqa: PLC0415 -- after settings
    from leagues.services.playing import claim_deals, play_deal  # noqa: PLC0415 -- after settings
    from leagues.services.seasons import close_round  # noqa: PLC0415 -- after settings
    from matches.models import Match  # noqa: PLC0415 -- after settings
    from matches.search.terms import write_search_terms  # noqa: PLC0415 -- after settings

    content: dict[str, Any] = {
        "league": league,
        "names": {"ja": league, "en": league},
        "ruleset": "battle_line",
        "entrants": [{"name": f"entrant {number}", "bot": "random"} for number in range(ENTRANTS)],
        "format": {"type": "round_robin"},
        "deals": max(1, matches // 2 // PAIRINGS),
    }
    season = create_league(manifest=msgspec.convert(content, Manifest), created_by=None).seasons.get()
    first = claim_deals(1)[0]
    play_deal(first, time.monotonic() + 3600)
    template = Match.objects.get(fixture__deal=first, fixture__seating=0)
    write_search_terms(template.pk)
    while open_deals := list(Deal.objects.filter(season=season, status=Deal.Status.OPEN)):
        now = timezone.now()
        with transaction.atomic():
            for start in range(0, len(open_deals), BATCH):
                _fill_deals(open_deals[start : start + BATCH], template)
            Deal.objects.filter(pk__in=[deal.pk for deal in open_deals[:1]]).update(closed_at=now)
            Deal.objects.filter(season=season, status=Deal.Status.OPEN).update(status=Deal.Status.CLOSED, closed_at=now)
            close_round(season.pk, now)


def _fill_deals(deals: list[Any], template: Any) -> None:
    import uuid6  # noqa: PLC0415 -- after settings

    from leagues.models import Fixture  # noqa: PLC0415 -- after settings
    from matches.models import Match, MatchSummary, moment_of_id  # noqa: PLC0415 -- after settings
    from matches.search.models import SeatRecord  # noqa: PLC0415 -- after settings

    rows, fixtures = [], []
    summary, records = template.summary, list(template.seat_records.order_by("seat"))
    for deal in deals:
        for seating in (0, 1):
            row = Match(**{f.attname: getattr(template, f.attname) for f in Match._meta.concrete_fields})
            row.id, row.deal = uuid6.uuid7(), deal.pk
            row.created_at = moment_of_id(row.id)
            row.outcome = {**template.outcome, "winners": [random.Random(row.id.int).randrange(2)]}
            rows.append(row)
            fixtures.append(Fixture(deal=deal, attempt=1, seating=seating, match=row))
    Match.objects.bulk_create(rows)
    MatchSummary.objects.bulk_create(_copy(summary, match=row) for row in rows)
    SeatRecord.objects.bulk_create(
        _copy(record, match=row, points=2 * (record.seat in row.outcome["winners"]))
        for row in rows
        for record in records
    )
    Fixture.objects.bulk_create(fixtures)


def _copy(row: Any, **other: Any) -> Any:
    names = {field.attname for field in row._meta.concrete_fields} - {"id", "match_id"}
    return type(row)(**{name: getattr(row, name) for name in names} | other)


def measured(path: str) -> tuple[float, int]:
    """Request a page. Returns milliseconds and the number of queries."""
    from django.db import connection  # noqa: PLC0415 -- after settings
    from django.test import Client  # noqa: PLC0415 -- after settings
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415 -- after settings

    begun = time.process_time()
    answer = Client().get(path)
    took = 1000 * (time.process_time() - begun)
    assert answer.status_code == 200, (path, answer.status_code)
    with CaptureQueriesContext(connection) as caught:
        Client().get(path)
    return took, len(caught)


def pages(league: str) -> list[str]:
    season, api = f"/leagues/{league}/1/", f"/api/v1/leagues/{league}/seasons/1"
    tables = [f"{api}/{name}" for name in ("standings", "crosstable", "fixtures", "entrants")]
    shown = [f"{season}figures/", f"{season}entrants/1/", *(f"{api}/{name}" for name in ("points", "statistics"))]
    return [season, f"/leagues/{league}/", "/leagues/", api, *tables, *shown]


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.season_pages", description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("VAR_DIR", folder)
        os.environ.setdefault("CELERY_BROKER_URL", "memory://")
        os.environ.setdefault("LOG_LEVEL", "ERROR")
        os.environ.setdefault("ALLOWED_HOSTS", "*")
        set_up_django(os.environ.get("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3"), "config.settings.dev")
        from django.test.utils import setup_test_environment  # noqa: PLC0415 -- after settings

        from leagues.models import Computed, Season  # noqa: PLC0415 -- after settings
        from leagues.selectors import computed, figures  # noqa: PLC0415 -- after settings
        from leagues.services.computing import compute_season  # noqa: PLC0415 -- after settings

        def forget() -> None:
            """Clear the caches, as in a new process."""
            computed._remembered._results.clear()
            figures._complete._results.clear()

        setup_test_environment()
        for league, matches in (("small", 100), ("large", asked.matches)):
            fill(league, matches)
        measured("/leagues/small/1/")  # Loads what a process loads at its first request.
        large_season = Season.objects.get(league__slug="large").pk
        begun = time.process_time()
        made = compute_season(large_season)
        print(f"a worker computes {made} parts in {1000 * (time.process_time() - begun):.0f} ms")
        for small, large in zip(pages("small"), pages("large"), strict=True):
            few = measured(small)[1]
            Computed.objects.all().delete()
            forget()
            bare, _ = measured(large)
            compute_season(large_season)
            forget()
            cold, queries = measured(large)
            warm, _ = measured(large)
            told = f"{bare:5.0f} ms nothing computed, {cold:5.0f} ms ready, {warm:5.0f} ms again"
            print(f"{large:48} {told}; {queries} queries ({few} of the small one)", flush=True)


if __name__ == "__main__":
    main()
