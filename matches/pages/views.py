"""Public pages: the home page, and the page to watch a match."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from cards.rulebooks.pages import rules_address
from cards.sets.selectors import rules_of
from common.replica import first_rows
from common.text.errors import ServiceError
from common.text.language import page_language, ruleset_name, ruleset_summary
from matches.log.sql import load_match
from matches.models import Match
from matches.pages.damaged import STATUS_FIELD, VERSION_FIELD, alarms_of, or_damaged, or_damaged_part
from matches.pages.drawing import seat_tag
from matches.pages.people import SIGNS, named_by_sign, players_of
from matches.pages.position import near_seat, position_html, result, speech_of
from matches.pages.requests import bounded, keep_from_robots
from matches.pages.spectating import PUBLIC_POSITIONS, live_address
from matches.selectors.access import is_listed, seat_of, viewer_for
from matches.selectors.lists import filtered_matches, find_match, those_readable, version_of
from matches.selectors.presence import offline_seats
from matches.services.phrases import newest_phrase
from players.models import Player
from rules.engine import Viewer, view
from rules.registry import newest_version, slugs

SHOWN = 8
"""Matches of each kind on the home page."""


@require_safe
@bounded
def home(request: HttpRequest) -> HttpResponse:
    """Live matches, one of them with its board, and matches that have just ended."""
    player = player_of(request)
    playing = first_rows(filtered_matches(player, status="playing"), SHOWN)
    over = first_rows(filtered_matches(player, status="over"), SHOWN)
    live, table = next(_drawable(playing), (None, ""))
    return render(
        request,
        "matches/home.html",
        {
            "games": games_offered(),
            "playing": lines_of(playing),
            "over": lines_of(over),
            "live": live,
            "table": table,
            "table_url": None if live is None else _table_address(live, "public", 0),
        },
    )


def lines_of(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """Each match on one line. Rows that cannot be read are left out."""
    return list(those_readable((match.pk, partial(match_line, match)) for match in matches))


def _drawable(matches: Iterable[Match]) -> Iterator[tuple[Match, str]]:
    """The started matches that can be drawn, with their boards."""
    return those_readable(
        (match.pk, lambda match=match: (match, _table(match, "public", 0)))  # type: ignore[misc]
        for match in matches
        if match.version >= 0
    )


@require_safe
@bounded
@or_damaged
def watch(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A live match, which updates by itself. For a finished match, the result and a link to the replay."""
    match, viewer = _seen(request, match_id)
    near = near_seat(match, viewer, request.GET.get("near"))
    return render(
        request,
        "matches/watch.html",
        {
            "match": match,
            "line": match_line(match),
            "near": near,
            "names": named_by_sign(players_of(match)),
            "table": _table(match, viewer, near),
            "table_url": _table_address(match, viewer, near),
            "alarms": alarms_of(match),
            "is_own": match.version >= 0 and seat_of(match, player_of(request)) is not None,
        },
    )


@require_safe
@bounded
@or_damaged_part
def table(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The newest position alone, for an open page. If the page already has it, the answer is 304 after one look-up."""
    number, status, _draws = _version(request, match_id)
    etag = f'"{number}-{status}"'
    response = HttpResponse(status=304)
    if request.headers.get("If-None-Match") != etag:
        match, viewer = _seen(request, match_id)
        number, status, etag = match.version, match.status, f'"{match.version}-{match.status}"'
        response = HttpResponse(_table(match, viewer, near_seat(match, viewer, request.GET.get("near"))))
    response["ETag"] = etag
    response[VERSION_FIELD], response[STATUS_FIELD] = str(number), status
    patch_cache_control(response, no_store=True)
    return response


@require_safe
@bounded
def version(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Polled by a player's table: version, status, draw offers, newest phrase, and the seats that are offline."""
    number, status, draws = _version(request, match_id)
    player = player_of(request)
    phrase = newest_phrase(match_id, player)
    offline = [] if player is None or status == Match.Status.OVER else offline_seats(match_id, player)
    response = JsonResponse({"version": number, "status": status, "draws": draws, "said": phrase, "offline": offline})
    patch_cache_control(response, no_store=True)
    return response


def _version(request: HttpRequest, match_id: UUID) -> tuple[int, str, int]:
    try:
        return version_of(match_id, player_of(request))
    except ServiceError as error:
        raise Http404 from error


def _table_address(match: Match, viewer: Viewer, near: int) -> str:
    """The address at which an open page polls the position: the shared one for the public, or this reader's own."""
    shared = live_address(match, near) if viewer == "public" else None
    return shared or f"{reverse('watch-table', args=[match.pk])}?near={near}"


def player_of(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def _seen(request: HttpRequest, match_id: UUID) -> tuple[Match, Viewer]:
    """The match, and the reader's viewer: their own seat, or the public."""
    player = player_of(request)
    try:
        match = find_match(match_id, player)
        viewer = viewer_for(match, player, None)
    except ServiceError as error:
        raise Http404 from error
    keep_from_robots(request, is_listed=is_listed(match))
    return match, viewer


def _table(match: Match, viewer: Viewer, near: int) -> str:
    """The newest position as HTML; empty before the start. The public view is drawn once and stored."""
    if match.version < 0:
        return ""
    if viewer != "public":
        return _drawn(match, viewer, near)
    key = (match.pk, match.version, page_language(), near, players_of(match))
    return PUBLIC_POSITIONS.get(key, lambda: _drawn(match, viewer, near))


def _drawn(match: Match, viewer: Viewer, near: int) -> str:
    position = load_match(match.pk).position
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    seen = view(position.table, viewer, position.seq)
    return position_html(rules, match, seen, viewer, near)


def match_line(match: Match) -> dict[str, Any]:
    """A match on one line: game, players, who must act, and the result if there is one."""
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    speech = speech_of(rules, match)
    outcome = match.outcome
    return {
        "match": match,
        "game": ruleset_name(match.ruleset),
        "title": " – ".join(f"{SIGNS[seat]} {name}" for seat, name in enumerate(speech.players)),
        "seats": [seat_tag(speech, seat) for seat in range(len(speech.players))],
        "to_act": [seat_tag(speech, seat) for seat in match.to_act],
        "result": None if outcome is None else result(speech, outcome["winners"], outcome["reason"]),
    }


@dataclass(frozen=True, slots=True)
class GameOffered:
    """A game in the reader's language, with the address of its rules."""

    slug: str
    name: str
    summary: str
    rules_url: str


def games_offered() -> list[GameOffered]:
    """All games, in the order of `slugs`."""
    return [
        GameOffered(slug, ruleset_name(slug), ruleset_summary(slug), rules_address(slug, newest_version(slug)))
        for slug in slugs()
    ]
