"""Clocks that run out in stored matches: whatever notices it, it is logged once, before anything else."""

import random
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest

from common.text.errors import ServiceError
from matches.log import database_clock
from matches.log.models import Event
from matches.log.sql import load_match
from matches.log.stored_match import AutoPass
from matches.models import Match
from matches.services import act, ending
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner, match_bots
from matches.workers.maintenance import sweep
from players.models import Player
from rules.engine import legal_actions
from tests.faults.checks import assert_log_is_whole, encoded
from tests.matches.conftest import DECK, move, players_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

CLOCKS = [
    {"type": "per_decision", "seconds": 60},
    {"type": "fischer", "initial_seconds": 60, "increment_seconds": 5},
    {"type": "correspondence", "days": 1},
]
Later = Callable[..., None]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Lets time pass for the database, whose clock matches use."""
    real, gone = database_clock.as_moment, timedelta()

    def pass_time(**much: float) -> None:
        nonlocal gone
        gone += timedelta(**much)

    monkeypatch.setattr(database_clock, "as_moment", lambda value: real(value) + gone)
    monkeypatch.setattr(database_clock, "monotonic", lambda: monotonic() + gone.total_seconds())
    return pass_time


def ends(match: Match) -> list[str]:
    return list(Event.objects.filter(match=match, type="clock_expired").values_list("type", flat=True))


def act_late(match: Match) -> None:
    with pytest.raises(ServiceError, match="match_over"):
        move(match, random.Random(0))


def resign_late(match: Match) -> None:
    with pytest.raises(ServiceError, match="match_over"):
        ending.resign(match_id=match.id, player_id=players_of(match)[0].pk)


def set_auto_pass_late(match: Match) -> None:
    with pytest.raises(ServiceError, match="match_over"):
        act.set_auto_passes(match_id=match.id, player=players_of(match)[1], auto_passes=[AutoPass("block")])


def abort_late(match: Match) -> None:
    with pytest.raises(ServiceError, match="match_over"):
        ending.abort_match(match_id=match.id, player=players_of(match)[0], note="")


def swept(match: Match) -> None:
    assert sweep()["clocks"] == 1


@pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: clock["type"])
@pytest.mark.parametrize("notice", [act_late, resign_late, set_auto_pass_late, abort_late, swept])
def test_whoever_comes_first_finds_the_clock_run_out(
    duel: Callable[..., Match], later: Later, clock: dict[str, Any], notice: Callable[[Match], None]
) -> None:
    match = duel(clock=clock)
    later(days=1, seconds=1)

    notice(match)
    assert sweep()["clocks"] == 0
    assert ending.expire_clock(match_id=match.id) is False

    match.refresh_from_db()
    assert (match.status, match.end_reason, match.deadline_at) == ("over", "timeout", None)
    assert ends(match) == ["clock_expired"]
    assert_log_is_whole(match)


def test_a_match_without_a_clock_waits_for_its_days(duel: Callable[..., Match], later: Later) -> None:
    match = duel()
    later(days=29)

    assert sweep()["clocks"] == 0
    assert move(match, random.Random(0)).event.seq == 1


def test_the_earlier_deadline_loses_and_equal_ones_draw(duel: Callable[..., Match], later: Later) -> None:
    both, one = duel(clock=CLOCKS[0]), duel(clock=CLOCKS[0])
    later(seconds=61)
    Match.objects.filter(pk=one.pk).update(times={"deadlines": {"0": 2000, "1": 1000}})

    sweep()

    both.refresh_from_db()
    one.refresh_from_db()
    assert both.outcome["winners"] == [] and one.outcome["winners"] == [0]
    content = [Event.objects.get(match=match, seq=1).body for match in (both, one)]
    assert b'"note":"0,1"' in bytes(content[0]) and b'"seat":1' in bytes(content[1])


def test_a_move_moves_the_deadline_of_the_resource(duel: Callable[..., Match], later: Later) -> None:
    match = duel(clock=CLOCKS[0])
    first = match.deadline_at
    later(seconds=30)
    rng = random.Random(0)
    move(match, rng)
    move(match, rng)
    match.refresh_from_db()

    assert first is not None and match.deadline_at is not None
    assert timedelta(seconds=30) <= match.deadline_at - first < timedelta(seconds=40)


def test_a_key_is_answered_although_the_clock_has_run_out_since(duel: Callable[..., Match], later: Later) -> None:
    match = duel(clock=CLOCKS[0])
    action = encoded(legal_actions(load_match(match.id).position.table, 0)[0])
    request = {
        "match_id": match.id,
        "player_id": players_of(match)[0].pk,
        "action": action,
        "expected_version": 0,
        "key": "k",
    }
    first = act.take_action(**request)
    later(seconds=61)

    again = act.take_action(**request)

    assert again.is_repeat and again.event == first.event


def test_an_operator_may_abort_what_an_outage_has_run_out(duel: Callable[..., Match], later: Later) -> None:
    match = duel(clock=CLOCKS[0])
    later(days=1)

    ending.abort_match(match_id=match.id, player=None, note="the power was gone")

    match.refresh_from_db()
    assert (match.end_reason, ends(match)) == ("aborted", [])


@pytest.mark.parametrize("late", ["before thinking", "while thinking"])
def test_a_bot_keeps_to_its_clock_like_a_person(
    published: None, ann: Player, later: Later, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    seats = [
        SeatPlan(kind="bot", bot="random", deck=DECK),
        SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True),
    ]
    match = open_match(ruleset="raid", options={}, seats=seats, clock=CLOCKS[0])
    if late == "before thinking":
        later(seconds=61)
    else:
        choose = match_bots.SeatedBot.choose

        def ponder(*given: Any) -> Any:
            later(seconds=61)
            return choose(*given)

        monkeypatch.setattr(match_bots.SeatedBot, "choose", ponder)

    bot_runner.play_bots(match.id, sleep=lambda seconds: None)

    match.refresh_from_db()
    assert (match.end_reason, match.version) == ("timeout", 1)
    assert ends(match) == ["clock_expired"]
