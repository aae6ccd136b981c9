"""Players: profiles, results, ratings, leaderboards, and the accounts that you have blocked."""

from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from msgspec import UNSET, Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Id, Moment, NextPage, SeatNumber
from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, read_query
from common.replica import still_listed
from common.timestamps import rfc3339
from matches import models
from matches.api.match_resource import Damaged, Player, match_url, player_resource, readable_list
from matches.api.requests import asker
from matches.selectors.blocks import blocks_of
from matches.selectors.profiles import find_player, finished_matches, leaderboard, rating_changes, result_of
from matches.services.blocks import block_player, unblock_player
from players.models import Rating as StoredRating
from players.models import RatingChange as StoredChange
from players.ratings import SURE_SIGMA, shown_deviation, shown_rating
from rules.registry import newest_version

Ruleset = Annotated[str, Meta(max_length=40)]
Place = tuple[
    Annotated[int, Meta(ge=0, le=2**31)],
    Annotated[int, Meta(ge=-(2**62), le=2**62)],
    Annotated[int, Meta(ge=0, le=2**62)],
]
"""Where a page of a leaderboard ended: rank, mean, and primary key of the player."""


class Rating(Struct, frozen=True):
    """A player's strength in one game. New players start at 1500. Leaderboards omit provisional ratings."""

    ruleset: str
    rating: int
    deviation: Annotated[int, Meta(description="How uncertain the rating is.")]
    is_provisional: Annotated[bool, Meta(description="Whether the rating is still uncertain.")]
    wins: int
    draws: int
    losses: int


class Profile(Struct, frozen=True):
    """A player's public profile."""

    player: Player
    joined_at: Moment
    ratings: Annotated[list[Rating], Meta(description="One for each game played.")]
    url: str
    results_url: str


class Holder(Struct, frozen=True):
    """The player or house bot in a seat."""

    seat: SeatNumber
    player: Annotated[Player | None, Meta(description="Account in this seat; null if there is none.")]
    bot: Annotated[str | None, Meta(description="Name and version of the house bot here; null if there is none.")]


class RatingChange(Struct, frozen=True):
    """The rating before and after a match, with deviations."""

    before: int
    deviation_before: int
    after: int
    deviation_after: int


class Result(Struct, frozen=True):
    """How a match ended for a player. `rating` is null unless the match is rated and already counted."""

    match: Id
    url: str
    ruleset: str
    rated: bool
    seat: SeatNumber
    others: Annotated[list[Holder], Meta(description="The other seats.")]
    result: Literal["win", "draw", "loss", "aborted"]
    reason: str
    ended_at: Moment
    rating: RatingChange | None


class ResultList(Struct, frozen=True):
    """Results of matches, those opened last first."""

    results: list[Result]
    next: NextPage
    damaged: Damaged = UNSET


class Ranked(Struct, frozen=True):
    """A place in a leaderboard."""

    rank: int
    player: Player
    rating: int
    deviation: Annotated[int, Meta(description="How uncertain the rating is.")]
    wins: int
    draws: int
    losses: int


class Leaderboard(Struct, frozen=True):
    """Players, strongest first."""

    results: list[Ranked]
    next: NextPage


class ResultQuery(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: Ruleset | None = None
    rated: Annotated[bool, Meta(description="Only rated matches, or only unrated ones.")] | None = None
    limit: Limit = 20
    cursor: Cursor | None = None


class BoardQuery(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Limit = 50
    cursor: Cursor | None = None


class ProfileView(ApiView):
    @operation(
        "read_player",
        "Read a player's profile and ratings",
        tag="players",
        scope="read",
        answers={200: Profile},
        refuses={404: "not_found"},
    )
    def get(self, request: Request, player_id: UUID) -> HttpResponse:
        player = find_player(player_id)
        return answer(
            Profile(
                player=player_resource(player),
                joined_at=rfc3339(player.date_joined),
                ratings=[_rating(rating) for rating in player.ratings.all()],
                url=reverse("api-profile", args=[player_id]),
                results_url=reverse("api-results", args=[player_id]),
            )
        )


class ResultsView(ApiView):
    @operation(
        "list_results",
        "List a player's results",
        "Covers all public matches that are over.",
        tag="players",
        scope="read",
        query=ResultQuery,
        answers={200: ResultList},
        refuses={404: "not_found"},
    )
    def get(self, request: Request, player_id: UUID) -> HttpResponse:
        query = read_query(request._request, ResultQuery)
        player = find_player(player_id)
        before = None if query.cursor is None else decode_cursor(query.cursor, tuple[UUID])[0]
        found = finished_matches(player, asker(request), ruleset=query.ruleset, rated=query.rated, before=before)
        page, following = page_of(request, found, limit=query.limit, after=_after)
        changes = rating_changes(player, page)
        shown, damaged = readable_list(
            (match.pk, lambda match=match: _result(match, player.pk, changes.get(match.pk)))  # type: ignore[misc]
            for match in page
        )
        return answer(ResultList(shown, following, damaged))


class LeaderboardView(ApiView):
    @operation(
        "read_leaderboard",
        "Read the leaderboard of a game",
        tag="players",
        scope="read",
        query=BoardQuery,
        answers={200: Leaderboard},
        refuses={404: "unknown_ruleset"},
    )
    def get(self, request: Request, ruleset: str) -> HttpResponse:
        query = read_query(request._request, BoardQuery)
        newest_version(ruleset)
        rank, *place = (0,) if query.cursor is None else decode_cursor(query.cursor, Place)
        found = leaderboard(ruleset, after=(place[0], place[1]) if place else None)
        ranks = {}

        def after(rating: StoredRating) -> dict[str, str]:
            return {"cursor": encode_cursor(ranks[rating.pk], rating.mu, rating.player_id)}

        rows = list(found[: query.limit + 1])
        ranks = {rating.pk: rank + number for number, rating in enumerate(rows, start=1)}
        page, following = page_of(request, rows, limit=query.limit, after=after)
        shown = still_listed(found, page)
        return answer(Leaderboard([_ranked(ranks[rating.pk], rating) for rating in shown], following))


def _after(match: models.Match) -> dict[str, str]:
    return {"cursor": encode_cursor(match.pk)}


def _rating(rating: StoredRating) -> Rating:
    return Rating(
        ruleset=rating.ruleset,
        rating=shown_rating(rating.mu),
        deviation=shown_deviation(rating.sigma),
        is_provisional=rating.sigma > SURE_SIGMA,
        wins=rating.wins,
        draws=rating.draws,
        losses=rating.losses,
    )


def _ranked(rank: int, rating: StoredRating) -> Ranked:
    return Ranked(
        rank=rank,
        player=player_resource(rating.player),
        rating=shown_rating(rating.mu),
        deviation=shown_deviation(rating.sigma),
        wins=rating.wins,
        draws=rating.draws,
        losses=rating.losses,
    )


def _result(match: models.Match, player_id: int, change: StoredChange | None) -> Result:
    own = next(seat for seat in match.seats.all() if seat.player_id == player_id)
    return Result(
        match=str(match.pk),
        url=match_url(match.pk),
        ruleset=match.ruleset,
        rated=match.is_rated,
        seat=own.index,
        others=[_holder(seat) for seat in match.seats.all() if seat.pk != own.pk],
        result=result_of(match, own.index),
        reason=match.end_reason,
        ended_at=rfc3339(match.ended_at),
        rating=None if change is None else _rating_change(change),
    )


def _holder(seat: models.Seat) -> Holder:
    return Holder(seat.index, None if seat.player is None else player_resource(seat.player), seat.bot or None)


def _rating_change(change: StoredChange) -> RatingChange:
    return RatingChange(
        before=shown_rating(change.mu_before),
        deviation_before=shown_deviation(change.sigma_before),
        after=shown_rating(change.mu),
        deviation_after=shown_deviation(change.sigma),
    )


class BlockedPlayer(Struct, frozen=True):
    """A player you have blocked. They are not notified."""

    player: Player
    at: Annotated[Moment, Meta(description="When you blocked them.")]


class BlockedPlayerList(Struct, frozen=True):
    """All blocked players, newest first."""

    results: list[BlockedPlayer]


class BlocksView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_blocks",
        "List the players you have blocked",
        tag="players",
        scope="read",
        answers={200: BlockedPlayerList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        found = [BlockedPlayer(player_resource(one.blocked), rfc3339(one.at)) for one in blocks_of(request.user)]
        return answer(BlockedPlayerList(found))


class BlockView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "block_player",
        "Block a player",
        "From then on you exchange no challenges, invitations or phrases, and are not paired or called together. The "
        "blocked player is not notified: to them you are simply unavailable. Running matches continue. Blocking them "
        "again changes nothing.",
        tag="players",
        scope="play",
        answers={204: None},
        refuses={401: "not_signed_in", 403: "not_allowed", 404: "not_found", 409: "too_many_blocks"},
    )
    def put(self, request: Request, player_id: UUID) -> HttpResponse:
        block_player(player=request.user, public_id=player_id)
        return no_content()

    @operation(
        "unblock_player",
        "Unblock a player",
        tag="players",
        scope="play",
        answers={204: None},
        refuses={401: "not_signed_in", 404: "not_found"},
    )
    def delete(self, request: Request, player_id: UUID) -> HttpResponse:
        unblock_player(player=request.user, public_id=player_id)
        return no_content()
