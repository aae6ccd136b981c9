"""Turns of correspondence matches whose players want an e-mail about them and have not got one."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef

from matches.models import Match, Seat
from matches.selectors.lists import IsMember
from players.models import AccessToken, TurnMail


@dataclass(frozen=True)
class UnmailedTurn:
    """A seat to act whose player is not active."""

    match_id: UUID
    seat: int
    player_id: int
    times: Any
    """The clocks of the match, as stored in the row."""


def unmailed_turns(*, quiet_since: datetime, limit: int) -> list[UnmailedTurn]:
    """Turns to mail: since `quiet_since`, nothing happened in the match and none of the player's tokens was used."""
    listening = AccessToken.objects.filter(user=OuterRef("player"), last_used_at__gt=quiet_since)
    looked = TurnMail.objects.filter(
        match_id=OuterRef("match_id"), seat=OuterRef("index"), looked_at__gte=OuterRef("match__updated_at")
    )
    found = Seat.objects.order_by("match__updated_at", "pk").filter(
        ~Exists(listening),
        ~Exists(looked),
        IsMember(F("match__to_act"), F("index")),
        player__wants_turn_mail=True,
        player__is_active=True,
        player__email_confirmed_at__isnull=False,
        match__status=Match.Status.PLAYING,
        match__clock__type="correspondence",
        match__updated_at__lt=quiet_since,
    )
    return [UnmailedTurn(*row) for row in found.values_list("match_id", "index", "player_id", "match__times")[:limit]]
