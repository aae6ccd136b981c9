"""What the page of a playtest shows: the question and its choices, what has happened, what is on the table."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import HttpRequest

from cards.engine import Ruleset, View, legal_actions
from cards.text.language import in_language, page_language
from cards.text.sentences import distinctions, reason_told
from matches.admin import wording
from matches.bots.roster import house_bot
from matches.log.sql import load_match
from matches.models import Match
from matches.selectors.access import seat_of
from matches.selectors.positions import match_view
from matches.services import playtests


def playtest_context(match: Match, request: HttpRequest) -> dict[str, Any]:
    """The match as the seat of the reader sees it, in the words of the page."""
    stored = load_match(match.pk)
    rules, table = stored.rules, stored.position.table
    seat = seat_of(match, request.user)
    assert seat is not None
    seen = match_view(match=match, viewer=seat)
    mine = next((prompt for prompt in seen.prompts if prompt.seat == seat), None)
    return {
        "seat": seat,
        "seats": [(other.index, None if other.index == seat else _bot_name(other.bot)) for other in match.seats.all()],
        "version": seen.version,
        "prompt": None if mine is None else wording.prompt(rules, mine)["text"],
        "choices": _choices(rules, legal_actions(table, seat)) if mine else [],
        "is_waiting": mine is None and seen.outcome is None,
        "outcome": None if seen.outcome is None else _outcome(rules, seen),
        "loop": wording.effects(rules, playtests.loop_cut(rules, match, seat)),
        "lines": wording.lines(rules, playtests.since_last_action(match, seat)),
        "table": wording.part(rules, wording.without_empty(msgspec.to_builtins(seen.game))),
        "fault": next((other.fault for other in match.seats.all() if other.fault), ""),
    }


def _bot_name(name: str) -> str:
    return in_language(house_bot(name).names)


@dataclass
class Choices:
    """Actions that the same sentence tells. `field`: the one thing in which they differ, if it is one."""

    text: str
    differences: list[dict[str, str]]
    actions: list[str]

    @property
    def field(self) -> str:
        names = {name for difference in self.differences for name in difference}
        return names.pop() if len(names) == 1 else ""

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """What stands on each, and the action as JSON."""
        if len(self.actions) == 1:
            return [(self.text, self.actions[0])]
        named = [_named(difference, self.field) or self.text for difference in self.differences]
        return list(zip(named, self.actions, strict=True))


def _named(difference: dict[str, str], field: str) -> str:
    return ", ".join(value if name == field else f"{name} {value}" for name, value in difference.items())


def _choices(rules: Ruleset, actions: list[Any]) -> list[Choices]:
    groups: dict[str, Choices] = {}
    for action, (text, difference) in zip(actions, distinctions(rules, actions, page_language()), strict=True):
        group = groups.setdefault(text, Choices(text, [], []))
        group.differences.append(difference)
        group.actions.append(msgspec.json.encode(action).decode())
    return list(groups.values())


def _outcome(rules: Ruleset, seen: View) -> dict[str, Any]:
    assert seen.outcome is not None
    return {
        "reason": in_language(reason_told(rules, seen.outcome.reason)),
        "winners": seen.outcome.winners,
        "scores": wording.part(rules, seen.outcome.scores),
    }
