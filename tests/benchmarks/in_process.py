"""Calls the service in this process, without sockets, so that the processor time of one request can be measured.

The compared variants take turns request by request, so that other load affects both equally. Wall time isn't used.
Import this after the settings are configured (database.set_up_django).
"""

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from django.db import connection, connections
from django.db.utils import ConnectionHandler

from config.settings.base import database as settings_of
from config.wsgi import handler
from matches.log.stored_match import StoredMatch
from players.models import AccessToken, Player
from rules.engine import Action, canonical, legal_actions, seats_to_act

SETTLE = 0.0005
"""Seconds until a database backend sleeps, so that all of its processor time is recorded."""


def connected(url: str) -> Any:
    """A connection to another database, with tables created."""
    environment = {**os.environ, "DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True, env=environment)
    return ConnectionHandler({"default": settings_of("", url)})["default"]


@contextmanager
def serving(other: Any) -> Iterator[None]:
    """Make the service in this thread use this connection."""
    before = connections["default"]
    connections["default"] = other
    try:
        yield
    finally:
        connections["default"] = before


def signed_up(*names: str) -> tuple[list[Player], list[str]]:
    """Create players, and a token for each."""
    players = [Player.objects.create_user(name) for name in names]
    return players, [AccessToken.objects.create(user=player)[1] for player in players]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, and the processor seconds that it took in the application and in the database's backend."""

    status: int
    body: bytes
    app: float
    data: float

    @property
    def cpu(self) -> float:
        return self.app + self.data


def send(method: str, path: str, token: str = "", body: bytes = b"", key: str = "") -> Answer:
    """Send a request through the whole WSGI handler, on the current default database."""
    environ = _environ(method, path, token, body, key)
    statuses: list[str] = []
    backend = _backend()
    data, app = _cpu_seconds(backend), time.thread_time()

    answer = handler(environ, lambda status, headers: statuses.append(status))
    text = b"".join(answer)

    app = time.thread_time() - app
    time.sleep(SETTLE)
    return Answer(int(statuses[0][:3]), text, app, _cpu_seconds(backend) - data)


def measured(work: Callable[[], Any]) -> float:
    """Processor seconds that the work takes in this thread and in the backend of its database."""
    backend = _backend()
    data, app = _cpu_seconds(backend), time.thread_time()
    work()
    app = time.thread_time() - app
    time.sleep(SETTLE)
    return app + _cpu_seconds(backend) - data


def _backend() -> int | None:
    """The process of the database that serves this connection. None for SQLite, which works in this thread."""
    connection.ensure_connection()
    return connection.connection.info.backend_pid if connection.vendor == "postgresql" else None


def _cpu_seconds(pid: int | None) -> float:
    """Processor seconds of a single-threaded process, to the nanosecond. /proc/…/stat has only hundredths."""
    if pid is None:
        return 0.0
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _environ(method: str, path: str, token: str, body: bytes, key: str) -> dict[str, Any]:
    place, _, query = path.partition("?")
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": place,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
    }
    if token:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    if key:
        environ["HTTP_IDEMPOTENCY_KEY"] = key
    return environ


def move(match: StoredMatch, tokens: Sequence[str], luck: Random, shunned: str = "") -> Answer:
    """Send a random legal action of the first player to move. Actions of type `shunned` are taken only if necessary."""
    position = match.position
    seat = seats_to_act(position.table)[0]
    choices = legal_actions(position.table, seat)
    action = luck.choice([choice for choice in choices if type_of(choice) != shunned] or choices)
    body = b'{"version":%d,"action":%s}' % (position.seq, canonical(action))
    answer = send("POST", f"/api/v1/matches/{match.id}/actions", tokens[seat], body, f"move-{position.seq}")
    assert answer.status == 201, answer.body
    return answer


def type_of(action: Action) -> str:
    return str(type(action).__struct_config__.tag)
