"""Reads a built part of a card from submitted form data, and carries out the pressed button. Pure.

Inputs are named by JSON pointers into the card. A suffix with a tilde, which never appears there in a pointer, marks
form state:

- `~was` and `~kind`: the alternative displayed, and the one chosen
- `~n`: the number of entries
- `~has`: an optional key is present
- `~new` and `~more`: what a button adds
"""

import re
from collections.abc import Mapping
from typing import Any

from cards.editor.builder.values import Values
from cards.limits import MOST_LIST_ENTRIES
from common.text.infer_fields import json_word
from rules.engine.card_grammar import Alternative, Enumeration, Flag, Number, OneOf, Texts, Words
from rules.engine.json_pointers import keys_of, parent_of, put, value_at, within, without

Json = Any
Data = Mapping[str, str]

DEEPEST = 24
LONGEST = 4000
INTEGER = re.compile(r"-?[0-9]{1,15}")


def read_part(values: Values, annotation: Any, data: Data, at: str, place: tuple[str, str], depth: int = 0) -> Json:
    """The submitted value at a place. Missing inputs have the values of a new one."""
    kind = values.grammar.kind(annotation)
    if depth > DEEPEST:
        return values.default(annotation, place, depth)
    if isinstance(kind, OneOf):
        return _chosen(values, annotation, kind, data, at, place, depth)
    if isinstance(kind, Enumeration):
        return _entries(values, kind, data, at, place, depth)
    if isinstance(kind, Flag):
        return at in data
    if isinstance(kind, Texts):
        return {language: data.get(within(at, language), "")[:LONGEST] for language in ("ja", "en")}
    if at not in data:
        return values.default(annotation, place, depth)
    if isinstance(kind, Words):
        return next((word for word in kind.choices if json_word(word) == data[at]), data[at][:LONGEST])
    if isinstance(kind, Number):
        return int(data[at]) if INTEGER.fullmatch(data[at].strip()) else data[at][:LONGEST]
    return data[at][:LONGEST]


def _chosen(
    values: Values, annotation: Any, kind: OneOf, data: Data, at: str, place: tuple[str, str], depth: int
) -> Json:
    codes = {one.code: one for one in kind.alternatives}
    was = codes.get(data.get(f"{at}~was", ""))
    chosen = codes.get(data.get(f"{at}~kind", ""), was)
    if was is None:
        if chosen is None and kind.is_nullable:
            return None
        return values.default(annotation, place, depth) if chosen is None else values.made(chosen, 0, place)
    value = _read_alternative(values, was, data, at, place, depth)
    return value if chosen == was else values.changed(annotation, value, chosen, place)


def _read_alternative(
    values: Values, one: Alternative, data: Data, at: str, place: tuple[str, str], depth: int
) -> Json:
    if one.struct is None:
        return read_part(values, one.plain, data, at, (place[0], f"{place[1]}~"), depth + 1)
    made: dict[str, Json] = dict(one.words)
    for key in one.keys:
        inner = within(at, key.name)
        if key.is_required or f"{inner}~has" in data:
            made[key.name] = read_part(values, key.annotation, data, inner, (one.name, key.name), depth + 1)
    return made


def _entries(values: Values, kind: Enumeration, data: Data, at: str, place: tuple[str, str], depth: int) -> list[Json]:
    sent = data.get(f"{at}~n", "")
    if not (sent.isascii() and sent.isdecimal() and len(sent) < 4):
        return [values.default(item, place, depth) for item in (kind.fixed or (kind.item,) * kind.least)]
    items = kind.fixed or (kind.item,) * min(int(sent), MOST_LIST_ENTRIES)
    return [read_part(values, item, data, within(at, i), place, depth + 1) for i, item in enumerate(items)]


# Buttons


def pressed(values: Values, card: Json, data: Data) -> Json:
    """The card after the button `do`: `add`, `remove`, `up`, `more` or `less`, then the place, and for `more` the key.
    An impossible action leaves the card unchanged."""
    verb, at, name, *_rest = [*data.get("do", "").split(" "), "", "", ""]
    if not at.startswith("/"):
        return card
    if verb == "more":
        return _with_key(values, card, at, name or data.get(f"{at}~more", ""))
    carry_out = {"add": _add, "remove": _remove, "up": _up, "less": _less}.get(verb)
    return card if carry_out is None else carry_out(values, card, at, data)


def _add(values: Values, card: Json, at: str, data: Data) -> Json:
    """Add an entry to a list: the alternative chosen next to the button."""
    held, kind = value_at(card, at), _kind_at(values, card, at)
    if not isinstance(held, list) or not isinstance(kind, Enumeration) or kind.fixed or len(held) >= MOST_LIST_ENTRIES:
        return card
    entry, place = values.grammar.kind(kind.item), place_of(values, card, at)
    codes = {one.code: one for one in entry.alternatives} if isinstance(entry, OneOf) else {}
    chosen = codes.get(data.get(f"{at}~new", ""))
    new = values.default(kind.item, place) if chosen is None else values.made(chosen, 0, place)
    return put(card, at, [*held, new])


def _remove(values: Values, card: Json, at: str, data: Data) -> Json:
    held, kind = value_at(card, parent_of(at)), _kind_at(values, card, parent_of(at))
    if not isinstance(held, list) or not isinstance(kind, Enumeration) or len(held) <= kind.least:
        return card
    return without(card, at)


def _up(values: Values, card: Json, at: str, data: Data) -> Json:
    """Move an entry up by one."""
    parent, last = parent_of(at), (keys_of(at) or [""])[-1]
    held, kind = value_at(card, parent), _kind_at(values, card, parent)
    if not isinstance(held, list) or not isinstance(kind, Enumeration) or kind.fixed:
        return card
    if last not in map(str, range(1, len(held))):
        return card
    i = int(last)
    return put(card, parent, [*held[: i - 1], held[i], held[i - 1], *held[i + 1 :]])


def _with_key(values: Values, card: Json, at: str, name: str) -> Json:
    """Add an optional key, or replace null by a value."""
    held, kind = value_at(card, at), _kind_at(values, card, at)
    if held is None and isinstance(kind, OneOf):
        filled = OneOf(kind.alternatives)
        place = place_of(values, card, at)
        return put(card, at, values.made(values.usual(filled, place), 0, place))
    for key in keys_at(values, card, at):
        if key.name == name and isinstance(held, dict) and name not in held:
            one = alternative_at(values, card, at)
            assert one is not None
            return put(card, within(at, name), values.default(key.annotation, (one.name, name)))
    return card


def _less(values: Values, card: Json, at: str, data: Data) -> Json:
    """Remove an optional key, or set a nullable place to null."""
    parent, name = parent_of(at), (keys_of(at) or [""])[-1]
    held = value_at(card, parent)
    key = next((key for key in keys_at(values, card, parent) if key.name == name), None)
    if key is None or not isinstance(held, dict) or name not in held:
        return card
    if not key.is_required:
        return without(card, at)
    kind = values.grammar.kind(key.annotation)
    return put(card, at, None) if isinstance(kind, OneOf) and kind.is_nullable else card


# Places


def annotation_at(values: Values, card: Json, at: str) -> Any:
    return values.grammar.annotation_at(values.card_type, card, keys_of(at))


def _kind_at(values: Values, card: Json, at: str) -> Any:
    annotation = annotation_at(values, card, at)
    return None if annotation is None else values.grammar.kind(annotation)


def alternative_at(values: Values, card: Json, at: str) -> Alternative | None:
    kind, value = _kind_at(values, card, at), value_at(card, at)
    return values.grammar.alternative_of(kind, value) if isinstance(kind, OneOf) else None


def keys_at(values: Values, card: Json, at: str) -> tuple[Any, ...]:
    """The keys that the object at a place can have."""
    one = alternative_at(values, card, at)
    return () if one is None else one.keys


def place_of(values: Values, card: Json, at: str) -> tuple[str, str]:
    """(Struct, key) of a place; a list entry has the place of its list."""
    keys = keys_of(at)
    while keys and keys[-1].isdecimal():
        keys = keys[:-1]
    parent = within("", *keys[:-1])
    one = alternative_at(values, card, parent)
    return (one.name if one else "", keys[-1] if keys else "")
