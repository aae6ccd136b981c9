"""Django's database engine for the replica: PostgreSQL, but an unanswered statement fails after ANSWER_SECONDS."""

from typing import Any

import psycopg
from django.db.backends.postgresql import base

ANSWER_SECONDS = 5.0
"""A statement that takes longer fails. Otherwise a frozen replica would occupy the slots of requests for good."""


class Connection(psycopg.Connection[Any]):
    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        return super().wait(gen, interval, ANSWER_SECONDS if timeout is None else timeout)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        self.isolation_level = base.IsolationLevel.READ_COMMITTED
        return Connection.connect(**conn_params)
