"""Requests with each field left out or of the wrong type: the refusal names the field, and nothing breaks."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from matches.models import Match
from tests.matches.api.conftest import Api

DOCUMENT = json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text(encoding="utf-8"))
OTHER_KINDS: list[Any] = [None, True, 7, "x", [], {}]
pytestmark = pytest.mark.django_db


def bodies() -> list[tuple[str, str, dict[str, Any]]]:
    """(method, path, schema) of every request with a JSON body."""
    found = []
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if content is not None:
                found.append((method.upper(), path, resolved(content["schema"])))
    return found


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def filled(schema: dict[str, Any], depth: int = 0) -> Any:
    """A value that the field's type allows."""
    schema = resolved(schema)
    schema = resolved(next(iter(schema.get("anyOf") or schema.get("oneOf") or [schema])))
    kind = schema.get("type")
    if "enum" in schema:
        return schema["enum"][0]
    if kind == "object" and depth < 4:
        required = schema.get("required", ())
        return {name: filled(schema["properties"][name], depth + 1) for name in required}
    fillings: dict[str, Any] = {"integer": 0, "boolean": True, "array": [], "null": None, "object": {}}
    return fillings.get(str(kind), "x")


def sent(schema: dict[str, Any]) -> list[Any]:
    """Bad bodies: with each field left out, with each field of every other type, and values that aren't objects."""
    names = list(schema.get("properties", {}))
    whole = {name: filled(schema["properties"][name]) for name in names}
    short = [{name: value for name, value in whole.items() if name != left_out} for left_out in names]
    other = [{**whole, name: value} for name in names for value in OTHER_KINDS]
    return [whole, {}, *short, *other, *OTHER_KINDS]


@pytest.mark.parametrize(("method", "path", "schema"), bodies(), ids=lambda part: part if isinstance(part, str) else "")
def test_a_field_that_is_left_out_or_of_another_kind_is_refused_and_breaks_nothing(
    method: str, path: str, schema: dict[str, Any], live: Match, as_ann: Api
) -> None:
    address = re.sub(r"\{\w+\}", str(live.pk), path)

    for body in sent(schema):
        answer = as_ann.send(method, address, json.dumps(body).encode())

        assert answer.status_code < 500, (body, answer.content)
        missing = set(schema.get("required", ())) - set(body if isinstance(body, dict) else ())
        assert not missing or answer.status_code in (400, 401, 403, 404, 409, 429), (body, answer.content)


def test_an_action_that_is_left_out_is_named(live: Match, as_ann: Api) -> None:
    answer = as_ann.post(f"matches/{live.pk}/actions", {"version": 0})

    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_request")
    assert answer.json()["errors"][0]["pointer"] == "/action"
    assert answer.json()["errors"][0]["accepted"] == {"type": "object"}


@pytest.fixture
def live(duel: Any) -> Match:
    match: Match = duel()
    return match
