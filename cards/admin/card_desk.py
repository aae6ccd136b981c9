"""Editing one card of a draft: by form and building steps, as JSON, and creating a new one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from cards.admin.common import change_message, names_of, show_refusal
from cards.admin.drafts import CardSetDraftAdmin
from cards.editor.browsing import name_of
from cards.editor.builder.desk import Desk, rows_around
from cards.editor.builder.word_list import word_list
from cards.editor.forms import CardForm, CardJsonForm
from cards.models import CardSetDraft
from cards.sets.card_json import NotJson, is_too_large, lines_of, plain_faults, printed, read_json
from cards.sets.differences import by_slug
from cards.sets.selectors import rules_of
from cards.sets.services import save_card
from cards.sets.validation import check_one, too_large
from common.text.card_faults import card_fault_texts
from common.text.errors import ServiceError
from common.text.infer_fields import is_names
from common.text.labels import card_label_of, in_reading_order
from common.text.language import in_language
from common.text.refusals import marked
from rules.engine import digest
from rules.registry import newest_version

Card = dict[str, Any]
TO_JSON, TO_FORM = "to_json", "to_form"
"""Names of the buttons that carry the edited card to the other tab."""
STEPS = {"do", "look", "text", TO_JSON}
"""Names of the buttons that show the page again; any other button saves."""


def edit_card(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Edit a card by its fields and building steps."""
    draft, card = card_of(draft_admin, pk, slug)
    return _desk_page(draft_admin, request, draft, card, slug)


def new_card(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Create a card: first choose its kind or a card to copy, then fill in its form."""
    draft = draft_admin.draft(pk)
    if request.method == "POST" and "as_json" in request.POST and TO_FORM not in request.POST:
        return _json_page(draft_admin, request, draft, None)
    desk, model = _desk(draft), by_slug(draft.body).get(request.GET.get("like", ""))
    starts = desk.starts()
    chosen = next((start for start in starts if start.code == request.GET.get("kind")), None)
    if len(starts) == 1:
        chosen = starts[0]
    if model is not None:
        return _desk_page(draft_admin, request, draft, {**model, "slug": "", "names": {"ja": "", "en": ""}}, None)
    if chosen is not None or request.method == "POST":
        return _desk_page(draft_admin, request, draft, dict((chosen or starts[0]).card), None)
    return draft_admin.page(
        request,
        "admin/cards/draft_card_new.html",
        _("New card"),
        draft=draft,
        starts=starts,
        other=[(slug, name_of(card)) for slug, card in by_slug(draft.body).items()],
    )


def _desk_page(
    draft_admin: CardSetDraftAdmin, request: HttpRequest, draft: CardSetDraft, card: Card, slug: str | None
) -> HttpResponse:
    desk, sent = _desk(draft), request.POST
    seen, form = digest(card), desk.form(card)
    if request.method == "POST":
        seen, card = sent.get("seen", "")[:80], _carried(sent.get("card", ""), card)
        before = card
        form = desk.form(card, None if TO_FORM in sent else sent, seen)
        is_saved = not STEPS & set(sent) and form.is_bound
        if form.is_bound:
            card = _worked_on(desk, form, sent, is_saved)
            if is_too_large(card):
                messages.error(request, in_language(card_fault_texts(too_large())))
                card, is_saved, form = before, False, desk.form(before, seen=seen)
        if is_saved and form.is_valid():
            answer = _save(draft_admin, request, draft, card, slug, seen if slug else None, "card")
            if answer is not None:
                return answer
        if TO_JSON in sent:
            return _show_json(draft_admin, request, draft, card, slug, seen)
        if not is_saved:
            card = desk.mended(card, form.built, before, is_button="do" in sent)
            form = desk.form(card, seen=seen)
    faults = desk.faults(card)
    steps, elsewhere = desk.steps(card, form.built, faults)
    above, below, sources = rows_around(form)
    return draft_admin.page(
        request,
        "admin/cards/draft_card.html",
        _name(card),
        draft=draft,
        card=card,
        card_json=printed(card),
        form=form,
        seen=seen,
        above=above,
        below=below,
        sources=sources,
        steps=steps,
        elsewhere=elsewhere,
        is_sound=not faults,
        read=desk.reading(card),
        same=desk.same(card),
        is_new=slug is None,
        may_print="text" in card,
    )


def _worked_on(desk: Desk, form: CardForm, sent: Any, is_saved: bool) -> Card:
    """The card after the submitted edits. A card saved without a slug gets one."""
    card = desk.worked_on(form, sent)
    if "text" in sent:
        card = desk.as_text(card)
    return {**card, "slug": desk.slug_for(card)} if is_saved and not card.get("slug") else card


def edit_card_as_json(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Edit a card as JSON: check it, save it, save it as another card."""
    draft, card = card_of(draft_admin, pk, slug)
    if request.method == "POST":
        return _json_page(draft_admin, request, draft, slug)
    return _show_json(draft_admin, request, draft, card, slug, digest(card))


def _json_page(
    draft_admin: CardSetDraftAdmin, request: HttpRequest, draft: CardSetDraft, slug: str | None
) -> HttpResponse:
    form = CardJsonForm(request.POST)
    if not form.is_valid():
        card = by_slug(draft.body)[slug] if slug else {"slug": ""}
        return _show_json(draft_admin, request, draft, card, slug, form.data.get("seen", ""), form)
    card, seen = form.cleaned_data["card"], form.cleaned_data["seen"]
    if "check" not in request.POST:
        answer = _save(draft_admin, request, draft, card, slug, seen or None, "json")
        if answer is not None:
            return answer
    return _show_json(draft_admin, request, draft, card, slug, seen)


def _show_json(
    draft_admin: CardSetDraftAdmin,
    request: HttpRequest,
    draft: CardSetDraft,
    card: Card,
    slug: str | None,
    seen: str,
    refused: CardJsonForm | None = None,
) -> HttpResponse:
    rules = _rules(draft)
    faults, lines = check_one(rules, card), lines_of(card)
    name = "cards_cardsetdraft_json" if slug else "cards_cardsetdraft_new"
    return draft_admin.page(
        request,
        "admin/cards/draft_json.html",
        _name(card),
        draft=draft,
        card=card,
        form=refused or CardJsonForm(initial={"card": printed(in_reading_order(card)), "seen": seen if slug else ""}),
        faults=[] if refused else [(fault, lines.get(fault.at)) for fault in faults],
        is_sound=not faults and not refused,
        read=None if faults else rules.describe_card(card),
        is_new=slug is None,
        here=reverse(f"admin:{name}", args=[draft.pk, *([slug] if slug else [])]),
        desk_url=_desk_url(draft, slug),
        words=word_list(rules, names_of(draft.ruleset, draft.body)),
    )


def _desk_url(draft: CardSetDraft, slug: str | None) -> str:
    if slug is None:
        return reverse("admin:cards_cardsetdraft_new", args=[draft.pk])
    return reverse("admin:cards_cardsetdraft_card", args=[draft.pk, slug])


def _save(
    draft_admin: CardSetDraftAdmin,
    request: HttpRequest,
    draft: CardSetDraft,
    card: Card,
    slug: str | None,
    seen: str | None,
    view: str,
) -> HttpResponse | None:
    """Save the card. Returns the redirect, or None if it wasn't saved."""
    try:
        changed = save_card(draft=draft, card=card, instead_of=slug, seen=seen)
    except ServiceError as refusal:
        show_refusal(request, refusal, draft)
        return None
    if changed:
        draft_admin.log_change(request, draft, change_message(changed, card["slug"]))
        messages.success(request, _("Saved: %(card)s") % {"card": _name(card)})
    for fault in check_one(_rules(draft), card):
        messages.warning(request, marked(f"{_name(card)} · {card_label_of(fault.at)}: {fault.detail}"))
    return HttpResponseRedirect(reverse(f"admin:cards_cardsetdraft_{view}", args=[draft.pk, card["slug"]]))


def card_of(draft_admin: CardSetDraftAdmin, pk: int, slug: str) -> tuple[CardSetDraft, Card]:
    """A draft and one of its cards. Raises Http404."""
    draft = draft_admin.draft(pk)
    card = by_slug(draft.body).get(slug)
    if card is None:
        raise Http404
    return draft, card


def _carried(sent: str, otherwise: Card) -> Card:
    """The card as the previous page had it. Values that a browser can't have sent are ignored."""
    try:
        card = read_json(sent)
    except NotJson:
        return otherwise
    is_card = isinstance(card, dict) and isinstance(card.get("slug"), str) and not is_too_large(card)
    return card if is_card and not plain_faults(card) else otherwise


def _name(card: Card) -> str:
    named = is_names(card.get("names")) and any(card["names"].values())
    return name_of(card) if named else str(card.get("slug") or _("New card"))


def _desk(draft: CardSetDraft) -> Desk:
    return Desk(_rules(draft), draft.body, names_of(draft.ruleset, draft.body))


def _rules(draft: CardSetDraft) -> Any:
    """The rules bound to the set that the draft was made from: the draft itself may be unreadable."""
    return rules_of(draft.ruleset, newest_version(draft.ruleset), draft.base_id)
