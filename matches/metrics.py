"""Our own counters, beside those of every request."""

from prometheus_client import Counter, Gauge, Histogram

from matches.log.database_clock import DatabaseNow, reading_of
from matches.models import Match

moves = Counter("match_moves", "Events written by players and bots", ["ruleset", "by"])
fold_seconds = Histogram("match_fold_seconds", "Folding a log anew", buckets=(0.001, 0.005, 0.02, 0.1, 0.5, 2, 10))
streams = Gauge("match_streams", "Open streams of events", multiprocess_mode="livesum")
sweep_found = Counter("match_sweep_found", "What nobody worked on until the sweep found it", ["what"])
messages_expired = Counter("match_messages_expired", "Messages that came later than they counted")
league_voids = Counter("match_league_voids", "Attempts at deals of leagues that do not count", ["by"])
leagues_paused = Counter("match_leagues_paused", "Leagues that the service has paused")
verify_failures = Counter("match_verify_failures", "Matches whose log did not fold to what it says")


def queue_seconds() -> float:
    """For how long the oldest match whose bot is to act has waited; 0 if none does."""
    oldest = (
        Match.objects.filter(status=Match.Status.PLAYING, bot_to_act=True)
        .order_by("updated_at")
        .values_list("updated_at", DatabaseNow())
        .first()
    )
    return 0.0 if oldest is None else max(0.0, (reading_of(oldest[1]).moment - oldest[0]).total_seconds())
