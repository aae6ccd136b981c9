"""What PostgreSQL and SQLite take differently, for statements that are written by hand."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from matches.log.transactions import POSTGRES


def adapted_uuid(value: UUID) -> Any:
    return value if POSTGRES else value.hex


def adapted_time(value: datetime) -> Any:
    return value if POSTGRES else connection.ops.adapt_datetimefield_value(value)


def adapted_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
