"""`python -m tests.benchmarks.season_pages`: the pages of a season of 10,000 matches, beside those of one of a hundred.

A database of its own (SQLite in a folder, or what DATABASE_URL names, empty). Two seasons of eight entrants are filled
with copies of one played match, whose winner is drawn; every page is asked for twice, without an account: first with
nothing kept in memory, then again. Milliseconds are the processor's, of application and, with SQLite, database.
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
    """A finished season of so many matches."""
    import msgspec  # noqa: PLC0415 -- after settings
    from django.db import transaction  # noqa: PLC0415 -- after settings
    from django.utils import timezone  # noqa: PLC0415 -- after settings

    from matches.leagues.manifest import Manifest  # noqa: PLC0415 -- after settings
    from matches.leagues.models import Deal  # noqa: PLC0415 -- after settings
    from matches.leagues.services.leagues import create_league  # noqa: PLC0415 -- after settings
    from matches.leagues.services.playing import claim_deal, play_deal  # noqa: PLC0415 -- after settings
    from matches.leagues.services.seasons import close_round  # noqa: PLC0415 -- after settings
    from matches.models import Match  # noqa: PLC0415 -- after settings

    content: dict[str, Any] = {
        "league": league,
        "names": {"ja": league, "en": league},
        "ruleset": "battle_line",
        "entrants": [{"name": f"entrant {number}", "bot": "random"} for number in range(ENTRANTS)],
        "format": {"type": "round_robin"},
        "deals": max(1, matches // 2 // PAIRINGS),
    }
    season = create_league(manifest=msgspec.convert(content, Manifest), created_by=None).seasons.get()
    first = claim_deal()
    assert first is not None
    play_deal(first, time.monotonic() + 3600)
    template = Match.objects.get(fixture__deal=first, fixture__seating=0)
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

    from matches.leagues.models import Fixture  # noqa: PLC0415 -- after settings
    from matches.models import Match, moment_of_id  # noqa: PLC0415 -- after settings

    rows, fixtures = [], []
    for deal in deals:
        for seating in (0, 1):
            row = Match(**{f.attname: getattr(template, f.attname) for f in Match._meta.concrete_fields})
            row.id, row.deal = uuid6.uuid7(), deal.pk
            row.created_at = moment_of_id(row.id)
            row.outcome = {**template.outcome, "winners": [random.Random(row.id.int).randrange(2)]}
            rows.append(row)
            fixtures.append(Fixture(deal=deal, attempt=1, seating=seating, match=row))
    Match.objects.bulk_create(rows)
    Fixture.objects.bulk_create(fixtures)


def measured(path: str) -> tuple[float, int]:
    """Milliseconds and queries."""
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
    return [season, f"/leagues/{league}/", "/leagues/", api, *tables]


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

        from matches.leagues.selectors.results import _report  # noqa: PLC0415 -- after settings

        setup_test_environment()
        for league, matches in (("small", 100), ("large", asked.matches)):
            fill(league, matches)
        measured("/leagues/small/1/")  # What a process loads at its first request.
        for small, large in zip(pages("small"), pages("large"), strict=True):
            few = measured(small)[1]
            _report.cache_clear()
            cold, queries = measured(large)
            warm, _ = measured(large)
            print(f"{large:48} {cold:7.0f} ms first, {warm:5.0f} ms again; {queries} queries ({few} of the small one)")


if __name__ == "__main__":
    main()
