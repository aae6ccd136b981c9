"""The strength of the house bots in `GET bots`, from the tables of finished seasons of public leagues."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from common.computed_once import ComputedOnce
from leagues.models import Entrant, League, Season
from leagues.selectors import bot_strength
from leagues.selectors.results import season_report
from leagues.services.leagues import create_league
from players.models import Player
from tests.leagues.conftest import manifest, play_out

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
BOTS = [{"name": "chance", "bot": "random"}, {"name": "hunger", "bot": "greedy"}]


@pytest.fixture(autouse=True)
def _forgetful(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    class Never(ComputedOnce[Any, Any]):
        def get(self, key: Any, compute: Callable[[], Any]) -> Any:
            return compute()

    monkeypatch.setattr(bot_strength, "_remembered", Never(1))
    return


def strengths() -> dict[str, Any]:
    return {bot["name"]: bot["strength"]["raid"] for bot in Client().get("/api/v1/bots").json()["results"]}


def test_it_is_the_rating_of_the_newest_finished_season(season: Start) -> None:
    started = season(entrants=BOTS, deals=5, anchor={"entrant": "chance", "elo": 100})
    assert set(strengths().values()) == {None}, "it still runs"
    play_out(started)

    found = strengths()

    rows = {row.entrant: row for row in season_report(started).standings}
    assert found["random"] == {
        "elo": 100,
        "elo_low": None,
        "elo_high": None,
        "anchor": "chance",
        "anchor_elo": 100,
        "matches": 10,
        "since": found["greedy"]["since"],
        "season_url": "/api/v1/leagues/nightly/seasons/1",
    }
    greedy = rows["hunger"]
    assert (found["greedy"]["elo"], found["greedy"]["elo_low"], found["greedy"]["elo_high"]) == (
        greedy.elo,
        *greedy.interval,
    )
    assert found["ismcts"] is None
    assert Client().get(found["greedy"]["season_url"]).status_code == 200


def test_every_bot_names_every_game(published: None) -> None:
    bots = Client().get("/api/v1/bots").json()["results"]
    games = [game["slug"] for game in Client().get("/api/v1/rulesets").json()["results"]]

    assert all(list(bot["strength"]) == games for bot in bots)


@pytest.mark.parametrize(
    "hide",
    [
        lambda: League.objects.update(visibility="private"),
        lambda: League.objects.update(visibility="unlisted"),
        lambda: Entrant.objects.update(bot_version=1),
        lambda: Entrant.objects.update(deck={"cards": {}}),
        lambda: Season.objects.update(status="running"),
    ],
    ids=["private", "unlisted", "an older version", "with a deck of its own", "running"],
)
def test_no_other_season_counts(season: Start, hide: Callable[[], Any]) -> None:
    play_out(season(entrants=BOTS))
    assert strengths()["greedy"] is not None

    hide()

    assert set(strengths().values()) == {None}


def test_an_older_season_counts_for_bots_that_the_newer_one_lacks(season: Start, operator: Player) -> None:
    play_out(season(entrants=BOTS))
    other = create_league(
        manifest=manifest(
            league="duel", entrants=[{"name": "one", "bot": "random"}, {"name": "two", "bot": "ismcts-100"}]
        ),
        created_by=operator,
    )
    play_out(other.seasons.get())

    found = strengths()

    assert found["greedy"]["season_url"] == "/api/v1/leagues/nightly/seasons/1"
    assert found["random"]["season_url"] == found["ismcts-100"]["season_url"] == "/api/v1/leagues/duel/seasons/1"


def test_a_process_remembers_it_for_a_minute(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_strength, "_remembered", ComputedOnce(1))
    minute = [0]
    monkeypatch.setattr(bot_strength, "_minute", lambda: minute[0])
    assert strengths()["greedy"] is None
    play_out(season(entrants=BOTS))

    assert strengths()["greedy"] is None
    minute[0] = 1
    assert strengths()["greedy"] is not None
