"""The words allowed in a card's field. Pure.

They come from the ruleset's card type, otherwise from the set's list under the field's name, otherwise from its cards.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from common.text.infer_fields import Json
from rules.engine.card_grammar import Alternative, CardGrammar, Enumeration, Grammar, Kind, OneOf, Words
from rules.engine.json_pointers import keys_of

TYPES = Grammar(CardGrammar())
"""Reads types as the builder does (editor/builder). A ruleset's labels and shapes don't change the words."""


def words_for(at: str, met: Iterable[Json], *, card_type: Any, card_set: Mapping[str, Json]) -> tuple[Json, ...]:
    """Every value that a place can hold, including those that cards of the set have."""
    met = list(dict.fromkeys(met))
    words = words_of_type(card_type, at) or [
        word for word in listed(card_set, at) if set(met) <= set(listed(card_set, at))
    ]
    return tuple(dict.fromkeys([*words, *sorted(met, key=_order)]))


def _order(value: Json) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, str(value))


def listed(card_set: Mapping[str, Json], at: str) -> list[str]:
    """`/nation` -> the slugs that the set lists under `nations`."""
    key = keys_of(at)[-1]
    for name in (key, f"{key}s", f"{key[:-1]}ies"):
        if name in card_set and name != "cards":
            return list(_slugs(card_set[name]))
    return []


def _slugs(value: Json) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from value
    elif isinstance(value, list):
        for entry in (entry for entry in value if isinstance(entry, Mapping)):
            slug = next((entry[key] for key in ("slug", "name", "id") if key in entry), None)
            yield from [slug] if isinstance(slug, str) else []


def words_of_type(card_type: Any, at: str) -> list[str]:
    """The words that a type allows at a place, in order; for lists, in their entries. Empty: any."""
    found: list[Any] = [card_type]
    for key in keys_of(at):
        structs = [part.struct for one in found for part in _parts(one) if isinstance(part, Alternative)]
        found = [one.annotation for struct in structs for one in TYPES.keys(struct) if one.name == key]
    words = [word for one in found for part in _parts(one) if isinstance(part, Words) for word in part.choices]
    return [word for word in dict.fromkeys(words) if isinstance(word, str)]


def _parts(annotation: Any) -> Iterator[Kind | Alternative]:
    """The kinds of value allowed there, or in each entry of a list."""
    kind = TYPES.kind(annotation)
    if isinstance(kind, Enumeration):
        for item in kind.fixed or (kind.item,):
            yield from _parts(item)
    elif isinstance(kind, OneOf):
        for one in kind.alternatives:
            yield from [one] if one.struct is not None else _parts(one.plain)
    else:
        yield kind
