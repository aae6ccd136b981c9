"""Browse the cards of the published sets. There is no table of cards: the list is read from a revision."""

from typing import Any, NamedTuple

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from cards.admin.common import names_of
from cards.editor.browsing import browse, name_of
from cards.editor.card_sheet import sheet
from cards.editor.forms import ruleset_choices
from cards.models import Card, CardSetRevision
from cards.sets.card_json import printed
from cards.sets.differences import by_slug
from cards.sets.selectors import revision_numbered, rules_of
from common.admin.pages import PagesAdmin, ReadOnly
from common.text.labels import in_reading_order
from common.text.language import in_language
from rules.registry import UnknownRuleset, newest_version, slugs


class PrintedCard(NamedTuple):
    """A card of a ruleset, whose uses other apps show."""

    ruleset: str
    slug: str


@admin.register(Card)
class CardAdmin(ReadOnly, PagesAdmin):
    """The cards of the published sets."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("cards.view_card")

    has_module_permission = has_view_permission

    def get_urls(self) -> list[URLPattern]:
        """Only these pages: there is no table of cards for Django's own."""
        wrap = self.admin_site.admin_view
        return [
            path("", wrap(self.changelist_view), name="cards_card_changelist"),
            path("<slug:ruleset>/<int:revision>/<str:slug>/", wrap(self.card), name="cards_card_shown"),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        self.need(request, "cards.view_card")
        ruleset = request.GET.get("ruleset") or slugs()[0]
        revision = self._revision(ruleset, request.GET.get("revision"))
        return self.page(
            request,
            "admin/cards/browse.html",
            _("Cards"),
            revision=revision,
            rulesets=[(slug, name, slug == ruleset) for slug, name in ruleset_choices()],
            found=browse(revision.card_set, request.GET, names_of(ruleset, revision.card_set)),
            card_url="admin:cards_card_shown",
        )

    def card(self, request: HttpRequest, ruleset: str, revision: int, slug: str) -> HttpResponse:
        self.need(request, "cards.view_card")
        found = self._revision(ruleset, str(revision))
        card = by_slug(found.card_set).get(slug)
        if card is None:
            raise Http404
        rules = rules_of(ruleset, newest_version(ruleset), found.pk)
        read = in_language(rules.describe_card(card))
        return self.page(
            request,
            "admin/cards/card.html",
            name_of(card),
            revision=found,
            card=card,
            ruleset_name=in_language(rules.names),
            lines=sheet(found.card_set, card, names_of(ruleset, found.card_set), read),
            json=printed(in_reading_order(card)),
            uses=self.uses_of(request, PrintedCard(ruleset, slug)),
        )

    def _revision(self, ruleset: str, number: str | None) -> CardSetRevision:
        try:
            revision = revision_numbered(ruleset, int(number) if number else None)
        except (UnknownRuleset, ValueError) as error:
            raise Http404 from error
        if revision is None:
            raise Http404
        return revision
