"""A deck's digest: the same wherever its cards are shown, and searches find it."""

import pytest

from matches.search.deck_ids import deck_id
from rules.engine.canonical import deck_digest
from tests.matches.api.conftest import Api
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db


def test_equal_lists_of_cards_have_equal_digests() -> None:
    assert (
        deck_digest({"a": 2, "b": 1}) == deck_digest({"b": 1, "a": 2, "c": 0}) == deck_id({"cards": {"a": 2, "b": 1}})
    )
    assert len({deck_digest(cards) for cards in ({}, {"a": 1}, {"a": 2}, {"b": 1}, {"a": 1, "b": 1})}) == 5


def test_a_deck_and_its_versions_and_the_starter_deck_share_it(as_ann: Api) -> None:
    body = {"ruleset": "raid", "name": "copy", **DECK}
    made = as_ann.post("decks", body).json()
    changed = as_ann.send("PATCH", made["url"], {"name": "renamed"}).json()

    starter = as_ann.get("rulesets/raid").json()["starter_decks"][0]
    version = as_ann.get(f"{made['url']}/versions/1").json()
    listed = as_ann.get("decks?mine=true").json()["results"][0]

    digests = [made["digest"], changed["digest"], listed["digest"], version["digest"], starter["digest"]]
    assert digests == [deck_digest(DECK["cards"])] * 5
