"""After a commit: wake workers and readers. Messages only wake; the database says what to do (README)."""

from typing import Any
from uuid import UUID

from django.db import transaction

from common.sending import send_task
from matches.log.stored_match import StoredMatch
from matches.notifications import news
from rules.engine import seats_to_act

PLAY_BOTS = "matches.workers.bot_runner.play_bots"
SCORE = "matches.services.scoring.score"
DELIVER_WEBHOOKS = "matches.webhooks.delivering.deliver"
ANSWERS = "answers"
"""The queue for bots that people wait for, so that a league's bot matches do not delay them."""


def appended(match: StoredMatch) -> None:
    """When the new events are committed, wake readers, and the bots to act or the scoring."""
    news.publish(news.match_topic(match.id))
    table = match.position.table
    if table.outcome is not None:
        transaction.on_commit(lambda: wake(SCORE, match.id))
    elif any(seat in match.bots for seat in seats_to_act(table)):
        has_people = len(match.bots) < match.rules.seats(table.options)
        transaction.on_commit(lambda: wake_bots(match.id, has_people))


def wake_bots(match_id: UUID, has_people: bool, **options: Any) -> None:
    """Have a worker play the bots of a match."""
    wake(PLAY_BOTS, match_id, **({"queue": ANSWERS} if has_people else {}), **options)


def wake(task: str, match_id: UUID, **options: Any) -> None:
    """Send a task for a match by name."""
    send_task(task, str(match_id), **options)


def wake_webhooks() -> None:
    """Have a worker deliver what webhooks wait for."""
    send_task(DELIVER_WEBHOOKS)
