"""Statistics of a search's newest matches, limited in number so that they are quick."""

import time
from dataclasses import fields
from typing import Annotated, Any

from msgspec import Meta, structs

from matches.limits import MOST_MATCHES_COUNTED
from matches.search.figures import Remembered, read_statistics
from matches.search.finding import Criteria, find_matches
from matches.search.statistics import Statistics
from players.models import Player

KEPT_SECONDS = 30


class SearchStatistics(Statistics, frozen=True, kw_only=True):
    """Statistics of the matches found. If `is_partial`, only the newest of them are counted."""

    is_partial: Annotated[bool, Meta(description="Whether more matches were found than were counted.")]


_remembered = Remembered(most=64)


def searched_statistics(asker: Player | None, criteria: Criteria) -> SearchStatistics:
    """Statistics of the newest MOST_MATCHES_COUNTED that the asker may find and that count; up to KEPT_SECONDS old."""
    found: SearchStatistics = _remembered.get(
        (_key(criteria), None if asker is None else asker.pk, int(time.monotonic() // KEPT_SECONDS)),
        lambda: _read(asker, criteria),
    )
    return found


def _read(asker: Player | None, criteria: Criteria) -> SearchStatistics:
    found = find_matches(asker, criteria).prefetch_related(None).values("match")
    statistics = read_statistics(found[:MOST_MATCHES_COUNTED])
    return SearchStatistics(
        **structs.asdict(statistics), is_partial=found[MOST_MATCHES_COUNTED : MOST_MATCHES_COUNTED + 1].exists()
    )


def _key(criteria: Criteria) -> tuple[Any, ...]:
    values = (getattr(criteria, field.name) for field in fields(criteria))
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)
