"""Matches looked back at by operators: the log in words, any view at any time, verifying. Adds to matches/admin.py."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.engine import Viewer
from cards.language import in_language
from matches import wording
from matches.access import is_disclosed, viewer_for
from matches.admin import MatchAdmin, ReadOnlyAdmin, match_link, seat_holder
from matches.models import Match
from matches.players.models import Player
from matches.refusals import Refusal
from matches.selectors import shown_events
from matches.services import MOST_NOTE, record_audit_read
from replay.audit import Report
from replay.faults import Fault
from replay.models import ImportedMatch
from replay.stored import audit_match, rules_for
from replay.timeline import view_at

logger = logging.getLogger(__name__)

LINES = 100


def may_see_all(match: Match, operator: Player) -> bool:
    """Whether everything may be shown to the operator: it is disclosed, or he audits it and does not sit in it."""
    try:
        return viewer_for(match, operator, "audit") == "audit"
    except Refusal:
        return False


class LookedBackMatchAdmin(MatchAdmin):
    change_form_template = "admin/replay/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        own = [
            path("<uuid:match_id>/log/", wrap(self._if_it_verifies(self.log)), name="replay_match_log"),
            path("<uuid:match_id>/look/", wrap(self._if_it_verifies(self.look)), name="replay_match_look"),
            path("<uuid:match_id>/verify/", wrap(self.verify), name="replay_match_verify"),
        ]
        return own + super().get_urls()

    def _begun(self, request: HttpRequest, match_id: UUID) -> Match | None:
        match = self.match_for(request, match_id)
        return match if match is not None and match.version >= 0 else None

    def _sees_all(self, request: HttpRequest, match: Match, seq: int, what: str) -> bool:
        """Whether this request shows everything. Of a match that is not disclosed only with a reason, on record."""
        if is_disclosed(match):
            return True
        reason = request.POST.get("reason", "").strip()
        if request.method != "POST":
            return False
        if not may_see_all(match, request.user) or not reason:
            raise PermissionDenied
        record_audit_read(match_id=match.pk, reader=request.user, seq=seq, what=what, reason=reason[:MOST_NOTE])
        return True

    def _if_it_verifies(self, view: Callable[[HttpRequest, UUID], HttpResponse]) -> Callable[..., HttpResponse]:
        """A log that cannot be shown is a damaged one: then the page that says where it is."""

        @wraps(view)
        def shown(request: HttpRequest, match_id: UUID) -> HttpResponse:
            try:
                return view(request, match_id)
            except PermissionDenied:
                raise
            except Exception:
                match = self._begun(request, match_id)
                if match is None or audit_match(match).is_sound:
                    raise
                logger.exception("match %s cannot be shown", match_id)
                self.message_user(request, _("The log is damaged and cannot be shown."), messages.ERROR)
                return HttpResponseRedirect(reverse("admin:replay_match_verify", args=[match_id]))

        return shown

    def log(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        """The log in words, a page at a time."""
        match = self._begun(request, match_id)
        if match is None:
            return self.missing(request, match_id)
        after = _number(request, "after", -1, -1, match.version)
        all_ = self._sees_all(request, match, min(after + LINES, match.version), "log")
        shown = shown_events(match, "audit" if all_ else "public", after=after, limit=LINES)
        return self.page(
            request,
            "admin/replay/log.html",
            match,
            _("Log"),
            lines=wording.lines(rules_for(match), shown),
            sees_all=all_,
            is_disclosed=is_disclosed(match),
            may_audit=may_see_all(match, request.user) and not is_disclosed(match),
            reason=request.POST.get("reason", ""),
            after=after,
            before=max(-1, after - LINES) if after > -1 else None,
            following=after + LINES if after + LINES < match.version else None,
        )

    def look(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        """What was on the table after any event, through any allowed eyes."""
        match = self._begun(request, match_id)
        if match is None:
            return self.missing(request, match_id)
        seq = _number(request, "at", match.version, 0, match.version)
        seats = match.seats.count()
        viewer = _viewer(request, seats, "audit" if is_disclosed(match) else "public")
        if viewer != "public" and not self._sees_all(request, match, seq, f"view of {viewer}"):
            viewer = "public"
        rules = rules_for(match)
        seen = view_at(match, seq, viewer)
        (line,) = wording.lines(rules, shown_events(match, viewer, after=seq - 1, limit=1))
        return self.page(
            request,
            "admin/replay/look.html",
            match,
            _("Position"),
            seq=seq,
            viewer=str(viewer),
            viewers=_viewers(seats),
            line=line,
            prompts=[wording.prompt(rules, prompt) for prompt in seen.prompts],
            outcome=None if seen.outcome is None else wording.part(rules, msgspec.to_builtins(seen.outcome)),
            table=wording.part(rules, msgspec.to_builtins(seen.game)),
            is_disclosed=is_disclosed(match),
            may_audit=may_see_all(match, request.user) and not is_disclosed(match),
            reason=request.POST.get("reason", ""),
        )

    def page(self, request: HttpRequest, template: str, match: Match, title: str, **context: Any) -> TemplateResponse:
        """With who sits where, for the log and the rulesets speak of seats."""
        holders = [(seat.index, seat_holder(seat)) for seat in match.seats.all()]
        return super().page(request, template, match, title, holders=holders, **context)

    def verify(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        """Fold the whole log again and check everything. Values are told of a disclosed match alone."""
        match = self._begun(request, match_id)
        if match is None:
            return self.missing(request, match_id)
        report = audit_match(match)
        return self.page(
            request,
            "admin/replay/verify.html",
            match,
            _("Verification"),
            report=report,
            summary=_summary(report),
            sound=_sound(report),
            faults=[_fault(fault) for fault in report.faults],
            tells_values=is_disclosed(match),
        )


def _number(request: HttpRequest, name: str, default: int, least: int, most: int) -> int:
    given = request.POST.get(name) or request.GET.get(name) or ""
    number = int(given) if given.lstrip("-").isascii() and given.lstrip("-").isdigit() else default
    return max(least, min(most, number))


def _viewer(request: HttpRequest, seats: int, default: Viewer) -> Viewer:
    given = request.POST.get("as") or request.GET.get("as") or ""
    if given in ("public", "audit"):
        return given  # type: ignore[return-value]
    return int(given) if given in map(str, range(seats)) else default


def _viewers(seats: int) -> list[tuple[str, str]]:
    everyone = [(str(seat), _("Seat %(seat)d") % {"seat": seat}) for seat in range(seats)]
    return [("public", _("Public")), *everyone, ("audit", _("Everything"))]


def _fault(fault: Fault) -> tuple[str, Fault, str]:
    """Where it is and what it is, in the language of the page."""
    place = _("the match itself") if fault.seq is None else str(fault.seq)
    return place, fault, in_language(fault.texts)


def _sound(report: Report) -> str:
    return ngettext(
        "%(events)d event before the first fault is sound.",
        "%(events)d events before the first fault are sound.",
        report.events,
    ) % {"events": report.events}


def _summary(report: Report) -> str:
    return ngettext(
        "%(events)d event, %(draws)d draws of chance", "%(events)d events, %(draws)d draws of chance", report.events
    ) % {"events": report.events, "draws": report.draws}


admin.site.unregister(Match)
admin.site.register(Match, LookedBackMatchAdmin)


@admin.register(ImportedMatch)
class ImportedMatchAdmin(ReadOnlyAdmin):
    list_display = ("imported_at", "match_here", "original_id", "imported_by")
    fields = list_display
    readonly_fields = ("match_here",)
    list_select_related = ("match", "imported_by")
    search_fields = ("original_id", "imported_by__username")
    date_hierarchy = "imported_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportedMatch]:
        return super().get_queryset(request).defer("match__snapshot", "match__sealed_seed")

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def match_here(self, imported: ImportedMatch) -> str:
        return match_link(imported.match)
