"""The service's own metrics, besides those of every request."""

from django.db.models import QuerySet
from prometheus_client import Counter, Gauge, Histogram

from matches.log.database_clock import DatabaseNow, reading_of
from matches.models import Match

moves = Counter("match_moves", "Events written by players and bots", ["ruleset", "by"])
fold_seconds = Histogram("match_fold_seconds", "Time to fold a log", buckets=(0.001, 0.005, 0.02, 0.1, 0.5, 2, 10))
streams = Gauge("match_streams", "Open streams of events", multiprocess_mode="livesum")
sweep_found = Counter("match_sweep_found", "Missed work that the sweep has found", ["what"])
messages_expired = Counter("match_messages_expired", "Messages that arrived after they had expired")
league_voids = Counter("match_league_voids", "Void attempts at deals of leagues", ["by"])
leagues_paused = Counter("match_leagues_paused", "Leagues that the service has paused")
bot_failures = Counter("match_bot_failures", "Times that a house bot raised an error, or could not follow its match")
news_seconds = Histogram(
    "match_news_seconds", "From an event to the stream that sends it", buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
)
webhook_attempts = Counter("match_webhook_attempts", "Attempts to deliver a message to a webhook", ["result"])
verify_failures = Counter("match_verify_failures", "Matches that have failed verification")


def queue_seconds() -> float:
    """How long the longest-waiting match has waited for a bot to act, in seconds; 0 if none waits."""
    return _age(Match.objects.filter(status=Match.Status.PLAYING, bot_to_act=True), "updated_at")


def unscored_seconds() -> float:
    """The seconds since the end of the oldest match without a scorecard; 0 if all have one."""
    return _age(Match.objects.filter(status=Match.Status.OVER, is_scored=False), "ended_at")


def _age(matches: QuerySet[Match], column: str) -> float:
    """Seconds on the database's clock since the oldest moment in a column."""
    found = matches.exclude(**{column: None}).order_by(column).values_list(column, DatabaseNow()).first()
    return 0.0 if found is None else max(0.0, (reading_of(found[1]).moment - found[0]).total_seconds())
