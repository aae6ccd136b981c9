"""How many requests a server process works on at once, and with which connections to the database.

The process has more threads than it can work in: readers wait in them for events, and slow clients are waited for.
Whoever works has one of a few slots, and with it a connection; whoever waits gives both back. Without `open_slots`, in
tests and commands, all of it is idle.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections

from common.pool import Pool

_free: Pool[Any] = Pool()
"""The connections of the slots that nobody works in."""
_has_slots = False
RESTED_SECONDS = 2.0
"""A connection that nobody has used for so long is asked whether it still leads anywhere, before somebody relies on it.
To ask before each request would cost a move a third of its statements."""
_opening = threading.Lock()
_mine = threading.local()


def open_slots(count: int) -> None:
    """From now on this process works on so many requests at once. Said again, it changes nothing."""
    global _has_slots
    if _has_slots:
        return
    with _opening:
        if not _has_slots:
            for _ in range(count):
                connection = connections.create_connection(DEFAULT_DB_ALIAS)
                connection.inc_thread_sharing()
                _free.put(connection)
            for signal in (request_started, request_finished):
                signal.disconnect(close_old_connections)  # `leave` does it, once, and for the one connection there is
            _has_slots = True


def enter() -> None:
    """Wait for a slot and take it."""
    if not _has_slots:
        return
    connections[DEFAULT_DB_ALIAS] = _mine.connection = connection = _free.get()
    has_rested = connection.connection is not None and time.monotonic() - connection.rests_since > RESTED_SECONDS
    if has_rested and not connection.is_usable():
        connection.close()


def leave() -> None:
    """Give the slot back, if this thread has one."""
    connection = getattr(_mine, "connection", None)
    if connection is not None:
        _mine.connection = None
        del connections[DEFAULT_DB_ALIAS]
        try:
            connection.close_if_unusable_or_obsolete()  # else each who waits and takes it would fail
        finally:
            connection.rests_since = time.monotonic()
            _free.put(connection)


@contextmanager
def working() -> Iterator[None]:
    enter()
    try:
        yield
    finally:
        leave()


@contextmanager
def waiting() -> Iterator[None]:
    """Somebody else may work meanwhile. Nothing is read or written, and no transaction open."""
    had_one = getattr(_mine, "connection", None) is not None
    leave()
    try:
        yield
    finally:
        if had_one:
            enter()
