"""The hash chain: each event carries the SHA-256 of the hash before it and its own bytes (contract, "Hashes"). Pure."""

import hashlib
from collections.abc import Mapping
from typing import Any

from matches.log.events import Event
from rules.engine import Seat, canonical

NO_HASH = bytes(32)
"""What event 0 follows."""


def link(last_hash: bytes, seq: int, type_: str, seat: Seat | None, content: Mapping[str, Any]) -> Event:
    """The event `seq` with this `content`, chained to the event whose hash is `last_hash`."""
    body = canonical({"seq": seq, "type": type_, **content, "prev_hash": last_hash.hex()})
    return Event(seq, type_, seat, body, hashlib.sha256(last_hash + body).digest())
