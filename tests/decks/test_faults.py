"""The texts of deck faults: the same wording in all games, with the cards and values that would be right."""

from typing import Any

import pytest

from decks.faults import deck_problems
from decks.limits import MOST_PROBLEMS
from rules.engine import Ruleset
from rules.registry import game_definition, shipped_ruleset, slugs

BUILT = [slug for slug in slugs() if game_definition(slug).builds_decks]


def told(rules: Ruleset, options: dict[str, Any], cards: dict[str, int]) -> dict[str, dict[str, Any]]:
    return {problem["code"]: problem for problem in deck_problems(rules, options, cards)}


def limited(rules: Ruleset) -> str | None:
    """A card with a limit of copies, or None."""
    options = rules.read_options({})
    return next((card["slug"] for card in rules.card_set["cards"] if rules.copy_limit(options, card["slug"])), None)


@pytest.mark.parametrize("slug", BUILT)
def test_too_many_copies_are_told_alike_in_all_games(slug: str) -> None:
    rules = shipped_ruleset(slug)
    card = limited(rules)

    found = told(rules, {}, {card: 999} if card else {})

    if "too_many_copies" not in found:  # Lords of War counts ranks.
        assert slug == "lords_of_war"
        return
    most = found["too_many_copies"]["most"]
    assert found["too_many_copies"]["texts"]["en"].endswith(f": at most {most} in a deck. This one has 999.")
    assert found["too_many_copies"]["texts"]["ja"].endswith(f"は{most}枚までです（現在999枚）。")


def test_a_prescribed_deck_says_which_cards_it_lacks_and_which_are_too_many() -> None:
    rules = shipped_ruleset("blackpoker")
    prescribed = dict(rules.prescribed_deck(rules.read_options({})) or {})
    lacks = {**prescribed, "joker": prescribed["joker"] - 1}
    del lacks["spade-a"], lacks["heart-k"]

    found = told(rules, {}, lacks)["wrong_deck"]
    empty = told(rules, {}, {})["wrong_deck"]

    assert found["missing"] == {"heart-k": 1, "joker": 1, "spade-a": 1}
    assert found["texts"]["en"] == (
        "This is not the deck that the frame prescribes. Use that deck unchanged. "
        "Missing: King of Hearts, Joker, Ace of Spades."
    )
    assert empty["missing"] == prescribed
    assert empty["texts"]["en"].endswith(f" and {len(prescribed) - 5} more.")
    assert deck_problems(rules, {}, prescribed) == []


def test_a_card_beyond_a_smaller_prescribed_deck_is_named() -> None:
    rules = shipped_ruleset("blackpoker")
    options = {"frame": "entry16"}
    prescribed = dict(rules.prescribed_deck(rules.read_options(options)) or {})
    extra = next(card["slug"] for card in rules.card_set["cards"] if card["slug"] not in prescribed)

    found = told(rules, options, {**prescribed, extra: 1})["wrong_deck"]

    assert (found["missing"], found["cards"]) == ({}, [extra])
    assert "Missing" not in found["texts"]["en"] and " Too many: " in found["texts"]["en"]


@pytest.mark.parametrize(
    ("slug", "option", "allowed", "in_japanese"),
    [
        ("blackpoker", "format", "Allowed: Lite, Standard.", "使える値："),
        ("invaders", "year_limit", "Allowed: 10 to 100.", "使える値：10～100"),
        ("invictus", "alliance", "Allowed: yes, no.", "使える値："),
        ("invictus", "queue_limits", "Allowed: 1 to 5, 1 to 5.", "使える値：1～5"),
    ],
)
def test_an_option_says_what_is_allowed(slug: str, option: str, allowed: str, in_japanese: str) -> None:
    (found,) = deck_problems(shipped_ruleset(slug), {option: "something else"}, {})

    assert found["texts"]["en"].endswith(f"can't have this value. {allowed}")
    assert in_japanese in found["texts"]["ja"]


def test_cards_at_fault_stand_in_a_sentence_of_one_full_stop() -> None:
    found = told(shipped_ruleset("lords_of_war"), {}, {"father-nicodemus": 3})["rank_count"]

    assert ".:" not in found["texts"]["en"] and "。：" not in found["texts"]["ja"]


@pytest.mark.parametrize("slug", BUILT)
@pytest.mark.parametrize("more", [0, 1])
def test_of_very_many_faults_the_first_are_told(slug: str, more: int) -> None:
    """A list has the faults of 200 decks, which anybody may read."""
    rules = shipped_ruleset(slug)
    cards = {f"card-{number:03}": 1 for number in range(MOST_PROBLEMS + more)}
    every = rules.check_deck(rules.read_options({}), {"cards": cards}, 0)

    found = deck_problems(rules, {}, cards)

    assert [problem["code"] for problem in found] == [problem["code"] for problem in every[:MOST_PROBLEMS]]
    assert len(every) >= MOST_PROBLEMS + more or slug == "blackpoker"
