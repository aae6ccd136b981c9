"""The webhooks of an account: create, list, change, test, rotate and delete them, and look at their deliveries."""

from uuid import UUID

from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import read_body, read_query
from common.timestamps import rfc3339
from matches.api.webhooks.resources import (
    CreatedWebhook,
    DeliveriesQuery,
    RotatedSecret,
    Webhook,
    WebhookChange,
    WebhookDelivery,
    WebhookDeliveryList,
    WebhookInput,
    WebhookList,
    delivery_resource,
    webhook_resource,
)
from matches.webhooks import hooks

OWN = {401: "not_signed_in", 404: "not_found"}


class WebhooksView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_webhooks",
        "List your webhooks",
        tag="players",
        scope="webhooks",
        answers={200: WebhookList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        return answer(WebhookList([webhook_resource(webhook) for webhook in hooks.webhooks_of(request.user)]))

    @operation(
        "create_webhook",
        "Create a webhook: an address that gets your notices and turns",
        "Messages are signed as Standard Webhooks describes. First the address gets a `challenge`, which it must "
        'answer with `200` and `{"challenge": …}`, the same value. Then the webhook is `active`. You can have five.',
        tag="players",
        rate="webhooks",
        scope="webhooks",
        body=WebhookInput,
        answers={201: CreatedWebhook},
        refuses={401: "not_signed_in", 403: "guest_not_allowed", 409: "too_many_webhooks"},
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, WebhookInput)
        webhook, secret = hooks.create_webhook(player=request.user, url=sent.url, types=sent.types)
        return answer(CreatedWebhook(webhook_resource(webhook), secret), 201)


class WebhookView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_webhook", "Read a webhook of yours", tag="players", scope="webhooks", answers={200: Webhook}, refuses=OWN
    )
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        return answer(webhook_resource(hooks.find_webhook(request.user, webhook_id)))

    @operation(
        "change_webhook",
        "Change the address or the types of a webhook",
        "A new address gets a challenge, and nothing else before it has answered. The secret stays.",
        tag="players",
        rate="webhooks",
        scope="webhooks",
        body=WebhookChange,
        answers={200: Webhook},
        refuses=OWN,
    )
    def patch(self, request: Request, webhook_id: UUID) -> HttpResponse:
        sent = read_body(request._request, WebhookChange)
        webhook = hooks.change_webhook(
            player=request.user,
            webhook_id=webhook_id,
            url=None if sent.url is UNSET else sent.url,
            types=None if sent.types is UNSET else sent.types,
        )
        return answer(webhook_resource(webhook))

    @operation(
        "delete_webhook",
        "Delete a webhook with its deliveries",
        tag="players",
        scope="webhooks",
        answers={204: None},
        refuses=OWN,
    )
    def delete(self, request: Request, webhook_id: UUID) -> HttpResponse:
        hooks.delete_webhook(player=request.user, webhook_id=webhook_id)
        return no_content()


class RotateSecretView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "rotate_webhook_secret",
        "Make a new secret for a webhook",
        "For 24 hours messages have two signatures, by the new secret and by the former one. Receivers accept a "
        "message if one of them fits. Rotating again ends the former secret at once.",
        tag="players",
        rate="webhooks",
        scope="webhooks",
        answers={201: RotatedSecret},
        refuses=OWN,
    )
    def post(self, request: Request, webhook_id: UUID) -> HttpResponse:
        secret, until = hooks.rotate_secret(player=request.user, webhook_id=webhook_id)
        return answer(RotatedSecret(secret, rfc3339(until)), 201)


class TestWebhookView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "test_webhook",
        "Send a challenge to a webhook",
        "If the address answers it, an unproven or disabled webhook becomes `active`. Notices from before are not "
        "sent; read them on the stream of your account. The delivery shows the result.",
        tag="players",
        rate="webhooks",
        scope="webhooks",
        answers={202: WebhookDelivery},
        refuses=OWN,
    )
    def post(self, request: Request, webhook_id: UUID) -> HttpResponse:
        return answer(delivery_resource(hooks.test_webhook(player=request.user, webhook_id=webhook_id)), 202)


class DeliveriesView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_webhook_deliveries",
        "List the deliveries of a webhook, newest first",
        "Failed deliveries are tried up to nine times within about 20 hours. Then they are `dead`.",
        tag="players",
        scope="webhooks",
        query=DeliveriesQuery,
        answers={200: WebhookDeliveryList},
        refuses=OWN,
    )
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        query = read_query(request._request, DeliveriesQuery)
        before = None if query.cursor is None else decode_cursor(query.cursor, tuple[UUID])[0]
        webhook = hooks.find_webhook(request.user, webhook_id)
        found = hooks.deliveries_of(webhook, status=query.status, before=before)
        page, following = page_of(
            request._request, found, limit=query.limit, after=lambda row: {"cursor": encode_cursor(str(row.pk))}
        )
        return answer(WebhookDeliveryList([delivery_resource(delivery) for delivery in page], following))


class RedeliverView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "redeliver",
        "Send a delivery again",
        "It keeps its `webhook-id`, and gets all its attempts anew. To send a challenge again, test the webhook.",
        tag="players",
        rate="webhooks",
        scope="webhooks",
        answers={202: WebhookDelivery},
        refuses={**OWN, 409: "webhook_off"},
    )
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> HttpResponse:
        delivery = hooks.redeliver(player=request.user, webhook_id=webhook_id, delivery_id=delivery_id)
        return answer(delivery_resource(delivery), 202)
