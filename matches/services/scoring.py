"""Scorecards of finished matches."""

import logging
from collections.abc import Callable
from uuid import UUID

from django.db import OperationalError

from matches.log import sql
from matches.log.folding import tally
from matches.log.sql import load_match
from matches.log.transactions import writing
from matches.models import Match, Scorecard

logger = logging.getLogger(__name__)


Listener = Callable[[Match], None]
_listeners: list[Listener] = []


def when_scored(listener: Listener) -> None:
    """Register a listener for every match scored by `score`. Registering it again changes nothing."""
    if listener not in _listeners:
        _listeners.append(listener)


def score(match_id: UUID) -> Scorecard | None:
    """Write the scorecard of a finished match, once. None if it is not over, was never played, or cannot be read.

    An unreadable match is logged and tried only once, so it does not block every sweep. `verify_match` shows where it
    is damaged, and `rebuild scores` tries it again.
    """
    match = Match.objects.get(pk=match_id)
    if match.status != Match.Status.OVER or match.version < 0:
        return None
    try:
        card = tally(load_match(match_id).position, sql.events(match_id))
    except OperationalError:
        raise
    except Exception as error:
        logger.exception("match %s cannot be scored: %s", match_id, type(error).__name__)
        Match.objects.filter(pk=match_id, is_scored=False).update(is_scored=True)
        return None
    with writing():
        scorecard, _ = Scorecard.objects.get_or_create(match_id=match_id, defaults={"body": card})
        Match.objects.filter(pk=match_id, is_scored=False).update(is_scored=True)
    for listener in _listeners:
        listener(match)
    return scorecard


def rebuild_score(match_id: UUID) -> bool:
    """Tally again from a fresh fold of the log. True if the stored scorecard was missing or differed."""
    stored_match = load_match(match_id)
    position = sql.fold_log(match_id, stored_match.rules, stored_match.position.key)
    card = tally(position, sql.events(match_id))
    with writing():
        stored = Scorecard.objects.filter(match_id=match_id).first()
        Scorecard.objects.update_or_create(match_id=match_id, defaults={"body": card})
        Match.objects.filter(pk=match_id).update(is_scored=True)
    return stored is None or stored.body != card
