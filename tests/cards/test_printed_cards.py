"""An author can make the printed cards of Invaders in the editor, from "New card", using only what its pages offer.

Those that are made here together use all that any card uses.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.test import Client

from cards.editor.builder.desk import values_of
from cards.editor.builder.values import Values
from cards.sets.differences import by_slug
from cards.sets.services import create_draft
from common.text.infer_fields import json_word
from players.models import Player
from rules.engine.card_grammar import Enumeration, Flag, OneOf, Table, Texts, Words
from rules.engine.json_pointers import put, within, without
from rules.registry import shipped_ruleset
from tests.cards.test_card_desk import Inputs, at, client

__all__ = ["client"]


INVADERS = shipped_ruleset("invaders")
CARDS = by_slug(INVADERS.card_set)
MOST_PRESSES = 40
SHEET = {"slug", "keywords", "source"}
"""Keys that have special fields. The slug follows from the name."""
Json = Any


class Offered(Inputs):
    """A page of the editor: the data it would send, each field's options, and the buttons."""

    def __init__(self, page: str) -> None:
        self.options: dict[str, set[str]] = {}
        self.buttons: set[str] = set()
        self.boxes: set[str] = set()
        self.ticked: dict[str, list[str]] = {}
        super().__init__(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        given = dict(attrs)
        if self.inside and tag == "option":
            self.options.setdefault(self.select, set()).add(given.get("value") or "")
        if self.inside and tag == "input" and given.get("type") == "checkbox":
            name = given.get("name") or ""
            self.boxes.add(name)
            if "checked" in given:
                self.ticked.setdefault(name, []).append(given.get("value") or "on")
        if self.inside and tag == "button" and given.get("name") == "do":
            self.buttons.add(given.get("value") or "")


Change = tuple[str, str, dict[str, Any]]
"""A button's name and value, and the fields to fill in before pressing it."""


class Author:
    """An author who knows the wanted card, and uses what the page offers to get closer to it."""

    def __init__(self, values: Values, card: Mapping[str, Json], page: Offered, now: Mapping[str, Json]) -> None:
        self.values, self.grammar, self.page = values, values.grammar, page
        built = {key: value for key, value in card.items() if key not in SHEET}
        self.wanted: list[Change] = [*self._sheet(card, now), *self._part(values.card_type, built, now, "")]

    def _sheet(self, card: Mapping[str, Json], now: Mapping[str, Json]) -> Iterator[Change]:
        """The changes needed in the keywords, with and without a value."""
        plain = [keyword["name"] for keyword in card.get("keywords", ()) if "value" not in keyword]
        if sorted(plain) != sorted(self.page.ticked.get("/keywords", [])):
            yield "look", "1", {"/keywords": plain}
        for keyword in card.get("keywords", ()):
            if "value" in keyword and keyword not in now["keywords"]:
                yield "look", "1", {f"/keywords:{keyword['name']}": str(keyword["value"])}

    def _part(self, annotation: Any, card: Json, now: Json, place: str) -> Iterator[Change]:
        """The changes needed within a place, in reading order."""
        kind = self.grammar.kind(annotation)
        if card == now or isinstance(kind, Table):
            return
        if isinstance(kind, OneOf):
            yield from self._object(kind, card, now, place)
        elif isinstance(kind, Enumeration):
            yield from self._list(kind, card, now, place)
        elif isinstance(kind, Texts):
            for language in ("ja", "en"):
                yield "look", "1", {within(place, language): card[language]}
        elif isinstance(kind, Flag):
            yield "look", "1", {place: "on"}
        else:
            yield "look", "1", {place: json_word(card) if isinstance(kind, Words) else str(card)}

    def _object(self, kind: OneOf, card: Json, now: Json, place: str) -> Iterator[Change]:
        wanted, shown = self.grammar.alternative_of(kind, card), self.grammar.alternative_of(kind, now)
        if wanted is None:
            is_field = place in self.page.data
            yield ("look", "1", {place: ""}) if is_field else ("do", f"less {place}", {})
        elif shown is None:
            yield "do", f"more {place}", {}
        elif wanted.code != shown.code and place:
            yield "look", "1", {f"{place}~kind": wanted.code}
        elif wanted.struct is None:
            yield from self._part(wanted.plain, card, now, place)
        else:
            for key in wanted.keys:
                if not place and key.name in SHEET:
                    continue
                inner = within(place, key.name)
                if key.name in card and key.name in now:
                    yield from self._part(key.annotation, card[key.name], now[key.name], inner)
                elif key.name in now:
                    yield "do", f"less {inner}", {}
                elif key.name in card:
                    yield self._more(place, key.name)

    def _more(self, place: str, name: str) -> Change:
        button = f"more {place} {name}"
        return ("do", button, {}) if button in self.page.buttons else ("do", f"more {place}", {f"{place}~more": name})

    def _list(self, kind: Enumeration, card: Json, now: Json, place: str) -> Iterator[Change]:
        if place in self.page.boxes:
            yield "look", "1", {place: card}
            return
        items = kind.fixed or (kind.item,) * min(len(card), len(now))
        for i, item in enumerate(items):
            yield from self._part(item, card[i], now[i], within(place, i))
        if len(now) > len(card):
            yield "do", f"remove {within(place, len(now) - 1)}", {}
        if len(now) < len(card):
            entry = self.grammar.kind(kind.item)
            one = self.grammar.alternative_of(entry, card[len(now)]) if isinstance(entry, OneOf) else None
            is_chosen = f"{place}~new" in self.page.data and one is not None
            yield "do", f"add {place}", {f"{place}~new": one.code} if is_chosen and one else {}

    def can(self, change: Change) -> bool:
        button, value, written = change
        fields, options = self.page.data, self.page.options
        is_there = button == "look" or value in self.page.buttons
        return is_there and all(
            text in options[name] if name in options else name in fields or name in self.page.boxes
            for name, text in written.items()
        )

    def next(self) -> Change | None:
        """The first needed change that the page offers. Changes that need no button are sent together."""
        possible = [change for change in self.wanted if self.can(change)]
        written = {name: text for button, _, fields in possible if button == "look" for name, text in fields.items()}
        if written and possible[0][0] == "look":
            return "look", "1", written
        return possible[0] if possible else None


def made(client: Client, draft: int, values: Values, card: Mapping[str, Json]) -> tuple[Json, list[Change]]:
    """The card that the editor made, and the changes that were needed but not offered."""
    kind = ".".join(card[key] for key in ("kind", "subkind") if key in card)
    page = client.get(f"{at('new', draft)}?kind={kind}")
    for _ in range(MOST_PRESSES):
        now = page.context["card"]
        author = Author(values, card, Offered(page.content.decode()), now)
        step = author.next()
        if step is None:
            return now, author.wanted
        shown = Offered(page.content.decode())
        page = client.post(
            page.wsgi_request.get_full_path(), {**shown.data, **shown.ticked, **step[2], step[0]: step[1]}
        )
        if step[1].startswith("more "):
            assert _without_what_came(page.context["card"], step) == now, "a button changed what stood"
    return now, author.wanted


def _without_what_came(card: Json, step: Change) -> Json:
    """The card without the key that the button `more` has added."""
    _more, place, *name = step[1].split(" ")
    key = name[0] if name else step[2].get(f"{place}~more")
    return put(card, place, None) if key is None else without(card, within(place, key))


def parts(value: Json, name: str = "") -> Iterator[tuple[str, str]]:
    """The kinds of objects and their keys, and the lists with one entry or more, anywhere in a card."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield value.get("type") or value.get("kind") or name, key
            yield from parts(part, key)
    elif isinstance(value, list):
        yield name, "one" if len(value) == 1 else "many" if value else "none"
        for part in value:
            yield from parts(part, name)


def with_all_parts() -> list[str]:
    """Slugs of cards that together have every part that any printed card has."""
    parts_of = {slug: set(parts(card)) for slug, card in sorted(CARDS.items())}
    chosen, left = list[str](), set[tuple[str, str]]().union(*parts_of.values())
    while left:
        chosen.append(max(parts_of, key=lambda slug: len(parts_of[slug] & left)))
        left -= parts_of[chosen[-1]]
    return chosen


@pytest.mark.sampled(1)
@pytest.mark.parametrize("slug", with_all_parts())
def test_a_printed_card_can_be_made(client: Client, slug: str) -> None:
    draft = create_draft(ruleset="invaders", author=Player.objects.get(username="mai"))
    values = values_of(INVADERS)
    assert values is not None

    card, missing = made(client, draft.pk, values, CARDS[slug])

    assert missing == []
    assert {**card, "slug": slug, "source": CARDS[slug].get("source")} == {"source": None, **CARDS[slug]}
