"""Everything that prevents publishing a card set: all faults at once, with their cards and places."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cards.sets.card_json import LARGEST, is_too_large, plain_faults
from cards.sets.changed_cards import changed_cards, name_changed
from cards.sets.differences import alike, by_slug
from common.text.card_faults import card_fault_texts
from common.text.infer_fields import is_names
from common.text.language import in_language
from common.text.sentences import explain
from rules.engine import Names, Problem, Ruleset, card_fault
from rules.engine.json_pointers import keys_of, within
from rules.registry import bound_ruleset

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SLUG_LENGTH = 80

Json = Any


@dataclass(frozen=True)
class Fault:
    """`card` is a slug, or empty for the set itself; `at` is a JSON pointer into that card or the set."""

    card: str
    at: str
    code: str
    texts: Names

    @property
    def detail(self) -> str:
        """The fault in the language of the page."""
        return in_language(self.texts)


def fault_of(card: str, problem: Problem, rules: Ruleset | None = None) -> Fault:
    return Fault(card, problem.get("at", ""), problem["code"], card_fault_texts(problem, rules))


def check_set(rules: Ruleset, card_set: Mapping[str, Json]) -> list[Fault]:
    """All faults of a set meant to follow the one `rules` are bound to; empty: it can be published."""
    if faults := list(_misshapen(rules, card_set)):
        return faults
    bound, stumbled = _bound(rules, card_set)
    faults = _of_cards(rules if bound is None else bound, card_set["cards"])
    if bound is not None:
        return faults or list(_of_starter_decks(bound, rules))
    return faults or [_stumbling_block(rules, card_set, stumbled)]


def check_one(rules: Ruleset, card: Mapping[str, Json]) -> list[Fault]:
    """All faults of one card on its own."""
    faults = list(_misshapen_card(card, needs_names="names" in rules.card_set["cards"][0]))
    if faults:
        return faults
    return [fault_of(card["slug"], problem, rules) for problem in rules.check_card(card)]


# The shape common to all sets


def _misshapen(rules: Ruleset, card_set: Mapping[str, Json]) -> Iterator[Fault]:
    yield from (fault_of("", problem) for problem in _misshapen_parts(rules.card_set, card_set))

    cards = card_set.get("cards")
    if not isinstance(cards, list) or not cards:
        yield fault_of("", card_fault("/cards", "set_without_cards"))
        return
    for i, card in enumerate(cards):
        if not isinstance(card, Mapping):
            yield fault_of("", card_fault(f"/cards/{i}", "card_no_object"))
        else:
            yield from _misshapen_card(card, needs_names="names" in rules.card_set["cards"][0])
    slugs = Counter(card.get("slug") for card in cards if isinstance(card, Mapping) and _is_slug(card.get("slug")))
    for slug, times in slugs.items():
        if times > 1:
            yield fault_of(slug, card_fault("/slug", "slug_repeated", times=times))


def _misshapen_parts(last: Mapping[str, Json], card_set: Mapping[str, Json]) -> Iterator[Problem]:
    """The faults of everything except cards."""
    for key, value in last.items():
        if key not in card_set:
            yield card_fault(within("", key), "part_missing")
        elif type(card_set[key]) is not type(value):
            yield card_fault(within("", key), "part_of_other_kind")
    for key in ("ruleset", "version"):
        if key in last and card_set.get(key) != last[key]:
            yield card_fault(f"/{key}", "part_fixed")
    yield from plain_faults({key: value for key, value in card_set.items() if key != "cards"})


def _misshapen_card(card: Mapping[str, Json], *, needs_names: bool) -> Iterator[Fault]:
    slug = card.get("slug")
    name = slug if isinstance(slug, str) else ""
    yield from (fault_of(name, problem) for problem in _misshapen_in(card, slug, needs_names))


def too_large() -> Problem:
    return card_fault("", "card_too_large", most=LARGEST)


def _misshapen_in(card: Mapping[str, Json], slug: Json, needs_names: bool) -> Iterator[Problem]:
    if is_too_large(card):
        yield too_large()
        return
    if not _is_slug(slug):
        yield card_fault("/slug", "bad_slug", most=SLUG_LENGTH)
    yield from plain_faults(card)
    if needs_names or "names" in card:
        yield from _bad_names(card.get("names"))
    if "text" in card and not is_names(card["text"]):
        yield card_fault("/text", "texts_needed")


def _bad_names(names: Json) -> Iterator[Problem]:
    if not is_names(names):
        yield card_fault("/names", "names_needed")
        return
    for language, text in names.items():
        if not text.strip():
            yield card_fault(f"/names/{language}", "name_empty")


def _is_slug(slug: Json) -> bool:
    return isinstance(slug, str) and len(slug) <= SLUG_LENGTH and SLUG.fullmatch(slug) is not None


# The ruleset's faults


def _bound(rules: Ruleset, card_set: Mapping[str, Json], at: str = "") -> tuple[Ruleset | None, Problem]:
    """The ruleset bound to the set, or the fault that prevents it, reported at `at`."""
    try:
        return bound_ruleset(rules.slug, rules.version, card_set), {}
    except KeyError as error:
        return None, card_fault(at, "thing_missing", what=str(error))
    except Exception as error:  # Whatever the error in the ruleset, the author must fix the set.
        return None, card_fault(at, "unreadable_set", what=str(error) or type(error).__name__)


def _of_cards(rules: Ruleset, cards: Sequence[Mapping[str, Json]]) -> list[Fault]:
    faults = []
    for problem in rules.check_cards(cards):
        place, *rest = keys_of(problem.get("at", "")) or [""]
        slug = cards[int(place)]["slug"] if place.isdigit() else ""
        faults.append(fault_of(slug, {**problem, "at": within("", *rest)}, rules))
    return faults


def _stumbling_block(rules: Ruleset, card_set: Mapping[str, Json], stumbled: Problem) -> Fault:
    """The fault of a set that the ruleset can't read: at the single change that causes it, if there is one."""
    last, old = rules.card_set, by_slug(rules.card_set)
    for key, value in card_set.items():
        if key != "cards" and not alike(last.get(key), value):
            bound, problem = _bound(rules, {**last, key: value}, within("", key))
            if bound is None:
                return fault_of("", problem)
    for card in card_set["cards"]:
        if not alike(old.get(card["slug"]), card):
            bound, problem = _bound(rules, {**last, "cards": [*({**old, card["slug"]: card}).values()]})
            if bound is None:
                return fault_of(card["slug"], problem)
    return fault_of("", stumbled)


def _of_starter_decks(rules: Ruleset, last: Ruleset) -> Iterator[Fault]:
    """The faults of starter decks: each must be legal under the options that it names. Changed cards come first."""
    if not rules.builds_decks:
        return
    changed = changed_cards(last.card_set, rules.card_set)
    for i, starter in enumerate(rules.starter_decks):
        problems = rules.check_options(starter.options)
        problems = problems or rules.check_deck(rules.read_options(starter.options), {"cards": starter.cards}, 0)
        for problem in problems:
            texts = name_changed(rules, starter.cards, changed, explain(rules, problem))
            yield fault_of("", card_fault(f"/starter_decks/{i}", "starter_deck", deck=starter.names, problem=texts))
