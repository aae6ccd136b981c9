"""Drafts can be tried: adds to the pages of cards/admin.py a button that opens a match, and the page to play it on.

Whoever may change a draft may try it, and plays on from his own seat alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.admin import CardSetDraftAdmin, tell_faults
from cards.engine import Ruleset, View, legal_actions
from cards.models import CardSetDraft
from cards.sets.services import NotPublished, draft_faults
from cards.text.errors import ServiceError
from cards.text.language import in_language, page_language
from cards.text.sentences import card_names, distinctions, reason_told
from matches.admin import wording
from matches.bots.roster import house_bot
from matches.log.sql import load_match
from matches.models import Match
from matches.selectors.access import seat_of
from matches.selectors.positions import match_view, rules_for
from matches.services import playtests
from matches.services.play import resign, take_action
from matches.services.playtests import Offered, open_trial, trial_of

MAY_TRY = "cards.change_cardsetdraft"


class DecksForm(forms.Form):
    """What both sides bring; left alone, decks are made for what is tried."""

    deck = forms.ChoiceField(label=gettext_lazy("Your deck"), required=False)
    opponent_deck = forms.ChoiceField(label=gettext_lazy("The bot's deck"), required=False)

    def __init__(self, *args: Any, offered: list[Offered], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(deck.name, in_language(deck.names)) for deck in offered]
        self.fields["deck"].choices = [("", _("a starter deck with as many of the cards as may be")), *named]
        self.fields["opponent_deck"].choices = [("", _("a starter deck")), *named]


class MoveForm(forms.Form):
    """One of the legal actions, as JSON. `key` makes a second click the same request."""

    action = forms.CharField(max_length=4000)
    version = forms.IntegerField()
    key = forms.CharField(max_length=40)


class TriedDraftAdmin(CardSetDraftAdmin):
    tools = "admin/cards/trial/tools.html"

    def pages(self) -> list[tuple[str, Any, str]]:
        return [
            *super().pages(),
            ("<int:pk>/try/", self.try_it, "matches_trial_new"),
            ("<int:pk>/trials/<uuid:match_id>/", self.trial, "matches_trial"),
            ("<int:pk>/trials/<uuid:match_id>/resign/", self.resign, "matches_trial_resign"),
        ]

    def page(self, request: HttpRequest, template: str, title: str, **context: Any) -> TemplateResponse:
        tools = {"may_try": request.user.has_perm(MAY_TRY), "trial_key": uuid4().hex}
        return super().page(request, template, title, **{**tools, **context})

    # Opening

    def try_it(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Opens a trial; asked for with GET, lets the decks be chosen first."""
        self.need(request, MAY_TRY)
        draft = self.draft(pk)
        if request.method == "POST":
            return self._opened(request, draft)
        if faults := draft_faults(draft):
            tell_faults(request, faults)
            return HttpResponseRedirect(self.at(pk))
        tried = request.GET.getlist("card")
        rules = playtests.rules_of_draft(draft)
        return self.page(
            request,
            "trial/new.html",
            _("Try the draft"),
            draft=draft,
            form=DecksForm(initial=request.GET, offered=playtests.offered_decks(rules, request.user)),
            builds_decks=rules.builds_decks,
            tried=tried,
            names=[in_language(card_names(rules).get(slug), slug) for slug in tried or playtests.changed_cards(draft)],
        )

    def _opened(self, request: HttpRequest, draft: CardSetDraft) -> HttpResponse:
        sent = request.POST
        tried, deck, opponent = sent.getlist("card"), sent.get("deck", ""), sent.get("opponent_deck", "")
        key = sent.get("key", "")[:40] or None
        try:
            match = open_trial(
                draft=draft, player=request.user, tried=tried, deck=deck, opponent_deck=opponent, key=key
            )
        except NotPublished as refusal:
            tell_faults(request, refusal.faults)
            return HttpResponseRedirect(self.at(draft.pk))
        except ServiceError as refusal:
            _tell_refusal(request, refusal)
            return HttpResponseRedirect(reverse("admin:matches_trial_new", args=[draft.pk]))
        _tell_deck(request, match, tried or playtests.changed_cards(draft))
        return HttpResponseRedirect(self._trial_at(draft.pk, match.pk))

    # Playing

    def trial(self, request: HttpRequest, pk: int, match_id: UUID) -> HttpResponse:
        """The trial as its author sees it; posted to, his next action."""
        match = self._trial(request, match_id)
        if request.method == "POST":
            _carry_out(request, lambda: _take(match_id, request))
            return HttpResponseRedirect(self._trial_at(pk, match_id))
        return self.page(
            request,
            "trial/play.html",
            _("Trial"),
            draft=CardSetDraft.objects.filter(pk=pk).first(),
            draft_pk=pk,
            match=match,
            **_shown(match, request),
        )

    def resign(self, request: HttpRequest, pk: int, match_id: UUID) -> HttpResponse:
        self._trial(request, match_id)
        if request.method == "POST":
            _carry_out(request, lambda: resign(match_id=match_id, player_id=request.user.pk))
        return HttpResponseRedirect(self._trial_at(pk, match_id))

    def _trial(self, request: HttpRequest, match_id: UUID) -> Match:
        self.need(request, MAY_TRY)
        try:
            return trial_of(match_id, request.user)
        except ServiceError as refusal:
            raise Http404 from refusal

    def _trial_at(self, pk: int, match_id: UUID) -> str:
        return reverse("admin:matches_trial", args=[pk, match_id])


def _take(match_id: UUID, request: HttpRequest) -> None:
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise ServiceError("malformed_request")
    sent = form.cleaned_data
    action, seen, key = sent["action"].encode(), sent["version"], sent["key"]
    take_action(match_id=match_id, player_id=request.user.pk, action=action, seen=seen, key=key)


def _carry_out(request: HttpRequest, do: Callable[[], object]) -> None:
    try:
        do()
    except ServiceError as refusal:
        _tell_refusal(request, refusal)


def _tell_refusal(request: HttpRequest, refusal: ServiceError) -> None:
    problems = [in_language(problem["texts"]) for problem in refusal.params.get("problems", [])]
    for text in problems or [refusal.texts[page_language()]]:
        messages.error(request, text)


def _tell_deck(request: HttpRequest, match: Match, tried: list[str]) -> None:
    """How many of the tried cards are in the author's deck."""
    rules = rules_for(match.pk)
    if not rules.builds_decks:
        return
    deck = match.seats.get(index=0).deck["cards"]
    names = {slug: in_language(card_names(rules).get(slug), slug) for slug in tried}
    held = [f"{deck[slug]} × {names[slug]}" for slug in tried if slug in deck]
    if held:
        messages.info(request, _("Your deck holds %(cards)s.") % {"cards": ", ".join(held)})
    missing = [names[slug] for slug in tried if slug not in deck]
    if missing:
        messages.warning(request, _("Your deck holds no %(cards)s.") % {"cards": ", ".join(missing)})


# What the page shows


def _shown(match: Match, request: HttpRequest) -> dict[str, Any]:
    stored = load_match(match.pk)
    rules, table = stored.rules, stored.position.table
    seat = seat_of(match, request.user)
    assert seat is not None
    seen = match_view(match=match, viewer=seat)
    mine = next((prompt for prompt in seen.prompts if prompt.seat == seat), None)
    return {
        "seat": seat,
        "seats": [(other.index, None if other.index == seat else _bot(other.bot)) for other in match.seats.all()],
        "version": seen.version,
        "prompt": None if mine is None else wording.prompt(rules, mine)["text"],
        "choices": _choices(rules, legal_actions(table, seat)) if mine else [],
        "is_waiting": mine is None and seen.outcome is None,
        "outcome": None if seen.outcome is None else _outcome(rules, seen),
        "loop": wording.effects(rules, playtests.loop_cut(rules, match, seat)),
        "lines": wording.lines(rules, playtests.since_last_action(match, seat)),
        "table": wording.part(rules, wording.without_empty(msgspec.to_builtins(seen.game))),
        "fault": next((other.fault for other in match.seats.all() if other.fault), ""),
    }


def _bot(name: str) -> str:
    return in_language(house_bot(name).names)


@dataclass
class Choices:
    """Actions that the same sentence tells. `field`: the one thing in which they differ, if it is one."""

    text: str
    differences: list[dict[str, str]]
    actions: list[str]

    @property
    def field(self) -> str:
        names = {name for difference in self.differences for name in difference}
        return names.pop() if len(names) == 1 else ""

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """What stands on each, and the action as JSON."""
        if len(self.actions) == 1:
            return [(self.text, self.actions[0])]
        named = [_named(difference, self.field) or self.text for difference in self.differences]
        return list(zip(named, self.actions, strict=True))


def _named(difference: dict[str, str], field: str) -> str:
    return ", ".join(value if name == field else f"{name} {value}" for name, value in difference.items())


def _choices(rules: Ruleset, actions: list[Any]) -> list[Choices]:
    groups: dict[str, Choices] = {}
    for action, (text, difference) in zip(actions, distinctions(rules, actions, page_language()), strict=True):
        group = groups.setdefault(text, Choices(text, [], []))
        group.differences.append(difference)
        group.actions.append(msgspec.json.encode(action).decode())
    return list(groups.values())


def _outcome(rules: Ruleset, seen: View) -> dict[str, Any]:
    assert seen.outcome is not None
    return {
        "reason": in_language(reason_told(rules, seen.outcome.reason)),
        "winners": seen.outcome.winners,
        "scores": wording.part(rules, seen.outcome.scores),
    }
