"""Writing, sharing and deleting one's notes at events of one's own matches."""

from common.text.errors import ServiceError
from matches.limits import MOST_NOTES
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import EventNote, Match
from matches.selectors.access import seat_of
from players.models import Player
from players.services import hold_players


def write_note(*, match: Match, player: Player, seq: int, text: str, is_shared: bool) -> EventNote:
    """The player's note at an event, in place of the one that he has there.

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
    """Raises ServiceError `not_your_seat`, `not_found`."""
    _check_own(match, player)
    with writing():
        deleted, _ = EventNote.objects.filter(match=match, player=player, seq=seq).delete()
    if not deleted:
        raise ServiceError("not_found")


def _check_own(match: Match, player: Player) -> None:
    if seat_of(match, player) is None:
        raise ServiceError("not_your_seat")
