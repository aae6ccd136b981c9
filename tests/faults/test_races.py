"""Simultaneous requests: one of them wins each version, and nothing is lost or doubled."""

import random
from collections.abc import Callable

import pytest
from django.db import connection

from common.text.errors import ServiceError
from matches.log.models import Event
from matches.log.sql import load_match
from matches.log.stored_match import AutoPass
from matches.models import Match, Scorecard
from matches.services import scoring
from matches.services.act import set_auto_passes, take_action
from matches.services.ending import abort_match, expire_clock, resign
from matches.services.lobby import join_match, leave_match, open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner, maintenance
from players.models import Player
from rules.engine import legal_actions, seats_to_act
from tests.at_once import at_once
from tests.faults.checks import assert_log_is_whole, encoded, keys_used
from tests.matches.conftest import DECK, move, play_out, players_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def first_move(match: Match) -> Callable[[], object]:
    """A function that takes an action of seat 0, which is chosen beforehand."""
    action = encoded(legal_actions(load_match(match.id).position.table, 0)[0])
    player_id = players_of(match)[0].pk
    return lambda: take_action(match_id=match.id, player_id=player_id, action=action, expected_version=0)


def test_sixteen_threads_on_one_match_lose_and_double_nothing(duel: Callable[..., Match]) -> None:
    match = duel()
    players = players_of(match)

    def play(number: int) -> int:
        rng = random.Random(number)
        accepted = 0
        while True:
            position = load_match(match.id).position
            if position.table.outcome is not None:
                return accepted
            seat = seats_to_act(position.table)[0]
            action = encoded(rng.choice(legal_actions(position.table, seat)))
            key = f"{number}-{position.seq}"
            try:
                taken = take_action(
                    match_id=match.id, player_id=players[seat].pk, action=action, expected_version=position.seq, key=key
                )
                accepted += not taken.is_repeat
            except ServiceError as refusal:
                refused.add(refusal.code)

    refused: set[str] = set()
    accepted = at_once([lambda number=number: play(number) for number in range(16)])

    assert refused <= {"stale_version", "not_asked", "match_over"}
    assert_log_is_whole(match)
    assert sum(accepted) == match.version == len(keys_used(match))


@pytest.mark.parametrize("seat", [0, 1])
def test_equal_requests_at_the_same_moment_are_one_action(duel: Callable[..., Match], seat: int) -> None:
    match = duel()
    action = encoded(legal_actions(load_match(match.id).position.table, seat)[0])
    player = players_of(match)[seat]

    taken = at_once(
        [
            lambda: take_action(match_id=match.id, player_id=player.pk, action=action, expected_version=0, key="same")
            for _ in range(8)
        ]
    )

    assert len({(one.event.seq, one.event.hash) for one in taken}) == 1
    assert sorted(one.is_repeat for one in taken) == [False] + [True] * 7
    assert Event.objects.filter(match=match, key="same").count() == 1
    assert_log_is_whole(match)


def test_simultaneous_decisions_do_not_make_one_another_stale(duel: Callable[..., Match]) -> None:
    match = duel()
    table = load_match(match.id).position.table
    assert list(seats_to_act(table)) == [0, 1]
    jobs = [
        lambda seat=seat, player=player: take_action(
            match_id=match.id,
            player_id=player.pk,
            action=encoded(legal_actions(table, seat)[0]),
            expected_version=0,
            key="mine",
        )
        for seat, player in players_of(match).items()
    ]

    taken = at_once(jobs)

    assert sorted(one.event.seq for one in taken) == [1, 2]
    assert_log_is_whole(match)


def test_bots_delivered_twice_play_once(published: None) -> None:
    bots = [SeatPlan(kind="bot", bot="random", deck=DECK) for _ in range(2)]
    match = open_match(ruleset="raid", options={}, seats=bots)

    at_once([lambda: bot_runner.play_bots(match.id) for _ in range(4)])

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


def test_leaving_while_the_last_one_joins_is_one_or_the_other(published: None, ann: Player, ben: Player) -> None:
    for _ in range(6):
        seats = [SeatPlan(kind="player", player=ann, deck=DECK), SeatPlan(kind="open")]
        match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann)
        join_match(match_id=match.id, player=ann, entropy="a")

        left, joined = at_once(
            [
                lambda match=match: leave_match(match_id=match.id, player=ann),
                lambda match=match: join_match(match_id=match.id, player=ben, deck=DECK, entropy="b"),
            ]
        )

        match.refresh_from_db()
        assert isinstance(joined, Match)
        if match.status == Match.Status.LOBBY:
            assert isinstance(left, Match)
            assert {(seat.player, seat.is_ready) for seat in match.seats.all()} == {(None, False), (ben, True)}
        else:
            assert left == "match_started"
            assert_log_is_whole(match)


def consent(match: Match, player: Player) -> Callable[[], object]:
    return lambda: abort_match(match_id=match.id, player=player, note="")


def test_all_who_consent_at_once_abort_the_match_once(duel: Callable[..., Match], ann: Player, ben: Player) -> None:
    for _ in range(6):
        match = duel()

        results = at_once([consent(match, player) for player in (ann, ben, ann, ben)])

        match.refresh_from_db()
        assert set(results) <= {None, "match_over"} and results.count(None) >= 2
        assert (match.end_reason, match.version, match.consenting_seats) == ("aborted", 1, [0, 1])
        assert_log_is_whole(match)


def test_a_last_consent_and_an_action_of_who_consented_are_one_or_the_other(
    duel: Callable[..., Match], ann: Player, ben: Player
) -> None:
    for _ in range(8):
        match = duel()
        abort_match(match_id=match.id, player=ann, note="")

        consented, moved = at_once([consent(match, ben), first_move(match)])

        match.refresh_from_db()
        assert consented is None
        if moved == "match_over":
            assert (match.end_reason, match.version) == ("aborted", 1)
        else:
            assert (match.status, match.version, match.consenting_seats) == ("playing", 1, [1])
        assert_log_is_whole(match)


def test_a_consent_and_an_action_of_the_other_seat_lose_neither(
    duel: Callable[..., Match], ann: Player, ben: Player
) -> None:
    for _ in range(6):
        match = duel()

        consented, moved = at_once([consent(match, ben), first_move(match)])

        match.refresh_from_db()
        assert consented is None and not isinstance(moved, str)
        assert (match.status, match.version, match.consenting_seats) == ("playing", 1, [1])


def test_aborting_while_the_last_one_joins_leaves_nothing_half_begun(published: None, ann: Player, ben: Player) -> None:
    for _ in range(6):
        seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="open")]
        match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann)

        aborted, joined = at_once(
            [
                lambda match=match: abort_match(match_id=match.id, player=ann, note=""),
                lambda match=match: join_match(match_id=match.id, player=ben, deck=DECK),
            ]
        )

        match.refresh_from_db()
        assert aborted is None
        if isinstance(joined, Match):
            assert (match.status, match.version, match.consenting_seats) == ("playing", 0, [0])
            assert_log_is_whole(match)
        else:
            assert (joined, match.end_reason, match.version) == ("match_over", "aborted", -1)


def test_a_clock_runs_out_once_whoever_notices(duel: Callable[..., Match]) -> None:
    match = duel(clock={"type": "per_decision", "seconds": 60})
    Match.objects.filter(pk=match.pk).update(
        times={"deadlines": {"0": 1000, "1": 2000}}, deadline_at="2020-01-01T00:00:00Z"
    )
    ann = players_of(match)[0]

    results = at_once(
        [
            *[lambda: expire_clock(match_id=match.id)] * 3,
            *[lambda: maintenance.sweep()["clocks"]] * 3,
            first_move(match),
            lambda: resign(match_id=match.id, player_id=ann.pk),
            lambda: abort_match(match_id=match.id, player=ann, note=""),
        ]
    )

    assert results[6:] == ["match_over"] * 3
    assert sum(map(int, results[:6])) <= 1
    match.refresh_from_db()
    assert (match.version, match.end_reason, match.outcome["winners"]) == (1, "timeout", [1])
    assert_log_is_whole(match)


def test_a_key_that_comes_with_two_bodies_at_once_is_one_action(duel: Callable[..., Match]) -> None:
    match = duel()
    choices = legal_actions(load_match(match.id).position.table, 0)
    player = players_of(match)[0]

    results = at_once(
        [
            lambda action=action: take_action(
                match_id=match.id, player_id=player.pk, action=encoded(action), expected_version=0, key="same"
            )
            for action in choices[:2]
        ]
    )

    assert results.count("key_reused") == 1
    assert Event.objects.filter(match=match).count() == 2
    assert_log_is_whole(match)


def test_a_score_that_is_asked_for_many_times_at_once_is_written_once(duel: Callable[..., Match]) -> None:
    match = play_out(duel())

    cards = at_once([lambda: scoring.score(match.id)] * 6)

    assert len({card.scored_at for card in cards}) == 1
    assert Scorecard.objects.filter(match=match).count() == 1


def test_a_bot_that_ends_a_match_twice_at_once_scores_it_once(published: None) -> None:
    for _ in range(4):
        bots = [SeatPlan(kind="bot", bot="random", deck=DECK) for _ in range(2)]
        match = open_match(ruleset="raid", options={}, seats=bots)

        at_once(
            [*[lambda match=match: bot_runner.play_bots(match.id)] * 3, lambda match=match: scoring.score(match.id)]
        )
        scoring.score(match.id)

        match.refresh_from_db()
        assert match.status == Match.Status.OVER and match.is_scored
        assert Scorecard.objects.filter(match=match).count() == 1
        assert_log_is_whole(match)


def test_auto_passes_and_moves_at_once_leave_no_window_open_that_an_auto_pass_fits(
    duel: Callable[..., Match],
) -> None:
    for number in range(8):
        match = duel()
        rng = random.Random(number)
        move(match, rng)
        move(match, rng)
        attacker = seats_to_act(load_match(match.id).position.table)[0]
        other = players_of(match)[1 - attacker]
        attack = next(
            a for a in legal_actions(load_match(match.id).position.table, attacker) if type(a).__name__ == "Attack"
        )

        at_once(
            [
                lambda match=match, attack=attack, attacker=attacker: take_action(
                    match_id=match.id,
                    player_id=players_of(match)[attacker].pk,
                    action=encoded(attack),
                    expected_version=2,
                ),
                lambda match=match, other=other: set_auto_passes(
                    match_id=match.id, player=other, auto_passes=[AutoPass("block")]
                ),
            ]
        )

        stored = load_match(match.id)
        assert stored.auto_passes == {1 - attacker: [AutoPass("block")]}
        assert stored.version == 4, "the attack, and the auto-pass"
        assert_log_is_whole(match)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no locks of rows")
def test_nobody_waits_without_end_for_a_match_that_somebody_holds_locked() -> None:
    """Otherwise repeated requests would take all slots within seconds. A frozen transaction is ended."""
    with connection.cursor() as cursor:
        waits = []
        for name in ("lock_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SHOW {name}")
            waits.append(cursor.fetchone()[0])

    assert waits == ["5s", "1min"]
