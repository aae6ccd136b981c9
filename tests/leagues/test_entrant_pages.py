"""An entrant's page, and statistics of a season and a game: contents, permissions and queries."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec import structs

from leagues.models import League, Season
from leagues.pages import entrants
from leagues.selectors.figures import season_statistics
from leagues.selectors.results import season_report
from leagues.selectors.seasons import counted_fixtures
from matches.models import Match
from matches.pages.figure_tables import percent
from matches.search.deck_ids import deck_id
from matches.search.terms import sweep_search_terms
from tests.leagues.conftest import RANDOM, play_out
from tests.leagues.test_pages import page, queries, status
from tests.leagues.test_statistics import DECKS, WITH_DECKS

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
SEASON = "/leagues/nightly/1/"


@pytest.fixture
def played(season: Start) -> Season:
    found = play_out(season(entrants=WITH_DECKS, deals=2, decks="of_entrant", seat_decks=[]))
    sweep_search_terms()
    return found


@pytest.mark.parametrize(("language", "word"), [("en", "Results by opponent"), ("ja", "相手ごとの成績")])
def test_an_entrants_page_says_what_the_report_says_of_him(played: Season, language: str, word: str) -> None:
    report = season_report(played)
    for entrant in played.entrants.all():
        shown = page(f"{SEASON}entrants/{entrant.number}/", language=language)
        row = next(row for row in report.standings if row.entrant == entrant.name)

        assert word in shown and f"<h1>{entrant.name}</h1>" in shown
        assert f"<dd>{row.wins}–{row.draws}–{row.losses}</dd>" in shown
        for cell in report.crosstable:
            if cell.entrant == entrant.name:
                numbers = "".join(f'<td class="n">{n}</td>' for n in (cell.played, cell.wins, cell.draws, cell.losses))
                assert f"{cell.opponent}</a></th>{numbers}" in shown
        assert shown.count("/replay/") == row.played


@pytest.mark.parametrize(
    ("language", "said"), [("en", "no results connect this entrant to the fixed one."), ("ja", "比べられる結果がない")]
)
@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ((-40, 40), {"en": "-40 … +40", "ja": "-40 … +40"}),
        ((210, None), {"en": "at least +210", "ja": "+210以上"}),
        ((None, -5), {"en": "at most -5", "ja": "-5以下"}),
        ((0, 0), {"en": "–", "ja": "–"}),
        ((None, None), {"en": "–", "ja": "–"}),
    ],
    ids=["both", "low", "high", "set", "none"],
)
def test_an_entrants_page_says_the_interval_or_why_there_is_none(
    played: Season,
    monkeypatch: pytest.MonkeyPatch,
    ends: tuple[int | None, int | None],
    told: dict[str, str],
    language: str,
    said: str,
) -> None:
    report = season_report(played)
    rows = [structs.replace(row, elo_low=ends[0], elo_high=ends[1]) for row in report.standings]
    monkeypatch.setattr(entrants, "current_report", lambda season: structs.replace(report, standings=rows))

    shown = page(f"{SEASON}entrants/0/", language=language)

    assert f"<dd>{told[language]}</dd>" in shown and (said in shown) == (told[language] == "–")


def test_figures_of_a_season_are_those_of_the_api(played: Season) -> None:
    shown, found = page(f"{SEASON}figures/"), season_statistics(played)

    for deck in found.decks:
        assert f"<strong>{percent(deck.share_per_mille)}</strong>" in shown
    assert shown.count('href="/figures/raid/cards/') == len({card.card for card in found.cards})
    for name in ("Even", "Steep"):
        assert name in shown
    for link in (f'"/api/v1{SEASON[:-2].replace("/leagues/nightly", "/leagues/nightly/seasons")}1/statistics"',):
        assert f"href={link}" in shown


def test_what_has_not_been_read_yet_is_said(season: Start) -> None:
    play_out(season(entrants=RANDOM[:2]))
    assert "2 more will be added within a minute or two." in page(f"{SEASON}figures/")

    sweep_search_terms()
    assert "more will be" not in page(f"{SEASON}figures/")


def test_cards_and_decks_lead_to_their_figures_over_all_matches(played: Season) -> None:
    deck = deck_id(DECKS[0])
    assert f'href="/figures/raid/decks/{deck}/"' in page(f"{SEASON}figures/")

    by_slug, by_id = page("/figures/raid/decks/even/"), page(f"/figures/raid/decks/{deck}/")

    assert "<h1>Even</h1>" in by_slug and "<h1>Even</h1>" in by_id
    assert "Played 16 times" in by_id
    assert "<h1>raider-1</h1>" in page("/figures/raid/cards/raider-1/")
    assert "12 matches counted." in page("/figures/raid/")
    assert "0 matches counted." in page("/figures/raid/?player=nobody")


@pytest.mark.parametrize(
    "path",
    [
        f"{SEASON}entrants/9/",
        f"{SEASON}entrants/99999999999999999999/",
        f"{SEASON}entrants/0/?cursor=x",
        "/leagues/nightly/2/figures/",
        "/figures/nothing/",
        "/figures/raid/cards/nothing/",
        "/figures/raid/?deck=%1B",
        f"/figures/raid/?player={'x' * 151}",
    ],
)
def test_there_is_no_such_page(played: Season, path: str) -> None:
    assert status(path) == 404


@pytest.mark.parametrize("path", ["", "cards/raider-1/", "decks/even/"])
def test_who_has_matches_summed_up_too_often_waits(played: Season, settings: Any, path: str) -> None:
    """The limit is the same as over the API, since every new filter sums up thousands of matches."""
    settings.THROTTLES = {**settings.THROTTLES, "exports": (2, 3600)}

    assert [status(f"/figures/raid/{path}?player=nobody-{n}") for n in range(3)] == [200, 200, 429]


def test_private_seasons_have_no_public_pages(played: Season) -> None:
    League.objects.update(visibility="private")

    assert [status(f"{SEASON}{path}") for path in ("figures/", "entrants/0/")] == [404, 404]


def test_running_matches_can_be_watched_and_the_end_is_estimated(season: Start) -> None:
    running = season(entrants=RANDOM, deals=2)
    play_out(running)
    live = counted_fixtures(running.pk).first().match
    Match.objects.filter(pk=live.pk).update(status=Match.Status.PLAYING, outcome=None)
    Season.objects.update(status=Season.Status.RUNNING, ended_at=None)
    last = running.deals.order_by("number").last()
    last.status, last.closed_at = "open", None
    last.save()
    running.deals.filter(status="closed").update(closed_at=timezone.now())

    shown = page(SEASON)

    assert f'href="/matches/{live.pk}/"' in shown.partition("Playing now:")[2]
    assert "about to end" in shown


@pytest.mark.parametrize("path", ["figures/", "entrants/0/"])
def test_a_page_asks_as_often_for_many_matches_as_for_few(season: Start, path: str) -> None:
    asked = []
    for deals in (1, 4):
        running = play_out(season(league=f"of-{deals}", deals=deals))
        sweep_search_terms()
        queries(f"/leagues/{running.league.slug}/1/{path}")
        asked.append(queries(f"/leagues/{running.league.slug}/1/{path}"))

    assert asked[0] == asked[1] <= 20


def test_figures_of_a_game_ask_once_for_what_is_remembered(played: Season) -> None:
    asked: list[Any] = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as caught:
            page("/figures/raid/?reason=goal", Client())
        asked.append(len(caught))

    assert asked[1] <= asked[0]
