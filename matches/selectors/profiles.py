"""What everyone may read about a player: ratings and results; and the leaderboards."""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Prefetch, Q, QuerySet

from common.replica import list_database
from common.text.errors import ServiceError
from matches.models import Match, Seat
from matches.selectors.access import ABORTED, LISTED
from players.models import Player, Rating, RatingChange
from players.ratings import SURE_SIGMA


def find_player(public_id: UUID) -> Player:
    """A player with their ratings. Raises ServiceError `not_found`, also for a deleted account."""
    found = (
        Player.objects.filter(public_id=public_id, deleted_at=None)
        .select_related("bot_account__owner")
        .prefetch_related(Prefetch("ratings", Rating.objects.order_by("ruleset")))
        .first()
    )
    if found is None:
        raise ServiceError("not_found")
    return found


def finished_matches(
    player: Player, asker: Player | None, *, ruleset: str | None, rated: bool | None, before: UUID | None
) -> QuerySet[Match]:
    """A player's finished, listed matches, the last opened first; no playtests, practice or closed lobbies.

    Players read their own from the primary. For others, see common/replica.py.
    """
    sat = Seat.objects.order_by().filter(player=player).values("match")
    found = Match.objects.filter(LISTED, pk__in=sat, status=Match.Status.OVER, version__gte=0, is_imported=False)
    found = found.filter(card_set__is_playtest=False, continues__isnull=True)
    if ruleset is not None:
        found = found.filter(ruleset=ruleset)
    if rated is not None:
        found = found.filter(is_rated=rated)
    if before is not None:
        found = found.filter(pk__lt=before)
    people = Prefetch("seats__player", Player.objects.select_related("bot_account__owner"))
    found = found.defer("snapshot").prefetch_related(people).order_by("-pk")
    return found.using(DEFAULT_DB_ALIAS if player == asker else list_database())


def rating_changes(player: Player, matches: Sequence[Match]) -> dict[UUID, RatingChange]:
    """The changes of the player's rating by these matches, by match."""
    found = RatingChange.objects.filter(player=player, match_id__in=[match.pk for match in matches if match.is_rated])
    return {change.match_id: change for change in found}


def result_of(match: Match, seat: int) -> Literal["win", "draw", "loss", "aborted"]:
    """How a finished match ended for a seat."""
    if match.end_reason == ABORTED:
        return "aborted"
    winners = match.outcome["winners"]
    if not winners:
        return "draw"
    return "win" if seat in winners else "loss"


def leaderboard(ruleset: str, *, after: tuple[int, int] | None) -> QuerySet[Rating]:
    """The players with a non-provisional rating, the strongest first. `after` is (mu, player) of the last one read."""
    found = Rating.objects.filter(ruleset=ruleset, sigma__lte=SURE_SIGMA, player__is_active=True)
    if after is not None:
        mu, player_id = after
        found = found.filter(mu__lte=mu).exclude(Q(mu=mu) & Q(player_id__lte=player_id))
    return found.select_related("player__bot_account__owner").order_by("-mu", "player_id").using(list_database())
