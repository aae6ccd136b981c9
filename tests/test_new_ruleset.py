"""A new ruleset needs only its folder and a line in the registry. Shown by the toy game, which no other code knows."""

import ast
import json
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from cards.sets.services import publish_card_set
from common.text.labels import in_reading_order, label_of
from config.openapi import add_rulesets
from decks.models import Deck
from matches.bots.pairings import pairings
from players.models import Player
from rules.engine import Ruleset
from rules.registry import slugs
from tests.layers.rooms import APPS
from tests.matches.api.conftest import STARTER, Api, anyone, as_ann, as_ben
from tests.matches.conftest import ann, ben, published
from tests.toy import CARD_SET

__all__ = ["ann", "anyone", "as_ann", "as_ben", "ben", "published"]

pytestmark = pytest.mark.django_db
FEROCITY = {"ja": "獰猛さ", "en": "ferocity"}


@pytest.fixture
def staff(published: None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(Player.objects.create_superuser("sam", password="correct horse"))
    return client


def test_it_is_played_over_the_api(as_ann: Api, as_ben: Api, anyone: Api, staff: Client) -> None:
    seats = [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "invited", "player": "ben"}]
    url = as_ann.post("matches", {"ruleset": "raid", "seats": seats}).json()["url"]
    as_ben.post(f"{url}/join", {"deck": STARTER, "entropy": "dice"})
    while (now := anyone.get(url).json())["status"] == "playing":
        for api in (as_ann, as_ben):
            mine = api.get(f"{url}/legal-actions").json()
            if choices := mine["legal_actions"]:
                sent = {"version": mine["version"], "action": choices[-1]["action"]}
                assert api.post(f"{url}/actions", sent).status_code == 201
                break

    assert now["outcome"]["reason"] in {"goal", "exhausted"}
    page = staff.get(reverse("admin:matches_match_change", args=[url.rpartition("/")[2]]))
    assert page.status_code == 200


def test_its_cards_and_decks_are_edited_in_the_admin(staff: Client) -> None:
    assert staff.get(reverse("admin:cards_card_changelist"), {"ruleset": "raid"}).status_code == 200
    assert staff.get(reverse("admin:cards_card_shown", args=["raid", 1, "raider-1"])).status_code == 200
    assert "Raid" in staff.get(reverse("admin:decks_deck_add")).content.decode()


def test_its_decks_are_kept_and_checked(as_ann: Api) -> None:
    cards = CARD_SET["starter_decks"][0]["cards"]

    checked = as_ann.post("decks/check", {"ruleset": "raid", "cards": {"raider-1": 1}})
    made = as_ann.post("decks", {"ruleset": "raid", "name": "Mine", "cards": cards})

    assert [problem["code"] for problem in checked.json()["problems"]] == ["too_few_cards"], checked.json()
    assert made.status_code == 201, made.json()
    assert Deck.objects.get(owner__isnull=False).ruleset == "raid"


def test_its_own_fields_are_called_as_it_says(change_raid: Callable[..., Ruleset], staff: Client) -> None:
    change_raid(words={"card_fields": {"ferocity": FEROCITY}})
    cards = [{**card, "ferocity": 3, "text": {"ja": "", "en": ""}} for card in CARD_SET["cards"]]
    publish_card_set(ruleset="raid", card_set={**CARD_SET, "cards": cards}, note="with ferocity")

    page = staff.get(reverse("admin:cards_card_shown", args=["raid", 2, "raider-1"]))

    assert label_of("/ferocity") in FEROCITY.values()
    assert list(in_reading_order(cards[0])) == ["slug", "strength", "ferocity", "text"]
    assert "ferocity" in page.content.decode()


def test_its_bots_are_compared_under_its_own_option_sets(raid: Ruleset) -> None:
    assert [len(pairings(raid, name)[0].decks) for name in raid.option_sets] == [2, 4]


def test_its_messages_are_described(raid: Ruleset) -> None:
    described = add_rulesets(
        {"info": {}, "components": {"schemas": {}, "securitySchemes": {}}, "paths": {}}, None, None, True
    )

    assert "RaidView" in described["components"]["schemas"]
    assert "#/components/schemas/RaidPassAction" in json.dumps(described["components"]["schemas"]["Action"])


SHOWN_FIRST = "matches/management/commands/demo.py"


def test_code_outside_the_rulesets_names_no_game() -> None:
    names = set(slugs())
    naming = {
        str(file.relative_to(settings.BASE_DIR))
        for room in APPS
        for file in (settings.BASE_DIR / room).rglob("*.py")
        if room != "rules" and "migrations" not in file.parts
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and node.value in names
    }

    assert naming == {SHOWN_FIRST}
