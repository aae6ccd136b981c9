"""The cards of a draft: to browse, to edit by form or as JSON, to add, to take out; and the set's other parts."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from cards.admin.common import change_message, names_of, show_faults
from cards.admin.drafts import CardSetDraftAdmin
from cards.editor.admin_pages import Extension, Page, extend
from cards.editor.browsing import browse, name_of
from cards.editor.forms import CardForm, CardJsonForm, PartForm, TextsForm, texts_in
from cards.engine import digest
from cards.models import CardSetDraft
from cards.rulesets.registry import game_definition, newest_version
from cards.sets.card_json import lines_of, printed
from cards.sets.differences import by_slug, difference
from cards.sets.selectors import rules_of
from cards.sets.services import NotPublished, Outdated, remove_card, save_card, save_part
from cards.sets.validation import check_one
from cards.text.labels import in_reading_order, word


def list_cards(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """The cards of the draft, to browse."""
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


def edit_card(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """A card, field by field."""
    draft, card = _card(draft_admin, pk, slug)
    form = CardForm(
        request.POST or None,
        card=card,
        card_set=draft.body,
        names=names_of(draft.ruleset, draft.body),
        card_type=game_definition(draft.ruleset).card_type,
    )
    if request.method == "POST" and form.is_valid():
        answer = _save(draft_admin, request, draft, form.written(), slug, form.cleaned_data["seen"])
        if answer is not None:
            return answer
    return _card_page(draft_admin, request, "admin/cards/draft_card.html", draft, card, form, rows=list(form.rows()))


def edit_card_as_json(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """A card as JSON: to check, to save, to save as another one."""
    draft, card = _card(draft_admin, pk, slug)
    form = CardJsonForm(request.POST or None, initial={"card": printed(in_reading_order(card)), "seen": digest(card)})
    return _json_page(draft_admin, request, draft, card, form, slug)


def new_card(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """A card that is not there yet, beginning as a copy of another one."""
    draft = draft_admin.draft(pk)
    cards = by_slug(draft.body)
    model = cards.get(request.GET.get("like", "")) or draft.body["cards"][0]
    copy = in_reading_order({**model, "slug": f"{model['slug']}-2"})
    form = CardJsonForm(request.POST or None, initial={"card": printed(copy)})
    return _json_page(draft_admin, request, draft, copy, form, None)


def _json_page(
    draft_admin: CardSetDraftAdmin,
    request: HttpRequest,
    draft: CardSetDraft,
    card: Any,
    form: CardJsonForm,
    slug: str | None,
) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        card = form.cleaned_data["card"]
        if "check" not in request.POST:
            answer = _save(draft_admin, request, draft, card, slug, form.cleaned_data["seen"] or None)
            if answer is not None:
                return answer
        form = CardJsonForm(initial={"card": printed(card), "seen": form.cleaned_data["seen"]})
    return _card_page(draft_admin, request, "admin/cards/draft_json.html", draft, card, form, is_new=slug is None)


def _card_page(
    draft_admin: CardSetDraftAdmin,
    request: HttpRequest,
    template: str,
    draft: CardSetDraft,
    card: Any,
    form: Any,
    **more: Any,
) -> HttpResponse:
    rules = _rules(draft)
    faults, lines = check_one(rules, card), lines_of(card)
    return draft_admin.page(
        request,
        template,
        name_of(card) if isinstance(card.get("names"), dict) else card["slug"],
        draft=draft,
        card=card,
        form=form,
        faults=[(fault, lines.get(fault.at)) for fault in faults],
        read=None if faults else rules.describe_card(card),
        other=[(slug, name_of(other)) for slug, other in by_slug(draft.body).items()],
        **{"is_new": False, **more},
    )


def _save(
    draft_admin: CardSetDraftAdmin,
    request: HttpRequest,
    draft: CardSetDraft,
    card: Any,
    slug: str | None,
    seen: str | None,
) -> HttpResponse | None:
    """Where to go on, or None if it was not saved."""
    try:
        changed = save_card(draft=draft, card=card, instead_of=slug, seen=seen)
    except Outdated:
        messages.error(request, _("Somebody has changed this card since. Nothing was saved."))
        return None
    except NotPublished as refusal:
        show_faults(request, refusal.faults)
        return None
    if changed:
        draft_admin.log_change(request, draft, change_message(changed, card["slug"]))
        messages.success(request, _("Saved: %(card)s") % {"card": card["slug"]})
    for fault in check_one(_rules(draft), card):
        messages.warning(request, f"{fault.card} {fault.at}: {fault.detail}")
    view = "json" if "as_json" in request.POST else "card"
    return HttpResponseRedirect(reverse(f"admin:cards_cardsetdraft_{view}", args=[draft.pk, card["slug"]]))


def take_out_card(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Take a card out of the draft."""
    draft, _removed = _card(draft_admin, pk, slug)
    if request.method == "POST":
        remove_card(draft=draft, slug=slug)
        draft_admin.log_change(request, draft, f"– {slug}")
        messages.success(request, _("Taken out: %(card)s") % {"card": slug})
    return HttpResponseRedirect(reverse("admin:cards_cardsetdraft_cards", args=[pk]))


def edit_part(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Something of the set that is no card: its texts one by one, or all of it as JSON."""
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
        except Outdated:
            messages.error(request, _("Somebody has changed this since. Nothing was saved."))
        else:
            if changed:
                draft_admin.log_change(request, draft, change_message(changed, key))
                messages.success(request, _("Saved: %(card)s") % {"card": word(key)})
            return HttpResponseRedirect(request.get_full_path())
    return draft_admin.page(
        request, "admin/cards/draft_part.html", capfirst(word(key)), draft=draft, key=key, form=form, as_json=as_json
    )


def _card(draft_admin: CardSetDraftAdmin, pk: int, slug: str) -> tuple[CardSetDraft, dict[str, Any]]:
    draft = draft_admin.draft(pk)
    card = by_slug(draft.body).get(slug)
    if card is None:
        raise Http404
    return draft, card


def _rules(draft: CardSetDraft) -> Any:
    """The rules with the set that the draft was made from: the draft itself may be unreadable."""
    return rules_of(draft.ruleset, newest_version(draft.ruleset), draft.base_id)


VIEW = ("cards.view_cardsetdraft",)
CHANGE = ("cards.change_cardsetdraft",)

extend(
    CardSetDraft,
    Extension(
        pages=(
            Page("<int:pk>/cards/", "cards_cardsetdraft_cards", list_cards, VIEW),
            Page("<int:pk>/cards/new/", "cards_cardsetdraft_new", new_card, CHANGE),
            Page("<int:pk>/cards/<str:slug>/", "cards_cardsetdraft_card", edit_card, CHANGE),
            Page("<int:pk>/cards/<str:slug>/json/", "cards_cardsetdraft_json", edit_card_as_json, CHANGE),
            Page("<int:pk>/cards/<str:slug>/remove/", "cards_cardsetdraft_remove", take_out_card, CHANGE),
            Page("<int:pk>/part/<str:key>/", "cards_cardsetdraft_part", edit_part, CHANGE),
        )
    ),
)
