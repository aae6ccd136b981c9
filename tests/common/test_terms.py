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
        ("invaders", "town-militia", {"Guard"}),
        ("invictus", "warrior", set()),  # The edition "kingdom" is not a player's kingdom.
        ("invictus", "ninja", {"Negate", "Queue", "Support"}),
        ("lords_of_war", "templar-longbow", {"Support", "Ranged"}),
        ("battle_line", "red-1", set()),
        ("battle_line", "fog", {"Weather", "Formation"}),
        ("blackpoker", "spade-2", {"Equip", "Down", "Soldier", "Key card", "Magic"}),
    ],
)
def test_a_card_explains_the_words_that_its_data_and_text_use(game: str, card: str, expected: set[str]) -> None:
    assert {term.names["en"] for term in terms_on(shipped_ruleset(game), card, "en")} == expected


def test_the_text_is_read_in_the_language_of_the_reader() -> None:
    shown = terms_on(shipped_ruleset("blackpoker"), "spade-2", "ja")

    assert {term.names["ja"] for term in shown} == {"装備", "ダウン", "一般兵", "キーカード", "通常魔法"}


def test_an_action_of_blackpoker_says_its_cost() -> None:
    down = shipped_ruleset("blackpoker").definition.terms(shipped_ruleset("blackpoker").card_set)["down"]

    assert down.text["en"].endswith("Cost: discard a card.") and down.text["ja"].endswith("コスト：手札を1枚捨てる。")


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
