"""Template tag: the notes of a match, on the pages that show its events."""

from typing import Any

from django import template
from django.template import RequestContext

from matches.models import Match
from matches.pages.views import player_of
from matches.selectors.access import is_disclosed, seat_of
from matches.services.notes import notes_of

register = template.Library()


@register.inclusion_tag("matches/notes.html", takes_context=True)
def match_notes(context: RequestContext, match: Match, event: int) -> dict[str, Any]:
    """The notes that the reader may see, and a form for their own note at an event."""
    request = context["request"]
    player = player_of(request)
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "match": match,
        "event": event,
        "notes": list(notes_of(match, player)),
        "reader": player,
        "may_write": seat_of(match, player) is not None,
        "is_disclosed": is_disclosed(match),
    }
