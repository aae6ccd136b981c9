"""Matches that this process has just written, so that their next move needs no read (decision 0104).

Nothing relies on it. The statement that writes the next move checks that the row is still the one written here, and
that token and seat are valid (`appending`). Otherwise, or if a match is not here, it is read as usual.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple
from uuid import UUID

from matches.log.stored_match import StoredMatch


class Holder(NamedTuple):
    """The token of a request as it was read: its digest, its player and its scopes."""

    token_digest: str
    player_id: int
    scopes: str


@dataclass(slots=True)
class _Entry:
    match: StoredMatch | None = None
    """None while a request works on it: its position changes then."""
    holders: dict[int, Holder] = field(default_factory=dict)
    """The token that last moved for each seat."""


class RecentMatches:
    """Those used last, at most `most` and with snapshots of at most `most_bytes` together."""

    SECONDS = 60.0
    """A match is used for this long after the database's clock was read with it."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._guard = threading.Lock()
        self._entries: OrderedDict[UUID, _Entry] = OrderedDict()
        self._bytes = 0

    def take(self, match_id: UUID, token_digest: str) -> tuple[StoredMatch, Holder] | None:
        """The match for the seat of this token, and the token's holder, as last seen. The caller alone has the match
        until `keep`, and simply drops it if the move fails.
        """
        with self._guard:
            entry = self._entries.get(match_id)
            if entry is None or entry.match is None:
                return None
            seat = next((seat for seat, who in entry.holders.items() if who.token_digest == token_digest), None)
            if seat is None:
                return None
            match, entry.match = entry.match, None
            self._bytes -= _size(match)
            holder = entry.holders[seat]
        match.seat = seat
        return (match, holder) if monotonic() - match.clock_reading.read_at < self.SECONDS else None

    def keep(self, match: StoredMatch, holder: Holder) -> None:
        """Keep a match that was just written for this holder's seat. The caller must not use it any more.

        It is not kept if the write was part of a transaction that may still be rolled back, as the last move is.
        """
        if match.row is None or match.seat is None:
            return
        match.position.told = None  # It grows with the match, and a snapshot has none either.
        with self._guard:
            entry = self._entries.pop(match.id, None) or _Entry()
            self._entries[match.id] = entry
            entry.holders[match.seat] = holder
            if entry.match is None or entry.match.version < match.version:
                self._bytes += _size(match) - _size(entry.match)
                entry.match = match
            while len(self._entries) > self._most or self._bytes > self._most_bytes:
                _, oldest = self._entries.popitem(last=False)
                self._bytes -= _size(oldest.match)


def _size(match: StoredMatch | None) -> int:
    return 0 if match is None or match.row is None else match.row.snapshot_bytes


recent_matches = RecentMatches(most=1024, most_bytes=2 * 2**20)
"""Those of this process. A position takes five to eleven times the bytes of its snapshot: about 20 MB at most."""
