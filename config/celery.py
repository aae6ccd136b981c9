"""The Celery application: workers play bots, score, and sweep for what was forgotten."""

import os
from typing import Any

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
app = Celery("match-service")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["matches", "replay"])


@app.on_after_finalize.connect
def schedule(sender: Celery, **kwargs: Any) -> None:
    """Fixed entries only: what is due is in the database."""
    sender.add_periodic_task(settings.SWEEP_SECONDS, sender.signature("matches.upkeep.sweep"), name="sweep")
