"""Pages that replay a match event by event, and that verify it in the browser."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.text.errors import ServiceError
from common.text.language import page_language
from matches.log import sql
from matches.models import Match
from matches.pages.damaged import alarms_of, or_damaged, or_damaged_part
from matches.pages.drawing import seat_tag
from matches.pages.people import SIGNS, bot_choices, players_of
from matches.pages.position import log_lines, near_seat, position_html, speech_of
from matches.pages.requests import bounded, keep_from_robots
from matches.pages.spectating import PUBLIC_POSITIONS, Fragments
from matches.pages.views import match_line, player_of
from matches.selectors.access import is_disclosed, is_listed, viewer_for
from matches.selectors.lists import find_match
from matches.services.continuations import USUAL_BOT
from matches.services.seat_plans import NO_CARDS
from replay.admin.verdict_labels import verdict_context
from replay.pages.chart import course_of, draw_course
from replay.stored_logs import rules_for, secrets_of
from replay.timeline import views_at
from rules.engine import Viewer

LINES_BEFORE, LINES = 6, 16
"""Lines of the log beside the board: those before the event, and all together."""
TURN = b'"turn_started"'
_marks = Fragments()
_courses = Fragments()


@dataclass(frozen=True)
class Look:
    """A position of a match, as one viewer sees it."""

    match: Match
    event: int
    viewer: Viewer
    near: int


@require_safe
@bounded
@or_damaged
def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The replay page. Every step is a link, so it works without JavaScript."""
    look = _look(request, match_id)
    match = look.match
    verdict = verdict_context(match) if is_disclosed(match) else None
    context = {
        **_steps(look),
        "match": match,
        "line": match_line(match),
        "viewer": str(look.viewer),
        "viewers": _viewers(look),
        "near": look.near,
        "names": _names(match),
        "is_disclosed": is_disclosed(match),
        "verdict": "" if verdict is None else verdict["text"],
        "marks": _turns(match) if match.status == Match.Status.OVER else [],
        "table": _fragment(look),
        "key": uuid4().hex,
        "bots": bot_choices(),
        "usual_bot": USUAL_BOT,
        "alarms": alarms_of(match),
        **({} if verdict is None else _opened(match, is_sound=verdict["kept"].is_sound)),
    }
    return render(request, "replay/replay.html", context)


def _opened(match: Match, *, is_sound: bool) -> dict[str, Any]:
    """What becomes public when a match is disclosed: the chart of its course, its seed, and what each seat brought.

    If the log does not verify, there is no chart, since the log may not fold.
    """
    speech = speech_of(rules_for(match), match)
    key = ("course", match.pk, match.version, page_language(), speech.players)
    brought = [
        (
            seat_tag(speech, seat.index),
            seat.entropy,
            [(speech.card(slug), copies) for slug, copies in sorted((seat.deck or NO_CARDS)["cards"].items())],
        )
        for seat in match.seats.all()
    ]
    return {
        "course": _courses.get(key, lambda: draw_course(speech, course_of(match))) if is_sound else "",
        "seed": secrets_of(match)[0].hex(),
        "brought": brought,
    }


@require_safe
@bounded
@or_damaged_part
def table(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The HTML of one position, which an open page loads."""
    response = HttpResponse(_fragment(_look(request, match_id)))
    patch_cache_control(response, private=True, max_age=60)
    return response


def _look(request: HttpRequest, match_id: UUID) -> Look:
    """Load the requested position and viewer. Raises Http404 if it doesn't exist or the reader may not see it.

    Auditors see everything of a live match only in the admin, where they give a reason and are recorded.
    """
    player = player_of(request)
    try:
        match = find_match(match_id, player)
        viewer = viewer_for(match, player, _wanted_eyes(request, match))
    except ServiceError as error:
        raise Http404 from error
    if match.version < 0 or (viewer == "audit" and not is_disclosed(match)):
        raise Http404
    keep_from_robots(request, is_listed=is_listed(match))
    event = _number(request.GET.get("event"), match.version if match.status != Match.Status.OVER else 0)
    if event > match.version:
        raise Http404
    return Look(match, event, viewer, near_seat(match, viewer, request.GET.get("near")))


def _wanted_eyes(request: HttpRequest, match: Match) -> str | None:
    given = request.GET.get("as")
    if not given:
        return "audit" if is_disclosed(match) else None
    if given in ("public", "audit") or (given.isascii() and given.isdecimal() and len(given) < 3):
        return given
    raise Http404


def _number(given: str | None, otherwise: int) -> int:
    if not given:
        return otherwise
    if not (given.isascii() and given.isdecimal() and len(given) < 9):
        raise Http404
    return int(given)


def _viewers(look: Look) -> list[tuple[str, str]]:
    """The viewers to choose from, as (value, label)."""
    seats = [(str(seat), name) for seat, name in enumerate(_names(look.match))]
    if not is_disclosed(look.match):
        seats = [(value, name) for value, name in seats if value == str(look.viewer)]
    everything = [("audit", _("Auditors"))] if is_disclosed(look.match) else []
    return [*everything, ("public", _("Spectators")), *seats]


def _names(match: Match) -> list[str]:
    """The players by seat, each with the seat's sign, since two bots may have the same name."""
    return [f"{SIGNS[seat]} {name}" for seat, name in enumerate(players_of(match))]


def _steps(look: Look) -> dict[str, Any]:
    last = look.match.version
    return {
        "event": look.event,
        "last": last,
        "earlier": look.event - 1 if look.event else None,
        "later": look.event + 1 if look.event < last else None,
    }


def _fragment(look: Look) -> str:
    """The HTML of the position and the log around it. It is cached if everyone may see it."""
    match = look.match
    if not is_disclosed(match) and look.viewer != "public":
        return _drawn(look)
    names = players_of(match)
    key = ("replay", match.pk, look.event, match.version, look.viewer, look.near, page_language(), names)
    return PUBLIC_POSITIONS.get(key, lambda: _drawn(look))


def _drawn(look: Look) -> str:
    match, rules = look.match, rules_for(look.match)
    seen, before = views_at(match, look.event, look.viewer)
    lines = log_lines(speech_of(rules, match), match, look.viewer, look.event - LINES_BEFORE - 1, LINES)
    return render_to_string(
        "replay/position.html",
        {
            **_steps(look),
            "viewer": str(look.viewer),
            "near": look.near,
            "position": position_html(rules, match, seen, look.viewer, look.near, before),
            "lines": lines,
        },
    )


def _turns(match: Match) -> list[str]:
    """The events that began turns, as marks for the slider. The result is cached."""

    def found() -> str:
        return " ".join(str(event.seq) for event in sql.events(match.pk) if TURN in event.body)

    return _marks.get((match.pk, match.version), found).split()


@require_safe
def prove(request: HttpRequest) -> HttpResponse:
    """Show the page that verifies matches. With the id `match` of a match that anyone may export, the page loads it."""
    wanted = request.GET.get("match", "")
    try:
        export_url = f"{reverse('api-export', args=[UUID(wanted)])}" if wanted else ""
    except ValueError as error:
        raise Http404 from error
    keep_from_robots(request, is_listed=not wanted)  # The URL has the id of a match, which may be unlisted.
    return render(request, "replay/prove.html", {"export_url": export_url})
