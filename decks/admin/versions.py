"""Pages for viewing, comparing and restoring versions of a deck, and the list of deleted decks."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from cards.sets.differences import Change
from cards.sets.selectors import newest_revision, newest_rules
from common.admin.pages import Extension, Page, extend
from common.text.errors import ServiceError
from common.text.language import in_language
from common.text.naming import card_names
from common.text.refusals import show_refusal
from decks.admin.decks import DeckAdmin, address, card_link
from decks.limits import MOST_DELETED_LISTED
from decks.models import Deck, DeckVersion
from decks.outdated import worded
from decks.services import restore_version
from decks.versions import changed, deleted_decks, in_pairs, versions_of

RESTORING = ("decks.add_deck", "decks.change_deck")


def versions_page(deck_admin: DeckAdmin, request: HttpRequest, pk: UUID) -> HttpResponse:
    """All versions, newest first. Shows the cards of one chosen version, or the differences of two."""
    found = list(versions_of(pk))
    deck = Deck.objects.filter(pk=pk).first()
    if not found and deck is None:
        raise Http404
    ruleset = deck.ruleset if deck else found[0].ruleset
    one, other = (_chosen(found, request.GET.get(name, "")) for name in ("a", "b"))
    return deck_admin.page(
        request,
        "admin/decks/deck/versions.html",
        _("Versions of %(deck)s") % {"deck": deck or in_language(_names(found[0]))},
        deck=deck,
        deck_pk=pk,
        rows=[(version, worded(ruleset, _visible_changes(version, before))) for version, before in in_pairs(found)],
        one=one,
        other=other,
        differences=worded(ruleset, changed(other, one)) if one and other else None,
        cards=_cards(ruleset, one) if one and not other else None,
        may_restore=_may_restore(request),
    )


def restore(deck_admin: DeckAdmin, request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """Restore an earlier version of a deck, or a deleted deck."""
    version = DeckVersion.objects.filter(deck_id=pk, number=number).first()
    if version is None:
        raise Http404
    back = HttpResponseRedirect(reverse("admin:decks_deck_versions", args=[pk]))
    if request.method != "POST":
        return back
    try:
        deck = restore_version(version=version, author=request.user)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return back
    deck_admin.log_change(request, deck, f"version {number} → {deck.version}")
    messages.success(request, _("The deck was restored to version %(number)d.") % {"number": number})
    return HttpResponseRedirect(address(deck))


def deleted_page(deck_admin: DeckAdmin, request: HttpRequest) -> HttpResponse:
    """The deleted decks, latest first, each with a link to restore it."""
    rows = [(version, in_language(_names(version))) for version in deleted_decks()[:MOST_DELETED_LISTED]]
    return deck_admin.page(
        request,
        "admin/decks/deck/deleted.html",
        _("Deleted decks"),
        rows=rows,
        may_restore=_may_restore(request),
    )


def _may_restore(request: HttpRequest) -> bool:
    return request.user.has_perms(RESTORING)


def _visible_changes(version: DeckVersion, before: DeckVersion | None) -> list[Change]:
    """What a version changed. For the first version, empty fields are left out."""
    return [change for change in changed(version, before) if not (before is None and change.after in ("", {}))]


def _chosen(found: list[DeckVersion], number: str) -> DeckVersion | None:
    return next((version for version in found if str(version.number) == number), None)


def _names(version: DeckVersion) -> dict[str, str]:
    return {"ja": version.plan["name_ja"], "en": version.plan["name_en"]}


def _cards(ruleset: str, version: DeckVersion) -> list[tuple[str, Any]]:
    newest, names = newest_revision(ruleset), card_names(newest_rules(ruleset))
    return [(card_link(newest, card, names), copies) for card, copies in version.plan["cards"].items()]


extend(
    Deck,
    Extension(
        pages=(
            Page("deleted/", "decks_deck_deleted", deleted_page, ("decks.view_deck",)),
            Page("<uuid:pk>/versions/", "decks_deck_versions", versions_page, ("decks.view_deck",)),
            Page("<uuid:pk>/versions/<int:number>/", "decks_deck_restore", restore, RESTORING),
        ),
    ),
)
