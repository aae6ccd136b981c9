"""Checks that must pass after every fault."""

import msgspec

from matches.log import sql
from matches.log.folding import fold
from matches.log.models import Event
from matches.models import Match
from matches.services.scoring import score
from matches.workers.bot_runner import play_bots
from matches.workers.maintenance import sweep


def assert_log_is_whole(match: Match) -> None:
    """Check that the log has no gaps or duplicates, the chain is intact, and the row agrees with the log."""
    match.refresh_from_db()
    stored = sql.load_match(match.id)
    seqs = list(Event.objects.filter(match=match).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(match.version + 1))
    folded = fold(stored.rules, stored.position.key, sql.events(match.id), check=True)
    assert folded.last_hash == stored.position.last_hash
    assert stored.rules.encode(folded.table) == stored.rules.encode(stored.position.table)


def let_it_go_on(match: Match) -> None:
    """Check that the match continues by itself: do the work that the sweep finds, as workers would."""
    sweep()
    play_bots(match.id, sleep=lambda seconds: None)
    match.refresh_from_db()
    if match.status == Match.Status.OVER:
        score(match.id)


def keys_used(match: Match) -> list[str]:
    return sorted(key for key in Event.objects.filter(match=match).values_list("key", flat=True) if key is not None)


def encoded(action: object) -> bytes:
    return msgspec.json.encode(action)
