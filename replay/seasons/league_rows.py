"""Compares a match's row with its league: the deal that it plays, and whether it is withheld because of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from leagues.models import Deal, Fixture
from leagues.seeds import deal_seed
from leagues.selectors.seasons import SeasonPlan, season_plan
from leagues.twins import at_sides, with_stand_in
from matches.models import Match
from rules.engine import seed_commitment

Comparison = tuple[str, Any, Any]
"""A place, the value found there, and the expected value."""


def compare_league(match: Match, first: Mapping[str, Any]) -> Iterator[Comparison]:
    """Compare a match with its fixture, given event 0.

    A match without a fixture belongs to no league, so it must not be withheld for one.
    """
    fixture = (
        Fixture.objects.filter(match=match).select_related("deal__pairing__first", "deal__pairing__second").first()
    )
    yield "deal", match.deal, None if fixture is None else fixture.deal_id
    yield "withheld", match.withheld, fixture is not None and not _is_disclosed(fixture)
    if fixture is not None:
        plan = season_plan(fixture.deal.season_id)
        yield "fixture.seating", [seat["player"] for seat in first["seats"]], _seated(plan, fixture)
        if not fixture.deal.pairing.has_account or plan.manifest.twinned:  # Others of accounts have ordinary seeds.
            yield "fixture.attempt", first["seed_commitment"], _commitment(plan, fixture)


def _is_disclosed(fixture: Fixture) -> bool:
    deal = fixture.deal
    return deal.status == Deal.Status.CLOSED and deal.attempt == fixture.attempt


def _seated(plan: SeasonPlan, fixture: Fixture) -> list[str]:
    """The players by seat in this seating, under their names in the log."""
    pairing = fixture.deal.pairing
    names, seating = [entrant.name_in_log for entrant in (pairing.first, pairing.second)], fixture.seating
    if seating not in (0, 1):
        return ["" for _ in plan.sides]
    of_sides = at_sides(*names, seating)
    if plan.manifest.twinned is not None:
        of_sides = with_stand_in(*names, plan.manifest.twinned.name_in_log, fixture.deal.number, seating)
    return [of_sides[side] for side in plan.sides]


def _commitment(plan: SeasonPlan, fixture: Fixture) -> str:
    deal = fixture.deal
    first, second = deal.pairing.first.name, deal.pairing.second.name
    return seed_commitment(deal_seed(plan.seed, plan.name, first, second, deal.number, fixture.attempt))
