"""League pages without an account: contents, permissions and queries."""

import json
import re
from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leagues.models import League, Season
from leagues.pages import views
from leagues.pages.tables import interval_text
from leagues.selectors.results import season_report
from leagues.services.amendments import close_season, extend_season, withdraw_entrant
from leagues.services.leagues import create_league
from leagues.services.resolving import resolve
from leagues.services.seasons import start_season
from matches.models import Match
from players.models import Player
from tests.leagues.conftest import RANDOM, manifest, play_out

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
SEASON = "/leagues/nightly/1/"


def page(path: str, client: Client | None = None, language: str = "en") -> str:
    answer = (client or Client()).get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def status(path: str, client: Client | None = None) -> int:
    return (client or Client()).get(path).status_code


def queries(path: str, client: Client | None = None) -> int:
    with CaptureQueriesContext(connection) as caught:
        page(path, client)
    return len(caught)


def test_a_league_is_found_from_the_home_page_to_a_replay(season: Start) -> None:
    played = play_out(season())
    match = played.deals.get().fixtures.get(seating=0).match

    assert 'href="/leagues/"' in page("/")
    assert 'href="/leagues/nightly/"' in page("/leagues/")
    assert f'href="{SEASON}"' in page("/leagues/nightly/")
    assert f'href="/matches/{match.pk}/replay/"' in page(SEASON)
    assert status(f"/matches/{match.pk}/replay/") == 200


def test_a_running_season_is_shown_with_how_far_it_has_come(season: Start) -> None:
    running = season(deals=2)
    before = page("/leagues/"), page(SEASON)
    play_out(running)

    assert "0 of 2 deals played" in before[0] and "0 of 2 deals played" in before[1]
    assert "No matches yet." in before[1]
    assert "No league is in progress right now." in page("/leagues/") and "2 of 2 deals played" in page(SEASON)


@pytest.mark.parametrize(
    ("format_", "entrants", "made", "said"),
    [
        ({"type": "round_robin", "cycles": 2}, 4, 4, "0 of 24 deals played"),
        ({"type": "gauntlet"}, 4, 2, "0 of 6 deals played"),
        ({"type": "swiss", "rounds": 2}, 4, 4, "0 of 8 deals played"),
        ({"type": "ladder", "rounds": 7}, 4, 4, "0 of 28 deals played"),
        ({"type": "duel", "most_deals": 30}, 2, 8, "0 of at most 30 deals played"),
    ],
)
def test_progress_counts_the_deals_of_rounds_that_have_not_been_made(
    season: Start, admin_client: Client, format_: dict[str, object], entrants: int, made: int, said: str
) -> None:
    running = season(format=format_, entrants=RANDOM[:entrants], deals=2)
    planned = int(re.findall(r"\d+", said)[1])
    in_admin = f"0 / {'≤ ' if entrants == 2 else ''}{planned}"

    told = json.loads(Client().get("/api/v1/leagues/nightly/seasons/1").content)

    assert (told["deals"], told["deals_planned"]) == ({"open": made, "closed": 0, "dropped": 0}, planned)
    assert said in page("/leagues/") and said in page(SEASON) and f'<progress max="{planned}"' in page(SEASON)
    for address in ("/admin/leagues/season/", f"/admin/leagues/season/{running.pk}/change/"):
        assert in_admin in page(address, admin_client)


def test_what_is_planned_follows_amendments(season: Start, operator: Player) -> None:
    running = season(entrants=RANDOM)

    def planned() -> list[int]:
        told = json.loads(Client().get("/api/v1/leagues/nightly/seasons/1").content)
        shown = re.search(r"(\d+) of (\d+) deals played", page("/leagues/" if told["status"] == "running" else SEASON))
        assert shown is not None and int(shown[2]) == told["deals_planned"]
        return [told["deals"]["dropped"], told["deals_planned"]]

    assert planned() == [0, 6]
    extend_season(season=running, length=3, by=operator, reason="more")
    assert planned() == [0, 18]
    withdraw_entrant(season=running, name="dan", by=operator, reason="gone")
    assert planned() == [1, 9]
    close_season(season=running, by=operator, reason="enough")
    assert planned() == [2, 0]


@pytest.mark.parametrize("path", ["/leagues/", "/admin/leagues/season/"])
def test_progress_of_many_seasons_is_asked_for_at_once(season: Start, admin_client: Client, path: str) -> None:
    asked = []
    for number in (1, 2):
        for name in range(2 * number):
            season(league=f"league-{number}-{name}", entrants=RANDOM, format={"type": "swiss", "rounds": number})
        asked.append(queries(path, admin_client))

    assert asked[0] == asked[1]


@pytest.mark.parametrize(("language", "word"), [("en", "Crosstable"), ("ja", "星取表")])
def test_the_table_and_crosstable_say_what_the_report_says(season: Start, language: str, word: str) -> None:
    played = play_out(season(entrants=RANDOM[:3], deals=2))
    shown, report = page(SEASON, language=language), season_report(played)

    numbers = dict(played.entrants.values_list("name", "number"))

    assert word in shown
    for row in report.standings:
        assert (
            f'<td class="n">{row.rank}</td><th scope="row"><a href="{SEASON}entrants/{numbers[row.entrant]}/">'
            f'{row.entrant}</a></th><td class="n">{row.points}</td>' in shown
        )
        assert interval_text(*row.interval) is None or str(interval_text(*row.interval)) in shown
    for cell in report.crosstable:
        assert f"{cell.wins}–{cell.draws}–{cell.losses}" in shown


def test_pages_number_rounds_and_deals_from_1_and_the_api_from_0(season: Start) -> None:
    play_out(season(deals=2))
    rows = page(SEASON).split('<h2 id="matches">')[1].split("<tr>")[2:]
    fixtures = json.loads(Client().get("/api/v1/leagues/nightly/seasons/1/fixtures").content)["results"]

    assert [re.findall(r'<td class="n">(\d+)</td>', row) for row in rows] == [["1", deal] for deal in "1122"]
    assert [(row["round"], row["deal"]) for row in fixtures] == [(0, 0), (0, 0), (0, 1), (0, 1)]


def test_the_winner_is_named_in_both_seatings(season: Start) -> None:
    played = play_out(season(deals=3))
    wins = {row.entrant: row.wins for row in season_report(played).standings}

    shown = page(SEASON)

    assert {name: shown.count(f"Won by {name}") for name in wins} == wins


def test_links_lead_to_the_same_for_programs(season: Start) -> None:
    play_out(season())
    shown, api = page(SEASON), "/api/v1/leagues/nightly/seasons/1"

    for path in (api, f"{api}/standings?format=csv", f"{api}/crosstable", f"{api}/fixtures", f"{api}/export"):
        assert f'href="{path}"' in shown
        assert status(path) == 200


def test_only_public_leagues_are_listed_and_private_ones_are_absent(season: Start, operator: Player) -> None:
    nightly = season().league
    stranger, owner = Client(), Client()
    owner.force_login(operator)

    def seen(visibility: str, client: Client) -> tuple[bool, int, int]:
        League.objects.filter(pk=nightly.pk).update(visibility=visibility)
        is_listed = "/leagues/nightly/" in page("/leagues/", client)
        return is_listed, status("/leagues/nightly/", client), status(SEASON, client)

    assert seen("public", stranger) == (True, 200, 200)
    assert seen("unlisted", stranger) == (False, 200, 200)
    assert seen("private", stranger) == (False, 404, 404)
    assert seen("private", owner) == (True, 200, 200)


def test_matches_that_a_reader_may_not_see_have_no_link(season: Start) -> None:
    """A different operator can read the season of a private league, but not its matches."""
    play_out(season(visibility="private"))
    other = Client()
    other.force_login(Player.objects.create_superuser("omar", password="correct horse"))

    assert Match.objects.filter(visibility="private").count() == 2
    shown = page(SEASON, other)
    assert ("Won by" in shown or "<td>Draw</td>" in shown) and "/replay/" not in shown


def test_names_are_text_and_no_markup(published: None) -> None:
    create_league(manifest=manifest(names={"ja": "<b>", "en": "<script>x</script>"}), created_by=None)

    for path in ("/leagues/", "/leagues/nightly/", SEASON):
        assert "&lt;script&gt;" in page(path) and "<script>x" not in page(path)


@pytest.mark.parametrize("path", ["/leagues/", "/leagues/nightly/", SEASON])
def test_nonsense_is_absent_and_nothing_is_sent_here(season: Start, path: str) -> None:
    season()

    for cursor in ("x", "é", "k88AAAAAAAAAAc8AAAAAAAAAAc8AAAAAAAAAAQ" * 9):
        assert status(f"{path}?cursor={cursor}") == 404
    assert Client().post(path).status_code == 405
    assert status("/leagues/nightly/99999999999999999999/") == 404


def test_pages_lead_through_all_matches_and_leagues(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_out(season(deals=3))
    for number in range(2):
        create_league(manifest=manifest(league=f"other-{number}"), created_by=None)
    monkeypatch.setattr(views, "ROWS", 2)
    matches = [
        match for deal in played.deals.order_by("number") for match in deal.fixtures.values_list("match", flat=True)
    ]

    def walked(path: str) -> list[str]:
        pages: list[str] = []
        while path:
            pages.append(page(path))
            path = (
                pages[-1].partition('rel="next"')[0].rpartition('href="')[2].rstrip('" ')
                if 'rel="next"' in pages[-1]
                else ""
            )
        return pages

    of_season = walked(SEASON)
    assert len(of_season) == 3 and [sum(str(match) in shown for shown in of_season) for match in matches] == [1] * 6
    assert ["/leagues/nightly/" in shown.partition("All leagues")[2] for shown in walked("/leagues/")] == [False, True]


@pytest.mark.parametrize("path", ["/leagues/", "/leagues/nightly/", SEASON])
def test_a_page_asks_as_often_for_three_rows_as_for_one(season: Start, path: str) -> None:
    played = play_out(season(entrants=RANDOM[:2]))
    queries(path)  # Fills the caches.
    create_league(manifest=manifest(league="other-0"), created_by=None)
    few = queries(path)

    for _ in range(2):
        now = timezone.now()
        with transaction.atomic():
            again = start_season(played.league, resolve(manifest(entrants=RANDOM[:2]), owner=None, now=now), now)
        play_out(again)
    for number in (1, 2, 3):
        create_league(manifest=manifest(league=f"other-{number}", entrants=RANDOM), created_by=None)
    queries(path)  # The results of those two are computed once.

    assert queries(path) == few


def test_a_season_asks_as_often_for_many_matches_as_for_few(published: None) -> None:
    asked = []
    for number, deals in enumerate((1, 3)):
        league = create_league(
            manifest=manifest(league=f"of-{deals}", entrants=RANDOM[: 2 + number], deals=deals), created_by=None
        )
        play_out(league.seasons.get())
        queries(f"/leagues/{league.slug}/1/")
        asked.append(queries(f"/leagues/{league.slug}/1/"))

    assert asked[0] == asked[1] <= 26
