"""The admin page about the service's health: waiting work, workers, audit findings, and the growth of tables."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common import replica
from config.health import waits
from leagues.models import Heartbeat, Outage
from leagues.services.heartbeat import longest_silence
from matches.log.partitions import missing_triggers, months_ready
from matches.models import Match, Seat
from replay.models import Verification

WORKS = {
    "bots": gettext_lazy("Bots' turns"),
    "scoring": gettext_lazy("Scorecards"),
    "files": gettext_lazy("Deck files"),
    "trials": gettext_lazy("Draft trials"),
    "webhooks": gettext_lazy("Messages to webhooks"),
}
LATE = {"bots": 60, "scoring": 300, "files": 900, "trials": 900, "webhooks": 300}
"""Kind of work -> seconds of waiting after which the page marks it."""
ANSWER_SECONDS = 1.0
"""Seconds that the page waits for workers to answer."""
NEWEST = 5
LARGEST = 8
WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Line:
    """A row of a table: its label and value, and whether an operator should look into it."""

    name: Any
    value: Any
    is_bad: bool = False
    address: str = ""


def health_page(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """The page, for superusers and league operators. Raises PermissionDenied for others."""
    if not request.user.has_perm("leagues.view_season"):
        raise PermissionDenied
    now = timezone.now()
    sections = {
        _("Waiting work"): _waiting(),
        _("Workers"): _workers(now),
        _("Findings in the last week"): _findings(now),
        _("Growth"): _growth(now),
        _("Largest tables"): _tables(),
    }
    if (lag := replica.known_lag()) is not None:
        sections[_("Replica")] = [_replica(lag)]
    context = {**site.each_context(request), "title": _("Service health"), "sections": sections}
    return TemplateResponse(request, "admin/service_health.html", context)


def _waiting() -> list[Line]:
    return [
        Line(WORKS[work], _duration(seconds) if seconds else _("none"), seconds > LATE[work])
        for work, seconds in waits().items()
    ]


def _workers(now: datetime) -> list[Line]:
    silence = longest_silence()
    lines = [
        Line(_("Last sweep"), _("%(time)s ago") % {"time": _duration((now - at).total_seconds())}, now - at > silence)
        for at in Heartbeat.objects.values_list("at", flat=True)
    ] or [Line(_("Last sweep"), _("never"), True)]
    names = _answering()
    lines.append(Line(_("Workers responding"), ", ".join(names) or _("none"), not names))
    outages = Outage.objects.filter(ended_at__gt=now - WEEK).order_by("-ended_at")
    text = _("%(from)s, for %(time)s")
    lines += [
        Line(
            _("Time without a sweep"),
            text % {"from": f"{outage.began_at:%Y-%m-%d %H:%M} UTC", "time": _duration(_seconds(outage))},
        )
        for outage in outages[:NEWEST]
    ]
    return lines


def _seconds(outage: Outage) -> float:
    return (outage.ended_at - outage.began_at).total_seconds()


def _answering() -> list[str]:
    """The names of the workers that answer within a second; none if the broker does not."""
    try:
        answers = current_app.control.ping(timeout=ANSWER_SECONDS)
    except Exception:  # Every transport has its own errors.
        return []
    return sorted(name for answer in answers or [] for name in answer)


def _findings(now: datetime) -> list[Line]:
    unsound = Verification.objects.filter(is_sound=False)
    lines = [
        Line(_("Last audit of a match"), _moment(Verification.objects.aggregate(at=Max("verified_at"))["at"])),
        Line(_("Matches that failed verification"), unsound.count(), unsound.exists()),
    ]
    may_look = "admin:replay_match_verify"
    lines += [
        Line(f"– {verdict.match_id}", _moment(verdict.verified_at), True, reverse(may_look, args=[verdict.match_id]))
        for verdict in unsound.order_by("-verified_at")[:NEWEST]
    ]
    lines += [
        Line(_("Missing trigger of %(table)s") % {"table": table}, trigger, True)
        for table, trigger in missing_triggers()
    ]
    failed = Seat.objects.filter(kind=Seat.Kind.BOT, match__ended_at__gt=now - WEEK).exclude(fault="")
    by_bot = failed.values("bot").annotate(matches=Count("match", distinct=True)).order_by("-matches")
    lines += [
        Line(_("Matches lost through errors of %(bot)s") % {"bot": row["bot"]}, row["matches"], True)
        for row in by_bot[:NEWEST]
    ]
    return lines


def _growth(now: datetime) -> list[Line]:
    day = now - timedelta(days=1)
    free = shutil.disk_usage(settings.VAR_DIR if settings.VAR_DIR.exists() else settings.BASE_DIR).free
    months = months_ready()
    partitions = [] if months is None else [Line(_("Months with partitions of the log"), months, months < 2)]
    return [
        Line(_("Matches created in the last day"), Match.objects.filter(created_at__gt=day).count()),
        Line(_("Matches created in the last week"), Match.objects.filter(created_at__gt=now - WEEK).count()),
        Line(_("Database size"), _size(_database_bytes())),
        Line(_("Free disk space of the web service"), _size(free), free < 2**30),
        *partitions,
    ]


def _database_bytes() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def _tables() -> list[Line]:
    """The sizes of the largest tables with their indexes and partitions; empty on SQLite."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(pg_partition_root(oid), oid)::regclass::text, sum(pg_total_relation_size(oid)) "
            "FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace "
            "GROUP BY 1 ORDER BY 2 DESC LIMIT %s",
            [LARGEST],
        )
        return [Line(format_html("<code>{}</code>", name), _size(size)) for name, size in cursor.fetchall()]


def _replica(lag: float) -> Line:
    """Whether lists read from the replica, and its lag."""
    if lag == replica.NEVER:
        return Line(_("In use"), _("no: it does not answer"), True)
    is_fit = replica.is_fit(lag)
    text = _("yes, %(seconds)s s behind") if is_fit else _("no: %(seconds)s s behind")
    return Line(_("In use"), text % {"seconds": round(lag, 1)}, not is_fit)


def _moment(moment: datetime | None) -> str:
    return _("never") if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"


def _duration(seconds: float) -> str:
    if seconds < 120:
        return _("%(n)d s") % {"n": seconds}
    if seconds < 7200:
        return _("%(n)d min") % {"n": seconds // 60}
    return _("%(n)d h") % {"n": seconds // 3600}


def _size(size: int) -> str:
    if size >= 2**30:
        return _("%(n).1f GiB") % {"n": size / 2**30}
    return _("%(n).1f MiB") % {"n": size / 2**20}
