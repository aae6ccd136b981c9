"""Shared parts of the admin pages that look back at a match."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.template.response import TemplateResponse

from matches.admin.labels import seat_holder, seat_holder_link
from matches.admin.matches import MatchAdmin
from matches.models import Match, Seat
from matches.pages.drawing import named_seat
from replay.admin.verdict_labels import verdict_context
from replay.stored_logs import has_log


def begun(match_admin: MatchAdmin, request: HttpRequest, match_id: UUID) -> Match | None:
    """The match if it has a log, whatever its row says, or None."""
    match = match_admin.match_for(request, match_id)
    return match if match is not None and (match.version >= 0 or has_log(match_id)) else None


def match_page(
    match_admin: MatchAdmin, request: HttpRequest, template: str, match: Match, title: str, **context: Any
) -> TemplateResponse:
    """Render a page with the players by seat and the verdict on the match."""
    holders = [_holder(seat) for seat in match.seats.all()]
    verdict = None if "report" in context else verdict_context(match)
    return match_admin.page(request, template, title, match=match, holders=holders, verdict=verdict, **context)


def _holder(seat: Seat) -> str:
    return seat_holder_link(seat, named_seat(seat.index, seat_holder(seat)))


def uuid_or_none(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
