"""Replace a card in many decks: choose both cards, preview every deck, then save a new version of each."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.sets.selectors import newest_rules
from common.admin.pages import Extension, extend
from common.text.errors import ServiceError
from common.text.language import in_language
from common.text.naming import card_names
from common.text.refusals import show_refusal
from decks.admin.decks import DeckAdmin, problem_texts
from decks.faults import deck_problems
from decks.models import Deck
from decks.plans import change_message, plan_of, with_replaced
from decks.services import replace_card
from rules.engine import Ruleset

SEEN = "seen"
"""Prefix of the form fields with the version shown in the preview; the deck's id follows."""


class ReplaceForm(forms.Form):
    card = forms.ChoiceField(label=gettext_lazy("Replace"))
    by = forms.ChoiceField(label=gettext_lazy("Replace with"))

    def __init__(self, rules: Ruleset, decks: Sequence[Deck], *args: Any) -> None:
        super().__init__(*args)
        names = {slug: in_language(texts, slug) for slug, texts in card_names(rules).items()}
        every = [(card["slug"], names.get(card["slug"], card["slug"])) for card in rules.card_set["cards"]]
        held = {card for deck in decks for card in deck.as_sent["cards"]}
        counts = {card: sum(card in deck.as_sent["cards"] for deck in decks) for card in held}
        named = sorted((names.get(card, card), card) for card in held)
        self.fields["card"].choices = [(card, f"{name} ({counts[card]})") for name, card in named]  # type: ignore[attr-defined]
        self.fields["by"].choices = sorted(every, key=lambda one: one[1])  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        if sent.get("card") and sent.get("card") == sent.get("by"):
            raise forms.ValidationError(_("Choose two different cards."))
        return sent


@admin.action(description=gettext_lazy("Replace a card"), permissions=["change"])
def replace_in_them(deck_admin: DeckAdmin, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
    """Ask for both cards, show a preview of each deck, and save after approval."""
    decks = list(queryset.order_by("name_en", "pk"))
    if len({deck.ruleset for deck in decks}) != 1:
        messages.error(request, _("Choose decks of the same ruleset."))
        return None
    rules = newest_rules(decks[0].ruleset)
    form = ReplaceForm(rules, decks, request.POST if "card" in request.POST else None)
    chosen = form.cleaned_data if form.is_bound and form.is_valid() else None
    if chosen and "apply" in request.POST:
        _apply(deck_admin, request, decks, chosen)
        return None
    return deck_admin.page(
        request,
        "admin/decks/deck/replace.html",
        _("Replace a card"),
        form=form,
        decks=decks,
        preview=_preview(rules, decks, chosen) if chosen else [],
        is_chosen=bool(chosen),
        action=replace_in_them.__name__,
        checkbox=ACTION_CHECKBOX_NAME,
    )


def _preview(rules: Ruleset, decks: Sequence[Deck], chosen: Mapping[str, str]) -> list[dict[str, Any]]:
    """For each deck that holds the card: the copies to replace, the new total of the other card, and the new faults."""
    found = []
    for deck in decks:
        before = plan_of(deck)
        after = with_replaced(before, chosen["card"], chosen["by"])
        if after is not before:
            faults = problem_texts(deck_problems(rules, after.options, after.cards))
            copies, total = before.cards[chosen["card"]], after.cards[chosen["by"]]
            found.append({"deck": deck, "copies": copies, "total": total, "faults": faults, "seen": f"{SEEN}{deck.pk}"})
    return found


def _apply(deck_admin: DeckAdmin, request: HttpRequest, decks: Sequence[Deck], chosen: Mapping[str, str]) -> None:
    """Save the previewed decks. If any of them was saved since the preview, none is changed."""
    try:
        changed = replace_card(versions=_seen(request, decks), author=request.user, **chosen)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return
    for deck, before in changed:
        deck_admin.log_change(request, deck, change_message(before, with_replaced(before, **chosen)))
    text = ngettext("%(n)d deck changed.", "%(n)d decks changed.", len(changed)) % {"n": len(changed)}
    messages.success(request, text)


def _seen(request: HttpRequest, decks: Sequence[Deck]) -> dict[UUID, int]:
    sent = {deck.pk: request.POST.get(f"{SEEN}{deck.pk}", "") for deck in decks}
    return {pk: int(text) for pk, text in sent.items() if text.isascii() and text.isdigit() and len(text) < 10}


extend(Deck, Extension(actions=(replace_in_them,)))
