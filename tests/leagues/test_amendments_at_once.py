"""An operator amends a season while a worker closes its last deal."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from uuid import UUID

import pytest
from django.db import connection, connections

from common.text.errors import ServiceError
from leagues.models import Amendment, Deal, Season
from leagues.services import amendments, playing
from leagues.services.amendments import close_season, extend_season, withdraw_entrant
from leagues.services.playing import play_deal
from leagues.services.seasons import close_round
from players.models import Player
from tests.leagues.conftest import claim_deal
from tests.leagues.test_changing_at_once import at_the_door

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

Amend = Callable[[Season, Player], None]
AMENDMENTS: dict[str, Amend] = {
    "close": lambda season, by: close_season(season=season, by=by, reason="enough"),
    "withdraw": lambda season, by: withdraw_entrant(season=season, name="ada", by=by, reason="enough"),
    "extend": lambda season, by: extend_season(season=season, length=3, by=by, reason="more"),
}


@pytest.mark.parametrize("amend", AMENDMENTS.values(), ids=AMENDMENTS)
def test_it_comes_before_or_finds_the_season_over(
    amend: Amend, season: Callable[..., Season], operator: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = season()
    deal = claim_deal()
    assert deal is not None
    has_deal, is_amended = threading.Event(), threading.Event()
    # An extension locks no deal, so it comes first if rows are locked one by one.
    comes_first = amend is AMENDMENTS["extend"] and connection.vendor == "postgresql"
    before_closing = is_amended if comes_first else at_the_door(monkeypatch, amendments)

    def close_late(season_id: UUID, now: datetime) -> None:
        has_deal.set()
        assert before_closing.wait(60)
        close_round(season_id, now)

    def work() -> str:
        play_deal(deal, time.monotonic() + 60)
        return "played"

    def operate() -> str:
        assert has_deal.wait(60)
        try:
            amend(running, operator)
        except ServiceError as refusal:
            return refusal.code
        is_amended.set()
        return "amended"

    def with_own_connection(job: Callable[[], str]) -> str:
        try:
            return job()
        finally:
            connections.close_all()

    monkeypatch.setattr(playing, "close_round", close_late)
    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(with_own_connection, (work, operate)))

    running.refresh_from_db()
    assert running.deals.get(number=0).status == Deal.Status.CLOSED
    if comes_first:
        assert ends == ["played", "amended"]
        assert (running.status, running.deals.count()) == (Season.Status.RUNNING, 2)
    else:
        assert ends == ["played", "season_over"]
        assert (running.status, running.deals.count()) == (Season.Status.OVER, 1)
    assert Amendment.objects.count() == ends.count("amended")
