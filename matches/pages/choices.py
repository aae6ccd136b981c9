"""What a seat may do, as its page offers it: in words, with the rule, and the places to click on the board."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from django.utils.translation import gettext as _

from common.text.language import in_language
from common.text.sentences import Occupancy, choice_texts, message_texts
from matches.log.stored_match import StoredMatch
from matches.pages.drawing import Speech, foretold_of, points_of
from matches.pages.people import named_by_sign
from matches.selectors.positions import permitting_rules, seat_choices
from rules.engine import Action, Names, Pass, View


@dataclass(frozen=True)
class Choice:
    """One legal action. `points` are the places to click for it, in order."""

    action: str
    text: str
    rule: str | None
    points: Sequence[str]
    foretold: str
    """What it would do or cost, as far as the seat can know."""


@dataclass(frozen=True)
class Choices:
    """A seat's prompt in words, its kind, and the possible answers. Without a prompt, all are empty.

    A prompt that leaves nothing but a pass says so.
    """

    text: str = ""
    kind: str = ""
    choices: Sequence[Choice] = ()
    may_pass: bool = False
    actions: Sequence[Action] = ()


def choices_of(speech: Speech, stored: StoredMatch, seen: View, seat: int) -> Choices:
    """What the seat may do at a position, from its own side of the table."""
    found = seat_choices(stored, seat)
    if found.prompt is None:
        return Choices()
    kind = str(found.prompt.__struct_config__.tag)
    names = named_by_sign(speech.players)
    occupancy = Occupancy(speech.rules, seen, seat)
    asked = message_texts(speech.rules, "prompts", found.prompt, names, occupancy.of(found.prompt))
    can_only_pass = list(found.actions) == [Pass()]
    return Choices(
        _("You can only pass.") if can_only_pass else in_language(asked, kind.replace("_", " ")),
        kind,
        _choices(
            found.actions,
            choice_texts(speech.rules, found.actions, names, occupancy),
            permitting_rules(stored.position.table, found.actions),
            points_of(speech, seen, seat, seat, found.actions),
            foretold_of(speech, seen, seat, found.actions),
        ),
        Pass() in found.actions,
        found.actions,
    )


def _choices(
    actions: Sequence[Action],
    texts: Sequence[Names | None],
    rules: Sequence[str | None],
    points: Sequence[Sequence[str]],
    foretold: Sequence[str],
) -> list[Choice]:
    return [
        Choice(msgspec.json.encode(action).decode(), in_language(text, _tag(action)), rule, places, forecast)
        for action, text, rule, places, forecast in zip(actions, texts, rules, points, foretold, strict=True)
    ]


def _tag(action: Action) -> str:
    return str(action.__struct_config__.tag)
