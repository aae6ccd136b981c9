"""What a seat may do, as its page offers it: in words, with the rule, and where on the table one clicks for it."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from common.text.language import in_language
from common.text.sentences import Occupancy, choice_texts, message_texts
from matches.log.stored_match import StoredMatch
from matches.pages.drawing import Speech, points_of
from matches.pages.people import named_by_sign
from matches.selectors.positions import seat_choices
from matches.selectors.transcripts import rule_numbers
from rules.engine import Action, Names, Pass, Ruleset, View
from rules.engine.rule_numbers import rule_number


@dataclass(frozen=True)
class Choice:
    """One legal action. `points` are the places that are clicked for it, one after another."""

    action: str
    text: str
    rule: str | None
    points: Sequence[str]


@dataclass(frozen=True)
class Choices:
    """A seat's question and its answers; `kind` is that of the question. Nothing is asked: no text."""

    text: str = ""
    kind: str = ""
    choices: Sequence[Choice] = ()
    may_pass: bool = False


def choices_of(speech: Speech, stored: StoredMatch, seen: View, seat: int) -> Choices:
    """What the seat may do at a position, from its own side of the table."""
    found = seat_choices(stored, seat)
    if found.prompt is None:
        return Choices()
    kind = str(found.prompt.__struct_config__.tag)
    names = named_by_sign(speech.players)
    occupancy = Occupancy(speech.rules, seen, seat)
    asked = message_texts(speech.rules, "prompts", found.prompt, names, occupancy.of(found.prompt))
    return Choices(
        in_language(asked, kind.replace("_", " ")),
        kind,
        _choices(
            speech,
            stored,
            found.actions,
            choice_texts(speech.rules, found.actions, names, occupancy),
            points_of(speech, seen, seat, seat, found.actions),
        ),
        Pass() in found.actions,
    )


def _choices(
    speech: Speech,
    stored: StoredMatch,
    actions: Sequence[Action],
    texts: Sequence[Names | None],
    points: Sequence[Sequence[str]],
) -> list[Choice]:
    """What has no rule of its own, a pass, has that of the question."""
    asked = rule_number(type(stored.position.table.frames[-1]))
    return [
        Choice(
            msgspec.json.encode(action).decode(),
            in_language(said, _tag(action)),
            _rule(speech.rules, action) or asked,
            at,
        )
        for action, said, at in zip(actions, texts, points, strict=True)
    ]


def _tag(action: Action) -> str:
    return str(action.__struct_config__.tag)


def _rule(rules: Ruleset, action: Action) -> str | None:
    return rule_numbers(rules.definition)["actions"].get(_tag(action))
