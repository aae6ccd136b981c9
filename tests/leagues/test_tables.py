"""Every table of a league as JSON and CSV: the same rows, in pages linked up to the last one."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Computed, Entry, League, Run, Season
from leagues.selectors.endings import ENDING
from leagues.selectors.results import season_report
from leagues.services.amendments import extend_season, withdraw_entrant
from leagues.services.computing import compute_season
from matches.search.deck_ids import deck_id
from matches.search.terms import sweep_search_terms
from players.models import Player
from tests.leagues.accounts import bot_account
from tests.leagues.conftest import RANDOM, play_out
from tests.leagues.test_pages import page
from tests.leagues.test_statistics import DECKS, WITH_DECKS

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
LEAGUE = "/api/v1/leagues/nightly"
SEASON = f"{LEAGUE}/seasons/1"
DUEL = {"type": "duel", "elo0": 0, "elo1": 200, "most_deals": 3}


def rows(path: str) -> list[dict[str, str]]:
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))


def as_cells(found: list[dict[str, Any]]) -> list[dict[str, str]]:
    def cell(value: Any) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        return "" if value is None else "/".join(value) if isinstance(value, list) else str(value)

    return [{name: cell(value) for name, value in row.items()} for row in found]


@pytest.fixture
def many(season: Start) -> League:
    """A league with 25 finished seasons and 25 runs, the last of which was refused."""
    first = play_out(season())
    compute_season(first.pk)
    ending = Computed.objects.get(part=ENDING)
    began = datetime(2026, 1, 1, 3, tzinfo=UTC)
    for number in range(2, 26):
        copy = Season.objects.get(pk=first.pk)
        copy.pk, copy.number, copy.started_at = None, number, began + timedelta(days=number)
        copy.save(force_insert=True)
        ending.pk, ending.season = None, copy
        ending.save(force_insert=True)
        Run.objects.create(league=first.league, scheduled_for=copy.started_at, result="started", season=copy)
    Run.objects.create(
        league=first.league,
        scheduled_for=began + timedelta(days=26),
        result="refused",
        problems=[{"code": "league_unknown_bot", "texts": {"ja": "×", "en": "no"}}, {"code": "league_sides"}],
    )
    return first.league


def read_all(path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    following: str | None = path
    while following:
        told = Client().get(following).json()
        found, following = found + told["results"], told["next"]
    return found


def test_all_seasons_are_read_page_by_page(many: League) -> None:
    found = read_all(f"{LEAGUE}/seasons?limit=10")

    assert [row["number"] for row in found] == list(range(25, 0, -1))
    assert found[:20] == Client().get(LEAGUE).json()["seasons"]
    assert Client().get(found[-1]["url"]).json()["number"] == 1
    assert rows(f"{LEAGUE}/seasons?format=csv") == as_cells(found)


def test_all_runs_are_read_page_by_page(many: League) -> None:
    found = read_all(f"{LEAGUE}/runs?limit=7")

    assert len(found) == Run.objects.count() == 26 and found[:20] == Client().get(LEAGUE).json()["runs"]
    lines = rows(f"{LEAGUE}/runs?format=csv")
    assert [line["problems"] for line in lines[:3]] == ["", "league_unknown_bot league_sides", ""]
    assert [line["scheduled_for"] for line in lines] == [row["scheduled_for"] for row in found]
    answer = Client().get(f"{LEAGUE}/runs?format=csv&limit=7")
    assert answer["Link"].startswith(f"<{LEAGUE}/runs?") and answer["Link"].endswith('; rel="next"')


@pytest.mark.parametrize("path", ["seasons", "runs"])
def test_a_list_asks_as_often_for_many_rows_as_for_few(many: League, path: str) -> None:
    asked = []
    for limit in (1, 3, 24):
        with CaptureQueriesContext(connection) as caught:
            Client().get(f"{LEAGUE}/{path}?limit={limit}")
        asked.append(len(caught))

    assert len(set(asked)) == 1


@pytest.mark.parametrize("path", ["seasons?cursor=x", "runs?cursor=x", "seasons?limit=0", "runs?format=xml"])
def test_nonsense_is_refused(many: League, path: str) -> None:
    assert Client().get(f"{LEAGUE}/{path}").status_code == 400


@pytest.mark.parametrize("path", ["seasons", "runs", "seasons/1/amendments", "seasons/1/entrants", "seasons/1/test"])
def test_lists_of_a_private_league_are_absent(season: Start, path: str) -> None:
    season(visibility="private", format=DUEL)

    assert Client().get(f"{LEAGUE}/{path}").status_code == 404


def test_a_whole_season_as_csv_is_counted_as_an_export(season: Start, settings: Any) -> None:
    season()
    settings.THROTTLES = {**settings.THROTTLES, "exports": (2, 3600)}

    asked = [Client().get(f"{SEASON}/fixtures?format=csv").status_code for _ in range(3)]

    assert asked == [200, 200, 429]
    assert Client().get(f"{SEASON}/fixtures").status_code == 200


def test_amendments_are_read_as_they_stand_in_the_season(season: Start, operator: Player) -> None:
    running = season(entrants=RANDOM[:3])
    extend_season(season=running, length=3, by=operator, reason="=1+1")
    withdraw_entrant(season=running, name="cid", by=operator, reason="gone")

    found = Client().get(f"{SEASON}/amendments").json()["results"]

    assert found == Client().get(SEASON).json()["amendments"] and len(found) == 2
    first, second = rows(f"{SEASON}/amendments?format=csv")
    assert (first["kind"], first["length"], first["reason"], first["by"]) == ("extend", "3", "'=1+1", "olga")
    assert [second] == as_cells(found[1:])


def test_entrants_have_the_names_and_digests_of_their_decks(season: Start) -> None:
    season(entrants=WITH_DECKS, decks="of_entrant", seat_decks=[])

    found = Client().get(f"{SEASON}/entrants").json()["results"]
    lines = rows(f"{SEASON}/entrants?format=csv")

    assert [row["deck_name"] for row in found] == ["even", "steep", "even"]
    assert lines == as_cells([{name: row[name] for name in row if name != "deck"} for row in found])


def test_entries_are_read_as_csv_too(season: Start) -> None:
    running = season()
    Entry.objects.create(league=running.league, player=bot_account("robo"), joined_at=datetime(2026, 1, 2, tzinfo=UTC))

    assert rows(f"{LEAGUE}/entries?format=csv") == as_cells(Client().get(f"{LEAGUE}/entries").json()["results"]) != []


def test_the_curve_of_a_test_is_a_row_a_deal(season: Start) -> None:
    played = play_out(season(format=DUEL))
    test = season_report(played).test
    assert test is not None

    told = Client().get(f"{SEASON}/test").json()

    assert told == Client().get(f"{SEASON}/standings").json()["test"]
    lines = rows(f"{SEASON}/test?format=csv")
    assert [(line["deal"], line["llr_per_mille"]) for line in lines] == [
        (str(deal), str(ratio)) for deal, ratio in enumerate(test.llr_per_mille, 1)
    ]


def test_only_a_duel_has_a_test(season: Start) -> None:
    season()

    assert Client().get(f"{SEASON}/test").status_code == 404


def test_decks_of_the_statistics_have_their_names_beside_their_digests(season: Start) -> None:
    play_out(season(entrants=WITH_DECKS, decks="of_entrant", seat_decks=[]))
    sweep_search_terms()
    names = {deck_id(deck): name for deck, name in zip(DECKS, ("even", "steep"), strict=True)}

    for address in (f"{SEASON}/statistics?", "/api/v1/search/statistics?ruleset=raid&"):
        decks = rows(f"{address}format=csv&table=decks")
        pairs = rows(f"{address}format=csv&table=deck_pairs")
        assert {row["deck"]: row["deck_name"] for row in decks} == names
        assert pairs and all(
            (names[row["deck"]], names[row["opponent"]]) == (row["deck_name"], row["opponent_name"]) for row in pairs
        )


def test_statistics_of_another_game_have_no_rows(season: Start) -> None:
    play_out(season())
    sweep_search_terms()

    assert rows("/api/v1/search/statistics?ruleset=battle_line&format=csv&table=decks") == []


def test_links_to_the_data_stand_beside_the_tables(season: Start, operator: Player) -> None:
    played = season(format=DUEL)
    extend_season(season=played, length=4, by=operator, reason="more")
    play_out(played)
    shown = page("/leagues/nightly/1/")

    for part, table in (("Changes to this season", "amendments"), ("Table", "standings"), ("Crosstable", "crosstable")):
        after = shown.partition(f">{part}</h2>")[2].partition("<h2")[0]
        assert f'href="{SEASON}/{table}"' in after and f'href="{SEASON}/{table}?format=csv"' in after
    for table in ("test", "entrants", "fixtures"):
        assert f'href="{SEASON}/{table}?format=csv"' in shown
    of_league = page("/leagues/nightly/")
    assert f'href="{LEAGUE}/seasons?format=csv"' in of_league and f'href="{LEAGUE}/runs?format=csv"' in of_league
