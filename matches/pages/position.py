"""A position as pages show it: the board, what has just happened, who must decide, and the clocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from cards.rulebooks.pages import rules_address
from common.text.language import in_language, page_language
from common.text.sentences import Occupancy, message_texts, reason_texts
from common.timestamps import Milliseconds
from matches.limits import MOST_FRAMES
from matches.log import sql
from matches.log.folding import fold_one
from matches.log.redaction import messages_of, show_event
from matches.log.stored_match import StoredMatch
from matches.models import Match
from matches.pages.drawing import Speech, draw_board, seat_tag
from matches.pages.people import named_by_sign, players_of
from matches.selectors import transcripts
from matches.selectors.now import now_of
from rules.engine import Action, Ruleset, View, Viewer, redact, view
from rules.engine.board import Link, Motion, Touch
from rules.engine.motions import motions_of


def speech_of(rules: Ruleset, match: Match, *, own: int | None = None) -> Speech:
    """The words for a match in the reader's language. `own` is the seat that the board calls "You"."""
    return Speech(rules, page_language(), players_of(match), own)


def near_seat(match: Match, viewer: Viewer, wanted: str | None) -> int:
    """The seat at the bottom of the board: `wanted` if it is a seat, else the viewer's own, else seat 0."""
    seats = len(match.seats.all())
    if wanted is not None and wanted in map(str, range(seats)):
        return int(wanted)
    return viewer if isinstance(viewer, int) else 0


def position_html(
    rules: Ruleset, match: Match, seen: View, viewer: Viewer, near: int, before: View | None = None
) -> str:
    """The board with the changes of the newest event, that event in words, and the open prompts.

    With the view `before` that event, the page can play its motions.
    """
    speech = speech_of(rules, match)
    return render_to_string(
        "matches/position.html",
        {
            "seq": seen.version,
            "rules_url": rules_address(rules.slug, rules.version),
            "line": next(iter(log_lines(speech, match, viewer, seen.version - 1, 1)), None),
            "board": draw_board(speech, seen, near, *changes_of(rules, match, seen, viewer, before)),
            "prompts": [(seat_tag(speech, prompt.seat), _prompt(speech, prompt, seen)) for prompt in seen.prompts],
            "result": None if seen.outcome is None else result(speech, seen.outcome.winners, seen.outcome.reason),
        },
    )


def frames_of(
    match: Match, stored: StoredMatch, seat: int, after: int, offered: Sequence[Action] = ()
) -> list[tuple[int, str]]:
    """(seq, board) for each event after `after` as the seat saw it, the newest last; the last MOST_FRAMES at most.

    Each board has the motions of its event. Empty if there is no newer event. `offered` are the seat's legal actions
    now.
    """
    last = stored.version
    first = max(after, last - MOST_FRAMES, 0)
    if first >= last:
        return []
    rules = stored.rules
    speech = speech_of(rules, match, own=seat)
    position = sql.position_at(match.pk, first)
    seen = view(position.table, seat, first)
    frames = []
    for event in sql.events(match.pk, first, last - first):
        position, before = fold_one(rules, stored.position.key, event, position), seen
        seen = view(position.table, seat, event.seq)
        changes = changes_of(rules, match, seen, seat, before)
        now = offered if event.seq == last else ()
        frames.append((event.seq, draw_board(speech, seen, seat, *changes, offered=now)))
    return frames


def changes_of(
    rules: Ruleset, match: Match, seen: View, viewer: Viewer, before: View | None = None
) -> tuple[list[Touch], list[Link], tuple[Motion, ...] | None]:
    """What the newest event did, as far as the viewer may see: the places it changed and connected, and its motions.

    The motions are None without the view `before` that event.
    """
    event = sql.event(match.pk, seen.version)
    _action, effects = messages_of(rules, event.content)
    board = rules.definition.board
    visible = [redact(effect, viewer, event.seat) for effect in effects]
    touches = [touch for effect in visible for touch in board.touches[type(effect)](effect, seen)]
    led = [board.links[type(effect)](effect, seen) for effect in visible if type(effect) in board.links]
    motions = None if before is None else motions_of(board, visible, before, seen)
    return touches, [link for links in led for link in links], motions


def _prompt(speech: Speech, prompt: Any, seen: View) -> str:
    occupants = Occupancy(speech.rules, seen, prompt.seat).of(prompt)
    return in_language(message_texts(speech.rules, "prompts", prompt, named_by_sign(speech.players), occupants))


def result(speech: Speech, winners: Sequence[int], reason: str) -> dict[str, Any]:
    """How the match ended."""
    return {
        "winners": [seat_tag(speech, seat) for seat in winners],
        "reason": in_language(reason_texts(speech.rules, reason)),
        "why": in_language(speech.rules.words.get("endings", {}).get(reason), ""),
    }


def log_lines(speech: Speech, match: Match, viewer: Viewer, after: int, limit: int) -> list[dict[str, Any]]:
    """Up to `limit` events after a seq, in words, as the viewer may see them."""
    visible = [show_event(speech.rules, event, viewer) for event in sql.events(match.pk, max(-1, after), limit)]
    return [_line(speech, line) for line in transcripts.lines(speech.rules, visible, named_by_sign(speech.players))]


def _line(speech: Speech, line: transcripts.TranscriptLine) -> dict[str, Any]:
    texts = line.texts if line.action is None else line.action.texts
    return {
        "seq": line.seq,
        "seat": line.seat,
        "what": in_language(texts),
        "is_said": bool(line.effects),
        "rule": None if line.action is None else line.action.rule,
        "effects": [(effect.rule, in_language(effect.texts)) for effect in line.effects],
    }


DAY = 86_400


@dataclass(frozen=True)
class ShownClock:
    """A seat's clock: the time left in words, and in milliseconds if the page counts it down."""

    seat: str
    text: str
    left_ms: Milliseconds | None
    is_running: bool


def clocks_of(speech: Speech, match: Match, stored: StoredMatch) -> list[ShownClock]:
    """The clocks of all seats that have a time budget or a running clock."""
    now = now_of(match)
    is_over = stored.position.table.outcome is not None
    running = {} if is_over else {seat: now.remaining(seat) for seat in now.to_act}
    clocks = []
    for seat in range(len(speech.players)):
        left = running.get(seat)
        rest = stored.times.remaining.get(seat) if left is None else left
        if rest is not None:
            ticks = left if left is not None and left < DAY * 1000 else None
            clocks.append(ShownClock(seat_tag(speech, seat), time_text(rest), ticks, left is not None))
    return clocks


def time_text(left: Milliseconds) -> str:
    """`9:05` or `1:30:00`; from one day on, days and hours. `clock.js` counts down in the same form."""
    seconds = -(-left // 1000)
    if seconds >= DAY:
        return _("%(days)d d %(hours)d h") % {"days": seconds // DAY, "hours": seconds % DAY // 3600}
    hours, minutes = seconds // 3600, seconds % 3600 // 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
