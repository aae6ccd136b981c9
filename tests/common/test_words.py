"""Sentences made from messages."""

from typing import Any

import pytest

from common.text.sentences import choice_texts, explain, explained, message_texts
from rules.battle_line.actions import Play
from rules.engine import Names, Ruleset
from rules.lords_of_war.actions import Deploy
from rules.lords_of_war.effects import Eliminated
from rules.registry import shipped_ruleset, slugs
from tests import toy


@pytest.mark.parametrize(
    ("characters", "ja", "en"),
    [
        ([4], "キャラクター4がドライブ状態になった。", "Character 4 became driven."),
        ([1, 2, 5], "キャラクター1、2、5がドライブ状態になった。", "Characters 1, 2 and 5 became driven."),
    ],
)
def test_the_noun_before_a_list_has_its_number(characters: list[int], ja: str, en: str) -> None:
    drove = {"type": "drove", "characters": characters}

    assert message_texts(shipped_ruleset("blackpoker"), "effects", drove) == {"ja": ja, "en": en}


def test_a_list_by_seat_says_who_has_each_value() -> None:
    ended = {"type": "round_ended", "round": 2, "winner": None, "reason": "points", "flags": [3, 5], "points": [5, 3]}

    assert message_texts(shipped_ruleset("battle_line"), "effects", ended, ("Ann", "Ben")) == {
        "ja": "第2ラウンドは引き分け（得点）。フラッグはAnnが3、Benが5。得点はAnnが5、Benが3。",
        "en": "Round 2 was drawn (Points). Flags: 3 for Ann, 5 for Ben. Points: 5 for Ann, 3 for Ben.",
    }


def test_two_entries_are_joined_by_a_word_and_changes_have_a_sign() -> None:
    swapped = {"type": "swapped", "side": 0, "cells": ["f0", "f2"]}
    changed = {"type": "number_changed", "character": 2, "number": 4, "by": 1}

    assert message_texts(shipped_ruleset("invictus"), "effects", swapped, ("Ann",)) == {
        "ja": "Ann側の前1と前3のカードが入れ替わった。",
        "en": "Ann's cards on F1 and F3 changed places.",
    }
    assert "(change: +1)" in (message_texts(shipped_ruleset("blackpoker"), "effects", changed) or {})["en"]


@pytest.mark.parametrize(
    ("money", "savings", "ja", "en"),
    [
        (3, 0, "Annは資金から3を支払った。", "Ann paid 3 from their money."),
        (0, 2, "Annは貯金から2を支払った。", "Ann paid 2 from their savings."),
        (1, 2, "Annは資金から1、貯金から2を支払った。", "Ann paid 1 from their money and 2 from their savings."),
        (0, 0, "Annは何も支払わなかった。", "Ann paid nothing."),
    ],
)
def test_a_part_can_depend_on_numbers_above_zero(money: int, savings: int, ja: str, en: str) -> None:
    paid = {"type": "paid", "seat": 0, "money": money, "savings": savings}

    assert message_texts(shipped_ruleset("invaders"), "effects", paid, ("Ann",)) == {"ja": ja, "en": en}


def test_a_bonus_without_an_amount_is_named_alone() -> None:
    invictus = shipped_ruleset("invictus")

    unbound, stronger = (
        message_texts(invictus, "effects", {"type": "boosted", "bonus": bonus, "value": value})
        for bonus, value in (("unbound", True), ("all", 2))
    )

    assert unbound == {
        "ja": "このターンの強化：射程無視。",
        "en": "Bonus this turn: range ignored.",
    }
    assert stronger == {
        "ja": "このターンの強化：全体の攻撃力+2。",
        "en": "Bonus this turn: attack of every card +2.",
    }


@pytest.fixture
def rules(change_raid: Any) -> Ruleset:
    words = {
        "actions": {"attack": {"ja": "{card}で襲う", "en": "Raid with {card}"}, "pass": {"ja": "{", "en": "Pass"}},
        "effects": {
            "drew": {"ja": "{seat}：{cards}", "en": "{seat}: {cards}"},
            "told": {"ja": "{what}", "en": "{what}"},
            "done": {"ja": "{by}", "en": "{by}"},
        },
        "problems": {
            "unknown_card": {"ja": "{card}", "en": "No {card}"},
            "bad_option": {"ja": "{option}は不可", "en": "Not {option}"},
        },
        "reasons": {"points": {"ja": "得点", "en": "Points"}},
        "options": {"goal": {"ja": "目標", "en": "Goal"}},
        "fields": {"place": {"ja": "場所", "en": "place"}, "hand": {"ja": "手札", "en": "hand"}},
        "values": {"by.hand": {"ja": "手で", "en": "manually"}},
    }
    change_raid(words=words)
    named = [
        {**card, "names": {"ja": f"兵{card['strength']}", "en": f"R{card['strength']}"}}
        for card in toy.CARD_SET["cards"]
    ]
    return toy.raid_rules({**toy.CARD_SET, "cards": named})


def test_cards_are_called_by_their_names(rules: Ruleset) -> None:
    assert message_texts(rules, "actions", toy.Attack("raider-2")) == {"ja": "兵2で襲う", "en": "Raid with R2"}


def test_lists_are_enumerated_and_what_is_hidden_is_an_ellipsis(rules: Ruleset) -> None:
    drew = {"type": "drew", "seat": 1, "cards": ["raider-1", "raider-2"]}

    assert message_texts(rules, "effects", drew) == {"ja": "席1：兵1、兵2", "en": "Seat 1: R1, R2"}
    assert message_texts(rules, "effects", {"type": "drew", "seat": 1}) == {"ja": "席1：…", "en": "Seat 1: …"}


@pytest.mark.parametrize(
    ("value", "japanese", "english"),
    [
        ("hand", "手札", "hand"),
        ("points", "得点", "Points"),
        ("timeout", "時間切れ", "Out of time"),
        ("elsewhere", "elsewhere", "elsewhere"),
        (True, "はい", "yes"),
        (None, "なし", "–"),
        ([], "なし", "–"),
        ([4, 0], "4、0", "4, 0"),
        (["hand", "points"], "手札、得点", "hand, Points"),
        ({"place": "hand", "seat": 1}, "場所：手札、seat1", "place: hand, seat 1"),
    ],
)
def test_values_are_called_by_what_is_known_of_them(rules: Ruleset, value: Any, japanese: str, english: str) -> None:
    assert message_texts(rules, "effects", {"type": "told", "what": value}) == {"ja": japanese, "en": english}


def test_a_word_may_mean_something_else_in_one_field(rules: Ruleset) -> None:
    assert message_texts(rules, "effects", {"type": "done", "by": "hand"}) == {"ja": "手で", "en": "manually"}


def test_a_problem_names_its_option(rules: Ruleset) -> None:
    assert explain(rules, {"code": "bad_option", "option": "goal"}) == {"ja": "目標は不可", "en": "Not Goal"}


def test_a_problem_with_an_option_says_what_would_be_accepted() -> None:
    rules = shipped_ruleset("battle_line")

    told = explained(rules, rules.check_options({"colour": "red", "rounds": 11}))

    assert [problem["accepted"] for problem in told] == [
        {"enum": ["tactics", "claim_timing", "rounds"]},
        {"type": "integer", "minimum": 1, "maximum": 10, "default": 1},
    ]


@pytest.mark.parametrize("slug", slugs())
def test_too_many_seats_are_called_seats_also_where_nobody_brings_a_deck(slug: str) -> None:
    told = explain(shipped_ruleset(slug), {"code": "wrong_number_of_decks", "expected": 2})

    assert told["en"] == "This match needs 2 seats." and "席" in told["ja"]


def test_choices_that_would_say_the_same_end_with_what_tells_them_apart() -> None:
    plays = [Play("red-1", flag=0), Play("red-1", flag=4), Play("red-2", flag=4)]

    assert choice_texts(shipped_ruleset("battle_line"), plays) == [
        {"ja": "フラッグ1に赤の1を出す", "en": "Play Red 1 at flag 1"},
        {"ja": "フラッグ5に赤の1を出す", "en": "Play Red 1 at flag 5"},
        {"ja": "フラッグ5に赤の2を出す", "en": "Play Red 2 at flag 5"},
    ]


def test_a_choice_without_words_has_no_sentence(rules: Ruleset) -> None:
    assert choice_texts(rules, [toy.Block("raider-1"), toy.Block("raider-2")]) == [None, None]


def test_what_a_problem_of_the_service_names_is_nobodys_vocabulary(rules: Ruleset) -> None:
    problem = {"code": "unknown_player", "seat": 0, "player": "hand"}

    assert explain(rules, problem)["en"] == "Seat 0: there is no player called hand. Check the name."


def test_without_words_there_is_nothing_and_broken_ones_stand_as_they_are(rules: Ruleset) -> None:
    assert message_texts(rules, "actions", toy.Block("raider-2")) is None
    assert message_texts(rules, "actions", {"type": "pass"}) == {"ja": "{", "en": "Pass"}


def test_problems_of_the_rules_of_the_service_and_of_nobody(rules: Ruleset) -> None:
    assert explain(rules, {"code": "unknown_card", "card": "elf"}) == {"ja": "elf", "en": "No elf"}
    assert explain(rules, {"code": "deck_missing", "seat": 1})["en"] == "Seat 1 has no deck. Choose one."
    assert explain(rules, {"code": "strange"}) == {"ja": "strange", "en": "strange"}


@pytest.mark.parametrize(
    ("square", "name"),
    [
        ((0, 0), "a1"),
        ((6, 5), "g6"),
        ((25, 0), "z1"),
        ((26, 0), "aa1"),
        ((0, -1), "a−1"),
        ((-1, 0), "−a1"),
        ((-2, -3), "−b−3"),
    ],
)
def test_a_square_is_named_as_on_a_chess_board(square: tuple[int, int], name: str) -> None:
    rules = shipped_ruleset("lords_of_war")

    texts = message_texts(rules, "actions", Deploy("father-nicodemus", square))

    assert texts == {"ja": f"ニコデモス神父を{name}に配置する", "en": f"Deploy Father Nicodemus on {name}"}


def test_several_squares_are_named_each(rules: Ruleset) -> None:
    fallen = Eliminated(1, "skeleton", (2, 2), 5, 4, ((1, 1), (3, 2)))

    texts = message_texts(shipped_ruleset("lords_of_war"), "effects", fallen)

    assert texts is not None
    assert "on c3 was" in texts["en"] and "from b2 and d3" in texts["en"] and "攻撃元b2、d3" in texts["ja"]


@pytest.mark.parametrize(
    ("owner", "japanese", "english"),
    [
        (0, "Annがe3のパリセードを再召集した。", "Ann recalled Palisade from e3."),
        (2, "Annがe3のChoのパリセードを再召集した。", "Ann recalled Cho's Palisade from e3."),
    ],
)
def test_an_owner_is_named_only_if_someone_else(owner: int, japanese: str, english: str) -> None:
    recalled = {"type": "recalled", "seat": 0, "card": "palisade", "square": [4, 2], "from_seat": owner}

    told = message_texts(shipped_ruleset("lords_of_war"), "effects", recalled, ("Ann", "Ben", "Cho"))

    assert told == {"ja": japanese, "en": english}


@pytest.mark.parametrize(
    ("kind", "message", "texts"),
    [
        (
            "done",
            {"type": "choose", "target": "0:B3", "actor": 0},
            {"ja": "Annが自分のB3を選んだ。", "en": "Ann chose their own B3."},
        ),
        (
            "done",
            {"type": "choose", "target": "1:B3", "actor": 0},
            {"ja": "AnnがBenのB3を選んだ。", "en": "Ann chose Ben's B3."},
        ),
        (
            "effects",
            {"type": "attack_declared", "seat": 0, "unit": "0:A2"},
            {"ja": "AnnのユニットがA2から攻撃した。", "en": "Ann's unit on A2 attacked."},
        ),
        (
            "effects",
            {"type": "attack_declared", "seat": 0, "unit": "1:A2"},
            {"ja": "AnnのユニットがBenのA2から攻撃した。", "en": "Ann's unit on Ben's A2 attacked."},
        ),
    ],
)
def test_a_sentence_names_the_owner_of_a_place_once(kind: str, message: dict[str, Any], texts: Names) -> None:
    assert message_texts(shipped_ruleset("invaders"), kind, message, ["Ann", "Ben"]) == texts


def test_a_choice_calls_the_places_of_its_reader_theirs() -> None:
    rules = shipped_ruleset("invaders")

    own, others = (
        message_texts(rules, "actions", {"type": "choose", "target": place}, ["Ann", "Ben"], reader=0)
        for place in ("0:B3", "1:B3")
    )

    assert own == {"ja": "自分のB3を選ぶ", "en": "Choose your B3"}
    assert others == {"ja": "BenのB3を選ぶ", "en": "Choose Ben's B3"}


def test_a_part_for_fields_that_differ_is_left_out_without_the_first() -> None:
    rules = shipped_ruleset("invaders")
    chosen = {"type": "choose", "zone": "grave", "card": "town-militia", "actor": 0}

    told = [
        message_texts(rules, "done", message, ["Ann", "Ben"])
        for message in (chosen, {**chosen, "seat": 0}, {**chosen, "seat": 1})
    ]

    assert [texts and texts["en"] for texts in told] == [
        "Ann chose Town Militia from the grave.",
        "Ann chose Town Militia from the grave.",
        "Ann chose Town Militia from the grave of Ben.",
    ]
