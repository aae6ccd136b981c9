"""What the cards of a set have in common, read from the cards themselves: their fields, and what can be filtered by.

So a page for browsing or editing needs to know nothing of a game. Places are JSON pointers into a card.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Literal

from cards.difference import escaped
from cards.engine import Names

Json = Any
Kind = Literal["line", "text", "number", "figure", "choice", "flag", "json"]

MOST_VALUES = 30
"""A field with more different values is no filter, and no list to choose from."""
DEEPEST = 2
"""A field that lies deeper is no filter either."""
LONG = 60
"""A text of a card that is longer somewhere in the set gets several lines."""
FREE = ("names", "text")
"""Fields that are written freely, whatever values they happen to have."""
NO_FILTERS = ("slug", "source", "field_sources", "note")


@dataclass
class Seen:
    """One place, over all cards."""

    values: list[Json] = field(default_factory=list)
    parents: int = 0

    @property
    def types(self) -> set[type]:
        return {type(value) for value in self.values}


@dataclass(frozen=True)
class CardField:
    """One thing that can be written into a card. `nullable`: empty means null; `optional`: empty means absent."""

    at: str
    kind: Kind
    choices: tuple[Json, ...] = ()
    nullable: bool = False
    optional: bool = False


def keys_of(at: str) -> list[str]:
    """`/names/en` -> `["names", "en"]`."""
    return [key.replace("~1", "/").replace("~0", "~") for key in at.split("/")[1:]]


def value_at(card: Mapping[str, Json], at: str, missing: Json = None) -> Json:
    value: Json = card
    for key in keys_of(at):
        if not isinstance(value, Mapping) or key not in value:
            return missing
        value = value[key]
    return value


def with_value(card: Mapping[str, Json], at: str, value: Json) -> dict[str, Json]:
    """The card with another value at a place whose parents exist."""
    changed = deepcopy(dict(card))
    *parents, last = keys_of(at)
    inner = changed
    for key in parents:
        inner = inner[key]
    inner[last] = value
    return changed


def without(card: Mapping[str, Json], at: str) -> dict[str, Json]:
    changed = deepcopy(dict(card))
    *parents, last = keys_of(at)
    inner = changed
    for key in parents:
        inner = inner[key]
    inner.pop(last, None)
    return changed


def survey(cards: Sequence[Mapping[str, Json]]) -> dict[str, Seen]:
    """Every place that some card has, with all its values."""
    seen: dict[str, Seen] = {}
    _look(cards, "", seen)
    return seen


def _look(objects: Sequence[Mapping[str, Json]], at: str, seen: dict[str, Seen]) -> None:
    keys = list(dict.fromkeys(key for item in objects for key in item))
    for key in keys:
        place = f"{at}/{escaped(key)}"
        values = [item[key] for item in objects if key in item]
        seen[place] = Seen(values, len(objects))
        if any(values) and all(isinstance(value, Mapping) for value in values):
            _look(values, place, seen)


def fields_of(cards: Sequence[Mapping[str, Json]], card: Mapping[str, Json]) -> list[CardField]:
    """The fields of one card, in its own order; `slug` is what it is, not what it says."""
    places = survey([*cards, card])
    leaves = [at for at in places if not any(other.startswith(f"{at}/") for other in places)]
    return [_field(at, places[at]) for at in _ordered(leaves, card) if at != "/slug"]


FIRST = ("names", "text")


def _ordered(leaves: list[str], card: Mapping[str, Json]) -> Iterator[str]:
    """Names and texts first, then as the set has them; of objects that the card lacks nothing."""
    of_card = [at for at in leaves if keys_of(at)[0] in card and (len(keys_of(at)) == 1 or _has_parent(card, at))]
    yield from sorted(of_card, key=lambda at: FIRST.index(keys_of(at)[0]) if keys_of(at)[0] in FIRST else len(FIRST))


def _has_parent(card: Mapping[str, Json], at: str) -> bool:
    return isinstance(value_at(card, at.rpartition("/")[0]), Mapping)


def _field(at: str, seen: Seen) -> CardField:
    optional = len(keys_of(at)) > 1 and len(seen.values) < seen.parents
    types = seen.types - {type(None)}
    nullable = type(None) in seen.types
    if types == {bool} and not nullable and not optional:
        return CardField(at, "flag")
    if types == {int}:
        return CardField(at, "number", nullable=nullable, optional=optional)
    if types == {int, str}:
        return CardField(at, "figure", nullable=nullable, optional=optional)
    if types == {str}:
        return _words(at, seen, nullable, optional)
    return CardField(at, "json", optional=optional)


def _words(at: str, seen: Seen, nullable: bool, optional: bool) -> CardField:
    values = sorted({value for value in seen.values if value is not None})
    free = keys_of(at)[0] in FREE or keys_of(at)[-1] in ("ja", "en")
    if any(len(value) > LONG or "\n" in value for value in values) or keys_of(at)[0] == "text":
        return CardField(at, "text", nullable=nullable, optional=optional)
    if free or len(values) > MOST_VALUES or len(values) * 2 > len(seen.values):
        return CardField(at, "line", nullable=nullable, optional=optional)
    return CardField(at, "choice", tuple(values), nullable, optional)


def filters_of(cards: Sequence[Mapping[str, Json]]) -> dict[str, list[Json]]:
    """Place -> values, for everything that tells cards of a set apart: edition, army, nation, rank, cost …"""
    found = {}
    for at, seen in survey(cards).items():
        first, last = keys_of(at)[0], keys_of(at)[-1]
        if not seen.types <= {str, int, bool, type(None)}:
            continue
        values = {json_word(value): value for value in seen.values}
        if (
            len(keys_of(at)) > DEEPEST
            or first in (*FREE, *NO_FILTERS)
            or last in ("ja", "en")
            or not 2 <= len(values) <= MOST_VALUES
        ):
            continue
        if len(values) * 2 <= max(len(seen.values), 4):
            found[at] = sorted(values.values(), key=_by_kind)
    return found


def json_word(value: Json) -> str:
    """A scalar as a word in an address: `true` and 1 differ, so do 1 and "1"."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return {None: "~null", True: "~true", False: "~false"}[value]
    return f"~{value}"


def _by_kind(value: Json) -> tuple[int, int, str]:
    number = isinstance(value, int) and not isinstance(value, bool)
    return (1 if number else 0 if value is None else 2, value if number else 0, str(value))


def vocabulary(card_set: Mapping[str, Json]) -> dict[str, Names]:
    """word -> display name, from the lists of editions, armies, nations, ranks … that a set brings."""
    found: dict[str, Names] = {}
    for key, value in card_set.items():
        if key not in ("cards", "starter_decks", "names"):
            _collect(value, found)
    return found


def _collect(value: Json, found: dict[str, Names]) -> None:
    if isinstance(value, Mapping):
        name = value.get("slug") or value.get("name") or value.get("id") or value.get("value")
        if isinstance(name, str) and is_names(value.get("names")):
            found.setdefault(name, value["names"])
        for key, part in value.items():
            if is_names(part) and key not in ("names", "text"):
                found.setdefault(key, part)
                continue
            if isinstance(part, Mapping) and is_names(part.get("names")):
                found.setdefault(key, part["names"])
            _collect(part, found)
    elif isinstance(value, list):
        for part in value:
            _collect(part, found)


def is_names(value: Json) -> bool:
    return isinstance(value, Mapping) and set(value) == {"ja", "en"} and all(isinstance(v, str) for v in value.values())
