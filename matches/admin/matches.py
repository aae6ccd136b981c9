"""The list of matches for operators, and the page of a match."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from cards.admin.common import RulesetFilter
from cards.models import CardSetRevision
from common.admin.pages import PagesAdmin, ReadOnly
from common.text.language import in_language, ruleset_name
from common.text.sentences import reason_texts
from matches.admin import wording
from matches.admin.filters import EndReasonFilter, PlayerFilter
from matches.admin.inlines import AuditReadInline, ModerationInline, SeatInline
from matches.admin.labels import clock_label, readable, seat_holder_link
from matches.models import Match, Scorecard
from matches.pages.people import SIGNS
from matches.selectors.access import HIDE_MATCH, is_disclosed
from matches.selectors.positions import rules_for
from rules.registry import shipped_ruleset


@admin.register(Match)
class MatchAdmin(ReadOnly, PagesAdmin):
    """The list of matches and the page of each, to read only. Other files add the actions."""

    list_display = ("__str__", "who", "state", "event_count", "created_at", "ended_at")
    more_columns = ("game", "pace", "visibility", "is_rated", "is_hidden", "is_imported", "updated_at")
    list_filter = (
        "status",
        RulesetFilter,
        PlayerFilter,
        EndReasonFilter,
        "visibility",
        "is_hidden",
        "is_rated",
        "is_imported",
        "card_set__is_playtest",
    )
    search_fields = (
        *("id", "seats__player__username", "seats__player__public_id"),
        *("seats__bot__exact", "seats__public_id__exact"),  # Exact: an index finds whole values.
    )
    date_hierarchy = "created_at"
    inlines = (SeatInline, AuditReadInline, ModerationInline)
    fieldsets = (
        (None, {"fields": ("full_id", "game", "chosen_options", "visibility", "is_hidden", "is_rated", "created_by")}),
        (_("Cards"), {"fields": ("card_set", "is_playtest", "continues")}),
        (_("Progress"), {"fields": ("status", "event_count", "asked_seats", "pace", "deadline_at")}),
        (_("End"), {"fields": ("reason", "winners", "scores")}),
        (_("Dates"), {"fields": ("created_at", "updated_at", "ended_at")}),
        (_("Verification"), {"fields": ("commitment", "is_imported")}),
    )
    readonly_fields = (
        *(
            "full_id",
            "game",
            "chosen_options",
            "is_playtest",
            "continues",
            "event_count",
            "asked_seats",
            "pace",
            "created_at",
            "updated_at",
        ),
        *("reason", "winners", "scores", "commitment"),
    )
    change_form_template = "admin/matches/match/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Read the card sets in a query of their own, so that a match without its card set is still listed."""
        card_sets = Prefetch("card_set", CardSetRevision.objects.defer("body"))
        matches = super().get_queryset(request).defer("snapshot", "sealed_seed")
        return matches.prefetch_related(card_sets, "seats__player")

    class Media:
        css = {"all": ("matches/admin.css",)}

    # Fields

    @admin.display(description=_("seats"))
    @readable
    def who(self, match: Match) -> str:
        return format_html_join(" – ", "{}", ((seat_holder_link(seat),) for seat in match.seats.all()))

    @admin.display(description=_("status"), ordering="status")
    @readable
    def state(self, match: Match) -> str:
        status = match.get_status_display()
        return format_html("{}: {}", status, self.reason(match)) if match.end_reason else status

    @admin.display(description=_("id"))
    def full_id(self, match: Match) -> str:
        return format_html("<code>{}</code>", match.pk)

    @admin.display(description=_("seed commitment"))
    def commitment(self, match: Match) -> str:
        return format_html("<code>{}</code>", match.seed_commitment or "–")

    @admin.display(description=_("end reason"))
    @readable
    def reason(self, match: Match) -> str:
        return in_language(reason_texts(shipped_ruleset(match.ruleset), match.end_reason)) if match.end_reason else "–"

    @admin.display(description=_("events"), ordering="version")
    @readable
    def event_count(self, match: Match) -> int:
        return match.version + 1

    @admin.display(description=_("ruleset"))
    @readable
    def game(self, match: Match) -> str:
        version = _("version %(number)d") % {"number": match.ruleset_version}
        return f"{ruleset_name(match.ruleset)}, {version}"

    @admin.display(description=_("options"))
    @readable
    def chosen_options(self, match: Match) -> str:
        return wording.options(rules_for(match.pk), match.options)

    @admin.display(description=_("playtest"), boolean=True)
    def is_playtest(self, match: Match) -> bool | None:
        return CardSetRevision.objects.filter(pk=match.card_set_id).values_list("is_playtest", flat=True).first()

    @admin.display(description=_("seats to act"))
    @readable
    def asked_seats(self, match: Match) -> str:
        return self._seats(match, match.to_act)

    @admin.display(description=_("clock"))
    @readable
    def pace(self, match: Match) -> str:
        return clock_label(match.clock)

    @admin.display(description=_("winners"))
    @readable
    def winners(self, match: Match) -> str:
        return self._seats(match, match.outcome["winners"]) if match.outcome else "–"

    @admin.display(description=_("scores"))
    @readable
    def scores(self, match: Match) -> str:
        """The scores of the scorecard or, until it is written and disclosed, of the outcome."""
        card = Scorecard.objects.filter(match=match).first() if is_disclosed(match) else None
        scores = match.outcome if card is None else card.body
        return wording.part(rules_for(match.pk), scores["scores"]) if scores and scores["scores"] else "–"

    def _seats(self, match: Match, chosen: list[int]) -> str:
        seats = [(SIGNS[seat.index], seat_holder_link(seat)) for seat in match.seats.all() if seat.index in chosen]
        return format_html_join(", ", "{} {}", seats) or "–"

    # For other pages

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {
            "may_abort": request.user.has_perm("matches.abort_match"),
            "may_hide": self.has_hide_permission(request),
            "may_requeue": request.user.has_perm("matches.change_botsetting"),
            **(extra_context or {}),
        }
        return super().change_view(request, object_id, form_url, context)

    def match_for(self, request: HttpRequest, match_id: UUID) -> Match | None:
        """A match as the list reads it; None if it does not exist."""
        return self.get_queryset(request).filter(pk=match_id).first()

    def missing(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        return self._get_obj_does_not_exist_redirect(request, self.opts, str(match_id))  # type: ignore[no-any-return]

    def back(self, match_id: UUID) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("admin:matches_match_change", args=[match_id]))

    def has_hide_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(HIDE_MATCH))
