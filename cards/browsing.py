"""The cards of a set as a page shows them: with filters by whatever the cards have, and a search in both languages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from cards.engine import Names
from cards.labels import label_of, value_label
from cards.language import in_language
from cards.survey import Json, filters_of, json_word, keys_of, value_at

SEARCH, MISSING = "q", object()


@dataclass(frozen=True)
class Choice:
    label: str
    query: str
    """The address of the page with this choice made."""
    is_chosen: bool
    count: int = 0


@dataclass(frozen=True)
class Filter:
    at: str
    label: str
    choices: list[Choice]


@dataclass(frozen=True)
class Row:
    slug: str
    name: str
    values: list[str]
    text: str


@dataclass(frozen=True)
class Browse:
    """One look at a set."""

    columns: list[str]
    rows: list[Row]
    filters: list[Filter]
    total: int
    search: str
    hidden: list[tuple[str, str]]
    """What the search form carries along."""


def browse(card_set: Mapping[str, Json], query: QueryDict, names: Mapping[str, Names]) -> Browse:
    """The cards that fit all chosen filters and the search. What is no filter of this set is left aside.

    `names` are those of words that cards' fields may be.
    """
    cards: Sequence[Mapping[str, Json]] = card_set["cards"]
    fields = filters_of(cards)
    chosen = {at: query[at] for at in fields if query.get(at)}
    search = query.get(SEARCH, "").strip()
    searched = [card for card in cards if search.casefold() in words_of(card)]
    found = [card for card in searched if _fits(card, chosen)]
    return Browse(
        columns=[label_of(at) for at in fields],
        rows=[_row(card, fields, names) for card in found],
        filters=[_filter(at, values, searched, chosen, names, query) for at, values in fields.items()],
        total=len(cards),
        search=search,
        hidden=[(key, value) for key, value in query.items() if key != SEARCH],
    )


def words_of(card: Mapping[str, Any]) -> str:
    """What a card is found by: slug, names and text in both languages."""
    texts = [*(card.get("names") or {}).values(), *(card.get("text") or {}).values()]
    return "\n".join([str(card.get("slug", "")), *(str(text) for text in texts)]).casefold()


def name_of(card: Mapping[str, Any]) -> str:
    return in_language(card.get("names"), str(card["slug"]))


def _fits(card: Mapping[str, Json], chosen: Mapping[str, str]) -> bool:
    return all(_word_at(card, at) == word for at, word in chosen.items())


def _word_at(card: Mapping[str, Json], at: str) -> str | None:
    value = value_at(card, at, MISSING)
    return None if value is MISSING or isinstance(value, dict | list) else json_word(value)


def _row(card: Mapping[str, Json], fields: Mapping[str, Any], names: Mapping[str, Any]) -> Row:
    values = [(value_at(card, at, MISSING), keys_of(at)[-1]) for at in fields]
    shown = ["" if value is MISSING else value_label(value, names, field) for value, field in values]
    return Row(card["slug"], name_of(card), shown, in_language(card.get("text")))


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
        word = json_word(value)
        choices.append(
            Choice(
                value_label(value, names, keys_of(at)[-1]),
                _with(query, at, word),
                chosen.get(at) == word,
                counted.count(word),
            )
        )
    return Filter(at, label_of(at), choices)


def _with(query: QueryDict, key: str, value: str | None) -> str:
    changed = query.copy()
    changed.pop(key, None)
    if value is not None:
        changed[key] = value
    return f"?{changed.urlencode()}"
