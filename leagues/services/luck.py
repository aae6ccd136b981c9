"""Has house bots play the disclosed deals of bot accounts again, to measure luck."""

import time
from typing import Any

from django.db.models import F, QuerySet

from leagues.luck import control_points
from leagues.models import Control, Deal, Fixture
from leagues.selectors.access import MIRRORED
from leagues.selectors.seasons import season_plan
from leagues.services.waking import wake_controls
from matches.log import sql
from matches.log.sql import load_match
from matches.models import Match

STINT_SECONDS = 5.0


def play_controls() -> int:
    """Play controls for a stint, then wake another worker if more are left. Return how many were played.

    Two workers may play the same one. It comes out the same, and is stored once.
    """
    until, played = time.monotonic() + STINT_SECONDS, 0
    for fixture in _without_control()[:100]:
        if time.monotonic() > until:
            break
        Control.objects.get_or_create(fixture=fixture, defaults={"points": _points(fixture)})
        played += 1
    if played and _without_control().exists():
        wake_controls()
    return played


def wake_if_due() -> None:
    """Wake a worker if there is a control to play."""
    if _without_control().exists():
        wake_controls()


def _without_control() -> QuerySet[Fixture, Any]:
    fixtures = Fixture.objects.filter(
        deal__season__manifest__luck_adjusted=True,
        deal__status=Deal.Status.CLOSED,
        deal__attempt=F("attempt"),
        match__status=Match.Status.OVER,
        match__withheld=False,
        control=None,
    )
    return fixtures.exclude(MIRRORED).exclude(match__end_reason="aborted").select_related("deal").order_by("pk")


def _points(fixture: Fixture) -> int:
    plan, match = season_plan(fixture.deal.season_id), load_match(fixture.match_id)
    (first,) = sql.events(fixture.match_id, -1, 1)
    decks = [seat["deck"] for seat in first.content["seats"]]
    key = match.position.key
    return control_points(plan.rules, plan.season.options, decks, key, plan.sides, fixture.seating)
