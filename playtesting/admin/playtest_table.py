"""The contents of a playtest page: the board, the question with its choices, and the events since your move.

The position is read once. With two reads the bot could move in between, and the choices would not match the question.
"""

from typing import Any

from django.http import HttpRequest

from common.text.language import in_language
from common.text.sentences import reason_texts
from matches.admin import wording
from matches.log.sql import load_match
from matches.models import Match
from matches.pages.choices import Choices, choices_of
from matches.pages.drawing import Speech, draw_board, seat_tag
from matches.pages.position import changes_of, log_lines, speech_of
from matches.selectors.access import seat_of
from playtesting import playtests
from rules.engine import view


def playtest_context(match: Match, request: HttpRequest) -> dict[str, Any]:
    """The match as the reader's seat sees it, in the words of the page."""
    stored = load_match(match.pk)
    seat = seat_of(match, request.user)
    assert seat is not None
    rules, speech = stored.rules, speech_of(stored.rules, match)
    seen = view(stored.position.table, seat, stored.position.seq)
    asked = choices_of(speech, stored, seen, seat) if seen.outcome is None else Choices()
    after = playtests.before_last_action(match.pk, seat, stored.position.seq)
    return {
        "seat": seat,
        "seats": [(seat_tag(speech, index), index == seat) for index in range(len(speech.players))],
        "version": stored.version,
        "asked": asked,
        "is_waiting": seen.outcome is None and not asked.choices,
        "outcome": None if seen.outcome is None else _outcome(speech, seen.outcome),
        "loop": wording.effects(speech, playtests.loop_cut(rules, match, seat)),
        "lines": log_lines(speech, match, seat, after, stored.position.seq - after),
        "table": draw_board(speech, seen, seat, *changes_of(rules, match, seen, seat), offered=asked.actions),
        "fault": next((other.fault for other in match.seats.all() if other.fault), ""),
    }


def _outcome(speech: Speech, outcome: Any) -> dict[str, Any]:
    return {
        "reason": in_language(reason_texts(speech.rules, outcome.reason)),
        "winners": outcome.winners,
        "scores": wording.part(speech.rules, outcome.scores),
    }
