"""The clocks of a match as its table shows them: those that run, and those that stand still."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.timestamps import Milliseconds
from matches.log.stored_match import StoredMatch
from matches.models import Match
from matches.pages.drawing import Speech, seat_tag
from matches.selectors.now import now_of

DAY = 86_400


@dataclass(frozen=True)
class ShownClock:
    """Whose clock, what it leaves in words, and in milliseconds where it runs and counts down before one's eyes."""

    seat: str
    text: str
    left_ms: Milliseconds | None
    is_running: bool


def clocks_of(speech: Speech, match: Match, stored: StoredMatch) -> list[ShownClock]:
    """Of every seat that has a budget, or must decide now."""
    now = now_of(match)
    is_over = stored.position.table.outcome is not None
    running = {} if is_over else {seat: now.remaining(seat) for seat in now.to_act}
    shown = []
    for seat in range(len(speech.players)):
        left = running.get(seat)
        rest = stored.times.remaining.get(seat) if left is None else left
        if rest is not None:
            ticks = left if left is not None and left < DAY * 1000 else None
            shown.append(ShownClock(seat_tag(speech, seat), time_text(rest), ticks, left is not None))
    return shown


def time_text(left: Milliseconds) -> str:
    """`9:05`, `1:30:00`; of more than a day days and hours. As `clock.js` counts on."""
    seconds = -(-left // 1000)
    if seconds >= DAY:
        return _("%(days)d d %(hours)d h") % {"days": seconds // DAY, "hours": seconds % DAY // 3600}
    hours, minutes = seconds // 3600, seconds % 3600 // 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
