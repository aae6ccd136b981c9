"""Time and chance that are the same in every run: ids, seeds, tokens and times are derived from labels."""

import hashlib
import random
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from types import SimpleNamespace
from unittest.mock import patch

import uuid6
from django.utils import timezone

from players.presence import LocalSightings

START = datetime(2026, 1, 31, 12, tzinfo=UTC)


class World:
    """The source of time and random bytes for the process."""

    def __init__(self) -> None:
        self.now = START
        self._labels: dict[str, int] = {}
        self._seed, self._drawn = "", 0

    def step(self, label: str, seconds: float = 1) -> None:
        """Let time pass, and take the next random bytes from this label. So a new step doesn't change other steps."""
        self.now += timedelta(seconds=seconds)
        self._labels[label] = self._labels.get(label, 0) + 1
        self._seed, self._drawn = f"{label} {self._labels[label]}", 0

    def random_bytes(self, count: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._seed} {self._drawn}".encode()).digest(count)

    def seconds(self) -> float:
        return (self.now - START).total_seconds()


def _below(number: int) -> int:
    return random.SystemRandom().randrange(number)


@contextmanager
def frozen_world() -> Iterator[World]:
    world = World()

    class Moment(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return world.now.astimezone(tz)

    clock = SimpleNamespace(time_ns=lambda: int(world.now.timestamp()) * 10**9, monotonic=world.seconds)
    sightings = LocalSightings()
    with ExitStack() as patched:
        for target in (
            *(patch("os.urandom", world.random_bytes), patch.object(random, "_urandom", world.random_bytes)),
            patch("matches.log.seed_encryption.os", SimpleNamespace(urandom=world.random_bytes)),
            *(patch("secrets.SystemRandom", random.SystemRandom), patch("secrets.randbelow", _below)),
            patch("knox.crypto.generate_bytes", world.random_bytes),
            *(patch.object(uuid6, "time", clock), patch.object(uuid6, "_last_v7_timestamp", None)),
            *(patch.object(timezone, "datetime", Moment), patch("common.http.limits.time", clock)),
            patch("matches.log.database_clock.monotonic", world.seconds),
            *(patch("players.presence.time", clock), patch("players.presence._noted", OrderedDict())),
            patch("players.presence.sightings", lambda: sightings),
            patch("matches.bots.digests._code", dict),  # The digest of the code changes with every line of the rules.
        ):
            patched.enter_context(target)
        yield world
