"""Canonical JSON (RFC 8785) of everything that is hashed.

Our documents hold no floats, only ASCII keys and integers below 2^53. For those, msgspec's sorted encoder produces the
same bytes as RFC 8785. A property test compares the two.
"""

import hashlib
from collections.abc import Mapping

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> bytes:
    """The RFC 8785 bytes of a message, view or plain JSON value."""
    return _encoder.encode(value)


def digest(value: object) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(_encoder.encode(value)).hexdigest()


def deck_digest(cards: Mapping[str, int]) -> str:
    """The digest of a deck's list. Equal lists have equal digests, whatever their names and order."""
    return digest({card: copies for card, copies in cards.items() if copies})
