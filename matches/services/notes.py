"""Notes on events of your own matches: write, share and delete them, and who may read them."""

from django.db.models import Q, QuerySet

from common.text.errors import ServiceError
from matches.limits import MOST_NOTES
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import EventNote, Match
from matches.selectors.access import is_disclosed, seat_of
from players.models import Player
from players.services import hold_players


def notes_of(match: Match, reader: Player | None) -> QuerySet[EventNote]:
    """The notes that the reader may see, in event order. Shared notes stay hidden until the match is disclosed."""
    own = Q(pk__in=[]) if reader is None else Q(player=reader)
    seen = own | Q(is_shared=True) if is_disclosed(match) else own
    found = EventNote.objects.filter(seen, match=match).select_related("player__bot_account__owner")
    return found.order_by("seq", "updated_at", "pk")


def write_note(*, match: Match, player: Player, seq: int, text: str, is_shared: bool) -> EventNote:
    """Write or replace the player's note on an event.

    Raises ServiceError `not_your_seat`, `unknown_version` for an event that has not happened, `too_many_notes`.
    """
    _check_own(match, player)
    if not 0 <= seq <= match.version:
        raise ServiceError("unknown_version", version=match.version)
    with writing():
        hold_players([player.pk])
        others = EventNote.objects.filter(match=match, player=player).exclude(seq=seq)
        if others.count() >= MOST_NOTES:
            raise ServiceError("too_many_notes", most=MOST_NOTES)
        note, _ = EventNote.objects.update_or_create(
            match=match,
            player=player,
            seq=seq,
            defaults={"text": text, "is_shared": is_shared, "updated_at": read_database_clock().moment},
        )
    return note


def delete_note(*, match: Match, player: Player, seq: int) -> None:
    """Delete the player's note on an event. Raises ServiceError `not_your_seat`, `not_found`."""
    _check_own(match, player)
    with writing():
        deleted, _ = EventNote.objects.filter(match=match, player=player, seq=seq).delete()
    if not deleted:
        raise ServiceError("not_found")


def _check_own(match: Match, player: Player) -> None:
    if seat_of(match, player) is None:
        raise ServiceError("not_your_seat")
