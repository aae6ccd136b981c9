"""Storing and checking decks over the API."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from decks.importing.rows import fault_texts, import_row
from decks.limits import MOST_NOTE_CHARACTERS
from decks.models import Deck
from players.models import Player
from tests.matches.api.conftest import Api
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db
NEW = {"ruleset": "raid", "name": "Even", "cards": DECK["cards"]}


def test_a_deck_is_kept_changed_and_thrown_away(as_ann: Api) -> None:
    made = as_ann.post("decks", {**NEW, "name_ja": "平均"})
    assert made.status_code == 201
    deck = made["Location"]
    assert (made.json()["cards"], made.json()["problems"], made.json()["is_mine"]) == (DECK["cards"], [], True)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", made.json()["created_at"])

    changed = as_ann.send("PATCH", deck, {"cards": {"raider-1": 4}, "visibility": "public"}).json()
    assert (changed["cards"], changed["visibility"], changed["name_ja"]) == ({"raider-1": 4}, "public", "平均")
    assert as_ann.get(deck).json() == changed

    assert as_ann.send("DELETE", deck).status_code == 204
    assert as_ann.get(deck).json()["code"] == "not_found"


def test_a_private_deck_is_its_owners_alone(as_ann: Api, as_ben: Api, anyone: Api) -> None:
    deck = as_ann.post("decks", NEW).json()["url"]

    for outsider in (as_ben, anyone):
        assert outsider.get(deck).status_code == 404
        assert outsider.get("decks?ruleset=raid").json()["results"] == []
    assert as_ben.send("PATCH", deck, {"name": "Mine"}).status_code == 404


def test_a_public_deck_is_read_by_all_and_changed_by_its_owner(as_ann: Api, as_ben: Api, anyone: Api) -> None:
    deck = as_ann.post("decks", {**NEW, "visibility": "public"}).json()["url"]

    assert anyone.get(deck).json()["owner"] == "ann"
    assert as_ben.send("PATCH", deck, {"name": "Mine"}).json()["code"] == "not_allowed"
    assert as_ben.send("DELETE", deck).json()["code"] == "not_allowed"
    assert anyone.send("DELETE", deck).status_code == 401
    assert as_ben.get("decks?mine=true").json()["results"] == []
    assert len(as_ben.get("decks?mine=false&ruleset=raid").json()["results"]) == 1


def test_a_deck_with_faults_is_kept_and_they_are_told(as_ann: Api) -> None:
    made = as_ann.post("decks", {**NEW, "cards": {"dragon": 1}})

    assert made.status_code == 201
    assert [problem["code"] for problem in made.json()["problems"]] == ["unknown_card"]


def test_checking_lists_the_faults_in_both_languages(anyone: Api, change_raid: Any) -> None:
    words = {"problems": {"unknown_card": {"ja": "「{card}」はありません", "en": "There is no {card}"}}}
    change_raid(words=words)

    checked = anyone.post("decks/check", {"ruleset": "raid", "cards": {"dragon": 1, "elf": 2}})

    assert checked.status_code == 200
    assert checked.json()["problems"] == [
        {
            "code": "unknown_card",
            "seat": 0,
            "card": card,
            "texts": {"ja": f"「{card}」はありません", "en": f"There is no {card}"},
        }
        for card in ("dragon", "elf")
    ]
    assert anyone.post("decks/check", {"ruleset": "raid", "cards": DECK["cards"]}).json() == {"problems": []}


def test_checking_under_options_that_are_wrong_tells_so(anyone: Api) -> None:
    checked = anyone.post("decks/check", {"ruleset": "raid", "cards": {}, "options": {"seats": 3}})

    assert [problem["code"] for problem in checked.json()["problems"]] == ["bad_option"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"cards": {"a b": 1}}, "/cards/a b"),
        ({"cards": {"x": -1}}, "/cards/x"),
        ({"cards": {"x": "1"}}, "/cards/x"),
        ({"name": ""}, "/name"),
        ({"visibility": "all"}, "/visibility"),
        ({"owner": "ben"}, "/owner"),
    ],
)
def test_a_deck_that_cannot_be_read_is_refused_with_its_place(as_ann: Api, body: Any, pointer: str) -> None:
    refused = as_ann.post("decks", {**NEW, **body})

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, pointer)


def test_decks_of_unknown_games_and_unknown_decks(as_ann: Api, anyone: Api) -> None:
    assert as_ann.post("decks", {**NEW, "ruleset": "chess"}).json()["code"] == "unknown_ruleset"
    assert anyone.get("decks?mine=true").json()["code"] == "not_signed_in"
    assert anyone.post("decks", NEW).json()["code"] == "not_signed_in"
    assert as_ann.get(f"decks/{uuid4()}").json()["code"] == "not_found"


def test_decks_are_paged_and_cost_the_same_queries_however_many(as_ann: Api) -> None:
    as_ann.post("decks", NEW)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert as_ann.get("decks?ruleset=raid").status_code == 200
        return len(queries)

    count()
    one = count()
    names = ["Even"]
    for name in ("Two", "Three"):
        as_ann.post("decks", {**NEW, "name": name})
        names.insert(0, name)
    assert count() == one

    page = as_ann.get("decks?ruleset=raid&limit=2").json()
    assert [deck["name"] for deck in page["results"]] == names[:2]
    assert [deck["name"] for deck in as_ann.get(page["next"]).json()["results"]] == names[2:]


@pytest.mark.parametrize("length", [MOST_NOTE_CHARACTERS, MOST_NOTE_CHARACTERS + 1])
def test_a_note_has_the_same_length_whichever_way_it_comes(ann: Player, as_ann: Api, length: int) -> None:
    """Lists have the notes of all decks, so a few long ones would fill a process."""
    is_stored = length == MOST_NOTE_CHARACTERS
    note = "n" * length
    browser = Client()
    browser.force_login(ann)
    fields = {"name_en": "Page", "visibility": "public", "note": note, "cards": "2 raider-1"}
    row = {"ruleset": "raid", "name_en": "File", "note": note, "cards": {"raider-1": 2}}

    sent = as_ann.post("decks", {"ruleset": "raid", "name": "API", "cards": {"raider-1": 2}, "note": note})
    page = browser.post("/decks/new/raid/", fields)
    planned = import_row(row, ann, writes=False)

    assert (sent.status_code, page.status_code) == ((201, 302) if is_stored else (400, 400))
    assert [fault["column"] for fault in fault_texts(row, planned, ann)] == ([] if is_stored else ["note"])
    assert Deck.objects.filter(owner=ann).count() == (2 if is_stored else 0)
