"""A match in sentences, in Japanese and in English, with the numbers of the rules applied."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_args

from msgspec import Meta, Struct

from common.formats import Moment
from common.text.message_sentences import SEAT
from common.text.sentences import message_texts
from common.text.templates import templates
from rules.engine import GameDefinition, Names, Ruleset
from rules.engine.messages import fill, rule_number


class Sentence(Struct, frozen=True):
    """One action or effect in words. `rule` is its number in the ruleset's RULES.md, if the rules give one."""

    type: str
    rule: Annotated[str | None, Meta(description="Number of the rule, which `/games/{ruleset}/rules/#{rule}` shows.")]
    texts: Names


class TranscriptLine(Struct, frozen=True):
    """One event in words: what happened, the action if there was one, and its effects, in order."""

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
            texts=fill(templates("events")[event["type"]], {"seat": seat_name(seat, players)}),
            action=None if action is None else deed(rules, action, seat, players),
            effects=[sentence(rules, "effects", effect, players) for effect in event["effects"]],
            note=event.get("note") or None,
        )


def sentence(rules: Ruleset, kind: str, message: Mapping[str, Any], players: Sequence[str] = ()) -> Sentence:
    """A shown action or effect in words; `kind` is `actions` or `effects`."""
    tag = message["type"]
    plain = tag.replace("_", " ").capitalize()
    texts = message_texts(rules, kind, message, players) or {"ja": plain, "en": plain}
    return Sentence(tag, rule_numbers(rules.definition)[kind].get(tag), texts)


def deed(rules: Ruleset, action: Mapping[str, Any], seat: int | None, players: Sequence[str] = ()) -> Sentence:
    """An action in the past tense. If the ruleset has no words for that, the seat and the action as it was offered."""
    tag = action["type"]
    texts = message_texts(rules, "done", {**action, "actor": seat}, players)
    if texts is not None:
        return Sentence(tag, rule_numbers(rules.definition)["actions"].get(tag), texts)
    offered = sentence(rules, "actions", action, players)
    name = seat_name(seat, players)
    texts = {"ja": f"{name['ja']}：{offered.texts['ja']}", "en": f"{name['en']}: {offered.texts['en']}"}
    return Sentence(tag, offered.rule, texts)


def seat_name(seat: int | None, players: Sequence[str] = ()) -> Names:
    """A seat as the first word of a sentence: by its player's name, else by its number."""
    if seat is None:
        return {"ja": "", "en": ""}
    if seat < len(players):
        return {"ja": players[seat], "en": players[seat]}
    return {language: text[0].upper() + text[1:].format(seat) for language, text in SEAT.items()}


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
