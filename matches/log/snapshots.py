"""Snapshots: a position as bytes, with the layout it was written in and a MAC at the end. Pure."""

import hmac
import zlib
from collections.abc import Sequence

import msgspec

from matches.log.folding import Position
from matches.log.layouts import layout_of
from rules.engine import GameDefinition, Ruleset, SeededChance


class SnapshotMismatch(Exception):
    """A snapshot cannot be used: discard it and fold the log. The subclass gives the reason."""


class OtherLayout(SnapshotMismatch):
    """The snapshot has another layout, or is from before snapshots had a MAC, so it cannot be compared."""


class BadMac(SnapshotMismatch):
    """This service did not write the snapshot for this match, or it was changed since."""


class DamagedSnapshot(SnapshotMismatch):
    """The MAC and the layout are right, but the snapshot cannot be read."""


class _Snapshot(msgspec.Struct, array_like=True):
    layout: str
    seq: int
    last_hash: bytes
    opened: dict[int, int]
    words_drawn: int
    table: bytes


_LAYOUTS: dict[GameDefinition, str] = {}


def _layout(rules: Ruleset) -> str:
    kind = rules.definition
    if kind not in _LAYOUTS:
        _LAYOUTS[kind] = layout_of(rules)
    return _LAYOUTS[kind]


MAC_SIZE = 16


def encode_position(position: Position, mac_key: bytes) -> bytes:
    """Encode a position as a snapshot for `decode_position`, ending with a MAC under the match's `mac_key`."""
    table = position.table
    snapshot = _Snapshot(
        _layout(table.rules),
        position.seq,
        position.last_hash,
        position.opened,
        position.words_drawn,
        table.rules.encode(table),
    )
    raw = msgspec.msgpack.encode(snapshot)
    return raw + _mac(raw, mac_key)


def _mac(raw: bytes, mac_key: bytes) -> bytes:
    """HMAC-SHA256 cut to 16 bytes. Access to the database alone is not enough to make one."""
    return hmac.digest(mac_key, raw, "sha256")[:MAC_SIZE]


_decoder = msgspec.msgpack.Decoder(_Snapshot)


def decode_position(raw: bytes, rules: Ruleset, key: bytes, mac_keys: Sequence[bytes]) -> Position:
    """Decode a position that was encoded under one of the match's `mac_keys`. `key` is the key of the match's chance.

    Raises a SnapshotMismatch (BadMac, OtherLayout or DamagedSnapshot) if it cannot be trusted as a snapshot of these
    rules.
    """
    body = raw[:-MAC_SIZE]
    if not has_mac(raw, mac_keys):
        if _has_checksum(raw, key):
            raise OtherLayout("the snapshot is from before snapshots had a MAC")
        raise BadMac("the MAC is not that of this service for this match")
    try:
        snapshot = _decoder.decode(body)
        if snapshot.layout != _layout(rules):
            raise OtherLayout(f"the snapshot has the layout {snapshot.layout}")
        table = rules.decode(snapshot.table, SeededChance(key, snapshot.words_drawn))
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise DamagedSnapshot(str(error)) from error
    return Position(table, key, snapshot.seq, snapshot.last_hash, snapshot.opened)


def has_mac(raw: bytes, mac_keys: Sequence[bytes]) -> bool:
    """Whether a snapshot ends with its MAC under one of the keys."""
    body, mac = raw[:-MAC_SIZE], raw[-MAC_SIZE:]
    return any(hmac.compare_digest(mac, _mac(body, mac_key)) for mac_key in mac_keys)


def with_mac(raw: bytes, mac_key: bytes) -> bytes:
    """The same snapshot with a MAC under another key. The caller must have checked the present MAC."""
    body = raw[:-MAC_SIZE]
    return body + _mac(body, mac_key)


def _has_checksum(raw: bytes, key: bytes) -> bool:
    """Whether the bytes end with the checksum used before MACs. It proves nothing, so such a snapshot is never read."""
    return zlib.crc32(raw[:-4], int.from_bytes(key[:4], "big")).to_bytes(4, "big") == raw[-4:]
