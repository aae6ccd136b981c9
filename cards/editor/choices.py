"""Which words a field of a card may hold: those that the ruleset's type of a card names, else those that the set
lists under the field's own name, else those that its cards have. Pure data in, pure data out."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from common.text.infer_fields import Json, keys_of


def words_for(at: str, met: Iterable[Json], *, card_type: Any, card_set: Mapping[str, Json]) -> tuple[Json, ...]:
    """Every value that a place may hold, those that cards of the set have among them."""
    met = list(dict.fromkeys(met))
    words = words_of_type(card_type, at) or [
        word for word in listed(card_set, at) if set(met) <= set(listed(card_set, at))
    ]
    return tuple(dict.fromkeys([*words, *sorted(met, key=_order)]))


def _order(value: Json) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, str(value))


def listed(card_set: Mapping[str, Json], at: str) -> list[str]:
    """`/nation` -> the slugs of what the set has under `nations`."""
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
    """The words that a Struct's annotation at a place allows, in their order; lists are looked into. Empty: any."""
    found: list[Any] = [card_type]
    for key in keys_of(at):
        found = [part for one in found for part in _fields_named(one, key)]
    words = [word for one in found for leaf in _plain(one) if get_origin(leaf) is Literal for word in get_args(leaf)]
    return [word for word in dict.fromkeys(words) if isinstance(word, str)]


def _plain(annotation: Any) -> Iterator[Any]:
    """What is inside Annotated, unions, lists and tuples."""
    origin = get_origin(annotation)
    if origin is None or origin is Literal or origin is dict:
        yield annotation
        return
    inner = get_args(annotation)
    for part in inner[:1] if origin is Annotated else inner:
        yield from _plain(part)


def _fields_named(annotation: Any, key: str) -> Iterator[Any]:
    for struct in _plain(annotation):
        if isinstance(struct, type) and issubclass(struct, Struct):
            names = {field.encode_name: field.name for field in fields(struct)}
            if key in names:
                yield get_type_hints(struct, include_extras=True)[names[key]]
