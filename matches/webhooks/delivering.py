"""Send the deliveries that are due: at least once, with growing pauses, until they are delivered or dead.

A worker claims deliveries by moving their `due_at`. If it is killed, they are due again when that time has come, and
receivers recognise a repeated delivery by its `webhook-id`.
"""

import asyncio
import logging
import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from common.text.errors import ServiceError
from matches import metrics
from matches.limits import MOST_DELIVERY_ATTEMPTS, MOST_PROOF_ATTEMPTS
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import inbox, wake
from matches.notifications.notices import WebhookDisabled
from matches.selectors.lists import IsMember
from matches.webhooks.addresses import read_url
from matches.webhooks.filling import active, fill, forget_turns
from matches.webhooks.messages import CHALLENGE, TURN, is_echo
from matches.webhooks.models import Webhook, WebhookDelivery
from matches.webhooks.posting import Answer, NotPosted, post
from matches.webhooks.signing import signed_headers

BATCH = 50
"""Deliveries that a worker sends at the same time."""
BATCH_OF_ONE = 4
"""The most of these that are for one webhook."""
LEASE = timedelta(seconds=120)
"""Longer than a worker may work on a batch."""
FIRST_PAUSE = timedelta(seconds=5)
GROWTH = 4
LONGEST_PAUSE = timedelta(hours=12)
DISABLED_AFTER = timedelta(days=3)
"""A webhook is disabled when its attempts have failed for this long."""
DELIVERED_KEPT = timedelta(days=1)
DEAD_KEPT = timedelta(days=30)
GONE = 410
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outcome:
    """The result of one attempt. `error` is empty if it succeeded."""

    error: str
    http_status: int | None = None


def deliver() -> int:
    """Make the missing deliveries and attempt those that are due. Returns how many it attempted."""
    now = read_database_clock().moment
    fill(now)
    claimed = _claim(now)
    if not claimed:
        return 0
    outcomes = asyncio.run(_send_all(claimed, now))
    now = read_database_clock().moment
    for delivery, outcome in zip(claimed, outcomes, strict=True):
        _record(delivery, outcome, now)
    if _due(now).exists():
        wake.wake_webhooks()
    return len(claimed)


def sweep() -> int:
    """Delete old deliveries and turns, then do the same as `deliver`."""
    now = read_database_clock().moment
    with writing():
        ended = WebhookDelivery.objects.filter(ended_at__lt=now - DELIVERED_KEPT)
        ended.filter(~Q(status=WebhookDelivery.Status.DEAD) | Q(ended_at__lt=now - DEAD_KEPT)).delete()
    forget_turns()
    return deliver()


def _due(now: datetime) -> QuerySet[WebhookDelivery]:
    """The deliveries to attempt now: challenges to any address, everything else to active webhooks."""
    is_allowed = Exists(Webhook.objects.filter(active(), pk=OuterRef("webhook")))
    is_challenge = Q(type=CHALLENGE, webhook__account__is_active=True)
    return WebhookDelivery.objects.filter(
        is_challenge | Q(is_allowed), status=WebhookDelivery.Status.WAITING, due_at__lte=now
    )


def _claim(now: datetime) -> list[WebhookDelivery]:
    """Claim a few deliveries of each webhook, so that one with many does not delay the others."""
    place = Window(RowNumber(), partition_by="webhook", order_by=["due_at", "pk"])
    found = _due(now).annotate(place=place).filter(place__lte=BATCH_OF_ONE).order_by("place", "due_at", "pk")
    return [delivery for delivery in found.select_related("webhook")[:BATCH] if _is_claimed(delivery, now)]


def _is_claimed(delivery: WebhookDelivery, now: datetime) -> bool:
    """Claim one delivery, unless another worker was faster. A turn that is over is not sent."""
    own = WebhookDelivery.objects.filter(pk=delivery.pk, status=WebhookDelivery.Status.WAITING, due_at=delivery.due_at)
    if delivery.type == TURN and not _still_waits(delivery):
        own.update(status=WebhookDelivery.Status.OBSOLETE, ended_at=now)
        return False
    delivery.attempts += 1
    return bool(own.update(due_at=now + LEASE, attempts=F("attempts") + 1))


def _still_waits(delivery: WebhookDelivery) -> bool:
    """Whether the match of a turn waits for the account, even if for another decision."""
    return Seat.objects.filter(
        IsMember(F("match__to_act"), F("index")),
        match=delivery.match_id,
        player=delivery.webhook.account_id,
        match__status=Match.Status.PLAYING,
    ).exists()


async def _send_all(claimed: list[WebhookDelivery], now: datetime) -> list[Outcome]:
    return await asyncio.gather(*(_send(delivery, now) for delivery in claimed))


async def _send(delivery: WebhookDelivery, now: datetime) -> Outcome:
    """Make one attempt. Raises nothing, whatever the receiver does."""
    body = bytes(delivery.body)
    try:
        address = read_url(delivery.webhook.url)  # Settings may have changed since it was stored.
        answer = await post(address, signed_headers(delivery.webhook, delivery.pk, body, now), body)
    except ServiceError:
        return Outcome("no_public_address")
    except NotPosted as error:
        return Outcome(error.code)
    except Exception:
        logger.exception("the webhook delivery %s cannot be sent", delivery.pk)
        return Outcome("unreachable")
    return Outcome(_fault_of(delivery, body, answer), answer.status)


def _fault_of(delivery: WebhookDelivery, body: bytes, answer: Answer) -> str:
    if not 200 <= answer.status < 300:
        return "http_status"
    if delivery.type == CHALLENGE and not is_echo(body, answer.body):
        return "challenge_failed"
    return ""


def _record(delivery: WebhookDelivery, outcome: Outcome, now: datetime) -> None:
    """Store the result of one attempt, unless the delivery was deleted or claimed again meanwhile."""
    metrics.webhook_attempts.labels("failed" if outcome.error else "delivered").inc()
    with writing():
        webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
        own = WebhookDelivery.objects.filter(
            pk=delivery.pk, status=WebhookDelivery.Status.WAITING, attempts=delivery.attempts
        )
        if webhook is None or not own.update(error=outcome.error, http_status=outcome.http_status):
            return
        if not outcome.error:
            own.update(status=WebhookDelivery.Status.DELIVERED, ended_at=now)
            _succeeded(webhook, delivery, now)
            return
        most = MOST_PROOF_ATTEMPTS if delivery.type == CHALLENGE else MOST_DELIVERY_ATTEMPTS
        if delivery.attempts >= most:
            own.update(status=WebhookDelivery.Status.DEAD, ended_at=now)
        else:
            own.update(due_at=now + pause_after(delivery.attempts, random.random()))
        if delivery.type != CHALLENGE:
            _failed(webhook, outcome, now)


def pause_after(attempts: int, chance: float) -> timedelta:
    """The pause after this many attempts: four times the previous one, up to half of it shorter. `chance` is 0 to 1."""
    full = min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH ** (attempts - 1))
    return full * (1 - chance / 2)


def _succeeded(webhook: Webhook, delivery: WebhookDelivery, now: datetime) -> None:
    is_proof = delivery.type == CHALLENGE and webhook.url == delivery.webhook.url
    if is_proof and webhook.status != Webhook.Status.ACTIVE:
        webhook.status, webhook.problem = Webhook.Status.ACTIVE, ""
        webhook.after = inbox.newest_number(webhook.account_id)
    if webhook.failing_since is not None:
        webhook.failing_since = None
        webhook.deliveries.filter(status=WebhookDelivery.Status.WAITING, error__gt="").update(due_at=now)
    webhook.save(update_fields=["status", "problem", "after", "failing_since"])


def _failed(webhook: Webhook, outcome: Outcome, now: datetime) -> None:
    if webhook.status != Webhook.Status.ACTIVE:
        return
    if webhook.failing_since is None:
        webhook.failing_since = now
    if outcome.http_status == GONE:
        _disable(webhook, "gone", now)
    elif now - webhook.failing_since >= DISABLED_AFTER:
        _disable(webhook, "failing", now)
    webhook.save(update_fields=["status", "problem", "failing_since"])


def _disable(webhook: Webhook, problem: str, now: datetime) -> None:
    """Disable a webhook and notify its owner. Waiting deliveries become dead, and can be redelivered."""
    webhook.status, webhook.problem = Webhook.Status.DISABLED, problem
    waiting = webhook.deliveries.filter(status=WebhookDelivery.Status.WAITING)
    waiting.update(status=WebhookDelivery.Status.DEAD, ended_at=now)
    inbox.notify([webhook.account_id], WebhookDisabled(str(webhook.pk), webhook.url, problem, PROBLEMS[problem]))


PROBLEMS = {
    "gone": {
        "ja": "送信先が410（Gone）を返したため、このWebhookを停止しました。再開するには、テストを実行してください。",
        "en": "Disabled because the receiver answered 410 (Gone). To enable it again, test it.",
    },
    "failing": {
        "ja": "3日間配信できなかったため、このWebhookを停止しました。受信側を直してから、テストを実行してください。",
        "en": "Disabled because nothing could be delivered for three days. Repair the receiver, then test it.",
    },
}
"""Texts for the owner: why a webhook was disabled, and what to do."""
