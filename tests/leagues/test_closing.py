"""A closed league starts no new season, but a running season is played to its end. The league can be reopened."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.text.errors import ServiceError
from leagues.models import League, Season
from leagues.services.entering import enter_league
from leagues.services.leagues import close_league, create_league, reopen_league, run_if_due, sweep
from players.models import Player
from tests.leagues.accounts import CLOCK, bot_account
from tests.leagues.conftest import manifest, play_out
from tests.leagues.test_admin import staff
from tests.leagues.test_api import api, sent

__all__ = ["api", "staff"]
pytestmark = pytest.mark.django_db
NIGHTLY = {"type": "cron", "cron": "0 3 * * *"}
ADDRESS = "/api/v1/leagues/nightly"


@pytest.fixture
def league(published: None, operator: Player) -> League:
    return create_league(manifest=manifest(schedule=NIGHTLY, deals=2), created_by=operator)


def due(league: League) -> None:
    League.objects.filter(pk=league.pk).update(next_run_at=timezone.now() - timedelta(minutes=1))


def test_a_league_that_is_closed_plays_its_season_to_the_end_and_starts_no_other(league: League) -> None:
    due(league)
    run_if_due(league.pk)
    due(league)

    close_league(league=league, note="enough")
    sweep()

    season = play_out(league.seasons.get())
    league.refresh_from_db()
    assert (season.status, season.deals.filter(status="closed").count()) == (Season.Status.OVER, 2)
    assert (league.next_run_at, league.close_note) == (None, "enough")
    assert run_if_due(league.pk) is None and league.runs.count() == 1


def test_closed_again_it_keeps_the_time_at_which_it_was_closed(league: League) -> None:
    close_league(league=league, note="enough")
    league.refresh_from_db()
    before = league.closed_at

    close_league(league=league, note="more than enough")

    league.refresh_from_db()
    assert (league.closed_at, league.close_note) == (before, "more than enough")


def test_reopened_it_goes_on_with_the_next_time_and_makes_up_for_none(league: League) -> None:
    due(league)
    close_league(league=league, note="enough")

    reopen_league(league=league)

    league.refresh_from_db()
    assert league.next_run_at is not None and league.next_run_at > timezone.now()
    assert league.next_run_at.astimezone(UTC).hour == 3
    assert (league.closed_at, league.close_note) == (None, "")
    sweep()
    assert not league.seasons.exists()


@pytest.mark.parametrize(("days", "is_to_come"), [(1, True), (-1, False)])
def test_reopened_a_league_of_one_time_has_it_before_it_if_it_has_not_come(
    published: None, days: int, is_to_come: bool
) -> None:
    at = datetime.now(UTC) + timedelta(days=1)
    league = create_league(manifest=manifest(schedule={"type": "at", "at": at.isoformat()}), created_by=None)
    close_league(league=league, note="")
    moment = at + timedelta(days=days - 1)
    changed = {**league.manifest, "schedule": {"type": "at", "at": moment.isoformat()}}
    League.objects.filter(pk=league.pk).update(manifest=changed)

    reopen_league(league=league)

    league.refresh_from_db()
    assert league.next_run_at == (moment if is_to_come else None)


def test_to_reopen_what_is_open_changes_nothing(league: League) -> None:
    due(league)
    league.refresh_from_db()

    reopen_league(league=league)

    assert League.objects.get().next_run_at == league.next_run_at


def test_nobody_enters_a_league_that_is_closed(published: None) -> None:
    league = create_league(manifest=manifest(entry={}, clock=CLOCK, schedule=NIGHTLY), created_by=None)
    robo = bot_account("robo")
    close_league(league=league, note="")

    with pytest.raises(ServiceError, match="league_closed"):
        enter_league(league=league, player=robo)

    reopen_league(league=league)
    enter_league(league=league, player=robo)


def test_operators_close_over_http_and_everybody_reads_it(league: League, api: Client) -> None:
    closed = sent(api, "PATCH", ADDRESS, {"is_closed": True, "note": "enough"}).json()

    assert (closed["is_closed"], closed["close_note"], closed["next_run_at"], closed["is_paused"]) == (
        *(True, "enough", None, False),
    )
    assert closed["closed_at"] is not None
    assert [line["is_closed"] for line in Client().get("/api/v1/leagues").json()["results"]] == [True]
    assert "Closed</strong>" in (page := Client().get("/leagues/nightly/").content.decode()) and "enough" in page
    assert "Closed ·" in Client().get("/leagues/").content.decode()
    opened = sent(api, "PATCH", ADDRESS, {"is_closed": False}).json()
    assert (opened["is_closed"], opened["closed_at"], opened["close_note"]) == (False, None, "")
    assert opened["next_run_at"] is not None
    assert sent(Client(), "PATCH", ADDRESS, {"is_closed": True}).status_code == 401


def test_to_close_a_league_does_not_resume_it(league: League, api: Client) -> None:
    sent(api, "PATCH", ADDRESS, {"is_paused": True, "note": "maintenance"})

    both = sent(api, "PATCH", ADDRESS, {"is_closed": True, "note": "enough"}).json()

    assert (both["is_paused"], both["pause_note"], both["is_closed"]) == (True, "maintenance", True)


def test_operators_close_and_reopen_in_the_admin(league: League, staff: Client) -> None:
    form = reverse("admin:leagues_league_change", args=[league.pk])
    page = reverse("admin:leagues_league_close", args=[league.pk])

    assert "Close the league" in staff.get(form).content.decode()
    told = staff.post(page, {"note": "enough"}, follow=True).content.decode()
    assert "The league was closed." in told and "enough" in told and "Reopen the league" in told
    assert League.objects.get().closed_at is not None

    shown = staff.get(page).content.decode()
    assert 'type="hidden" name="reopen" value="True"' in shown and "Reopen the league" in shown
    assert "The league was reopened." in staff.post(page, {"reopen": "True"}, follow=True).content.decode()
    assert League.objects.get().closed_at is None


def test_a_form_for_closing_that_is_sent_twice_closes(league: League, staff: Client) -> None:
    page = reverse("admin:leagues_league_close", args=[league.pk])

    for _ in range(2):
        assert "The league was closed." in staff.post(page, {"note": "enough"}, follow=True).content.decode()

    assert League.objects.get().closed_at is not None
