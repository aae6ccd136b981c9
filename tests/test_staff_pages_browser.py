"""Every page of the admin at a real browser, in both languages: axe-core finds nothing serious, a telephone shows all.

Slow, for there are some seventy pages, and each is drawn six times.
"""

import json
import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from playwright.sync_api import Browser

from cards.engine import legal_actions, seats_to_act
from decks.importing.services import begin_import, work_on_import
from decks.plans import DeckPlan
from decks.services import update_deck
from matches.drafts.card_tests import keep_test
from matches.drafts.trials import start_trial
from matches.log.sql import load_match
from matches.players.models import Player
from matches.services.act import take_action
from matches.services.playtests import open_playtest
from matches.workers.bot_runner import play_bots
from tests.axe import Looks, axe, cookies_of
from tests.browser import chromium, needs_chromium
from tests.matches.conftest import ann, ben, duel, published
from tests.test_staff_permissions import NO_PAGES, addresses, examples

__all__ = ["ann", "axe", "ben", "chromium", "duel", "examples", "published"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database, needs_chromium]

NARROW, TALL = 360, 800
BOXES = """() => [".position", ".choosing"].map(part => {
  const {x, y, right, width} = document.querySelector(`.playing > ${part}`).getBoundingClientRect();
  return {x, y, right, width};
})"""
NARROW_CELLS = """() => [...document.querySelectorAll("td, th, li, dd, dt, label, p, summary, legend, h1, h2, h3")]
  .filter(cell => {
    const words = cell.innerText?.trim() ?? "", style = getComputedStyle(cell), size = parseFloat(style.fontSize);
    const width = cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return words.length > 3 && cell.offsetParent !== null && cell.clientWidth > 0 && width < size * 1.9
      && cell.clientHeight > size * 4.5;
  }).map(cell => `${cell.tagName} ${cell.className}: ${cell.innerText.slice(0, 30)}`)"""
"""Cells with words that have room for no more than one letter beside another."""


@pytest.fixture
def paths(examples: dict[str, Any]) -> list[str]:
    """Of all pages of the admin, each with something on it."""
    author: Player = examples["players.player"]
    deck, draft = examples["decks.deck"], examples["cards.cardsetdraft"]
    update_deck(deck=deck, plan=DeckPlan(name_en="x", cards={"warrior": 9}, options={}), author=author)
    playtest = open_playtest(draft=draft, player=author)
    while 0 not in seats_to_act((now := load_match(playtest.pk)).position.table):
        play_bots(playtest.pk, sleep=lambda seconds: None, go_on=lambda *told: None)
    action = msgspec.json.encode(legal_actions(now.position.table, 0)[0])
    take_action(match_id=playtest.pk, player_id=author.pk, action=action, expected_version=now.version, key=None)
    keep_test(draft=draft, match=playtest, player=author, seat=0, name="The first move of the author, whatever it is")
    start_trial(draft=draft, player=author)
    listed = [address for pattern, _model, address in addresses(examples, playtest) if pattern.name not in NO_PAGES]
    rows = [
        {"ruleset": "invictus", "name_en": "Fair", "cards": {"archer": 4}},
        {"ruleset": "invictus", "name_en": "None", "cards": {"nothing": 1}},
        {"id": str(deck.pk), "name_en": "A deck of a rather long name in which there are many words"},
    ]
    found = begin_import(by=author, file_name="decks.json", content=json.dumps(rows).encode())
    while work_on_import(found.pk):
        pass
    Player.objects.filter(pk=author.pk).update(is_staff=True, is_superuser=True)
    own = ["/admin/", "/admin/password_change/", "/admin/cards/", "/admin/decks/", "/admin/matches/", "/admin/leagues/"]
    return [*own, f"/admin/decks/deck/imports/{found.pk}/", *listed]


@pytest.fixture
def client(examples: dict[str, Any]) -> Client:
    client = Client()
    client.force_login(examples["players.player"])
    return client


def is_page(client: Client, path: str) -> bool:
    """Not a refusal, nor the way to another page."""
    return client.get(path).status_code == 200


@pytest.mark.usefixtures("axe")
def test_axe_finds_nothing_serious(paths: list[str], client: Client, live_server: Any, chromium: Browser) -> None:
    looks = Looks(chromium, live_server.url, cookies_of(client, live_server.url))

    found = [fault for path in paths if is_page(client, path) for fault in looks.faults(path, ready="#content")]

    assert found == [], "\n".join(found)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_telephone_shows_all_and_no_column_is_a_letter_wide(
    paths: list[str], client: Client, live_server: Any, chromium: Browser, language: str
) -> None:
    context = chromium.new_context(locale=language, viewport={"width": NARROW, "height": TALL})
    context.add_cookies(cookies_of(client, live_server.url))
    page = context.new_page()

    wrong = {}
    for path in filter(lambda path: is_page(client, path), paths):
        page.goto(f"{live_server.url}{path}")
        width, cells = page.evaluate("document.documentElement.scrollWidth"), page.evaluate(NARROW_CELLS)
        if width > NARROW or cells:
            wrong[path] = (width, cells)

    assert wrong == {}


@pytest.mark.parametrize("width", [1280, 1920])
def test_a_wide_playtest_has_its_board_beside_its_choices(
    paths: list[str], client: Client, live_server: Any, chromium: Browser, width: int
) -> None:
    context = chromium.new_context(locale="ja", viewport={"width": width, "height": TALL})
    context.add_cookies(cookies_of(client, live_server.url))
    page = context.new_page()
    page.goto(live_server.url + next(path for path in paths if re.search(r"/playtests/[0-9a-f-]{36}/$", path)))

    board, choices = page.evaluate(BOXES)

    assert board["right"] <= choices["x"] and abs(board["y"] - choices["y"]) < TALL / 10
    assert board["width"] > 2 * choices["width"] and choices["right"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") == width
