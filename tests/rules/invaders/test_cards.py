"""3, 11.13: cards as data: what is read, what is refused and where, and how the rules say it."""

import re
from typing import Any

import pytest

from common.text.card_faults import card_fault_texts
from rules.invaders.cards import BadCardSet
from rules.invaders.check import check_card, check_cards
from rules.invaders.describe import describe
from rules.registry import shipped_ruleset, shipped_set
from tests.rules.invaders.positions import card, rules_with
from tests.rules.invaders.random_cards import random_set

CARDS = {raw["slug"]: raw for raw in shipped_set("invaders")["cards"]}
DRAW = {"op": "draw", "who": "own", "amount": 1}


def event(effect: Any) -> Any:
    return card("spell", "event", abilities=[{"kind": "event", "effects": [effect]}])


def test_the_shipped_cards_are_without_fault() -> None:
    assert len(CARDS) == 110
    assert check_cards(None, list(CARDS.values())) == []


@pytest.mark.parametrize(
    ("faulty", "at"),
    [
        (card("x", cost=-1), "/cost"),
        (card("X"), "/slug"),
        (card("x", nation="spain"), "/nation"),
        (card("x", military="2"), "/military"),
        (card("x", military=True), "/military"),
        (card("x", keywords=[{"name": "armor"}]), "/keywords/0"),
        (card("x", keywords=[{"name": "guard", "value": 1}]), "/keywords/0"),
        (card("x", names={"ja": "x"}), "/names"),
        (card("x", colour="red"), "/colour"),
        (event({**DRAW, "amount": "1"}), "/abilities/0/effects/0/amount"),
        (event({"op": "draw", "who": "any", "amount": 1}), "/abilities/0/effects/0/who"),
        (event({"then": [DRAW, {**DRAW, "amount": None}]}), "/abilities/0/effects/0/then/1/amount"),
        (event({"then": [DRAW]}), "/abilities/0/effects/0/then"),
        (
            event({"op": "tap", "select": {"pick": "all", "zone": "hand", "side": "any"}}),
            "/abilities/0/effects/0/select/side",
        ),
        (event({"op": "tap", "select": {"pick": "leader", "side": "own"}}), "/abilities/0/effects/0/select/pick"),
        (event({"if": {"state": "chain"}, "do": DRAW}), "/abilities/0/effects/0/if"),
        (
            event({"by": [{"op": "return", "select": {"pick": "self"}, "to": "deck_shuffle"}], "do": [DRAW]}),
            "/abilities/0/effects/0/by/0/to",
        ),
        (card("x", keywords=[{"name": "countdown", "value": 2}]), "/keywords/0"),
        (card("x", abilities=[{"kind": "event", "effects": [DRAW]}]), "/abilities/0/kind"),
        (
            card("x", abilities=[{"kind": "activated", "tap": True, "command": True, "effects": [DRAW]}]),
            "/abilities/0/command",
        ),
        (
            card("x", abilities=[
                {"kind": "triggered", "keyword": "fanfare", "trigger": {"on": "cast", "whose": "own"},
                 "effects": [DRAW]},
            ]),
            "/abilities/0/keyword",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(faulty: Any, at: str) -> None:
    problems = check_card(None, faulty)

    assert [problem["at"] for problem in problems] == [at], problems
    assert [card_fault_texts(problem, shipped_ruleset("invaders"))["ja"].isascii() for problem in problems] == [False]


def test_slugs_and_names_are_unique() -> None:
    """11.13"""
    twin = {**card("two"), "names": {"ja": "two", "en": "one"}}

    assert [problem["at"] for problem in check_cards(None, [card("one"), twin])] == ["/0/names/en", "/1/names/en"]


def test_a_set_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(BadCardSet, match="/abilities/0/effects/0/op"):
        rules_with(event({"op": "dance", "who": "own", "amount": 1}))


def test_cards_are_described_in_both_languages() -> None:
    assert describe(CARDS["old-garrison"])["en"] == (
        "Necromance 3\n"
        "When this card is destroyed, "
        "remove 3 of the cards in your grave from the game to return this card to the hand."
    )
    assert describe(CARDS["border-fort"])["ja"] == "自分のリーダーがダメージを受けるかわりに、このカードを破壊する。"
    assert describe(CARDS["field-hospital"])["ja"] == (
        "自分は3回復する。\n"
        "緊急事態：自分のリーダーがダメージを受けたとき、その数値が3以上なら、自分は3回復する。その後、自分は1枚引く。"
    )
    for raw in CARDS.values():
        texts = describe(raw)
        lines = len(raw["keywords"]) + len(raw["abilities"]) + ("command" in raw)
        assert [len(text.split("\n")) if text else 0 for text in texts.values()] == [lines, lines]


@pytest.mark.parametrize("seed", range(20))
def test_whatever_can_be_written_is_described(seed: int) -> None:
    """Every word has its phrase, every place is filled, and Japanese stays Japanese."""
    written = random_set(seed)
    names = {card["slug"]: {"ja": "名前", "en": "name"} for card in written["cards"]}
    types = {word: {"ja": "型", "en": "type"} for word in ("market", "rail")}

    for raw in written["cards"]:
        told = describe(raw, {**names, **types})
        assert not re.search(r"[{}_]", told["ja"] + told["en"]), told
        assert not re.search(r"[A-Za-z]", told["ja"]), told
        assert not re.search(r"[ぁ-ゖァ-ヺ一-龯。、]", told["en"]), told


def test_what_the_data_name_is_called_by_its_name() -> None:
    discount = {"kind": "static", "applies_to": {"zone": "hand", "side": "own", "filter": {"type": "rail"}}}
    raw = {**CARDS["border-fort"], "abilities": [{**discount, "modifier": {"cost": -1}}]}

    assert describe(raw, {"rail": {"ja": "鉄道", "en": "Rail"}}) == {
        "ja": "自分の手札（タイプ「鉄道」）のコストを-1する。",
        "en": "-1 cost for the cards in your hand (type Rail).",
    }
