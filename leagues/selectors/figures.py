"""Statistics of a season: over all matches that count, or over one entrant's."""

from typing import Annotated, Any
from uuid import UUID

from django.db.models import Count, Q
from msgspec import Meta, structs

from leagues.models import Amendment, Entrant, Season
from leagues.selectors.computed import Part, recent
from leagues.selectors.seasons import SeasonPlan, counted_fixtures, season_plan
from leagues.sides import is_first
from leagues.twins import first_plays
from matches.search.deck_ids import deck_id, starter_slugs
from matches.search.figures import Remembered, read_statistics
from matches.search.statistics import Statistics
from rules.engine import Seat


class SeasonStatistics(Statistics, frozen=True, kw_only=True):
    """Statistics of a season. `counted` is the number of matches that count; a match is read some seconds after its
    end.

    `deck_names` maps decks to the slug of the starter deck or the name of the entrant, if any.
    """

    counted: int
    deck_names: Annotated[dict[str, str], Meta(description="Slug of the starter deck, or entrant's name, by deck.")]


_complete = Remembered(most=64)
"""Finished seasons whose last match has been read, so they no longer change."""


def season_statistics(season: Season, entrant: Entrant | None = None) -> SeasonStatistics:
    """The statistics of a season, or of one entrant from their side. In a long season they may be a little old."""
    plan = season_plan(season.pk)
    who = (season.pk, None if entrant is None else entrant.pk)
    found: SeasonStatistics | None = _complete.known(who)
    if found is not None:
        return found
    counted, part = statistics_part(plan, entrant)
    found = SeasonStatistics(**structs.asdict(recent(part)), counted=counted, deck_names=_deck_names(plan))
    if season.status == Season.Status.OVER and found.matches == found.counted:
        _complete.get(who, lambda: found)
    return found


def statistics_part(plan: SeasonPlan, entrant: Entrant | None) -> tuple[int, Part[Statistics]]:
    """The number of matches that count, and the statistics of those that the sweep has read."""
    counts = _fixtures(plan.id, entrant).order_by().aggregate(counted=Count("pk"), read=Count("match__summary"))
    amendments = Amendment.objects.filter(season=plan.id).count()
    name = "statistics" if entrant is None else f"statistics/{entrant.number}"
    revision = f"{counts['read']}/{amendments}"
    return counts["counted"], Part(plan.id, name, revision, counts["read"], Statistics, lambda: _read(plan, entrant))


def _fixtures(season: UUID, entrant: Entrant | None) -> Any:
    found = counted_fixtures(season)
    return found if entrant is None else found.filter(of_entrant(entrant))


def _read(plan: SeasonPlan, entrant: Entrant | None) -> Statistics:
    fixtures = _fixtures(plan.id, entrant)
    own = None if entrant is None else _own_seats(plan, fixtures, entrant)
    return read_statistics(fixtures.order_by().values("match"), own)


def _own_seats(plan: SeasonPlan, fixtures: Any, entrant: Entrant) -> dict[UUID, list[Seat]]:
    """Match -> the seats of the entrant."""
    seats = range(len(plan.sides))
    rows = fixtures.values_list("match", "seating", "deal__pairing__first", "deal__number")
    return {
        match: [seat for seat in seats if is_first(plan.sides, seating, seat) == (first == entrant.pk)]
        for match, seating, first, deal in rows
        if plan.manifest.twinned is None or first_plays(deal, seating) == (first == entrant.pk)
    }


def _deck_names(plan: SeasonPlan) -> dict[str, str]:
    own = {deck_id(entrant.deck): entrant.name for entrant in reversed(plan.entrants) if entrant.deck}
    return {**own, **starter_slugs(plan.rules)}


def of_entrant(entrant: Entrant) -> Q:
    """Fixtures in which the entrant plays."""
    return Q(deal__pairing__first=entrant) | Q(deal__pairing__second=entrant)
