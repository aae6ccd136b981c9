"""The service behaves as its OpenAPI document says, for requests that nobody thought of."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.conf import settings
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.wsgi import application
from tests.matches.api.conftest import Api

DOCUMENT = json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text(encoding="utf-8"))
OPERATIONS = sorted(
    (path, method) for path, operations in DOCUMENT["paths"].items() for method in operations if "stream" not in path
)
EXAMPLES = 4
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


@pytest.fixture
def schema() -> Any:
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_an_operation_answers_as_it_is_described(
    schema: Any, opened: Callable[..., dict[str, Any]], as_ann: Api, path: str, method: str
) -> None:
    match = opened()
    deck = as_ann.post("decks", {"ruleset": "raid", "name": "Even", "cards": {"raider-1": 4}}).json()
    real = {"match_id": match["id"], "deck_id": deck["id"], "slug": "raid", "token_id": "0" * 16}
    operation = schema[path][method.upper()]

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
        response = case.call(headers=as_ann.headers)
        case.validate_response(response, checks=CHECKS)

    answers()
