"""A stored match verifies, and a changed byte anywhere in it is found."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from matches.log import stored_match, transactions
from matches.log.models import Checkpoint, Event
from matches.models import Match, Seat
from matches.services import ending
from replay.audit import Report
from replay.stored_logs import audit_stored
from replay.timeline import position_at
from tests.levels import examples
from tests.matches.conftest import move, play_out

pytestmark = pytest.mark.django_db
UNHURRIED = examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def audit_again(match: Match) -> Report:
    return audit_stored(match.pk)


@pytest.fixture
def played(duel: Callable[..., Match]) -> Match:
    return play_out(duel(), seed=5)


class _TakenBack(Exception):
    pass


def audit_damaged(match: Match, damage: Callable[[], Any]) -> Report:
    """The report of an audit while the match is damaged. The damage is undone afterwards."""
    found = []
    try:
        with transaction.atomic():
            with transactions.lifted_triggers():
                damage()
            found.append(audit_again(match))
            raise _TakenBack
    except _TakenBack:
        return found[0]


def flip(raw: bytes, place: int, value: int) -> bytes:
    return raw[:place] + bytes([raw[place] ^ value]) + raw[place + 1 :]


def test_a_played_match_and_a_live_one_are_sound(played: Match, duel: Callable[..., Match]) -> None:
    assert audit_again(played).findings == []
    assert audit_again(duel()).findings == []


def test_a_match_that_moves_on_while_it_is_audited_is_sound(duel: Callable[..., Match]) -> None:
    read_before = duel()
    move(read_before, random.Random(1))

    report = audit_stored(read_before.pk)

    assert report.is_sound and report.events == 2


@pytest.mark.parametrize("end", ["resign", "abort"])
def test_a_match_that_the_service_ended_is_sound(duel: Callable[..., Match], ann: Any, end: str) -> None:
    match = duel()
    if end == "resign":
        ending.resign(match_id=match.pk, player_id=ann.pk, note="投了")
    else:
        ending.abort_match(match_id=match.pk, player=None, note="a ruling")

    assert audit_again(match).findings == []


@UNHURRIED
@given(data=st.data())
def test_one_changed_byte_of_an_event_is_found_at_that_event(played: Match, data: st.DataObject) -> None:
    seq = data.draw(st.integers(0, played.version))
    column = data.draw(st.sampled_from(["body", "hash"]))
    row = Event.objects.get(match=played, seq=seq)
    raw = bytes(getattr(row, column))
    changed = flip(raw, data.draw(st.integers(0, len(raw) - 1)), data.draw(st.integers(1, 255)))

    report = audit_damaged(played, lambda: Event.objects.filter(pk=row.pk).update(**{column: changed}))

    assert report.findings
    assert report.findings[0].seq == seq or seq == 0


@UNHURRIED
@given(data=st.data())
def test_a_missing_doubled_or_moved_event_is_found(played: Match, data: st.DataObject) -> None:
    seq = data.draw(st.integers(0, played.version))
    rows = Event.objects.filter(match=played)

    def lose() -> None:
        rows.filter(seq=seq).delete()

    def double() -> None:
        row = rows.get(seq=seq)
        row.seq = played.version + 1
        row.save(force_insert=True)

    def move() -> None:
        other = (seq + 1) % (played.version + 1)
        rows.filter(seq=seq).update(seq=-7)
        rows.filter(seq=other).update(seq=seq)
        rows.filter(seq=-7).update(seq=other)

    report = audit_damaged(played, data.draw(st.sampled_from([lose, double, move])))

    assert report.findings


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", 3),
        ("end_reason", "exhausted-not"),
        ("outcome", {"winners": [0, 1], "reason": "goal", "scores": {}}),
        ("seed_commitment", "00" * 32),
        ("options", {"goal": 1, "seats": 2}),
        ("snapshot", b"\x93"),
        ("sealed_seed", b"\x00" * 92),
    ],
)
def test_a_row_that_says_something_else_than_its_log_is_found(played: Match, field: str, value: Any) -> None:
    report = audit_damaged(played, lambda: Match.objects.filter(pk=played.pk).update(**{field: value}))

    assert [(finding.seq, finding.field) for finding in report.findings] == [(None, field)]


def test_columns_beside_an_event_must_say_what_it_says(played: Match) -> None:
    report = audit_damaged(played, lambda: Event.objects.filter(match=played, seq=3).update(type="seat_resigned"))

    assert (report.findings[0].seq, report.findings[0].field) == (3, "type")


def test_a_wrong_checkpoint_is_found(played: Match) -> None:
    raw = stored_match.encode_snapshot(played.pk, position_at(played, 3))
    checkpoint = Checkpoint.objects.create(match=played, seq=3, snapshot=raw)
    changed = raw[:-3] + bytes([raw[-3] ^ 1]) + raw[-2:]

    report = audit_damaged(played, lambda: Checkpoint.objects.filter(pk=checkpoint.pk).update(snapshot=changed))

    assert [(finding.seq, finding.field) for finding in report.findings] == [(3, "checkpoint")]


def test_a_deck_that_was_changed_afterwards_is_found(played: Match) -> None:
    report = audit_damaged(played, lambda: Seat.objects.filter(match=played, index=1).update(deck={"cards": {}}))

    assert [(finding.seq, finding.field) for finding in report.findings] == [(None, "seats[1].deck")]


def test_the_database_itself_refuses_what_these_tests_do(played: Match) -> None:
    """Shows that the triggers, which the tests lift, exist."""
    from django.db import Error  # noqa: PLC0415

    with pytest.raises(Error, match="append-only"), transaction.atomic():
        Event.objects.filter(match=played, seq=1).update(seat=0)
    assert connection.vendor in ("sqlite", "postgresql")
