"""Players' deck pages: the list, editing or viewing a deck, copying, deleting and restoring."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.sets.selectors import newest_rules
from common.http import limits
from common.text.errors import ServiceError
from common.text.language import in_language, page_language, ruleset_name
from common.text.refusals import show_refusal
from decks.deck_lists import write_list
from decks.faults import deck_problems
from decks.forms import deck_form, deck_rulesets, form_fields, planned
from decks.limits import MOST_DELETED_OFFERED
from decks.models import Deck, DeckVersion
from decks.outdated import outdated, seen_version, worded
from decks.selectors import visible_decks
from decks.services import create_deck, delete_deck, duplicate_deck, restore_version, update_deck
from decks.versions import changed, deleted_decks, in_pairs, own_versions
from rules.engine import Ruleset

ON_A_PAGE = 50
View = Callable[..., HttpResponse]


def signed_in(view: View) -> View:
    """A view that requires signing in and is never cached."""
    return never_cache(login_required(view, login_url="account-sign-in"))  # type: ignore[no-any-return]


@signed_in
@require_safe
def own_decks(request: HttpRequest) -> HttpResponse:
    """The player's decks, last changed first, and the starter decks to view and copy."""
    own = visible_decks(request.user.pk).filter(owner=request.user).order_by("-updated_at", "-id")
    page = Paginator(own, ON_A_PAGE).get_page(request.GET.get("page"))
    starters = visible_decks(None).exclude(slug="").order_by("ruleset", "name_en")
    return render(
        request,
        "decks/list.html",
        {
            "rulesets": deck_rulesets(),
            "page": page,
            "own": _lines(page),
            "starters": _lines(starters),
            "deleted": [
                (version, in_language({"ja": version.plan["name_ja"], "en": version.plan["name_en"]}))
                for version in deleted_decks().filter(owner=request.user)[:MOST_DELETED_OFFERED]
            ],
        },
    )


def _lines(decks: Any) -> list[dict[str, Any]]:
    rules = {slug: newest_rules(slug) for slug, _name in deck_rulesets()}
    return [
        {
            "deck": deck,
            "game": ruleset_name(deck.ruleset),
            "cards": sum(deck.as_sent["cards"].values()),
            "problems": len(deck_problems(rules[deck.ruleset], deck.options, deck.as_sent["cards"])),
        }
        for deck in decks
        if deck.ruleset in rules
    ]


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def new_deck(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Create a deck of a ruleset."""
    if ruleset not in dict(deck_rulesets()):
        raise Http404
    rules = newest_rules(ruleset)
    form = deck_form(rules, None)(request.POST or None)
    if request.method == "POST" and form.is_valid():
        limits.check_page(request, "default", request.user.pk)
        plan = planned(form.cleaned_data)
        deck = create_deck(owner=request.user, ruleset=ruleset, plan=plan, author=request.user)
        return _saved(request, rules, deck)
    return _form(request, form, _("New deck"), game=ruleset_name(ruleset))


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def one_deck(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """A deck: the editor for the player's own, otherwise a public deck to view and copy."""
    deck = _visible(request, deck_id)
    rules = newest_rules(deck.ruleset)
    game = ruleset_name(deck.ruleset)
    if deck.owner_id != request.user.pk:
        if request.method == "POST":
            raise Http404
        text = write_list(rules, deck.as_sent["cards"], page_language())
        problems = _problems(rules, deck)
        return render(request, "decks/look.html", {"deck": deck, "game": game, "text": text, "problems": problems})
    form = deck_form(rules, deck)(request.POST or None, instance=_visible(request, deck_id))
    if request.method == "POST" and form.is_valid():
        limits.check_page(request, "default", request.user.pk)
        plan = planned(form.cleaned_data)
        seen = seen_version(request)
        try:
            saved = update_deck(deck=form.instance, plan=plan, author=request.user, expected=seen)
        except ServiceError as refusal:
            if refusal.code == "deck_changed":
                return _outdated(request, rules, _visible(request, deck_id), seen[0] if seen else 0, plan)
            raise Http404 from refusal
        return _saved(request, rules, saved)
    version = request.POST.get("deck_version", deck.version)
    return _form(request, form, str(deck), game=game, deck=deck, deck_version=version, problems=_problems(rules, deck))


def _outdated(request: HttpRequest, rules: Ruleset, deck: Deck, seen: int, plan: Any) -> HttpResponse:
    found = outdated(deck, seen, plan)
    choices = [form_fields(rules, plan, deck.version) for plan in found.plans]
    return render(request, "decks/outdated.html", {"deck": deck, "found": found, "choices": choices}, status=409)


def _form(request: HttpRequest, form: Any, title: str, **more: Any) -> HttpResponse:
    return render(
        request, "decks/form.html", {"form": form, "title": title, **more}, status=400 if form.errors else 200
    )


def _saved(request: HttpRequest, rules: Ruleset, deck: Deck) -> HttpResponse:
    """Redirect after saving, with the deck's faults as messages."""
    stored = Deck.objects.prefetch_related("lines").get(pk=deck.pk)
    if problems := _problems(rules, stored):
        messages.warning(
            request, _("The deck was saved, but it is not legal: %(faults)s") % {"faults": " ".join(problems)}
        )
    else:
        messages.success(request, _("The deck was saved."))
    return redirect("deck", deck.pk)


def _problems(rules: Ruleset, deck: Deck) -> list[str]:
    found = deck_problems(rules, deck.options, deck.as_sent["cards"])
    return [in_language(problem["texts"]) for problem in found]


@signed_in
@require_POST
def copy_deck(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Copy a deck of the player's own, or a public one."""
    limits.check_page(request, "default", request.user.pk)
    assert request.user.is_authenticated
    copy = duplicate_deck(deck=_visible(request, deck_id), owner=request.user)
    messages.success(request, _("This is the copy. You own it."))
    return redirect("deck", copy.pk)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Delete a deck after asking. The list of decks then offers to restore it."""
    deck = _own(request, deck_id)
    if request.method != "POST":
        return render(request, "decks/delete.html", {"deck": deck})
    limits.check_page(request, "default", request.user.pk)
    try:
        delete_deck(deck=deck, author=request.user)
    except ServiceError as refusal:
        show_refusal(request, refusal)
    else:
        messages.success(request, _("%(deck)s was deleted. You can restore it below.") % {"deck": deck})
    return redirect("decks")


@signed_in
@require_safe
def versions(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """The saved versions of the player's own deck, newest first, each with its changes."""
    found = list(own_versions(deck_id, request.user.pk))
    deck = visible_decks(request.user.pk).filter(pk=deck_id, owner=request.user).first()
    if not found and deck is None:
        raise Http404
    ruleset = deck.ruleset if deck else found[0].ruleset
    rows = [(version, worded(ruleset, changed(version, before))) for version, before in in_pairs(found)]
    return render(request, "decks/versions.html", {"deck": deck, "deck_id": deck_id, "rows": rows})


@signed_in
@require_POST
def restore(request: HttpRequest, deck_id: UUID, number: int) -> HttpResponse:
    """Restore an earlier version of a deck, or a deleted deck."""
    version: DeckVersion | None = own_versions(deck_id, request.user.pk).filter(number=min(number, 2**31 - 1)).first()
    if version is None:
        raise Http404
    limits.check_page(request, "default", request.user.pk)
    restore_version(version=version, author=request.user)
    messages.success(request, _("The deck was restored to version %(number)d.") % {"number": version.number})
    return redirect("deck", deck_id)


def _visible(request: HttpRequest, deck_id: UUID) -> Deck:
    deck = visible_decks(request.user.pk).filter(pk=deck_id).first()
    if deck is None:
        raise Http404
    return deck


def _own(request: HttpRequest, deck_id: UUID) -> Deck:
    deck = _visible(request, deck_id)
    if deck.owner_id != request.user.pk:
        raise Http404
    return deck
