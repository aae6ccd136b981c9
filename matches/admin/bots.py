"""The house bots: enable or disable them, and see their matches and errors. Also queue a bot's turn again."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from common.admin.pages import Extension, NoAddOrDelete, Page, PagesAdmin, extend
from matches.admin.labels import match_link
from matches.admin.matches import MatchAdmin
from matches.bots.roster import HOUSE_BOTS, house_bot
from matches.models import BotSetting, Match, Seat
from matches.notifications import wake


@admin.register(BotSetting)
class BotSettingAdmin(NoAddOrDelete, PagesAdmin):
    """The list of all house bots, including those without settings. Opening the list creates the missing rows."""

    class Media:
        css = {"all": ("matches/admin.css",)}

    list_display = ("__str__", "slug", "version", "is_enabled", "at_play", "faults", "note")
    fields = ("slug", "version", "is_enabled", "note", "last_faults", "updated_at")
    readonly_fields = ("slug", "version", "last_faults", "updated_at")
    actions = ("enable", "disable")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        BotSetting.objects.bulk_create([BotSetting(bot=bot.name) for bot in HOUSE_BOTS], ignore_conflicts=True)
        return super().changelist_view(request, extra_context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[BotSetting]:
        settings = super().get_queryset(request).filter(bot__in=[bot.name for bot in HOUSE_BOTS])
        seats = Seat.objects.filter(bot=OuterRef("bot")).order_by().values("bot").annotate(count=Count("pk"))
        playing, faulty = seats.filter(match__status=Match.Status.PLAYING), seats.exclude(fault="")
        return settings.annotate(
            seats_at_play=Coalesce(Subquery(playing.values("count")), 0),
            seats_faulty=Coalesce(Subquery(faulty.values("count")), 0),
        )

    @admin.display(description=_("bot"), ordering="bot")
    def slug(self, setting: BotSetting) -> str:
        """The bot's name in the API."""
        return format_html("<code>{}</code>", setting.bot)

    @admin.display(description=_("version"))
    def version(self, setting: BotSetting) -> int:
        """The version that plays new matches. A stored match names the version it was played with."""
        return house_bot(setting.bot).version

    @admin.display(description=_("matches in progress"), ordering="seats_at_play")
    def at_play(self, setting: BotSetting) -> int:
        return setting.seats_at_play

    @admin.display(description=_("lost through errors"), ordering="seats_faulty")
    def faults(self, setting: BotSetting) -> int:
        return setting.seats_faulty

    @admin.display(description=_("latest errors"))
    def last_faults(self, setting: BotSetting) -> Any:
        seats = Seat.objects.filter(bot=setting.bot).exclude(fault="").order_by("-match__ended_at")[:5]
        rows = [
            format_html(
                '<p>{}</p><pre class="fault">{}</pre>',
                match_link(seat.match),
                seat.fault,
            )
            for seat in seats
        ]
        return format_html("{}" * len(rows), *rows) if rows else "–"

    @admin.action(description=_("Enable the selected bots"), permissions=["change"])
    def enable(self, request: HttpRequest, queryset: QuerySet[BotSetting]) -> None:
        self._set(request, queryset, True)

    @admin.action(description=_("Disable the selected bots for new matches"), permissions=["change"])
    def disable(self, request: HttpRequest, queryset: QuerySet[BotSetting]) -> None:
        self._set(request, queryset, False)

    def _set(self, request: HttpRequest, queryset: QuerySet[BotSetting], is_enabled: bool) -> None:
        for setting in queryset:
            setting.is_enabled = is_enabled
            setting.save()
            self.log_change(request, setting, "enabled" if is_enabled else "disabled")
        self.message_user(request, _("The bots were changed."), messages.SUCCESS)


def requeue(match_admin: MatchAdmin, request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Wake a worker for the bot that must act, without waiting for the sweep."""
    match = match_admin.match_for(request, match_id)
    if request.method != "POST":
        raise PermissionDenied
    if match is None:
        return match_admin.missing(request, match_id)
    if match.status == Match.Status.PLAYING and match.bot_to_act:
        wake.wake_bots(match_id, has_people=True)
        match_admin.message_user(request, _("The bot's turn was queued again."), messages.SUCCESS)
    else:
        match_admin.message_user(request, _("No bot has to act in this match."), messages.WARNING)
    return match_admin.back(match_id)


extend(
    Match,
    Extension(
        pages=(
            Page(
                "<uuid:match_id>/requeue/",
                "matches_match_requeue",
                requeue,
                ("matches.view_match", "matches.change_botsetting"),
            ),
        )
    ),
)
