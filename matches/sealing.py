"""The server seed of a live match, encrypted at rest (AES-256-GCM) under a key from the environment."""

import os
from functools import cache

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

_NONCE = 12


@cache
def _cipher(key: str) -> AESGCM:
    return AESGCM(bytes.fromhex(key))


def seal(secret: bytes, match_id: bytes) -> bytes:
    """Nonce and ciphertext; bound to its match, so that it cannot be moved to another."""
    nonce = os.urandom(_NONCE)
    return nonce + _cipher(settings.SEED_SEALING_KEY).encrypt(nonce, secret, match_id)


def unseal(sealed: bytes, match_id: bytes) -> bytes:
    """Raises cryptography.exceptions.InvalidTag when the key is another one or the bytes were changed."""
    return _cipher(settings.SEED_SEALING_KEY).decrypt(sealed[:_NONCE], sealed[_NONCE:], match_id)
