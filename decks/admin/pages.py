"""Pages and list actions for duplicating, comparing and checking decks."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.models import CardSetRevision
from cards.sets.selectors import newest_revision, newest_rules, revision_before, rules_of
from common.admin.pages import Extension, Page, extend
from common.text.naming import card_names
from decks.admin.decks import DeckAdmin, address, card_link, owner_name, problem_texts
from decks.forms import deck_rulesets
from decks.limits import MOST_FAULTY_LISTED
from decks.models import Deck
from decks.plans import change_message, plan_of
from decks.selectors import checked_decks
from decks.services import duplicate_deck
from decks.verdicts import current, judged
from rules.engine import Ruleset
from rules.registry import newest_version


def duplicate(deck_admin: DeckAdmin, request: HttpRequest, pk: Any) -> HttpResponse:
    """Copy a deck. The copy belongs to the deck manager who asks for it."""
    deck = Deck.objects.filter(pk=pk).first()
    if deck is None:
        raise Http404
    if request.method != "POST":
        return HttpResponseRedirect(address(deck))
    copy = _duplicated(deck_admin, request, deck)
    messages.success(request, _("This is the copy. You own it."))
    return HttpResponseRedirect(address(copy))


def compare(deck_admin: DeckAdmin, request: HttpRequest) -> HttpResponse:
    """Compare two decks of one ruleset, card by card."""
    decks = [_deck(request.GET.get(side, "")) for side in ("a", "b")]
    if decks[0].ruleset != decks[1].ruleset:
        raise Http404
    names = card_names(newest_rules(decks[0].ruleset))
    newest = newest_revision(decks[0].ruleset)
    first, second = (deck.as_sent["cards"] for deck in decks)
    rows = [
        (card_link(newest, card, names), first.get(card, 0), second.get(card, 0))
        for card in sorted(first.keys() | second.keys())
    ]
    rows.append((_("Total"), sum(first.values()), sum(second.values())))
    return deck_admin.page(
        request,
        "admin/decks/deck/compare.html",
        _("Compare decks"),
        decks=decks,
        rows=[(*row, row[2] - row[1]) for row in rows],
    )


def check_page(deck_admin: DeckAdmin, request: HttpRequest) -> HttpResponse:
    """Check all decks of a ruleset with its newest cards. Shows which became illegal and why."""
    offered = deck_rulesets()
    ruleset = request.GET.get("ruleset") or offered[0][0]
    if ruleset not in dict(offered):
        raise Http404
    decks = Deck.objects.filter(ruleset=ruleset)
    return _checked(deck_admin, request, ruleset, decks, request.GET.get("against", ""))


@admin.action(description=gettext_lazy("Duplicate the selected decks"), permissions=["add"])
def duplicate_them(deck_admin: DeckAdmin, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
    copies = [_duplicated(deck_admin, request, deck) for deck in queryset]
    text = ngettext("%(n)d deck duplicated.", "%(n)d decks duplicated.", len(copies)) % {"n": len(copies)}
    messages.success(request, text)


@admin.action(description=gettext_lazy("Compare two decks"), permissions=["view"])
def compare_them(deck_admin: DeckAdmin, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
    decks = list(queryset[:3])
    if len(decks) != 2 or decks[0].ruleset != decks[1].ruleset:
        messages.error(request, _("Select two decks of the same game."))
        return None
    return HttpResponseRedirect(f"{reverse('admin:decks_deck_compare')}?a={decks[0].pk}&b={decks[1].pk}")


@admin.action(description=gettext_lazy("Check with the latest cards"), permissions=["view"])
def check_them(deck_admin: DeckAdmin, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
    rulesets = set(queryset.order_by().values_list("ruleset", flat=True).distinct()[:2])
    if len(rulesets) != 1:
        messages.error(request, _("Select decks of the same game."))
        return None
    return _checked(deck_admin, request, rulesets.pop(), queryset)


def _duplicated(deck_admin: DeckAdmin, request: HttpRequest, deck: Deck) -> Deck:
    copy = duplicate_deck(deck=deck, owner=request.user)
    deck_admin.log_addition(request, copy, f"{deck.pk} → {change_message(None, plan_of(copy), ('', owner_name(copy)))}")
    return copy


def _deck(pk: str) -> Deck:
    try:
        return Deck.objects.prefetch_related("lines").get(pk=pk)
    except (Deck.DoesNotExist, ValidationError) as error:
        raise Http404 from error


def _checked(
    deck_admin: DeckAdmin, request: HttpRequest, ruleset: str, decks: QuerySet[Deck], against: str = ""
) -> TemplateResponse:
    """Decks whose stored verdict says that they are legal are only counted. The others are checked now."""
    newest = newest_revision(ruleset)
    published = CardSetRevision.objects.filter(ruleset=ruleset, is_playtest=False)
    others = list(published.exclude(pk=newest.pk).defer("body"))
    before = next((r for r in others if str(r.pk) == against), None) or revision_before(newest)
    doubtful = decks.exclude(judged(current()), legal=True).select_related("owner").prefetch_related("lines")
    listed = doubtful.order_by("-updated_at", "-pk")[:MOST_FAULTY_LISTED]
    checked = checked_decks(listed, now=newest_rules(ruleset), before=_rules(before))
    faulty = [(deck, problem_texts(deck.problems)) for deck in checked if deck.problems]
    return deck_admin.page(
        request,
        "admin/decks/deck/check.html",
        _("Legality check"),
        rulesets=[(slug, name, slug == ruleset) for slug, name in deck_rulesets()],
        ruleset=ruleset,
        newest=newest,
        before=before,
        others=others,
        count=decks.count(),
        more=len(checked) == MOST_FAULTY_LISTED and doubtful.count() - MOST_FAULTY_LISTED,
        may_replace=deck_admin.has_change_permission(request),
        broken=[row for row in faulty if row[0].broke],
        faulty=[row for row in faulty if not row[0].broke],
    )


def _rules(revision: CardSetRevision | None) -> Ruleset | None:
    return revision and rules_of(revision.ruleset, newest_version(revision.ruleset), revision.pk)


extend(
    Deck,
    Extension(
        pages=(
            Page("compare/", "decks_deck_compare", compare, ("decks.view_deck",)),
            Page("check/", "decks_deck_check", check_page, ("decks.view_deck",)),
            Page("<uuid:pk>/duplicate/", "decks_deck_duplicate", duplicate, ("decks.view_deck", "decks.add_deck")),
        ),
        actions=(duplicate_them, compare_them, check_them),
    ),
)
