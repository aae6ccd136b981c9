"""Phrases between the players of a match: a few, by code, and no free text.

Only the players of the match can read them, during and after the match. They are not events: the game does not depend
on them. A player can mute them, and none are delivered if one player has blocked the other.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from common.text.errors import ServiceError
from matches.limits import MOST_PHRASES, MOST_PHRASES_A_MINUTE
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import Match, Phrase, PhraseMute, Seat
from matches.selectors.access import seat_of
from matches.selectors.blocks import kept_apart
from matches.services.match_notices import tell_phrase
from players.models import Player
from players.services import hold_players
from rules.engine import Names

PHRASES: dict[str, Names] = {
    "hello": {"ja": "こんにちは", "en": "Hello"},
    "good_luck": {"ja": "よろしくお願いします", "en": "Good luck"},
    "nice_move": {"ja": "いい手ですね", "en": "Nice move"},
    "oops": {"ja": "しまった", "en": "Oops"},
    "one_moment": {"ja": "少々お待ちください", "en": "One moment, please"},
    "sorry": {"ja": "すみません", "en": "Sorry"},
    "thank_you": {"ja": "ありがとうございます", "en": "Thank you"},
    "good_game": {"ja": "いい対戦でした", "en": "Good game"},
    "have_to_go": {"ja": "失礼します", "en": "I have to go"},
}
AT_ONCE = timedelta(minutes=1)
SAID_AFTER = timedelta(hours=1)
"""How long after the end of a match players may still send phrases."""


def say_phrase(*, match: Match, player: Player, code: str) -> Phrase:
    """Send one of `PHRASES` to the other players.

    Raises ServiceError `not_your_seat`, `match_not_started`, `match_over`, `too_fast`, `too_many_phrases`.
    """
    seat = seat_of(match, player)
    if seat is None:
        raise ServiceError("not_your_seat")
    with writing():
        hold_players([player.pk])
        now = read_database_clock().moment
        _check_open(match, now)
        phrases = Phrase.objects.filter(match_id=match.pk, player=player)
        if phrases.count() >= MOST_PHRASES:
            raise ServiceError("too_many_phrases", most=MOST_PHRASES)
        if Phrase.objects.filter(player=player, at__gt=now - AT_ONCE).count() >= MOST_PHRASES_A_MINUTE:
            raise ServiceError("too_fast", retry_after=int(AT_ONCE.total_seconds()))
        phrase = Phrase.objects.create(match_id=match.pk, seat=seat, player=player, code=code, at=now)
        listeners = _listeners(match, player)
        tell_phrase(match.pk, seat, code, listeners)
    return phrase


def _check_open(match: Match, now: datetime) -> None:
    if match.status == Match.Status.LOBBY:
        raise ServiceError("match_not_started")
    if match.version < 0 or (match.ended_at is not None and match.ended_at < now - SAID_AFTER):
        raise ServiceError("match_over")


def _listeners(match: Match, player: Player) -> list[int]:
    """The other players' accounts that want this player's phrases."""
    others = {seat.player_id for seat in match.seats.all() if seat.player_id is not None} - {player.pk}
    muted = set(PhraseMute.objects.filter(player__in=others).values_list("player_id", flat=True))
    apart = kept_apart({*others, player.pk})
    return sorted(other for other in others - muted if (other, player.pk) not in apart)


def phrases_for(match: Match, player: Player) -> QuerySet[Phrase]:
    """The phrases of a match in order, without others' phrases if the player has muted them or a block applies.

    Raises ServiceError `not_your_seat`.
    """
    if seat_of(match, player) is None:
        raise ServiceError("not_your_seat")
    phrases = Phrase.objects.filter(match_id=match.pk).order_by("id")
    if wants_none(player):
        return phrases.filter(player=player)
    seated = {seat.player_id for seat in match.seats.all() if seat.player_id is not None}
    apart = [other for one, other in kept_apart(seated) if one == player.pk]
    return phrases.exclude(player__in=apart)


def newest_phrase(match_id: UUID, player: Player | None) -> int:
    """The id of the newest phrase, so an open page can tell when there is a new one; 0 for anyone not in the match. One
    query.
    """
    if player is None:
        return 0
    own = Seat.objects.order_by().filter(player=player).values("match_id")
    newest = Phrase.objects.filter(match_id=match_id, match_id__in=own).order_by("-id").values_list("id", flat=True)
    return newest.first() or 0


def wants_none(player: Player) -> bool:
    return PhraseMute.objects.filter(player=player).exists()


def set_muted(*, player: Player, is_muted: bool) -> None:
    """Mute or unmute phrases for the account."""
    with writing():
        if is_muted:
            PhraseMute.objects.get_or_create(player=player)
        else:
            PhraseMute.objects.filter(player=player).delete()
