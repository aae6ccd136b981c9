"""A league between two bot accounts written in JavaScript, which are called and play only over HTTP."""

import subprocess
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from leagues.manifest import Manifest
from leagues.models import Season
from leagues.selectors.results import season_report
from leagues.services.calling import call_accounts
from leagues.services.leagues import create_league
from match_client import Client
from matches.models import Match, Seat
from players.models import Player
from replay.seasons.audit import audit_season, read_season
from replay.seasons.exports import export_season
from tests.clients.test_typescript import BUILD, PACKAGE, PASSWORD, _built
from tests.faults.servers import wait_for

__all__ = ["_built"]
pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("robin", "raven")
ACCEPTS: dict[str, Any] = {
    "rulesets": [{"ruleset": "battle_line", "options": {}}],
    "clocks": [{"type": "per_decision"}],
    "at_once": 2,
    "from": ["people", "bots"],
}


@pytest.fixture
def bots(base: str) -> Iterator[None]:
    """Two runs of the client's example bot, each declared by an owner with the account's consent."""
    running = []
    try:
        for name in NAMES:
            command = ["node", str(BUILD / "examples" / "bot.js"), base, name, PASSWORD]
            running.append(subprocess.Popen(command, cwd=PACKAGE))
        for name in NAMES:
            wait_for(lambda name=name: Player.objects.filter(username=name).exists(), "the account")
            declare(base, name)
        yield
    finally:
        for process in running:
            process.terminate()
            process.wait()


def declare(base: str, name: str) -> None:
    with Client(base) as bot, Client(base) as owner:
        bot.sign_in(name, PASSWORD)
        owner.sign_up(f"{name}s-owner", PASSWORD)
        owner.post("/api/v1/bot-accounts", {"token": bot.token, "version": "1.0", "accepts": ACCEPTS})


@pytest.mark.exhaustive
@pytest.mark.usefixtures("bots")
def test_two_bots_in_javascript_play_a_league(base: str, transactional_db: None) -> None:
    content = {
        "league": "javascript",
        "names": {"ja": "JavaScript", "en": "JavaScript"},
        "ruleset": "battle_line",
        "entrants": [{"name": name, "account": name} for name in NAMES],
        "format": {"type": "round_robin"},
        "clock": {"type": "per_decision", "seconds": 600},
    }
    league = create_league(manifest=msgspec.convert(content, Manifest), created_by=None)

    def goes_on() -> bool:
        call_accounts()  # The sweep does this, and a worker after every match.
        return league.seasons.filter(status=Season.Status.OVER).exists()

    wait_for(goes_on, "the end of the season", every=1)
    season = league.seasons.get()
    assert season_report(season).fixtures == 2
    players = Seat.objects.filter(match__fixture__deal__season=season).values_list("player__username", flat=True)
    assert sorted(players) == ["raven", "raven", "robin", "robin"]
    assert {match.end_reason for match in Match.objects.all()}.isdisjoint({"timeout", "aborted", "resignation"})
    assert audit_season(*read_season(b"".join(export_season(season, None)).splitlines(keepends=True))) == []
