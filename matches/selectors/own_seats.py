"""An account's seats in its matches, and whether it is to act there."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from uuid import UUID

from matches.models import Match, Seat


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat of the account in a started match, with the state of the match."""

    match_id: UUID
    seat: int
    version: int
    is_over: bool
    is_to_act: bool


_COLUMNS = ("match_id", "index", "match__version", "match__status", "match__to_act")


def seats_at_play(account_id: int) -> list[OwnSeat]:
    """The account's seats in all matches being played."""
    return list(_seats(account_id, match__status=Match.Status.PLAYING))


def seats_in(account_id: int, match_ids: Collection[UUID]) -> list[OwnSeat]:
    return list(_seats(account_id, match_id__in=match_ids)) if match_ids else []


def _seats(account_id: int, **which: object) -> Iterator[OwnSeat]:
    rows = Seat.objects.filter(player_id=account_id, **which).order_by("match_id").values_list(*_COLUMNS)
    for match_id, seat, version, status, to_act in rows:
        yield OwnSeat(match_id, seat, version, status == Match.Status.OVER, seat in to_act)
