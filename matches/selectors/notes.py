"""Notes at events of a match, as somebody may read them: his own, and once all is disclosed the shared ones."""

from django.db.models import Q, QuerySet

from matches.models import EventNote, Match
from matches.selectors.access import is_disclosed
from players.models import Player


def notes_of(match: Match, reader: Player | None) -> QuerySet[EventNote]:
    """In the order of the events. While something of the match is hidden a shared note could tell it."""
    own = Q(pk__in=[]) if reader is None else Q(player=reader)
    seen = own | Q(is_shared=True) if is_disclosed(match) else own
    found = EventNote.objects.filter(seen, match=match).select_related("player__bot_account__owner")
    return found.order_by("seq", "updated_at", "pk")
