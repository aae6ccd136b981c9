"""SIGKILL between any two statements of a scheduled run or a season's worker: nothing is lost or doubled."""

import pytest

from leagues.models import Deal, Fixture, League, Run, Season
from leagues.selectors.results import season_report
from leagues.services.leagues import create_league, run_if_due
from leagues.services.playing import play_deals
from leagues.services.rebuilding import rebuild_season
from matches.models import Match
from tests.faults.checks import assert_log_is_whole
from tests.faults.test_kills import MOST_STATEMENTS, killed_at
from tests.leagues.conftest import manifest, play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
NIGHTLY = {"type": "cron", "cron": "0 3 * * *"}


def assert_counted_once(season: Season, deals: int) -> None:
    """Check that every deal is closed with two matches with complete logs, and that the table can be recomputed."""
    assert season.status == Season.Status.OVER
    assert list(Deal.objects.filter(season=season).values_list("status", "attempt")) == [("closed", 1)] * deals
    matches = Match.objects.filter(fixture__deal__season=season)
    assert Fixture.objects.filter(deal__season=season).count() == len(matches) == 2 * deals
    for match in matches:
        assert not match.withheld
        assert_log_is_whole(match)
    assert rebuild_season(season).is_same and season_report(season).fixtures == 2 * deals


@pytest.mark.exhaustive
def test_a_season_whose_worker_is_killed_counts_every_deal_once(published: None) -> None:
    statement = 1
    killed = True
    while killed:
        assert statement < MOST_STATEMENTS
        league = create_league(manifest=manifest(league=f"nightly-{statement}", deals=2), created_by=None)
        season = league.seasons.get()

        killed = killed_at(statement, play_deals, after=True)

        Deal.objects.update(lease_until=None)  # The leases of the killed worker expire.
        assert_counted_once(play_out(season), deals=2)
        statement += 1
    assert statement > 20


@pytest.mark.exhaustive
def test_a_scheduled_run_that_is_killed_is_made_once_by_the_next(published: None) -> None:
    statement = 1
    killed = True
    while killed:
        assert statement < MOST_STATEMENTS
        scheduled = manifest(league=f"nightly-{statement}", schedule=NIGHTLY)
        league = create_league(manifest=scheduled, created_by=None)
        League.objects.filter(pk=league.pk).update(next_run_at="2020-01-01T03:00:00Z")

        killed = killed_at(statement, lambda league=league: run_if_due(league.pk), after=True)

        run_if_due(league.pk)
        assert run_if_due(league.pk) is None
        assert [run.result for run in league.runs.all()] == [Run.Result.STARTED]
        assert_counted_once(play_out(league.seasons.get()), deals=1)
        statement += 1
    assert statement > 10
