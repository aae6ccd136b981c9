"""A league's results by options and deck, compared with the outcomes of its matches one by one."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common.shares import share_of
from leagues.models import League, Season
from leagues.rates import CountedSeats, LeagueRates, Played, rates_of
from leagues.selectors import rates
from leagues.selectors.rates import league_rates
from leagues.selectors.seasons import counted_fixtures, season_plan
from leagues.services.changing import change_manifest
from leagues.services.leagues import run_if_due
from matches.models import Match
from matches.search.deck_ids import deck_id
from matches.search.models import SeatRecord
from matches.search.terms import sweep_search_terms
from players.models import Player
from tests.leagues.conftest import RANDOM, manifest, play_out
from tests.leagues.test_pages import page
from tests.leagues.test_statistics import DECKS, WITH_DECKS

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
API = "/api/v1/leagues/nightly/rates"


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    rates._remembered._results.clear()


@pytest.fixture
def played(season: Start) -> Season:
    found = play_out(season(entrants=WITH_DECKS, deals=2, decks="of_entrant", seat_decks=[]))
    sweep_search_terms()
    return found


def rows_of(running: Season) -> list[SeatRecord]:
    return list(SeatRecord.objects.filter(match__in=counted_fixtures(running.pk).order_by().values("match")))


def results(records: list[SeatRecord], **which: Any) -> tuple[int, int, int]:
    """Wins, draws and losses of the records with these column values."""
    counts = Counter(row.points for row in records if all(getattr(row, name) == own for name, own in which.items()))
    return counts[2], counts[1], counts[0]


def test_a_league_is_the_sum_of_its_matches(played: Season) -> None:
    records = rows_of(played)
    found = league_rates(played.league)

    [group] = found.results
    assert (found.matches, group.matches, found.is_partial) == (12, 12, False)
    assert (group.seasons, dict(group.options)) == ([1], played.options)
    assert (group.first.wins, group.first.draws, group.first.losses) == results(records, is_first=True)
    assert {deck.deck: deck.name for deck in group.decks} == {deck_id(DECKS[0]): "even", deck_id(DECKS[1]): "steep"}
    for deck in group.decks:
        for figure, is_first in ((deck.first, True), (deck.later, False)):
            expected = results(records, deck=deck.deck, is_first=is_first)
            assert (figure.wins, figure.draws, figure.losses) == expected
            assert (figure.share_per_mille, figure.low_per_mille, figure.high_per_mille) == share_of(*expected)


def test_options_that_change_make_a_group_of_their_own(played: Season, operator: Player) -> None:
    longer = {**played.options, "goal": 20}
    content = {"entrants": WITH_DECKS, "deals": 1, "decks": "of_entrant", "seat_decks": [], "options": longer}
    league = change_manifest(
        league=played.league, manifest=manifest(**content, schedule={"type": "cron", "cron": "* * * * *"}), by=operator
    )
    League.objects.filter(pk=league.pk).update(next_run_at=played.started_at)
    run = run_if_due(league.pk)
    assert run is not None and run.season is not None
    second = play_out(run.season)
    sweep_search_terms()
    rates._remembered._results.clear()

    found = league_rates(league)
    assert [(dict(group.options), group.seasons) for group in found.results] == [
        (second.options, [2]),
        (played.options, [1]),
    ]
    assert (found.matches, [group.matches for group in found.results]) == (18, [6, 12])
    assert league_rates(league, played).results == found.results[1:]
    assert found.results[1].option_set is not None, "the toy's default options have a name"


def test_a_deck_of_its_own_has_the_name_of_its_entrant(season: Start) -> None:
    own = {"cards": {**DECKS[0]["cards"]}}
    slug = next(iter(own["cards"]))
    other = next(card for card in own["cards"] if card != slug)
    own["cards"] = {**own["cards"], slug: own["cards"][slug] + 1, other: own["cards"][other] - 1}
    own["cards"] = {card: copies for card, copies in own["cards"].items() if copies}
    running = play_out(season(entrants=[{**RANDOM[0], "deck": own}, WITH_DECKS[1]], decks="of_entrant", seat_decks=[]))
    sweep_search_terms()

    [group] = league_rates(running.league).results
    names = {deck.deck: deck.name for deck in group.decks}
    assert names[deck_id(own)] == season_plan(running.pk).entrants[0].name


def test_aborted_and_unread_matches_and_open_deals_do_not_count(season: Start) -> None:
    running = season(deals=3)
    assert league_rates(running.league) == LeagueRates(0, False, [])
    play_out(running)
    rates._remembered._results.clear()
    assert league_rates(running.league).matches == 0

    sweep_search_terms()
    rates._remembered._results.clear()
    assert league_rates(running.league).matches == 6

    Match.objects.filter(pk=counted_fixtures(running.pk)[0].match_id).update(end_reason="aborted")
    rates._remembered._results.clear()
    assert league_rates(running.league).matches == 5


def test_only_the_newest_matches_are_counted(played: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_COUNTED_MATCHES", 5)
    found = league_rates(played.league)

    newest = list(counted_fixtures(played.pk).order_by("-match_id").values_list("match", flat=True)[:5])
    records = list(SeatRecord.objects.filter(match__in=newest))
    assert (found.matches, found.is_partial) == (5, True)
    figure = found.results[0].first
    assert (figure.wins, figure.draws, figure.losses) == results(records, is_first=True)


def test_the_number_of_queries_does_not_grow_with_the_matches(season: Start) -> None:
    counts = []
    for deals, name in ((1, "short"), (4, "long")):
        running = play_out(season(league=name, entrants=WITH_DECKS[:2], deals=deals, decks="of_entrant", seat_decks=[]))
        sweep_search_terms()
        with CaptureQueriesContext(connection) as caught:
            assert league_rates(running.league).matches == 2 * deals
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 6


# API and page


def test_the_api_has_the_same_as_json_and_csv(played: Season) -> None:
    shown = Client().get(API).json()
    lines = list(csv.DictReader(io.StringIO(Client().get(f"{API}?format=csv").content.decode())))

    [group] = shown["results"]
    figures = [(row["deck"], row["turn"], int(row["wins"]), int(row["draws"]), int(row["losses"])) for row in lines]
    expected = [("", "first", group["first"])]
    for deck in group["decks"]:
        expected += [(deck["deck"], "first", deck["first"]), (deck["deck"], "later", deck["later"])]
    assert figures == [
        (deck, turn, figure["wins"], figure["draws"], figure["losses"]) for deck, turn, figure in expected
    ]
    assert {row["deck_name"] for row in lines} == {"", "even", "steep"}
    assert {row["options"] for row in lines} == {json.dumps(played.options, separators=(",", ":"), sort_keys=True)}
    assert Client().get(f"{API}?season=1").json() == shown


def test_an_unchanged_answer_is_not_sent_again(played: Season) -> None:
    first = Client().get(API)

    assert Client().get(API, headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    ("path", "status"), [(f"{API}?season=2", 404), (f"{API}?season=0", 400), ("/api/v1/leagues/none/rates", 404)]
)
def test_what_is_not_there_is_not_found(played: Season, path: str, status: int) -> None:
    assert Client().get(path).status_code == status


def test_a_private_league_has_rates_for_its_maker_alone(season: Start, operator: Player) -> None:
    play_out(season(visibility="private"))
    sweep_search_terms()
    own = Client()
    own.force_login(operator)

    assert own.get("/leagues/nightly/rates/").status_code == 200
    assert [Client().get(path).status_code for path in (API, "/leagues/nightly/rates/")] == [404, 404]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("With the first turn", "12 matches counted.")), ("ja", ("先手のとき", "12戦を集計しています。"))],
)
def test_the_page_shows_the_figures(played: Season, language: str, words: tuple[str, ...]) -> None:
    shown = page("/leagues/nightly/rates/", language=language)
    [group] = league_rates(played.league).results

    assert all(word in shown for word in words)
    assert shown.count(f"<strong>{group.first.share_per_mille // 10}.") >= 1  # type: ignore[operator]
    assert shown.count('<th scope="row">') == 1 + len(group.decks)
    assert 'href="/leagues/nightly/rates/"' in page("/leagues/nightly/", language=language)


def test_a_league_without_matches_says_so(season: Start) -> None:
    season()

    assert "No matches counted yet." in page("/leagues/nightly/rates/")


# Pure


def test_groups_are_by_equal_options_and_decks_by_how_often_they_were_played() -> None:
    counted = [
        CountedSeats(3, "b", True, 2, 4, 4),
        CountedSeats(3, "a", False, 0, 4, 0),
        CountedSeats(2, "a", True, 1, 1, 0),
        CountedSeats(1, "a", False, 2, 1, 1),
        CountedSeats(1, "", True, 0, 1, 0),
    ]
    seasons = [Played(3, {"x": 1}, None), Played(2, {"x": 2}, "two"), Played(1, {"x": 1}, None), Played(0, {}, None)]

    found = rates_of(seasons, counted, {"a": "ada"}.get, is_partial=True)

    assert [(group.seasons, group.option_set, group.matches) for group in found.results] == [
        ([3, 1], None, 5),
        ([2], "two", 0),
    ]
    first, second = found.results
    assert (first.first.wins, first.first.draws, first.first.losses) == (4, 0, 1)
    assert [(deck.deck, deck.name, deck.first.matches, deck.later.matches) for deck in first.decks] == [
        ("a", "ada", 0, 5),
        ("b", None, 4, 0),
    ]
    assert first.decks[0].first.share_per_mille is None
    assert (second.first.draws, found.matches, found.is_partial) == (1, 5, True)
