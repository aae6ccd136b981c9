"""What waits for an account: decisions against people, seats to take, challenges to answer."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from matches.log.database_clock import DatabaseNow
from matches.models import Challenge, Match, Seat
from players.models import Player

MOST = 20
"""Of each kind. The lists show the rest."""


@dataclass(frozen=True)
class WaitingMatch:
    """A match that waits for the account's decision, or for it to join; `kind` says which."""

    kind: str
    match_id: UUID
    ruleset: str
    opponent: str
    """The other person's name in a match of two seats; otherwise empty."""


@dataclass(frozen=True)
class WaitingChallenge:
    """A challenge to the account."""

    challenger: str
    ruleset: str


@dataclass(frozen=True)
class Waiting:
    matches: list[WaitingMatch]
    challenges: list[WaitingChallenge]

    def __bool__(self) -> bool:
        return bool(self.matches or self.challenges)


def waiting_for(player: Player) -> Waiting:
    """All that waits for the player, in two queries. Matches against house bots only are left out."""
    return Waiting(_matches(player), _challenges(player))


def _matches(player: Player) -> list[WaitingMatch]:
    """Matches in which the player is called or invited, is the last one not ready, or is to decide."""
    others = Seat.objects.order_by().filter(match=OuterRef("match")).exclude(index=OuterRef("index"))
    asked = Q(kind__in=[Seat.Kind.CALLED, Seat.Kind.INVITED])
    last = Q(kind=Seat.Kind.PLAYER, is_ready=False) & ~Exists(others.filter(is_ready=False))
    people = others.filter(player__isnull=False)
    third = Seat.objects.order_by().filter(match=OuterRef("match"), index__gt=1)
    opponent = people.filter(~Exists(third), player__deleted_at=None).values("player__username")
    found = _own(player).filter(
        Q(match__status=Match.Status.LOBBY) & (asked | last) | Q(match__status=Match.Status.PLAYING) & Exists(people)
    )
    rows = found.order_by("match__answer_by", "match_id").values_list(
        "kind", "index", "match_id", "match__ruleset", "match__status", "match__to_act", Subquery(opponent[:1])
    )
    return [
        WaitingMatch(_kind(kind, status), match_id, ruleset, name or "")
        for kind, seat, match_id, ruleset, status, to_act, name in rows
        if status == Match.Status.LOBBY or (isinstance(to_act, list) and seat in to_act)
    ][:MOST]


def _own(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player, match__status__in=[Match.Status.LOBBY, Match.Status.PLAYING])


def _kind(kind: str, status: str) -> str:
    if status == Match.Status.PLAYING:
        return "turn"
    return kind if kind in (Seat.Kind.CALLED, Seat.Kind.INVITED) else "ready"


def _challenges(player: Player) -> list[WaitingChallenge]:
    found = Challenge.objects.filter(opponent=player, status=Challenge.Status.OPEN)
    found = found.filter(expires_at__gt=DatabaseNow()).order_by("created_at")
    rows = found.annotate(by=F("challenger__username")).values_list("by", "ruleset")[:MOST]
    return [WaitingChallenge(*row) for row in rows]
