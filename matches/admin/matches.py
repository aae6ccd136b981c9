"""Matches for operators: everything to read, next to nothing to change. The log is looked at in replay/admin.py.

Who may do what (tests/replay/test_admin.py holds it):
  view_match          the list, a match, its public log and view; everything once it is disclosed; verify, refold
  audit_live          besides, everything of a match that is not disclosed, with a reason, on record
  abort_match         abort, with a reason
  hide_match          hide matches from everybody who has no part in them, or show them again, with a reason, on record
  change_botsetting   enable and disable bots, and give a forgotten bot its turn again
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError
from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from cards.admin import RulesetFilter
from cards.editor.admin_lookups import ListedLookups
from cards.models import CardSetDraft, CardSetRevision
from cards.rulesets.registry import game_definition, shipped_ruleset, slugs
from cards.text.errors import ServiceError
from cards.text.labels import ruleset_name
from cards.text.language import in_language, page_language
from cards.text.sentences import SERVICE_REASONS, reason_told
from matches.admin import wording
from matches.admin.playtests import TriedDraftAdmin
from matches.bots.roster import HOUSE_BOTS, house_bot
from matches.models import AuditRead, BotSetting, Match, Moderation, Scorecard, Seat
from matches.notifications import wake
from matches.selectors.access import HIDE_MATCH, is_disclosed
from matches.selectors.positions import rules_for
from matches.services.moderation import set_hidden
from matches.services.play import MOST_NOTE, abort_match

logger = logging.getLogger(__name__)
MOST_NAMED = 20
SELECTION = ("action", "select_across", ACTION_CHECKBOX_NAME)
"""What the list sends of an action, to be sent again with the reason."""


def readable(cell: Callable[[Any, Match], Any]) -> Callable[[Any, Match], Any]:
    """A cell that says so where the row cannot be read: one damaged row must not take the page from its operators."""

    @wraps(cell)
    def shown(self: Any, match: Match) -> Any:
        try:
            return cell(self, match)
        except (DatabaseError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("%s of match %s cannot be shown: %s", cell.__name__, match.pk, type(error).__name__)
            return _("cannot be read")

    return shown


class ReadOnlyAdmin(ListedLookups):
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
        if not (wanted := self.value()):
            return queryset
        bots = [bot.name for bot in HOUSE_BOTS if wanted in (bot.name, *bot.names.values())]
        seats = Seat.objects.filter(Q(player__username=wanted) | Q(bot__in=bots))
        return queryset.filter(pk__in=seats.values("match"))


class ReasonFilter(admin.SimpleListFilter):
    """By end reason, under its name; those of the chosen ruleset if one is chosen."""

    title = _("end reason")
    parameter_name = "end_reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        chosen = request.GET.get(RulesetFilter.parameter_name)
        rulesets = [slug for slug in slugs() if chosen in (slug, None)]
        reasons = dict(SERVICE_REASONS)
        for slug in rulesets:
            reasons.update(game_definition(slug).words.get("reasons", {}))
        return sorted(((reason, in_language(names)) for reason, names in reasons.items()), key=lambda one: one[1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.filter(end_reason=self.value()) if self.value() else queryset


def match_link(match: Match) -> str:
    return format_html('<a href="{}">{}</a>', reverse("admin:matches_match_change", args=[match.pk]), match)


def seat_holder(seat: Seat) -> str:
    """Who sits there: a player, or a bot by its name; of an imported match, what its log calls a player elsewhere."""
    if seat.kind == Seat.Kind.IMPORTED:
        return f"{seat.get_kind_display()}: {seat.public_id[:8]}" if seat.public_id else str(seat.get_kind_display())
    bot = seat.bot or seat.public_id.removeprefix("bot:").partition("/")[0]
    names = next((house.names for house in HOUSE_BOTS if house.name == bot), None)
    return str(seat.player or in_language(names) or seat.bot or seat.public_id[:8] or "…")


def clock_told(clock: dict[str, Any] | None) -> str:
    """A clock in words (clocks.py)."""
    told = {
        "per_decision": _("%(seconds)d seconds for every decision"),
        "fischer": _("%(initial_seconds)d seconds, and %(increment_seconds)d more after every decision"),
        "correspondence": _("%(days)d days for every decision"),
    }
    return str(told[clock["type"]] % clock) if clock else "–"


class SeatInline(admin.TabularInline):
    """Who sits where. No decks: those of a live match are nobody's business."""

    model = Seat
    fields = ("index", "kind", "holder", "is_ready", "error")
    readonly_fields = fields
    ordering = ("index",)
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player")

    @admin.display(description=_("player or bot"))
    def holder(self, seat: Seat) -> str:
        return seat_holder(seat)

    @admin.display(description=_("last error of the bot"))
    def error(self, seat: Seat) -> str:
        return format_html('<pre class="fault">{}</pre>', seat.fault) if seat.fault else "–"

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("matches.view_match")


def seen_by_reader(what: str) -> str:
    """`log`, `view of 1` (AuditRead.what) in words; through the API also `view`, `events` and the like."""
    viewer = what.removeprefix("view of ")
    if what in ("view", "past view") or viewer == "audit":
        return str(_("the position, everything of it"))
    if viewer == what:
        return str(_("the log"))
    return str(_("the position, as seat %(seat)s sees it") % {"seat": viewer})


class AuditReadInline(SeatInline):
    """Who has seen everything while the match was live."""

    model = AuditRead
    fields = ("read_at", "reader_name", "what_told", "seq", "reason")
    readonly_fields = fields
    ordering = ("read_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditRead]:
        return super(SeatInline, self).get_queryset(request)

    @admin.display(description=_("what was read"))
    def what_told(self, read: AuditRead) -> str:
        return seen_by_reader(read.what)


class ModerationInline(AuditReadInline):
    """Who has hidden the match, or shown it again."""

    model = Moderation
    fields = ("at", "moderator_name", "is_hidden", "reason")
    readonly_fields = fields
    ordering = ("at",)


class ReasonForm(forms.Form):
    """Why somebody does what he must answer for."""

    reason = forms.CharField(label=_("Reason"), max_length=MOST_NOTE, widget=forms.Textarea(attrs={"rows": 3}))


class MatchAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "who", "state", "event_count", "created_at", "ended_at")
    list_filter = (
        "status",
        RulesetFilter,
        PlayerFilter,
        ReasonFilter,
        "visibility",
        "is_hidden",
        "is_imported",
        "card_set__is_trial",
    )
    search_fields = ("id", "seats__player__username", "seats__public_id")
    date_hierarchy = "created_at"
    inlines = (SeatInline, AuditReadInline, ModerationInline)
    actions = ("hide", "show_again")
    fieldsets = (
        (None, {"fields": ("full_id", "game", "chosen_options", "visibility", "is_hidden", "created_by")}),
        (_("Cards"), {"fields": ("card_set", "is_trial")}),
        (_("Course"), {"fields": ("status", "event_count", "asked_seats", "pace", "deadline_at")}),
        (_("End"), {"fields": ("reason", "winners", "scores")}),
        (_("Times"), {"fields": ("created_at", "updated_at", "ended_at")}),
        (_("Proof"), {"fields": ("commitment", "is_imported")}),
    )
    readonly_fields = (
        *(
            "full_id",
            "game",
            "chosen_options",
            "is_trial",
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
        """The card sets are read apart: a match whose card set is gone is still in the list."""
        card_sets = Prefetch("card_set", CardSetRevision.objects.defer("body"))
        matches = super().get_queryset(request).defer("snapshot", "sealed_seed")
        return matches.prefetch_related(card_sets, "seats__player")

    class Media:
        css = {"all": ("matches/admin.css",)}

    # What is shown

    @admin.display(description=_("seats"))
    @readable
    def who(self, match: Match) -> str:
        return " – ".join(seat_holder(seat) for seat in match.seats.all())

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
        return in_language(reason_told(shipped_ruleset(match.ruleset), match.end_reason)) if match.end_reason else "–"

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

    @admin.display(description=_("trial"), boolean=True)
    def is_trial(self, match: Match) -> bool | None:
        return CardSetRevision.objects.filter(pk=match.card_set_id).values_list("is_trial", flat=True).first()

    @admin.display(description=_("asked seats"))
    @readable
    def asked_seats(self, match: Match) -> str:
        return self._seats(match, match.asked)

    @admin.display(description=_("clock"))
    @readable
    def pace(self, match: Match) -> str:
        return clock_told(match.clock)

    @admin.display(description=_("winners"))
    @readable
    def winners(self, match: Match) -> str:
        return self._seats(match, match.outcome["winners"]) if match.outcome else "–"

    @admin.display(description=_("scores"))
    @readable
    def scores(self, match: Match) -> str:
        """What the scoring task wrote; before it has, or if it is not disclosed, what the match ended with."""
        card = Scorecard.objects.filter(match=match).first() if is_disclosed(match) else None
        told = match.outcome if card is None else card.body
        shown = {name: part for name, part in (told or {}).items() if name not in ("winners", "reason", "scores")}
        return wording.part(rules_for(match.pk), {**told["scores"], **shown}) if told and told["scores"] else "–"

    def _seats(self, match: Match, chosen: list[int]) -> str:
        seats = [f"{seat.index} ({seat_holder(seat)})" for seat in match.seats.all() if seat.index in chosen]
        return ", ".join(seats) or "–"

    # What can be done

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<uuid:match_id>/abort/", self.admin_site.admin_view(self.abort), name="matches_match_abort"),
            path("<uuid:match_id>/hide/", self.admin_site.admin_view(self.hide_one), name="matches_match_hide"),
            path("<uuid:match_id>/requeue/", self.admin_site.admin_view(self.requeue), name="matches_match_requeue"),
        ]
        return own + super().get_urls()

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
            except ServiceError as refusal:
                self.message_user(request, refusal.texts[page_language()], messages.ERROR)
            else:
                self.log_change(request, match, f"abort: {form.cleaned_data['reason']}")
                self.message_user(request, _("The match is aborted."), messages.SUCCESS)
            return self.back(match_id)
        return self.page(request, "admin/matches/match/abort.html", match, _("Abort the match"), form=form)

    def has_hide_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(HIDE_MATCH))

    @admin.action(description=_("Hide these matches from everybody who has no part in them"), permissions=["hide"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._moderate(request, queryset, True)

    @admin.action(description=_("Show these hidden matches again"), permissions=["hide"])
    def show_again(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._moderate(request, queryset, False)

    def hide_one(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        """Hide one match, or show it again if it is hidden."""
        match = self.match_for(request, match_id)
        if not self.has_hide_permission(request):
            raise PermissionDenied
        if match is None:
            return self.missing(request, match_id)
        chosen = self.get_queryset(request).filter(pk=match_id)
        return self._moderate(request, chosen, not match.is_hidden) or self.back(match_id)

    def _moderate(self, request: HttpRequest, chosen: QuerySet[Match], is_hidden: bool) -> HttpResponse | None:
        """Ask for the reason; with one, do it, and None."""
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if form.is_valid():
            ids, reason = chosen.values_list("pk", flat=True), form.cleaned_data["reason"]
            changed = set_hidden(match_ids=ids, is_hidden=is_hidden, moderator=request.user, reason=reason)
            done = _("Matches hidden: %(count)d.") if is_hidden else _("Matches shown again: %(count)d.")
            self.message_user(request, done % {"count": changed}, messages.SUCCESS)
            return None
        return TemplateResponse(
            request,
            "admin/matches/match/hide.html",
            {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "title": _("Hide matches") if is_hidden else _("Show matches again"),
                "form": form,
                "matches": chosen[:MOST_NAMED],
                "count": chosen.count(),
                "sent": [(name, value) for name in SELECTION for value in request.POST.getlist(name)],
            },
        )

    def requeue(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        """Wake a worker for the bot that is asked; the sweep does the same, but later."""
        match = self.match_for(request, match_id)
        if not request.user.has_perm("matches.change_botsetting") or request.method != "POST":
            raise PermissionDenied
        if match is None:
            return self.missing(request, match_id)
        if match.status == Match.Status.PLAYING and match.bot_asked:
            wake.wake_bots(match_id, has_people=True)
            self.message_user(request, _("The bot's turn is queued again."), messages.SUCCESS)
        else:
            self.message_user(request, _("No bot is asked in this match."), messages.WARNING)
        return self.back(match_id)


admin.site.register(Match, MatchAdmin)
admin.site.unregister(CardSetDraft)
admin.site.register(CardSetDraft, TriedDraftAdmin)


@admin.register(AuditRead)
class AuditReadAdmin(ReadOnlyAdmin):
    list_display = ("read_at", "reader_name", "match_read", "what_told", "seq", "reason")
    fields = list_display
    readonly_fields = ("match_read", "what_told")
    list_select_related = ("match",)
    search_fields = ("reader_name", "match__id", "reason")
    date_hierarchy = "read_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditRead]:
        return super().get_queryset(request).defer("match__snapshot", "match__sealed_seed")

    @admin.display(description=_("match"), ordering="match")
    def match_read(self, read: AuditRead) -> str:
        return match_link(read.match)

    @admin.display(description=_("what was read"))
    def what_told(self, read: AuditRead) -> str:
        return seen_by_reader(read.what)


@admin.register(BotSetting)
class BotSettingAdmin(ListedLookups):
    """Every house bot, whether anybody has ever set anything about it."""

    class Media:
        css = {"all": ("matches/admin.css",)}

    list_display = ("__str__", "slug", "version", "is_enabled", "at_play", "faults", "note")
    fields = ("slug", "version", "is_enabled", "note", "last_faults", "updated_at")
    readonly_fields = ("slug", "version", "last_faults", "updated_at")
    actions = ("enable", "disable")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

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
        """What clients call it."""
        return format_html("<code>{}</code>", setting.bot)

    @admin.display(description=_("version"))
    def version(self, setting: BotSetting) -> int:
        """A bot that plays differently is another version; a stored match names the one it was played with."""
        return house_bot(setting.bot).version

    @admin.display(description=_("matches at play"), ordering="seats_at_play")
    def at_play(self, setting: BotSetting) -> int:
        return setting.seats_at_play

    @admin.display(description=_("forfeited by faults"), ordering="seats_faulty")
    def faults(self, setting: BotSetting) -> int:
        return setting.seats_faulty

    @admin.display(description=_("last errors"))
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
