"""Celery tasks: each only calls one function, and may run twice, late, or never."""

from typing import Any
from uuid import UUID

from celery import shared_task

from matches.log import partitions
from matches.notifications import wake
from matches.search import terms
from matches.services import ratings, scoring
from matches.webhooks import delivering
from matches.workers import bot_runner, delayed_answers, maintenance, turn_mail


@shared_task(name=wake.PLAY_BOTS, bind=True, soft_time_limit=60, time_limit=90)
def play_bots(self: Any, match_id: str) -> None:
    """May run for some seconds plus one decision. A bot that thinks until its time is up forfeits."""
    bot_runner.play_bots(UUID(match_id), delay=None if self.request.is_eager else delayed_answers.delay)


@shared_task(name=wake.SCORE)
def score(match_id: str) -> None:
    scoring.score(UUID(match_id))


@shared_task(name="matches.workers.maintenance.sweep")
def sweep() -> None:
    maintenance.sweep()


@shared_task(name="matches.search.terms.sweep_search_terms")
def sweep_search_terms() -> int:
    return terms.sweep_search_terms()


@shared_task(name="matches.make_partitions")
def make_partitions() -> None:
    partitions.make_partitions()


@shared_task(name="matches.workers.maintenance.tell_turns")
def tell_turns() -> int:
    return turn_mail.tell_turns()


@shared_task(name="matches.services.ratings.fold_ratings")
def fold_ratings() -> int:
    return ratings.fold_ratings()


@shared_task(name=wake.DELIVER_WEBHOOKS, soft_time_limit=60, time_limit=90)
def deliver_webhooks() -> int:
    return delivering.deliver()


@shared_task(name="matches.webhooks.delivering.sweep", soft_time_limit=60, time_limit=90)
def sweep_webhooks() -> int:
    return delivering.sweep()
