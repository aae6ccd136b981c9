"""House bots at stored matches: what becomes of a match whose bot raises."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import override

from matches import wording
from matches.bots.seated import SeatedBot
from matches.house import ATTEMPTS, play_bots
from matches.lobby import SeatPlan, open_match
from matches.models import Match, Seat
from matches.players.models import Player
from matches.selectors import rules_for, shown_events
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(published: None, ann: Player) -> Match:
    """Ann against a bot; at the start of a raid both are asked."""
    person = SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True)
    return open_match(ruleset="raid", options={}, seats=[person, SeatPlan(kind="bot", bot="random", deck=DECK)])


def breaking(method: str, times: int) -> Callable[..., Any]:
    """The method, which raises as often before it works."""
    left, works = [times], getattr(SeatedBot, method)

    def broken(*args: Any, **more: Any) -> Any:
        if left[0] > 0:
            left[0] -= 1
            raise KeyError("a broken bot")
        return works(*args, **more)

    return broken


@pytest.mark.parametrize("method", ["choose", "see", "__init__"])
def test_a_bot_that_raises_forfeits_and_its_error_is_kept(
    match: Match, monkeypatch: pytest.MonkeyPatch, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(SeatedBot, method, breaking(method, 99))

    play_bots(match.pk, sleep=lambda seconds: None)

    match.refresh_from_db()
    assert (match.status, match.end_reason, match.outcome["winners"]) == ("over", "resignation", [0])
    assert "a broken bot" in Seat.objects.get(match=match, index=1).fault
    assert f"bot of seat 1 failed in match {match.pk}" in caplog.text
    last = shown_events(match, "public", after=0, limit=1, disclosed=True)
    with override("en"):
        (line,) = wording.lines(rules_for(match.pk), last)
    assert (line["what"], line["note"], line["actor"]) == ("Seat 1 resigned", "The bot failed.", None)


def test_a_bot_that_is_no_longer_in_the_house_forfeits(match: Match) -> None:
    Seat.objects.filter(match=match, index=1).update(bot="oracle")

    play_bots(match.pk, sleep=lambda seconds: None)

    match.refresh_from_db()
    assert (match.status, match.outcome["winners"]) == ("over", [0])
    assert "there is no bot 'oracle'" in Seat.objects.get(match=match, index=1).fault


@pytest.mark.parametrize("errors", [1, ATTEMPTS - 1])
def test_a_bot_may_fail_and_choose_again(
    match: Match, monkeypatch: pytest.MonkeyPatch, errors: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "matches.house")
    monkeypatch.setattr(SeatedBot, "choose", breaking("choose", errors))

    assert play_bots(match.pk, sleep=lambda seconds: None) >= 1

    match.refresh_from_db()
    assert match.status == "playing"
    assert Seat.objects.get(match=match, index=1).fault == ""
