"""SIGKILL between any two statements of an action or a worker: it has happened completely or not at all."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections
from django.utils import timezone

from matches.log.models import Event
from matches.log.sql import load_match
from matches.models import Match, Scorecard
from matches.notifications import wake
from matches.services import scoring
from matches.services.act import take_action
from matches.services.ending import expire_clock, forfeit_bot
from matches.services.lobby import join_match, open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner, maintenance
from players.models import Player
from rules.engine import legal_actions, seats_to_act
from tests.faults.checks import assert_log_is_whole, encoded, let_it_go_on
from tests.matches.conftest import DECK, play_out, players_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

MOST_STATEMENTS = 150
PATIENCE = 90
"""Seconds until a child counts as hanging."""


def exit_code(run: Callable[[], object]) -> int | None:
    """Run in a fork of this process, and return its exit code, negative for a signal. None if it hangs.

    A child that hangs prints where. No other thread may use SQLite meanwhile: the child would wait for its locks.
    """

    def run_in_child() -> None:
        connections.close_all()
        run()
        os._exit(0)

    connections.close_all()
    child = multiprocessing.get_context("fork").Process(target=run_in_child)
    child.start()
    child.join(PATIENCE)
    if child.exitcode is not None:
        return child.exitcode
    assert child.pid is not None
    os.kill(child.pid, signal.SIGABRT)  # pytest's faulthandler prints its stack
    child.join()
    return None


def killed_at(statement: int, job: Callable[[], object], *, after: bool) -> bool:
    """Run the job in a process that is killed before or after its n-th statement. False if it ended before that."""

    def run() -> None:
        count = 0

        def count_and_die(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            nonlocal count
            count += 1
            if count == statement and not after:
                os.kill(os.getpid(), signal.SIGKILL)
            result = execute(sql, params, many, context)
            if count == statement:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        with connection.execute_wrapper(count_and_die):
            job()

    code = exit_code(run)
    assert code in (0, -signal.SIGKILL)
    return code != 0


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_killed_move_has_happened_once_when_it_is_sent_again(duel: Callable[..., Match], after: bool) -> None:
    match = duel()
    players = players_of(match)
    statement = 1
    killed = True
    while killed:
        assert statement < MOST_STATEMENTS
        position = load_match(match.id).position
        seat = seats_to_act(position.table)[0]
        request = {
            "match_id": match.id,
            "player_id": players[seat].pk,
            "action": encoded(legal_actions(position.table, seat)[0]),
            "expected_version": position.seq,
            "key": f"{statement}",
        }
        killed = killed_at(statement, lambda request=request: take_action(**request), after=after)
        taken = take_action(**request)
        assert taken.event.seq == position.seq + 1
        assert_log_is_whole(match)
        statement += 1
    assert statement > 3


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_killed_worker_leaves_a_match_that_goes_on(published: None, after: bool) -> None:
    statement = 1
    killed = True
    while killed:
        assert statement < MOST_STATEMENTS
        bots = [SeatPlan(kind="bot", bot="random", deck=DECK) for _ in range(2)]
        match = open_match(ruleset="raid", options={}, seats=bots)
        killed = killed_at(statement, lambda match=match: bot_runner.play_bots(match.id), after=after)
        assert_log_is_whole(match)
        let_it_go_on(match)
        assert match.status == Match.Status.OVER
        assert_log_is_whole(match)
        statement += 1
    assert statement > 3


@pytest.mark.parametrize("play", [None, bot_runner.play_at_once], ids=["opened", "played"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_killed_opening_leaves_a_whole_match_or_none(published: None, after: bool, play: Any) -> None:
    bots = [SeatPlan(kind="bot", bot="random", deck=DECK) for _ in range(2)]
    statement = 1
    while killed_at(statement, lambda: open_match(ruleset="raid", options={}, seats=bots, play=play), after=after):
        assert statement < MOST_STATEMENTS
        statement += 1

    assert statement > 3
    for match in Match.objects.all():
        assert match.status == (Match.Status.PLAYING if play is None else Match.Status.OVER)
        assert_log_is_whole(match)
        let_it_go_on(match)
        assert match.status == Match.Status.OVER


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_killed_joining_leaves_the_lobby_or_the_match(published: None, ann: Player, after: bool) -> None:
    statement = 1
    killed = True
    while killed:
        assert statement < MOST_STATEMENTS
        seats = [SeatPlan(kind="bot", bot="random", deck=DECK), SeatPlan(kind="open")]
        match = open_match(ruleset="raid", options={}, seats=seats)
        join = {"match_id": match.id, "player": ann, "deck": DECK, "entropy": "a"}

        killed = killed_at(statement, lambda join=join: join_match(**join), after=after)

        match.refresh_from_db()
        if match.status == Match.Status.LOBBY:
            assert not Event.objects.filter(match=match).exists()
            assert match.seats.get(index=1).kind == "open"
            join_match(**join)
        assert_log_is_whole(match)
        statement += 1
    assert statement > 3


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_killed_expiry_or_forfeit_is_made_once_by_the_next(duel: Callable[..., Match], after: bool) -> None:
    statement = 1
    killed = True
    while killed:
        assert statement < MOST_STATEMENTS
        late, failed = duel(clock={"type": "per_decision", "seconds": 60}), duel()
        Match.objects.filter(pk=late.pk).update(times={"deadlines": {"0": 1000}}, deadline_at="2020-01-01T00:00:00Z")
        ends = [
            lambda late=late: expire_clock(match_id=late.id),
            lambda failed=failed: forfeit_bot(match_id=failed.id, seat=1, version=0, fault="why"),
        ]

        killed = sum(killed_at(statement, end, after=after) for end in ends) > 0

        for match, end in zip((late, failed), ends, strict=True):
            end()
            assert_log_is_whole(match)
            assert (match.status, match.version) == ("over", 1)
        assert failed.seats.get(index=1).fault == "why"
        statement += 1
    assert statement > 2


def test_a_killed_scoring_is_found_and_done_once(duel: Callable[..., Match]) -> None:
    match = play_out(duel())
    statement = 1
    while killed_at(statement, lambda: scoring.score(match.id), after=True):
        statement += 1
    scoring.score(match.id)

    assert Scorecard.objects.filter(match=match).count() == 1
    match.refresh_from_db()
    assert match.is_scored


def test_killed_between_commit_and_waking_the_sweep_finds_the_bot(
    published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = [SeatPlan(kind="bot", bot="random", deck=DECK) for _ in range(2)]
    opened = multiprocessing.get_context("fork").SimpleQueue()

    def die_instead_of_waking(task: str, match_id: Any, **options: Any) -> None:
        opened.put(match_id)
        os.kill(os.getpid(), signal.SIGKILL)

    def run() -> None:
        wake.wake = die_instead_of_waking
        open_match(ruleset="raid", options={}, seats=bots)

    assert exit_code(run) == -signal.SIGKILL
    match = Match.objects.get(pk=opened.get())
    woken: list[Any] = []
    monkeypatch.setattr(wake, "wake", lambda task, match_id, **options: woken.append((task, match_id)))
    Match.objects.update(updated_at=timezone.now() - timedelta(minutes=1))

    maintenance.sweep()

    assert woken == [(wake.PLAY_BOTS, match.id)]
    let_it_go_on(match)
    assert match.status == Match.Status.OVER
