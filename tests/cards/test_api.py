"""Games and cards over the API."""

from typing import Any

import jsonschema
import pytest

from cards.sets.services import publish_card_set
from rules.registry import slugs
from tests.matches.api.conftest import Api
from tests.toy import CARD_SET

pytestmark = pytest.mark.django_db


def test_rulesets_are_listed_with_their_names(anyone: Api) -> None:
    listed = {entry["slug"]: entry for entry in anyone.get("rulesets").json()["results"]}

    assert listed["raid"]["names"] == CARD_SET["names"]
    assert listed["raid"]["builds_decks"] is True
    assert listed["raid"]["url"] == "/api/v1/rulesets/raid"
    assert listed["raid"]["card_set"]["revision"] >= 1


def test_a_ruleset_brings_schemas_that_hold_for_what_it_says(anyone: Api, as_ann: Api) -> None:
    raid = anyone.get("rulesets/raid").json()
    schemas = raid["schemas"]
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)

    assert [deck["slug"] for deck in raid["starter_decks"]] == ["even", "steep"]
    assert raid["seats"] == 2
    seats = [{"kind": "me", "deck": "even", "ready": True}, {"kind": "bot", "bot": "random", "deck": "even"}]
    match = as_ann.post("matches", {"ruleset": "raid", "seats": seats}).json()["url"]
    legal, view = as_ann.get(f"{match}/legal-actions").json(), as_ann.get(f"{match}/view").json()
    jsonschema.validate(legal["legal_actions"][0]["action"], schemas["actions"])
    jsonschema.validate(view["game"], schemas["game"])
    jsonschema.validate(view["options"], schemas["options"])
    for prompt in view["prompts"]:
        jsonschema.validate(prompt, schemas["prompts"])
    shown = as_ann.get(f"{match}/events?as=public").json()["events"][0]
    for effect in shown["effects"]:
        jsonschema.validate(effect, schemas["effects"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"type": "fly"}, schemas["actions"])


def test_an_unknown_ruleset_is_refused_everywhere_alike(anyone: Api) -> None:
    lists = ("bot-accounts", "bots/online", "cards", "decks", "exports", "leagues", "matches", "search/matches")
    filtered = [f"{path}?ruleset=chess" for path in (*lists, "search/statistics")]
    for path in ("rulesets/chess", "cards?ruleset=", *filtered):
        refused = anyone.get(path)
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown_ruleset")


def test_cards_come_in_the_order_of_the_set_and_are_paged(anyone: Api) -> None:
    page = anyone.get("cards?ruleset=raid&limit=4").json()
    following = anyone.get(page["next"]).json()

    slugs = [card["slug"] for card in page["results"] + following["results"]]
    assert slugs == [card["slug"] for card in CARD_SET["cards"]]
    assert following["next"] is None
    assert page["results"][0]["definition"] == CARD_SET["cards"][0]


def test_cards_are_found_by_text_in_either_language_and_revision(anyone: Api) -> None:
    named: Any = {**CARD_SET, "cards": [dict(card) for card in CARD_SET["cards"]]}
    named["cards"][2] |= {"names": {"ja": "騎士", "en": "Knight"}, "text": {"ja": "強い", "en": "Strong"}}
    newest = publish_card_set(ruleset="raid", card_set=named)

    def found(query: str) -> list[str]:
        return [card["slug"] for card in anyone.get(f"cards?ruleset=raid&{query}").json()["results"]]

    assert found("text=kNIGHT") == found("text=騎士") == found("text=strong") == ["raider-3"]
    assert found("text=RAIDER-3") == ["raider-3"]
    assert found(f"text=knight&revision={newest.revision - 1}") == []
    assert anyone.get("cards?ruleset=raid&revision=99").json()["code"] == "not_found"
    assert anyone.get("cards?revision=1").json()["errors"][0]["parameter"] == "ruleset"


def test_cards_of_all_games_come_together(anyone: Api) -> None:
    page = anyone.get("cards?text=raider-6").json()

    assert [(card["ruleset"], card["slug"]) for card in page["results"]] == [("raid", "raider-6")]
    assert page["card_sets"].keys() == {entry["slug"] for entry in anyone.get("rulesets").json()["results"]}


@pytest.mark.parametrize("slug", slugs())
def test_the_page_of_every_game_can_be_read(anyone: Api, slug: str) -> None:
    page = anyone.get(f"rulesets/{slug}").json()

    assert page["names"].keys() == {"ja", "en"}
    assert page["starter_decks"]
    assert all(texts.keys() == {"ja", "en"} for words in page["words"].values() for texts in words.values())
    for schema in page["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
