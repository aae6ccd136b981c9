"""The differences between two card sets, by card and field. Pure."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from rules.engine.json_pointers import within

ABSENT = "\N{EN DASH}"
"""Shown in place of a missing value."""

Json = Any


@dataclass(frozen=True)
class Change:
    """One changed field. `at` is a JSON pointer (RFC 6901) into the card or set. With `is_new` the old value is
    missing, with `is_gone` the new one.
    """

    at: str
    before: Json
    after: Json
    is_new: bool = False
    is_gone: bool = False

    def __str__(self) -> str:
        before = ABSENT if self.is_new else written(self.before)
        return f"{self.at} {before} → {ABSENT if self.is_gone else written(self.after)}"


@dataclass(frozen=True)
class CardChange:
    """A card that is new, removed or changed."""

    slug: str
    kind: Literal["added", "removed", "changed"]
    fields: tuple[Change, ...]


@dataclass(frozen=True)
class Difference:
    cards: tuple[CardChange, ...]
    rest: tuple[Change, ...]
    """Changes outside the cards: starter decks, names of editions and armies …"""

    def __bool__(self) -> bool:
        return bool(self.cards or self.rest)


def written(value: Json) -> str:
    """A value as people read it, on one line."""
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(part) for part in value) + "]"
    return {None: "null", True: "true", False: "false"}.get(value, str(value)) if _is_word(value) else str(value)


def _is_word(value: Json) -> bool:
    return value is None or isinstance(value, bool)


def difference(before: Mapping[str, Json], after: Mapping[str, Json]) -> Difference:
    """New, removed and changed cards, in the order of the newer set; then the rest of the set."""
    old, new = by_slug(before), by_slug(after)
    cards = [
        CardChange(slug, kind, tuple(changes(old.get(slug, {}), new.get(slug, {}))))
        for slug in [*new, *(slug for slug in old if slug not in new)]
        for kind in _kind(old.get(slug), new.get(slug))
    ]
    return Difference(tuple(cards), tuple(changes(_rest(before), _rest(after))))


def by_slug(card_set: Mapping[str, Json]) -> dict[str, dict[str, Json]]:
    return {card["slug"]: card for card in card_set["cards"]}


def _rest(card_set: Mapping[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in card_set.items() if key != "cards"}


def _kind(before: Json, after: Json) -> Iterator[Literal["added", "removed", "changed"]]:
    if before is None:
        yield "added"
    elif after is None:
        yield "removed"
    elif not alike(before, after):
        yield "changed"


def alike(before: Json, after: Json) -> bool:
    """Whether two values are equal as JSON: `true` is not 1."""
    return not any(changes({"": before}, {"": after}))


def changes(before: Mapping[str, Json], after: Mapping[str, Json], at: str = "") -> Iterator[Change]:
    """Every field that differs. Objects and lists of objects are compared inside. Other lists are compared as a whole,
    as are lists of mere names with their values."""
    for key in [*after, *(key for key in before if key not in after)]:
        place = within(at, key)
        if key not in before:
            yield Change(place, None, after[key], is_new=True)
        elif key not in after:
            yield Change(place, before[key], None, is_gone=True)
        else:
            yield from _differing(before[key], after[key], place)


def _differing(before: Json, after: Json, at: str) -> Iterator[Change]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from changes(before, after, at)
    elif _is_list_of_objects(before) and _is_list_of_objects(after):
        yield from changes(_numbered(before), _numbered(after), at)
    elif isinstance(before, list) and isinstance(after, list):
        pairs = zip(before, after, strict=False)
        if len(before) != len(after) or not all(alike(a, b) for a, b in pairs):
            yield Change(at, before, after)
    elif type(before) is not type(after) or before != after:
        yield Change(at, before, after)


def _is_list_of_objects(value: Json) -> bool:
    if not isinstance(value, list) or not value or not all(isinstance(item, Mapping) for item in value):
        return False
    return not all("name" in item and set(item) <= {"name", "value"} for item in value)


def _numbered(items: list[Json]) -> dict[str, Json]:
    """The items by slug if every item has a unique one, so an insertion is one change; otherwise by index."""
    slugs = [item.get("slug") for item in items]
    if all(isinstance(slug, str) for slug in slugs) and len(set(slugs)) == len(slugs):
        return dict(zip(slugs, items, strict=True))
    return {str(i): item for i, item in enumerate(items)}


def moved_on(
    base: Mapping[str, Json], mine: Mapping[str, Json], theirs: Mapping[str, Json]
) -> tuple[dict[str, Json], list[str]]:
    """`theirs` with the changes from `base` to `mine` applied, and the places that both had changed.

    Each top-level field of a card or of the set is one place. If both have changed it, mine wins.
    """
    result = deepcopy(dict(theirs))
    clashes: list[str] = []
    _carry(_rest(base), _rest(mine), result, "", clashes)

    was, wanted, found = by_slug(base), by_slug(mine), by_slug(result)
    cards = list(result["cards"])
    for slug, card in wanted.items():
        if slug not in was:
            if slug in found and not alike(found[slug], card):
                clashes.append(f"{slug}")
            cards = [other for other in cards if other["slug"] != slug] + [deepcopy(card)]
        elif slug in found:
            _carry(was[slug], card, found[slug], slug, clashes)
        elif not alike(was[slug], card):
            clashes.append(slug)
            cards.append(deepcopy(card))
    for slug in was:
        if slug not in wanted and slug in found:
            clashes += [] if alike(was[slug], found[slug]) else [slug]
            cards = [card for card in cards if card["slug"] != slug]
    result["cards"] = cards
    return result, clashes


def _carry(
    base: Mapping[str, Json], mine: Mapping[str, Json], result: dict[str, Json], at: str, clashes: list[str]
) -> None:
    """Apply the changes from `base` to `mine` to `result`, field by field."""
    for key in [*mine, *(key for key in base if key not in mine)]:
        kept = key in base and key in mine and alike(base[key], mine[key])
        if kept:
            continue
        if not _same(base, result, key) and not _same(mine, result, key):
            clashes.append(within(at, key))
        if key in mine:
            result[key] = deepcopy(mine[key])
        else:
            result.pop(key, None)


def _same(one: Mapping[str, Json], other: Mapping[str, Json], key: str) -> bool:
    if key not in one or key not in other:
        return (key in one) == (key in other)
    return alike(one[key], other[key])
