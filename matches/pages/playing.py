"""A player's table: watch, act, pass automatically, talk, offer a draw, resign, and play again."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.rulebooks.pages import rules_address
from common.http import limits
from common.text.errors import ServiceError
from common.text.language import in_language
from common.text.refusals import show_refusal
from matches.log.sql import load_match
from matches.log.stored_match import AutoPass, StoredMatch
from matches.models import Match
from matches.pages.choices import Choices, choices_of
from matches.pages.damaged import alarms_of, or_damaged, or_damaged_part
from matches.pages.drawing import Speech, draw_board, seat_tag
from matches.pages.position import changes_of, clocks_of, frames_of, log_lines, result, speech_of
from matches.pages.requests import bounded, keep_from_robots, texts_with_rule
from matches.pages.views import match_line
from matches.selectors.access import is_listed, seat_of
from matches.selectors.lists import find_match
from matches.selectors.presence import presence_in
from matches.services.act import set_auto_passes, take_action
from matches.services.challenges import offer_rematch, rematch_state
from matches.services.continuations import go_back, may_go_back, may_open_again, open_again, plays_bots_alone
from matches.services.ending import accept_draw, decline_draw, offer_draw, resign, withdraw_draw
from matches.services.phrases import PHRASES, newest_phrase, phrases_for, say_phrase
from players.models import Player
from players.pages.sign_in import account_page
from rules.engine import view


class MoveForm(forms.Form):
    """One of the legal actions, as JSON. `key` makes a second click the same request."""

    action = forms.CharField(max_length=4000)
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    key = forms.CharField(max_length=40)


class AgainForm(forms.Form):
    """`key` makes a second click the same request."""

    key = forms.CharField(max_length=40, required=False)


class BackForm(AgainForm):
    """The event to go back to."""

    event = forms.IntegerField(min_value=0, max_value=2**31 - 1)


@bounded
@account_page
@require_http_methods(["GET", "HEAD", "POST"])
@or_damaged
def play(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """The table with the player's choices. POST takes an action."""
    match, player, seat = _own(request, match_id)
    if request.method == "POST":
        return _done(request, match, player, lambda: _act(request, match_id, player), policy="moves")
    return render(
        request,
        "matches/play.html",
        {
            "match": match,
            "line": match_line(match),
            "seat": seat,
            "alarms": alarms_of(match),
            **_table(request, match, seat),
        },
    )


@bounded
@account_page
@require_safe
@or_damaged_part
def table(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The table alone, for an open page."""
    match, _player, seat = _own(request, match_id)
    return _fragment(request, match, seat, after=_version(request.GET.get("after", "")))


def _version(given: str) -> int | None:
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 9 else None


@account_page
@require_POST
@or_damaged
def pass_alone(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Pass automatically at prompts of this kind from now on. Without a kind, stop passing automatically."""
    match, player, _seat = _own(request, match_id)
    kind = request.POST.get("kind", "")[:40]
    wanted = [AutoPass(kind)] if kind else []
    return _done(request, match, player, lambda: set_auto_passes(match_id=match_id, player=player, auto_passes=wanted))


@account_page
@require_POST
@or_damaged
def resign_one(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    match, player, _seat = _own(request, match_id)

    return _done(request, match, player, lambda: resign(match_id=match_id, player_id=player.pk))


PHRASES_SHOWN = 5
"""The most phrases that the table shows: the newest."""
DRAW_ANSWERS = {"offer": offer_draw, "accept": accept_draw, "decline": decline_draw, "withdraw": withdraw_draw}


@account_page
@require_POST
@or_damaged
def draw(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Offer a draw, withdraw the offer, or answer one."""
    match, player, _seat = _own(request, match_id)

    def carry_out() -> None:
        answer = DRAW_ANSWERS.get(request.POST.get("draw", ""))
        if answer is None:
            raise ServiceError("malformed_request")
        answer(match_id=match_id, player=player)

    return _done(request, match, player, carry_out)


@account_page
@require_POST
@or_damaged
def say(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Say one of the phrases to the other players."""
    match, player, _seat = _own(request, match_id)

    def carry_out() -> None:
        code = request.POST.get("phrase", "")
        if code not in PHRASES:
            raise ServiceError("malformed_request")
        say_phrase(match=match, player=player, code=code)

    return _done(request, match, player, carry_out)


@account_page
@require_POST
@or_damaged
def again(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Open the same match again, with the same opponents."""
    match, player, _seat = _own(request, match_id)
    form = AgainForm(request.POST)
    try:
        limits.check_page(request, "default", player.pk)
        if not form.is_valid():
            raise ServiceError("malformed_request")
        return redirect("play", open_again(match=match, player=player, key=form.cleaned_data["key"]).pk)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return redirect("play", match_id)


@account_page
@require_POST
@or_damaged
def back(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Go back to an event against bots: resign, and continue from there in a practice match."""
    match, player, _seat = _own(request, match_id)
    form = BackForm(request.POST)
    try:
        limits.check_page(request, "default", player.pk)
        if not form.is_valid():
            raise ServiceError("malformed_request")
        sent = form.cleaned_data
        return redirect("play", go_back(match=match, player=player, seq=sent["event"], key=sent["key"]).pk)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return redirect("play", match_id)


@account_page
@require_POST
@or_damaged
def rematch(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Offer the opponent a rematch, or accept theirs."""
    match, player, _seat = _own(request, match_id)
    try:
        limits.check_page(request, "default", player.pk)
        asked = offer_rematch(match=match, player=player)
    except ServiceError as refusal:
        if refusal.code != "already_challenged":  # A second click.
            show_refusal(request, refusal)
        return redirect("play", match_id)
    return redirect("play", match_id) if asked.match_id is None else redirect("lobby", asked.match_id)


def _own(request: HttpRequest, match_id: UUID) -> tuple[Match, Player, int]:
    """A started match in which the player has a seat, with the player and the seat. Raises Http404 for any other."""
    player = request.user
    assert isinstance(player, Player)
    try:
        match = find_match(match_id, player)
    except ServiceError as error:
        raise Http404 from error
    seat = seat_of(match, player)
    if seat is None or match.version < 0:
        raise Http404
    keep_from_robots(request, is_listed=is_listed(match))
    return match, player, seat


def _act(request: HttpRequest, match_id: UUID, player: Player) -> None:
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise ServiceError("malformed_request")
    sent = form.cleaned_data
    take_action(
        match_id=match_id,
        player_id=player.pk,
        action=sent["action"].encode(),
        expected_version=sent["version"],
        key=sent["key"],
    )


def _done(
    request: HttpRequest, match: Match, player: Player, do: Callable[[], object], *, policy: str = "default"
) -> HttpResponseBase:
    """Carry out a player's request, within the limit of the policy.

    An open page gets the updated table. Any other request is redirected to the page of the table.
    """
    wants_fragment = request.headers.get("X-Fragment") == "table"
    refused: list[str] = []
    try:
        limits.check_page(request, policy, player.pk)
        do()
    except ServiceError as refusal:
        if refusal.code != "match_over":  # The table shows the end.
            refused = texts_with_rule(refusal, match)
    if not wants_fragment:
        for text in refused:
            messages.error(request, text)
        return redirect("play", match.pk)
    match, _player, seat = _own(request, match.pk)
    after = _version(request.POST.get("version", ""))
    return _fragment(request, match, seat, refused, None if refused else after)


def _fragment(
    request: HttpRequest, match: Match, seat: int, refused: list[str] | None = None, after: int | None = None
) -> HttpResponse:
    """The table as HTML. With `after`, the version that the page shows, it includes the boards in between."""
    context = {"match": match, "refused": refused, **_table(request, match, seat, after)}
    return render(request, "matches/play_table.html", context)


LINES = 60
"""The most events of the log beside the table."""


def _table(request: HttpRequest, match: Match, seat: int, after: int | None = None) -> dict[str, Any]:
    """Context of the table: the position as the seat sees it, its choices, and the state of the match."""
    stored = load_match(match.pk)
    seen = view(stored.position.table, seat, stored.position.seq)
    speech = speech_of(stored.rules, match, own=seat)
    choices = choices_of(speech, stored, seen, seat) if seen.outcome is None else Choices()
    player = request.user
    assert isinstance(player, Player)
    frames = [] if after is None else frames_of(match, stored, seat, after, choices.actions)
    newest = frames.pop()[1] if frames else ""
    return {
        "table": newest
        or draw_board(speech, seen, seat, *changes_of(stored.rules, match, seen, seat), offered=choices.actions),
        "frames": frames,
        "log": _newest_lines(speech, match, seat, stored.version),
        "result": None if seen.outcome is None else result(speech, seen.outcome.winners, seen.outcome.reason),
        "seat": seat,
        "version": stored.version,
        "rules_url": rules_address(stored.rules.slug, stored.rules.version),
        "asked": choices,
        "is_only": len(choices.choices) == 1 and plays_bots_alone(match, player),
        "passes": bool(stored.auto_passes.get(seat)),
        "clocks": clocks_of(speech, match, stored),
        "draws": stored.draw_offers,
        "said": _newest_phrases(speech, match, player),
        "offline": _offline(speech, match, player),
        "newest_phrase": newest_phrase(match.pk, player),
        "phrases": _phrases(match, player),
        "draw": _draw(match, stored, seat),
        "outcome": None if seen.outcome is None else _outcome(seen.outcome.winners, seat),
        "is_over": seen.outcome is not None,
        "may_repeat": may_open_again(match, player),
        "may_go_back": may_go_back(match, player),
        "rematch": None if seen.outcome is None else rematch_state(match, player),
        "key": uuid4().hex,
    }


def _newest_lines(speech: Speech, match: Match, seat: int, version: int) -> list[dict[str, Any]]:
    """The log up to the position on the board. A bot may have acted since that was read."""
    after = max(-1, version - LINES)
    return log_lines(speech, match, seat, after, version - after)


def _newest_phrases(speech: Speech, match: Match, player: Player) -> list[tuple[str, str]]:
    """(seat, text) of the newest phrases that the player may read, oldest first."""
    last = list(phrases_for(match, player).reverse()[:PHRASES_SHOWN])
    return [(seat_tag(speech, phrase.seat), in_language(PHRASES[phrase.code])) for phrase in reversed(last)]


def _offline(speech: Speech, match: Match, player: Player) -> list[tuple[int, str, datetime | None]]:
    """The other players that are not connected: seat, how it is written, and when they were last seen."""
    shown = presence_in(match, player)
    others = [seat.index for seat in match.seats.all() if seat.index in shown and seat.player_id != player.pk]
    return [(seat, seat_tag(speech, seat), shown[seat].last_seen) for seat in others if shown[seat].is_offline]


def _phrases(match: Match, player: Player) -> list[tuple[str, str]]:
    """(code, text) of the phrases that the player can say. None if no other account has a seat."""
    others = [seat for seat in match.seats.all() if seat.player_id not in (None, player.pk)]
    return [(code, in_language(texts)) for code, texts in PHRASES.items()] if others else []


def _draw(match: Match, stored: StoredMatch, seat: int) -> str:
    """The seat's options for a draw: `offer`, `offered` or `answer`. Empty in leagues and if a bot plays."""
    if match.deal is not None or stored.bots:
        return ""
    if stored.draw_offers >> seat & 1:
        return "offered"
    return "answer" if stored.draw_offers else "offer"


def _outcome(winners: Any, seat: int) -> str:
    if seat in winners:
        return _("You won.")
    return _("You lost.") if winners else _("No winner.")
