"""Lists the faults of a deck with the cards involved. The ruleset decides what is a fault. Pure."""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

from common.text.naming import COMMA, card_names
from common.text.sentences import explained
from decks.limits import MOST_CARDS_NAMED, MOST_PROBLEMS
from rules.engine import Names, Problem, Ruleset

COPIES: Names = {
    "ja": "「{card}」は{most}枚までです（現在{copies}枚）。",
    "en": "{card}: at most {most} in a deck. This one has {copies}.",
}
WHICH: Names = {"ja": "{text}：{cards}", "en": "{text}: {cards}"}
MISSING: Names = {"ja": "{text}足りないカード：{cards}。", "en": "{text} Missing: {cards}."}
SURPLUS: Names = {"ja": "{text}余分なカード：{cards}。", "en": "{text} Too many: {cards}."}
MORE: Names = {"ja": "{cards}、ほか{more}種", "en": "{cards} and {more} more"}
TIMES: Names = {"ja": "{name} {copies}枚", "en": "{copies} × {name}"}


def deck_problems(rules: Ruleset, options: Mapping[str, Any], cards: Mapping[str, int]) -> list[dict[str, Any]]:
    """The first MOST_PROBLEMS faults of a deck on its own or under its options, with texts in both languages.

    A fault about some of the deck's cards has their slugs in `cards`. If there are too many copies of a card, the fault
    also has `copies` and `most`. If the options prescribe the whole deck, `missing` has the cards that it lacks.
    """
    problems = rules.check_options(options)
    if problems:
        return explained(rules, problems)
    read = rules.read_options(options)
    deck = {"cards": dict(cards)}
    found = rules.check_deck(read, deck, 0)[:MOST_PROBLEMS]
    return [_with_cards(rules, read, deck, problem) for problem in explained(rules, found)]


def is_legal(rules: Ruleset, options: Mapping[str, Any], cards: Mapping[str, int]) -> bool:
    """Whether `deck_problems` would find none. This is quicker, since it words nothing."""
    if rules.check_options(options):
        return False
    return not rules.check_deck(rules.read_options(options), {"cards": dict(cards)}, 0)


def _with_cards(rules: Ruleset, options: Any, deck: dict[str, Any], problem: Problem) -> dict[str, Any]:
    if problem["code"] == "too_many_copies":
        return _with_limit(rules, options, deck, problem)
    if "card" in problem:
        return problem
    cards = rules.cards_at_fault(options, deck, problem)
    prescribed = rules.prescribed_deck(options)
    if prescribed is not None:
        return _with_missing(rules, prescribed, deck, problem, cards)
    return {**problem, "cards": cards, "texts": _add_cards(rules, WHICH, problem["texts"], cards)} if cards else problem


def _with_limit(rules: Ruleset, options: Any, deck: dict[str, Any], problem: Problem) -> dict[str, Any]:
    card = problem["card"]
    numbers = {"copies": deck["cards"][card], "most": rules.copy_limit(options, card)}
    names = card_names(rules).get(card, {})
    texts = {language: text.format(card=names.get(language, card), **numbers) for language, text in COPIES.items()}
    return {**problem, **numbers, "texts": texts}


def _with_missing(
    rules: Ruleset, prescribed: Mapping[str, int], deck: dict[str, Any], problem: Problem, surplus: Sequence[str]
) -> dict[str, Any]:
    lacking = {card: copies - deck["cards"].get(card, 0) for card, copies in sorted(prescribed.items())}
    missing = {card: copies for card, copies in lacking.items() if copies > 0}
    texts = _add_cards(rules, MISSING, problem["texts"], missing) if missing else problem["texts"]
    if surplus:
        more = {card: deck["cards"][card] - prescribed.get(card, 0) for card in surplus}
        texts = _add_cards(rules, SURPLUS, texts, more)
    return {**problem, "missing": missing, **({"cards": list(surplus)} if surplus else {}), "texts": texts}


def _add_cards(rules: Ruleset, sentence: Names, texts: Names, cards: Collection[str]) -> Names:
    """Add a sentence about some cards to the texts. Before a colon, the text loses its full stop."""
    before = {language: text.rstrip(".。") if sentence is WHICH else text for language, text in texts.items()}
    return {
        language: form.format(text=before[language], cards=_named(rules, cards, language))
        for language, form in sentence.items()
    }


def _named(rules: Ruleset, cards: Collection[str], language: str) -> str:
    names = card_names(rules)
    copies = cards if isinstance(cards, Mapping) else {}
    parts = []
    for card in islice(cards, MOST_CARDS_NAMED):
        name = names.get(card, {}).get(language, card)
        parts.append(TIMES[language].format(name=name, copies=copies[card]) if copies.get(card, 1) > 1 else name)
    more = len(cards) - MOST_CARDS_NAMED
    listed = COMMA[language].join(parts)
    return MORE[language].format(cards=listed, more=more) if more > 0 else listed


def most_copies(rules: Ruleset, options: Mapping[str, Any]) -> dict[str, int]:
    """Slug -> maximum number of copies in a deck, for the cards that have a limit under these options."""
    if rules.check_options(options):
        return {}
    read = rules.read_options(options)
    limits = {card["slug"]: rules.copy_limit(read, card["slug"]) for card in rules.card_set["cards"]}
    return {slug: most for slug, most in limits.items() if most is not None}
