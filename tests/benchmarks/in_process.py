"""The service called in this process: no sockets between, so that one request's processor time can be read.

Contenders take turns request by request, and whatever else the machine does meets them alike; wall time plays no part.
Imported when settings are there (database.set_up_django).
"""

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
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
"""Seconds for a database backend to fall asleep, so that all of its processor time is on record."""


def connected(url: str) -> Any:
    """A connection to another database, its tables made."""
    environment = {**os.environ, "DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True, env=environment)
    return ConnectionHandler({"default": settings_of("", url)})["default"]


@contextmanager
def serving(other: Any) -> Iterator[None]:
    """The service in this thread works on that connection."""
    before = connections["default"]
    connections["default"] = other
    try:
        yield
    finally:
        connections["default"] = before


def signed_up(*names: str) -> tuple[list[Player], list[str]]:
    """Players, and a token of each."""
    players = [Player.objects.create_user(name) for name in names]
    return players, [AccessToken.objects.create(user=player)[1] for player in players]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and the processor seconds that it took in the application and in the database's backend."""

    status: int
    body: bytes
    app: float
    data: float

    @property
    def cpu(self) -> float:
        return self.app + self.data


def send(method: str, path: str, token: str = "", body: bytes = b"", key: str = "") -> Answer:
    """One request through the whole WSGI handler, on the database that is the default one now."""
    environ = _environ(method, path, token, body, key)
    statuses: list[str] = []
    connection.ensure_connection()
    backend = connection.connection.info.backend_pid if connection.vendor == "postgresql" else None
    data, app = _cpu_seconds(backend), time.thread_time()

    answer = handler(environ, lambda status, headers: statuses.append(status))
    text = b"".join(answer)

    app = time.thread_time() - app
    time.sleep(SETTLE)
    return Answer(int(statuses[0][:3]), text, app, _cpu_seconds(backend) - data)


def _cpu_seconds(pid: int | None) -> float:
    """Of a process of one thread, to the nanosecond, where /proc/…/stat counts hundredths of a second."""
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
    """A random legal action of whoever is asked first, sent as a client would; one `shunned` if there is no other."""
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
