"""Lists of seasons show the winners and the result of a duel's test, with one query for any number of seasons."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Computed, League, Run, Season
from leagues.selectors import endings
from leagues.selectors.results import season_report
from leagues.selectors.seasons import season_plan
from leagues.services.amendments import close_season
from leagues.services.leagues import create_league, run_if_due
from leagues.tasks import compute_season
from players.models import Player
from tests.leagues.conftest import RANDOM, forget, manifest, play_out
from tests.leagues.test_league_page import text_of
from tests.leagues.test_pages import page

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
SEASONS = "/api/v1/leagues/nightly/seasons"
DUEL = {"type": "duel", "elo0": 0, "elo1": 20, "most_deals": 2}
GREEDY = {"name": "gus", "bot": "greedy"}


def line(**query: str) -> dict[str, Any]:
    (found,) = Client().get(SEASONS, query).json()["results"]
    assert Client().get("/api/v1/leagues/nightly").json()["seasons"] == [found]
    return {name: found[name] for name in ("winners", "verdict")}


def again(league: League) -> Season:
    """Play another season of the league."""
    Run.objects.all().delete()
    League.objects.filter(pk=league.pk).update(next_run_at=league.created_at)
    run = run_if_due(league.pk)
    assert run is not None and run.season is not None
    return play_out(run.season)


@pytest.mark.parametrize(("language", "said"), [("en", "Won by"), ("ja", "勝者")])
def test_the_first_of_the_table_is_named_when_a_season_is_over(season: Start, language: str, said: str) -> None:
    running = season(entrants=[*RANDOM[:2], GREEDY], deals=4)
    before = [line(), page("/leagues/"), page("/leagues/nightly/")]

    best = season_report(play_out(running)).standings[0]

    assert before[0] == {"winners": None, "verdict": None} and "Won by" not in before[1] + before[2]
    assert best.rank == 1 and line() == {"winners": [best.entrant], "verdict": None}
    number = running.entrants.get(name=best.entrant).number
    named = f'{said} <a href="/leagues/nightly/1/entrants/{number}/">{best.entrant}</a>'
    assert named in page("/leagues/", language=language) and named in page("/leagues/nightly/", language=language)


def test_all_who_share_the_first_place_are_named(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leagues.selectors.seasons.score_of", lambda *args: (1, "play"))
    play_out(season(entrants=RANDOM[:3]))

    assert line()["winners"] == ["ada", "bob", "cid"]
    assert "Won by ada, bob, cid" in text_of("/leagues/") and "Won by ada, bob, cid" in text_of()
    assert "勝者 ada、bob、cid" in text_of(language="ja")
    assert Client().get(SEASONS, {"format": "csv"}).content.decode().splitlines()[1].endswith(",ada/bob/cid,")


def test_nobody_has_won_what_was_not_played(season: Start, operator: Player) -> None:
    close_season(season=season(), by=operator, reason="never mind")

    assert line() == {"winners": [], "verdict": None}
    assert "No matches counted" in text_of("/leagues/") and "No matches counted" in text_of()


def test_of_a_duel_the_verdict_is_said(season: Start) -> None:
    play_out(season(format=DUEL, entrants=RANDOM[:2]))

    assert line() == {"winners": None, "verdict": "undecided"}
    for path in ("/leagues/", "/leagues/nightly/", "/leagues/nightly/1/"):
        assert "The test did not decide whether ada is stronger than bob." in text_of(path)


def test_a_duel_that_was_closed_is_undecided(season: Start, operator: Player) -> None:
    close_season(season=season(format=DUEL), by=operator, reason="never mind")

    assert line() == {"winners": None, "verdict": None}
    for path in ("/leagues/", "/leagues/nightly/", "/leagues/nightly/1/"):
        assert "The test did not decide whether ada is stronger than bob." in text_of(path)
        assert "still running" not in text_of(path)


@pytest.mark.parametrize("path", ["/leagues/", "/leagues/nightly/", SEASONS, "/api/v1/leagues/nightly"])
def test_a_list_asks_once_for_all_and_computes_nothing_again(
    published: None, operator: Player, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    daily = {"type": "cron", "cron": "0 3 * * *"}
    league = create_league(manifest=manifest(schedule=daily), created_by=operator)
    asked = []
    for number in (1, 2):
        again(league)
        again(create_league(manifest=manifest(league=f"other-{number}", schedule=daily), created_by=operator))
        Client().get(path)
        forget()
        with monkeypatch.context() as patched, CaptureQueriesContext(connection) as caught:
            patched.setattr(endings, "exact", lambda part: pytest.fail(part.name))
            assert Client().get(path).status_code == 200
        asked.append(len(caught))

    assert asked[0] == asked[1]
    assert "Won by" in page("/leagues/") and all(row["winners"] for row in Client().get(SEASONS).json()["results"])


def test_a_season_whose_ending_cannot_be_computed_keeps_no_list_from_being_read(
    season: Start, caplog: pytest.LogCaptureFixture
) -> None:
    play_out(season())
    season(league="other")
    season_plan.cache_clear()
    Season.objects.filter(league__slug="nightly").update(sealed_seed=b"damaged")

    assert line() == {"winners": None, "verdict": None} and "nightly" in page("/leagues/")
    assert "the ending of season" in caplog.text


def test_a_reader_waits_only_so_long_for_what_no_worker_has_computed(
    season: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endings, "PATIENCE", -1)
    played = play_out(season())
    assert line() == {"winners": None, "verdict": None} and "Won by" not in page("/leagues/")

    compute_season(str(played.pk))

    assert line()["winners"] and "Won by" in page("/leagues/")


@pytest.mark.parametrize("kept", [{"body": b"{"}, {"body": b'{"winners": 7}'}, {"revision": "0/over"}])
def test_what_another_release_has_kept_is_made_anew(season: Start, kept: dict[str, Any]) -> None:
    play_out(season())
    fresh = line()
    forget()

    assert Computed.objects.filter(part="ending").update(**kept) == 1

    assert line() == fresh and fresh["winners"]
