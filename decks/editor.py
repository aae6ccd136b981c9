"""Data for the deck editor on a page: a ruleset's cards, their filters and search words, and the editor's texts.

The rules stay on the server: the editor calls /decks/check and /decks/read.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from common.text.infer_fields import Json, filters_of, json_word
from common.text.labels import label_of, reading_places, value_label
from common.text.language import in_language, page_language
from common.text.naming import names_in
from decks.faults import most_copies
from rules.engine import Ruleset
from rules.engine.json_pointers import keys_of, value_at

MISSING = object()
_MOST_PARTS = 3
"""A field with more parts, such as a strength in each direction, is shown only in the card's text."""
_MOST_IN_CURVE = 16


def editor_data(rules: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON that `deck-editor.js` reads, in the language of the page. Searches find cards in either language."""
    cards: Sequence[Mapping[str, Json]] = rules.card_set["cards"]
    facets = _facets(cards)
    names = names_in(rules)
    limits = most_copies(rules, options)
    return {
        "ruleset": rules.slug,
        "language": page_language(),
        "check": reverse("api-deck-check"),
        "read": reverse("api-deck-read"),
        "facets": [
            {
                "at": at,
                "label": label_of(at),
                "values": [{"value": json_word(one), "label": _label(one, names, at)} for one in values],
            }
            for at, values in facets.items()
        ],
        "curves": [at for at, values in facets.items() if _is_curve(values)],
        "cards": [_card(card, facets, names, limits) for card in cards],
        "texts": _texts(),
    }


def _facets(cards: Sequence[Mapping[str, Json]]) -> dict[str, list[Json]]:
    """JSON pointer of a field -> its values, in reading order. Fields about copies are left out: limits show those."""
    found = dict(sorted(filters_of(cards).items(), key=lambda facet: reading_places(facet[0])))
    parts = Counter(keys_of(at)[0] for at in found)
    return {
        at: values
        for at, values in found.items()
        if parts[keys_of(at)[0]] <= _MOST_PARTS and keys_of(at)[0] not in ("copies", "copies_in_set")
    }


def _is_curve(values: Sequence[Json]) -> bool:
    numbers = [value for value in values if type(value) is int]
    return 2 < len(numbers) <= _MOST_IN_CURVE and len(values) - len(numbers) <= 1


def _card(
    card: Mapping[str, Json], facets: Mapping[str, Any], names: Mapping[str, Any], limits: Mapping[str, int]
) -> dict[str, Any]:
    here = {at: value for at in facets if (value := value_at(card, at, MISSING)) is not MISSING}
    simple = {at: value for at, value in here.items() if not isinstance(value, dict | list)}
    texts = [*(card.get("names") or {}).values(), *(card.get("text") or {}).values()]
    return {
        "slug": card["slug"],
        "name": in_language(card.get("names"), card["slug"]),
        "text": in_language(card.get("text")),
        "values": {at: json_word(value) for at, value in simple.items()},
        "figures": [
            [at, label_of(at) if value is True else _label(value, names, at)]
            for at, value in simple.items()
            if value is not None and value is not False and value != ""
        ],
        "search": " ".join([str(text) for text in texts] + [card["slug"]]),
        "most": limits.get(card["slug"]),
    }


def _label(value: Json, names: Mapping[str, Any], at: str) -> str:
    return value_label(value, names, keys_of(at)[-1])


def _texts() -> dict[str, str]:
    """The texts of the editor's controls. The editor fills in placeholders such as `{n}`."""
    return {
        "search": _("Search cards by name, text or numbers"),
        "any": _("any"),
        "found": _("{n} of {all} cards"),
        "more": _("Show all {n}"),
        "keys": _(
            "Keys: ↑ and ↓ move between cards, + and − add and remove copies, and a digit sets the number of copies."
        ),
        "add": _("Add one copy of {card}"),
        "fill": _("Fill up {card} to {n} copies"),
        "remove": _("Remove one copy of {card}"),
        "copies": _("Copies of {card}"),
        "cards": _("{n} cards"),
        "lines": _("{n} different"),
        "empty": _("The deck is empty. Add cards from the list, or paste a list into the search field."),
        "faulty": _("Problems: {n}"),
        "fine": _("Legal with these options."),
        "unchecked": _("The deck can't be checked right now. It is checked when you save."),
        "unread": _("The options can't be read, so the deck can't be checked."),
        "of": _("{n} of {most}"),
        "curve": _("Cards by"),
        "deck": _("Deck"),
        "all": _("Available cards"),
        "gone": _("no longer in the set"),
        "unread_lines": _("These lines match no card of this game:"),
        "drop": _("Remove the line {text}"),
        "copy": _("Copy as text"),
        "copied": _("Copied."),
        "as_text": _("List as text"),
        "take": _("Load this list"),
        "offline": _("The list can't be loaded right now. If you save, the text in the field is used."),
    }
