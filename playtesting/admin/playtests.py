"""Try out a draft: a button on the draft's pages opens a match, and a page to play it.

Anyone who may change a draft may try it. They see and play only their own seat.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.admin.common import names_of, show_faults, show_refusal
from cards.admin.drafts import CardSetDraftAdmin
from cards.models import CardSetDraft
from cards.sets.services import draft_faults
from common.admin.pages import Extension, Page, extend
from common.text.errors import ServiceError
from common.text.language import in_language
from common.text.naming import card_names
from common.text.refusals import marked, refusal_texts
from decks.selectors import Offered, offered_decks
from matches.models import Match
from matches.selectors.positions import rules_for
from matches.services.act import take_action
from matches.services.ending import resign
from playtesting import playtests
from playtesting.admin.playtest_table import playtest_context
from playtesting.playtests import open_playtest, playtest_of

MAY_TRY = "cards.change_cardsetdraft"


class DecksForm(forms.Form):
    """The decks of both sides. If a field is empty, a deck is built around the tried cards."""

    deck = forms.ChoiceField(label=gettext_lazy("Your deck"), required=False)
    opponent_deck = forms.ChoiceField(label=gettext_lazy("The bot's deck"), required=False)

    def __init__(self, *args: Any, offered: list[Offered], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(deck.name, in_language(deck.names)) for deck in offered]
        self.fields["deck"].choices = [("", _("a starter deck with as many of the cards as possible")), *named]
        self.fields["opponent_deck"].choices = [("", _("a starter deck")), *named]


class MoveForm(forms.Form):
    """One of the legal actions, as JSON. `key` lets the service recognise a second click as the same request."""

    action = forms.CharField(max_length=4000)
    version = forms.IntegerField()
    key = forms.CharField(max_length=40)


def open_one(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form for choosing decks. A POST opens the playtest."""
    draft = draft_admin.draft(pk)
    if request.method == "POST":
        return _opened(draft_admin, request, draft)
    if faults := draft_faults(draft):
        show_faults(request, faults, names_of(draft.ruleset, draft.body))
        return HttpResponseRedirect(draft_admin.at(pk))
    tried = request.GET.getlist("card")
    rules = playtests.rules_of_draft(draft)
    return draft_admin.page(
        request,
        "admin/playtesting/new.html",
        _("Try the draft"),
        draft=draft,
        form=DecksForm(initial=request.GET, offered=offered_decks(rules, request.user)),
        builds_decks=rules.builds_decks,
        tried=tried,
        names=[in_language(card_names(rules).get(slug), slug) for slug in tried or playtests.changed_cards(draft)],
    )


def _opened(draft_admin: CardSetDraftAdmin, request: HttpRequest, draft: CardSetDraft) -> HttpResponse:
    sent = request.POST
    tried, deck, opponent = sent.getlist("card"), sent.get("deck", ""), sent.get("opponent_deck", "")
    key = sent.get("key", "")[:40] or None
    try:
        match = open_playtest(draft=draft, player=request.user, tried=tried, deck=deck, opponent_deck=opponent, key=key)
    except ServiceError as refusal:
        show_refusal(request, refusal, draft)
        if refusal.code == "faulty_card_set":
            return HttpResponseRedirect(draft_admin.at(draft.pk))
        return HttpResponseRedirect(reverse("admin:matches_playtest_new", args=[draft.pk]))
    _show_deck(request, match, tried or playtests.changed_cards(draft))
    return HttpResponseRedirect(_address(draft.pk, match.pk))


def play(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, match_id: UUID) -> HttpResponse:
    """Show the playtest from its author's seat. A POST sends their next action."""
    if "version" in request.GET:
        return JsonResponse({"version": _playtest(request, match_id).version})
    refused: list[str] = []
    wants_table = request.headers.get("X-Fragment") == "table" or "table" in request.GET
    if request.method == "POST":
        _playtest(request, match_id)
        try:
            _take(match_id, request)
        except ServiceError as refusal:
            refused = [marked(text) for text in refusal_texts(refusal)]
        if not wants_table:
            for text in refused:
                messages.error(request, text)
            return HttpResponseRedirect(_address(pk, match_id))
    match = _playtest(request, match_id)
    return draft_admin.page(
        request,
        "admin/playtesting/table.html" if wants_table else "admin/playtesting/play.html",
        _("Playtest"),
        draft=CardSetDraft.objects.filter(pk=pk).first(),
        draft_pk=pk,
        here=_address(pk, match_id),
        match=match,
        refused=refused,
        **playtest_context(match, request),
    )


def resign_one(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, match_id: UUID) -> HttpResponse:
    """Resign and end the playtest."""
    _playtest(request, match_id)
    if request.method == "POST":
        _carry_out(request, lambda: resign(match_id=match_id, player_id=request.user.pk))
    return HttpResponseRedirect(_address(pk, match_id))


def _playtest(request: HttpRequest, match_id: UUID) -> Match:
    try:
        return playtest_of(match_id, request.user)
    except ServiceError as refusal:
        raise Http404 from refusal


def _address(pk: int, match_id: UUID) -> str:
    return reverse("admin:matches_playtest", args=[pk, match_id])


def _take(match_id: UUID, request: HttpRequest) -> None:
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise ServiceError("malformed_request")
    sent = form.cleaned_data
    action, seen, key = sent["action"].encode(), sent["version"], sent["key"]
    take_action(match_id=match_id, player_id=request.user.pk, action=action, expected_version=seen, key=key)


def _carry_out(request: HttpRequest, do: Callable[[], object]) -> None:
    try:
        do()
    except ServiceError as refusal:
        show_refusal(request, refusal)


def _show_deck(request: HttpRequest, match: Match, tried: list[str]) -> None:
    """Tell the author how many of the tried cards are in their deck."""
    rules = rules_for(match.pk)
    if not rules.builds_decks:
        return
    deck = match.seats.get(index=0).deck["cards"]
    names = {slug: in_language(card_names(rules).get(slug), slug) for slug in tried}
    held = [f"{deck[slug]} × {names[slug]}" for slug in tried if slug in deck]
    if held:
        messages.info(request, _("Your deck contains %(cards)s.") % {"cards": ", ".join(held)})
    missing = [names[slug] for slug in tried if slug not in deck]
    if missing:
        messages.warning(request, _("Your deck doesn't contain %(cards)s.") % {"cards": ", ".join(missing)})


def _tools_context(draft_admin: CardSetDraftAdmin, request: HttpRequest) -> dict[str, Any]:
    """Whether the button is visible, and its key, by which a second click counts as the same request."""
    return {"may_try": request.user.has_perm(MAY_TRY), "playtest_key": uuid4().hex}


extend(
    CardSetDraft,
    Extension(
        pages=(
            Page("<int:pk>/playtests/new/", "matches_playtest_new", open_one, (MAY_TRY,)),
            Page("<int:pk>/playtests/<uuid:match_id>/", "matches_playtest", play, (MAY_TRY,)),
            Page("<int:pk>/playtests/<uuid:match_id>/resign/", "matches_playtest_resign", resign_one, (MAY_TRY,)),
        ),
        tools=("admin/playtesting/tools.html",),
        context=_tools_context,
    ),
)
