"""A live service with all five games, whose readers get news at once, and whose bots play at once."""

import threading
from collections.abc import Collection, Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.db import connection

from leagues.manifest import Manifest
from leagues.services.leagues import create_league
from matches.notifications import news, wake
from matches.workers.bot_runner import play_bots


class SameProcess(news.NoNews):
    """News for a live server, in which writers and readers are threads of this process."""

    def publish(self, topics: Collection[news.Topic]) -> None:
        news.channel().tell(topics)


@pytest.fixture
def base(live_server: Any, settings: Any) -> Iterator[str]:
    """The URL of the service."""
    settings.NEWS_BACKEND = f"{__name__}.SameProcess"
    news.channel.cache_clear()
    yield str(live_server)
    news.channel.cache_clear()


@pytest.fixture
def _bots_play(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Act as a worker: each bot that is woken plays in a thread of its own."""
    running: list[threading.Thread] = []

    def play(match_id: UUID) -> None:
        try:
            play_bots(match_id, sleep=lambda seconds: None)
        finally:
            connection.close()

    def run_at_once(task: str, match_id: UUID, **options: object) -> None:
        if task == wake.PLAY_BOTS:
            running.append(threading.Thread(target=play, args=(match_id,)))
            running[-1].start()

    monkeypatch.setattr(wake, "wake", run_at_once)
    monkeypatch.setattr(news.NoNews, "look_every", 0.05)  # For readers that get no notification.
    yield
    for thread in running:
        thread.join()


@pytest.fixture
def leagues() -> None:
    """The league `open`, which bot accounts may enter, and `houses` and the duel `pair`, with a running season each."""
    both: dict[str, Any] = {
        "names": {"ja": "x", "en": "x"},
        "ruleset": "battle_line",
        "format": {"type": "round_robin"},
    }
    clock = {"type": "per_decision", "seconds": 600}
    bots: list[Any] = [{"name": "one", "bot": "random"}, {"name": "two", "bot": "random"}]
    nightly = {"schedule": {"type": "cron", "cron": "0 3 * * *"}, "entry": {"most": 4}, "clock": clock}
    duel = {"league": "pair", "entrants": bots, "format": {"type": "duel"}}
    for more in ({"league": "open", "entrants": bots[:1], **nightly}, {"league": "houses", "entrants": bots}, duel):
        create_league(manifest=msgspec.convert({**both, **more}, Manifest), created_by=None)
