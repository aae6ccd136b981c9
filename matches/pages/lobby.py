"""A lobby: its seats, and how to join, leave and close it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.rulebooks.pages import rules_address
from cards.sets.selectors import rules_of
from common.http import limits
from common.text.errors import ServiceError
from common.text.refusals import show_refusal
from matches.clocks import read_clock
from matches.limits import MOST_ENTROPY
from matches.log.database_clock import as_moment
from matches.models import Match, Seat
from matches.pages.accounts import guest_or_player
from matches.pages.damaged import or_damaged
from matches.pages.drawing import Speech, seat_tag
from matches.pages.invitations import code_of, link_address
from matches.pages.position import speech_of, time_text
from matches.pages.requests import bounded, carry_out, keep_from_robots
from matches.pages.setup_form import clock_text, deck_field, described_options
from matches.pages.views import match_line, player_of
from matches.selectors.access import is_listed, may_share, seat_of
from matches.selectors.lists import find_match, find_match_by_code
from matches.services.ending import abort_match
from matches.services.invitation_links import join_by_code
from matches.services.lobby import join_match, leave_match
from matches.services.seat_plans import brings_deck, fitting_starter
from players.guests import stay_guest
from players.models import Player
from players.pages.sign_in import account_page
from rules.engine import Ruleset


class JoinForm(forms.Form):
    """The deck and the seed of a player who joins. The page's script makes `entropy`, or the player types it."""

    deck = forms.ChoiceField(required=False)
    entropy = forms.RegexField(
        "^[ -~]*$",
        label=gettext_lazy("your seed"),
        max_length=MOST_ENTROPY,
        required=False,
        help_text=gettext_lazy(
            "It is mixed into every die roll and shuffle. The service can no longer change its own seed. So neither "
            "you nor the service can choose the results."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-entropy": True}),
    )

    def __init__(self, rules: Ruleset, player: Player, *args: Any, has_deck: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_deck:
            self.fields["deck"] = deck_field(rules, player)
        else:
            del self.fields["deck"]


@dataclass(frozen=True)
class Place:
    """A seat as the lobby shows it."""

    tag: str
    state: str
    is_own: bool


@bounded
@never_cache
@require_safe
@or_damaged
def lobby(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """The seats, and what the reader can do. Redirects to the match when it is no longer a lobby."""
    match, _code = _found(request, match_id)
    if (where := _leads_to(match, player_of(request))) is not None:
        return redirect(where)
    return _page(request, match)


@bounded
@never_cache
@require_safe
def seats(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The seats alone, for an open page."""
    match, _code = _found(request, match_id)
    where = _leads_to(match, player_of(request))
    return render(request, "matches/lobby_seats.html", {**_seats_context(request, match), "leads_to": where})


@require_POST
@never_cache
def join(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Take a seat and be ready. Readers without an account join as guests."""
    match, code = _found(request, match_id)
    try:
        player = guest_or_player(request)
        limits.check_page(request, "default", player.pk)
        form = _join_form(request, match, player, request.POST)
        if not form.is_valid():
            return _page(request, match, form, status=400)
        _join(match, player, code, form.cleaned_data)
    except ServiceError as refusal:
        if refusal.code not in ("already_seated", "match_started"):  # A second click.
            show_refusal(request, refusal)
    else:
        stay_guest(request, player)
    return redirect("lobby", match_id)


@account_page
@require_POST
def leave(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Leave the seat, or decline an invitation or call."""
    return carry_out(
        request, ("play-games",), ("lobby", match_id), lambda player: leave_match(match_id=match_id, player=player)
    )


@account_page
@require_POST
def close(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Close the lobby without a match."""
    return carry_out(
        request,
        ("play-games",),
        ("lobby", match_id),
        lambda player: abort_match(match_id=match_id, player=player, note=""),
    )


def _found(request: HttpRequest, match_id: UUID) -> tuple[Match, str | None]:
    """The match, if the reader may see it or followed its invitation link, and the code of that link, if any."""
    code = code_of(request, match_id)
    try:
        match = _found_by_code(match_id, player_of(request), code)
    except ServiceError as error:
        raise Http404 from error
    keep_from_robots(request, is_listed=is_listed(match))
    return match, code


def _found_by_code(match_id: UUID, player: Player | None, code: str | None) -> Match:
    """Raises ServiceError `not_found`."""
    try:
        return find_match(match_id, player)
    except ServiceError:
        if code is None:
            raise
    match = find_match_by_code(code)
    if match.pk != match_id:
        raise ServiceError("not_found")
    return match


def _leads_to(match: Match, player: Player | None) -> str | None:
    """The page of a match that is no longer a lobby; None for a lobby."""
    if match.status == Match.Status.LOBBY:
        return None
    is_own = match.version >= 0 and seat_of(match, player) is not None
    return reverse("play" if is_own else "watch", args=[match.pk])


def _join(match: Match, player: Player, code: str | None, sent: dict[str, Any]) -> None:
    rules, all_seats = _rules(match), list(match.seats.all())
    own = own_seat(all_seats, player)
    if own is None:
        raise ServiceError("seat_taken")
    deck = sent.get("deck") or own.deck or fitting_starter(rules, match, all_seats, own.index)
    if code is not None and seat_of(match, player) is None:
        join_by_code(code=code, player=player, deck=deck, entropy=sent["entropy"])
        return
    join_match(match_id=match.pk, player=player, deck=deck, entropy=sent["entropy"])


def own_seat(all_seats: Sequence[Seat], player: Player | None) -> Seat | None:
    """The player's seat, or the one they would get by joining."""
    mine = next((seat for seat in all_seats if player is not None and seat.player_id == player.pk), None)
    return mine or next((seat for seat in all_seats if seat.kind == Seat.Kind.OPEN), None)


def _join_form(request: HttpRequest, match: Match, player: Player | None, sent: Any = None) -> JoinForm:
    rules, seat = _rules(match), own_seat(list(match.seats.all()), player)
    has_deck = rules.builds_decks and (seat is None or brings_deck(rules, match.options, seat.index))
    return JoinForm(rules, player or Player(), sent, has_deck=has_deck)


def _page(request: HttpRequest, match: Match, form: JoinForm | None = None, status: int = 200) -> HttpResponse:
    rules, player = _rules(match), player_of(request)
    context = _seats_context(request, match)
    if context["may_join"]:
        context["form"] = form or _join_form(request, match, player)
    context |= {
        "options": described_options(rules, match.options),
        "rules_url": rules_address(rules.slug, rules.version),
        "clock": clock_text(read_clock(match.clock)),
        "link": link_address(request, match, player),
    }
    return render(request, "matches/lobby.html", context, status=status)


def _seats_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    """The part of the page that changes while the reader waits, and what they can do."""
    player, all_seats = player_of(request), list(match.seats.all())
    mine = next((seat for seat in all_seats if player is not None and seat.player_id == player.pk), None)
    left = _left(match) if mine is not None and mine.kind == Seat.Kind.CALLED else None
    is_open = any(seat.kind == Seat.Kind.OPEN for seat in all_seats)
    return {
        "match": match,
        "line": match_line(match),
        "places": [_place(speech_of(_rules(match), match), seat, player) for seat in all_seats],
        "mine": mine,
        "may_join": is_open if mine is None else not mine.is_ready,
        "may_close": mine is not None or (player is not None and match.created_by_id == player.pk),
        "may_share": player is not None and may_share(match, player),
        "is_called": mine is not None and mine.kind == Seat.Kind.CALLED,
        "left_ms": left,
        "left": None if left is None else time_text(left),
    }


def _left(match: Match) -> int | None:
    """The milliseconds left to answer a call; None if the match has no call."""
    if match.answer_by is None:
        return None
    return max(0, int((match.answer_by - as_moment(match.read_at)).total_seconds() * 1000))


def _place(speech: Speech, seat: Seat, player: Player | None) -> Place:
    states = {
        Seat.Kind.OPEN: _("open to anyone"),
        Seat.Kind.INVITED: _("invited"),
        Seat.Kind.CALLED: _("called to the seat"),
        Seat.Kind.BOT: _("ready"),
    }
    state = _("ready") if seat.is_ready else states.get(Seat.Kind(seat.kind), _("not ready yet"))
    return Place(
        tag=seat_tag(speech, seat.index),
        state=state,
        is_own=player is not None and seat.player_id == player.pk,
    )


def _rules(match: Match) -> Ruleset:
    return rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
