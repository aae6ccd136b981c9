"""Results of long seasons are stored for all processes, and equal those of a fresh computation."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from leagues.models import Computed, Season
from leagues.selectors import computed
from leagues.selectors.figures import season_statistics
from leagues.selectors.plots import season_points
from leagues.selectors.results import current_report, season_report
from leagues.selectors.seasons import season_plan
from leagues.services import computing
from leagues.services.playing import play_deal, play_deals
from leagues.tasks import compute_season
from matches.search.terms import sweep_search_terms
from tests.leagues.conftest import RANDOM, claim_deal, forget, play_out

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
PAGE = "/leagues/nightly/1/"


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make a season of two matches count as long."""
    monkeypatch.setattr(computed, "LARGE", 2)
    monkeypatch.setattr(computing, "LARGE", 2)
    forget()
    yield
    forget()


@pytest.fixture
def half_played(season: Start) -> Season:
    """A computed season in which one of two deals is played."""
    running = season(deals=2)
    _play_one()
    compute_season(str(running.pk))
    return running


def _play_one() -> None:
    deal = claim_deal()
    assert deal is not None
    play_deal(deal, float("inf"))


def everything(season: Season) -> list[Any]:
    entrants = season_plan(season.pk).entrants
    return [
        season_report(season),
        current_report(season),
        season_points(season),
        *(season_statistics(season, entrant) for entrant in (None, *entrants)),
    ]


def test_what_a_worker_has_kept_is_what_a_fresh_computation_gives(
    season: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = season(entrants=RANDOM[:3], deals=3)
    play_out(running)
    sweep_search_terms()
    fresh = everything(running)
    Computed.objects.all().delete()
    forget()

    assert computing.compute_season(running.pk) == 7
    assert computing.compute_season(running.pk) == 0
    forget()
    monkeypatch.setattr(computed, "_make_and_store", lambda part: pytest.fail(part.name))

    assert everything(running) == fresh
    assert fresh[0].fixtures == 18


def test_a_reader_finds_what_is_ready_while_a_season_grows_and_is_told_how_fresh_it_is(half_played: Season) -> None:
    _play_one()
    forget()

    assert (current_report(half_played).fixtures, season_report(half_played).fixtures) == (2, 4)
    forget()
    Computed.objects.filter(part="report").update(revision="another")
    Computed.objects.filter(part="report").delete()
    assert current_report(half_played).fixtures == 4


def test_the_page_and_the_api_say_of_how_many_matches_a_table_is(half_played: Season) -> None:
    before = Client().get(PAGE).content.decode()
    _play_one()
    forget()
    page = Client().get(PAGE).content.decode()
    table = Client().get("/api/v1/leagues/nightly/seasons/1/standings").json()

    assert "Table after" not in before
    assert "Table after 2 matches. 2 more" in page and "4 matches count" in page
    assert (table["fixtures"], Client().get("/api/v1/leagues/nightly/seasons/1").json()["fixtures"]) == (2, 4)


def test_where_no_worker_has_made_it_anew_for_a_minute_its_reader_does(half_played: Season) -> None:
    _play_one()
    forget()
    row = Computed.objects.get(part="report")
    for age, took_ms, fixtures in ((50, 0, 2), (70, 5_000, 2), (70, 0, 4)):
        made_at = row.made_at - timedelta(seconds=age)
        Computed.objects.filter(part="report").update(made_at=made_at, took_ms=took_ms)
        assert current_report(half_played).fixtures == fixtures

    assert Computed.objects.get(part="report").revision != row.revision


def test_a_worker_makes_nothing_again_before_ten_times_what_it_took(half_played: Season) -> None:
    Computed.objects.update(took_ms=1_000_000)
    _play_one()

    assert computing.compute_season(half_played.pk) == 1, "how it ended, and for that the report"
    Computed.objects.update(took_ms=0)
    assert computing.compute_season(half_played.pk) == 1  # Only the points, since the statistics have not been read.


@pytest.mark.parametrize("kept", [{"body": b"{"}, {"body": b'{"fixtures": 2}'}, {"revision": "0/2/0/0/1"}])
def test_what_another_release_has_kept_is_made_anew(half_played: Season, kept: dict[str, Any]) -> None:
    fresh = season_report(half_played)
    Computed.objects.filter(part="report").update(**kept)
    forget()

    assert season_report(half_played) == current_report(half_played) == fresh


def test_of_short_seasons_nothing_is_kept_but_how_they_ended(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computed, "LARGE", 3)
    running = season()
    assert computing.compute_season(running.pk) == 0
    play_out(running)

    everything(running)

    assert computing.compute_season(running.pk) == 1
    assert computing.compute_season(running.pk) == 0
    assert [row.part for row in Computed.objects.all()] == ["ending"]


def test_workers_are_sent_to_long_seasons_that_grow_or_have_ended_of_late(
    season: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, ...]] = []
    monkeypatch.setattr(computing, "send_task", lambda *args, **options: sent.append(args))
    ended = play_out(season(league="ended", deals=2))
    running = season(deals=3)

    monkeypatch.setattr(computing, "LARGE", 1_000)
    assert computing.wake_computing() == 1, "how it ended is kept of a short one too"
    computing.compute_season(ended.pk)
    assert computing.wake_computing() == 0
    monkeypatch.setattr(computing, "LARGE", 2)
    assert computing.wake_computing() == 1
    play_deals()
    assert computing.wake_computing() == 2
    Season.objects.filter(pk=ended.pk).update(ended_at=ended.started_at - timedelta(hours=2))
    assert computing.wake_computing() == 1
    assert {season_id for _, season_id in sent} == {str(running.pk), str(ended.pk)}


def test_a_reader_is_answered_where_nothing_can_be_kept(
    half_played: Season, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise OperationalError("read-only")

    Computed.objects.all().delete()
    forget()
    monkeypatch.setattr(Computed.objects, "bulk_create", refuse)

    assert current_report(half_played).fixtures == 2
    assert "could not be stored: read-only" in caplog.text
