"""Sentences from what was said."""

from typing import Any

import pytest

from cards.words import explain, told
from tests import toy


@pytest.fixture
def rules(raid: toy.RaidRules, monkeypatch: Any) -> toy.RaidRules:
    words = {
        "actions": {"attack": {"ja": "{card}で襲う", "en": "Raid with {card}"}, "pass": {"ja": "{", "en": "Pass"}},
        "effects": {"drew": {"ja": "席{seat}：{cards}", "en": "Seat {seat}: {cards}"}},
        "problems": {"unknown_card": {"ja": "{card}", "en": "No {card}"}},
    }
    monkeypatch.setattr(toy.RaidRules, "words", words)
    named = [
        {**card, "names": {"ja": f"兵{card['strength']}", "en": f"R{card['strength']}"}}
        for card in toy.CARD_SET["cards"]
    ]
    return toy.RaidRules({**toy.CARD_SET, "cards": named})


def test_cards_are_called_by_their_names(rules: toy.RaidRules) -> None:
    assert told(rules, "actions", toy.Attack("raider-2")) == {"ja": "兵2で襲う", "en": "Raid with R2"}


def test_lists_are_enumerated_and_what_is_hidden_is_an_ellipsis(rules: toy.RaidRules) -> None:
    drew = {"type": "drew", "seat": 1, "cards": ["raider-1", "raider-2"]}

    assert told(rules, "effects", drew) == {"ja": "席1：兵1、兵2", "en": "Seat 1: R1, R2"}
    assert told(rules, "effects", {"type": "drew", "seat": 1}) == {"ja": "席1：…", "en": "Seat 1: …"}


def test_without_words_there_is_nothing_and_broken_ones_stand_as_they_are(rules: toy.RaidRules) -> None:
    assert told(rules, "actions", toy.Block("raider-2")) is None
    assert told(rules, "actions", {"type": "pass"}) == {"ja": "{", "en": "Pass"}


def test_problems_of_the_rules_of_the_service_and_of_nobody(rules: toy.RaidRules) -> None:
    assert explain(rules, {"code": "unknown_card", "card": "elf"}) == {"ja": "elf", "en": "No elf"}
    assert explain(rules, {"code": "deck_missing", "seat": 1})["en"] == "Seat 1 has no deck"
    assert explain(rules, {"code": "strange"}) == {"ja": "strange", "en": "strange"}
