"""The cards of a set as a page shows them: filters by the cards' own fields, and a search in both languages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from common.text.infer_fields import Json, filters_of, json_word
from common.text.labels import reading_places, value_label, word
from common.text.language import in_language
from common.text.naming import COMMA
from rules.engine import Names
from rules.engine.json_pointers import keys_of, value_at

SEARCH, MISSING = "q", object()


@dataclass(frozen=True)
class Choice:
    label: str
    query: str
    """The query string of the page with this option chosen."""
    is_chosen: bool
    count: int = 0


@dataclass(frozen=True)
class Filter:
    at: str
    label: str
    choices: list[Choice]


@dataclass(frozen=True)
class Group:
    """The filters for the parts of one field, such as a strength in each direction."""

    label: str
    filters: list[Filter]

    @property
    def is_used(self) -> bool:
        return any(choice.is_chosen and choice.label for filter_ in self.filters for choice in filter_.choices)


@dataclass(frozen=True)
class Row:
    slug: str
    name: str
    values: list[str]
    text: str


@dataclass(frozen=True)
class Browse:
    """The result of browsing a set."""

    columns: list[str]
    rows: list[Row]
    filters: list[Filter]
    groups: list[Group]
    total: int
    search: str
    hidden: list[tuple[str, str]]
    """Hidden inputs of the search form."""


def browse(card_set: Mapping[str, Json], query: QueryDict, names: Mapping[str, Names]) -> Browse:
    """The cards that match the search and all chosen filters. Filters that the set doesn't have are ignored.

    `names` are the display names of words in cards' fields.
    """
    cards: Sequence[Mapping[str, Json]] = card_set["cards"]
    fields = dict(sorted(filters_of(cards).items(), key=lambda field: reading_places(field[0])))
    chosen = {at: query[at] for at in fields if query.get(at)}
    search = query.get(SEARCH, "").strip()
    searched = [card for card in cards if search.casefold() in words_of(card)]
    found = [card for card in searched if _fits(card, chosen)]
    keys = list(dict.fromkeys(keys_of(at)[0] for at in fields))
    filters = [_filter(at, values, searched, chosen, names, query) for at, values in fields.items()]
    return Browse(
        columns=[word(key) for key in keys],
        rows=[_row(card, keys, fields, names) for card in found],
        filters=[filter_ for filter_ in filters if len(keys_of(filter_.at)) == 1],
        groups=[Group(word(key), parts) for key in keys if (parts := _parts(filters, key))],
        total=len(cards),
        search=search,
        hidden=[(key, value) for key, value in query.items() if key != SEARCH],
    )


def words_of(card: Mapping[str, Any]) -> str:
    """The search text of a card: slug, names and text in both languages."""
    texts = [*(card.get("names") or {}).values(), *(card.get("text") or {}).values()]
    return "\n".join([str(card.get("slug", "")), *(str(text) for text in texts)]).casefold()


def name_of(card: Mapping[str, Any]) -> str:
    return in_language(card.get("names"), str(card["slug"]))


def _fits(card: Mapping[str, Json], chosen: Mapping[str, str]) -> bool:
    return all(_word_at(card, at) == word for at, word in chosen.items())


def _word_at(card: Mapping[str, Json], at: str) -> str | None:
    value = value_at(card, at, MISSING)
    return None if value is MISSING or isinstance(value, dict | list) else json_word(value)


def _parts(filters: Sequence[Filter], key: str) -> list[Filter]:
    return [filter_ for filter_ in filters if len(keys_of(filter_.at)) > 1 and keys_of(filter_.at)[0] == key]


def _row(card: Mapping[str, Json], keys: Sequence[str], fields: Mapping[str, Any], names: Mapping[str, Names]) -> Row:
    shown = [_value(card, [at for at in fields if keys_of(at)[0] == key], names) for key in keys]
    return Row(card["slug"], name_of(card), shown, in_language(card.get("text")))


def _value(card: Mapping[str, Json], places: Sequence[str], names: Mapping[str, Names]) -> str:
    """One field of a card. For a field with parts: the names of the parts it has."""
    labels = []
    for at in places:
        _first, *rest = keys_of(at)
        if (value := value_at(card, at, MISSING)) is not MISSING:
            label = value_label(value, names, keys_of(at)[-1])
            labels.append(f"{word(rest[-1])} {label}" if rest else label)
    return in_language(COMMA).join(labels)


def _filter(
    at: str,
    values: Sequence[Json],
    cards: Sequence[Mapping[str, Json]],
    chosen: Mapping[str, str],
    names: Mapping[str, Any],
    query: QueryDict,
) -> Filter:
    others = {other: word for other, word in chosen.items() if other != at}
    counted = [_word_at(card, at) for card in cards if _fits(card, others)]
    choices = [Choice("", _with(query, at, None), at not in chosen, len(counted))]
    for value in values:
        spelt = json_word(value)
        label = value_label(value, names, keys_of(at)[-1])
        choices.append(Choice(label, _with(query, at, spelt), chosen.get(at) == spelt, counted.count(spelt)))
    return Filter(at, word(keys_of(at)[-1]), choices)


def _with(query: QueryDict, key: str, value: str | None) -> str:
    changed = query.copy()
    changed.pop(key, None)
    if value is not None:
        changed[key] = value
    return f"?{changed.urlencode()}"
