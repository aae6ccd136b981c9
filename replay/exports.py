"""A match as JSON lines (contract, "An export"): written, and read again. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from cards.engine import Ruleset, Viewer, canonical
from matches.history import Event, show_event
from replay.audit import Log

FORMAT = "match/1"


class Unreadable(Exception):
    """It is not an export of a match; says in which line and why."""


def header(match: str, server_seed: bytes | None, pinned: Mapping[str, Any], card_set: Mapping[str, Any]) -> bytes:
    """The first line. `pinned` is the `card_set` of event 0; the definitions stand beside its revision and digest."""
    first: dict[str, Any] = {"format": FORMAT, "match": match, "card_set": {**card_set, **pinned}}
    if server_seed is not None:
        first["server_seed"] = server_seed.hex()
    return canonical(first) + b"\n"


def event_lines(events: Iterable[Event], rules: Ruleset | None = None, viewer: Viewer = "audit") -> Iterator[bytes]:
    """Every event complete; with `rules`, as the viewer may see it while the match lives."""
    for event in events:
        shown = event.content if rules is None else show_event(rules, event, viewer)
        yield canonical(shown) + b"\n"


def whole(log: Log) -> bytes:
    """The export of a complete log."""
    pinned = {name: log.card_set[name] for name in ("revision", "digest")}
    return header(log.match, log.server_seed, pinned, log.rules_set) + b"".join(event_lines(log.events))


def read(lines: Iterable[bytes]) -> Log:
    """One match. Raises Unreadable. What can be read is not thereby true: `audit` it."""
    first, *more = _parts(lines)
    if more:
        raise Unreadable(f"line {more[0][0][0]}: another match begins here; one at a time")
    return _log(first)


def read_many(lines: Iterable[bytes]) -> Iterator[Log]:
    """Matches that follow one another, as a bulk export has them; at least one. Raises Unreadable."""
    return map(_log, _parts(lines))


Numbered = list[tuple[int, bytes]]


def _parts(lines: Iterable[bytes]) -> list[Numbered]:
    """Each match with its lines as they are numbered in the file. Raises Unreadable."""
    parts: list[Numbered] = []
    for number, line in enumerate(lines, 1):
        if line.strip() and (not parts or (b'"format"' in line and "format" in _object(number, line))):
            parts.append([(number, line)])
        elif line.strip():
            parts[-1].append((number, line))
    if not parts:
        raise Unreadable("it is empty")
    return parts


def _log(lines: Numbered) -> Log:
    (at, first), *events = lines
    head = _object(at, first)
    if head.get("format") != FORMAT:
        raise Unreadable(f"line {at}: `format` is {head.get('format')!r}; it must be {FORMAT!r}")
    match, seed, card_set = head.get("match"), head.get("server_seed"), head.get("card_set")
    if not isinstance(match, str) or not isinstance(card_set, dict):
        raise Unreadable(f"line {at}: `match` must be a string and `card_set` an object")
    return Log(match, _bytes(at, "server_seed", seed), card_set, [_event(*line) for line in events])


def read_events(lines: Iterable[bytes]) -> list[dict[str, Any]]:
    """What a viewer had kept: events, one a line, with or without an export's first line."""
    objects = [_object(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return [found for found in objects if "format" not in found]


def _object(number: int, line: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"line {number}: it is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise Unreadable(f"line {number}: it is not a JSON object")
    return found


def _bytes(number: int, name: str, value: Any) -> bytes | None:
    if value is None:
        return None
    try:
        raw = bytes.fromhex(value)
    except (TypeError, ValueError) as error:
        raise Unreadable(f"line {number}: `{name}` must be hexadecimal digits") from error
    if len(raw) != 32 or raw.hex() != value:
        raise Unreadable(f"line {number}: `{name}` must be 64 hexadecimal digits, a to f in lower case")
    return raw


def _event(number: int, line: bytes) -> Event:
    content = _object(number, line)
    seq, type_, seat = content.get("seq"), content.get("type"), content.get("seat")
    if type(seq) is not int or not isinstance(type_, str) or not (seat is None or type(seat) is int):
        raise Unreadable(f"line {number}: `seq` and `seat` must be integers and `type` a string")
    hash_ = _bytes(number, "hash", content.pop("hash", None))
    if hash_ is None:
        raise Unreadable(f"line {number}: there is no `hash`")
    return Event(seq, type_, seat, canonical(content), hash_)
