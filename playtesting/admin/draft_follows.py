"""The page with the effects of a draft: decks it breaks, its stored tests, and its trial of a hundred deals.

Adds the page and its button to the drafts of card sets. Publishing a draft runs its tests first.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from cards.admin.card_desk import card_of
from cards.admin.common import show_refusal
from cards.admin.drafts import CardSetDraftAdmin
from cards.editor.browsing import name_of
from cards.models import CardSetDraft
from cards.sets.differences import written
from cards.sets.selectors import rules_of
from cards.sets.services import draft_faults
from cards.sets.validation import Fault
from common.admin.pages import Extension, Page, PageView, extend
from common.text.errors import ServiceError
from common.text.labels import card_label_of
from common.text.language import in_language, page_language
from common.text.naming import COMMA
from common.text.sentences import message_texts
from decks.models import Deck
from decks.selectors import checked_decks
from matches.log.transactions import writing
from matches.pages.drawing import Speech, draw_board
from matches.pages.people import SIGNS, named_by_sign
from playtesting import card_tests, trials
from playtesting.limits import MOST_DECKS_CHECKED
from playtesting.models import CardTest
from playtesting.playtests import plan_playtest, playtest_of, rules_of_draft
from playtesting.positions import card_in_use
from rules.engine import Ruleset, redact
from rules.registry import newest_version

CHANGE = ("cards.change_cardsetdraft",)
_MOST_DIGITS = 19


def follows(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page. A POST carries out one of its buttons."""
    draft = draft_admin.draft(pk)
    if request.method == "POST":
        try:
            _press(request, draft)
        except ServiceError as refusal:
            show_refusal(request, refusal, draft)
        return HttpResponseRedirect(_at(pk))
    faults = draft_faults(draft)
    trial = draft.trials.first()
    return draft_admin.page(
        request,
        "admin/playtesting/draft_follows.html",
        _("Check the draft"),
        draft=draft,
        faults=faults,
        starter_faults=[fault.detail for fault in faults if is_of_starter_deck(fault)],
        checks_decks=all(map(is_of_starter_deck, faults)),
        broken=broken_decks(draft) if all(map(is_of_starter_deck, faults)) else [],
        may_view_decks=request.user.has_perm("decks.view_deck"),
        results=[] if faults else [_shown_test(draft, result) for result in card_tests.run_tests(draft)],
        trial=trial,
        fared=trials.results_of(trial) if trial else [],
        builds_decks=not faults and rules_of_draft(draft).builds_decks,
        deals=trials.DEALS,
    )


def _press(request: HttpRequest, draft: CardSetDraft) -> None:
    sent = request.POST
    if "try" in sent:
        trials.start_trial(draft=draft, player=request.user)
    elif "cancel" in sent:
        trials.cancel_trial(draft=draft)
    elif test := _named_test(draft, sent.get("drop", "")):
        test.delete()
    elif test := _named_test(draft, sent.get("compare", "")):
        card_tests.choose_compared(
            test=test,
            effects=[int(number) for number in sent.getlist("effect") if number.isascii() and number.isdecimal()],
            figures=sent.getlist("figure"),
            is_exact="is_exact" in sent,
        )


def _named_test(draft: CardSetDraft, sent: str) -> CardTest | None:
    is_key = sent.isascii() and sent.isdecimal() and len(sent) < _MOST_DIGITS
    return CardTest.objects.filter(draft=draft, pk=int(sent)).first() if is_key else None


@dataclass(frozen=True)
class Choice:
    """A checkbox for an effect or a figure of a test: the value that the form sends, its text, and its result."""

    value: Any
    text: str
    is_compared: bool
    is_missed: bool


def _shown_test(draft: CardSetDraft, result: card_tests.TestResult) -> dict[str, Any]:
    """The test in words, with everything it may compare."""
    test, rules = result.test, rules_of_draft(draft)
    names = [f"{sign} {_('you')}" if seat == test.seat else sign for seat, sign in enumerate(SIGNS)]
    chosen, figures = card_tests.compared_effects(test), test.compared.get("figures", {})
    effects = [
        Choice(number, _effect_text(rules, test, effect, names), number in chosen, number in result.missing)
        for number, effect in enumerate(test.expected)
    ]
    now = result.played
    places = list(dict.fromkeys([*figures, *(now.changed if now else [])]))
    return {
        "result": result,
        "effects": effects,
        "figures": [
            Choice(at, _figure_text(at, figures.get(at), now), at in figures, at in result.wrong) for at in places
        ],
        "is_exact": test.compared.get("is_exact", False),
    }


def _effect_text(rules: Ruleset, test: CardTest, effect: Any, names: list[str]) -> str:
    """The effect in words, as visible to the seat of the test."""
    try:
        (read,) = rules.decode_effects(msgspec.json.encode([effect]))
    except msgspec.MsgspecError:
        return str(effect.get("type", ""))
    return _in_words(rules, "effects", redact(read, test.seat, test.seat), names)


def _figure_text(at: str, expected: Any, now: card_tests.Played | None) -> str:
    """For example `health: 20 → 18`, followed by the expected value if it differs."""
    before, after = (now.before.get(at), now.after.get(at)) if now else (None, None)
    text = f"{card_label_of(at)}: {written(before)} → {written(after)}"
    return text if expected in (None, after) else f"{text} ({_('stored: %(value)s') % {'value': written(expected)}})"


def is_of_starter_deck(fault: Fault) -> bool:
    return fault.at.startswith("/starter_decks/")


def broken_decks(draft: CardSetDraft) -> list[tuple[Deck, str]]:
    """Stored decks that are legal with the published cards but not with the draft, each with its first fault."""
    now, before = rules_of_draft(draft), rules_of(draft.ruleset, newest_version(draft.ruleset), draft.base_id)
    if not now.builds_decks:
        return []
    decks = Deck.objects.filter(ruleset=draft.ruleset, slug="").select_related("owner").prefetch_related("lines")
    checked = checked_decks(decks.order_by("-pk")[:MOST_DECKS_CHECKED], now=now, before=before)
    return [(one.deck, in_language(one.problems[0]["texts"])) for one in checked if one.broke]


def keep(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, match_id: UUID) -> HttpResponse:
    """Store the last move of a playtest as a test of the draft."""
    draft = draft_admin.draft(pk)
    if request.method == "POST":
        try:
            match = playtest_of(match_id, request.user)
        except ServiceError as refusal:
            raise Http404 from refusal
        seat = match.seats.get(player=request.user).index
        try:
            test = card_tests.keep_test(
                draft=draft, match=match, player=request.user, seat=seat, name=request.POST.get("name", "")
            )
        except ServiceError as refusal:
            show_refusal(request, refusal, draft)
        else:
            draft_admin.log_change(request, draft, f"+ {test}")
            messages.success(request, _("Saved as a test: %(test)s") % {"test": test})
    return HttpResponseRedirect(_at(pk))


def in_use(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Show a position in which the card is used, and the result, under the rules with the draft."""
    draft, card = card_of(draft_admin, pk, slug)
    if draft_faults(draft):
        return HttpResponseRedirect(_at(pk))
    rules = rules_of_draft(draft)
    found = card_in_use(rules, plan_playtest(rules, [], [slug]), slug)
    speech = Speech(rules, page_language(), (_("you"), _("opponent")))
    names = named_by_sign(speech.players)
    context: dict[str, Any] = {"found": found}
    if found is not None:
        context["board"] = draw_board(speech, found.seen, 0, [])
        context["action"] = _in_words(rules, "actions", found.action, names)
        context["effects"] = [_in_words(rules, "effects", redact(effect, 0, 0), names) for effect in found.effects]
    return draft_admin.page(
        request, "admin/playtesting/card_in_use.html", name_of(card), draft=draft, card=card, **context
    )


def _in_words(rules: Ruleset, kind: str, message: Any, names: list[str]) -> str:
    plain = str(message.__struct_config__.tag).replace("_", " ")
    return in_language(message_texts(rules, kind, message, names), plain)


def tested(draft_admin: CardSetDraftAdmin, publish: PageView) -> PageView:
    """Wrap the publish page: a draft is published only if all its tests pass."""

    def checked_first(request: HttpRequest, **named: Any) -> HttpResponse:
        draft = draft_admin.draft(named["pk"])
        if request.method == "POST" and not draft_faults(draft):
            failed = card_tests.failing_tests(draft)
            if failed:
                refusal = in_language(ServiceError("card_tests_fail").texts)
                messages.error(request, f"{refusal} {in_language(COMMA).join(failed)}")
                return HttpResponseRedirect(_at(draft.pk))
        with writing():  # A waiting review is closed with the publication, and its author is notified.
            return publish(request, **named)

    return checked_first


def _at(pk: int) -> str:
    return reverse("admin:matches_draft_follows", args=[pk])


extend(
    CardSetDraft,
    Extension(
        pages=(
            Page("<int:pk>/cards/<str:slug>/use/", "matches_draft_card_use", in_use, CHANGE),
            Page("<int:pk>/follows/", "matches_draft_follows", follows, CHANGE),
            Page("<int:pk>/playtests/<uuid:match_id>/keep/", "matches_playtest_keep", keep, CHANGE),
        ),
        tools=("admin/playtesting/draft_follows_tools.html",),
        wrappers={"cards_cardsetdraft_publish": tested},
    ),
)
