"""Statistics of stored matches, read from their seat records without opening a log."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from threading import Lock
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from cards.sets.selectors import rules_of
from matches.models import SearchTerm
from matches.search.models import SeatRecord
from matches.search.seat_records import sorted_slugs
from matches.search.statistics import SeatRow, Statistics, statistics_of

COLUMNS = (
    "match_id", "seat", "team", "points", "is_first", "deck",
    "match__ruleset", "match__ruleset_version", "match__card_set", "in_deck", "seen", "played",
    "match__end_reason", "match__summary__length",
)  # fmt: skip


def read_statistics(matches: Any, own: Mapping[UUID, Collection[int]] | None = None) -> Statistics:
    """The statistics of those matches that have records; `matches` are their ids, as a list or as a query, which
    decides the database.

    With `own` (match -> seats) only these seats are counted, and all others only as their opponents. Aborted, imported
    and playtest matches have no records. Withheld ones have none until they are disclosed.
    """
    database = matches.db if isinstance(matches, QuerySet) else None
    records: QuerySet[Any, Any] = SeatRecord.objects.using(database)
    found = records.filter(match__in=matches).order_by("match", "seat")
    decided = SearchTerm.objects.using(database).filter(match__in=matches, kind=SearchTerm.Kind.DECIDED)
    decided_by: dict[UUID, str] = dict(decided.values_list("match", "value"))
    rows, endings, lengths = [], [], []
    slugs: dict[tuple[str, int, int], list[str]] = {}
    newest = None
    for (
        match,
        seat,
        team,
        points,
        is_first,
        deck,
        slug,
        version,
        card_set,
        in_deck,
        seen,
        played,
        reason,
        length,
    ) in found.values_list(*COLUMNS).iterator(chunk_size=4_000):
        cards = (slug, version, card_set)
        if cards not in slugs:
            slugs[cards] = sorted_slugs(rules_of(*cards))
        is_own = own is None or seat in own.get(match, ())
        masks = (bytes(in_deck), bytes(seen), bytes(played))
        rows.append(SeatRow(match, seat, team, points, is_first, deck, cards, *masks, is_own))
        if match != newest:
            newest = match
            endings.append((reason, decided_by.get(match, reason)))
            lengths.append(length)
    return statistics_of(rows, slugs, endings, lengths)


class Remembered:
    """A cache of the newest results in this process, by key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def known(self, key: Hashable) -> Any:
        """The result for a key; None if there is none."""
        with self._lock:
            making = self._results.get(key)
        return None if making is None else making.result()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The result for a key, made if it is missing. Of concurrent callers, one makes it and the others wait."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                making = self._results[key]
            else:
                making = self._results[key] = _Making(make)
                while len(self._results) > self._most:
                    self._results.popitem(last=False)
        try:
            return making.result()
        except Exception:
            with self._lock:
                if self._results.get(key) is making:
                    del self._results[key]
            raise


class _Making:
    def __init__(self, make: Callable[[], Any]) -> None:
        self._make: Callable[[], Any] | None = make
        self._lock = Lock()
        self._result: Any = None

    def result(self) -> Any:
        with self._lock:
            if self._make is not None:
                self._result = self._make()
                self._make = None
            return self._result
