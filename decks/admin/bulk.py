"""Change many decks together: tags, owner and visibility."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.admin.pages import Extension, extend
from decks.admin.decks import DeckAdmin, owner_name
from decks.limits import MOST_BULK_TAGS
from decks.models import Deck, DeckTag
from decks.plans import change_message, plan_of
from decks.services import HandedOver, hand_over_decks


class TagsField(forms.CharField):
    """Tags as comma-separated words."""

    def __init__(self, label: Any) -> None:
        super().__init__(label=label, required=False, max_length=400)

    def clean(self, value: Any) -> list[str]:
        names = [name.strip() for name in super().clean(value).replace("、", ",").split(",")]
        found = list(dict.fromkeys(name for name in names if name))
        if len(found) > MOST_BULK_TAGS or any(len(name) > 40 for name in found):
            raise forms.ValidationError(
                _("Use at most %(n)d tags of at most 40 characters each.") % {"n": MOST_BULK_TAGS}
            )
        return found


class BulkForm(forms.Form):
    """Empty fields change nothing."""

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
        _change(request, decks, form.cleaned_data)
        text = ngettext("%(n)d deck changed.", "%(n)d decks changed.", len(decks)) % {"n": len(decks)}
        messages.success(request, text)
        if any(deck.slug for deck in decks) and (form.cleaned_data["owner"] or form.cleaned_data["visibility"]):
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
def _change(request: HttpRequest, decks: Sequence[Deck], sent: dict[str, Any]) -> None:
    DeckTag.objects.filter(deck__in=decks, name__in=sent["remove_tags"]).delete()
    tags = [DeckTag(deck=deck, name=name) for deck in decks for name in sent["add_tags"]]
    DeckTag.objects.bulk_create(tags, ignore_conflicts=True)
    ids = [deck.pk for deck in decks]
    changed = hand_over_decks(deck_ids=ids, owner=sent["owner"], visibility=sent["visibility"], author=request.user)
    deck_type = ContentType.objects.get_for_model(Deck)
    LogEntry.objects.bulk_create(
        LogEntry(
            user_id=request.user.pk,
            content_type=deck_type,
            object_id=str(one.deck.pk),
            object_repr=str(one.deck)[:200],
            action_flag=CHANGE,
            change_message=_message(one),
        )
        for one in changed
    )


def _message(changed: HandedOver) -> str:
    deck, former = changed.deck, changed.former
    before = plan_of(deck)
    return change_message(replace(before, visibility=former.visibility), before, (owner_name(former), owner_name(deck)))


extend(Deck, Extension(actions=(change_them,)))
