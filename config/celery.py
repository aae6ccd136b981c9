"""The Celery application: workers play bots, score matches, and sweep for missed work."""

import logging
import logging.config
import os
from datetime import UTC, datetime
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import setup_logging, task_prerun, task_revoked, worker_init, worker_process_shutdown
from django.conf import settings
from django.db import connection
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
LONGEST_BEAT = 5.0
"""Seconds. It is longer than any bot delays an answer."""
MOST_AHEAD = 1.0
"""Seconds that a machine's clock may be ahead of the database's clock without a log line."""
logger = logging.getLogger(__name__)
app = Celery("match-service", include=["playtesting.trials", "replay.nightly_audit"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks(["common", "matches.workers", "players", "leagues", "decks", "playtesting"])


@setup_logging.connect
def log_as_the_web_does(**kwargs: Any) -> None:
    """Use our logging settings instead of Celery's."""
    logging.config.dictConfig(settings.LOGGING)


@task_prerun.connect
def keep_connection(**kwargs: Any) -> None:
    """Keep one database connection per worker process, and close it before a task if it is dead."""
    if connection.connection is not None and not connection.is_usable():
        connection.close()


@task_revoked.connect
def warn_of_a_fast_clock(request: Any, expired: bool = False, **kwargs: Any) -> None:
    """Log an error if a message expired because this machine's clock is fast. Such a clock stops all sweeps."""
    from matches import metrics  # noqa: PLC0415 -- the applications are not loaded yet when this module is
    from matches.log.database_clock import read_database_clock  # noqa: PLC0415 -- likewise

    if not expired:
        return
    metrics.messages_expired.inc()
    try:
        ahead = (datetime.now(UTC) - read_database_clock().moment).total_seconds()
    finally:
        connection.close()  # Processes forked later must not inherit it.
    if ahead > MOST_AHEAD:
        logger.error("%s was discarded: this machine's clock is %.1f s ahead of the database's", request.task, ahead)


@worker_init.connect
def load_all(**kwargs: Any) -> None:
    """Load all code before worker processes are forked, so that they share it, and before there is a second thread."""
    from config import garbage  # noqa: PLC0415 -- the applications are not loaded yet when this module is

    garbage.spare_loaded()


@worker_init.connect
def serve_metrics(**kwargs: Any) -> None:
    """Serve a worker's metrics at WORKER_METRICS_PORT, if set. Web processes have `/metrics`."""
    if port := settings.WORKER_METRICS_PORT:
        from config import exposition  # noqa: PLC0415 -- the settings are not loaded yet when this module is

        exposition.serve(port)


@worker_process_shutdown.connect
def give_held_answers(**kwargs: Any) -> None:
    """Send delayed answers before a normal shutdown, so that players don't wait for the sweep."""
    from matches.workers import delayed_answers  # noqa: PLC0415 -- the applications are not loaded yet when this module is

    delayed_answers.finish(LONGEST_BEAT)


@app.on_after_finalize.connect
def schedule(sender: Celery, **kwargs: Any) -> None:
    """Schedule the periodic tasks. The entries are fixed, and each task finds in the database what is due."""
    sender.add_periodic_task(
        settings.SWEEP_SECONDS, sender.signature("matches.workers.maintenance.sweep"), name="sweep"
    )
    sender.add_periodic_task(
        settings.SWEEP_SECONDS,
        sender.signature("matches.search.terms.sweep_search_terms"),
        name="sweep search terms",
    )
    sender.add_periodic_task(
        settings.SWEEP_SECONDS, sender.signature("matches.services.ratings.fold_ratings"), name="fold ratings"
    )
    sender.add_periodic_task(settings.SWEEP_SECONDS, sender.signature("decks.sweep_imports"), name="sweep imports")
    sender.add_periodic_task(settings.SWEEP_SECONDS, sender.signature("common.sweep_archives"), name="sweep archives")
    sender.add_periodic_task(settings.SWEEP_SECONDS, sender.signature("decks.judge_decks"), name="judge decks")
    sender.add_periodic_task(settings.SWEEP_SECONDS, sender.signature("playtesting.sweep_trials"), name="sweep trials")
    sender.add_periodic_task(
        settings.WEBHOOK_SECONDS, sender.signature("matches.webhooks.delivering.sweep"), name="sweep webhooks"
    )
    sender.add_periodic_task(60.0, sender.signature("matches.workers.maintenance.tell_turns"), name="tell turns")
    sender.add_periodic_task(60.0, sender.signature("leagues.tell_makers"), name="tell makers of leagues")
    sender.add_periodic_task(settings.SWEEP_SECONDS, sender.signature("leagues.sweep"), name="sweep leagues")
    sender.add_periodic_task(crontab(hour=2, minute=37), sender.signature("matches.make_partitions"), name="partitions")
    sender.add_periodic_task(crontab(hour=3, minute=17), sender.signature("replay.verify_recent"), name="verify")
    # Hourly, so a lost message delays the root by only an hour. If the day has its root, the task is a single query.
    sender.add_periodic_task(crontab(minute=7), sender.signature("replay.publish_root"), name="publish root")
    sender.add_periodic_task(crontab(hour=3, minute=47), sender.signature("replay.verify_roots"), name="verify roots")
