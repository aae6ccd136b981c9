"""An operator amends a season at the moment at which a worker closes its last deal."""

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
from leagues.services import playing
from leagues.services.amendments import close_season, extend_season, withdraw_entrant
from leagues.services.playing import play_deal
from leagues.services.seasons import close_round
from players.models import Player
from tests.leagues.conftest import claim_deal

pytestmark = pytest.mark.django_db(transaction=True)

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
    has_deal = threading.Event()

    def close_slowly(season_id: UUID, now: datetime) -> None:
        has_deal.set()
        time.sleep(0.5)  # The other takes all locks meanwhile that he can have.
        close_round(season_id, now)

    def work() -> str:
        play_deal(deal, time.monotonic() + 60)
        return "played"

    def operate() -> str:
        has_deal.wait(30)
        try:
            amend(running, operator)
        except ServiceError as refusal:
            return refusal.code
        return "amended"

    def with_own_connection(job: Callable[[], str]) -> str:
        try:
            return job()
        finally:
            connections.close_all()

    monkeypatch.setattr(playing, "close_round", close_slowly)
    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(with_own_connection, (work, operate)))

    running.refresh_from_db()
    assert running.deals.get(number=0).status == Deal.Status.CLOSED
    if amend is AMENDMENTS["extend"] and connection.vendor == "postgresql":  # It needs no deal, so it comes first.
        assert ends == ["played", "amended"]
        assert (running.status, running.deals.count()) == (Season.Status.RUNNING, 2)
    else:
        assert ends == ["played", "season_over"]
        assert (running.status, running.deals.count()) == (Season.Status.OVER, 1)
    assert Amendment.objects.count() == ends.count("amended")
