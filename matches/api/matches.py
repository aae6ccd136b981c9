"""Opening, joining, leaving and reading matches."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from cards.engine import Viewer
from cards.http.answering import ApiView, answer
from cards.http.description import operation
from cards.http.paging import Microseconds, decode_cursor, encode_cursor, next_page
from cards.http.reading import body_of, idempotency_key, read_body, read_query
from decks.shapes import DeckSent
from matches.api.shapes import (
    Aborting,
    Bot,
    Invited,
    Joining,
    Leaving,
    MatchList,
    MatchQuery,
    Me,
    NewMatch,
    Open,
    ViewQuery,
)
from matches.models import Match
from matches.players.models import Player
from matches.refusals import Refusal
from matches.selectors import access, lists
from matches.selectors.lists import LegalActions, MatchShown
from matches.services.idempotency import Answer, once
from matches.services.lobby import SeatPlan, join_match, leave_match, open_match
from matches.services.play import abort_match, expire_clock, record_audit_read

Place = tuple[Microseconds, UUID]
"""Where a page of matches ended: microseconds since 1970, and the id."""
VIEW = {"$ref": "#/components/schemas/View"}


# What several views need


def asker(request: Request) -> Player | None:
    return request.user if request.user.is_authenticated else None


def match_for(request: Request, match_id: UUID) -> Match:
    """The match as it stands now: a clock that has run out is enforced before anybody reads on. Raises Refusal."""
    player = asker(request)
    match = lists.find_match(match_id, player)
    if lists.is_late(match) and expire_clock(match_id=match_id):
        match = lists.find_match(match_id, player)
    return match


def audited(request: Request, match: Match, viewer: Viewer, seq: int, what: str = "view") -> None:
    """Whoever sees everything of a match that is not disclosed is put on record before he sees it."""
    if viewer == "audit" and not access.is_disclosed(match):
        record_audit_read(match_id=match.pk, reader=request.user, seq=seq, what=what)


def shown(match_id: UUID, player: Player | None) -> MatchShown:
    return lists.match_shown(lists.load_match(match_id), player, reverse("api-match", args=[match_id]))


def answered_once(request: Request, status: int, do: Callable[[], Match | UUID]) -> HttpResponse:
    """Carry out a request that makes no event, once for each key; the answer is the match."""

    def carry_out() -> Answer:
        match = do()
        match_id = match.pk if isinstance(match, Match) else match
        return Answer(status, msgspec.json.encode(shown(match_id, request.user)))

    sent = b"\n".join([(request.method or "").encode(), request.path.encode(), body_of(request._request)])
    given = once(player=request.user, key=idempotency_key(request._request), request=sent, do=carry_out)
    response = answer(given.body, given.status)
    if status == 201:
        response["Location"] = msgspec.json.decode(given.body, type=_Placed).url
    return response


class _Placed(msgspec.Struct):
    url: str


# The collection


class MatchesView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_matches",
        "Matches that one may see, newest first",
        tag="matches",
        query=MatchQuery,
        answers={200: MatchList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, MatchQuery)
        player = asker(request)
        if player is None and (query.mine or query.my_turn):
            raise NotAuthenticated
        found = lists.filtered_matches(
            player,
            ruleset=query.ruleset,
            status=query.status,
            with_player=query.player,
            mine=query.mine,
            my_turn=query.my_turn,
            before=None if query.cursor is None else decode_cursor(query.cursor, Place),
        )
        page = list(found[: query.limit + 1])
        more = len(page) > query.limit
        page = page[: query.limit]
        following = next_page(request, cursor=encode_cursor(*lists.place_of(page[-1]))) if more else None
        urls = [reverse("api-match", args=[match.pk]) for match in page]
        return answer(MatchList(lists.matches_shown(page, player, urls), following))

    @operation(
        "open_match",
        "Open a match",
        "The answer has the `seed_commitment`; whoever joins after that may add `entropy`. The match starts when all "
        "seats are ready: bots are at once, oneself by joining, or by `ready` if one gives no entropy. Where "
        "`builds_decks` is false nobody sends a deck, nor does a seat that shares the deck of another.",
        tag="matches",
        body=NewMatch,
        example={
            "ruleset": "battle_line",
            "seats": [{"kind": "me", "ready": True}, {"kind": "bot", "bot": "greedy"}],
            "clock": {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5},
        },
        answers={201: MatchShown},
        refuses={401: "not_signed_in", 404: "unknown_ruleset", 422: "bad_setup key_reused"},
        keyed=True,
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, NewMatch)
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
            ),
        )


def _plan(seat: Me | Invited | Open | Bot, player: Player) -> SeatPlan:
    match seat:
        case Me(deck, ready):
            return SeatPlan(kind="player", player=player, deck=_deck(deck), is_ready=ready)
        case Invited(name):
            return SeatPlan(kind="invited", invited=name)
        case Bot(name, deck):
            return SeatPlan(kind="bot", bot=name, deck=_deck(deck))
        case Open():
            return SeatPlan(kind="open")


def _deck(sent: DeckSent | str | None) -> dict[str, Any] | str | None:
    return {"cards": sent.cards} if isinstance(sent, DeckSent) else sent


# One match


class MatchView(ApiView):
    @operation(
        "read_match",
        "A match: its seats, clocks and outcome",
        tag="matches",
        answers={200: MatchShown},
        refuses={404: "not_found"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        match = match_for(request, match_id)
        return answer(lists.match_shown(match, asker(request), reverse("api-match", args=[match_id])))


class JoinView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "join_match",
        "Take a seat and be ready",
        "One's own seat, the one that one is invited to, or an open one. The last to be ready starts the match.",
        tag="matches",
        body=Joining,
        example={"entropy": "I like dice"},
        answers={200: MatchShown},
        refuses={
            401: "not_signed_in",
            404: "not_found",
            409: "seat_taken already_seated match_started match_over",
            422: "bad_setup key_reused",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        sent = read_body(request._request, Joining)
        return answered_once(
            request,
            200,
            lambda: join_match(
                match_id=match_id, player=request.user, deck=_deck(sent.deck), entropy=sent.entropy, seat=sent.seat
            ),
        )


REFUSES_BEFORE_THE_START = {
    401: "not_signed_in",
    403: "not_your_seat",
    404: "not_found",
    409: "match_started match_over",
    422: "key_reused",
}


class LeaveView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "leave_match",
        "Give one's seat back before the start, or decline an invitation",
        tag="matches",
        body=Leaving,
        answers={200: MatchShown},
        refuses=REFUSES_BEFORE_THE_START,
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        read_body(request._request, Leaving)
        return answered_once(request, 200, lambda: leave_match(match_id=match_id, player=request.user))


class AbortView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "abort_match",
        "Close a lobby, or consent to ending the match; nobody wins",
        "A lobby is closed at once, by whoever opened it or sits in it. After the start the consent of one's seat is "
        "noted in `abort_consents`, and the match is aborted when all seats have consented. Bots consent as soon as a "
        "person has acted. An action of one's seat takes its consent back. Who has waited a day for a decision without "
        "a clock aborts alone. What was hidden in an aborted match stays hidden; `note` of the request that ends it "
        "stands in the log.",
        tag="matches",
        body=Aborting,
        answers={200: MatchShown},
        refuses={
            401: "not_signed_in",
            403: "not_your_seat",
            404: "not_found",
            409: "match_over",
            422: "key_reused",
        },
        keyed=True,
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        sent = read_body(request._request, Aborting)
        match_for(request, match_id)

        def abort() -> UUID:
            abort_match(match_id=match_id, player=request.user, note=sent.note)
            return match_id

        return answered_once(request, 200, abort)


class ViewView(ApiView):
    @operation(
        "read_view",
        "What is on the table",
        "As one's own seat sees it, or the public. `version` is what to send back with an action.",
        tag="matches",
        query=ViewQuery,
        answers={200: VIEW},
        refuses={
            403: "not_your_seat not_allowed",
            404: "not_found",
            409: "match_not_started match_not_over not_disclosed",
        },
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, ViewQuery)
        match = match_for(request, match_id)
        viewer = access.viewer_for(match, asker(request), query.as_)
        seen = lists.match_view(match=match, viewer=viewer)
        audited(request, match, viewer, seen.version)
        return answer(seen)


class LegalActionsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_legal_actions",
        "All that my seat may send now",
        "Each `action` is ready to be sent back together with `version`.",
        tag="matches",
        answers={200: LegalActions},
        refuses={401: "not_signed_in", 403: "not_your_seat", 404: "not_found", 409: "match_not_started"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        match = match_for(request, match_id)
        seat = access.seat_of(match, request.user)
        if seat is None:
            raise Refusal("not_your_seat")
        return answer(lists.legal_actions_of(match=match, seat=seat))
