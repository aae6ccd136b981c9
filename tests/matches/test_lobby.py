"""Lobbies: the commitment, seats, entropies and readiness, and what closes them."""

import hashlib
from collections.abc import Callable

import pytest

from common.text.errors import ServiceError
from matches.log.models import Event
from matches.log.seed_encryption import unseal
from matches.log.sql import event, load_match
from matches.models import Match
from matches.services.ending import abort_match, resign
from matches.services.lobby import join_match, leave_match, open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner
from players.models import Player
from rules.engine import match_key
from tests.faults.checks import assert_log_is_whole
from tests.matches.conftest import DECK

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def cid(db: None) -> Player:
    return Player.objects.create_user("cid")


def table_of_four(ann: Player) -> Match:
    """A lobby with Ann, an invitation for Ben, an open seat and a bot."""
    seats = [
        SeatPlan(kind="player", player=ann, deck=DECK),
        SeatPlan(kind="invited", invited="ben"),
        SeatPlan(kind="open"),
        SeatPlan(kind="bot", bot="random", deck=DECK),
    ]
    return open_match(ruleset="raid", options={"seats": 4}, seats=seats, created_by=ann)


def test_a_table_of_four_starts_when_the_last_is_ready(published: None, ann: Player, ben: Player, cid: Player) -> None:
    match = table_of_four(ann)
    commitment = match.seed_commitment

    joined = []
    for player, entropy in ((cid, "c"), (ann, "a"), (ben, "b")):
        assert Match.objects.get(pk=match.pk).status == Match.Status.LOBBY
        assert not Event.objects.filter(match=match).exists()
        joined.append(join_match(match_id=match.id, player=player, deck=DECK, entropy=entropy).status)

    assert joined == ["lobby", "lobby", "playing"]
    first = event(match.id, 0).content
    match.refresh_from_db()
    seed = unseal(bytes(match.sealed_seed), match.id.bytes)
    assert [seat["entropy"] for seat in first["seats"]] == ["a", "b", "c", ""]
    assert first["seats"][3]["player"] == "bot:random/3"
    assert commitment == first["seed_commitment"] == hashlib.sha256(seed[:32]).hexdigest()
    assert load_match(match.id).position.key == match_key(seed[:32], ["a", "b", "c", ""]) == seed[32:]
    bot_runner.play_bots(match.id, sleep=lambda seconds: None)
    assert_log_is_whole(match)


def test_who_opens_with_ready_gives_no_entropy_and_joins_no_more(published: None, ann: Player, ben: Player) -> None:
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="open")]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann)

    with pytest.raises(ServiceError, match="already_seated"):
        join_match(match_id=match.id, player=ann, entropy="after all")

    assert join_match(match_id=match.id, player=ben, deck=DECK, entropy="b").status == "playing"
    assert [seat["entropy"] for seat in event(match.id, 0).content["seats"]] == ["", "b"]


@pytest.mark.parametrize("entropy", ["x" * 65, "tab\t", "ü", "日本"])
def test_an_entropy_that_cannot_be_one_is_refused_and_takes_no_seat(
    published: None, ann: Player, ben: Player, entropy: str
) -> None:
    match = table_of_four(ann)

    with pytest.raises(ServiceError, match="malformed_request"):
        join_match(match_id=match.id, player=ben, deck=DECK, entropy=entropy)

    assert [seat.is_ready for seat in match.seats.all()] == [False, False, False, True]


def test_a_seat_that_is_left_forgets_all_of_who_sat_there(
    published: None, ann: Player, ben: Player, cid: Player
) -> None:
    match = table_of_four(ann)
    join_match(match_id=match.id, player=ben, deck=DECK, entropy="b")

    leave_match(match_id=match.id, player=ben)

    seat = match.seats.get(index=1)
    assert (seat.kind, seat.player, seat.public_id, seat.deck, seat.entropy, seat.is_ready) == (
        "open",
        None,
        "",
        None,
        "",
        False,
    )
    with pytest.raises(ServiceError, match="not_your_seat"):
        leave_match(match_id=match.id, player=ben)
    join_match(match_id=match.id, player=cid, deck=DECK, seat=1)
    assert match.seats.get(index=1).player == cid


def test_nobody_leaves_or_joins_what_has_started_or_is_over(duel: Callable[..., Match], ann: Player) -> None:
    match = duel()

    with pytest.raises(ServiceError, match="match_started"):
        leave_match(match_id=match.id, player=ann)
    resign(match_id=match.id, player_id=ann.pk)
    for refused in (leave_match, join_match):
        with pytest.raises(ServiceError, match="match_over"):
            refused(match_id=match.id, player=ann)


def test_a_stranger_aborts_nothing(duel: Callable[..., Match], published: None, ann: Player, cid: Player) -> None:
    for match in (duel(), table_of_four_without_ben(ann)):
        with pytest.raises(ServiceError, match="not_your_seat"):
            abort_match(match_id=match.id, player=cid, note="")
        assert Match.objects.get(pk=match.pk).status != Match.Status.OVER


def table_of_four_without_ben(ann: Player) -> Match:
    seats = [SeatPlan(kind="player", player=ann, deck=DECK), SeatPlan(kind="open")]
    return open_match(ruleset="raid", options={}, seats=seats, created_by=ann)


def test_a_start_is_written_with_its_row_or_not_at_all(
    published: None, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = table_of_four_without_ben(ann)
    bots = [SeatPlan(kind="bot", bot="random", deck=DECK)] * 2
    monkeypatch.setattr("matches.log.appending.write_first", lambda *given: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        open_match(ruleset="raid", options={}, seats=bots)
    join_match(match_id=lobby.id, player=ann)
    with pytest.raises(ZeroDivisionError):
        join_match(match_id=lobby.id, player=ben, deck=DECK)

    assert list(Match.objects.all()) == [lobby]
    lobby.refresh_from_db()
    assert (lobby.status, lobby.version, lobby.snapshot) == ("lobby", -1, None)
    assert [seat.is_ready for seat in lobby.seats.all()] == [True, False]
