"""The page shown if someone else saved the deck in the meantime. It lists both changes and offers to merge them."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from cards.sets.selectors import newest_rules
from decks.forms import form_fields, planned
from decks.models import Deck
from decks.outdated import outdated, seen_version


def outdated_page(deck_admin: Any, request: HttpRequest, pk: Any) -> HttpResponse | None:
    """The merge page for an outdated save, otherwise None. For an invalid form too: the form then shows its faults."""
    seen = seen_version(request)
    deck = _stored(pk) if seen and request.method == "POST" else None
    if deck is None or deck.version == seen[0] or not deck_admin.has_change_permission(request, deck):  # type: ignore[index]
        return None
    form = deck_admin.get_form(request, deck, change=True)(request.POST, instance=_stored(pk))
    if not form.is_valid():
        return None
    found = outdated(deck, seen[0], planned(form.cleaned_data))  # type: ignore[index]
    owner = form.cleaned_data["owner"].pk if form.cleaned_data["owner"] else None
    owner = deck.owner_id if owner == found.was_owner else owner
    rules = newest_rules(deck.ruleset)
    return deck_admin.page(  # type: ignore[no-any-return]
        request,
        "admin/decks/deck/outdated.html",
        _("%(deck)s was saved in the meantime") % {"deck": deck},
        deck=deck,
        saved=found.saved,
        mine=found.mine,
        clashes=found.clashes,
        choices=[[*form_fields(rules, plan, deck.version), ("owner", owner or "")] for plan in found.plans],
    )


def _stored(pk: Any) -> Deck | None:
    try:
        return Deck.objects.select_related("owner").prefetch_related("lines").filter(pk=pk).first()
    except ValidationError:
        return None
