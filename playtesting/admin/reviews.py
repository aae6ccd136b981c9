"""Reviews of drafts: the list of requests, the page of each, and the part of a draft's page that asks for one.

Permissions, as tests/test_staff_permissions.py checks them: view_cardsetdraft to read requests, change_cardsetdraft to
ask and withdraw, publish_cardset to approve and return.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.admin.common import RulesetFilter, names_of, row_or_404, show_refusal
from cards.admin.drafts import CardSetDraftAdmin
from cards.editor.browsing import name_of
from cards.editor.card_sheet import Line, sheet
from cards.editor.forms import PublishForm
from cards.models import CardSetDraft
from cards.sets.differences import by_slug, difference
from cards.sets.selectors import newest_revision, rules_of
from cards.sets.services import draft_faults
from common.admin.pages import Extension, Page, PagesAdmin, ReadOnly, extend
from common.named_rows import linked
from common.text.errors import ServiceError
from common.text.language import in_language, ruleset_name
from playtesting import reviews, trials
from playtesting.admin.draft_follows import broken_decks, is_of_starter_deck
from playtesting.card_tests import run_tests
from playtesting.limits import MOST_REMARK_LETTERS
from playtesting.models import DraftReview
from playtesting.playtests import rules_of_draft
from rules.engine import Names
from rules.registry import newest_version, set_digest

VIEW, CHANGE, PUBLISH = "cards.view_cardsetdraft", "cards.change_cardsetdraft", "cards.publish_cardset"
DISCARDED = "discarded"


def _text(label: Any, *, is_required: bool = False) -> forms.CharField:
    area = forms.Textarea(attrs={"rows": 3, "cols": 60, "maxlength": MOST_REMARK_LETTERS})
    return forms.CharField(label=label, max_length=MOST_REMARK_LETTERS, required=is_required, widget=area)


class AskForm(forms.Form):
    remark = _text(gettext_lazy("Remark for the publishers"))


class ReturnForm(forms.Form):
    answer = _text(gettext_lazy("Remarks for the author"), is_required=True)


class ApproveForm(PublishForm):
    """`has_read_changes` confirms that the publisher has read what changed since the request."""

    answer = _text(gettext_lazy("Remarks for the author"))
    has_read_changes = forms.BooleanField(
        label=gettext_lazy("I have read what changed since the request."), required=False
    )


class StateFilter(admin.SimpleListFilter):
    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(value), str(label)) for value, label in DraftReview.State.choices] + [(DISCARDED, _("discarded"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[DraftReview]) -> QuerySet[DraftReview]:
        wanted = self.value()
        if wanted not in dict(self.lookup_choices):
            return queryset
        if wanted in (DISCARDED, DraftReview.State.WAITING):
            return queryset.filter(state=DraftReview.State.WAITING, has_draft=wanted != DISCARDED)
        return queryset.filter(state=wanted)


class CardReading(NamedTuple):
    """A new or changed card: its name, and how the rules read it with the published set and with the draft."""

    name: str
    before: Names | None
    after: Names | None
    text: Names | None
    """The printed text of a new card; that of others is among the changes."""
    lines: list[Line]
    """All other fields of a new card."""


@admin.register(DraftReview)
class DraftReviewAdmin(ReadOnly, PagesAdmin):
    list_display = (
        "__str__",
        linked("author", gettext_lazy("requested by")),
        "asked_at",
        "state_name",
        linked("decided_by", gettext_lazy("decided by")),
        "decided_at",
        "published_as",
    )
    list_filter = (StateFilter, RulesetFilter)
    list_select_related = ("author", "decided_by", "revision")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(VIEW)

    has_module_permission = has_view_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[DraftReview]:
        return reviews.with_drafts(super().get_queryset(request)).defer("body", "revision__body")

    @admin.display(description=gettext_lazy("state"), ordering="state")
    def state_name(self, review: DraftReview) -> str:
        return _state_name(review, has_draft=review.has_draft)  # type: ignore[attr-defined]

    @admin.display(description=gettext_lazy("published as"))
    def published_as(self, review: DraftReview) -> str:
        return _("Revision %(number)d") % {"number": review.revision.revision} if review.revision else "–"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a request with everything that a publisher needs to decide."""
        self.need(request, VIEW)
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        review = self.review(object_id)
        draft = CardSetDraft.objects.select_related("base", "author").filter(pk=review.draft_number).first()
        is_waiting = review.state == DraftReview.State.WAITING and draft is not None
        context: dict[str, Any] = {}
        if is_waiting:
            context = {**_draft_context(draft), **_decision_context(request, review, draft)}
        return self.page(
            request,
            "admin/playtesting/review.html",
            str(review),
            review=review,
            draft=draft,
            is_waiting=is_waiting,
            state_name=_state_name(review, has_draft=draft is not None),
            game=ruleset_name(review.ruleset),
            earlier=_earlier(review),
            may_view_decks=request.user.has_perm("decks.view_deck"),
            **context,
        )

    def withdraw(self, request: HttpRequest, pk: int) -> HttpResponse:
        review = self.review(pk)
        if review.author_id != request.user.pk:
            raise PermissionDenied
        return self._answer(request, review, lambda: reviews.withdraw(review=review, author=request.user))

    def approve(self, request: HttpRequest, pk: int) -> HttpResponse:
        review, form = self.review(pk), ApproveForm(request.POST)

        def publish() -> None:
            sent = form.cleaned_data
            made = reviews.approve(review=review, publisher=request.user, **sent)
            self.log_addition(request, made, f"#{review.draft_number} → {made.revision}: {sent['note']}")
            messages.success(request, _("Published as revision %(number)d.") % {"number": made.revision})

        return self._answer(request, review, publish, form)

    def return_draft(self, request: HttpRequest, pk: int) -> HttpResponse:
        review, form = self.review(pk), ReturnForm(request.POST)

        def send_back() -> None:
            reviews.return_draft(review=review, publisher=request.user, **form.cleaned_data)
            messages.success(request, _("Returned to the author."))

        return self._answer(request, review, send_back, form)

    def _answer(
        self, request: HttpRequest, review: DraftReview, carry_out: Callable[[], None], form: forms.Form | None = None
    ) -> HttpResponse:
        """Carry out a POST whose form is valid, or show on the next page why not."""
        if request.method == "POST":
            if form is not None and not form.is_valid():
                _show_errors(request, form)
            else:
                draft = CardSetDraft.objects.filter(pk=review.draft_number).first()
                try:
                    carry_out()
                except ServiceError as refusal:
                    show_refusal(request, refusal, draft)
        return HttpResponseRedirect(_at(review))

    def review(self, pk: int | str) -> DraftReview:
        return row_or_404(DraftReview.objects.select_related("author", "decided_by").defer("revision__body"), pk)


def ask(draft_admin: CardSetDraftAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Request a review of the draft. Redirects to the review, or back to the draft if it is refused."""
    draft, form = draft_admin.draft(pk), AskForm(request.POST)
    if request.method != "POST":
        return HttpResponseRedirect(draft_admin.at(pk))
    if not form.is_valid():
        _show_errors(request, form)
        return HttpResponseRedirect(draft_admin.at(pk))
    try:
        review = reviews.ask_for_review(draft=draft, author=request.user, remark=form.cleaned_data["remark"])
    except ServiceError as refusal:
        show_refusal(request, refusal, draft)
        return HttpResponseRedirect(draft_admin.at(pk))
    messages.success(request, _("Review requested. Publishers are notified."))
    return HttpResponseRedirect(_at(review))


def _show_errors(request: HttpRequest, form: forms.Form) -> None:
    for name, found in form.errors.items():
        label = form.fields[name].label if name in form.fields else ""
        for text in found:
            messages.error(request, f"{label}: {text}" if label else text)


def _state_name(review: DraftReview, *, has_draft: bool) -> str:
    if review.state == DraftReview.State.WAITING and not has_draft:
        return _("discarded")
    return str(review.get_state_display())


def _draft_context(draft: CardSetDraft) -> dict[str, Any]:
    """What the draft changes, how the rules read it, and how its decks, tests and trial fare."""
    faults = draft_faults(draft)
    checks_decks = all(map(is_of_starter_deck, faults))
    trial = draft.trials.select_related("before", "after").first()
    newest = newest_revision(draft.ruleset)
    return {
        "names": {**names_of(draft.ruleset, draft.base.card_set), **names_of(draft.ruleset, draft.body)},
        "difference": difference(draft.base.card_set, draft.body),
        "newest": newest,
        "is_outdated": newest.pk != draft.base_id,
        "faults": faults,
        "readings": [] if faults else _readings(draft),
        "checks_decks": checks_decks,
        "starter_faults": [fault.detail for fault in faults if is_of_starter_deck(fault)],
        "broken": broken_decks(draft) if checks_decks else [],
        "results": [] if faults else run_tests(draft),
        "trial": trial,
        "is_trial_of_now": trial is not None and trial.after.digest == set_digest(draft.body),
        "fared": trials.results_of(trial) if trial else [],
    }


def _readings(draft: CardSetDraft) -> list[CardReading]:
    before, after = rules_of(draft.ruleset, newest_version(draft.ruleset), draft.base_id), rules_of_draft(draft)
    old, new, names = by_slug(draft.base.card_set), by_slug(draft.body), names_of(draft.ruleset, draft.body)
    found = []
    for change in difference(draft.base.card_set, draft.body).cards:
        if change.kind == "removed":
            continue
        card, was = new[change.slug], old.get(change.slug)
        read = after.describe_card(card)
        read_before = before.describe_card(was) if was else None
        text, lines = (None, []) if was else (card.get("text"), sheet(draft.body, card, names, in_language(read)))
        found.append(CardReading(name_of(card), read_before, read, text, lines))
    return [one for one in found if one.after or one.before or one.lines]


def _decision_context(request: HttpRequest, review: DraftReview, draft: CardSetDraft) -> dict[str, Any]:
    now = set_digest(draft.body)
    has_changed = now != review.digest
    initial = {"note": draft.note, "seen": now}
    return {
        "has_changed": has_changed,
        "since": difference(review.body, draft.body) if has_changed and review.body else None,
        "since_names": names_of(draft.ruleset, review.body) if has_changed and review.body else {},
        "may_withdraw": review.author_id == request.user.pk and request.user.has_perm(CHANGE),
        "may_publish": request.user.has_perm(PUBLISH),
        "approve_form": ApproveForm(initial=initial, auto_id="approve_%s"),
        "return_form": ReturnForm(auto_id="return_%s"),
    }


def _earlier(review: DraftReview) -> QuerySet[DraftReview]:
    """The draft's earlier requests, the newest first."""
    found = DraftReview.objects.filter(draft_number=review.draft_number, pk__lt=review.pk)
    return found.select_related("author", "decided_by").defer("body")


def _at(review: DraftReview) -> str:
    return reverse("admin:playtesting_draftreview_change", args=[review.pk])


extend(
    DraftReview,
    Extension(
        pages=(
            Page("<int:pk>/withdraw/", "playtesting_review_withdraw", DraftReviewAdmin.withdraw, (VIEW, CHANGE)),
            Page("<int:pk>/approve/", "playtesting_review_approve", DraftReviewAdmin.approve, (VIEW, PUBLISH)),
            Page("<int:pk>/return/", "playtesting_review_return", DraftReviewAdmin.return_draft, (VIEW, PUBLISH)),
        )
    ),
)
extend(
    CardSetDraft,
    Extension(
        pages=(Page("<int:pk>/review/", "playtesting_review_ask", ask, (CHANGE,)),),
        tools=("admin/playtesting/review_tools.html",),
        context=lambda draft_admin, request: {"ask_form": AskForm(auto_id="ask_%s")},
    ),
)
