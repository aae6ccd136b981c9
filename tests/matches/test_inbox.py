"""Notices to accounts: their causes, their numbers, and how long they are stored."""

import random
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection, transaction
from django.utils import timezone

from matches.log.transactions import writing
from matches.models import Match
from matches.notifications import inbox
from matches.notifications.models import Notice
from matches.notifications.notices import CalledToSeat, SeatTaken, open_notices
from matches.services.ending import abort_match, resign
from matches.services.lobby import join_match, leave_match, open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_bots
from players.models import Player
from tests.matches.conftest import DECK, move

Duel = Callable[..., Match]
TAKEN = SeatTaken("01900000-0000-7000-8000-000000000000", 0, "somebody")


def told(player: Player, after: int = 0) -> list[tuple[int, str]]:
    """(number, type) of an account's notices."""
    found = inbox.notices_after(player.pk, after, 1000)
    return [(notice.number, msgspec.json.decode(notice.body)["type"]) for notice in found]


def bodies(player: Player) -> list[Any]:
    return [msgspec.json.decode(notice.body) for notice in inbox.notices_after(player.pk, 0, 1000)]


@pytest.fixture
def lobby(published: None, ann: Player, ben: Player) -> Match:
    """A lobby of Ann, who is ready. Ben is invited."""
    seats = [
        SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True),
        SeatPlan(kind="invited", invited="ben"),
    ]
    return open_match(ruleset="raid", options={}, seats=seats, created_by=ann)


# Causes and recipients


@pytest.mark.django_db
def test_who_is_invited_is_called_and_both_are_told_of_start_and_end(lobby: Match, ann: Player, ben: Player) -> None:
    assert (told(ann), told(ben)) == ([], [(1, "called")])
    assert bodies(ben) == [
        {"type": "called", "match": str(lobby.pk), "seat": 1, "ruleset": "raid", "by": "ann", "answer_by": None}
    ]

    join_match(match_id=lobby.pk, player=ben, deck=DECK)
    resign(match_id=lobby.pk, player_id=ann.pk)

    assert told(ann) == [(1, "match_started"), (2, "match_ended")]
    assert told(ben) == [(1, "called"), (2, "match_started"), (3, "match_ended")]
    outcome = {"winners": [1], "reason": "resignation"}
    assert {name: bodies(ann)[1]["outcome"][name] for name in outcome} == outcome


@pytest.mark.django_db
def test_a_seat_that_is_taken_or_left_is_told_to_the_others(published: None, ann: Player, ben: Player) -> None:
    carl = Player.objects.create_user("carl")
    seats = [SeatPlan(kind="open"), SeatPlan(kind="invited", invited="carl")]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann)

    join_match(match_id=match.pk, player=ben, deck=DECK)
    leave_match(match_id=match.pk, player=ben)

    assert told(ann) == [(1, "seat_taken"), (2, "seat_left")]
    assert told(carl) == [(1, "called"), (2, "seat_taken"), (3, "seat_left")]
    assert told(ben) == []


@pytest.mark.django_db
def test_a_lobby_that_is_closed_is_told_once_to_everybody_with_a_part_in_it(
    lobby: Match, ann: Player, ben: Player
) -> None:
    abort_match(match_id=lobby.pk, player=ann, note="")

    assert (told(ann), told(ben)) == ([(1, "match_ended")], [(1, "called"), (2, "match_ended")])


@pytest.mark.django_db
def test_a_consent_to_an_abort_is_offered_to_the_others_once(duel: Duel, ann: Player, ben: Player) -> None:
    match = duel()

    for _ in range(2):
        abort_match(match_id=match.pk, player=ann, note="")

    assert told(ben, after=1) == [(2, "abort_offered")]
    assert told(ann, after=1) == []


@pytest.mark.django_db
def test_the_end_that_a_bot_or_a_move_brings_is_told_to_people(published: None, ann: Player) -> None:
    seats = [
        SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True),
        SeatPlan(kind="bot", bot="random", deck=DECK),
    ]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann)
    rng = random.Random(3)
    while match.status != Match.Status.OVER:
        play_bots(match.pk, sleep=lambda seconds: None)
        match.refresh_from_db()
        if match.status != Match.Status.OVER:
            move(match, rng)
            match.refresh_from_db()

    assert told(ann) == [(1, "match_started"), (2, "match_ended")]


@pytest.mark.django_db
def test_what_is_open_are_the_calls_that_are_not_answered(lobby: Match, ann: Player, ben: Player) -> None:
    assert open_notices(ben.pk) == [CalledToSeat(str(lobby.pk), 1, "raid", "ann", None)]
    assert open_notices(ann.pk) == []

    join_match(match_id=lobby.pk, player=ben, deck=DECK)

    assert open_notices(ben.pk) == []


# Numbers


@pytest.mark.django_db
def test_all_notices_of_a_transaction_are_written_at_its_end_in_the_order_of_accounts(ann: Player, ben: Player) -> None:
    with writing():
        inbox.notify([ben.pk], TAKEN)
        inbox.notify([ann.pk, ben.pk], TAKEN)
        assert Notice.objects.count() == 0

    assert list(Notice.objects.order_by("at", "account_id").values_list("account_id", "number")) == [
        (ann.pk, 1),
        (ben.pk, 1),
        (ben.pk, 2),
    ]


@pytest.mark.django_db
def test_what_is_rolled_back_is_not_told_and_takes_no_number(ann: Player) -> None:
    with writing():
        inbox.notify([ann.pk], TAKEN)
        with pytest.raises(KeyError), writing():
            _notify_and_fail(ann)
    with pytest.raises(KeyError), writing():
        _notify_and_fail(ann)
    with writing():
        inbox.notify([ann.pk], TAKEN)

    assert [number for number, _ in told(ann)] == [1, 2]


def _notify_and_fail(player: Player) -> None:
    inbox.notify([player.pk], TAKEN)
    raise KeyError


def test_there_is_no_notice_outside_a_transaction_that_writes() -> None:
    with pytest.raises(RuntimeError):
        inbox.notify([1], TAKEN)


@pytest.mark.django_db(transaction=True)
def test_transactions_that_tell_the_same_accounts_do_not_wait_for_each_other_in_a_circle(
    ann: Player, ben: Player
) -> None:
    faults: list[BaseException] = []

    def tell(accounts: list[int]) -> None:
        try:
            for _ in range(25):
                with writing():
                    for account in accounts:
                        inbox.notify([account], TAKEN)
        except BaseException as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=tell, args=([one.pk, other.pk],)) for one, other in ((ann, ben), (ben, ann)) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert faults == []
    assert [number for number, _ in told(ann)] == [number for number, _ in told(ben)] == list(range(1, 101))


# How long


@pytest.mark.django_db
def test_what_is_older_than_thirty_days_goes_and_the_numbers_stay(ann: Player) -> None:
    for _ in range(3):
        with writing():
            inbox.notify([ann.pk], TAKEN)
    long_ago = timezone.now() - timedelta(days=31)
    Notice.objects.filter(account_id=ann.pk, number__lt=3).update(at=long_ago)

    assert [inbox.has_all_after(ann.pk, number) for number in (0, 1, 2, 3, 4)] == [True, True, True, True, False]
    assert inbox.forget_old(timezone.now()) == 2
    assert [inbox.has_all_after(ann.pk, number) for number in (0, 1, 2, 3, 4)] == [False, False, True, True, False]

    Notice.objects.update(at=long_ago)
    inbox.forget_old(timezone.now())
    assert [inbox.has_all_after(ann.pk, number) for number in (2, 3)] == [False, True]
    with writing():
        inbox.notify([ann.pk], TAKEN)
    assert told(ann) == [(4, "seat_taken")]


@pytest.mark.django_db
def test_an_account_that_was_told_nothing_has_missed_nothing(ann: Player) -> None:
    assert inbox.has_all_after(ann.pk, 0) and not inbox.has_all_after(ann.pk, 1)


@pytest.mark.django_db(transaction=True)
def test_the_end_is_told_in_the_transaction_that_brings_it(duel: Duel, ann: Player) -> None:
    match = duel()

    with transaction.atomic():
        resign(match_id=match.pk, player_id=ann.pk)
        transaction.set_rollback(True)

    assert told(ann) == [(1, "match_started")]
