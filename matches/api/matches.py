"""Matches: list, open and read them, or continue one from an event."""

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from common.formats import END, NextPage, Options
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.paging import Microseconds, decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, read_body, read_query
from common.http.sparse import SparseQuery, sparse
from common.text.errors import malformed
from decks.api.decks import DeckNamed, DeckSent
from matches import models
from matches.api.match_resource import ChosenVisibility, Damaged, Match, match_list, match_resource
from matches.api.requests import answer_about, answered_once, asker, match_for
from matches.clocks import Clock
from matches.selectors import lists
from matches.services.continuations import USUAL_BOT, Continuation, continue_match
from matches.services.lobby import IDLE_DAYS, open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player

Place = tuple[Microseconds, UUID]
"""Where a page of matches ended: microseconds since 1970, and the id."""


OptionName = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*" + END, max_length=40)]
OptionNumber = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
OptionValues = Annotated[dict[OptionName, bool | OptionNumber | str], Meta(max_length=10)]


class MatchQuery(SparseQuery, frozen=True, forbid_unknown_fields=True):
    ruleset: Annotated[str, Meta(max_length=40)] | None = None
    status: Literal["lobby", "playing", "over"] | None = None
    player: (
        Annotated[str, Meta(max_length=150, description="Only matches played by the player of this name.")] | None
    ) = None
    opponent: (
        Annotated[str, Meta(max_length=150, description="Only your matches against the player of this name.")] | None
    ) = None
    mine: Annotated[bool, Meta(description="Only matches that you opened or play in.")] = False
    my_turn: Annotated[bool, Meta(description="Only matches that wait for your decision.")] = False
    open: Annotated[bool, Meta(description="Only lobbies with a seat open to everyone.")] = False
    opened_by: (
        Annotated[str, Meta(max_length=150, description="Only matches opened by the player of this name.")] | None
    ) = None
    rated: Annotated[bool | None, Meta(description="Only rated matches, or only unrated ones.")] = None
    options: (
        Annotated[
            str,
            Meta(max_length=500, description="Only matches with these options: a JSON object of values by name."),
        ]
        | None
    ) = None
    limit: Limit = 20
    cursor: Cursor | None = None


class MatchList(Struct, frozen=True):
    """Matches, newest first."""

    results: list[Match]
    next: NextPage
    damaged: Damaged = UNSET


class OwnSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="me"):
    """Your own seat. With `ready` you need not join, and add no entropy."""

    deck: DeckNamed | None = None
    ready: Annotated[bool, Meta(description="Join at once.")] = False


class InvitedSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="invited"):
    """A seat for a player that you invite."""

    player: Annotated[str, Meta(min_length=1, max_length=150, description="Account name of the invited player.")]


class OpenSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open"):
    """A seat for anyone who joins."""


class BotSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bot"):
    """A seat for a house bot; `GET bots` lists them."""

    bot: Annotated[str, Meta(description="Name of a house bot.")]
    deck: DeckNamed | None = None


class MatchInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to open. Send only options that differ from the defaults."""

    ruleset: str
    seats: Annotated[
        list[OwnSeat | InvitedSeat | OpenSeat | BotSeat],
        Meta(min_length=1, max_length=8, description="In seating order."),
    ]
    options: Options = {}
    clock: Annotated[Clock | None, Meta(description="Time control; null for an untimed match.")] = None
    visibility: ChosenVisibility = "public"
    rated: Annotated[
        bool,
        Meta(
            description="Whether it counts for ratings. A rated match must be public, have a clock and use one of the "
            "ruleset's `option_sets`. It can't have house bots or two accounts with the same owner. Seats are random."
        ),
    ] = False
    idle_days: Annotated[int, Meta(ge=1, le=60)] = IDLE_DAYS
    """An untimed match closes when nothing has happened for this many days."""


class MatchesView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_matches",
        "List the matches you may see, newest first",
        tag="matches",
        scope="read",
        query=MatchQuery,
        answers={200: MatchList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, MatchQuery)
        player = asker(request)
        if player is None and (query.mine or query.my_turn or query.opponent is not None):
            raise NotAuthenticated
        found = lists.filtered_matches(
            player,
            ruleset=query.ruleset,
            status=query.status,
            with_player=query.player,
            opponent=query.opponent,
            mine=query.mine,
            my_turn=query.my_turn,
            is_open=query.open,
            opened_by=query.opened_by,
            is_rated=query.rated,
            options=_read_options(query.options),
            before=None if query.cursor is None else decode_cursor(query.cursor, Place),
        )
        page, following = page_of(request, found, limit=query.limit, after=_after)
        shown, damaged = match_list(page, player)
        return answer(sparse(MatchList(shown, following, damaged), query.fields))

    @operation(
        "open_match",
        "Open a match",
        "The answer has the `seed_commitment`; players who join after that may add `entropy`. The match starts when "
        "all seats are ready. Bots are ready at once. You are ready when you join, or with `ready` if you add no "
        "entropy. Send no deck if the ruleset's `builds_decks` is false, or for a seat that shares another's deck.",
        tag="matches",
        scope="play",
        body=MatchInput,
        answers={201: Match},
        refuses={
            401: "not_signed_in",
            404: "unknown_ruleset",
            409: "too_many_matches player_unavailable",
            422: "bad_setup",
        },
        keyed=True,
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, MatchInput)
        plans = [_plan(seat, request.user) for seat in sent.seats]
        return answered_once(
            request,
            201,
            lambda: open_match(
                ruleset=sent.ruleset,
                options=sent.options,
                seats=plans,
                created_by=request.user,
                clock=None if sent.clock is None else msgspec.to_builtins(sent.clock),
                visibility=sent.visibility,
                is_rated=sent.rated,
                idle_days=sent.idle_days,
            ),
        )


def _read_options(sent: str | None) -> dict[str, Any]:
    """The options to filter by. Raises ServiceError `malformed_request`."""
    if sent is None:
        return {}
    try:
        return msgspec.json.decode(sent, type=OptionValues)
    except msgspec.MsgspecError as error:
        accepted = msgspec.json.schema(OptionValues)
        raise malformed("options_not_json", place={"parameter": "options"}, accepted=accepted) from error


def _plan(seat: OwnSeat | InvitedSeat | OpenSeat | BotSeat, player: Player) -> SeatPlan:
    match seat:
        case OwnSeat(deck, ready):
            return SeatPlan(kind="player", player=player, deck=deck_brought(deck), is_ready=ready)
        case InvitedSeat(name):
            return SeatPlan(kind="invited", invited=name)
        case BotSeat(name, deck):
            return SeatPlan(kind="bot", bot=name, deck=deck_brought(deck))
        case OpenSeat():
            return SeatPlan(kind="open")


def deck_brought(sent: DeckSent | str | None) -> dict[str, Any] | str | None:
    return {"cards": sent.cards} if isinstance(sent, DeckSent) else sent


def _after(match: models.Match) -> dict[str, Any]:
    return {"cursor": encode_cursor(*lists.place_of(match))}


class MatchView(ApiView):
    @operation(
        "read_match",
        "Read a match: its seats, clocks and outcome",
        tag="matches",
        scope="read",
        query=SparseQuery,
        answers={200: Match},
        refuses={404: "not_found"},
        kept=True,
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, SparseQuery)
        match = match_for(request, match_id)
        return answer_about(request, match, sparse(match_resource(match, asker(request)), query.fields))


class ContinuationInput(Struct, frozen=True, forbid_unknown_fields=True):
    """The event to continue from, your seat, and the bot."""

    seq: Annotated[int, Meta(ge=0, le=2_000_000_000, description="The event to continue from.")]
    seat: Annotated[
        Annotated[int, Meta(ge=0, le=7)] | None, Meta(description="Your seat; null for the first one that must decide.")
    ] = None
    bot: Annotated[str, Meta(max_length=60, description="The house bot in all other seats.")] = USUAL_BOT


class ContinuationsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "continue_match",
        "Practise from an event of a disclosed match, against house bots",
        "Opens a practice match with the position after that event. From there on it has its own random events. It has "
        "no clock and is private. It counts nowhere: not in lists, searches, statistics or ratings. Its event 0 has "
        "`continues`. Ruleset version, cards, options and decks are those of the original match.",
        tag="matches",
        scope="play",
        body=ContinuationInput,
        answers={201: Match},
        refuses={
            400: "unknown_version",
            401: "not_signed_in",
            404: "not_found",
            409: "match_not_over not_disclosed deal_not_closed nothing_to_continue continued_too_often "
            "too_many_matches",
            422: "bad_setup",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        sent = read_body(request._request, ContinuationInput)
        match = match_for(request, match_id)
        wanted = Continuation(seq=sent.seq, seat=sent.seat, bot=sent.bot)
        return answered_once(request, 201, lambda: continue_match(match=match, player=request.user, wanted=wanted))
