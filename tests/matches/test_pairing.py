"""Quick pairing: the pairs, and no double pairing, even with simultaneous posts and withdrawals."""

import contextlib
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from common.text.errors import ServiceError
from matches.log.transactions import POSTGRES
from matches.models import CallRecord, Match, PairingRequest, Seat
from matches.notifications import inbox
from matches.notifications.models import Notice
from matches.services import pairing
from matches.services.ending import abort_match
from matches.services.lobby import join_match, leave_match
from matches.services.pairing import KEPT, Wanted, post_request, withdraw_request
from players.models import BotAccount, Player, Rating
from players.ratings import UNKNOWN
from tests.levels import examples
from tests.matches.conftest import DECK

CLOCK = {"type": "fischer", "initial_seconds": 60, "increment_seconds": 1}
OTHER = {"type": "per_decision", "seconds": 60}


def post(player: Player, **more: Any) -> Match | None:
    wanted = {"ruleset": "raid", "options": {}, "clock": CLOCK, "deck": DECK, **more}
    return post_request(player=player, wanted=Wanted(**wanted))[1]


def waiting() -> set[str]:
    return set(PairingRequest.objects.values_list("player__username", flat=True))


def rated_at(player: Player, points: int) -> None:
    """Set the player's rating to `points` above or below that of a new player."""
    mu = UNKNOWN.mu + points * 1_000_000 // 40
    Rating.objects.create(player=player, ruleset="raid", mu=mu, sigma=UNKNOWN.sigma)


@pytest.mark.django_db
def test_two_who_want_the_same_are_called_and_the_match_starts_when_both_have_joined(
    published: None, ann: Player, ben: Player
) -> None:
    assert post(ann) is None
    match = post(ben)

    assert match is not None
    assert {seat.player_id for seat in match.seats.all()} == {ann.pk, ben.pk}
    assert [seat.kind for seat in match.seats.all()] == ["called", "called"]
    assert match.created_by is None and match.answer_by is not None
    assert waiting() == set()
    for player in (ann, ben):
        told = [msgspec.json.decode(notice.body) for notice in inbox.notices_after(player.pk, 0, 9)]
        assert [notice["type"] for notice in told] == ["called", "paired"]
        assert told[1]["match"] == str(match.pk)
    join_match(match_id=match.pk, player=ann, entropy="a")
    assert join_match(match_id=match.pk, player=ben).status == "playing"


@pytest.mark.django_db
@pytest.mark.parametrize("other", [{"clock": OTHER}, {"options": {"seats": 4}}])
def test_who_wants_something_else_waits_on(published: None, ann: Player, ben: Player, other: dict[str, Any]) -> None:
    post(ann)

    assert post(ben, **other) is None
    assert waiting() == {"ann", "ben"}


@pytest.mark.django_db
def test_options_that_are_the_defaults_are_the_same_as_none(published: None, ann: Player, ben: Player) -> None:
    post(ann)

    assert post(ben, options={"seats": 2}) is not None


@pytest.mark.django_db
def test_a_table_of_four_is_paired_when_the_fourth_comes(published: None, ann: Player, ben: Player) -> None:
    others = [Player.objects.create_user(name) for name in ("cid", "dan")]

    found = [post(player, options={"seats": 4}) for player in (ann, ben, *others)]

    assert found[:3] == [None] * 3
    assert found[3] is not None and found[3].seats.count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("mine", "theirs", "is_paired"),
    [
        ({"least_rating": 1500}, {}, False),
        ({"least_rating": 1400, "most_rating": 1400}, {}, True),
        ({"most_rating": 1399}, {}, False),
        ({}, {"most_rating": 1599}, False),
        ({}, {"least_rating": 1600, "most_rating": 1600}, True),
        ({"least_rating": 1300}, {"most_rating": 1500}, False),
    ],
)
@pytest.mark.parametrize("ann_first", [True, False])
def test_each_is_in_the_range_of_the_other_or_they_wait(
    published: None, ann: Player, ben: Player, mine: Any, theirs: Any, is_paired: bool, ann_first: bool
) -> None:
    """Ann's rating is 1600, Ben's 1400."""
    rated_at(ann, 100)
    rated_at(ben, -100)
    posts = [(ann, mine), (ben, theirs)]

    found = [post(player, **bounds) for player, bounds in (posts if ann_first else reversed(posts))]

    assert [match is not None for match in found] == [False, is_paired]


@pytest.mark.django_db
def test_whoever_has_waited_longest_comes_first(published: None, ann: Player, ben: Player) -> None:
    cid = Player.objects.create_user("cid")
    post(ben, most_rating=1000)
    post(cid, least_rating=1501)
    PairingRequest.objects.update(least_rating=None, most_rating=None)

    match = post(ann)

    assert match is not None and {seat.player_id for seat in match.seats.all()} == {ann.pk, ben.pk}
    assert waiting() == {"cid"}


@pytest.mark.django_db
def test_an_account_waits_once_and_not_while_it_is_paused(published: None, ann: Player) -> None:
    post(ann)
    with pytest.raises(ServiceError, match="already_waiting"):
        post(ann, clock=OTHER)

    withdraw_request(player=ann, request_id=PairingRequest.objects.get().pk)
    CallRecord.objects.create(player=ann, paused_until=timezone.now() + timedelta(minutes=1))
    with pytest.raises(ServiceError, match="account_paused"):
        post(Player.objects.get(pk=ann.pk))

    assert waiting() == set()


@pytest.mark.django_db
def test_who_has_gone_away_or_may_not_play_is_paired_with_nobody(published: None, ann: Player, ben: Player) -> None:
    cid, dan = (Player.objects.create_user(name) for name in ("cid", "dan"))
    post(ann)
    PairingRequest.objects.update(posted_at=timezone.now() - KEPT - timedelta(seconds=1))
    assert post(ben) is None
    Player.objects.filter(pk=ben.pk).update(is_active=False)
    assert post(cid) is None
    CallRecord.objects.create(player=cid, paused_until=timezone.now() + timedelta(minutes=1))

    assert post(dan) is None
    assert waiting() == {"ben", "cid", "dan"}


@pytest.mark.django_db
def test_nobody_withdraws_what_is_not_his_or_has_been_paired(published: None, ann: Player, ben: Player) -> None:
    post(ann)
    request = PairingRequest.objects.get()
    with pytest.raises(ServiceError, match="not_found"):
        withdraw_request(player=ben, request_id=request.pk)
    post(ben)

    with pytest.raises(ServiceError, match="not_found"):
        withdraw_request(player=ann, request_id=request.pk)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fault", [{"deck": None}, {"deck": {"cards": {"dragon": 4}}}, {"options": {"seats": 99}}, {"deck": "no-such-deck"}]
)
def test_what_no_match_could_be_started_with_is_refused_and_nobody_waits(
    published: None, ann: Player, fault: dict[str, Any]
) -> None:
    with pytest.raises(ServiceError, match="bad_setup"):
        post(ann, **fault)

    assert waiting() == set()


# At the same moment


def at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Run the jobs at the same time, each with its own database connection, and return their results."""
    results: list[Any] = [None] * len(jobs)
    start = threading.Barrier(len(jobs))

    def run(number: int) -> None:
        try:
            start.wait(30)
            results[number] = jobs[number]()
        except BaseException as error:
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_of_many_who_post_at_once_all_are_paired_and_nobody_twice(published: None) -> None:
    for round_ in range(3):
        players = [Player.objects.create_user(f"p{round_}-{number}") for number in range(10)]

        results = at_once([lambda player=player: post(player) for player in players])

        assert not [error for error in results if isinstance(error, BaseException)]
        assert waiting() == set()
        seated = list(Seat.objects.filter(player__in=players).values_list("player_id", flat=True))
        assert sorted(seated) == sorted(player.pk for player in players)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
@examples(6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(withdrawing=st.lists(st.booleans(), min_size=6, max_size=6))
def test_who_withdraws_while_others_post_is_either_paired_or_gone(published: None, withdrawing: list[bool]) -> None:
    PairingRequest.objects.all().delete()
    base = Player.objects.count()
    players = [Player.objects.create_user(f"q{base}-{number}") for number in range(12)]
    first, second = players[:6], players[6:]
    for player, points in zip(first, range(6), strict=True):
        post(player, options={"seats": 2}, least_rating=9000 + points)
    PairingRequest.objects.update(least_rating=None)
    requests = {request.player_id: request.pk for request in PairingRequest.objects.all()}
    leaving = [player for player, leaves in zip(first, withdrawing, strict=True) if leaves]

    results = at_once(
        [lambda player=player: post(player) for player in second]
        + [lambda player=player: withdraw_request(player=player, request_id=requests[player.pk]) for player in leaving]
    )

    seats = list(Seat.objects.filter(player__in=players).values_list("player_id", flat=True))
    assert len(seats) == len(set(seats))
    for player, result in zip(leaving, results[6:], strict=True):
        assert isinstance(result, ServiceError) == (player.pk in seats), (player, result)
    gone = {player.pk for player in leaving} - set(seats)
    still = set(PairingRequest.objects.values_list("player_id", flat=True))
    assert len(still) <= 1
    assert set(seats) | gone | still == {player.pk for player in players}
    assert not BotAccount.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_of_two_requests_of_one_account_for_two_games_one_is_refused(
    published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, both, look = Player.objects.create_user("p"), threading.Barrier(2), pairing._rating

    def look_together(*args: Any) -> int:
        """Wait until both have looked and found no request, if possible."""
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(1)
        return look(*args)

    monkeypatch.setattr(pairing, "_rating", look_together)

    results = at_once([lambda: post(player), lambda: post(player, ruleset="battle_line", deck=None)])

    assert [getattr(error, "code", None) for error in results if error is not None] == ["already_waiting"]


@pytest.mark.django_db
@pytest.mark.parametrize("leave", [leave_match, partial(abort_match, note="")], ids=["leaves", "aborts"])
def test_who_leaves_three_pairings_within_an_hour_is_paired_again_when_it_is_over(
    published: None, ann: Player, ben: Player, leave: Callable[..., object]
) -> None:
    for _ in range(3):
        post(ann)
        match = post(ben)
        assert match is not None
        leave(match_id=match.pk, player=ben)

    with pytest.raises(ServiceError, match="too_fast") as refused:
        post(ben)

    assert 3500 < refused.value.params["retry_after"] <= 3600
    assert post(ann) is None  # The remaining player keeps waiting.
    kinds = [msgspec.json.decode(notice.body)["type"] for notice in inbox.notices_after(ann.pk, 0, 100)]
    assert kinds[-2:] == ["seat_left", "match_ended"]
    Notice.objects.update(at=F("at") - timedelta(hours=1))
    assert post(ben) is not None
