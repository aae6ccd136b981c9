"""Secrets and signatures, as specified by Standard Webhooks (standardwebhooks.com).

A secret is computed from the webhook's nonce with the service's secret key, so the database alone signs nothing.
"""

import secrets
from base64 import b64encode
from datetime import datetime
from uuid import UUID

from django.utils.crypto import salted_hmac
from standardwebhooks import Webhook as Signer

from matches.webhooks.models import Webhook

NONCE_BYTES = 16


def new_nonce() -> bytes:
    return secrets.token_bytes(NONCE_BYTES)


def secret_of(webhook_id: UUID, nonce: bytes) -> str:
    """The secret for a nonce, in the form that receivers configure: `whsec_` and 32 bytes in base64."""
    key = salted_hmac("matches.webhooks", webhook_id.bytes + nonce, algorithm="sha256").digest()
    return f"whsec_{b64encode(key).decode()}"


def message_id(delivery_id: UUID) -> str:
    """The `webhook-id` of a delivery, the same in every attempt."""
    return f"msg_{delivery_id.hex}"


def signed_headers(webhook: Webhook, delivery_id: UUID, body: bytes, now: datetime) -> dict[str, str]:
    """The signature headers of one attempt. For a while after a rotation, they have two signatures."""
    nonces = [bytes(webhook.nonce)]
    if webhook.former_nonce is not None and webhook.former_until is not None and now < webhook.former_until:
        nonces.append(bytes(webhook.former_nonce))
    id_, text = message_id(delivery_id), body.decode()
    signatures = [Signer(secret_of(webhook.pk, nonce)).sign(id_, now, text) for nonce in nonces]
    return {
        "webhook-id": id_,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
