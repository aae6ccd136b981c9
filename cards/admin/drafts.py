"""Drafts of card sets: changes, faults, publishing. draft_cards.py has their cards."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.admin.common import RulesetFilter, names_of, row_or_404, show_refusal
from cards.editor.forms import NewDraftForm, NoteForm, PublishForm
from cards.models import CardSetDraft
from cards.sets.differences import difference
from cards.sets.selectors import newest_revision
from cards.sets.services import (
    bring_up_to_date,
    create_draft,
    draft_faults,
    publish_draft,
)
from common.admin.pages import Extension, Page, PagesAdmin, extend
from common.named_rows import linked
from common.text.errors import ServiceError
from common.text.labels import word
from rules.registry import set_digest


class AuthorFilter(admin.SimpleListFilter):
    """Filters by author, among those who have any drafts: a list of all players would be too long."""

    title = gettext_lazy("author")
    parameter_name = "author"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        drafts = CardSetDraft.objects.exclude(author=None).order_by("author__username")
        return [(str(pk), name) for pk, name in drafts.values_list("author", "author__username").distinct()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        offered = {pk for pk, _name in self.lookup_choices}
        return queryset.filter(author=self.value()) if self.value() in offered else queryset


@admin.register(CardSetDraft)
class CardSetDraftAdmin(PagesAdmin):
    """Card sets being written."""

    list_display = ("__str__", "note", "made_from", linked("author", gettext_lazy("author")), "updated_at")
    list_filter = (RulesetFilter, AuthorFilter)
    list_select_related = ("base", "author")
    search_fields = ("note",)
    form = NewDraftForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[CardSetDraft]:
        return super().get_queryset(request).defer("body", "base__body")

    @admin.display(description=gettext_lazy("based on"))
    def made_from(self, draft: CardSetDraft) -> str:
        return _("Revision %(number)d") % {"number": draft.base.revision}

    def save_model(self, request: HttpRequest, obj: CardSetDraft, form: Any, change: bool) -> None:
        made = create_draft(ruleset=obj.ruleset, note=obj.note, author=request.user)
        obj.pk = made.pk
        obj.refresh_from_db()

    def response_add(self, request: HttpRequest, obj: CardSetDraft, post_url_continue: Any = None) -> HttpResponse:
        return HttpResponseRedirect(self.at(obj.pk))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the draft's changes and faults, with links to edit it."""
        self.need(request, "cards.view_cardsetdraft")
        draft = self.draft(object_id)
        may_change = request.user.has_perm("cards.change_cardsetdraft")
        form = NoteForm(request.POST or None, initial={"note": draft.note})
        if request.method == "POST" and form.is_valid():
            self.need(request, "cards.change_cardsetdraft")
            draft.note = form.cleaned_data["note"]
            draft.save(update_fields=["note", "updated_at"])
            return HttpResponseRedirect(self.at(draft.pk))
        newest = newest_revision(draft.ruleset)
        faults = draft_faults(draft)
        return self.page(
            request,
            "admin/cards/draft.html",
            str(draft),
            draft=draft,
            difference=difference(draft.base.card_set, draft.body),
            names={**names_of(draft.ruleset, draft.base.card_set), **names_of(draft.ruleset, draft.body)},
            faults=faults,
            newest=newest,
            is_outdated=newest.pk != draft.base_id,
            parts=[(key, word(key)) for key in sorted(draft.body) if isinstance(draft.body[key], dict | list)],
            form=form,
            publish_form=PublishForm(
                initial={"note": draft.note, "seen": set_digest(draft.body)}, auto_id="publish_%s"
            ),
            may_change=may_change,
            may_publish=request.user.has_perm("cards.publish_cardset"),
            may_delete=request.user.has_perm("cards.delete_cardsetdraft"),
        )

    def publish(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Publish the draft, with a note, if it hasn't changed since the author saw it."""
        draft, form = self.draft(pk), PublishForm(request.POST)
        if request.method != "POST":
            return HttpResponseRedirect(self.at(pk))
        if not form.is_valid():
            messages.error(request, _("Describe the changes in a note."))
            return HttpResponseRedirect(self.at(pk))
        note, seen = form.cleaned_data["note"], form.cleaned_data["seen"]
        try:
            made = publish_draft(draft=draft, note=note, published_by=request.user, seen=seen)
        except ServiceError as refusal:
            show_refusal(request, refusal, draft)
        else:
            self.log_addition(request, made, f"#{draft.pk} → {made.revision}: {note}")
            messages.success(request, _("Published as revision %(number)d.") % {"number": made.revision})
            return HttpResponseRedirect(reverse("admin:cards_cardsetrevision_change", args=[made.pk]))
        return HttpResponseRedirect(self.at(pk))

    def update(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Move the draft's changes to the newest revision."""
        draft = self.draft(pk)
        if request.method != "POST":
            return HttpResponseRedirect(self.at(pk))
        try:
            clashes = bring_up_to_date(draft=draft)
        except ServiceError as refusal:
            show_refusal(request, refusal, draft)
        else:
            self.log_change(request, draft, f"→ {draft.base.revision}")
            messages.success(request, _("The draft is now based on revision %(n)d.") % {"n": draft.base.revision})
            for clash in clashes:
                warning = _(
                    "The draft and the new revision both changed this. The draft keeps its own value: %(place)s"
                )
                messages.warning(request, warning % {"place": clash})
        return HttpResponseRedirect(self.at(pk))

    # Page data

    def at(self, pk: int) -> str:
        return reverse("admin:cards_cardsetdraft_change", args=[pk])

    def draft(self, pk: int | str) -> CardSetDraft:
        return row_or_404(CardSetDraft.objects.select_related("base", "author"), pk)


extend(
    CardSetDraft,
    Extension(
        pages=(
            Page(
                "<int:pk>/publish/", "cards_cardsetdraft_publish", CardSetDraftAdmin.publish, ("cards.publish_cardset",)
            ),
            Page(
                "<int:pk>/update/",
                "cards_cardsetdraft_update",
                CardSetDraftAdmin.update,
                ("cards.change_cardsetdraft",),
            ),
        )
    ),
)
