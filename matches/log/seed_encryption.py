"""The service's keys, which are in the environment and not in the database.

`SEED_SEALING_KEY` is the current key. `SEED_SEALING_KEY_FALLBACKS` are former keys, which still open what they sealed.
Three values are derived from each key (HKDF, RFC 5869): its id, the key for server seeds (AES-256-GCM), and the key for
snapshot MACs.
"""

import hmac
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

ID_SIZE = 8
KEY_SIZE = 32
SEED_SIZE = 32
_NONCE = 12


class UnknownKey(InvalidTag):
    """The sealed bytes name a key that is not in the environment, or no key at all."""


@dataclass(frozen=True, slots=True)
class _Key:
    """One key of the environment, with the values derived from it."""

    id: bytes
    seeds: AESGCM
    snapshots: bytes
    unnamed: AESGCM
    """Opens seeds from before sealed bytes named their key. They were sealed with the key itself."""


def _read(text: str) -> _Key:
    raw = bytes.fromhex(text)
    if len(raw) != KEY_SIZE:
        raise ImproperlyConfigured("SEED_SEALING_KEY has 64 hex digits, and so has each of SEED_SEALING_KEY_FALLBACKS")
    return _Key(
        _derived(raw, b"id", ID_SIZE),
        AESGCM(_derived(raw, b"server seeds", KEY_SIZE)),
        _derived(raw, b"snapshots", KEY_SIZE),
        AESGCM(raw),
    )


def _derived(raw: bytes, label: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt=None, info=b"match service: " + label).derive(raw)


@cache
def _ring(current: str, *former: str) -> tuple[_Key, ...]:
    return tuple(_read(text) for text in (current, *former))


def _keys() -> tuple[_Key, ...]:
    """All keys of the environment, the current one first."""
    return _ring(settings.SEED_SEALING_KEY, *settings.SEED_SEALING_KEY_FALLBACKS)


# Server seeds


def new_seed() -> bytes:
    """Draw a server seed from the operating system's random source."""
    return os.urandom(SEED_SIZE)


def seal(secret: bytes, match_id: bytes) -> bytes:
    """Seal a secret: key id, nonce and ciphertext. It is bound to its match, so it cannot be moved to another."""
    key, nonce = _keys()[0], os.urandom(_NONCE)
    return key.id + nonce + key.seeds.encrypt(nonce, secret, key.id + match_id)


def unseal(sealed: bytes, match_id: bytes) -> bytes:
    """Open a secret that was sealed with any key of the environment.

    Raises cryptography.exceptions.InvalidTag if the bytes were changed, and its subclass UnknownKey if no key of the
    environment opens them.
    """
    keys = _keys()
    for key in keys:
        if sealed.startswith(key.id):
            return _opened(key.seeds, sealed[ID_SIZE:], key.id + match_id)
    for key in keys:
        try:
            return _opened(key.unnamed, sealed, match_id)
        except InvalidTag:
            continue
    raise UnknownKey


NO_CHANCE = bytes(KEY_SIZE)
"""Sealed as a placeholder for the key of a match's chance until the match starts."""


def unseal_chance(sealed: bytes, match_id: bytes) -> bytes:
    """The key of the chance of a started match. Raises InvalidTag as `unseal` does, and for NO_CHANCE.

    Anyone who can write to the database can restore the bytes sealed in the lobby. With that key, anyone could predict
    chance.
    """
    key = unseal(sealed, match_id)[KEY_SIZE:]
    if key == NO_CHANCE:
        raise InvalidTag
    return key


def _opened(cipher: AESGCM, sealed: bytes, bound_to: bytes) -> bytes:
    nonce, ciphertext = sealed[:_NONCE], sealed[_NONCE:]
    if not ciphertext:
        raise InvalidTag  # Cut off: the library raises ValueError.
    return cipher.decrypt(nonce, ciphertext, bound_to)


def is_current(sealed: bytes) -> bool:
    """Whether a sealed secret names the current key."""
    return sealed.startswith(current_id())


def current_id() -> bytes:
    """The key id that starts everything sealed now."""
    return _keys()[0].id


# MACs of snapshots


def snapshot_keys(match_id: bytes) -> Sequence[bytes]:
    """The MAC keys of one match's snapshots, the current one first. Other matches have other keys."""
    return [hmac.digest(key.snapshots, match_id, "sha256") for key in _keys()]
