"""The cards of a draft (browse, remove) and the set's other parts. card_desk.py edits single cards."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from cards.admin import card_desk
from cards.admin.card_desk import card_of
from cards.admin.common import change_message, names_of, show_refusal
from cards.admin.drafts import CardSetDraftAdmin
from cards.editor.browsing import browse, name_of
from cards.editor.forms import PartForm, TextsForm, texts_in
from cards.models import CardSetDraft
from cards.sets.card_json import printed
from cards.sets.differences import difference
from cards.sets.services import remove_card, save_part
from common.admin.pages import Extension, Page, extend
from common.text.errors import ServiceError
from common.text.labels import word
from common.text.language import in_language
from rules.engine import digest


def list_cards(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Browse the cards of the draft."""
    draft = draft_admin.draft(pk)
    changed = {change.slug for change in difference(draft.base.card_set, draft.body).cards}
    return draft_admin.page(
        request,
        "admin/cards/draft_cards.html",
        _("Cards"),
        draft=draft,
        found=browse(draft.body, request.GET, names_of(draft.ruleset, draft.body)),
        changed=changed,
        may_change=request.user.has_perm("cards.change_cardsetdraft"),
    )


def take_out_card(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Remove a card from the draft: GET asks and names the decks that would break, POST removes it."""
    draft, card = card_of(draft_admin, pk, slug)
    if request.method != "POST":
        return draft_admin.page(
            request,
            "admin/cards/draft_card_remove.html",
            _("Remove the card from the set"),
            draft=draft,
            card=card,
            name=name_of(card),
            starters=starters_holding(draft.body, slug),
        )
    try:
        remove_card(draft=draft, slug=slug)
    except ServiceError as refusal:
        show_refusal(request, refusal, draft)
    else:
        draft_admin.log_change(request, draft, f"– {slug}")
        messages.success(request, _("Removed: %(card)s") % {"card": name_of(card)})
    return HttpResponseRedirect(reverse("admin:cards_cardsetdraft_cards", args=[pk]))


def starters_holding(card_set: Mapping[str, Any], slug: str) -> list[str]:
    """The names of a set's starter decks that have the card."""
    decks = card_set.get("starter_decks")
    held = [deck for deck in decks if slug in (deck.get("cards") or ())] if isinstance(decks, list) else []
    return [in_language(deck.get("names"), str(deck.get("slug", ""))) for deck in held]


def edit_part(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Edit a part of the set that isn't a card: its texts one by one, or all of it as JSON."""
    draft = draft_admin.draft(pk)
    if key == "cards" or not isinstance(draft.body.get(key), dict | list):
        raise Http404
    value = draft.body[key]
    as_json = "json" in request.GET or not texts_in(value)
    whole = {"whole": printed(value), "seen": digest(value)}
    form: Any = (
        PartForm(request.POST or None, initial=whole) if as_json else TextsForm(request.POST or None, part=value)
    )
    if request.method == "POST" and form.is_valid():
        written = form.cleaned_data["whole"] if as_json else form.written()
        try:
            changed = save_part(draft=draft, key=key, value=written, seen=form.cleaned_data["seen"])
        except ServiceError as refusal:
            show_refusal(request, refusal, draft)
        else:
            if changed:
                draft_admin.log_change(request, draft, change_message(changed, key))
                messages.success(request, _("Saved: %(card)s") % {"card": capfirst(word(key))})
            return HttpResponseRedirect(request.get_full_path())
    return draft_admin.page(
        request, "admin/cards/draft_part.html", capfirst(word(key)), draft=draft, key=key, form=form, as_json=as_json
    )


VIEW = ("cards.view_cardsetdraft",)
CHANGE = ("cards.change_cardsetdraft",)

extend(
    CardSetDraft,
    Extension(
        pages=(
            Page("<int:pk>/cards/", "cards_cardsetdraft_cards", list_cards, VIEW),
            Page("<int:pk>/cards/new/", "cards_cardsetdraft_new", card_desk.new_card, CHANGE),
            Page("<int:pk>/cards/<str:slug>/", "cards_cardsetdraft_card", card_desk.edit_card, CHANGE),
            Page("<int:pk>/cards/<str:slug>/json/", "cards_cardsetdraft_json", card_desk.edit_card_as_json, CHANGE),
            Page("<int:pk>/cards/<str:slug>/remove/", "cards_cardsetdraft_remove", take_out_card, CHANGE),
            Page("<int:pk>/part/<str:key>/", "cards_cardsetdraft_part", edit_part, CHANGE),
        )
    ),
)
