"""The sentences on a season's page: its amendments, its test, its tie-breaks, and what its deals balance."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from leagues import report
from leagues.models import Amendment, Season
from leagues.pages.sentences import deal_sentences, duel_in_words
from leagues.season_resources import season_resource
from leagues.selectors.results import season_report
from leagues.services.amendments import close_season, extend_season, withdraw_entrant
from players.models import Player
from tests.leagues.conftest import RANDOM, play_out
from tests.leagues.test_pages import SEASON, page
from tests.leagues.test_statistics import WITH_DECKS

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
DUEL = {"type": "duel", "elo0": 0, "elo1": 200, "alpha_per_mille": 50, "beta_per_mille": 125, "most_deals": 4}


def text_of(path: str, language: str = "en") -> str:
    """The text of a page without its markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page(path, language=language))).split())


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "Extended to 3 cycles: more",
                "cid was withdrawn: gone",
                "bob kept failing and was removed from the season: three faults",
                "Closed early: enough",
            ],
        ),
        ("ja", ["3周に延長", "cidの出場取り消し", "bobは失敗が続いたため"]),
    ],
)
def test_amendments_say_what_and_whom_and_by_whom(
    season: Start, operator: Player, language: str, sentences: list[str]
) -> None:
    running = season(entrants=RANDOM[:3])
    extend_season(season=running, length=3, by=operator, reason="more")
    withdraw_entrant(season=running, name="cid", by=operator, reason="gone")
    bob = running.entrants.get(name="bob")
    Amendment.objects.create(
        season=running, kind="broken", entrant=bob, rounds=1, reason="three faults", at=timezone.now()
    )
    close_season(season=running, by=operator, reason="enough")

    said = text_of(SEASON, language)

    places = [said.index(sentence) for sentence in sentences]
    assert places == sorted(places)
    assert len(re.findall(r"UTC · olga", said)) == 3
    assert said.count({"en": "by the service", "ja": "サービスによる"}[language]) == 1
    marks = {"en": ("bob (removed)", "cid (withdrawn)"), "ja": ("bob (除外)", "cid (出場取消)")}[language]
    assert all(mark in said for mark in marks)


def test_a_season_that_was_not_amended_has_no_such_part(season: Start) -> None:
    season()

    assert "Changes to this season" not in text_of(SEASON)


@pytest.mark.parametrize(
    ("bounds", "verdict", "sentence"),
    [
        ({}, "h1", "ada is stronger than bob."),
        ({"elo0": -20, "elo1": 0}, "h1", "If ada is weaker than bob, then by less than 20 Elo."),
        ({}, "h0", "If ada is stronger than bob, then by less than 200 Elo."),
        ({"elo0": -20, "elo1": 0}, "h0", "ada is weaker than bob."),
        ({}, "undecided", "The test did not decide whether ada is stronger than bob."),
        ({}, None, "Is ada stronger than bob? The test is still running."),
    ],
)
def test_a_verdict_names_the_entrants(season: Start, bounds: Any, verdict: str | None, sentence: str) -> None:
    shown = season_resource(season(format={**DUEL, **bounds}), None)

    said = duel_in_words(shown, report.TestReport(verdict, 2, [310, 1_250]), ["ada", "bob"], {})

    more = " The result is decided. The last deals are still being played."
    assert said is not None and said.verdict.removesuffix(more) == sentence
    assert said.verdict.endswith(more) == (verdict is not None)


def test_who_is_ahead_in_a_duel_is_said(season: Start) -> None:
    running = season(format=DUEL)
    before = text_of(SEASON)
    played = play_out(running)
    points = {row.entrant: row.points for row in season_report(played).standings}

    assert "Points so far: ada 0, bob 0." in before
    assert f"Points: ada {points['ada']}, bob {points['bob']}." in text_of(SEASON)
    assert "Points so far" not in text_of(SEASON)
    assert "still being played" not in text_of(SEASON)


def test_a_test_tells_its_bounds_its_errors_and_how_far_it_is(season: Start, operator: Player) -> None:
    running = season(format=DUEL)
    extend_season(season=running, length=9, by=operator, reason="more")
    shown = season_resource(running, None)

    said = duel_in_words(shown, report.TestReport(None, 2, [310, 1_250]), ["ada", "bob"], {})

    assert said is not None
    assert said.progress == "2 of at most 9 deals are counted. The log-likelihood ratio is +1.25."
    assert said.bounds == (
        "The test asks whether ada is stronger by +200 Elo, or only by 0. If the true difference is 0, the test "
        "decides for +200 in at most 5 % of seasons. If it is +200, the test decides for 0 in at most 12.5 %. The test "
        "ends at a log-likelihood ratio of -2.03 or +2.86."
    )
    assert said.bounds in text_of(SEASON) and "Extended to at most 9 deals" in text_of(SEASON)


@pytest.mark.parametrize(
    ("format_", "columns"),
    [
        ({"type": "round_robin"}, ["Sonneborn-Berger"]),
        ({"type": "swiss", "rounds": 2}, ["Buchholz", "Sonneborn-Berger"]),
        ({"type": "ladder", "rounds": 2}, ["Sonneborn-Berger", "Live rating"]),
    ],
)
def test_the_table_shows_what_told_equals_apart(season: Start, format_: Any, columns: list[str]) -> None:
    played = play_out(season(entrants=RANDOM[:3], format=format_))

    shown = page(SEASON).partition('<h2 id="table">')[2].partition("</table>")[0]

    heads = re.findall(r'scope="col">([^<]+)</th>', shown)
    assert [head for head in heads if head in ("Buchholz", "Sonneborn-Berger", "Live rating")] == columns
    for row, line in zip(season_report(played).standings, shown.split("<tr>")[2:], strict=True):
        cells = [html.unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<t[dh].*?</t[dh]>", line)]
        told = dict(zip(heads, cells, strict=True))
        assert told["Sonneborn-Berger"] == str(row.sonneborn_berger)
        assert told.get("Buchholz", str(row.buchholz)) == str(row.buchholz)
        assert told.get("Live rating", f"{row.live_rating} ± {row.live_deviation}") == (
            f"{row.live_rating} ± {row.live_deviation}"
        )


def test_what_a_deal_balances_is_said(season: Start) -> None:
    season()

    assert "Each deal is played twice" in text_of(SEASON) and "A bot account could remember" not in text_of(SEASON)
    assert "相手と同じ条件" in text_of(SEASON, "ja")


def test_with_decks_of_their_own_only_the_seats_are_balanced(season: Start) -> None:
    season(entrants=WITH_DECKS, decks="of_entrant", seat_decks=[])

    said = text_of(SEASON)

    assert "Only the seats are balanced" in said and "Each deal is played twice" not in said


def test_who_begins_by_janken_is_not_mirrored(season: Start) -> None:
    running = season()
    before = text_of(SEASON)
    Season.objects.filter(pk=running.pk).update(options={**running.options, "first_player": "janken"})

    assert "rock, paper, scissors" not in before and "begins with rock, paper, scissors" in text_of(SEASON)


@pytest.mark.parametrize(
    ("accounts", "begins"),
    [
        ([False, False], ["Each deal is played twice"]),
        ([False, False, True], ["Each deal is played twice", "A bot account could remember"]),
        ([False, True], ["A bot account could remember"]),
        ([True, True], ["A bot account could remember"]),
    ],
)
def test_accounts_have_seeds_of_their_own(season: Start, accounts: list[bool], begins: list[str]) -> None:
    said = deal_sentences(season_resource(season(), None), accounts)

    assert [sentence[: len(begin)] for sentence, begin in zip(said, begins, strict=True)] == begins
