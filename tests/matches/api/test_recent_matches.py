"""Moves without a read: whatever happens behind the back of a process, the answer is the one that a read would give."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from threading import Barrier, Thread
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from structlog.contextvars import get_contextvars

from common.http import limits
from config import request_logging
from matches.api import actions
from matches.log import stored_match
from matches.log.models import Checkpoint
from matches.log.recent import Holder, RecentMatches
from matches.log.sql import load_match
from matches.log.stored_match import AutoPass, WrittenRow
from matches.models import Match
from matches.services import attempts
from matches.services.act import set_auto_passes, take_action
from matches.services.ending import resign
from players.models import AccessToken, Player
from rules.engine import canonical, legal_actions, seats_to_act
from tests.faults.checks import assert_log_is_whole
from tests.matches.api.conftest import Api

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite does not number the versions of a row"),
]
Opened = Callable[..., dict[str, Any]]


class Table:
    """A match of Ann and Ben, who play at random."""

    def __init__(self, match: Match, *seats: Api) -> None:
        self.match = match
        self.seats = seats
        self.luck = random.Random(3)

    def due(self) -> tuple[int, dict[str, Any]]:
        """The first seat to act, and a move for it."""
        position = load_match(self.match.id).position
        seat = seats_to_act(position.table)[0]
        action = self.luck.choice(legal_actions(position.table, seat))
        return seat, {"version": position.seq, "action": msgspec.Raw(canonical(action))}

    def send(self, seat: int, move: Any, **headers: str) -> Any:
        return self.seats[seat].post(f"matches/{self.match.id}/actions", move, **headers)

    def move(self, **headers: str) -> Any:
        return self.send(*self.due(), **headers)


@pytest.fixture
def memory(monkeypatch: Any) -> RecentMatches:
    memory = RecentMatches(most=10, most_bytes=100_000)
    monkeypatch.setattr(actions, "recent_matches", memory)
    return memory


@pytest.fixture
def table(memory: RecentMatches, opened: Opened, as_ann: Api, as_ben: Api) -> Table:
    """A match whose next move needs no read, because both seats have moved."""
    table = Table(Match.objects.get(pk=opened()["id"]), as_ann, as_ben)
    for _ in range(8):
        assert table.move().status_code == 201
    return table


def kept(memory: RecentMatches, table: Table) -> Any:
    """The entry of the match, or None."""
    return memory._entries.get(table.match.id)


def statements(send: Callable[[], Any]) -> tuple[int, list[str]]:
    """The status of the answer, and the verbs of the statements."""
    with CaptureQueriesContext(connection) as queries:
        answer = send()
    return answer.status_code, [query["sql"].split()[0] for query in queries]


def test_a_move_is_one_statement_after_both_seats_have_moved(table: Table) -> None:
    seat, move = table.due()

    assert statements(lambda: table.send(seat, move)) == (201, ["WITH"])
    assert_log_is_whole(table.match)


def test_the_answers_are_those_of_a_read(table: Table) -> None:
    for _ in range(20):
        seat, move = table.due()
        answer = table.send(seat, move).json()
        if answer["now"]["status"] == "over":
            break
        own = table.seats[seat].get(f"matches/{table.match.id}/legal-actions").json()
        assert answer["version"] == own["version"]
        assert answer["now"].get("legal_actions") == own["legal_actions"]
        assert answer["now"]["prompt"] == own["prompt"]
        (event,) = table.seats[seat].get(f"matches/{table.match.id}/events?after={move['version']}").json()["events"]
        assert answer["event"] == event
    assert_log_is_whole(table.match)


def test_a_client_that_waits_needs_no_read_either(table: Table) -> None:
    verbs = []
    for number in range(6):
        seat, move = table.due()
        path = f"matches/{table.match.id}/actions?wait=1"
        with CaptureQueriesContext(connection) as queries:
            answer = table.seats[seat].post(path, move, Idempotency_Key=f"w{number}")
        assert answer.status_code == 201
        assert answer.json()["version"] == move["version"] + 1
        verbs.append(queries[0]["sql"].split()[0])

    assert verbs == ["WITH"] * 6
    assert_log_is_whole(table.match)


def ends_token(player: Player, table: Table) -> None:
    AccessToken.objects.filter(user=player).delete()
    AccessToken.objects.create(user=player)  # Another token of the account is no excuse.


def expires_token(player: Player, table: Table) -> None:
    AccessToken.objects.filter(user=player).update(expiry=timezone.now() - timedelta(seconds=1))


def narrows_token(player: Player, table: Table) -> None:
    AccessToken.objects.filter(user=player).update(scopes="read")


def closes_account(player: Player, table: Table) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


def withdraws_seat(player: Player, table: Table) -> None:
    table.match.seats.filter(player=player).update(player=None)


def takes_another_seat(player: Player, table: Table) -> None:
    other = table.match.seats.exclude(player=player).get()
    withdraws_seat(player, table)
    table.match.seats.filter(pk=other.pk).update(player=player)


def hides_match_and_withdraws_seat(player: Player, table: Table) -> None:
    Match.objects.filter(pk=table.match.pk).update(is_hidden=True, created_by=None)
    withdraws_seat(player, table)


def resigns(player: Player, table: Table) -> None:
    resign(match_id=table.match.id, player_id=player.pk)


def another_process_moves(player: Player, table: Table) -> None:
    seat, move = table.due()
    whom = table.match.seats.get(index=seat).player_id
    take_action(match_id=table.match.id, player_id=whom, action=bytes(move["action"]), expected_version=move["version"])


def runs_out_the_clock(player: Player, table: Table) -> None:
    past = timezone.now() - timedelta(seconds=1)
    times = {"remaining": {}, "deadlines": {"0": 1, "1": 1}}
    Match.objects.filter(pk=table.match.pk).update(deadline_at=past, times=times)


REFUSED = {
    ends_token: (401, "not_signed_in"),
    expires_token: (401, "not_signed_in"),
    narrows_token: (403, "scope_missing"),
    closes_account: (401, "not_signed_in"),
    withdraws_seat: (403, "not_your_seat"),
    takes_another_seat: (409, "not_asked"),
    hides_match_and_withdraws_seat: (404, "not_found"),
    resigns: (409, "match_over"),
    runs_out_the_clock: (409, "match_over"),
}


@pytest.mark.parametrize("change", REFUSED, ids=lambda change: change.__name__)
def test_what_changes_in_between_refuses_the_move(table: Table, ann: Player, ben: Player, change: Any) -> None:
    seat, move = table.due()
    version = load_match(table.match.id).version
    change((ann, ben)[seat], table)

    answer = table.send(seat, move)

    assert (answer.status_code, answer.json()["code"]) == REFUSED[change]
    table.match.refresh_from_db()
    assert table.match.version == version + (change in (resigns, runs_out_the_clock))


def test_a_move_of_another_process_is_seen(table: Table, ann: Player) -> None:
    seat, move = table.due()
    another_process_moves(ann, table)

    assert table.send(seat, move).json()["code"] in ("stale_version", "not_asked")
    assert table.move().status_code == 201
    assert_log_is_whole(table.match)


def test_processes_that_take_turns_at_random_write_one_log(
    table: Table, memory: RecentMatches, monkeypatch: Any
) -> None:
    memories = [memory, RecentMatches(10, 100_000), RecentMatches(10, 100_000)]
    luck = random.Random(5)
    over = False
    while not over:
        monkeypatch.setattr(actions, "recent_matches", luck.choice(memories))
        answer = table.move()
        assert answer.status_code == 201
        over = answer.json()["now"]["status"] == "over"

    assert_log_is_whole(table.match)


def damages_snapshot(table: Table) -> None:
    Match.objects.filter(pk=table.match.pk).update(snapshot=b"damaged")


def passes_automatically(table: Table) -> None:
    for seat in table.match.seats.all():
        set_auto_passes(match_id=table.match.id, player=seat.player, auto_passes=[AutoPass("block")])


def touches_row(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE matches_match SET status = status WHERE id = %s", [table.match.id])


@pytest.mark.parametrize("change", [damages_snapshot, passes_automatically, touches_row], ids=lambda f: f.__name__)
def test_a_row_that_was_changed_behind_its_back_is_read(table: Table, change: Callable[[Table], None]) -> None:
    seat, move = table.due()
    change(table)

    status, verbs = statements(lambda: table.send(seat, move))

    assert status == 201
    assert "SELECT" in verbs
    assert_log_is_whole(table.match)


def test_a_row_that_looks_untouched_is_still_refused_if_its_clock_has_run_out(
    table: Table, memory: RecentMatches
) -> None:
    """The process has stood still. By its own clock there is time left."""
    seat, move = table.due()
    row = kept(memory, table).match.row
    runs_out_the_clock(None, table)  # type: ignore[arg-type]
    with connection.cursor() as cursor:
        cursor.execute("SELECT xmin FROM matches_match WHERE id = %s", [table.match.id])
        kept(memory, table).match.row = row._replace(xmin=cursor.fetchone()[0])

    assert table.send(seat, move).json()["code"] == "match_over"


def test_a_match_is_read_if_the_process_has_stood_still_since_it_read_the_clock(
    table: Table, memory: RecentMatches
) -> None:
    seat, move = table.due()
    remembered, pause = kept(memory, table).match, timedelta(minutes=5)
    with connection.cursor() as cursor:
        values = [pause, table.match.id]
        cursor.execute("UPDATE matches_match SET updated_at = updated_at - %s WHERE id = %s", values)
        cursor.execute("SELECT xmin, updated_at FROM matches_match WHERE id = %s", values[1:])
        xmin, updated_at = cursor.fetchone()
    remembered.row = remembered.row._replace(xmin=xmin, updated_at=updated_at)
    remembered.last_at -= int(pause.total_seconds() * 1000)
    remembered.clock_reading = replace(remembered.clock_reading, moment=remembered.clock_reading.moment - pause)

    status, verbs = statements(lambda: table.send(seat, move))

    assert (status, "SELECT" in verbs) == (201, True)
    assert timezone.now() - Match.objects.get(pk=table.match.pk).updated_at < timedelta(minutes=1)


def test_a_row_of_the_same_transaction_number_but_another_time_is_read(table: Table, memory: RecentMatches) -> None:
    """A replica that took over may use the number of a lost transaction again."""
    seat, move = table.due()
    row = kept(memory, table).match.row
    kept(memory, table).match.row = row._replace(updated_at=row.updated_at - timedelta(milliseconds=1))

    status, verbs = statements(lambda: table.send(seat, move))

    assert (status, "SELECT" in verbs) == (201, True)


def test_a_damaged_checkpoint_does_not_matter_to_moves(table: Table, monkeypatch: Any) -> None:
    monkeypatch.setattr(stored_match, "CHECKPOINT_EVERY", 10)
    while not Checkpoint.objects.filter(match=table.match).exists():
        assert table.move().status_code == 201
    Checkpoint.objects.filter(match=table.match).update(snapshot=b"damaged")

    for _ in range(3):
        assert table.move().status_code == 201
    assert_log_is_whole(table.match)


def test_a_key_that_was_used_gives_the_first_answer_or_is_refused(table: Table) -> None:
    seat, move = table.due()
    first = table.send(seat, move, Idempotency_Key="k").json()
    while (following := table.due())[0] != seat:
        table.send(*following)
    again, other = table.send(seat, move, Idempotency_Key="k").json(), table.send(*following, Idempotency_Key="k")

    assert again["event"] == first["event"]
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert table.send(*following, Idempotency_Key="l").status_code == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "malformed_request"),
        ({"version": 8, "action": {"type": "fly"}}, "malformed_action"),
        ({"version": 8, "action": {"type": "keep", "keep": True}}, "illegal_action"),
        ({"version": 99, "action": {"type": "pass"}}, "unknown_version"),
        ({"version": 0, "action": {"type": "pass"}}, "stale_version"),
    ],
)
def test_a_refused_move_changes_nothing(table: Table, body: Any, code: str) -> None:
    seat, move = table.due()

    assert table.send(seat, body).json()["code"] == code
    assert table.send(seat, move).status_code == 201
    assert_log_is_whole(table.match)


def test_a_revoked_token_learns_nothing_from_a_faulty_move(table: Table, ann: Player, ben: Player) -> None:
    seat, _ = table.due()
    ends_token((ann, ben)[seat], table)

    assert table.send(seat, b"{").status_code == 401


def test_a_revoked_token_does_not_learn_the_rate_of_its_account(table: Table, ann: Player, ben: Player) -> None:
    seat, move = table.due()
    ends_token((ann, ben)[seat], table)

    refused = table.send(seat, move)

    assert refused.status_code == 401 and "RateLimit" not in refused.headers


@pytest.fixture
def logged(monkeypatch: Any) -> dict[str, Any]:
    """What the log of the last request is bound to."""
    logged: dict[str, Any] = {}
    finish = request_logging.logger.info

    def note(event: str, *args: Any, **values: Any) -> None:
        logged.clear()
        logged.update(get_contextvars())
        finish(event, *args, **values)

    monkeypatch.setattr(request_logging, "logger", SimpleNamespace(info=note, error=note))
    return logged


def test_a_refused_move_is_not_logged_with_an_event_that_never_was(
    table: Table, ann: Player, ben: Player, logged: dict[str, Any]
) -> None:
    seat, move = table.due()
    ends_token((ann, ben)[seat], table)

    assert table.send(seat, move).status_code == 401

    assert not {"user_id", "match", "seq"} & set(logged)


def test_an_error_while_a_move_is_written_is_logged_with_its_account(
    table: Table, monkeypatch: Any, ann: Player, ben: Player, logged: dict[str, Any]
) -> None:
    seat, move = table.due()

    def fails(*args: Any, **values: Any) -> bool:
        raise OperationalError("gone")

    monkeypatch.setattr(attempts, "append_events", fails)

    assert table.send(seat, move).status_code == 503

    assert logged["user_id"] == (ann, ben)[seat].pk


@pytest.fixture
def counted(monkeypatch: Any) -> list[int]:
    """What was taken from the buckets of requests; -1 was put back."""
    counted: list[int] = []
    buckets = SimpleNamespace(take=lambda key, most, seconds, count=1: (counted.append(count), (True, 9.0))[1])
    monkeypatch.setattr(limits, "buckets", lambda: buckets)
    return counted


def test_a_move_counts_once_even_if_the_match_had_to_be_read(table: Table, counted: list[int]) -> None:
    table.move()
    touches_row(table)
    table.move()

    assert counted == [1, 1, -1, 1]


def test_a_version_that_another_process_has_written_is_read_without_a_try(
    table: Table, ann: Player, counted: list[int]
) -> None:
    another_process_moves(ann, table)
    table.move()

    assert counted == [1]


def test_a_write_that_may_be_rolled_back_is_not_remembered(table: Table, memory: RecentMatches) -> None:
    with transaction.atomic():
        assert table.move().status_code == 201
        assert kept(memory, table).match is None
        transaction.set_rollback(True)

    assert table.move().status_code == 201
    assert_log_is_whole(table.match)


def test_a_match_that_is_over_is_not_remembered(table: Table, memory: RecentMatches) -> None:
    while table.move().json()["now"]["status"] == "playing":
        assert kept(memory, table) is not None

    assert kept(memory, table).match is None


def test_the_same_move_at_once_is_carried_out_once(table: Table) -> None:
    seat, move = table.due()
    together, statuses = Barrier(6), []

    def send() -> None:
        together.wait()
        statuses.append(table.send(seat, move).status_code)
        connection.close()

    threads = [Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(statuses) == [201, *[409] * 5]
    assert_log_is_whole(table.match)


# What is remembered


def some_match(version: int = 1, size: int = 10, **more: Any) -> Any:
    fields = {"id": uuid4(), "seat": 0, "status": "playing", "version": version, **more}
    row = WrittenRow("7", timezone.now(), size)
    return SimpleNamespace(**fields, row=row, position=SimpleNamespace(told=[]), clock_reading=Reading())


class Reading:
    read_at = float("inf")


ANN = Holder("digest of ann's", 1, "play")


def test_the_matches_used_last_are_remembered() -> None:
    memory = RecentMatches(most=2, most_bytes=1000)
    first, second, third = (some_match() for _ in range(3))
    for match in (first, second, first, third):
        memory.keep(match, ANN)

    assert [memory.take(match.id, ANN.token_digest) for match in (first, second, third)] == [
        (first, ANN),
        None,
        (third, ANN),
    ]
    assert first.position.told is None


def test_the_bytes_of_all_snapshots_are_bounded() -> None:
    memory = RecentMatches(most=100, most_bytes=1000)
    for _ in range(3):
        taken = [some_match(size=size) for size in (400, 300, 200, 500, 1001, 1)]
        for match in taken:
            memory.keep(match, ANN)
            assert sum(entry.match.row.snapshot_bytes for entry in memory._entries.values() if entry.match) <= 1000
            assert memory._bytes <= 1000
        memory.take(taken[-1].id, ANN.token_digest)
    assert memory.take(taken[-2].id, ANN.token_digest) is None


def test_one_request_at_a_time_has_a_match_and_an_older_one_replaces_no_newer_one() -> None:
    memory = RecentMatches(most=2, most_bytes=1000)
    match = some_match(version=5)
    memory.keep(match, ANN)

    assert memory.take(match.id, "another digest") is None
    assert memory.take(match.id, ANN.token_digest) == (match, ANN)
    assert memory.take(match.id, ANN.token_digest) is None
    memory.keep(match, ANN)
    memory.keep(some_match(version=4, id=match.id), ANN)
    assert memory.take(match.id, ANN.token_digest) == (match, ANN)
    assert memory._bytes == 0


def test_a_match_whose_clock_was_read_long_ago_is_not_used() -> None:
    memory = RecentMatches(most=2, most_bytes=1000)
    match = some_match()
    match.clock_reading = SimpleNamespace(read_at=-1e9)
    memory.keep(match, ANN)

    assert memory.take(match.id, ANN.token_digest) is None
