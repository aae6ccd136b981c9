"""Results of long seasons, stored for all processes; computed by workers as they grow, or by a reader.

Nothing depends on the stored copy. Its revision names everything it was computed from, and a new computation gives the
same. Short seasons are computed on demand and cached in memory, but the endings of all seasons are stored.
"""

import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Generic, TypeVar
from uuid import UUID

import msgspec
from django.db import DatabaseError
from django.utils import timezone

from leagues.models import Computed
from matches.log.transactions import writing
from matches.search.figures import Remembered

logger = logging.getLogger(__name__)
T = TypeVar("T")

LAYOUT = 4
"""Increase it when a computation or its shape changes: stored results are then computed again."""
LARGE = 500
"""In matches: smaller seasons are computed in less than a tenth of a second."""
PATIENCE = timedelta(minutes=1)
"""An outdated result is shown this long while a worker computes the new one. After that, its reader does."""
COST = 20
"""Or this many times the duration of its computation, so that not every visit computes it again."""
PACE = 10
"""A worker waits this many times the duration of a computation before the next."""


@dataclass(frozen=True)
class Part(Generic[T]):
    """A computed part of a season. `follows_from` names its data; `matches` is the number of matches it covers."""

    season: UUID
    name: str
    follows_from: str
    matches: int
    type: type[T]
    make: Callable[[], T]
    stores_short: bool = False
    """Whether it is stored for short seasons too, because many are read at once."""

    @property
    def revision(self) -> str:
        return f"{LAYOUT}/{self.follows_from}"

    @property
    def key(self) -> tuple[UUID, str, str]:
        return (self.season, self.name, self.revision)

    @property
    def is_stored(self) -> bool:
        return self.stores_short or self.matches >= LARGE


_remembered = Remembered(most=256)


def exact(part: Part[T]) -> T:
    """The value, computed from everything that counts now."""
    found: T = _remembered.get(part.key, partial(_stored_or_made, part))
    return found


def stored_of_many(parts: Collection[Part[T]]) -> dict[UUID, T]:
    """Season -> its stored value, in one query; all parts must be of the same kind."""
    by_season = {part.season: part for part in parts}
    rows = Computed.objects.filter(season__in=by_season, part__in={part.name for part in parts})
    found = {}
    for row in rows:
        part = by_season[row.season_id]
        value = _read(part, row) if row.revision == part.revision else None
        if value is not None:
            found[part.season] = value
    return found


def recent(part: Part[T]) -> T:
    """The value, computed from what counts now. For a long season perhaps a slightly older one that is stored."""
    if part.is_stored and _remembered.known(part.key) is None:
        row = _row(part)
        if row is not None and row.revision != part.revision and not _is_too_old(row):
            older: T | None = _remembered.get((part.season, part.name, row.revision), partial(_read, part, row))
            if older is not None:
                return older
    return exact(part)


def _is_too_old(row: Computed) -> bool:
    return timezone.now() - row.made_at > max(PATIENCE, COST * timedelta(milliseconds=row.took_ms))


def renew(part: Part[Any]) -> bool:
    """Compute a stored part again if it is outdated and PACE allows it. Returns whether it did."""
    if not part.is_stored:
        return False
    row = _row(part, with_body=False)
    if row is not None:
        if row.revision == part.revision:
            return False
        if timezone.now() - row.made_at < PACE * timedelta(milliseconds=row.took_ms):
            return False
    _make_and_store(part)
    return True


def _row(part: Part[Any], *, with_body: bool = True) -> Computed | None:
    rows = Computed.objects.filter(season=part.season, part=part.name)
    return (rows if with_body else rows.defer("body")).first()


def _read(part: Part[T], row: Computed) -> T | None:
    try:
        return msgspec.json.decode(bytes(row.body), type=part.type)
    except msgspec.MsgspecError:  # Another release stored it.
        return None


def _stored_or_made(part: Part[T]) -> T:
    if not part.is_stored:
        return part.make()
    row = _row(part)
    stored = _read(part, row) if row is not None and row.revision == part.revision else None
    return _make_and_store(part) if stored is None else stored


def _make_and_store(part: Part[T]) -> T:
    begun = time.perf_counter()
    made = part.make()
    row = Computed(
        season_id=part.season,
        part=part.name,
        revision=part.revision,
        body=msgspec.json.encode(made),
        made_at=timezone.now(),
        took_ms=int(1000 * (time.perf_counter() - begun)),
    )
    fields = ["revision", "body", "made_at", "took_ms"]
    try:
        with writing():
            Computed.objects.bulk_create(
                [row], update_conflicts=True, unique_fields=["season", "part"], update_fields=fields
            )
    except DatabaseError as error:  # The reader gets the result anyway.
        logger.warning("%s of season %s could not be stored: %s", part.name, part.season, error)
    return made
