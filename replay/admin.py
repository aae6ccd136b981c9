"""Matches looked back at by operators: the log in words, any view at any time, verifying. Adds to matches/admin."""

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.engine import Viewer
from cards.models import CardSetDraft
from cards.text.errors import ServiceError
from cards.text.language import in_language
from matches.admin import wording
from matches.admin.matches import MatchAdmin, ReadOnlyAdmin, match_link, seat_holder
from matches.admin.playtests import TriedDraftAdmin
from matches.models import Match
from matches.players.models import Player
from matches.selectors.access import is_disclosed, viewer_for
from matches.selectors.positions import shown_events
from matches.services.play import MOST_NOTE, record_audit_read
from replay.audit import Report
from replay.faults import Fault
from replay.models import ImportedMatch, Verification
from replay.stored_logs import begun_matches, rules_for
from replay.timeline import view_at
from replay.verdicts import verdict_on, verify

logger = logging.getLogger(__name__)

LINES = 100
ACTION_SECONDS = 20.0
"""So long an action on many matches goes on."""
MOST_CHOSEN = 500


def may_see_all(match: Match, operator: Player) -> bool:
    """Whether everything may be shown to the operator: it is disclosed, or he audits it and does not sit in it."""
    try:
        return viewer_for(match, operator, "audit") == "audit"
    except ServiceError:
        return False


class ProofFilter(admin.SimpleListFilter):
    """By the kept verdict. What a page of one match says is looked at anew; the list says what the last audit found."""

    title = gettext_lazy("proof")
    parameter_name = "proof"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("sound", gettext_lazy("verified")),
            ("partly", gettext_lazy("verified, not compared in full")),
            ("unsound", gettext_lazy("does NOT verify")),
            ("none", gettext_lazy("not verified yet")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        chosen: dict[str | None, Q] = {
            "sound": Q(verification__is_sound=True),
            "partly": Q(verification__is_sound=True) & ~Q(verification__not_compared=[]),
            "unsound": Q(verification__is_sound=False),
            "none": Q(verification=None),
        }
        return queryset.filter(chosen[self.value()]) if self.value() in chosen else queryset


class LookedBackMatchAdmin(MatchAdmin):
    change_form_template = "admin/replay/change_form.html"
    list_display = (*MatchAdmin.list_display, "proof")
    list_filter = (*MatchAdmin.list_filter, ProofFilter)
    actions = (*MatchAdmin.actions, "verify_chosen")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).select_related("verification")

    @admin.display(description=gettext_lazy("proof"), ordering="verification__verified_at")
    def proof(self, match: Match) -> str:
        """What the last audit found, and when."""
        return verdict_told(getattr(match, "verification", None), match)

    @admin.action(description=gettext_lazy("Verify"), permissions=["view"])
    def verify_chosen(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Audit the chosen matches, for as long as a request may take."""
        until = time.monotonic() + ACTION_SECONDS
        begun = list(queryset.filter(pk__in=begun_matches().values("pk")).order_by("pk")[: MOST_CHOSEN + 1])
        damaged, done = [], 0
        for match in begun[:MOST_CHOSEN]:
            if time.monotonic() > until:
                break
            if not verify(match.pk)[1].is_sound:
                damaged.append(match)
            done += 1
        sound = done - len(damaged)
        if sound:
            told = ngettext("%(count)d match verifies.", "%(count)d matches verify.", sound)
            self.message_user(request, told % {"count": sound}, messages.SUCCESS)
        for match in damaged:
            self.message_user(request, _("%(match)s does NOT verify.") % {"match": match}, messages.ERROR)
        if done < len(begun):
            told = _("Not all were looked at: choose fewer, or let `manage.py verify_match --all` do it.")
            self.message_user(request, told, messages.WARNING)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"verdict": self._verdict(request, object_id), **(extra_context or {})}

        def change(request: HttpRequest, match_id: UUID) -> HttpResponse:
            return super(LookedBackMatchAdmin, self).change_view(request, object_id, form_url, context)

        match_id = _uuid(object_id)
        return change(request, UUID(int=0)) if match_id is None else self._if_it_verifies(change)(request, match_id)

    def _verdict(self, request: HttpRequest, object_id: str) -> dict[str, Any] | None:
        """What is proven of a match, for its page."""
        match_id = _uuid(object_id)
        if match_id is None or not self.has_view_permission(request):
            return None
        match = self._begun(request, match_id)
        return None if match is None else verdict_shown(match)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        own = [
            path("<uuid:match_id>/log/", wrap(self._if_it_verifies(self.log)), name="replay_match_log"),
            path("<uuid:match_id>/look/", wrap(self._if_it_verifies(self.look)), name="replay_match_look"),
            path("<uuid:match_id>/verify/", wrap(self.verify), name="replay_match_verify"),
        ]
        return own + super().get_urls()

    def abort(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        return self._if_it_verifies(super().abort)(request, match_id)

    def _begun(self, request: HttpRequest, match_id: UUID) -> Match | None:
        """A match that has a log, whatever its row says."""
        match = self.match_for(request, match_id)
        return match if match is not None and (match.version >= 0 or match.events.exists()) else None

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
                return _rendered(view(request, match_id))
            except (PermissionDenied, OperationalError, InterfaceError):
                raise
            except Exception:
                match = self._begun(request, match_id)
                if match is None or verdict_on(match).is_sound:
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
        """With who sits where, for the log and the rulesets speak of seats, and with what is proven of the match."""
        holders = [(seat.index, seat_holder(seat)) for seat in match.seats.all()]
        verdict = None if "report" in context else verdict_shown(match)
        return super().page(request, template, match, title, holders=holders, verdict=verdict, **context)

    def verify(self, request: HttpRequest, match_id: UUID) -> HttpResponse:
        """Fold the whole log again and check everything; the verdict is kept. Values are told of disclosed matches."""
        match = self._begun(request, match_id)
        if match is None:
            return self.missing(request, match_id)
        report, _verdict = verify(match.pk)
        return self.page(
            request,
            "admin/replay/verify.html",
            match,
            _("Verification"),
            report=report,
            summary=_summary(report),
            sound=_sound(report),
            faults=[_fault(fault) for fault in report.faults],
            not_compared=[_fault(fault) for fault in report.not_compared],
            tells_values=is_disclosed(match),
        )


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _rendered(response: HttpResponse) -> HttpResponse:
    """A page whose template has been filled in, so that what fails there fails here."""
    return response.render() if isinstance(response, TemplateResponse) else response


def verdict_shown(match: Match) -> dict[str, Any]:
    """The verdict on a match for a page that shows it: looked at now, audited now if anything has changed."""
    verdict = verdict_on(match)
    return {"kept": verdict, "text": verdict_told(verdict, match)}


def verdict_told(verdict: Verification | None, match: Match) -> str:
    """A kept verdict in words: what was found, and when; if it is of a damaged match, when it was last sound."""
    if verdict is None:
        return "–"
    if not verdict.is_sealed:
        return _marked("proof-unsound", _("The kept verdict is not the service's own"))
    when = date_format(localtime(verdict.verified_at), "DATETIME_FORMAT")
    if not verdict.is_sound:
        text = _("does NOT verify (%(when)s)") % {"when": when}
        if verdict.sound_at is not None:
            sound = date_format(localtime(verdict.sound_at), "DATETIME_FORMAT")
            text = _("%(text)s; last found sound %(sound)s") % {"text": text, "sound": sound}
        return _marked("proof-unsound", text)
    text = _("verified %(when)s") % {"when": when}
    if verdict.version < match.version:
        text = _("%(text)s, up to event %(seq)d") % {"text": text, "seq": verdict.version}
    if verdict.not_compared:
        places = ", ".join(sorted({field for _seq, field, _code in verdict.not_compared}))
        text = _("%(text)s; not compared: %(places)s") % {"text": text, "places": places}
    return _marked("proof-sound", text)


def _marked(kind: str, text: str) -> str:
    return format_html('<span class="{}">{}</span>', kind, text)


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


class VerifiedTrialsAdmin(TriedDraftAdmin):
    """A trial that does not verify says so on the page where it is played."""

    def page(self, request: HttpRequest, template: str, title: str, **context: Any) -> TemplateResponse:
        match = context.get("match")
        if isinstance(match, Match) and not verdict_on(match).is_sound:
            self.message_user(
                request, _("This match does NOT verify: what is shown may not be what was played."), messages.ERROR
            )
        return super().page(request, template, title, **context)

    def trial(self, request: HttpRequest, pk: int, match_id: UUID) -> HttpResponse:
        try:
            return _rendered(super().trial(request, pk, match_id))
        except (PermissionDenied, Http404, OperationalError, InterfaceError):
            raise
        except Exception:
            match = Match.objects.filter(pk=match_id).first()
            if match is None or verdict_on(match).is_sound:
                raise
            logger.exception("trial %s cannot be shown", match_id)
            self.message_user(request, _("The log is damaged and cannot be shown."), messages.ERROR)
            return HttpResponseRedirect(self.at(pk))


admin.site.unregister(CardSetDraft)
admin.site.register(CardSetDraft, VerifiedTrialsAdmin)


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
