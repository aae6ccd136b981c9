"""Many decks at once: tags, owner and visibility."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.admin_pages import Extension, extend
from decks.admin.decks import DeckAdmin, owner_name
from decks.limits import MOST_BULK_TAGS
from decks.models import Deck, DeckTag
from decks.plans import change_message, plan_of
from decks.services import update_deck


class TagsField(forms.CharField):
    """Words with commas between them."""

    def __init__(self, label: Any) -> None:
        super().__init__(label=label, required=False, max_length=400)

    def clean(self, value: Any) -> list[str]:
        names = [name.strip() for name in super().clean(value).replace("、", ",").split(",")]
        found = list(dict.fromkeys(name for name in names if name))
        if len(found) > MOST_BULK_TAGS or any(len(name) > 40 for name in found):
            raise forms.ValidationError(_("At most %(n)d tags of at most 40 letters.") % {"n": MOST_BULK_TAGS})
        return found


class BulkForm(forms.Form):
    """What is left empty stays as it is."""

    add_tags = TagsField(gettext_lazy("Tags to add, separated by commas"))
    remove_tags = TagsField(gettext_lazy("Tags to remove"))
    visibility = forms.ChoiceField(label=gettext_lazy("Visibility"), required=False)
    owner = forms.CharField(label=gettext_lazy("Name of the new owner"), required=False, max_length=150)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["visibility"].choices = [("", _("no change")), *Deck.Visibility.choices]  # type: ignore[attr-defined]

    def clean_owner(self) -> Any:
        name = self.cleaned_data["owner"].strip()
        if not name:
            return None
        found = get_user_model().objects.filter(username=name).first()
        if found is None:
            raise forms.ValidationError(_("There is no player called %(name)s.") % {"name": name})
        return found


@admin.action(description=gettext_lazy("Change tags, owner or visibility"), permissions=["change"])
def change_them(deck_admin: DeckAdmin, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
    """Ask for the changes on a separate page, then make them."""
    decks = list(queryset.order_by("pk"))
    form = BulkForm(request.POST if "apply" in request.POST else None)
    if "apply" in request.POST and form.is_valid():
        starters = [deck for deck in decks if deck.slug]
        for deck in decks:
            _change(deck_admin, request, deck, form.cleaned_data)
        text = ngettext("%(n)d deck changed.", "%(n)d decks changed.", len(decks)) % {"n": len(decks)}
        messages.success(request, text)
        if starters and (form.cleaned_data["owner"] or form.cleaned_data["visibility"]):
            messages.warning(request, _("Starter decks keep their owner and visibility."))
        return None
    return deck_admin.page(
        request,
        "admin/decks/deck/bulk.html",
        _("Change tags, owner or visibility"),
        form=form,
        decks=decks,
        action=change_them.__name__,
        checkbox=ACTION_CHECKBOX_NAME,
    )


@transaction.atomic
def _change(deck_admin: DeckAdmin, request: HttpRequest, deck: Deck, sent: dict[str, Any]) -> None:
    DeckTag.objects.filter(deck=deck, name__in=sent["remove_tags"]).delete()
    DeckTag.objects.bulk_create([DeckTag(deck=deck, name=name) for name in sent["add_tags"]], ignore_conflicts=True)
    if deck.slug or not (sent["owner"] or sent["visibility"]):
        return
    before, was = plan_of(deck), owner_name(deck)
    deck.owner = sent["owner"] or deck.owner
    plan = replace(before, visibility=sent["visibility"] or before.visibility)
    update_deck(deck=deck, plan=plan, author=request.user)
    if message := change_message(before, plan, (was, owner_name(deck))):
        deck_admin.log_change(request, deck, message)


extend(Deck, Extension(actions=(change_them,)))
