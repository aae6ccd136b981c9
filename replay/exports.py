"""Writes and reads exports: matches as JSON lines (docs/contract.md, "An export"). Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from matches.log.events import Event
from matches.log.redaction import show_event
from replay.audit import Log
from replay.event_schema import check_header
from replay.findings import Finding
from replay.json_lines import BadLine, read_canonical, read_unique
from rules.engine import Names, Ruleset, Viewer, canonical

FORMAT = "match/1"
LONGEST_CHAIN = 50
"""The most matches that a log may need: itself and those it continues."""


class Unreadable(Exception):
    """The file is not an export of a match. Has the line (None: the whole file) and the reason in both languages."""

    def __init__(
        self, line: int | None, code: str, field: str = "body", params: Mapping[str, Any] | None = None
    ) -> None:
        self.line = line
        self.finding = Finding(None, field, code, params or {})
        super().__init__(self.texts["en"])

    @property
    def texts(self) -> Names:
        texts = self.finding.texts
        if self.line is None:
            return texts
        return Finding(None, "body", "at_line", {"line": self.line, "finding": texts}).texts


def header(match: str, server_seed: bytes | None, pinned: Mapping[str, Any], card_set: Mapping[str, Any]) -> bytes:
    """The first line of an export. Its `card_set` has the definitions and `pinned`, the `card_set` of event 0."""
    first: dict[str, Any] = {"format": FORMAT, "match": match, "card_set": {**card_set, **pinned}}
    if server_seed is not None:
        first["server_seed"] = server_seed.hex()
    return canonical(first) + b"\n"


def event_lines(events: Iterable[Event], rules: Ruleset | None = None, viewer: Viewer = "audit") -> Iterator[bytes]:
    """The line of each event, in full. With `rules`: as the viewer may see it while the match is live."""
    for event in events:
        visible = event.content if rules is None else show_event(rules, event, viewer)
        yield canonical(visible) + b"\n"


def whole(log: Log) -> bytes:
    """The export of a complete log, preceded by the matches that it continues."""
    before = b"" if log.origin is None else whole(log.origin)
    pinned = {name: log.card_set[name] for name in ("revision", "digest")}
    return before + header(log.match, log.server_seed, pinned, log.rules_set) + b"".join(event_lines(log.events))


def lines_of(raw: bytes) -> Iterator[bytes]:
    """The lines of a file. Only a line feed ends a line."""
    start = 0
    while (end := raw.find(b"\n", start)) >= 0:
        yield raw[start:end]
        start = end + 1
    yield raw[start:]


Check = Callable[[int, dict[str, Any]], None]
"""A check of an event before anything uses it. It gets the event's place in its match and its line's content."""


def read(lines: Iterable[bytes], check: Check = lambda place, content: None) -> Log:
    """Read one match, preceded by the matches that it continues, if any. Raises Unreadable, and what `check` raises.

    Lines are read one at a time, up to the first bad one. The log is not verified: use `audit` for that.
    """
    found: list[tuple[int, Log]] = []
    for at, log in _logs(lines, check):
        found.append((at, log))
        if len(found) > LONGEST_CHAIN:
            raise Unreadable(at, "another_match")
    if _depth(log) != len(found):
        raise Unreadable(found[1][0], "another_match")
    return log


def read_many(lines: Iterable[bytes]) -> Iterator[Log]:
    """Read matches that follow one another, as in a bulk export; at least one. Raises Unreadable."""
    return (log for _line, log in _logs(lines, lambda place, content: None))


def _logs(lines: Iterable[bytes], check: Check) -> Iterator[tuple[int, Log]]:
    """Each match with its first line number. A match that continues an earlier match of the file has it as `origin`."""
    known: dict[str, Log] = {}
    for at, log in _parts(lines, check):
        continues = msgspec.json.decode(log.events[0].body).get("continues") if log.events else None
        if isinstance(continues, dict) and isinstance(continues.get("match"), str):
            log = replace(log, origin=known.get(continues["match"]))
        known[log.match] = log
        yield at, log


def _depth(log: Log) -> int:
    """The number of matches that a log needs: itself and those it continues."""
    return 1 if log.origin is None else 1 + _depth(log.origin)


def _parts(lines: Iterable[bytes], check: Check) -> Iterator[tuple[int, Log]]:
    """The matches of a file in its order, each with its first line number. Raises Unreadable."""
    at, log = 0, None
    events: list[Event] = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        found = _read_line(read_canonical, number, line)
        if log is None or "format" in found:
            if log is not None:
                yield at, log
            events = []
            at, log = number, _header(number, found, events)
        else:
            check(len(events), found)
            events.append(_event(number, found))
    if log is None:
        raise Unreadable(None, "empty_file")
    yield at, log


def _header(number: int, head: dict[str, Any], events: Sequence[Event]) -> Log:
    """The log that a first line begins."""
    if (wrong := check_header(head)) is not None:
        raise Unreadable(number, wrong[1], wrong[0], wrong[2])
    seed = head.get("server_seed")
    return Log(head["match"], None if seed is None else bytes.fromhex(seed), head["card_set"], events)


def read_events(lines: Iterable[bytes]) -> list[dict[str, Any]]:
    """Read a viewer's saved events: one a line, in any form of JSON, with or without an export's first line."""
    objects = [_read_line(read_unique, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return [found for found in objects if "format" not in found]


def _read_line(read_: Callable[[bytes], dict[str, Any]], number: int, line: bytes) -> dict[str, Any]:
    try:
        return read_(line)
    except BadLine as error:
        raise Unreadable(number, error.code, "body", error.params) from error


def _event(number: int, content: dict[str, Any]) -> Event:
    """The event of a line. Only the fields that it is stored by are checked here; the audit checks the rest."""
    seq, type_, seat, hash_ = (content.get(name) for name in ("seq", "type", "seat", "hash"))
    filed = {"seq": type(seq) is int, "type": isinstance(type_, str), "seat": seat is None or type(seat) is int}
    for name, is_right in filed.items():
        if not is_right:
            raise Unreadable(number, "bad_filing", name, {"field": name})
    if not isinstance(hash_, str) or not _HASH.fullmatch(hash_):
        raise Unreadable(number, "bad_filing", "hash", {"field": "hash"})
    body = {name: value for name, value in content.items() if name != "hash"}
    return Event(seq, type_, seat, canonical(body), bytes.fromhex(hash_))  # type: ignore[arg-type]


_HASH = re.compile("[0-9a-f]{64}")
