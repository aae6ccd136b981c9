"""What clients send and read of webhooks."""

from typing import Annotated, Any, Literal, cast

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from common.formats import Id, Moment, NextPage
from common.http.reading import Cursor, Limit
from common.timestamps import rfc3339
from matches.limits import MOST_WEBHOOK_URL
from matches.webhooks import models
from matches.webhooks.delivering import PROBLEMS
from matches.webhooks.messages import CHALLENGE
from matches.webhooks.signing import message_id
from rules.engine import Names

Url = Annotated[str, Meta(min_length=1, max_length=MOST_WEBHOOK_URL, description="Starts with `https://`.")]
Types = Annotated[
    list[Annotated[str, Meta(max_length=40)]],
    Meta(max_length=50, description="Types of messages to send: `turn`, and types of `Notice`. Empty: all."),
]
WebhookStatus = Annotated[str, Meta(extra_json_schema={"enum": models.Webhook.Status.values})]
DeliveryStatus = Literal["waiting", "delivered", "dead", "obsolete"]
DeliveryError = Literal[
    "no_public_address",
    "unreachable",
    "tls_failed",
    "timed_out",
    "unreadable_answer",
    "http_status",
    "challenge_failed",
]
Secret = Annotated[str, Meta(description="Starts with `whsec_`. Shown only in this answer.")]


class WebhookInput(Struct, frozen=True, forbid_unknown_fields=True):
    """Where to post messages, and which."""

    url: Url
    types: Types = []


class WebhookChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields to change; the others stay as they are. A new address must be proven again."""

    url: Url | UnsetType = UNSET
    types: Types | UnsetType = UNSET


class Webhook(Struct, frozen=True):
    """An address that gets your account's notices and turns.

    `unproven`: it gets nothing but challenges. `active`: it gets messages. `disabled`: it failed for a long time
    and gets nothing until you test it.
    """

    id: Id
    url: str
    types: list[str]
    status: WebhookStatus
    problem: Annotated[Names | None, Meta(description="Why it is disabled; null if it is not.")]
    failing_since: Annotated[Moment | None, Meta(description="First failure since the last success; null: none.")]
    former_secret_until: Annotated[
        Moment | None, Meta(description="Until when the former secret signs messages too; null if it no longer does.")
    ]
    created_at: Moment


class CreatedWebhook(Struct, frozen=True):
    """The new webhook, and the secret that signs its messages."""

    webhook: Webhook
    secret: Secret


class RotatedSecret(Struct, frozen=True):
    """The new secret. Until `former_until`, messages have a signature by each of the two."""

    secret: Secret
    former_until: Moment


class WebhookList(Struct, frozen=True):
    """Your webhooks, oldest first."""

    results: list[Webhook]


class WebhookDelivery(Struct, frozen=True):
    """A message to a webhook.

    `waiting`: it will be tried at `next_attempt_at`. `delivered`: the receiver answered 2xx. `dead`: all attempts
    failed; you can redeliver it. `obsolete`: a turn that was over before it could be delivered.
    """

    id: Id
    message_id: Annotated[str, Meta(description="The header `webhook-id`, the same in every attempt.")]
    type: str
    status: DeliveryStatus
    attempts: int
    error: Annotated[DeliveryError | None, Meta(description="Why the last attempt failed; null if it did not.")]
    http_status: Annotated[int | None, Meta(description="Status of the last answer; null if there was none.")]
    message: Annotated[Any, Meta(description="What is posted; null for a challenge.")]
    created_at: Moment
    next_attempt_at: Annotated[Moment | None, Meta(description="Null if none is planned.")]
    ended_at: Annotated[Moment | None, Meta(description="When it was delivered or given up; null while it waits.")]


class WebhookDeliveryList(Struct, frozen=True):
    """Deliveries, newest first. Delivered ones are stored for a day, dead ones for 30."""

    results: list[WebhookDelivery]
    next: NextPage


class DeliveriesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    status: Annotated[
        DeliveryStatus | None,
        Meta(description="Only deliveries with this status; `dead` lists what could not be delivered."),
    ] = None
    limit: Limit = 50
    cursor: Cursor | None = None


def webhook_resource(webhook: models.Webhook) -> Webhook:
    return Webhook(
        id=str(webhook.pk),
        url=webhook.url,
        types=webhook.types.split(),
        status=str(webhook.status),
        problem=PROBLEMS.get(webhook.problem),  # type: ignore[arg-type]
        failing_since=_moment(webhook.failing_since),
        former_secret_until=_moment(webhook.former_until),
        created_at=rfc3339(webhook.created_at),
    )


def delivery_resource(delivery: models.WebhookDelivery) -> WebhookDelivery:
    is_waiting = delivery.status == models.WebhookDelivery.Status.WAITING
    return WebhookDelivery(
        id=str(delivery.pk),
        message_id=message_id(delivery.pk),
        type=delivery.type,
        status=cast(DeliveryStatus, delivery.status),
        attempts=delivery.attempts,
        error=cast(DeliveryError, delivery.error) or None,
        http_status=delivery.http_status,
        message=None if delivery.type == CHALLENGE else Raw(bytes(delivery.body)),
        created_at=rfc3339(delivery.created_at),
        next_attempt_at=rfc3339(delivery.due_at) if is_waiting else None,
        ended_at=_moment(delivery.ended_at),
    )


def _moment(moment: Any) -> Moment | None:
    return None if moment is None else rfc3339(moment)
