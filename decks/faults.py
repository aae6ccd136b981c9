"""What is wrong with a deck, with the cards by which it can be mended. Pure; the ruleset says what is a fault."""

from collections.abc import Mapping, Sequence
from typing import Any

from common.text.naming import COMMA, card_names
from common.text.sentences import explained
from decks.limits import MOST_CARDS_NAMED
from rules.engine import Names, Problem, Ruleset

OF: Names = {"ja": "{text}（{copies}枚、上限{most}枚）", "en": "{text} ({copies} of {most})"}
WHICH: Names = {"ja": "{text}：{cards}", "en": "{text}: {cards}"}
MORE: Names = {"ja": "{cards}、ほか{more}種", "en": "{cards} and {more} more"}


def deck_problems(rules: Ruleset, options: Mapping[str, Any], cards: Mapping[str, int]) -> list[dict[str, Any]]:
    """All that is wrong with a deck by itself, or with the options it is meant for; with texts in both languages.

    A fault that is about some of the deck's cards has their slugs as `cards`, one of too many copies the numbers as
    `copies` and `most`.
    """
    problems = rules.check_options(options)
    if problems:
        return explained(rules, problems)
    read = rules.read_options(options)
    deck = {"cards": dict(cards)}
    return [_with_cards(rules, read, deck, told) for told in explained(rules, rules.check_deck(read, deck, 0))]


def _with_cards(rules: Ruleset, options: Any, deck: dict[str, Any], told: Problem) -> dict[str, Any]:
    if told["code"] == "too_many_copies":
        numbers = {"copies": deck["cards"][told["card"]], "most": rules.copy_limit(options, told["card"])}
        texts = {language: OF[language].format(text=text, **numbers) for language, text in told["texts"].items()}
        return {**told, **numbers, "texts": texts}
    cards = [] if "card" in told else rules.cards_at_fault(options, deck, told)
    if not cards:
        return told
    texts = {
        language: WHICH[language].format(text=text, cards=_named(rules, cards, language))
        for language, text in told["texts"].items()
    }
    return {**told, "cards": cards, "texts": texts}


def _named(rules: Ruleset, cards: Sequence[str], language: str) -> str:
    names = card_names(rules)
    said = COMMA[language].join(names.get(card, {}).get(language, card) for card in cards[:MOST_CARDS_NAMED])
    more = len(cards) - MOST_CARDS_NAMED
    return MORE[language].format(cards=said, more=more) if more > 0 else said


def most_copies(rules: Ruleset, options: Mapping[str, Any]) -> dict[str, int]:
    """Slug -> how many copies a deck may hold, of the cards that have such a limit under these options."""
    if rules.check_options(options):
        return {}
    read = rules.read_options(options)
    limits = {card["slug"]: rules.copy_limit(read, card["slug"]) for card in rules.card_set["cards"]}
    return {slug: most for slug, most in limits.items() if most is not None}
