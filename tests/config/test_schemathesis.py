"""The service behaves as its OpenAPI document says, for generated requests."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.conf import settings as service
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.wsgi import handler
from tests.matches.api.conftest import Api

DOCUMENT = json.loads((Path(service.BASE_DIR) / "docs" / "openapi.json").read_text(encoding="utf-8"))
OPERATIONS = sorted((path, method) for path, operations in DOCUMENT["paths"].items() for method in operations)
EXAMPLES = 2
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
"""The last check is left out for requests with `fields`, which removes required fields."""


@schemathesis.serializer("application/x-ndjson")
def as_it_is(context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


@cache
def described() -> Any:
    """The document with the toy ruleset included, since the test's matches are of that game."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(document)))
    schema.app = handler
    return schema


@contextmanager
def one_connection() -> Iterator[None]:
    """Keep the end of a request from closing the connection with the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.sampled(12)
@pytest.mark.django_db
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_an_operation_answers_as_it_is_described(
    opened: Callable[..., dict[str, Any]], as_ann: Api, settings: Any, path: str, method: str
) -> None:
    settings.STREAM_SECONDS = 0  # Streams end at once.
    match = opened()
    deck = as_ann.post("decks", {"ruleset": "raid", "name": "Even", "cards": {"raider-1": 4}}).json()
    real = {"match_id": match["id"], "deck_id": deck["id"], "slug": "raid", "token_id": "0" * 16}
    operation = described()[path][method.upper()]

    @hypothesis_settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def answers(case: Any) -> None:
        case.path_parameters = {name: real.get(name, value) for name, value in (case.path_parameters or {}).items()}
        case.query = {**(case.query or {}), "wait": 0} if "wait" in (case.query or {}) else case.query
        response = case.call(headers={**as_ann.headers, "Accept-Encoding": "identity"})
        case.validate_response(response, checks=CHECKS[:-1] if "fields" in (case.query or {}) else CHECKS)

    with one_connection():
        answers()
