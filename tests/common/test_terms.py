"""Terms on cards that are explained to readers."""

import re
from pathlib import Path

import pytest

from common.text.terms import terms_on
from rules.registry import shipped_ruleset, slugs

RULES = Path(__file__).parents[2] / "rules"


@pytest.mark.parametrize(
    ("game", "card", "expected"),
    [
        ("invaders", "town-militia", {"Guard", "Cost", "Military", "Labour"}),
        # Not Kingdom: that is the edition of this card.
        ("invictus", "warrior", {"Power", "Health", "Attack range"}),
        ("invictus", "ninja", {"Negate", "Queue", "Support", "Power", "Health", "Attack range"}),
        ("lords_of_war", "templar-longbow", {"Support", "Ranged", "Attack arrows", "Defence"}),
        ("battle_line", "red-1", set()),
        ("battle_line", "fog", {"Weather", "Formation"}),
    ],
)
def test_a_card_explains_the_words_that_its_data_and_text_use(game: str, card: str, expected: set[str]) -> None:
    assert {term.names["en"] for term in terms_on(shipped_ruleset(game), card, "en")} == expected


def test_a_card_of_blackpoker_explains_the_actions_that_it_can_be_used_for() -> None:
    shown = {term.names["en"] for term in terms_on(shipped_ruleset("blackpoker"), "heart-j", "en")}

    assert {"Set Bulwark", "Summon Hero", "Equip", "Destroy Bulwark", "Reinforce Bulwarks", "Reverse"} <= shown
    assert not {"Summon Soldier", "Up", "Throw", "Search"} & shown


def test_the_text_is_read_in_the_language_of_the_reader() -> None:
    shown = terms_on(shipped_ruleset("invictus"), "ninja", "ja")

    assert {"ネゲート", "待機列", "後方支援"} <= {term.names["ja"] for term in shown}


@pytest.mark.parametrize(
    ("action", "english", "japanese"),
    [
        (
            "down",
            "Key cards: ♠A–10. Cost: discard 1 of your hand cards.",
            "キーカード：♠A–10。コスト：手札を1枚捨てる。",
        ),
        (
            "summon_hero",
            "Key cards: J–K. Cost: drive 2 of your charged bulwarks, take 1 damage.",
            "キーカード：J–K。コスト：チャージ状態の自分の防壁2体をドライブ、1ダメージを受ける。",
        ),
        (
            "reinforce",
            "Key cards: ♥ + ♣. Standard format only.",
            "キーカード：♥ + ♣。スタンダードのみ。",
        ),
        (
            "reverse",
            "Key cards: two cards of one number. Standard format only.",
            "キーカード：同じ数字の2枚。スタンダードのみ。",
        ),
        ("search", "Key cards: Joker.", "キーカード：Joker。"),
    ],
)
def test_an_action_of_blackpoker_says_its_key_cards_and_cost(action: str, english: str, japanese: str) -> None:
    explained = shipped_ruleset("blackpoker").definition.terms(shipped_ruleset("blackpoker").card_set)[action]

    assert explained.text["en"].endswith(" " + english) and explained.text["ja"].endswith("。" + japanese)


@pytest.mark.parametrize("game", slugs())
def test_every_term_has_both_languages_and_a_rule_of_the_rulebook(game: str) -> None:
    rules = shipped_ruleset(game)
    terms = rules.definition.terms(rules.card_set)
    numbers = {
        file: set(re.findall(r"^(?:- )?(\d+(?:\.\d+)+)", (RULES / game / file).read_text("utf-8"), re.MULTILINE))
        for file in ("RULES.md", "RULES.ja.md")
    }

    assert terms
    for term in terms.values():
        assert all(term.names[language] and term.text[language] for language in ("ja", "en"))
        assert all(term.rule in found for found in numbers.values()), term


@pytest.mark.parametrize("keyword", [one["name"] for one in shipped_ruleset("invaders").card_set["keywords"]])
def test_every_keyword_of_invaders_is_explained_under_its_own_name(keyword: str) -> None:
    rules = shipped_ruleset("invaders")
    names = next(one["names"] for one in rules.card_set["keywords"] if one["name"] == keyword)

    assert rules.definition.terms(rules.card_set)[keyword].names == names
