"""The newest position of a match that is open to all, as ready bytes. Spectators' open pages poll it.

Each process stores what it has drawn. It looks at a match at most once in EVERY seconds, in one statement, however many
readers ask. If the match has moved on, it draws the position again, once for each language and side. A ready answer is
sent before anything else is done with the request (config/wsgi.py). It is not logged or counted, and needs no slot.
"""

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Lock
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from common import worker_slots
from common.text.errors import ServiceError
from common.text.language import page_language
from matches.log.sql import load_match
from matches.models import Match
from matches.pages.damaged import STATUS_FIELD, VERSION_FIELD, or_damaged_part
from matches.pages.position import position_html
from matches.pages.requests import bounded
from matches.selectors.access import is_open_to_all
from matches.selectors.lists import find_match, version_of
from rules.engine import View, view

EVERY = 0.7
"""Seconds between two looks at a match: half a page's polling interval."""
DRAWN_SECONDS = 60.0
"""Seconds after which names are read again and positions drawn again, because an account may have been deleted."""
LATE_SECONDS = 5.0
"""How old the last look may be, in seconds, to be used while another thread looks. The right to watch can change."""
MOST = 64
"""The most matches that a process stores drawings of."""

PREFIX = "/live/"
FIELDS = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-cache"),
    ("Vary", "Accept-Encoding"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("X-Robots-Tag", "noindex"),
)

Side = tuple[str, int]
"""The language, and the seat at the bottom of the board."""


Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, header fields and body."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position, ready to send."""

    version: int
    status: str
    plain: bytes
    packed: bytes
    etag: str
    at: float
    seen: View
    """The view that was drawn, from which the next event's motions start."""


@dataclass(slots=True)
class _Watched:
    """A match with spectators: its state at the last look, and its drawings."""

    looked_at: float = float("-inf")
    version: int = -1
    status: str = ""
    match: Match | None = None
    """The row with the names of its players, as read at `named_at`."""
    named_at: float = float("-inf")
    drawn: dict[Side, Drawn] = field(default_factory=dict)
    looking: Lock = field(default_factory=Lock)

    def is_fresh(self) -> bool:
        return time.monotonic() - self.looked_at < EVERY

    def last(self, side: Side) -> Drawn | None:
        """The last drawing, unless it or the last look is too old."""
        drawn, now = self.drawn.get(side), time.monotonic()
        is_late = now - self.looked_at >= max(LATE_SECONDS, EVERY)
        return None if is_late or drawn is None or now - drawn.at >= DRAWN_SECONDS else drawn

    def newest(self, side: Side) -> Drawn | None:
        """The drawing of the state at the last look, if there is one."""
        drawn = self.last(side)
        is_newest = drawn is not None and drawn.version >= self.version and drawn.status == self.status
        return drawn if is_newest else None


class PublicTables:
    """The drawings that this process has for spectators."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._guard = Lock()
        self._watched: OrderedDict[UUID, _Watched] = OrderedDict()

    def ready(self, match_id: UUID, side: Side) -> Drawn | None:
        """The newest position if it is ready, or the last one while another thread looks. Otherwise None."""
        with self._guard:
            watched = self._watched.get(match_id)
            if watched is None:
                return None
            self._watched.move_to_end(match_id)
        if watched.is_fresh():
            return watched.newest(side)
        return watched.last(side) if watched.looking.locked() else None

    def look(self, match_id: UUID, side: Side) -> Drawn:
        """The newest position. One thread at a time looks and draws for a match. Raises ServiceError `not_found`."""
        with self._guard:
            watched = self._watched.setdefault(match_id, _Watched())
            self._watched.move_to_end(match_id)
        try:
            with _alone(watched.looking):
                if not watched.is_fresh():
                    self._look(match_id, watched)
                drawn = watched.newest(side)
                if drawn is None:
                    before = [earlier.seen for earlier in watched.drawn.values()]
                    drawn = watched.drawn[side] = _draw(_named(match_id, watched), side, before)
                return drawn
        finally:
            with self._guard:  # Only now: a request for a missing match must not push out a drawing.
                while len(self._watched) > self._most:
                    self._watched.popitem(last=False)

    def _look(self, match_id: UUID, watched: _Watched) -> None:
        try:
            watched.version, watched.status, _draws = version_of(match_id, None)
            if watched.version < 0:
                raise ServiceError("not_found")
        except ServiceError:
            with self._guard:
                self._watched.pop(match_id, None)
            raise
        watched.looked_at = time.monotonic()


@contextmanager
def _alone(lock: Lock) -> Iterator[None]:
    """Hold the lock. A thread that must wait for it gives up its slot meanwhile."""
    if not lock.acquire(blocking=False):
        with worker_slots.waiting():
            lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _named(match_id: UUID, watched: _Watched) -> Match:
    now = time.monotonic()
    if watched.match is None or now - watched.named_at >= DRAWN_SECONDS:
        watched.match, watched.named_at = find_match(match_id, None), now
    return watched.match


def _draw(match: Match, side: Side, earlier: Iterable[View]) -> Drawn:
    """Draw the newest position. If an earlier view is that before its event, the page can play its motions."""
    language, near = side
    if near >= len(match.seats.all()):
        raise ServiceError("not_found")
    stored = load_match(match.pk)
    seen = view(stored.position.table, "public", stored.position.seq)
    before = next((one for one in earlier if one.version == seen.version - 1), None)
    with override(language):
        plain = position_html(stored.rules, match, seen, "public", near, before).encode()
    etag = f'"{stored.version}-{blake2b(plain, digest_size=9).hexdigest()}"'
    packed = gzip.compress(plain, 6, mtime=0)
    return Drawn(stored.version, stored.status, plain, packed, etag, time.monotonic(), seen)


TABLES = PublicTables()


@require_safe
@bounded
@or_damaged_part
def live(request: HttpRequest, match_id: UUID, language: str, near: int) -> HttpResponse:
    """The newest public position, if `ready_answer` had none. 304 if the page already has it."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    try:
        status, fields, body = _answer(request.META, TABLES.look(match_id, (language, near)))
    except ServiceError as error:
        raise Http404 from error
    return HttpResponse(body, status=status, headers=dict(fields))


def ready_answer(environ: Mapping[str, Any]) -> Answer | None:
    """The answer to a WSGI request, if this process has it ready; otherwise None."""
    path = environ["PATH_INFO"]
    if not path.startswith(PREFIX) or environ["REQUEST_METHOD"] != "GET":
        return None
    match_id, _, side = path.removeprefix(PREFIX).partition("/")
    language, _, near = side.partition("/")
    try:
        drawn = TABLES.ready(UUID(match_id), (language, int(near)))
    except ValueError:
        return None
    return None if drawn is None else _answer(environ, drawn)


def _answer(meta: Mapping[str, Any], drawn: Drawn) -> Answer:
    """The answer with a drawing, compressed if the client accepts gzip; 304 if the client already has it."""
    fields = [
        *FIELDS,
        ("ETag", drawn.etag),
        (VERSION_FIELD, str(drawn.version)),
        (STATUS_FIELD, drawn.status),
    ]
    if meta.get("HTTP_IF_NONE_MATCH", "") == drawn.etag:
        return 304, fields, b""
    if "gzip" in meta.get("HTTP_ACCEPT_ENCODING", ""):
        return 200, [*fields, ("Content-Encoding", "gzip")], drawn.packed
    return 200, fields, drawn.plain


def live_address(match: Match, near: int) -> str | None:
    """The address of the newest public position. None before the start, and for a match that is not open to all."""
    is_shown = is_open_to_all(match) and match.version >= 0
    return reverse("watch-live", args=[match.pk, page_language(), near]) if is_shown else None


_MOST_FRAGMENTS = 256


class Fragments:
    """The last few drawings of this process."""

    def __init__(self, most: int = _MOST_FRAGMENTS) -> None:
        self._most = most
        self._stored: OrderedDict[tuple[Any, ...], str] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[Any, ...], draw: Callable[[], str]) -> str:
        """The drawing for a key, drawn if there is none. Two threads may draw it at once; the later one is stored."""
        with self._lock:
            if key in self._stored:
                self._stored.move_to_end(key)
                return self._stored[key]
        drawn = draw()
        with self._lock:
            self._stored[key] = drawn
            while len(self._stored) > self._most:
                self._stored.popitem(last=False)
        return drawn


PUBLIC_POSITIONS = Fragments()
