"""House bots in stored matches: they answer in time and once, also if they raise."""

import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone
from django.utils.translation import override

from matches import metrics
from matches.admin import wording
from matches.bots.roster import house_bot
from matches.log import sql
from matches.log.folding import tally
from matches.log.sql import load_match
from matches.models import Match, Seat
from matches.notifications import wake
from matches.pages.position import speech_of
from matches.selectors.positions import rules_for, shown_events
from matches.services.act import take_action
from matches.services.auto_pass import PASS
from matches.services.ending import resign
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner, maintenance, match_bots, tasks
from matches.workers.bot_runner import ATTEMPTS, play_at_once, play_bots
from matches.workers.match_bots import ANSWER_SECONDS
from players.models import Player
from rules.engine import legal_actions, seats_to_act
from tests.faults.checks import assert_log_is_whole, encoded
from tests.matches.conftest import DECK, move, players_of

pytestmark = pytest.mark.django_db
SeatedBot = match_bots.SeatedBot


def against(ann: Player, bot: str = "random") -> Match:
    """A match of Ann in seat 0 against a bot."""
    seats = [
        SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True),
        SeatPlan(kind="bot", bot=bot, deck=DECK),
    ]
    return open_match(ruleset="raid", options={}, seats=seats)


def of_bots(**more: Any) -> Match:
    return open_match(ruleset="raid", options={}, seats=[SeatPlan(kind="bot", bot="random", deck=DECK)] * 2, **more)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """(task, match, options) of every message sent."""
    sent: list[Any] = []
    monkeypatch.setattr(wake, "wake", lambda task, match_id, **options: sent.append((task, match_id, options)))
    return sent


def bot_moves() -> float:
    return float(metrics.moves.labels("raid", "bot")._value.get())


def never(seconds: float, job: Callable[[], object]) -> None:
    raise AssertionError("there is nothing to hold")


class Failing:
    """Replaces a bot's method: raises a number of times, then works."""

    def __init__(self, method: Callable[..., Any], times: int, seat: int = 1) -> None:
        self.method, self.left, self.seat = method, times, seat

    def __get__(self, bot: Any, owner: Any) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            if bot.seat == self.seat and self.left:
                self.left -= 1
                raise KeyError("raider-1")
            return self.method(bot, *given)

        return call


@pytest.mark.parametrize("method", ["choose", "see"])
def test_a_bot_that_raises_is_retried(published: None, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    match = of_bots()
    monkeypatch.setattr(SeatedBot, method, Failing(getattr(SeatedBot, method), ATTEMPTS - 1))

    play_bots(match.id)

    match.refresh_from_db()
    assert match.status == Match.Status.OVER and match.end_reason != "resignation"
    assert [seat.fault for seat in match.seats.all()] == ["", ""]
    assert_log_is_whole(match)


@pytest.mark.parametrize("method", ["choose", "see"])
def test_a_bot_that_goes_on_raising_forfeits_its_seat_and_the_error_is_kept(
    published: None, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    match = of_bots()
    monkeypatch.setattr(SeatedBot, method, Failing(getattr(SeatedBot, method), 1_000_000))

    play_bots(match.id)
    play_bots(match.id)

    match.refresh_from_db()
    assert (match.status, match.end_reason, match.outcome["winners"]) == ("over", "resignation", [0])
    assert match.to_act == [] and not match.bot_to_act
    sound, failed = match.seats.all()
    assert sound.fault == "" and "KeyError: 'raider-1'" in failed.fault and "Traceback" in failed.fault
    assert_log_is_whole(match)


def test_a_bot_that_thinks_until_its_workers_time_is_up_forfeits_at_once(
    published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three attempts would occupy the worker three times as long, and the time limit applies only once per task."""
    match, asked = of_bots(), 0

    def think_on(bot: Any, table: Any, version: int) -> Any:
        nonlocal asked
        asked += 1
        monkeypatch.setattr(bot_runner.time, "thread_time", lambda: 1000.0)
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(SeatedBot, "choose", think_on)

    play_bots(match.id)

    match.refresh_from_db()
    assert (match.end_reason, asked) == ("resignation", 1)
    assert any("SoftTimeLimitExceeded" in seat.fault for seat in match.seats.all())
    assert tasks.play_bots.soft_time_limit > bot_runner.STINT_SECONDS
    assert tasks.play_bots.time_limit > tasks.play_bots.soft_time_limit


def test_a_bot_whose_machine_stood_still_until_its_workers_time_was_up_thinks_again(
    published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A suspended machine, or a database that does not answer, must not decide a match."""
    match, choose, stopped = of_bots(), SeatedBot.choose, [SoftTimeLimitExceeded()]

    def stand_still(bot: Any, table: Any, version: int) -> Any:
        if stopped:
            raise stopped.pop()
        return choose(bot, table, version)

    monkeypatch.setattr(SeatedBot, "choose", stand_still)

    play_bots(match.id)

    match.refresh_from_db()
    assert match.status == Match.Status.OVER and match.end_reason != "resignation"
    assert [seat.fault for seat in match.seats.all()] == ["", ""]


def test_a_bot_that_is_no_longer_in_the_house_forfeits(published: None, ann: Player) -> None:
    match = against(ann)
    Seat.objects.filter(match=match, index=1).update(public_id="bot:oracle/1")

    play_bots(match.pk)

    match.refresh_from_db()
    assert (match.status, match.outcome["winners"]) == ("over", [0])
    assert "there is no bot 'oracle'" in Seat.objects.get(match=match, index=1).fault
    (event,) = shown_events(match, "audit", after=0, limit=1)
    with override("en"):
        (line,) = wording.lines(speech_of(rules_for(match.pk), match), [event])
    assert line["note"] == "The bot failed." and "resigned" in line["what"]


def test_a_bot_that_raises_here_and_there_never_forfeits(published: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts are counted per decision. After a success the count starts again."""
    match = of_bots()
    choose, asked_at = SeatedBot.choose, dict[int, int]()

    def moody(bot: Any, table: Any, version: int) -> Any:
        asked_at[version] = asked_at.get(version, 0) + 1
        if asked_at[version] < ATTEMPTS:
            raise RuntimeError("not now")
        return choose(bot, table, version)

    monkeypatch.setattr(SeatedBot, "choose", moody)

    play_bots(match.id)

    match.refresh_from_db()
    assert match.status == Match.Status.OVER and match.end_reason != "resignation"


def test_an_illegal_choice_is_a_fault_and_never_reaches_the_log(
    published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = of_bots()
    monkeypatch.setattr(house_bot("random").make, "choose", lambda bot, given: PASS)

    play_bots(match.id)

    match.refresh_from_db()
    assert (match.version, match.end_reason) == (1, "resignation")
    assert_log_is_whole(match)


class Watch:
    """A clock that advances only while a bot thinks or sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def windows(match: Match, thinking: float, monkeypatch: pytest.MonkeyPatch) -> dict[bool, set[float]]:
    """Play to the end as Ann. Returns whether the bot could have responded -> the times it took for such windows."""
    watch, taken, opened = Watch(), dict[bool, set[float]](), list[tuple[bool, float]]()
    choose = SeatedBot.choose

    def think(bot: Any, table: Any, version: int) -> Any:
        choices = legal_actions(table, bot.seat)
        if PASS in choices:
            taken.setdefault(len(choices) > 1, set())
            opened.append((len(choices) > 1, watch.now))
        watch.now += thinking if len(choices) > 1 else 0
        return choose(bot, table, version)

    def sleep(seconds: float) -> None:
        watch.sleep(seconds)
        could, since = opened.pop()
        taken[could].add(round(watch.now - since, 6))

    monkeypatch.setattr(bot_runner.time, "monotonic", watch.monotonic)
    monkeypatch.setattr(SeatedBot, "choose", think)
    while True:
        play_bots(match.id, sleep=sleep)
        position = load_match(match.id).position
        if position.table.outcome is not None:
            return taken
        seat = seats_to_act(position.table)[0]
        take_action(
            match_id=match.id,
            player_id=players_of(match)[seat].pk,
            action=encoded(legal_actions(position.table, seat)[-1]),
            expected_version=position.seq,
        )


@pytest.mark.parametrize(("bot", "thinking"), [("random", 0.01), ("ismcts", 0.4), ("ismcts-1000", 1.3)])
def test_a_window_is_answered_in_the_same_time_whatever_is_in_the_hand(
    published: None, ann: Player, monkeypatch: pytest.MonkeyPatch, bot: str, thinking: float
) -> None:
    monkeypatch.setattr(type(house_bot(bot).make()), "choose", lambda self, given: given.legal_actions[0])
    taken = {True: set[float](), False: set[float]()}
    for _ in range(100):
        with monkeypatch.context() as patch:
            for could, times in windows(against(ann, bot), thinking, patch).items():
                taken[could] |= times
        if taken[True] and taken[False]:
            break

    assert taken[True] and taken[False], "both kinds of windows have been met"
    assert len(taken[True] | taken[False]) == 1
    assert min(taken[True]) >= ANSWER_SECONDS


Held = list[tuple[float, Callable[[], object]]]


@pytest.fixture
def at_window(published: None, ann: Player, woken: list[Any]) -> tuple[Match, Held]:
    """A match in which a bot has decided about a window, and the answer that it holds until the beat."""
    held: Held = []
    for _ in range(50):
        match = against(ann)
        while not held and load_match(match.id).position.table.outcome is None:
            if not play_bots(match.id, delay=lambda seconds, job: held.append((seconds, job))) and not held:
                raid(match, ann)
        if held:
            woken.clear()
            return match, held
    raise AssertionError("no window has been met")


def raid(match: Match, ann: Player) -> None:
    position = load_match(match.id).position
    action = encoded(legal_actions(position.table, 0)[-1])
    take_action(match_id=match.id, player_id=ann.pk, action=action, expected_version=position.seq)


def test_a_worker_holds_an_answer_until_the_beat_and_does_something_else(at_window: tuple[Match, Held]) -> None:
    match, ((seconds, give),) = at_window
    version = load_match(match.id).version
    assert 0 < seconds <= ANSWER_SECONDS

    give()

    assert match_bots.sql.event(match.id, version + 1).seat == 1
    assert_log_is_whole(match)


def test_who_is_asked_after_a_held_answer_is_woken(at_window: tuple[Match, Held], woken: list[Any]) -> None:
    match, ((_, give),) = at_window

    give()

    bot_is_asked = 1 in seats_to_act(load_match(match.id).position.table)
    assert woken == ([(wake.PLAY_BOTS, match.id, {"queue": wake.ANSWERS})] if bot_is_asked else [])
    assert (match.id in match_bots._resting) != (load_match(match.id).position.table.outcome is not None)


def test_what_is_held_is_nothing_any_more_when_the_match_has_gone_on(
    at_window: tuple[Match, Held], ann: Player, woken: list[Any]
) -> None:
    match, ((_, give),) = at_window
    resign(match_id=match.id, player_id=ann.pk)
    version = load_match(match.id).version

    give()

    assert load_match(match.id).version == version
    assert woken == [(wake.PLAY_BOTS, match.id, {"queue": wake.ANSWERS})], "to look whether anything is due"
    assert play_bots(match.id) == 0
    assert_log_is_whole(match)


@pytest.mark.exhaustive
def test_the_answer_to_a_window_is_written_before_the_bot_thinks_on(
    published: None, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the time of the answer would include the next decision's."""
    choose, answered = SeatedBot.choose, list[tuple[int, int]]()
    is_after_window = False

    def watch(bot: Any, table: Any, version: int) -> Any:
        nonlocal is_after_window
        if is_after_window:
            answered.append((version, Match.objects.get(pk=match.pk).version))
        is_after_window = PASS in legal_actions(table, bot.seat)
        return choose(bot, table, version)

    monkeypatch.setattr(SeatedBot, "choose", watch)
    for _ in range(30):
        match = against(ann)
        play_for(match, ann)
        is_after_window = False

    assert len(answered) > 5
    assert [pair for pair in answered if pair[0] != pair[1]] == []


def play_for(match: Match, ann: Player) -> None:
    """Play to the end as Ann, who attacks whenever she can."""
    while True:
        play_bots(match.id, sleep=lambda seconds: None)
        position = load_match(match.id).position
        if position.table.outcome is not None:
            return
        action = encoded(legal_actions(position.table, 0)[-1])
        take_action(match_id=match.id, player_id=ann.pk, action=action, expected_version=position.seq)


def test_bots_among_themselves_wait_for_nobody(published: None) -> None:
    slept: list[float] = []

    play_bots(of_bots().id, sleep=slept.append)

    assert slept == []


def test_a_match_of_fast_bots_is_over_and_scored_when_it_is_opened(published: None) -> None:
    before = bot_moves()

    match = of_bots(play=play_at_once)

    assert match.status == Match.Status.OVER and match.is_scored
    assert match.scorecard.body == tally(load_match(match.id).position, sql.events(match.id))
    assert match.created_at <= match.ended_at
    assert bot_moves() == before + match.version
    assert_log_is_whole(match)


def test_a_match_of_slow_bots_is_written_as_far_as_it_came(published: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_bots, "FLUSH_SECONDS", 0.0)
    match = of_bots(play=play_at_once)
    assert (match.status, match.version) == (Match.Status.PLAYING, 1)

    play_bots(match.id)

    match.refresh_from_db()
    assert match.status == Match.Status.OVER and match.is_scored
    assert_log_is_whole(match)


@pytest.mark.parametrize("method", ["choose", "see"])
def test_a_bot_that_raises_while_its_match_is_opened_is_retried(
    published: None, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(SeatedBot, method, Failing(getattr(SeatedBot, method), 1))
    match = of_bots(play=play_at_once)
    assert match.status == Match.Status.PLAYING
    assert_log_is_whole(match)

    play_bots(match.id)

    match.refresh_from_db()
    assert match.status == Match.Status.OVER and match.end_reason != "resignation"


def test_who_plays_wakes_nobody(
    published: None, monkeypatch: pytest.MonkeyPatch, woken: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    """Otherwise another worker would think about the same position at the same time."""
    monkeypatch.setattr(match_bots, "FLUSH_SECONDS", 0.0)

    with django_capture_on_commit_callbacks(execute=True):
        play_bots(of_bots(play=play_at_once).id)

    assert woken == []


def test_a_match_of_bots_gives_way_after_each_step(
    published: None, monkeypatch: pytest.MonkeyPatch, woken: list[Any]
) -> None:
    monkeypatch.setattr(match_bots, "FLUSH_SECONDS", 0.0)
    match = of_bots()

    steps = 0
    while play_bots(match.id, delay=never):
        steps += 1
        assert len(woken) == steps or Match.objects.get(pk=match.pk).status == Match.Status.OVER

    match.refresh_from_db()
    assert match.status == Match.Status.OVER and steps == match.version
    assert woken == [(wake.PLAY_BOTS, match.id, {})] * (steps - 1)
    assert_log_is_whole(match)


def test_who_comes_late_to_a_match_of_bots_leaves_it_to_the_other(
    published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, choose, late = of_bots(), SeatedBot.choose, [True]

    def meanwhile(bot: Any, table: Any, version: int) -> Any:
        if late.pop() if late else False:
            with monkeypatch.context() as other:
                other.setattr(match_bots, "FLUSH_SECONDS", 0.0)
                assert play_bots(match.id, delay=never) == 1
        return choose(bot, table, version)

    monkeypatch.setattr(SeatedBot, "choose", meanwhile)

    assert play_bots(match.id) == 0

    match.refresh_from_db()
    assert (match.status, match.version) == (Match.Status.PLAYING, 1)
    assert_log_is_whole(match)


def test_the_bots_of_people_go_on_until_a_person_is_asked_or_their_stint_is_over(
    published: None, ann: Player, monkeypatch: pytest.MonkeyPatch, woken: list[Any]
) -> None:
    monkeypatch.setattr(match_bots, "FLUSH_SECONDS", 0.0)
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True)]
    seats += [SeatPlan(kind="bot", bot="random", deck=DECK)] * 3

    def opened() -> Match:
        return open_match(ruleset="raid", options={"seats": 4}, seats=seats)

    together, apart = opened(), opened()
    assert play_bots(together.id, delay=never) == 3
    assert woken == []

    monkeypatch.setattr(bot_runner, "STINT_SECONDS", -1.0)
    assert play_bots(apart.id, delay=never) == 1
    assert woken == [(wake.PLAY_BOTS, apart.id, {"queue": wake.ANSWERS})]


def test_between_its_turns_a_bot_reads_only_what_is_new(
    published: None, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each answer would cost more than the last. Its memory equals that of a bot that reads the whole log."""
    read: list[int] = []
    events = match_bots.sql.events

    def counted(match_id: Any, after: int = -1, limit: int | None = None) -> list[Any]:
        if limit is not None:  # Otherwise it is the scorecard's read of the whole log.
            read.append(after)
        return events(match_id, after, limit)

    monkeypatch.setattr(match_bots.sql, "events", counted)
    match, rng = against(ann, "greedy"), random.Random(3)

    is_over = False
    while not is_over:
        play_bots(match.id, sleep=lambda seconds: None)
        if rested := match_bots._resting.get(match.id):
            newcomer = match_bots.MatchBots(match.id)
            newcomer.catch_up(load_match(match.id))
            assert rested.bots[1].memory == newcomer.bots[1].memory
            assert read.pop() == -1
        is_over = load_match(match.id).position.table.outcome is not None or move(match, rng).over
    play_bots(match.id)

    assert read[0] == -1 and len(read) > 3
    assert read[1:] == sorted(set(read[1:])) and read[1] > 0
    assert match.id not in match_bots._resting


def test_what_is_written_after_a_match_was_read_is_not_yet_remembered(published: None, ann: Player) -> None:
    """Two tasks play one match. Events that the other writes meanwhile would put the memory ahead of the position."""
    match, rng = against(ann, "greedy"), random.Random(3)
    play_bots(match.id, sleep=lambda seconds: None)
    read = load_match(match.id)
    bots, then = match_bots.MatchBots(match.id), match_bots.MatchBots(match.id)
    then.catch_up(read)

    move(match, rng)
    bots.catch_up(read)

    assert bots.version == read.position.seq < load_match(match.id).position.seq
    assert bots.bots[1].memory == then.bots[1].memory
    assert bots.fault is None


def test_only_some_companies_rest_and_none_that_has_failed(
    published: None, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_bots, "_MOST_RESTING", 2)
    matches = [against(ann) for _ in range(3)]
    for match in matches:
        play_bots(match.id, sleep=lambda seconds: None)
    assert list(match_bots._resting)[-2:] == [matches[1].id, matches[2].id]

    monkeypatch.setattr(SeatedBot, "choose", Failing(SeatedBot.choose, ATTEMPTS))
    while 1 not in seats_to_act(load_match(matches[2].id).position.table):
        move(matches[2], random.Random(1))
    play_bots(matches[2].id, sleep=lambda seconds: None)

    matches[2].refresh_from_db()
    assert matches[2].end_reason == "resignation"
    assert matches[2].id not in match_bots._resting


def test_two_threads_may_let_their_companies_rest_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker's own thread and that of the beats."""
    monkeypatch.setattr(match_bots, "_resting", {})
    companies = [match_bots.MatchBots(uuid4()) for _ in range(20_000)]
    for company in companies:
        company.bots = {0: bot_runner}  # type: ignore[dict-item]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(match_bots.MatchBots.rest, companies, chunksize=1))
    finally:
        sys.setswitchinterval(before)

    assert len(match_bots._resting) == match_bots._MOST_RESTING


def test_bots_that_people_wait_for_have_a_queue_of_their_own(
    published: None, ann: Player, woken: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        alone, waiting = of_bots(), against(ann)
    Match.objects.update(updated_at=timezone.now() - timedelta(minutes=1))
    maintenance.sweep()

    queues = {(match_id, options.get("queue")) for _, match_id, options in woken}
    assert queues == {(alone.id, None), (waiting.id, wake.ANSWERS)}
    assert len(woken) == 4


def test_what_bots_do_is_counted_as_theirs(published: None) -> None:
    before = bot_moves()

    played = play_bots(of_bots().id)

    assert bot_moves() == before + played > before


def test_a_late_task_finds_nothing_to_do(published: None, ann: Player) -> None:
    match = of_bots()
    play_bots(match.id)
    match.refresh_from_db()
    lobby = open_match(ruleset="raid", options={}, seats=[SeatPlan(kind="open")] * 2)

    assert [play_bots(match.id), play_bots(lobby.id)] == [0, 0]
    assert Match.objects.get(pk=match.pk).updated_at == match.updated_at
