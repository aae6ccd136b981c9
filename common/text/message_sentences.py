"""What was said, as a sentence: the ruleset's template, and every field that it does not name in brackets.

In a template `{field}` is the field's value in words, `{field!seat}` the seat of that number, by whom a side is told.
`[…]` is left out where a field in it is absent or empty; `[field?…]` is there if the field is true, `[!field?…]` if it
is false. What a viewer may not read is absent.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Meta

from common.text.naming import BRACKETS, COMMA, value_name, word
from rules.engine import GameDefinition, Names, Ruleset

Occupants = Mapping[str, Sequence[str | None]]
"""Field -> the card that stands on each square that it names; None: nobody does, or face down."""
SEAT: Names = {"ja": "席 {}", "en": "seat {}"}
PLACE: Names = {"ja": "{seat}の{name}", "en": "{name} of {seat}"}
_PART = re.compile(r"\[(?:(!?)(\w+)\?)?([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)(?:!seat)?\}")
_TAGS = {"actions": "type", "effects": "type", "prompts": "kind"}


def fill_message(
    rules: Ruleset,
    kind: str,
    template: Names,
    content: Mapping[str, Any],
    players: Sequence[str],
    occupants: Occupants,
) -> Names:
    """The sentence in both languages. `players` are the names of the seats; seats without a name have a number.

    `occupants`: the cards on the squares that its fields name.
    """
    tag = _TAGS[kind]
    said = str(content[tag])
    seats = seat_fields(rules.definition, kind).get(said, frozenset())
    places = place_fields(rules.definition, kind).get(said, frozenset())
    fields = {name: value for name, value in content.items() if name != tag}
    return {
        language: _Sentence(rules, language, fields, seats, places, players, occupants).told(
            text, with_rest=kind != "prompts"
        )
        for language, text in template.items()
    }


class _Sentence:
    """One sentence while it is made."""

    def __init__(
        self,
        rules: Ruleset,
        language: str,
        fields: Mapping[str, Any],
        seats: frozenset[str],
        places: frozenset[str],
        players: Sequence[str],
        occupants: Occupants,
    ) -> None:
        self.rules, self.language, self.fields = rules, language, fields
        self.seats, self.places, self.players, self.occupants = seats, places, players, occupants

    def told(self, template: str, *, with_rest: bool) -> str:
        text = _PART.sub(self._part, template)
        text = _FIELD.sub(self._field, text)
        if not self.players and text.startswith("seat "):
            text = text.capitalize() if len(text) < 2 else text[0].upper() + text[1:]
        rest = list(self._rest(template)) if with_rest else []
        return text + BRACKETS[self.language].format(COMMA[self.language].join(rest)) if rest else text

    def _part(self, found: re.Match[str]) -> str:
        negated, condition, text = found.groups()
        if condition is not None:
            return text if bool(self.fields.get(condition)) != bool(negated) else ""
        return text if all(not is_empty(self.fields.get(name)) for name in _FIELD.findall(text)) else ""

    def _field(self, found: re.Match[str]) -> str:
        name = found[1]
        return self._seat(self.fields[name]) if found[0] == f"{{{name}!seat}}" else self._value(name)

    def _value(self, name: str) -> str:
        """The value, and the card on its square."""
        cards = self.occupants.get(name, ())
        if len(cards) < 2:
            return self._plain(name) + "".join(map(self._stands, cards))
        said = [value_name(self.rules, name, value, self.language) for value in self.fields[name]]
        return COMMA[self.language].join(one + self._stands(card) for one, card in zip(said, cards, strict=True))

    def _stands(self, card: str | None) -> str:
        if card is None:
            return ""
        return BRACKETS[self.language].format(value_name(self.rules, "card", card, self.language))

    def _plain(self, name: str) -> str:
        """A hidden or absent field reads as an ellipsis."""
        if name not in self.fields:
            return "…"
        value = self.fields[name]
        if name in self.places and value:
            return self._place(value)
        if isinstance(value, Mapping) and set(value) == {"seat"}:
            return self._seat(value["seat"])
        if name not in self.seats or is_empty(value):
            return value_name(self.rules, name, value, self.language)
        if isinstance(value, list | tuple):
            return COMMA[self.language].join(map(self._seat, value))
        return self._seat(value)

    def _place(self, place: str) -> str:
        seat, _, name = place.partition(":")
        return PLACE[self.language].format(seat=self._seat(int(seat)), name=name)

    def _seat(self, seat: int) -> str:
        return self.players[seat] if seat < len(self.players) else SEAT[self.language].format(seat)

    def _rest(self, template: str) -> Iterator[str]:
        """What the template leaves unsaid. A flag that is not set goes without saying."""
        named = {*_FIELD.findall(template), *(condition for _, condition, _ in _PART.findall(template))}
        for name, value in self.fields.items():
            if name in named or is_empty(value) or value is False:
                continue
            label = word(self.rules, name, self.language)
            yield label if value is True else f"{label} {self._value(name)}"


def is_empty(value: Any) -> bool:
    """Whether there is nothing to say of a value."""
    return value is None or (isinstance(value, list | tuple | Mapping) and not value)


def seat_fields(definition: GameDefinition, kind: str) -> dict[str, frozenset[str]]:
    """A message's tag -> its fields that are seats, as they are called in JSON."""
    return _marked_fields(definition, kind, "is_seat")


def place_fields(definition: GameDefinition, kind: str) -> dict[str, frozenset[str]]:
    """A message's tag -> its fields that are places of seats, as they are called in JSON."""
    return _marked_fields(definition, kind, "is_seat_place")


@cache
def _marked_fields(definition: GameDefinition, kind: str, mark: str) -> dict[str, frozenset[str]]:
    union = {
        "actions": definition.action_types,
        "effects": definition.effect_types,
        "prompts": definition.prompt_types,
    }[kind]
    return {
        str(message.__struct_config__.tag): frozenset(
            name.rstrip("_")
            for name, hint in get_type_hints(message, include_extras=True).items()
            if _is_marked(hint, mark)
        )
        for message in (get_args(union) or (union,))
    }


def _is_marked(hint: Any, mark: str) -> bool:
    """Whether a type is marked so, or a list of such, or either of it and nothing."""
    metadata = getattr(hint, "__metadata__", ())
    if any(isinstance(meta, Meta) and mark in (meta.extra or {}) for meta in metadata):
        return True
    return any(_is_marked(part, mark) for part in get_args(hint))
