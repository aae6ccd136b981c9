"""The stored form of a log event, and the hash chain. Pure.

An event's bytes are the RFC 8785 form of everything but `hash` (contract, "Hashes").
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.engine import Seat, canonical

ENDINGS = {
    "seat_resigned": "resignation",
    "clock_expired": "timeout",
    "draw_agreed": "agreement",
    "match_aborted": "aborted",
}
"""How the service ends a match: event type -> reason of the outcome."""


@dataclass(frozen=True, slots=True)
class Event:
    """One link of the chain. `body` is the bytes that were hashed."""

    seq: int
    type: str
    seat: Seat | None
    body: bytes
    hash: bytes

    @property
    def content(self) -> dict[str, Any]:
        """The event as JSON with its `hash`, the form that an auditor reads."""
        content: dict[str, Any] = msgspec.json.decode(self.body)
        content["hash"] = self.hash.hex()
        return content


def ending_losers(content: Mapping[str, Any]) -> list[Seat]:
    """The seats that lost by an ending event. If two clocks ran out at the same moment, the note names both seats."""
    if content["type"] in ("match_aborted", "draw_agreed"):
        return []
    if content["seat"] is not None:
        return [content["seat"]]
    return [int(seat) for seat in content["note"].split(",")]


NO_HASH = bytes(32)
"""The previous hash for event 0."""


def link(last_hash: bytes, seq: int, type_: str, seat: Seat | None, content: Mapping[str, Any]) -> Event:
    """Build event `seq` with this `content`, chained to the event whose hash is `last_hash`."""
    body = canonical({"seq": seq, "type": type_, **content, "prev_hash": last_hash.hex()})
    return Event(seq, type_, seat, body, hashlib.sha256(last_hash + body).digest())
