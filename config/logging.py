"""Logging settings: one JSON object per line, or text for people, with request id, match and seq in every line.

Our own log lines never have a card, seed, token or address of a player. An error message might quote one. So in
production, only the type and traceback of an error are logged. Its message is logged only if it comes from the database
connection, the broker or the system.
"""

import re
import traceback
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError

SECRET_IN_PATH = re.compile(r"(/i/)[^/\s]+")
"""Finds the code of an invitation link in a path. The code must not be logged."""
FROM_BELOW = (OSError, OperationalError, InterfaceError, BrokerError)


def without_words(raised: Any) -> str:
    """The traceback of an error, causes first, without messages that could quote the service's data."""
    error, parts, seen = raised[1], [], set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        words = f": {error}" if isinstance(error, FROM_BELOW) else ""
        parts.append(f"{''.join(traceback.format_tb(error.__traceback__))}{type(error).__qualname__}{words}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n".join(reversed(parts))


def _drop_words(logger: Any, method: str, line: Any) -> Any:
    """Remove the error messages of failed tasks, which django-structlog logs in fields of its own."""
    if line.get("event") in ("task_failed", "task_retrying"):
        line.pop("reason", None)
        line.pop("error", None)
        if isinstance(line.get("exception"), BaseException):
            line["exc_info"] = line.pop("exception")
    return line


def _drop_codes(logger: Any, method: str, line: Any) -> Any:
    for name in ("event", "request"):
        if isinstance(line.get(name), str):
            line[name] = SECRET_IN_PATH.sub(r"\1…", line[name])
    return line


_SHARED: list[Any] = [
    _drop_codes,
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def logging_settings(*, json: bool, level: str) -> dict[str, Any]:
    """The value of Django's LOGGING. Configures structlog in the same way."""
    error_renderer = (
        structlog.processors.ExceptionRenderer(without_words) if json else structlog.processors.format_exc_info
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            _drop_words,
            error_renderer,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    rendering = (
        structlog.processors.JSONRenderer(ensure_ascii=False) if json else structlog.dev.ConsoleRenderer(colors=False)
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, rendering],
                "foreign_pre_chain": [*_SHARED, *([error_renderer] if json else [])],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            # structlog already logs that a task started, ended or failed.
            "celery.app.trace": {"level": "CRITICAL"},
            "celery.worker.strategy": {"level": "WARNING"},
            "django.request": {"level": "ERROR"},
            "django.server": {"handlers": [], "propagate": True, "level": "WARNING"},
        },
    }
