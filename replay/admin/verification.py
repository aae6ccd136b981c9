"""Verification in the admin: a column, filter and action of the match list, a page, and the verdict on match pages."""

import time
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.admin.pages import Extension, Page, extend
from common.text.language import in_language
from common.text.refusals import marked
from matches.admin.matches import MatchAdmin
from matches.models import Match
from matches.selectors.access import is_disclosed
from replay.admin.match_pages import begun, match_page, uuid_or_none
from replay.admin.verdict_labels import verdict_context, verdict_label
from replay.audit import Report
from replay.findings import Finding
from replay.limits import MOST_MATCHES_VERIFIED
from replay.stored_logs import begun_matches
from replay.verdicts import verify

ACTION_SECONDS = 20.0
"""Seconds after which the action on many matches stops and says so."""


class ProofFilter(admin.SimpleListFilter):
    """Filters by the result of the last audit. The page of a match audits again if needed."""

    title = gettext_lazy("verification")
    parameter_name = "proof"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("sound", gettext_lazy("verified")),
            ("partly", gettext_lazy("verified in part")),
            ("unsound", gettext_lazy("failed verification")),
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


@admin.display(description=gettext_lazy("verification"), ordering="verification__verified_at")
def proof(match: Match) -> str:
    """What the last audit found, and when."""
    return verdict_label(getattr(match, "verification", None), match)


@admin.action(description=gettext_lazy("Verify"), permissions=["view"])
def verify_chosen(match_admin: MatchAdmin, request: HttpRequest, queryset: QuerySet[Match]) -> None:
    """Audit the chosen matches, for at most ACTION_SECONDS."""
    until = time.monotonic() + ACTION_SECONDS
    chosen = list(queryset.filter(pk__in=begun_matches().values("pk")).order_by("pk")[: MOST_MATCHES_VERIFIED + 1])
    damaged, done = [], 0
    for match in chosen[:MOST_MATCHES_VERIFIED]:
        if time.monotonic() > until:
            break
        if not verify(match.pk)[1].is_sound:
            damaged.append(match)
        done += 1
    sound = done - len(damaged)
    if sound:
        text = ngettext(
            "%(count)d match was verified without findings.", "%(count)d matches were verified without findings.", sound
        )
        match_admin.message_user(request, text % {"count": sound}, messages.SUCCESS)
    for match in damaged:
        match_admin.message_user(request, _("%(match)s failed verification.") % {"match": match}, messages.ERROR)
    if done < len(chosen):
        text = _("Not all matches were verified. Select fewer, or run `manage.py verify_match --all`.")
        match_admin.message_user(request, text, messages.WARNING)


def verify_page(match_admin: MatchAdmin, request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Audit the match, store the verdict, and show the findings. Their values are shown only for disclosed matches."""
    match = begun(match_admin, request, match_id)
    if match is None:
        return match_admin.missing(request, match_id)
    report, _verdict = verify(match.pk)
    return match_page(
        match_admin,
        request,
        "admin/replay/verify.html",
        match,
        _("Verification"),
        report=report,
        summary=_summary(report),
        sound=_sound(report),
        findings=[_finding(finding) for finding in report.findings],
        not_compared=[_finding(finding) for finding in report.not_compared],
        shows_values=is_disclosed(match),
    )


def _match_context(match_admin: MatchAdmin, request: HttpRequest, object_id: str) -> dict[str, Any]:
    """The verdict on a match, for its page."""
    match_id = uuid_or_none(object_id)
    if match_id is None or not match_admin.has_view_permission(request):
        return {"verdict": None}
    match = begun(match_admin, request, match_id)
    return {"verdict": None if match is None else verdict_context(match)}


def _finding(finding: Finding) -> tuple[str, Finding, str]:
    """The place and the text of a finding, in the language of the page."""
    place = _("the match itself") if finding.seq is None else str(finding.seq)
    return place, finding, marked(in_language(finding.texts))


def _sound(report: Report) -> str:
    return ngettext(
        "%(events)d event before the first finding is correct.",
        "%(events)d events before the first finding are correct.",
        report.events,
    ) % {"events": report.events}


def _summary(report: Report) -> str:
    return ngettext(
        "%(events)d event, %(draws)d random draws", "%(events)d events, %(draws)d random draws", report.events
    ) % {"events": report.events, "draws": report.draws}


extend(
    Match,
    Extension(
        pages=(Page("<uuid:match_id>/verify/", "replay_match_verify", verify_page, ("matches.view_match",)),),
        list_display=(proof,),
        list_filter=(ProofFilter,),
        select_related=("verification",),
        actions=(verify_chosen,),
        head=("admin/replay/verdict.html",),
        tools=("admin/replay/match_tools.html",),
        object_context=_match_context,
    ),
)
