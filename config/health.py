"""The endpoints of health and metrics, for operators."""

import time
from collections.abc import Iterator

from celery import current_app
from django.db import DatabaseError, connection
from django.db.models import Min
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily

from common import replica
from common.computed_once import ComputedOnce
from common.text.errors import ServiceError
from config.exposition import gathered, may_read
from config.problems import not_found, problem
from decks.importing.services import WORKING
from decks.models import DeckImport
from matches.log.partitions import months_ready
from matches.metrics import queue_seconds, unscored_seconds
from matches.webhooks.models import WebhookDelivery
from playtesting.models import DraftTrial


def live(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive."""
    return JsonResponse({"status": "ok"})


def ready(request: HttpRequest) -> HttpResponse:
    """Answer whether the database and the broker respond. They are checked at most once a second."""
    parts = _parts.get(int(time.monotonic()), _ask)
    if all(parts.values()):
        return JsonResponse({"status": "ok", **dict.fromkeys(parts, "ok")})
    broken = [part for part, answers in parts.items() if not answers]
    return problem(request, ServiceError("not_ready", broken=broken))


_parts: ComputedOnce[int, dict[str, bool]] = ComputedOnce(1)


def _ask() -> dict[str, bool]:
    return {"database": _database_answers(), "broker": _broker_answers()}


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _broker_answers() -> bool:
    try:
        with current_app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=1)
    except Exception:
        # Every transport has its own errors. Any of them means that the broker does not answer.
        return False
    return True


class _Queue:
    """A collector of metrics about waiting work and partitions. It reads the database at each scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        found = waits()
        yield GaugeMetricFamily(
            "match_queue_age_seconds", "For how long the oldest bot that must act has waited", value=found["bots"]
        )
        waiting = GaugeMetricFamily(
            "match_waiting_seconds", "For how long the oldest unfinished work of a kind has waited", labels=["work"]
        )
        for work, seconds in found.items():
            waiting.add_metric([work], seconds)
        yield waiting
        yield GaugeMetricFamily(
            "match_log_partition_months",
            "Months, from the current one on, with partitions; no value on SQLite",
            value=months_ready(),
        )
        lag = replica.known_lag()
        yield GaugeMetricFamily(
            "match_replica_lag_seconds",
            "How far the replica may be behind; infinite if it does not answer, no value without one",
            value=lag,
        )
        yield GaugeMetricFamily(
            "match_replica_in_use",
            "Whether lists read from the replica; no value without one",
            value=None if lag is None else float(replica.is_fit(lag)),
        )


def waits() -> dict[str, float]:
    """Kind of work -> seconds that its oldest unfinished piece has waited or been in progress; 0 if there is none."""
    files = DeckImport.objects.filter(status__in=WORKING).aggregate(oldest=Min("created_at"))
    trials = DraftTrial.objects.filter(state=DraftTrial.State.RUNNING).aggregate(oldest=Min("updated_at"))
    now = timezone.now()
    deliveries = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING, due_at__lt=now)
    due = deliveries.aggregate(oldest=Min("due_at"))
    return {
        "bots": queue_seconds(),
        "scoring": unscored_seconds(),
        **{
            work: max(0.0, (now - found["oldest"]).total_seconds()) if found["oldest"] else 0.0
            for work, found in (("files", files), ("trials", trials), ("webhooks", due))
        },
    }


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics for Prometheus, if the request may read them (`may_read`)."""
    if not may_read(request.META):
        return not_found(request, PermissionError())
    own = CollectorRegistry()
    own.register(_Queue())  # type: ignore[arg-type]
    return HttpResponse(gathered() + generate_latest(own), content_type=CONTENT_TYPE_LATEST)


urlpatterns = [
    path("health/live", live, name="health-live"),
    path("health/ready", ready, name="health-ready"),
    path("metrics", metrics, name="metrics"),
]
