"""Ending a match without a winner: not alone after seeing a hand, but all together, or after a long wait."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest

from common.text.errors import ServiceError
from matches.log import stored_match
from matches.log.models import Event
from matches.log.sql import event, load_match
from matches.log.stored_match import AutoPass
from matches.models import Match
from matches.services import ending
from matches.services.act import set_auto_passes, take_action
from matches.services.ending import abort_match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner
from players.models import Player
from rules.engine import legal_actions, seats_to_act
from tests.faults.checks import assert_log_is_whole, encoded
from tests.matches.conftest import DECK, move, play_out, players_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
Duel = Callable[..., Match]
BOT = SeatPlan(kind="bot", bot="random", deck=DECK)


def consent(match: Match, player: Player, note: str = "") -> Match:
    abort_match(match_id=match.pk, player=player, note=note)
    match.refresh_from_db()
    return match


def act(match: Match, seat: int) -> None:
    """Take the first legal action of a seat."""
    stored = load_match(match.pk)
    action = encoded(legal_actions(stored.position.table, seat)[0])
    player = players_of(match)[seat]
    take_action(match_id=match.pk, player_id=player.pk, action=action, expected_version=stored.version)
    match.refresh_from_db()


@pytest.fixture
def with_bot(published: None, ann: Player) -> Match:
    """A match of Ann in seat 0 against a bot."""
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), BOT]
    return open_match(ruleset="raid", options={}, seats=seats, created_by=ann)


def waited(monkeypatch: pytest.MonkeyPatch, much: timedelta) -> None:
    monkeypatch.setattr(ending, "LONG_WAIT", ending.LONG_WAIT - much)


def test_who_has_seen_his_hand_does_not_end_the_match_alone(duel: Duel, ann: Player) -> None:
    match = consent(duel(), ann)

    assert (match.status, match.version, match.consenting_seats) == ("playing", 0, [0])


def test_consenting_again_changes_nothing(duel: Duel, ann: Player) -> None:
    match = consent(consent(duel(), ann), ann)

    assert (match.status, match.consenting_seats) == ("playing", [0])


def test_the_last_consent_ends_the_match_with_its_note(duel: Duel, ann: Player, ben: Player) -> None:
    match = duel()
    move(match, random.Random(0))

    consent(match, ben, "shall we?")
    consent(match, ann, "yes")

    assert (match.status, match.end_reason, match.outcome["winners"]) == ("over", "aborted", [])
    assert (event(match.pk, 2).content["note"], match.consenting_seats) == ("yes", [0, 1])
    assert_log_is_whole(match)
    with pytest.raises(ServiceError, match="match_over"):
        abort_match(match_id=match.pk, player=ann, note="")


def test_an_action_takes_the_seat_s_own_consent_back_and_no_other(duel: Duel, ann: Player, ben: Player) -> None:
    match = consent(duel(), ann)

    act(match, 1)
    assert match.consenting_seats == [0]
    act(match, 0)
    assert match.consenting_seats == []
    consent(match, ben)
    assert match.status == "playing"


def test_a_pass_that_the_server_takes_for_a_seat_leaves_its_consent(duel: Duel) -> None:
    match, rng = duel(), random.Random(0)
    move(match, rng)
    move(match, rng)
    attacker = seats_to_act(load_match(match.pk).position.table)[0]
    other = players_of(match)[1 - attacker]
    set_auto_passes(match_id=match.pk, player=other, auto_passes=[AutoPass("block")])
    consent(match, other)
    actions = legal_actions(load_match(match.pk).position.table, attacker)
    attack = next(action for action in actions if type(action).__name__ == "Attack")

    take_action(match_id=match.pk, player_id=players_of(match)[attacker].pk, action=encoded(attack), expected_version=2)

    match.refresh_from_db()
    assert Event.objects.filter(match=match, seat=1 - attacker, seq__gt=2).exists(), "the server has passed"
    assert match.consenting_seats == [1 - attacker]


def test_a_bot_consents_only_after_a_person_has_acted(with_bot: Match, ann: Player) -> None:
    match = consent(with_bot, ann)
    bot_runner.play_bots(match.pk, sleep=lambda seconds: None)
    match.refresh_from_db()
    assert (match.status, match.consenting_seats) == ("playing", [0]), "nor by acting itself"

    act(match, 0)
    assert (match.status, match.consenting_seats) == ("playing", [])
    consent(match, ann)

    assert (match.status, match.end_reason) == ("over", "aborted")
    assert_log_is_whole(match)


def test_who_has_waited_a_day_for_a_decision_aborts_alone(
    duel: Duel, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel()
    act(match, 0)
    assert consent(match, ann).status == "playing"

    waited(monkeypatch, timedelta(hours=24))

    assert consent(match, ben).status == "over", "ben's consent is the last one, asked or not"
    other = duel()
    act(other, 0)
    assert consent(other, ann).end_reason == "aborted"


def test_who_is_asked_himself_waits_for_nobody(duel: Duel, ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    match = duel()
    waited(monkeypatch, timedelta(hours=24))

    assert consent(match, ann).status == "playing"


@pytest.mark.parametrize(("hours", "status"), [(23, "playing"), (24, "over")])
def test_the_wait_begins_when_the_waiting_seat_has_acted(
    duel: Duel, ann: Player, monkeypatch: pytest.MonkeyPatch, hours: int, status: str
) -> None:
    match = duel()
    act(match, 0)
    now = stored_match.StoredMatch.now
    monkeypatch.setattr(stored_match.StoredMatch, "now", lambda stored: now(stored) + timedelta(hours=hours))

    assert consent(match, ann).status == status


def test_where_there_is_a_clock_the_clock_decides(duel: Duel, ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    match = duel(clock={"type": "correspondence", "days": 3})
    act(match, 0)
    waited(monkeypatch, timedelta(hours=24))

    assert consent(match, ann).status == "playing"


def test_an_operator_aborts_alone_at_any_time(duel: Duel) -> None:
    fresh, later = duel(), duel()
    move(later, random.Random(0))

    for match in (fresh, later):
        abort_match(match_id=match.pk, player=None, note="a ruling")
        match.refresh_from_db()
        assert (match.end_reason, match.consenting_seats) == ("aborted", [])


def test_who_opened_a_match_without_sitting_in_it_has_no_consent_to_give(published: None, ann: Player) -> None:
    match = open_match(ruleset="raid", options={}, seats=[BOT, BOT], created_by=ann)

    with pytest.raises(ServiceError, match="not_your_seat"):
        abort_match(match_id=match.pk, player=ann, note="")


def test_a_match_that_was_played_to_its_end_is_not_aborted(duel: Duel, ann: Player) -> None:
    match = play_out(duel())

    with pytest.raises(ServiceError, match="match_over"):
        abort_match(match_id=match.pk, player=ann, note="")
    assert Match.objects.get(pk=match.pk).consenting_seats == []
