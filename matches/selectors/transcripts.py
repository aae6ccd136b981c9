"""A match told in sentences, in Japanese and in English, with the numbers of the rules that were applied."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, get_args

from msgspec import Struct

from cards.engine import GameDefinition, Names, Ruleset
from cards.http.formats import Moment
from cards.text.sentences import told

EVENTS: dict[str, Names] = {
    "match_started": {"ja": "対戦開始", "en": "The match started"},
    "action_taken": {"ja": "席 {seat} の行動", "en": "Seat {seat} acted"},
    "seat_resigned": {"ja": "席 {seat} が投了した", "en": "Seat {seat} resigned"},
    "clock_expired": {"ja": "持ち時間が切れた", "en": "A clock ran out"},
    "match_aborted": {"ja": "対戦は中止された", "en": "The match was aborted"},
}
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)*)\b")


class Told(Struct, frozen=True):
    """One action or effect in words. `rule` is its number in the ruleset's RULES.md, where the rules give one."""

    type: str
    rule: str | None
    texts: Names


class Line(Struct, frozen=True):
    """One event in words: what happened, the action if it was one, and what came of it, in order."""

    seq: int
    at: Moment
    seat: int | None
    type: str
    texts: Names
    action: Told | None
    effects: list[Told]
    note: str | None


def lines(rules: Ruleset, shown: Iterable[Mapping[str, Any]]) -> Iterator[Line]:
    """Events as a viewer is shown them, as sentences; what he may not read is an ellipsis."""
    for event in shown:
        seat, action = event.get("seat"), event.get("action")
        yield Line(
            seq=event["seq"],
            at=event["at"],
            seat=seat,
            type=event["type"],
            texts={language: text.format(seat=seat) for language, text in EVENTS[event["type"]].items()},
            action=None if action is None else sentence(rules, "actions", action),
            effects=[sentence(rules, "effects", effect) for effect in event["effects"]],
            note=event.get("note") or None,
        )


def sentence(rules: Ruleset, kind: str, message: Mapping[str, Any]) -> Told:
    """An action or effect (`kind` is `actions` or `effects`) as it is shown."""
    tag = message["type"]
    plain = tag.replace("_", " ").capitalize()
    texts = told(rules, kind, message) or {"ja": plain, "en": plain}
    return Told(tag, rule_numbers(rules.definition)[kind].get(tag), texts)


@cache
def rule_numbers(definition: GameDefinition) -> dict[str, dict[str, str]]:
    """kind -> tag -> the number that the docstring of the message's class begins with."""
    unions = {"actions": definition.action_types, "effects": definition.effect_types}
    return {
        kind: {
            str(message.__struct_config__.tag): found[1]
            for message in (get_args(union) or (union,))
            if (found := _NUMBER.match(message.__doc__ or "")) is not None
        }
        for kind, union in unions.items()
    }
