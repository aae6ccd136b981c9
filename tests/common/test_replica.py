"""Which database each list reads from, and what happens if the replica is not fit.

Here the replica is a second connection object over the connection of the test. tests/faults has a real one.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from common import replica
from config.middleware import ReadAgain
from matches.models import Match
from matches.search.terms import sweep_search_terms
from matches.services.scoring import score
from players.models import Player
from tests.matches.api.conftest import Api, anyone, as_ann
from tests.matches.conftest import ann, ben, duel, play_out, published

__all__ = ["ann", "anyone", "as_ann", "ben", "duel", "published"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The connection object of the alias `replica`, over the connection of the test."""
    first = connections["default"]
    first.ensure_connection()
    monkeypatch.setitem(connections.settings, "replica", connections.settings["default"])
    connections["replica"] = second = connections.create_connection("replica")
    second.connection, second.in_atomic_block, second.autocommit = first.connection, True, False
    monkeypatch.setattr(replica, "_last", replica._Measurement(0.0, float("inf")))
    yield second
    second.connection = None
    del connections["replica"]


@pytest.fixture
def asked(second: Any) -> Iterator[list[str]]:
    """The statements sent to the replica."""
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with second.execute_wrapper(note):
        yield statements


LISTS = [
    "/api/v1/matches",
    "/api/v1/matches?status=over&rated=false",
    "/api/v1/matches?open=true",
    "/api/v1/matches?player=ben",
    "/api/v1/matches?opened_by=ben",
    "/api/v1/search/matches?player=ann",
    "/api/v1/search/statistics?ruleset=raid",
    "/api/v1/players/{ben}/results",
    "/api/v1/leaderboards/raid",
    "/",
    "/play/",
    "/matches/",
    "/figures/invictus/",
    "/players/{ben}/",
]
FORBIDDEN = ("players_accesstoken", "django_session", "matches_event")
OWN = [
    "/api/v1/matches?mine=true",
    "/api/v1/matches?my_turn=true",
    "/api/v1/matches?opponent=ben",
    "/api/v1/matches?player=ann",
    "/api/v1/matches?opened_by=ann",
    "/api/v1/players/{ann}/results",
    "/account/matches/",
    "/players/{ann}/",
]
OF_A_MATCH = [
    "/api/v1/matches/{match}",
    "/api/v1/matches/{match}/events",
    "/api/v1/matches/{match}/view",
    "/api/v1/matches/{match}/legal-actions",
    "/matches/{match}/",
    "/matches/{match}/table",
    "/matches/{match}/version",
    "/api/v1/me",
    "/api/v1/leagues",
]


@pytest.fixture
def read(duel: Callable[..., Match], ann: Player, ben: Player, as_ann: Api) -> Callable[[str], None]:
    """Reads a path as Ann, who plays Ben."""
    over, match = play_out(duel()), duel()
    client = Client()
    client.force_login(ann)

    def read_path(path: str) -> None:
        path = path.format(ann=ann.public_id, ben=ben.public_id, match=match.pk, over=over.pk)
        answer = as_ann.get(path) if path.startswith("/api") else client.get(path)
        assert answer.status_code == 200, answer.content

    return read_path


@pytest.mark.parametrize("path", LISTS)
def test_a_list_reads_from_the_replica(read: Callable[[str], None], asked: list[str], path: str) -> None:
    read(path)

    assert asked
    assert not [sql for sql in asked if not sql.startswith("SELECT") and "DECLARE" not in sql]
    assert not [sql for sql in asked for name in FORBIDDEN if f'"{name}"' in sql]


@pytest.mark.parametrize("path", [*OWN, *OF_A_MATCH])
def test_own_lists_and_matches_do_not(read: Callable[[str], None], asked: list[str], path: str) -> None:
    read(path)

    assert asked == []


@pytest.mark.parametrize("path", ["/api/v1/matches", "/api/v1/search/matches", "/api/v1/players/{ben}/results"])
def test_a_row_that_is_hidden_meanwhile_is_not_listed(
    duel: Callable[..., Match], anyone: Api, ben: Player, second: Any, path: str
) -> None:
    match = play_out(duel())
    score(match_id=match.pk)
    sweep_search_terms()
    path = path.format(ben=ben.public_id)

    def hide(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith('SELECT "matches_seat"'):  # The rows of the matches have been read.
            Match.objects.update(is_hidden=True)
        return execute(sql, *rest)

    assert len(anyone.get(path).json()["results"]) == 1, "there is something to hide"
    with second.execute_wrapper(hide):
        assert anyone.get(path).json()["results"] == []


def test_a_page_without_its_hidden_rows_leads_to_the_next(duel: Callable[..., Match], anyone: Api, second: Any) -> None:
    oldest, hidden = duel(), [duel(), duel()]

    def hide(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith('SELECT "matches_seat"'):
            Match.objects.filter(pk__in=[match.pk for match in hidden]).update(is_hidden=True)
        return execute(sql, *rest)

    with second.execute_wrapper(hide):
        page = anyone.get("matches?limit=2").json()
    assert page["results"] == []
    assert [match["id"] for match in anyone.get(page["next"]).json()["results"]] == [str(oldest.pk)]


def test_a_late_replica_is_not_read(anyone: Api, asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for lag, is_read in ((5.0, True), (5.1, False), (replica.NEVER, False)):
        monkeypatch.setattr(replica, "_last", replica._Measurement(lag, float("inf")))
        asked.clear()

        assert anyone.get("matches").status_code == 200
        assert bool(asked) == is_read, lag


def test_while_one_thread_measures_others_read_the_primary(second: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "_last", replica._Measurement(0.0))

    with replica._measuring:
        assert replica.list_database() == "default"


def test_a_read_that_the_replica_fails_is_repeated_on_the_primary(second: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read_from: list[str] = []
    monkeypatch.setattr(second, "close", lambda: None)  # It would close the connection of the test.

    def handler(request: HttpRequest) -> HttpResponse:
        read_from.append(replica.list_database())
        second.errors_occurred = len(read_from) == 1
        return HttpResponse(status=500 if second.errors_occurred else 200)

    with mock.patch.object(HttpResponse, "close"):
        answer = ReadAgain(handler)(RequestFactory().get("/"))

    assert (answer.status_code, read_from) == (200, ["replica", "default"])
    assert replica._last.until < 0, "its lag is measured before it is read again"


NOW = datetime(2026, 1, 1, tzinfo=UTC)
PRIMARY = ("0/5", NOW, "match", 7)


class Asked:
    """A connection that answers every statement with a row, after some failures."""

    def __init__(self, row: tuple[Any, ...], failures: int = 0) -> None:
        self.row, self.failures = row, failures
        self.connection: object | None = object()
        self.errors_occurred = False

    def cursor(self) -> "Asked":
        return self

    def __enter__(self) -> "Asked":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def execute(self, sql: str, parameters: object = None) -> None:
        if self.failures:
            self.failures -= 1
            raise OperationalError("server closed the connection unexpectedly")

    def fetchone(self) -> tuple[Any, ...]:
        return self.row

    def close(self) -> None:
        self.connection = None


def seconds_ago(seconds: float) -> datetime:
    return NOW - timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("row", "failures", "measured"),
    [
        ((True, "match", 7, True, seconds_ago(3600), NOW), 0, (0.0, 1)),  # The primary has been idle for an hour.
        ((True, "match", 7, False, seconds_ago(3), NOW), 0, (3.0, 1)),
        ((True, "match", 7, False, None, NOW), 0, (replica.NEVER, 1)),  # It has replayed nothing yet.
        ((False, "match", 7, True, NOW, NOW), 0, (replica.NEVER, 10)),  # It has been promoted.
        ((True, "other", 7, True, NOW, NOW), 0, (replica.NEVER, 10)),  # Another database.
        ((True, "match", 8, True, NOW, NOW), 0, (replica.NEVER, 10)),  # Another cluster.
        ((True, "match", 7, True, NOW, seconds_ago(6)), 0, (replica.NEVER, 10)),  # Its clock is slow.
        ((True, "match", 7, True, NOW, NOW), 1, (0.0, 1)),  # It has restarted since the last statement.
        ((True, "match", 7, True, NOW, NOW), 2, (replica.NEVER, 10)),
    ],
)
def test_the_lag(
    row: tuple[Any, ...], failures: int, measured: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "connections", {"default": Asked(PRIMARY), "replica": Asked(row, failures)})

    assert replica._measured() == measured


def test_a_replica_is_measured_once_a_second_and_less_often_if_it_does_not_answer(
    second: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, lags, measured = [100.0], [(1.0, 1.0), (replica.NEVER, 10.0), (1.0, 1.0)], []
    monkeypatch.setattr(replica, "_last", replica._Measurement())
    monkeypatch.setattr(replica.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(replica, "_measured", lambda: measured.append(now[0]) or lags[len(measured) - 1])

    found = []
    for now[0] in (100.0, 100.9, 101.0, 105.0, 110.9, 111.0):
        found.append(replica.list_database())

    assert measured == [100.0, 101.0, 111.0]
    assert found == ["replica", "replica", "default", "default", "default", "replica"]


def test_without_a_replica_nothing_is_measured_or_counted(client: Client) -> None:
    assert (replica.list_database(), replica.known_lag(), replica.has_failed()) == ("default", None, False)
    lines = client.get("/metrics").content.decode().splitlines()
    assert [line for line in lines if line.startswith("match_replica")] == []


def test_metrics_say_whether_it_is_used(client: Client, second: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for lag, lines in ((0.5, ("0.5", "1.0")), (6.0, ("6.0", "0.0")), (replica.NEVER, ("+Inf", "0.0"))):
        monkeypatch.setattr(replica, "_last", replica._Measurement(lag, float("inf")))

        page = client.get("/metrics").content.decode().splitlines()

        assert f"match_replica_lag_seconds {lines[0]}" in page
        assert f"match_replica_in_use {lines[1]}" in page
