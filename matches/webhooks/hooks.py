"""The webhooks of an account: create, change, test, rotate, redeliver, delete."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from common.text.errors import ServiceError, malformed
from matches.limits import MOST_WEBHOOKS
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.notifications import wake
from matches.webhooks import messages
from matches.webhooks.addresses import read_url
from matches.webhooks.messages import CHALLENGE, challenge_message
from matches.webhooks.models import Webhook, WebhookDelivery
from matches.webhooks.signing import new_nonce, secret_of
from players.models import Player
from players.services import hold_players

FORMER_SIGNS = timedelta(hours=24)
"""How long the former secret still signs after a rotation."""
CHALLENGE_BYTES = 24


class SentAlready(Exception):
    """The same form was sent before: a second click, or a reload of the answer. Nothing has changed."""


def webhooks_of(player: Player) -> QuerySet[Webhook]:
    return Webhook.objects.filter(account=player).order_by("pk")


def find_webhook(player: Player, webhook_id: UUID) -> Webhook:
    """The player's own webhook. Raises ServiceError `not_found`, also for the webhook of another account."""
    webhook = webhooks_of(player).filter(pk=webhook_id).first()
    if webhook is None:
        raise ServiceError("not_found")
    return webhook


def last_challenges(player: Player) -> dict[UUID, WebhookDelivery]:
    """Webhook -> the challenge sent last, while it is stored. A webhook has one at most."""
    found = WebhookDelivery.objects.filter(webhook__account=player, type=CHALLENGE)
    return {challenge.webhook_id: challenge for challenge in found}


def creation_mark(webhooks: Sequence[Webhook]) -> str:
    """What a form for a new webhook sends back, so that it creates only one. `webhooks` are all of the player's."""
    return str(webhooks[-1].pk) if webhooks else ""


def rotation_mark(webhook: Webhook) -> str:
    """What a form for a new secret sends back, so that it makes only one."""
    return "" if webhook.former_until is None else webhook.former_until.isoformat()


def create_webhook(*, player: Player, url: str, types: Sequence[str], mark: str | None = None) -> tuple[Webhook, str]:
    """Create a webhook and send it a challenge. Returns it and its secret, which isn't stored.

    `mark` is the `creation_mark` of a form. Raises SentAlready if it is not the newest, and ServiceError
    `malformed_request`, `too_many_webhooks`, `guest_not_allowed`.
    """
    if player.is_guest:
        raise ServiceError("guest_not_allowed")
    read_url(url)
    written = _write_types(types)
    with writing():
        hold_players([player.pk])
        found = list(webhooks_of(player))
        if mark is not None and mark != creation_mark(found):
            raise SentAlready
        if len(found) >= MOST_WEBHOOKS:
            raise ServiceError("too_many_webhooks", most=MOST_WEBHOOKS)
        now = read_database_clock().moment
        webhook = Webhook.objects.create(account=player, url=url, types=written, nonce=new_nonce(), created_at=now)
        _challenge(webhook, now)
    wake.wake_webhooks()
    return webhook, secret_of(webhook.pk, bytes(webhook.nonce))


def change_webhook(
    *, player: Player, webhook_id: UUID, url: str | None = None, types: Sequence[str] | None = None
) -> Webhook:
    """Change the address, which must be proven again, or the types. Raises ServiceError as `create_webhook`."""
    if url is not None:
        read_url(url)
    written = None if types is None else _write_types(types)
    with writing():
        webhook = _hold(player, webhook_id)
        if written is not None:
            webhook.types = written
        if url is not None and url != webhook.url:
            webhook.url, webhook.status, webhook.problem = url, Webhook.Status.UNPROVEN, ""
            webhook.failing_since = None
            webhook.deliveries.filter(type=CHALLENGE).delete()
            _challenge(webhook, read_database_clock().moment)
        webhook.save(update_fields=["types", "url", "status", "problem", "failing_since"])
    wake.wake_webhooks()
    return webhook


def delete_webhook(*, player: Player, webhook_id: UUID) -> None:
    with writing():
        _hold(player, webhook_id).delete()


def rotate_secret(*, player: Player, webhook_id: UUID, mark: str | None = None) -> tuple[str, datetime]:
    """Make a new secret. Returns it, and the time until which the former one also signs.

    `mark` is the `rotation_mark` of a form. Raises SentAlready if it is not the newest, and ServiceError `not_found`.
    """
    with writing():
        webhook = _hold(player, webhook_id)
        if mark is not None and mark != rotation_mark(webhook):
            raise SentAlready
        until = read_database_clock().moment + FORMER_SIGNS
        webhook.nonce, webhook.former_nonce, webhook.former_until = new_nonce(), webhook.nonce, until
        webhook.save(update_fields=["nonce", "former_nonce", "former_until"])
    return secret_of(webhook.pk, bytes(webhook.nonce)), until


def test_webhook(*, player: Player, webhook_id: UUID) -> WebhookDelivery:
    """Send a challenge. The right answer proves the address and enables the webhook.

    Raises ServiceError `not_found`.
    """
    with writing():
        webhook = _hold(player, webhook_id)
        webhook.deliveries.filter(type=CHALLENGE).delete()
        delivery = _challenge(webhook, read_database_clock().moment)
    wake.wake_webhooks()
    return delivery


def deliveries_of(webhook: Webhook, *, status: str | None, before: UUID | None) -> QuerySet[WebhookDelivery]:
    """The deliveries of a webhook, newest first."""
    found = webhook.deliveries.order_by("-pk")
    if status is not None:
        found = found.filter(status=status)
    return found if before is None else found.filter(pk__lt=before)


def redeliver(*, player: Player, webhook_id: UUID, delivery_id: UUID) -> WebhookDelivery:
    """Send a delivery again, with the same id and a fresh set of attempts.

    Raises ServiceError `not_found`, `webhook_off`.
    """
    with writing():
        webhook = _hold(player, webhook_id)
        delivery = webhook.deliveries.filter(pk=delivery_id).exclude(type=CHALLENGE).first()
        if delivery is None:
            raise ServiceError("not_found")
        if webhook.status != Webhook.Status.ACTIVE:
            raise ServiceError("webhook_off")
        delivery.status, delivery.attempts, delivery.ended_at = WebhookDelivery.Status.WAITING, 0, None
        delivery.due_at = read_database_clock().moment
        delivery.save(update_fields=["status", "attempts", "ended_at", "due_at"])
    wake.wake_webhooks()
    return delivery


def _hold(player: Player, webhook_id: UUID) -> Webhook:
    webhook = webhooks_of(player).select_for_update().filter(pk=webhook_id).first()
    if webhook is None:
        raise ServiceError("not_found")
    return webhook


def _challenge(webhook: Webhook, now: datetime) -> WebhookDelivery:
    body = challenge_message(str(webhook.account.public_id), secrets.token_urlsafe(CHALLENGE_BYTES), now)
    return WebhookDelivery.objects.create(webhook=webhook, type=CHALLENGE, body=body, due_at=now, created_at=now)


def _write_types(types: Sequence[str]) -> str:
    known = messages.types()
    for place, type_ in enumerate(types):
        if type_ not in known:
            accepted = {"enum": known}
            raise malformed("unknown_webhook_type", place={"pointer": f"/types/{place}"}, accepted=accepted, type=type_)
    return "".join(f" {type_} " for type_ in dict.fromkeys(types))
