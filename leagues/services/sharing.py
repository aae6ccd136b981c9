"""Whose deals a worker plays next: each running season has its share of the workers' time.

A season's time is divided by its weight, and whoever has had least is next (stride scheduling: Waldspurger and Weihl,
MIT 1995). So a long season cannot keep others waiting, and the shorter of two is over first.
"""

from uuid import UUID

from django.db.models import Exists, F, FloatField, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Greatest

from leagues.manifest import Manifest
from leagues.models import Deal, Entrant, Season, WorkerShare
from leagues.record import deals_of

OF_HOUSE_BOTS = Q(pairing__first__account="", pairing__second__account="")
"""Deals that workers play; accounts play theirs by themselves (`calling`)."""
SHORT = 50
"""Deals: a season of no more comes before longer ones."""
AHEAD = 4
"""How many times the weight such a season has, and one in which somebody's own bot waits for the others' deals."""
CREDIT_SECONDS = 10.0
"""Of what a season has not used, while it was paused or had nothing to play, so much is kept for it."""


def open_share(season: Season, manifest: Manifest) -> None:
    """A season's share, as it starts: it has had what the others have had. Inside `writing()` only."""
    of_accounts = Entrant.objects.filter(season=season).exclude(account="").exists()
    is_ahead = of_accounts or deals_of(manifest, season.entrants.count()) <= SHORT
    running = WorkerShare.objects.filter(season__status=Season.Status.RUNNING)
    served = running.order_by("served").values_list("served", flat=True).first() or 0.0
    WorkerShare.objects.create(season=season, weight=AHEAD if is_ahead else 1, served=served)


def in_turn(deals: QuerySet[Deal]) -> list[UUID]:
    """The seasons that have some of these deals, in the order in which it is their turn."""
    return list(_having(deals).order_by("served", "season").values_list("season", flat=True))


def charge(season_id: UUID, seconds: float) -> None:
    """So many seconds of a worker have gone to it."""
    waiting = _having(_open_deals()).exclude(season=season_id).order_by("served").values_list("served", flat=True)
    least = waiting.first()
    own = WorkerShare.objects.filter(season=season_id)
    weight = own.values_list(F("weight") * F("season__league__priority"), flat=True).first() or 1
    served = F("served") if least is None else Greatest(F("served"), Value(least - CREDIT_SECONDS, FloatField()))
    own.update(served=Cast(served, FloatField()) + Value(seconds / weight, FloatField()))


def shares_of(season_id: UUID) -> tuple[int, int]:
    """How many other seasons have deals to play now, and what part of the workers' time this one gets, per mille."""
    rows = _having(_open_deals()).annotate(whole=F("weight") * F("season__league__priority"))
    weights = dict(rows.values_list("season", "whole"))
    own = weights.pop(season_id, 0)
    return len(weights), 1000 * own // (own + sum(weights.values())) if own else 0


def _open_deals() -> QuerySet[Deal]:
    running = Q(season__status=Season.Status.RUNNING, season__league__is_paused=False)
    return Deal.objects.filter(OF_HOUSE_BOTS, running, status=Deal.Status.OPEN)


def _having(deals: QuerySet[Deal]) -> QuerySet[WorkerShare]:
    return WorkerShare.objects.filter(Exists(deals.filter(season=OuterRef("season")).order_by()))
