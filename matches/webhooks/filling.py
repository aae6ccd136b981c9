"""Make the deliveries that webhooks lack: notices by their numbers, turns by the version of the match.

Each is made once: the same transaction advances the row of the webhook or turn, and only from the value that this
process read.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.limits import MOST_DELIVERIES_WAITING
from matches.log.transactions import writing
from matches.models import Match
from matches.notifications import inbox
from matches.notifications.models import Inbox
from matches.selectors.lists import IsMember
from matches.webhooks.messages import TURN, WebhookTurn, notice_message, turn_message, type_of
from matches.webhooks.models import Webhook, WebhookDelivery
from matches.webhooks.models import WebhookTurn as SentTurn

BATCH = 200
"""The most webhooks or turns in one pass. The next pass finds the rest."""


def fill(now: datetime) -> int:
    """Make the deliveries that are missing. Returns how many."""
    return _fill_notices(now) + sum(_fill_turn(turn, now) for turn in _new_turns())


def active() -> Q:
    """The webhooks that get messages."""
    return Q(status=Webhook.Status.ACTIVE, account__is_active=True)


def _with_room() -> QuerySet[Webhook]:
    """The active webhooks with fewer than MOST_DELIVERIES_WAITING waiting deliveries."""
    waiting = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.WAITING).order_by()
    counted = waiting.values("webhook").annotate(count=Count("pk"))
    return Webhook.objects.filter(active()).exclude(
        pk__in=counted.filter(count__gte=MOST_DELIVERIES_WAITING).values("webhook")
    )


def _fill_notices(now: datetime) -> int:
    newest = Subquery(Inbox.objects.filter(account=OuterRef("account")).values("newest"))
    behind = _with_room().annotate(newest=newest).filter(newest__gt=F("after"))
    return sum(_fill_one(webhook, now) for webhook in behind.select_related("account").order_by("pk")[:BATCH])


def _fill_one(webhook: Webhook, now: datetime) -> int:
    """Turn the next notices of one webhook into deliveries. Returns how many."""
    waiting = webhook.deliveries.filter(status=WebhookDelivery.Status.WAITING).count()
    notices = inbox.notices_after(webhook.account_id, webhook.after, MOST_DELIVERIES_WAITING - waiting)
    # Notices that are no longer stored are skipped.
    last = notices[-1].number if notices else inbox.newest_number(webhook.account_id)
    account = str(webhook.account.public_id)
    made = [
        WebhookDelivery(
            webhook=webhook, type=type_of(notice), body=notice_message(account, notice), due_at=now, created_at=now
        )
        for notice in notices
        if webhook.wants(type_of(notice))
    ]
    with writing():
        if not Webhook.objects.filter(active(), pk=webhook.pk, after=webhook.after).update(after=last):
            return 0
        WebhookDelivery.objects.bulk_create(made)
    return len(made)


@dataclass(frozen=True)
class _NewTurn:
    """A turn without a delivery to the webhook."""

    webhook_id: UUID
    account: UUID
    match_id: UUID
    seat: int
    ruleset: str
    version: int


def _new_turns() -> list[_NewTurn]:
    """The turns to deliver, in one query. Every new version of a match makes a new turn, as on the account's stream."""
    sent = SentTurn.objects.filter(webhook=OuterRef("pk"), match_id=OuterRef("account__seats__match_id"))
    found = (
        _with_room()
        .filter(
            IsMember(F("account__seats__match__to_act"), F("account__seats__index")),
            Q(types="") | Q(types__contains=f" {TURN} "),
            account__seats__match__status=Match.Status.PLAYING,
        )
        .annotate(sent=Coalesce(Subquery(sent.values("version")), -2))
        .filter(account__seats__match__version__gt=F("sent"))
    )
    seat = "account__seats"
    columns = ("pk", "account__public_id", f"{seat}__match_id", f"{seat}__index", f"{seat}__match__ruleset")
    rows = found.order_by("pk", f"{seat}__match_id").values_list(*columns, f"{seat}__match__version")
    return [_NewTurn(*row) for row in rows[:BATCH]]


def _fill_turn(turn: _NewTurn, now: datetime) -> bool:
    body = WebhookTurn(str(turn.match_id), turn.seat, turn.ruleset, turn.version)
    sent = SentTurn.objects.filter(webhook=turn.webhook_id, match_id=turn.match_id)
    try:
        with writing():
            if not sent.filter(version__lt=turn.version).update(version=turn.version):
                with transaction.atomic():
                    SentTurn.objects.create(webhook_id=turn.webhook_id, match_id=turn.match_id, version=turn.version)
            WebhookDelivery.objects.create(
                webhook_id=turn.webhook_id,
                type=TURN,
                body=turn_message(str(turn.account), body, now),
                match_id=turn.match_id,
                due_at=now,
                created_at=now,
            )
    except IntegrityError:  # Another worker was faster, or the webhook was deleted meanwhile.
        return False
    return True


def forget_turns() -> int:
    """Delete the turns of matches that are over. Returns how many."""
    with writing():
        playing = Match.objects.filter(status=Match.Status.PLAYING).values("pk")
        deleted, _ = SentTurn.objects.exclude(match_id__in=playing).delete()
    return deleted
