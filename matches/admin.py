"""Matches for operators: everything to read, next to nothing to change. The log is looked at in replay/admin.py.

Who may do what (tests/replay/test_admin.py holds it):
  view_match          the list, a match, its public log and view; everything once it is over; verify, refold
  audit_live          besides, everything of a live match, with a reason, on record
  abort_match         abort, with a reason
  change_botsetting   enable and disable bots, and give a forgotten bot its turn again
"""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from cards.language import in_language, page_language
from cards.models import CardSetDraft
from matches import announce
from matches.bots.roster import HOUSE_BOTS
from matches.models import AuditRead, BotSetting, Match, Scorecard, Seat
from matches.refusals import Refusal
from matches.services import MOST_NOTE, abort_match
from matches.trial_admin import TriedDraftAdmin


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that are written by services alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PlayerFilter(admin.SimpleListFilter):
    """Matches of one player or bot, typed in: a list of all players would be too long."""

    title = _("player or bot")
    parameter_name = "player"
    template = "admin/matches/match/text_filter.html"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("", "")]

    def choices(self, changelist: Any) -> Any:
        rest = [(name, value) for name, value in changelist.params.items() if name != self.parameter_name]
        rest = [(name, value[-1] if isinstance(value, list) else value) for name, value in rest]
        yield {"value": self.value() or "", "rest": rest, "name": self.parameter_name}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        if not self.value():
            return queryset
        seats = Seat.objects.filter(Q(player__username=self.value()) | Q(bot=self.value()))
        return queryset.filter(pk__in=seats.values("match"))


class SeatInline(admin.TabularInline):
    """Who sits where. No decks: those of a live match are nobody's business."""

    model = Seat
    fields = ("index", "kind", "player", "bot", "is_ready", "fault")
    readonly_fields = fields
    ordering = ("index",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("matches.view_match")


class AuditReadInline(SeatInline):
    """Who has seen everything while the match was live."""

    model = AuditRead
    fields = ("read_at", "reader_name", "what", "seq", "reason")
    readonly_fields = fields
    ordering = ("read_at",)


class ReasonForm(forms.Form):
    """Why somebody does what he must answer for."""

    reason = forms.CharField(label=_("Reason"), max_length=MOST_NOTE, widget=forms.Textarea(attrs={"rows": 3}))


class MatchAdmin(ReadOnlyAdmin):
    list_display = (
        "short_id",
        "ruleset",
        "status",
        "end_reason",
        "who",
        "is_trial",
        "version",
        "created_at",
        "ended_at",
    )
    list_filter = ("status", "ruleset", PlayerFilter, "end_reason", "visibility", "is_imported", "card_set__is_trial")
    search_fields = ("id", "seats__player__username", "seats__public_id")
    date_hierarchy = "created_at"
    inlines = (SeatInline, AuditReadInline)
    fieldsets = (
        (None, {"fields": ("id", "ruleset", "ruleset_version", "options", "visibility", "created_by")}),
        (_("Cards"), {"fields": ("card_set", "is_trial")}),
        (_("Course"), {"fields": ("status", "version", "asked", "clock", "deadline_at", "created_at", "updated_at")}),
        (_("End"), {"fields": ("end_reason", "outcome", "scores", "ended_at")}),
        (_("Proof"), {"fields": ("seed_commitment", "is_imported")}),
    )
    readonly_fields = ("id", "is_trial", "scores", "created_at", "updated_at")
    change_form_template = "admin/matches/match/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        matches = super().get_queryset(request).defer("snapshot", "sealed_seed", "card_set__body")
        return matches.select_related("card_set").prefetch_related("seats__player")

    class Media:
        css = {"all": ("matches/admin.css",)}

    @admin.display(description=_("match"))
    def short_id(self, match: Match) -> str:
        """The end of the id: its beginning is the time, and alike for matches of one hour."""
        return str(match.pk)[-12:]

    @admin.display(description=_("seats"))
    def who(self, match: Match) -> str:
        return " – ".join(str(seat.player) if seat.player else seat.bot or "…" for seat in match.seats.all())

    @admin.display(description=_("trial"), boolean=True)
    def is_trial(self, match: Match) -> bool:
        return match.card_set.is_trial

    @admin.display(description=_("scorecard"))
    def scores(self, match: Match) -> str:
        card = Scorecard.objects.filter(match=match).first()
        return "–" if card is None else format_html("<code>{}</code>", card.body)

    # What can be done

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<uuid:match_id>/abort/", self.admin_site.admin_view(self.abort), name="matches_match_abort"),
            path("<uuid:match_id>/requeue/", self.admin_site.admin_view(self.requeue), name="matches_match_requeue"),
        ]
        return own + super().get_urls()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {
            "may_abort": request.user.has_perm("matches.abort_match"),
            "may_requeue": request.user.has_perm("matches.change_botsetting"),
            **(extra_context or {}),
        }
        return super().change_view(request, object_id, form_url, context)

    def match_for(self, request: HttpRequest, match_id: UUID) -> Match | None:
        """The match, if the operator may see matches; None if there is none. Raises PermissionDenied."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return self.get_queryset(request).filter(pk=match_id).first()

    def missing(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        return self._get_obj_does_not_exist_redirect(request, self.opts, str(match_id))  # type: ignore[no-any-return]

    def back(self, match_id: UUID) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("admin:matches_match_change", args=[match_id]))

    def page(self, request: HttpRequest, template: str, match: Match, title: Any, **context: Any) -> TemplateResponse:
        every = {**self.admin_site.each_context(request), "opts": self.opts, "match": match, "title": title}
        return TemplateResponse(request, template, {**every, **context})

    def abort(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        """End a match that nobody wins."""
        match = self.match_for(request, match_id)
        if not request.user.has_perm("matches.abort_match"):
            raise PermissionDenied
        if match is None:
            return self.missing(request, match_id)
        form = ReasonForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                abort_match(match_id=match_id, player=None, note=form.cleaned_data["reason"])
            except Refusal as refusal:
                self.message_user(request, refusal.texts[page_language()], messages.ERROR)
            else:
                self.log_change(request, match, f"abort: {form.cleaned_data['reason']}")
                self.message_user(request, _("The match is aborted."), messages.SUCCESS)
            return self.back(match_id)
        return self.page(request, "admin/matches/match/abort.html", match, _("Abort the match"), form=form)

    def requeue(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        """Wake a worker for the bot that is asked; the sweep does the same, but later."""
        match = self.match_for(request, match_id)
        if not request.user.has_perm("matches.change_botsetting") or request.method != "POST":
            raise PermissionDenied
        if match is None:
            return self.missing(request, match_id)
        if match.status == Match.Status.PLAYING and match.bot_asked:
            announce.wake(announce.PLAY_BOTS, match_id)
            self.message_user(request, _("The bot's turn is queued again."), messages.SUCCESS)
        else:
            self.message_user(request, _("No bot is asked in this match."), messages.WARNING)
        return self.back(match_id)


admin.site.register(Match, MatchAdmin)
admin.site.unregister(CardSetDraft)
admin.site.register(CardSetDraft, TriedDraftAdmin)


@admin.register(AuditRead)
class AuditReadAdmin(ReadOnlyAdmin):
    list_display = ("read_at", "reader_name", "reason", "what", "seq", "match")
    search_fields = ("reader_name", "match__id")
    date_hierarchy = "read_at"


@admin.register(BotSetting)
class BotSettingAdmin(admin.ModelAdmin):
    """Every house bot, whether anybody has ever set anything about it."""

    class Media:
        css = {"all": ("matches/admin.css",)}

    list_display = ("bot", "shown_name", "is_enabled", "at_play", "faults", "note")
    fields = ("bot", "is_enabled", "note", "last_faults", "updated_at")
    readonly_fields = ("bot", "last_faults", "updated_at")
    actions = ("enable", "disable")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        BotSetting.objects.bulk_create([BotSetting(bot=bot.name) for bot in HOUSE_BOTS], ignore_conflicts=True)
        return super().changelist_view(request, extra_context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[BotSetting]:
        return super().get_queryset(request).filter(bot__in=[bot.name for bot in HOUSE_BOTS])

    @admin.display(description=_("name"))
    def shown_name(self, setting: BotSetting) -> str:
        return next(in_language(bot.names) for bot in HOUSE_BOTS if bot.name == setting.bot)

    @admin.display(description=_("matches at play"))
    def at_play(self, setting: BotSetting) -> int:
        return self._counts(setting)["at_play"]

    @admin.display(description=_("forfeited by faults"))
    def faults(self, setting: BotSetting) -> int:
        return self._counts(setting)["faults"]

    def _counts(self, setting: BotSetting) -> dict[str, int]:
        return Seat.objects.filter(bot=setting.bot).aggregate(
            at_play=Count("pk", filter=Q(match__status=Match.Status.PLAYING)), faults=Count("pk", filter=~Q(fault=""))
        )

    @admin.display(description=_("last errors"))
    def last_faults(self, setting: BotSetting) -> Any:
        seats = Seat.objects.filter(bot=setting.bot).exclude(fault="").order_by("-match__ended_at")[:5]
        rows = [
            format_html(
                '<p><a href="{}">{}</a></p><pre class="fault">{}</pre>',
                reverse("admin:matches_match_change", args=[seat.match_id]),
                seat.match_id,
                seat.fault,
            )
            for seat in seats
        ]
        return format_html("{}" * len(rows), *rows) if rows else "–"

    @admin.action(description=_("Let these bots take seats"), permissions=["change"])
    def enable(self, request: HttpRequest, queryset: QuerySet[BotSetting]) -> None:
        self._set(request, queryset, True)

    @admin.action(description=_("Let these bots take no seats in new matches"), permissions=["change"])
    def disable(self, request: HttpRequest, queryset: QuerySet[BotSetting]) -> None:
        self._set(request, queryset, False)

    def _set(self, request: HttpRequest, queryset: QuerySet[BotSetting], is_enabled: bool) -> None:
        for setting in queryset:
            setting.is_enabled = is_enabled
            setting.save()
            self.log_change(request, setting, "enabled" if is_enabled else "disabled")
        self.message_user(request, _("The bots are set."), messages.SUCCESS)
