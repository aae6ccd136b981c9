"""Makes a message into a sentence: the ruleset's template, then the fields that it omits in brackets.

Placeholders of a template:

- `{field}`: the field's value in words
- `{field!seat}`: the player of this seat, also for a side named by its seat; `{field!seat1}`: the same, if the value
counts seats from 1
- `{field!place}`: a place without its seat
- `{field!at}`: a place, with its seat only if it belongs to another seat than the one that acts (`actor` or `seat`)
- `{field!and}`: a list with "and" before its last entry
- `{field!each}`: a list with one value for each seat, and who has each
- `{field!signed}`: a number with its sign
- `{field:card|cards}`: a number with its noun in the singular or plural; a list follows its noun
- `[…]`: left out if a field in it is absent or empty
- `[field?…]`: included if the field is set; `[field?]` omits a field entirely
- `[!field?…]`: included if the field is absent, empty or false
- `[field!=other?…]`: included if the field is set and differs from the other
- `[field>0?…]`: included if the field is a number above zero; `[!field>0?…]`: otherwise
- `[field?other?…]`: included if all conditions hold

Fields that the viewer may not read are absent. Fields without a placeholder go in brackets before the final full stop.

An action has two sentences: what a seat may do (`actions`) and, for the log, what it did (`done`, with `{actor}`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Meta

from common.text.naming import BRACKETS, COMMA, NOTHING, labelled, value_name, word
from rules.engine import GameDefinition, Names, Ruleset

Occupants = Mapping[str, Sequence[str | None]]
"""Field -> the card on each square that it names; None: an empty square or a face-down card."""
SEAT: Names = {"ja": "席{}", "en": "seat {}"}
PLACE: Names = {"ja": "{seat}の{name}", "en": "{seat}'s {name}"}
OWN_PLACE: Names = {"ja": "自分の{name}", "en": "their own {name}"}
"""A place of the actor, in a sentence that has named the actor."""
READERS_PLACE: Names = {"ja": "自分の{name}", "en": "your {name}"}
"""A place of the seat that reads its own choices."""
AND: Names = {"ja": "と", "en": " and "}
EACH: Names = {"ja": "{seat}が{value}", "en": "{value} for {seat}"}
_CONDITION = re.compile(r"(!?)([a-z_]+)(?:!=([a-z_]+)|(>0))?\?")
_PART = re.compile(r"\[((?:!?[a-z_]+(?:!=[a-z_]+|>0)?\?)*)([^\[\]]*)\]")
_SEAT_PLACE = re.compile(r"\d:[A-Z]\w*")
_FIELD = re.compile(r"\{(\w+)(!seat1?|!place|!at|!and|!each|!signed)?(?::([^{}|]*)\|([^{}|]*))?\}")
_TAGS = {"actions": "type", "done": "type", "effects": "type", "entries": "type", "prompts": "kind"}
_STOPS = (".", "。")


def fill_message(
    rules: Ruleset,
    kind: str,
    template: Names,
    content: Mapping[str, Any],
    players: Sequence[str],
    occupants: Occupants,
    reader: int | None = None,
) -> Names:
    """The sentence in both languages. `players` are the names of the seats; seats without a name have a number.

    `occupants`: the cards on the squares that its fields name. `reader`: the seat that reads its own choice.
    """
    tag = _TAGS[kind]
    tagged = str(content[tag])
    seats = seat_fields(rules.definition, kind).get(tagged, frozenset())
    places = place_fields(rules.definition, kind).get(tagged, frozenset())
    fields = {name: value for name, value in content.items() if name != tag}
    seats |= {"actor"} if kind == "done" else frozenset()
    return {
        language: _Sentence(rules, language, fields, seats, places, players, occupants, reader).filled(
            text, with_rest=kind != "prompts"
        )
        for language, text in template.items()
    }


class _Sentence:
    """One sentence in one language."""

    def __init__(
        self,
        rules: Ruleset,
        language: str,
        fields: Mapping[str, Any],
        seats: frozenset[str],
        places: frozenset[str],
        players: Sequence[str],
        occupants: Occupants,
        reader: int | None,
    ) -> None:
        self.rules, self.language, self.fields = rules, language, fields
        self.seats, self.places, self.players, self.occupants = seats, places, players, occupants
        self.reader = reader

    def filled(self, template: str, *, with_rest: bool) -> str:
        text = _PART.sub(self._part, template)
        text = _FIELD.sub(self._field, text)
        if not self.players and text.startswith("seat "):
            text = text[0].upper() + text[1:]
        rest = list(self._rest(template)) if with_rest else []
        if not rest:
            return text
        stop = text[-1:] if text.endswith(_STOPS) else ""
        return text.removesuffix(stop) + BRACKETS[self.language].format(COMMA[self.language].join(rest)) + stop

    def _part(self, found: re.Match[str]) -> str:
        conditions, text = found.groups()
        if conditions:
            return text if all(map(self._holds, _CONDITION.finditer(conditions))) else ""
        return text if all(not is_empty(self.fields.get(name)) for name in _named_in(text)) else ""

    def _holds(self, condition: re.Match[str]) -> bool:
        negated, name, other, above_zero = condition.groups()
        value = self.fields.get(name)
        if other is not None:
            return not is_empty(value) and value != self.fields.get(other)
        if above_zero is not None:
            return (type(value) is int and value > 0) != bool(negated)
        return (is_empty(value) or value is False) == bool(negated)

    def _field(self, found: re.Match[str]) -> str:
        name, form, one, many = found.groups()
        if form == "!place" or (form == "!at" and self._is_own(self.fields[name])):
            return place_name(self.rules, self.fields[name].rpartition(":")[2], self.language)
        if form == "!at":
            return self._place(self.fields[name])
        if form == "!and":
            return self._joined(name)
        if form == "!each":
            return self._for_each_seat(name)
        if form == "!signed":
            return f"{self.fields[name]:+d}"
        if form:
            return self._seat(self.fields[name] - (form == "!seat1"))
        if many is None:
            return self._value(name)
        if isinstance(value := self.fields.get(name), list | tuple):
            return f"{one if len(value) == 1 else many} {self._joined(name)}"
        return f"{self._value(name)} {one if value == 1 else many}"

    def _joined(self, name: str) -> str:
        """The entries of a list. Japanese joins only two with a word."""
        entries = self._entries(name)
        if not entries:
            return NOTHING[self.language]
        *others, last = entries
        if len(others) > 1 and self.language == "ja":
            return COMMA[self.language].join([*others, last])
        return AND[self.language].join([COMMA[self.language].join(others), last] if others else [last])

    def _for_each_seat(self, name: str) -> str:
        parts = enumerate(self._entries(name))
        return COMMA[self.language].join(
            EACH[self.language].format(seat=self._seat(seat), value=value) for seat, value in parts
        )

    def _entries(self, name: str) -> list[str]:
        values = self.fields[name]
        if name in self.seats:
            return list(map(self._seat, values))
        return [value_name(self.rules, name, value, self.language) for value in values]

    def _value(self, name: str) -> str:
        """The value, and the card on its square."""
        cards = self.occupants.get(name, ())
        if len(cards) < 2:
            return self._plain(name) + "".join(map(self._stands, cards))
        values = [value_name(self.rules, name, value, self.language) for value in self.fields[name]]
        return COMMA[self.language].join(one + self._stands(card) for one, card in zip(values, cards, strict=True))

    def _stands(self, card: str | None) -> str:
        if card is None:
            return ""
        return BRACKETS[self.language].format(value_name(self.rules, "card", card, self.language))

    def _plain(self, name: str) -> str:
        """A hidden or absent field reads as an ellipsis."""
        if name not in self.fields:
            return "…"
        value = self.fields[name]
        if isinstance(value, str) and (name in self.places or _SEAT_PLACE.fullmatch(value)):
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
        template = PLACE
        if int(seat) == self.reader:
            template = READERS_PLACE
        elif "actor" in self.fields and self._is_own(place):
            template = OWN_PLACE
        named = place_name(self.rules, name, self.language)
        return template[self.language].format(seat=self._seat(int(seat)), name=named)

    def _is_own(self, place: str) -> bool:
        """Whether the place belongs to the seat that acts."""
        return place.partition(":")[0] == str(self.fields.get("actor", self.fields.get("seat")))

    def _seat(self, seat: int) -> str:
        return self.players[seat] if seat < len(self.players) else SEAT[self.language].format(seat)

    def _rest(self, template: str) -> Iterator[str]:
        """The fields that the template omits. Flags that are not set are left out."""
        conditions = "".join(conditions for conditions, _ in _PART.findall(template))
        named = {*_named_in(template), *(name for _, name, *_ in _CONDITION.findall(conditions))}
        for name, value in self.fields.items():
            if name in named or is_empty(value) or value is False:
                continue
            label = word(self.rules, name, self.language)
            yield label if value is True else labelled(label, self._value(name), self.language)


def _named_in(text: str) -> list[str]:
    return [found[1] for found in _FIELD.finditer(text)]


def place_name(rules: Ruleset, name: str, language: str) -> str:
    """The display name of a seat's place, if it has one."""
    return value_name(rules, "place", name, language)


def is_empty(value: Any) -> bool:
    """Whether the value is missing or has no entries."""
    return value is None or (isinstance(value, list | tuple | Mapping) and not value)


def seat_fields(definition: GameDefinition, kind: str) -> dict[str, frozenset[str]]:
    """A message's tag -> its fields that are seats, by their JSON names."""
    return _marked_fields(definition, kind, "is_seat")


def place_fields(definition: GameDefinition, kind: str) -> dict[str, frozenset[str]]:
    """A message's tag -> its fields that are places of seats, by their JSON names."""
    return _marked_fields(definition, kind, "is_seat_place")


@cache
def _marked_fields(definition: GameDefinition, kind: str, mark: str) -> dict[str, frozenset[str]]:
    if kind == "entries":  # Entries are facts of a board. Its places are read by their form.
        return {}
    union = {
        "actions": definition.action_types,
        "done": definition.action_types,
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
    """Whether a type has this mark, alone, in a list or as an optional type."""
    metadata = getattr(hint, "__metadata__", ())
    if any(isinstance(meta, Meta) and mark in (meta.extra or {}) for meta in metadata):
        return True
    return any(_is_marked(part, mark) for part in get_args(hint))
