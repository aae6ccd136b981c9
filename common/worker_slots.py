"""Limits how many requests a server process works on at once, each with a connection to each database.

A process has more threads than slots: other threads wait for events or for slow clients. A working thread holds a slot
and its connections; a waiting thread gives them back. Without `open_slots`, as in tests and commands, nothing is
limited.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections

from common.pool import Pool

Slot = dict[str, Any]
"""Alias of a database -> the slot's connection, which opens when it is used."""
_free: Pool[Slot] = Pool()
_has_slots = False
RESTED_SECONDS = 2.0
"""A connection unused for this long is tested before its next use. Testing before each request would add a third to the
statements of a move."""
_opening = threading.Lock()
_mine = threading.local()


def open_slots(count: int) -> None:
    """Set how many requests this process works on at once. Later calls change nothing."""
    global _has_slots
    if _has_slots:
        return
    with _opening:
        if not _has_slots:
            for _ in range(count):
                slot = {alias: connections.create_connection(alias) for alias in connections}
                for connection in slot.values():
                    connection.inc_thread_sharing()
                _free.put(slot)
            for signal in (request_started, request_finished):
                signal.disconnect(close_old_connections)  # `leave` does it, once, for its own connection
            _has_slots = True


def enter() -> None:
    """Wait for a slot and take it."""
    if not _has_slots:
        return
    _mine.slot = slot = _free.get()
    for alias, connection in slot.items():
        connections[alias] = connection
    connection = slot[DEFAULT_DB_ALIAS]  # The replica is not tested: a list that it fails is read again.
    has_rested = connection.connection is not None and time.monotonic() - connection.rests_since > RESTED_SECONDS
    if has_rested and not connection.is_usable():
        connection.close()


def leave() -> None:
    """Give the slot back, if this thread has one."""
    slot: Slot | None = getattr(_mine, "slot", None)
    if slot is not None:
        _mine.slot = None
        for alias in slot:
            del connections[alias]
        connection = slot[DEFAULT_DB_ALIAS]
        try:
            connection.close_if_unusable_or_obsolete()  # otherwise every later user of it would fail
        finally:
            connection.rests_since = time.monotonic()
            _free.put(slot)


@contextmanager
def working() -> Iterator[None]:
    enter()
    try:
        yield
    finally:
        leave()


@contextmanager
def waiting() -> Iterator[None]:
    """Give up the slot while waiting. Do not use the database inside, and hold no open transaction."""
    had_one = getattr(_mine, "slot", None) is not None
    leave()
    try:
        yield
    finally:
        if had_one:
            enter()
