"""What keeps a card set from being published: every fault at once, with the card and the place in it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cards.engine import Ruleset
from cards.rulesets.registry import bound_ruleset
from cards.sets.card_json import plain_faults
from cards.sets.differences import alike, by_slug
from cards.text.card_faults import in_both
from cards.text.infer_fields import is_names
from cards.text.json_pointers import escaped
from cards.text.language import in_language
from cards.text.sentences import explain

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SLUG_LENGTH = 80

Json = Any


@dataclass(frozen=True)
class Fault:
    """`card` is a slug, or empty for the set itself; `at` is a JSON pointer into the one or the other."""

    card: str
    at: str
    detail: str


def check_set(rules: Ruleset, card_set: Mapping[str, Json]) -> list[Fault]:
    """All that is wrong with a set that is to follow the one `rules` are bound to; empty: it can be published."""
    if faults := list(_misshapen(rules, card_set)):
        return faults
    bound, stumbled = _bound(rules, card_set)
    faults = _of_cards(rules if bound is None else bound, card_set["cards"])
    if bound is not None:
        return faults or list(_of_starter_decks(bound))
    return faults or [_stumbling_block(rules, card_set, stumbled)]


def check_one(rules: Ruleset, card: Mapping[str, Json]) -> list[Fault]:
    """All that is wrong with one card by itself."""
    faults = list(_misshapen_card(card, needs_names="names" in rules.card_set["cards"][0]))
    if faults:
        return faults
    return [Fault(card["slug"], problem.get("at", ""), _detail(rules, problem)) for problem in rules.check_card(card)]


# The shape that all sets share


def _misshapen(rules: Ruleset, card_set: Mapping[str, Json]) -> Iterator[Fault]:
    last = rules.card_set
    for key, value in last.items():
        if key not in card_set:
            yield Fault("", f"/{escaped(key)}", _("is missing"))
        elif type(card_set[key]) is not type(value):
            yield Fault("", f"/{escaped(key)}", _("is of another kind than in the last revision"))
    for key in ("ruleset", "version"):
        if key in last and card_set.get(key) != last[key]:
            yield Fault("", f"/{key}", _("must stay as it is"))
    yield from (
        Fault("", at, in_language(in_both(detail)))
        for at, detail in plain_faults({k: v for k, v in card_set.items() if k != "cards"})
    )

    cards = card_set.get("cards")
    if not isinstance(cards, list) or not cards:
        yield Fault("", "/cards", _("a set needs cards"))
        return
    for i, card in enumerate(cards):
        if not isinstance(card, Mapping):
            yield Fault("", f"/cards/{i}", _("a card is an object"))
        else:
            yield from _misshapen_card(card, needs_names="names" in last["cards"][0])
    slugs = Counter(card.get("slug") for card in cards if isinstance(card, Mapping) and _is_slug(card.get("slug")))
    for slug, times in slugs.items():
        if times > 1:
            yield Fault(slug, "/slug", _("occurs %(times)d times") % {"times": times})


def _misshapen_card(card: Mapping[str, Json], *, needs_names: bool) -> Iterator[Fault]:
    slug = card.get("slug")
    name = slug if isinstance(slug, str) else ""
    if not _is_slug(slug):
        yield Fault(name, "/slug", _("a slug is of small letters, digits and single hyphens, 80 at the most"))
    yield from (Fault(name, at, in_language(in_both(detail))) for at, detail in plain_faults(card))
    if needs_names or "names" in card:
        yield from (Fault(name, at, detail) for at, detail in _bad_names(card.get("names")))
    if "text" in card and not is_names(card["text"]):
        yield Fault(name, "/text", _("needs a Japanese and an English text, even if empty"))


def _bad_names(names: Json) -> Iterator[tuple[str, str]]:
    if not is_names(names):
        yield "/names", _("needs a Japanese and an English text")
        return
    for language, text in names.items():
        if not text.strip():
            yield f"/names/{language}", _("must not be empty")


def _is_slug(slug: Json) -> bool:
    return isinstance(slug, str) and len(slug) <= SLUG_LENGTH and SLUG.fullmatch(slug) is not None


# What the ruleset says


def _bound(rules: Ruleset, card_set: Mapping[str, Json]) -> tuple[Ruleset | None, str]:
    try:
        return bound_ruleset(rules.slug, rules.version, card_set), ""
    except Exception as error:  # Whatever a ruleset stumbles over is the author's to mend.
        return None, _said(error)


def _said(error: Exception) -> str:
    if isinstance(error, KeyError):
        return _("%(what)s is missing, or there is no such thing") % {"what": error}
    return _("the ruleset cannot read it: %(what)s") % {"what": str(error) or type(error).__name__}


def _of_cards(rules: Ruleset, cards: Sequence[Mapping[str, Json]]) -> list[Fault]:
    faults = []
    for problem in rules.check_cards(cards):
        place, _slash, rest = problem.get("at", "").removeprefix("/").partition("/")
        slug = cards[int(place)]["slug"] if place.isdigit() else ""
        faults.append(Fault(slug, f"/{rest}" if rest else "", _detail(rules, problem)))
    return faults


def _detail(rules: Ruleset, problem: Mapping[str, Json]) -> str:
    detail = problem.get("detail")
    return in_language(in_both(detail) if detail else explain(rules, dict(problem)))


def _stumbling_block(rules: Ruleset, card_set: Mapping[str, Json], stumbled: str) -> Fault:
    """The ruleset cannot read the set: the one change that by itself makes it stumble, if there is one."""
    last, old = rules.card_set, by_slug(rules.card_set)
    for key, value in card_set.items():
        if key != "cards" and not alike(last.get(key), value):
            bound, said = _bound(rules, {**last, key: value})
            if bound is None:
                return Fault("", f"/{escaped(key)}", said)
    for card in card_set["cards"]:
        if not alike(old.get(card["slug"]), card):
            bound, said = _bound(rules, {**last, "cards": [*({**old, card["slug"]: card}).values()]})
            if bound is None:
                return Fault(card["slug"], "", said)
    return Fault("", "", stumbled)


def _of_starter_decks(rules: Ruleset) -> Iterator[Fault]:
    """Every starter deck is legal under the options that it names."""
    if not rules.builds_decks:
        return
    for i, starter in enumerate(rules.starter_decks):
        problems = rules.check_options(starter.options)
        problems = problems or rules.check_deck(rules.read_options(starter.options), {"cards": starter.cards}, 0)
        for problem in problems:
            yield Fault(
                "", f"/starter_decks/{i}", f"{in_language(starter.names)}: {in_language(explain(rules, problem))}"
            )
