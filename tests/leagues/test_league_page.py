"""The page of a league: its next run, its entrants and decks, and how to enter."""

import html
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from config.docs import DOCS
from decks.models import Deck
from leagues.models import Entry, League
from leagues.pages.schedules import cron_in_words
from leagues.services.leagues import create_league, pause_league
from matches.search.deck_ids import deck_id
from players.models import Player
from tests import toy
from tests.leagues.accounts import CLOCK, bot_account
from tests.leagues.conftest import RANDOM, manifest
from tests.leagues.test_pages import page
from tests.leagues.test_statistics import DECKS, WITH_DECKS

pytestmark = pytest.mark.django_db
LEAGUE = "/leagues/nightly/"
TOKYO = {"type": "cron", "cron": "0 3 * * *", "time_zone": "Asia/Tokyo"}
OPEN: dict[str, Any] = {"schedule": TOKYO, "entry": {"most": 4}, "clock": CLOCK, "entrants": RANDOM[:1]}
Make = Callable[..., League]


@pytest.fixture
def league(published: None, operator: Player) -> Make:
    return lambda **more: create_league(manifest=manifest(**{"schedule": TOKYO, **more}), created_by=operator)


def text_of(path: str = LEAGUE, language: str = "en", client: Client | None = None) -> str:
    """The text of a page without its markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page(path, client, language))).split())


@pytest.mark.parametrize(("language", "words"), [("en", "every day at 03:00"), ("ja", "毎日03:00")])
def test_the_next_five_runs_stand_there_by_the_clock_of_the_league(league: Make, language: str, words: str) -> None:
    league()

    shown, told = page(LEAGUE, language=language), Client().get("/api/v1/leagues/nightly").json()

    assert len(re.findall(r"\d{4}-\d\d-\d\d 03:00 JST</time>", shown)) == 5
    assert re.findall(r'<time datetime="([^"]+)">', shown) == [
        f"{datetime.fromisoformat(moment):%Y-%m-%dT%H:%M:%SZ}" for moment in told["next_runs"]
    ]
    assert len(told["next_runs"]) == 5 and told["next_runs"][0] == told["next_run_at"]
    assert f"{words} · " in text_of(language=language) and ">0 3 * * *</code>" in shown
    assert "Asia/Tokyo" in shown


@pytest.mark.parametrize(
    ("cron", "en", "ja"),
    [
        ("0 3 * * *", "every day at 03:00", "毎日03:00"),
        ("30 8,20 * * *", "every day at 08:30, 20:30", "毎日08:30、20:30"),
        ("*/15 * * * *", "every 15 minutes", "15分ごと"),
        ("5 * * * *", "every hour, at minute 5", "毎時5分"),
        ("5 */6 * * *", "every 6 hours from midnight, at minute 5", "0時から6時間ごと、5分"),
        ("0 3 * * 1-3", "every week on Monday, Tuesday, Wednesday at 03:00", "毎週月曜日、火曜日、水曜日 03:00"),
        ("0 3 * * sun,7", "every week on Sunday at 03:00", "毎週日曜日 03:00"),
        ("0 3 1,15 * *", "every month on day 1, 15 at 03:00", "毎月1、15日03:00"),
        ("*/7 * * * *", "", ""),
        ("0 3 L * *", "", ""),
        ("0 3 * * 1#2", "", ""),
        ("0 3 1 * 1", "", ""),
        ("0 3 * 1 *", "", ""),
        ("* * * * *", "", ""),
        ("*/1 * * * *", "", ""),
        ("0 0-23/2 * * *", "", ""),
    ],
)
def test_cron_text_that_people_write_is_said_in_words(cron: str, en: str, ja: str) -> None:
    said = []
    for language in ("en", "ja"):
        with translation.override(language):
            said.append(cron_in_words(cron))

    assert said == [en, ja]


def test_a_league_that_runs_once_has_no_season_to_come(published: None, operator: Player) -> None:
    create_league(manifest=manifest(), created_by=operator)

    assert "No more seasons are planned." in text_of()
    assert Client().get("/api/v1/leagues/nightly").json()["next_runs"] == []


def test_of_a_league_that_is_paused_the_page_says_what_becomes_of_its_runs(league: Make) -> None:
    made = league()
    assert "while the league is paused" not in text_of()
    pause_league(league=made, note="new cards")
    League.objects.update(next_run_at=datetime(2026, 1, 1, 18, tzinfo=UTC))

    said = text_of()

    assert "Paused: new cards" in said and "while the league is paused" in said and "2026-01-02 03:00 JST" in said


def test_house_bots_and_their_decks_are_named(league: Make) -> None:
    league(entrants=WITH_DECKS, decks="of_entrant", seat_decks=[])

    shown = page(LEAGUE).partition('id="entrants"')[2]

    for entrant in WITH_DECKS:
        assert f'<th scope="row">{entrant["name"]}</th><td>random</td>' in shown
    for deck, name in zip(DECKS, ("Even", "Steep"), strict=True):
        assert f'<a href="/figures/raid/decks/{deck_id(deck)}/">{name}</a>' in shown
    assert "pairs of decks" not in shown


def test_decks_of_seats_are_named(league: Make) -> None:
    league(seat_decks=[DECKS, DECKS[::-1]])

    said = text_of()

    assert "2 pairs, used in turn: Even · Steep" in said
    League.objects.update(manifest={**League.objects.get().manifest, "seat_decks": []})
    assert "The starter decks that can be paired, used in turn." in text_of()


def test_a_deck_that_others_may_not_see_has_no_name(league: Make, operator: Player) -> None:
    """Only its owner sees the deck's figures."""
    cards = {"cards": toy.CARD_SET["starter_decks"][0]["cards"]}
    mine = Deck.objects.create(owner=operator, ruleset="raid", name_en="Mine", visibility="private", options={})
    for slug, copies in cards["cards"].items():
        mine.lines.create(card=slug, copies=copies)
    league(
        entrants=[{**RANDOM[0], "deck": str(mine.pk)}, {**RANDOM[1], "deck": DECKS[1]}],
        decks="of_entrant",
        seat_decks=[],
    )
    owner = Client()
    owner.force_login(operator)

    assert "its own deck" in text_of() and "its own deck" not in text_of(client=owner)
    assert deck_id(cards) not in page(LEAGUE) and deck_id(cards) in page(LEAGUE, owner)


@pytest.mark.parametrize(
    ("language", "taken"), [("en", "2 of 4 places are taken"), ("ja", "定員4のうち2が埋まっています")]
)
def test_an_open_league_says_who_has_entered_and_how_one_joins(league: Make, language: str, taken: str) -> None:
    made = league(**OPEN)
    robo = bot_account("robo")
    Entry.objects.create(league=made, player=robo, joined_at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC))

    shown = page(LEAGUE, language=language)

    assert taken in shown and "<code>POST /api/v1/leagues/nightly/entries</code>" in shown
    assert f'<a href="/players/{robo.public_id}/">robo</a>' in shown and "2026-01-02 03:04" in shown
    [operation] = re.findall(r'href="/api/docs/#/([^"]+)"', shown)
    tag, name = operation.split("/")
    assert f'"operationId": "{name}"' in (DOCS / "openapi.json").read_text() and tag == "leagues"


def test_a_league_that_is_not_open_says_nothing_of_joining(league: Make) -> None:
    league()

    assert "Bot accounts may join" not in text_of()


def test_the_page_asks_as_often_for_many_entries_as_for_few(league: Make) -> None:
    made = league(**OPEN)

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            page(LEAGUE)
        return len(caught)

    Entry.objects.create(league=made, player=bot_account("one"), joined_at=datetime(2026, 1, 2, tzinfo=UTC))
    few = queries()
    for name in ("two", "three"):
        Entry.objects.create(league=made, player=bot_account(name), joined_at=datetime(2026, 1, 2, tzinfo=UTC))

    assert queries() == few <= 8
