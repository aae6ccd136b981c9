"""The sweep finds work that no worker does, leaves other work alone, and continues after a faulty match."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError

from matches import metrics
from matches.models import Match, RequestKey, Scorecard
from matches.notifications import wake
from matches.services import scoring
from matches.services.ending import resign
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import maintenance
from players.models import Player
from tests.matches.conftest import DECK, play_out
from tests.sqlite_plans import on_sqlite, plans

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
CLOCK = {"type": "per_decision", "seconds": 60}
LONG_AGO = timedelta(minutes=10)


PLANS = [SeatPlan(kind="bot", bot="random", deck=DECK)] * 2


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, Any]]]:
    sent: list[tuple[str, Any]] = []
    monkeypatch.setattr(wake, "wake", lambda task, match_id, **options: sent.append((task, match_id)))
    return sent


def quiet(*matches: Match) -> None:
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(updated_at=timezone.now() - LONG_AGO)


def of_bots() -> Match:
    return open_match(ruleset="raid", options={}, seats=PLANS)


def late(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(
        times={"deadlines": {"0": 1000}}, deadline_at=timezone.now() - timedelta(seconds=1)
    )


def counted(what: str) -> float:
    return float(metrics.sweep_found.labels(what)._value.get())


def test_each_kind_of_forgotten_work_is_found_and_counted(
    duel: Callable[..., Match], ann: Player, woken: list[Any]
) -> None:
    thinking, over, clocked = of_bots(), duel(), duel(clock=CLOCK)
    resign(match_id=over.id, player_id=ann.pk)
    late(clocked)
    quiet(thinking, over)
    before = [counted(what) for what in ("bots", "clocks", "scores")]

    found = maintenance.sweep()

    assert found == {"bots": 1, "clocks": 1, "calls": 0, "idle": 0, "scores": 1, "guests": 0, "keys": 0}
    assert woken == [(wake.PLAY_BOTS, thinking.id), (wake.SCORE, over.id)]
    assert [counted(what) for what in ("bots", "clocks", "scores")] == [count + 1 for count in before]


def test_what_has_just_been_touched_or_waits_for_a_person_is_left_alone(
    duel: Callable[..., Match], ann: Player, woken: list[Any]
) -> None:
    of_bots()
    resign(match_id=duel().id, player_id=ann.pk)
    quiet(duel(), open_match(ruleset="raid", options={}, seats=[SeatPlan(kind="open")] * 2))

    assert maintenance.sweep() == {"bots": 0, "clocks": 0, "calls": 0, "idle": 0, "scores": 0, "guests": 0, "keys": 0}
    assert woken == []


def test_bots_alone_have_longer_than_bots_that_people_wait_for(
    published: None, ann: Player, woken: list[Any], settings: Any
) -> None:
    """They let other work pass after each second, so a sweep would put a second message in the queue."""
    settings.SWEEP_SECONDS = 10
    person = SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True)
    alone, awaited = of_bots(), open_match(ruleset="raid", options={}, seats=[person, *PLANS[1:]])
    for seconds, found in ((1, []), (5, [awaited]), (11, [awaited, alone])):
        woken.clear()
        Match.objects.update(updated_at=timezone.now() - timedelta(seconds=seconds))

        maintenance.sweep()

        assert {match_id for _, match_id in woken} == {match.id for match in found}


def test_what_was_touched_by_a_clock_that_was_fast_is_found_like_the_rest(
    duel: Callable[..., Match], ann: Player, woken: list[Any]
) -> None:
    """Otherwise it would not be found before that time has come."""
    thinking, over = of_bots(), duel()
    resign(match_id=over.id, player_id=ann.pk)
    Match.objects.update(updated_at=timezone.now() + timedelta(hours=1))

    maintenance.sweep()

    assert woken == [(wake.PLAY_BOTS, thinking.id), (wake.SCORE, over.id)]


def test_a_match_that_cannot_be_read_keeps_the_sweep_from_no_other(
    duel: Callable[..., Match], ann: Player, woken: list[Any]
) -> None:
    broken, sound, over = duel(clock=CLOCK), duel(clock=CLOCK), duel()
    resign(match_id=over.id, player_id=ann.pk)
    late(broken)
    late(sound)
    Match.objects.filter(pk=broken.pk).update(sealed_seed=b"of another key")
    quiet(broken, over)

    found = maintenance.sweep()

    assert (found["clocks"], found["scores"]) == (1, 1)
    assert list(Match.objects.filter(end_reason="timeout")) == [sound]


@on_sqlite
def test_a_match_without_a_scorecard_is_found_by_its_index() -> None:
    assert plans(maintenance.sweep, "is_scored") == [["SEARCH matches_match USING INDEX match_unscored (status=?)"]]


def test_keys_are_kept_for_a_day(ann: Player) -> None:
    for key, age in (("old", timedelta(hours=25)), ("new", timedelta(hours=23))):
        kept = RequestKey.objects.create(player=ann, key=key, request_digest=b"", status=200, body=b"")
        RequestKey.objects.filter(pk=kept.pk).update(created_at=timezone.now() - age)

    assert maintenance.sweep()["keys"] == 1
    assert [kept.key for kept in RequestKey.objects.all()] == ["new"]


def test_a_match_is_scored_once_however_often_it_is_asked_for(duel: Callable[..., Match]) -> None:
    match, lobby = play_out(duel()), open_match(ruleset="raid", options={}, seats=[SeatPlan(kind="open")] * 2)

    first, again = scoring.score(match.id), scoring.score(match.id)

    assert first == again == Scorecard.objects.get()
    assert first is not None and again is not None and first.scored_at == again.scored_at
    assert scoring.score(lobby.id) is None and scoring.score(duel().id) is None


@pytest.mark.parametrize("error", [OperationalError("gone"), ConnectionRefusedError("gone")])
def test_a_broker_that_is_gone_refuses_nobody(
    duel: Callable[..., Match],
    ann: Player,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
    error: Exception,
) -> None:
    def gone(*given: Any, **options: Any) -> None:
        raise error

    monkeypatch.setattr(current_app, "send_task", gone)
    match = duel()

    with django_capture_on_commit_callbacks(execute=True) as called:
        resign(match_id=match.id, player_id=ann.pk)

    assert called
    quiet(match)
    assert maintenance.sweep()["scores"] == 1
