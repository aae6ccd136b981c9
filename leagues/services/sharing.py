"""Choose whose deals a worker plays next: each running season gets its share of the workers' time.

A season's time is divided by its weight; the season with the least is next (stride scheduling: Waldspurger and Weihl,
MIT 1995). So a long season cannot delay others, and the shorter of two ends first.
"""

from uuid import UUID

from django.db.models import Exists, F, FloatField, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Greatest

from leagues.manifest import Manifest
from leagues.models import Deal, Entrant, Season, WorkerShare
from leagues.record import deals_of

OF_HOUSE_BOTS = Q(pairing__first__account="", pairing__second__account="")
"""Deals that workers play; accounts play theirs on their own (`calling`)."""
SHORT = 50
"""In deals: a season of at most this many comes before longer ones."""
AHEAD = 4
"""Factor of the weight for such a season, and for one in which a player's bot waits for other deals."""
CREDIT_SECONDS = 10.0
"""The unused time that a season is credited after it was paused or had nothing to play."""


def open_share(season: Season, manifest: Manifest) -> None:
    """Start a season's share with as much used time as the least served season. Inside `writing()` only."""
    of_accounts = Entrant.objects.filter(season=season).exclude(account="").exists()
    is_ahead = of_accounts or deals_of(manifest, season.entrants.count()) <= SHORT
    running = WorkerShare.objects.filter(season__status=Season.Status.RUNNING)
    served = running.order_by("served").values_list("served", flat=True).first() or 0.0
    WorkerShare.objects.create(season=season, weight=AHEAD if is_ahead else 1, served=served)


def in_turn(deals: QuerySet[Deal]) -> list[UUID]:
    """The seasons that have some of these deals, the next in turn first."""
    return list(_having(deals).order_by("served", "season").values_list("season", flat=True))


def charge(season_id: UUID, seconds: float) -> None:
    """Add seconds of a worker to the time that the season has used."""
    waiting = _having(_open_deals()).exclude(season=season_id).order_by("served").values_list("served", flat=True)
    least = waiting.first()
    own = WorkerShare.objects.filter(season=season_id)
    weight = own.values_list(F("weight") * F("season__league__priority"), flat=True).first() or 1
    served = F("served") if least is None else Greatest(F("served"), Value(least - CREDIT_SECONDS, FloatField()))
    own.update(served=Cast(served, FloatField()) + Value(seconds / weight, FloatField()))


def shares_of(season_id: UUID) -> tuple[int, int]:
    """How many other seasons have deals to play now, and this season's part of the workers' time, per mille."""
    rows = _having(_open_deals()).annotate(whole=F("weight") * F("season__league__priority"))
    weights = dict(rows.values_list("season", "whole"))
    own = weights.pop(season_id, 0)
    return len(weights), 1000 * own // (own + sum(weights.values())) if own else 0


def _open_deals() -> QuerySet[Deal]:
    running = Q(season__status=Season.Status.RUNNING, season__league__is_paused=False)
    return Deal.objects.filter(OF_HOUSE_BOTS, running, status=Deal.Status.OPEN)


def _having(deals: QuerySet[Deal]) -> QuerySet[WorkerShare]:
    return WorkerShare.objects.filter(Exists(deals.filter(season=OuterRef("season")).order_by()))
