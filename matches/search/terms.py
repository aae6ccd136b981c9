"""The search terms of a finished match, read from its log as the public may read it.

A card counts as played by a seat if the seat's action names it and the public could see the name. The name may be in
the action or its effects. A card that is put back or chosen in secret does not count. A match that is never
disclosed has only terms that the public saw: no decks, and no card whose name only its seat could see.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q

from cards.sets.selectors import rules_of
from matches.log import sql
from matches.log.events import Event
from matches.log.folding import Position, tally
from matches.log.redaction import show_event
from matches.log.sql import load_match
from matches.log.transactions import isolate_errors, writing
from matches.models import Match, MatchSummary, SearchTerm
from matches.search.deck_ids import deck_id, starter_slugs
from matches.search.models import SeatRecord
from matches.search.seat_records import counts_for_statistics, seat_records
from matches.selectors.access import is_disclosed
from rules.engine import Ruleset

LAYOUT = 4
"""Increase this number when the terms change: the sweep then rewrites all terms."""
NOBODY = -1
"""The seat of a term that belongs to no seat."""
BATCH = 200

Kind = SearchTerm.Kind
Term = tuple[str, str, int]
"""(kind, value, seat)"""


def write_search_terms(match_id: UUID) -> bool:
    """Write the terms of a finished match from its log. False, without terms, if the search may not include it.

    If the log cannot be read, raises the error after storing the match without terms.
    """
    match = Match.objects.select_related("card_set").get(pk=match_id)
    if not is_searchable(match):
        _mark_as_done(match)
        return False
    rules, log = rules_of(match.ruleset, match.ruleset_version, match.card_set_id), sql.events(match.pk)
    known = {"disclosed": is_disclosed(match), "is_imported": match.is_imported}
    try:
        terms = terms_of_match(load_match(match.pk).position, log, **known)
        counts = counts_for_statistics(**known)
        records = seat_records(match.pk, rules, log, match.outcome["winners"]) if counts else []
    except Exception:
        _store(match, set(), [], is_readable=False)
        raise
    _store(match, terms, records, is_readable=True)
    return True


def is_searchable(match: Match) -> bool:
    """Whether the search may include the match: over, not a playtest, not practice, and not withheld."""
    is_over = match.status == Match.Status.OVER and match.version >= 0 and match.ended_at is not None
    return is_over and not match.card_set.is_playtest and match.continues is None and not match.withheld


def terms_of_match(position: Position, events: Sequence[Event], *, disclosed: bool, is_imported: bool) -> set[Term]:
    """All terms of a finished match: those of its log, winners and end reason, and after disclosure what decided it."""
    table = position.table
    assert table.outcome is not None
    terms = set(terms_of_log(table.rules, events, disclosed=disclosed, is_imported=is_imported))
    terms.add((Kind.REASON, table.outcome.reason, NOBODY))
    winners = [(value, seat) for kind, value, seat in terms if kind == Kind.PLAYER and seat in table.outcome.winners]
    terms.update((Kind.WINNER, player, seat) for player, seat in winners)
    if disclosed:
        terms.add((Kind.DECIDED, tally(position, events)["decided"]["by"], NOBODY))
    return terms


def _store(match: Match, terms: Collection[Term], records: Collection[SeatRecord], *, is_readable: bool) -> None:
    with writing():
        _mark_as_done(match)
        SeatRecord.objects.filter(match=match).delete()
        SeatRecord.objects.bulk_create(records)
        SearchTerm.objects.filter(match=match).delete()
        SearchTerm.objects.bulk_create(
            SearchTerm(match=match, kind=kind, value=value, seat=seat) for kind, value, seat in sorted(terms)
        )
        MatchSummary.objects.update_or_create(
            match=match,
            defaults={
                "ruleset": match.ruleset,
                "length": match.version + 1,
                "ended_at": match.ended_at,
                "is_imported": match.is_imported,
                "is_readable": is_readable,
            },
        )


def _mark_as_done(match: Match) -> None:
    """Mark the match as done for the sweep, unless its deal was disclosed since the match was read."""
    Match.objects.filter(pk=match.pk, status=Match.Status.OVER, withheld=match.withheld).update(terms_layout=LAYOUT)


def remove_stray_terms() -> None:
    """Remove the search terms of matches that are not over."""
    stray = MatchSummary.objects.exclude(match__status=Match.Status.OVER)
    for model in (SearchTerm, SeatRecord):
        model.objects.filter(match__in=stray.values("match")).delete()
    stray.delete()


def sweep_search_terms() -> int:
    """Write the terms of finished matches that have none or another layout. Returns the number of matches.

    A log that cannot be read does not block other matches, and is tried only once. The nightly audit reports what is
    wrong with it, and `rebuild search_terms` tries it again.
    """
    over = ~Q(status__in=[Match.Status.LOBBY, Match.Status.PLAYING])
    # An index has each of these, but no inequality. SQLite uses it only if both have its condition.
    due = Match.objects.filter(over & Q(terms_layout__lt=LAYOUT) | over & Q(terms_layout__gt=LAYOUT))
    ids = list(due.order_by("ended_at").values_list("pk", flat=True)[:BATCH])
    return sum(isolate_errors(write_search_terms, match_id, "match %s cannot be searched") for match_id in ids)


def terms_of_log(
    rules: Ruleset, events: Iterable[Event], *, disclosed: bool = True, is_imported: bool = False
) -> Iterator[Term]:
    """All terms except how the match ended. Unless `disclosed`, only from what the public saw.

    Names in an import have their own kind of term: anyone can have written them.
    """
    slugs = card_slugs(rules)
    for event in events:
        shown = show_event(rules, event, "public")
        content = event.content if disclosed else shown
        if event.seq == 0:
            yield from _seats(rules, content, Kind.NAMED if is_imported else Kind.PLAYER)
        for effect in content["effects"]:
            yield Kind.EFFECT, effect["type"], _seat(effect)
        if "action" in content and event.seat is not None:
            named = set(_texts(content["action"])) & slugs
            for card in named & set(_texts([shown["action"], shown["effects"]])):
                yield Kind.CARD, card, event.seat


def _seats(rules: Ruleset, content: Mapping[str, Any], kind: str) -> Iterator[Term]:
    starters = starter_slugs(rules)
    for index, seat in enumerate(content["seats"]):
        if seat["player"]:
            yield kind, seat["player"], index
        if rules.builds_decks and "deck" in seat:
            name = deck_id(seat["deck"])
            yield Kind.DECK, name, index
            if name in starters:
                yield Kind.DECK, starters[name], index


def card_slugs(rules: Ruleset) -> frozenset[str]:
    return frozenset(card["slug"] for card in rules.card_set["cards"])


def _seat(effect: Mapping[str, Any]) -> int:
    seat = effect.get("seat")
    return seat if isinstance(seat, int) else NOBODY


def _texts(value: Any) -> Iterator[str]:
    """Every string anywhere in a plain value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
