"""Admin pages that show a match's log in words, and the position after any event."""

from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from common.admin.pages import Extension, Page, extend
from common.text.errors import ServiceError
from matches.admin import wording
from matches.admin.matches import MatchAdmin
from matches.admin.moderation import ReasonForm
from matches.models import Match
from matches.pages.drawing import draw_board
from matches.pages.people import named_by_sign
from matches.pages.position import changes_of, near_seat, speech_of
from matches.selectors.access import is_disclosed, viewer_for
from matches.selectors.positions import shown_events
from matches.services.moderation import record_audit_read
from players.models import Player
from replay.admin.match_pages import begun, match_page
from replay.stored_logs import rules_for
from replay.timeline import view_at
from rules.engine import Viewer

LINES = 100
"""Lines of the log on a page."""


def log_page(match_admin: MatchAdmin, request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the log in words, a page at a time."""
    match = begun(match_admin, request, match_id)
    if match is None:
        return match_admin.missing(request, match_id)
    after = _number(request, "after", -1, -1, match.version)
    form = ReasonForm(request.POST or None)
    all_ = _sees_all(request, match, min(after + LINES, match.version), "log", form)
    events = shown_events(match, "audit" if all_ else "public", after=after, limit=LINES)
    return match_page(
        match_admin,
        request,
        "admin/replay/log.html",
        match,
        _("Log"),
        lines=wording.lines(speech_of(rules_for(match), match), events),
        sees_all=all_,
        is_disclosed=is_disclosed(match),
        may_audit=may_see_all(match, request.user) and not is_disclosed(match),
        form=form,
        after=after,
        before=max(-1, after - LINES) if after > -1 else None,
        following=after + LINES if after + LINES < match.version else None,
    )


def position_page(match_admin: MatchAdmin, request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the position after an event to a viewer of the operator's choice: spectators, a seat, or everything."""
    match = begun(match_admin, request, match_id)
    if match is None:
        return match_admin.missing(request, match_id)
    seq = _number(request, "at", match.version, 0, match.version)
    seats = match.seats.count()
    viewer = _viewer(request, seats, "audit" if is_disclosed(match) else "public")
    form = ReasonForm(request.POST or None)
    if viewer != "public" and not _sees_all(request, match, seq, f"view of {viewer}", form):
        viewer = "public"
    rules = rules_for(match)
    seen = view_at(match, seq, viewer)
    speech = speech_of(rules, match)
    (line,) = wording.lines(speech, shown_events(match, viewer, after=seq - 1, limit=1))
    return match_page(
        match_admin,
        request,
        "admin/replay/position.html",
        match,
        _("Position"),
        seq=seq,
        viewer=str(viewer),
        viewers=_viewers(named_by_sign(speech.players)),
        line=line,
        prompts=[wording.prompt(speech, prompt) for prompt in seen.prompts],
        outcome=None if seen.outcome is None else wording.part(rules, msgspec.to_builtins(seen.outcome)),
        board=draw_board(speech, seen, near_seat(match, viewer, None), *changes_of(rules, match, seen, viewer)),
        is_disclosed=is_disclosed(match),
        may_audit=may_see_all(match, request.user) and not is_disclosed(match),
        form=form,
    )


def may_see_all(match: Match, operator: Player) -> bool:
    """Whether the operator may see everything: the match is disclosed, or they audit it and hold no seat in it."""
    try:
        return viewer_for(match, operator, "audit") == "audit"
    except ServiceError:
        return False


def _sees_all(request: HttpRequest, match: Match, seq: int, what: str, form: ReasonForm) -> bool:
    """Whether this request shows everything. If the match is not disclosed, it needs a reason and is recorded."""
    if is_disclosed(match):
        return True
    if request.method != "POST":
        return False
    if not may_see_all(match, request.user) or not form.is_valid():
        raise PermissionDenied
    record_audit_read(match_id=match.pk, reader=request.user, seq=seq, what=what, reason=form.cleaned_data["reason"])
    return True


def _number(request: HttpRequest, name: str, default: int, least: int, most: int) -> int:
    given = request.POST.get(name) or request.GET.get(name) or ""
    number = int(given) if given.lstrip("-").isascii() and given.lstrip("-").isdigit() else default
    return max(least, min(most, number))


def _viewer(request: HttpRequest, seats: int, default: Viewer) -> Viewer:
    given = request.POST.get("as") or request.GET.get("as") or ""
    if given in ("public", "audit"):
        return given  # type: ignore[return-value]
    return int(given) if given in map(str, range(seats)) else default


def _viewers(seats: list[str]) -> list[tuple[str, str]]:
    everyone = [(str(seat), name) for seat, name in enumerate(seats)]
    return [("public", _("Spectators")), *everyone, ("audit", _("Auditors"))]


extend(
    Match,
    Extension(
        pages=(
            Page("<uuid:match_id>/log/", "replay_match_log", log_page, ("matches.view_match",)),
            Page("<uuid:match_id>/look/", "replay_match_look", position_page, ("matches.view_match",)),
        )
    ),
)
