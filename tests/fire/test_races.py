"""Many at once: one winner a version, nothing lost, nothing doubled."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from cards.engine import asked, legal_actions
from matches import house
from matches.lobby import SeatPlan, join_match, open_match
from matches.models import Event, Match
from matches.players.models import Player
from matches.refusals import Refusal
from matches.services import take_action
from matches.store import peek
from tests.fire.checks import assert_log_is_whole, encoded, keys_used
from tests.matches.conftest import DECK, players_of

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(jobs: list[Callable[[], object]]) -> list[object]:
    """Run every job in a thread of its own, started together; exceptions are results."""
    barrier = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> object:
        try:
            barrier.wait(10)
            return job()
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def test_sixteen_threads_on_one_match_lose_and_double_nothing(duel: Callable[..., Match]) -> None:
    match = duel()
    players = players_of(match)

    def play(number: int) -> int:
        rng = random.Random(number)
        accepted = 0
        while True:
            position = peek(match.id).position
            if position.table.outcome is not None:
                return accepted
            seat = asked(position.table)[0]
            action = encoded(rng.choice(legal_actions(position.table, seat)))
            key = f"{number}-{position.seq}"
            try:
                taken = take_action(
                    match_id=match.id, player_id=players[seat].pk, action=action, seen=position.seq, key=key
                )
                accepted += not taken.is_repeat
            except Refusal as refusal:
                refused.add(refusal.code)

    refused: set[str] = set()
    accepted = at_once([lambda number=number: play(number) for number in range(16)])

    assert refused <= {"stale_version", "not_asked", "match_over"}
    assert_log_is_whole(match)
    assert sum(accepted) == match.version == len(keys_used(match))


@pytest.mark.parametrize("seat", [0, 1])
def test_equal_requests_at_the_same_moment_are_one_action(duel: Callable[..., Match], seat: int) -> None:
    match = duel()
    action = encoded(legal_actions(peek(match.id).position.table, seat)[0])
    player = players_of(match)[seat]

    taken = at_once(
        [
            lambda: take_action(match_id=match.id, player_id=player.pk, action=action, seen=0, key="same")
            for _ in range(8)
        ]
    )

    assert len({(one.event.seq, one.event.hash) for one in taken}) == 1
    assert sorted(one.is_repeat for one in taken) == [False] + [True] * 7
    assert Event.objects.filter(match=match, key="same").count() == 1
    assert_log_is_whole(match)


def test_simultaneous_decisions_do_not_make_one_another_stale(duel: Callable[..., Match]) -> None:
    match = duel()
    table = peek(match.id).position.table
    assert list(asked(table)) == [0, 1]
    jobs = [
        lambda seat=seat, player=player: take_action(
            match_id=match.id, player_id=player.pk, action=encoded(legal_actions(table, seat)[0]), seen=0, key="mine"
        )
        for seat, player in players_of(match).items()
    ]

    taken = at_once(jobs)

    assert sorted(one.event.seq for one in taken) == [1, 2]
    assert_log_is_whole(match)


def test_bots_delivered_twice_play_once(published: None) -> None:
    bots = [SeatPlan(kind="bot", bot="random", deck=DECK) for _ in range(2)]
    match = open_match(ruleset="raid", options={}, seats=bots)

    at_once([lambda: house.play_bots(match.id) for _ in range(4)])

    match.refresh_from_db()
    assert match.status == Match.Status.OVER
    assert_log_is_whole(match)


def test_two_who_join_the_last_seat_get_one_between_them(published: None, ann: Player, ben: Player) -> None:
    seats = [SeatPlan(kind="bot", bot="random", deck=DECK), SeatPlan(kind="open")]
    match = open_match(ruleset="raid", options={}, seats=seats)

    results = at_once(
        [lambda player=player: join_match(match_id=match.id, player=player, deck=DECK) for player in (ann, ben)]
    )

    assert sorted(str(type(result).__name__) for result in results) == ["Match", "str"]
    assert next(result for result in results if isinstance(result, str)) in ("seat_taken", "match_started")
    assert_log_is_whole(match)
