"""The published revisions of card sets: what each changed, each as a file, and publishing one again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.admin.common import RulesetFilter, names_of, row_or_404, show_refusal
from cards.editor.forms import NoteForm
from cards.models import CardSetRevision
from cards.sets.differences import difference
from cards.sets.selectors import newest_revision, revision_before
from cards.sets.services import publish_again
from common.admin.pages import Extension, Page, PagesAdmin, ReadOnly, extend
from common.named_rows import linked
from common.text.errors import ServiceError

PUBLISHER = linked("published_by", gettext_lazy("published by"))


@admin.register(CardSetRevision)
class CardSetRevisionAdmin(ReadOnly, PagesAdmin):
    """Published revisions. They never change."""

    list_display = (
        "__str__",
        "note",
        "published_at",
        PUBLISHER,
        "is_playtest",
    )
    list_filter = (RulesetFilter, "is_playtest", "published_at")
    list_select_related = ("published_by",)
    search_fields = ("note", "digest")

    def get_queryset(self, request: HttpRequest) -> QuerySet[CardSetRevision]:
        return super().get_queryset(request).defer("body")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the revision and its changes since the one before, or any other."""
        self.need(request, "cards.view_cardsetrevision")
        revision = self._revision(object_id)
        others = list(CardSetRevision.objects.filter(ruleset=revision.ruleset).exclude(pk=revision.pk).defer("body"))
        against = request.GET.get("against", "")
        before = next((r for r in others if str(r.pk) == against), None) or revision_before(revision)
        newest = newest_revision(revision.ruleset)
        return self.page(
            request,
            "admin/cards/revision.html",
            str(revision),
            revision=revision,
            cards=len(revision.card_set["cards"]),
            others=others,
            before=before,
            difference=difference(before.card_set, revision.card_set) if before else None,
            names={
                **(names_of(before.ruleset, before.card_set) if before else {}),
                **names_of(revision.ruleset, revision.card_set),
            },
            is_newest=newest.pk == revision.pk,
            may_publish=request.user.has_perm("cards.publish_cardset") and newest.digest != revision.digest,
            form=NoteForm(initial={"note": _("Republish revision %(number)d") % {"number": revision.revision}}),
            decks_url=_decks_url(revision.ruleset),
        )

    def publish_again(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Publish the revision's content again as the newest one."""
        revision, form = self._revision(pk), NoteForm(request.POST)
        here = reverse("admin:cards_cardsetrevision_change", args=[pk])
        if request.method != "POST" or not form.is_valid():
            return HttpResponseRedirect(here)
        try:
            made = publish_again(revision=revision, note=form.cleaned_data["note"], published_by=request.user)
        except ServiceError as refusal:
            show_refusal(request, refusal)
        else:
            self.log_addition(request, made, f"{revision.revision} → {made.revision}")
            messages.success(request, _("Published as revision %(number)d.") % {"number": made.revision})
            here = reverse("admin:cards_cardsetrevision_change", args=[made.pk])
        return HttpResponseRedirect(here)

    def file(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The canonical bytes that were hashed."""
        revision = self._revision(pk)
        name = f"{revision.ruleset}-{revision.revision}.json"
        return HttpResponse(
            bytes(revision.body),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    def _revision(self, pk: int | str) -> CardSetRevision:
        return row_or_404(CardSetRevision.objects.select_related("published_by"), pk)


def _decks_url(ruleset: str) -> str:
    """The page of the decks app that shows how a new revision affected the decks, if that app is installed."""
    try:
        return f"{reverse('admin:decks_deck_check')}?ruleset={ruleset}"
    except NoReverseMatch:
        return ""


extend(
    CardSetRevision,
    Extension(
        pages=(
            Page(
                "<int:pk>/again/",
                "cards_cardsetrevision_again",
                CardSetRevisionAdmin.publish_again,
                ("cards.publish_cardset",),
            ),
            Page(
                "<int:pk>/file/",
                "cards_cardsetrevision_file",
                CardSetRevisionAdmin.file,
                ("cards.view_cardsetrevision",),
            ),
        )
    ),
)
