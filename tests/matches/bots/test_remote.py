"""House bots over HTTP, like third-party programs: called to a seat, they join and play to the end."""

import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from matches.bots import remote
from matches.bots.remote import RemoteBot, Service
from matches.bots.roster import house_bot
from matches.models import Match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import AccessToken, BotAccount, Player
from replay.stored_logs import audit_stored
from tests import toy
from tests.matches.conftest import ann, published

__all__ = ["ann", "published"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("published")]
ACCEPTS = {"rulesets": [{"ruleset": "raid"}], "clocks": [{"type": "none"}], "at_once": 9, "from": ["people"]}


def account(name: str, owner: Player) -> tuple[Player, str]:
    player = Player.objects.create_user(name)
    BotAccount.objects.create(player=player, owner=owner, version="1", accepts=ACCEPTS, rulesets=" raid ")
    return player, AccessToken.objects.create(user=player, scopes="read play")[1]


@pytest.fixture
def follow(live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., RemoteBot]]:
    """Runs a remote bot in its own thread until the test is over."""
    settings.STREAM_SECONDS = 1.0
    monkeypatch.setattr(remote, "WAIT_SECONDS", 1)
    monkeypatch.setattr(remote, "shipped_set", lambda ruleset: toy.CARD_SET)
    is_over = threading.Event()
    running: list[tuple[threading.Thread, RemoteBot]] = []

    def start(token: str, name: str = "random", unlucky: bool = False) -> RemoteBot:
        service = (Unlucky if unlucky else Service)(str(live_server), token)
        bot = RemoteBot(service, house_bot(name), threads=2)

        def run() -> None:
            while not is_over.is_set():
                try:
                    bot.follow_once()
                except remote.BROKEN:
                    pass

        running.append((threading.Thread(target=run), bot))
        running[-1][0].start()
        return bot

    yield start
    is_over.set()
    for thread, bot in running:
        thread.join()
        bot.close()


class Unlucky(Service):
    """A service client that loses every fifth answer."""

    sent = 0

    def open(self, *given: Any) -> Any:
        answer = super().open(*given)
        self.sent += 1
        if self.sent % 5 == 0 and "/stream" not in given[1]:
            answer.close()
            raise ConnectionResetError("lost on its way")
        return answer


def until_over(ids: list[Any], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while Match.objects.filter(pk__in=ids).exclude(status=Match.Status.OVER).exists():
        assert time.monotonic() < until, list(Match.objects.values_list("status", "version", "to_act"))
        time.sleep(0.1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("unlucky", [False, True], ids=["as usual", "answers get lost and cards are others"])
def test_bots_that_are_called_join_and_play_all_their_matches_to_the_end(
    follow: Callable[..., RemoteBot], ann: Player, monkeypatch: pytest.MonkeyPatch, unlucky: bool
) -> None:
    monkeypatch.setattr(remote, "time", SimpleNamespace(sleep=lambda seconds: time.sleep(0.01)))
    if unlucky:
        monkeypatch.setattr(
            remote, "shipped_set", lambda ruleset: {}
        )  # So the match has cards that the bot doesn't know.
    (one, its_token), (other, others_token) = account("one", ann), account("other", ann)
    follow(its_token, "greedy", unlucky)
    follow(others_token, "random", unlucky)

    seats = [SeatPlan(kind="invited", player=player) for player in (one, other)]
    ids = [open_match(ruleset="raid", options={}, seats=seats, created_by=ann).pk for _ in range(2)]
    until_over(ids)

    for match in Match.objects.filter(pk__in=ids):
        assert match.end_reason in ("goal", "exhausted")
        assert audit_stored(match.pk).is_sound
