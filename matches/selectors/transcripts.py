"""A match told in sentences, in Japanese and in English, with the numbers of the rules that were applied."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_args

from msgspec import Meta, Struct

from common.formats import Moment
from common.text.sentences import message_texts
from common.text.templates import templates
from rules.engine import GameDefinition, Names, Ruleset
from rules.engine.rule_numbers import rule_number
from rules.engine.templates import fill


class Sentence(Struct, frozen=True):
    """One action or effect in words. `rule` is its number in the ruleset's RULES.md, where the rules give one."""

    type: str
    rule: Annotated[str | None, Meta(description="Number of the rule, which `/games/{ruleset}/rules/#{rule}` shows.")]
    texts: Names


class TranscriptLine(Struct, frozen=True):
    """One event in words: what happened, the action if it was one, and what came of it, in order."""

    seq: int
    at: Moment
    seat: Annotated[int | None, Meta(description="Null for an event of no seat.")]
    type: str
    texts: Annotated[Names, Meta(description="What happened, in words.")]
    action: Sentence | None
    effects: Annotated[list[Sentence], Meta(description="What followed, in order, as far as you may see it.")]
    note: str | None


def lines(rules: Ruleset, shown: Iterable[Mapping[str, Any]], players: Sequence[str] = ()) -> Iterator[TranscriptLine]:
    """Turn the events that a viewer sees into sentences. `players` are the names by seat."""
    for event in shown:
        seat, action = event.get("seat"), event.get("action")
        yield TranscriptLine(
            seq=event["seq"],
            at=event["at"],
            seat=seat,
            type=event["type"],
            texts=fill(templates("events")[event["type"]], {"seat": seat}),
            action=None if action is None else sentence(rules, "actions", action, players),
            effects=[sentence(rules, "effects", effect, players) for effect in event["effects"]],
            note=event.get("note") or None,
        )


def sentence(rules: Ruleset, kind: str, message: Mapping[str, Any], players: Sequence[str] = ()) -> Sentence:
    """An action or effect (`kind` is `actions` or `effects`) as it is shown."""
    tag = message["type"]
    plain = tag.replace("_", " ").capitalize()
    texts = message_texts(rules, kind, message, players) or {"ja": plain, "en": plain}
    return Sentence(tag, rule_numbers(rules.definition)[kind].get(tag), texts)


@cache
def rule_numbers(definition: GameDefinition) -> dict[str, dict[str, str]]:
    """kind -> tag -> the number of the rule that the message stands for."""
    unions = {"actions": definition.action_types, "effects": definition.effect_types}
    return {
        kind: {
            str(message.__struct_config__.tag): number
            for message in (get_args(union) or (union,))
            if (number := rule_number(message)) is not None
        }
        for kind, union in unions.items()
    }
