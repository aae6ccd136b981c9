"""Has workers compute the results of long seasons as they grow, so that readers find them ready."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Q

from common.sending import send_task
from leagues.models import Deal, Season
from leagues.record import FIXTURES
from leagues.selectors.computed import LARGE, renew
from leagues.selectors.endings import ENDING, ending_part
from leagues.selectors.figures import statistics_part
from leagues.selectors.plots import points_part
from leagues.selectors.results import report_part
from leagues.selectors.seasons import season_plan, state_of
from leagues.services.waking import COMPUTE_SEASON
from matches.log.database_clock import read_database_clock

AFTERWARDS = timedelta(hours=1)
"""How long after its end a season is still checked: statistics read its last matches after they end."""


def compute_season(season_id: UUID) -> int:
    """Compute the outdated parts of a season again. Returns how many there were."""
    plan, state = season_plan(season_id), state_of(season_id)
    made = renew(report_part(season_id, state)) + renew(points_part(season_id, state))
    if Season.objects.filter(pk=season_id, status=Season.Status.OVER).exists():
        made += renew(ending_part(season_id))
    return made + sum(renew(statistics_part(plan, entrant)[1]) for entrant in (None, *plan.entrants))


def wake_computing() -> int:
    """Wake workers for every long season that runs or ended within AFTERWARDS. Return the number of messages.

    Every season that ended in that time without a stored ending is included too.
    """
    lately = read_database_clock().moment - AFTERWARDS
    ended_lately = Q(season__ended_at__gt=lately)
    growing = Deal.objects.filter(Q(season__status=Season.Status.RUNNING) | ended_lately, status=Deal.Status.CLOSED)
    counted = growing.order_by().values("season").annotate(deals=Count("pk")).filter(deals__gte=LARGE // FIXTURES)
    ended = Season.objects.filter(status=Season.Status.OVER, ended_at__gt=lately)
    seasons = {
        *counted.values_list("season", flat=True),
        *ended.exclude(computed__part=ENDING).values_list("pk", flat=True),
    }
    for season_id in seasons:
        send_task(COMPUTE_SEASON, str(season_id), expires=settings.SWEPT_SECONDS)
    return len(seasons)
