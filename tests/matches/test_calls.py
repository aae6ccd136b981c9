"""Calls to seats, closing lobbies and idle matches, and how many matches an account may open."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from common.text.errors import ServiceError
from matches.models import CallRecord, Match
from matches.notifications import inbox
from matches.selectors.acceptance import Acceptance, AcceptedRuleset, NoClock
from matches.selectors.calls import paused_until
from matches.selectors.idle import closes_at
from matches.services.calls import PAUSE, end_calls, end_pause
from matches.services.ending import close_idle
from matches.services.lobby import join_match, leave_match, open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.maintenance import sweep
from players.models import BotAccount, Player
from tests.faults.checks import assert_log_is_whole
from tests.matches.conftest import DECK, move

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
BLITZ = {"type": "fischer", "initial_seconds": 60, "increment_seconds": 1}


def called(players: list[Player], **more: Any) -> Match:
    plans = [SeatPlan(kind="called", player=player, deck=DECK) for player in players]
    return open_match(ruleset="raid", options={}, seats=plans, **more)


def let_time_pass(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(answer_by=timezone.now() - timedelta(seconds=1))


def make_quiet(match: Match, days: int) -> None:
    Match.objects.filter(pk=match.pk).update(updated_at=timezone.now() - timedelta(days=days, minutes=1))


def told(player: Player) -> list[Any]:
    return [msgspec.json.decode(notice.body) for notice in inbox.notices_after(player.pk, 0, 100)]


def kinds(match: Match) -> list[str]:
    return [seat.kind for seat in match.seats.all()]


def test_who_is_called_gives_entropy_after_the_commitment_and_the_last_answer_starts(
    published: None, ann: Player, ben: Player
) -> None:
    match = called([ann, ben], clock=BLITZ)
    assert match.answer_by is not None and match.seed_commitment
    assert timedelta(seconds=50) < match.answer_by - timezone.now() <= timedelta(seconds=60)
    assert [notice["type"] for notice in told(ben)] == ["called"] and told(ben)[0]["answer_by"]

    first = join_match(match_id=match.pk, player=ben, entropy="dice")
    second = join_match(match_id=match.pk, player=ann)

    assert (first.status, second.status, second.answer_by) == ("lobby", "playing", None)
    assert [seat.entropy for seat in match.seats.all()] == ["", "dice"]
    assert_log_is_whole(match)


@pytest.fixture
def robot() -> Player:
    """A bot account that accepts one match at once."""
    player = Player.objects.create_user("robot")
    accepts = {"rulesets": [{"ruleset": "raid"}], "clocks": [{"type": "fischer"}, {"type": "none"}], "at_once": 1}
    owner = Player.objects.create_user("owner")
    BotAccount.objects.create(player=player, owner=owner, version="1", accepts=accepts, rulesets=" raid ")
    return player


@pytest.mark.parametrize(("clock", "minutes"), [(BLITZ, 10), (None, 24 * 60)], ids=["blitz", "no clock"])
def test_a_bot_account_waits_so_long_for_the_others_and_is_free_again(
    published: None, ann: Player, robot: Player, clock: Any, minutes: int
) -> None:
    plans = [SeatPlan(kind="player", player=ann, deck=DECK), SeatPlan(kind="invited", invited="robot")]
    match = open_match(ruleset="raid", options={}, seats=plans, clock=clock, created_by=ann)
    join_match(match_id=match.pk, player=robot, deck=DECK)

    def after(minutes: int) -> int:
        Match.objects.filter(pk=match.pk).update(updated_at=timezone.now() - timedelta(minutes=minutes))
        return sweep()["calls"]

    assert (after(minutes - 1), kinds(match)) == (0, ["player", "player"])
    with pytest.raises(ServiceError, match="bad_setup"):
        open_match(ruleset="raid", options={}, seats=plans, clock=clock, created_by=ann)

    assert (after(minutes + 1), kinds(match)) == (1, ["player", "open"])

    assert told(ann)[-1] == {"type": "seat_left", "match": str(match.pk), "seat": 1, "player": "robot"}
    assert sweep()["calls"] == 0
    assert open_match(ruleset="raid", options={}, seats=plans, clock=clock, created_by=ann).answer_by


def test_who_answers_too_late_has_lost_the_seat_before_the_sweep_has_come(
    published: None, ann: Player, ben: Player
) -> None:
    match = called([ann, ben])
    let_time_pass(match)

    with pytest.raises(ServiceError, match="call_missed"):
        join_match(match_id=match.pk, player=ann)

    assert kinds(match) == ["called", "called"]


def test_the_sweep_closes_what_the_service_brought_about_and_blames_only_who_was_away(
    published: None, ann: Player, ben: Player
) -> None:
    match = called([ann, ben])
    join_match(match_id=match.pk, player=ann)
    let_time_pass(match)

    assert [sweep()["calls"], sweep()["calls"]] == [1, 0]

    match.refresh_from_db()
    assert (match.status, match.end_reason, match.answer_by) == ("over", "aborted", None)
    assert CallRecord.objects.filter(player=ann, missed__gt=0).count() == 0
    assert CallRecord.objects.get(player=ben).missed == 1
    assert [notice["type"] for notice in told(ann)] == ["called", "match_ended"]
    assert [notice["type"] for notice in told(ben)] == ["called", "seat_taken", "call_missed", "match_ended"]


def test_in_a_lobby_that_somebody_opened_the_seat_is_open_to_everybody_then(
    published: None, ann: Player, ben: Player
) -> None:
    match = open_match(
        ruleset="raid",
        options={},
        seats=[SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="called", player=ben)],
        created_by=ann,
    )
    let_time_pass(match)

    end_calls(match.pk)

    match.refresh_from_db()
    assert (match.status, match.answer_by, kinds(match)) == ("lobby", None, ["player", "open"])
    assert [notice["type"] for notice in told(ann)] == ["seat_left"]


def test_three_missed_calls_in_a_row_pause_an_account_until_it_says_that_it_is_there(
    published: None, ann: Player, ben: Player
) -> None:
    def miss() -> None:
        match = called([ann, ben])
        join_match(match_id=match.pk, player=ann)
        let_time_pass(match)
        end_calls(match.pk)

    miss()
    miss()
    answered = called([ann, ben])
    join_match(match_id=answered.pk, player=ben)
    miss()
    miss()
    assert paused_until(Player.objects.get(pk=ben.pk)) is None
    miss()

    ben = Player.objects.get(pk=ben.pk)
    assert paused_until(ben) is not None
    assert [notice["paused_until"] for notice in told(ben) if notice["type"] == "call_missed"][:-1] == [None] * 4
    with pytest.raises(ServiceError, match="pause_too_new"):
        end_pause(ben)
    CallRecord.objects.filter(player=ben).update(paused_until=timezone.now() - timedelta(seconds=1))
    assert paused_until(Player.objects.get(pk=ben.pk)) is None
    assert paused_until(Player.objects.get(pk=ann.pk)) is None


def test_a_pause_that_is_ended_early_lasts_ten_minutes_and_is_back_at_the_next_missed_call(
    published: None, ann: Player, ben: Player
) -> None:
    def is_paused() -> bool:
        return paused_until(Player.objects.get(pk=ben.pk)) is not None

    def miss() -> None:
        match = called([ann, ben])
        join_match(match_id=match.pk, player=ann)
        let_time_pass(match)
        end_calls(match.pk)

    def begun(minutes: int) -> None:
        until = timezone.now() + PAUSE - timedelta(minutes=minutes)
        CallRecord.objects.filter(player=ben).update(paused_until=until)

    for _ in range(3):
        miss()
    begun(9)
    with pytest.raises(ServiceError, match="pause_too_new") as refused:
        end_pause(Player.objects.get(pk=ben.pk))
    assert set(refused.value.params) == {"until"} and is_paused()

    begun(10)
    end_pause(Player.objects.get(pk=ben.pk))
    assert not is_paused()
    miss()
    assert is_paused(), "nothing was answered in between"

    begun(10)
    end_pause(Player.objects.get(pk=ben.pk))
    join_match(match_id=called([ann, ben]).pk, player=ben)
    miss()
    miss()
    assert not is_paused(), "an answered call wipes the slate clean"


@pytest.mark.parametrize(
    ("accepted", "asked", "clock", "held"),
    [
        ([NoClock(most_idle_days=2)], 30, None, 2),
        ([NoClock(most_idle_days=2), NoClock(most_idle_days=5)], 30, None, 5),
        ([NoClock(most_idle_days=40)], 30, None, 30),
        ([NoClock()], 60, None, 60),
        ([NoClock(most_idle_days=2)], 1, None, 1),
        ([NoClock(most_idle_days=2)], 30, {"type": "correspondence", "days": 3}, None),
    ],
)
def test_a_match_without_a_clock_holds_a_bot_account_no_longer_than_its_owner_says(
    published: None, ann: Player, ben: Player, accepted: Any, asked: int, clock: Any, held: int | None
) -> None:
    accepts = Acceptance(rulesets=[AcceptedRuleset("raid")], clocks=accepted)
    BotAccount.objects.create(
        player=ben, owner=None, version="1", accepts=msgspec.to_builtins(accepts), rulesets="raid"
    )
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="open")]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann, idle_days=asked, clock=clock)

    join_match(match_id=match.pk, player=Player.objects.get(pk=ben.pk), deck=DECK)

    match.refresh_from_db()
    closing = closes_at(match)
    assert match.status == "playing"
    assert (None if closing is None else (closing - match.updated_at).days) == held
    Match.objects.filter(pk=match.pk).update(updated_at=timezone.now() - timedelta(days=held or 90, minutes=1))
    sweep()
    match.refresh_from_db()
    assert match.status == ("playing" if held is None else "over")


def test_who_is_not_paused_ends_nothing(published: None, ann: Player) -> None:
    end_pause(ann)

    assert not CallRecord.objects.filter(player=ann).exists()


def test_who_declines_closes_it_and_has_missed_nothing(published: None, ann: Player, ben: Player) -> None:
    match = called([ann, ben])

    leave_match(match_id=match.pk, player=ben)

    match.refresh_from_db()
    assert (match.status, match.answer_by) == ("over", None)
    assert not CallRecord.objects.exists()


def test_a_lobby_that_does_not_fill_is_closed_and_one_that_was_touched_is_not(
    published: None, ann: Player, ben: Player
) -> None:
    plans = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="open")]
    forgotten, fresh = (open_match(ruleset="raid", options={}, seats=plans, created_by=ann) for _ in range(2))
    make_quiet(forgotten, 3)

    assert [sweep()["idle"], sweep()["idle"]] == [1, 0]

    assert [Match.objects.get(pk=match.pk).status for match in (forgotten, fresh)] == ["over", "lobby"]
    assert not close_idle(fresh.pk)


def test_a_match_without_a_clock_is_closed_after_its_days_and_one_with_a_clock_is_not(
    duel: Callable[..., Match],
) -> None:
    quiet, patient, clocked = duel(idle_days=2), duel(idle_days=3), duel(clock=BLITZ)
    for match in (quiet, patient, clocked):
        make_quiet(match, 2)

    assert [sweep()["idle"], sweep()["idle"]] == [1, 0]

    statuses = [Match.objects.get(pk=match.pk).status for match in (quiet, patient, clocked)]
    assert statuses == ["over", "playing", "playing"]
    quiet.refresh_from_db()
    assert quiet.end_reason == "aborted"
    assert_log_is_whole(quiet)


def test_a_move_keeps_a_quiet_match_open(duel: Callable[..., Match]) -> None:
    match = duel(idle_days=1)
    make_quiet(match, 1)
    move(match, random.Random(1))

    assert not close_idle(match.pk)


def test_an_account_opens_so_many_lobbies_and_so_many_matches(
    published: None, ann: Player, ben: Player, settings: Any
) -> None:
    settings.MOST_LOBBIES, settings.MOST_MATCHES = 2, 2
    lobby = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="open")]
    opened = [open_match(ruleset="raid", options={}, seats=lobby, created_by=ann) for _ in range(2)]

    with pytest.raises(ServiceError, match="too_many_matches") as refused:
        open_match(ruleset="raid", options={}, seats=lobby, created_by=ann)

    assert refused.value.params["most"] == 2
    assert Match.objects.count() == 2
    open_match(ruleset="raid", options={}, seats=[lobby[1], lobby[1]], created_by=ben)
    join_match(match_id=opened[0].pk, player=ben, deck=DECK)
    with pytest.raises(ServiceError, match="too_many_matches"):
        open_match(ruleset="raid", options={}, seats=lobby, created_by=ann)
