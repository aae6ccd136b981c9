"""The examples in the API reference are up to date and match its schemas."""

import logging
from typing import Any

import pytest
from django.db import connection
from jsonschema import Draft202012Validator

from config.openapi_examples import EXAMPLES, recorded
from rules.json_schemas import prefix_of
from rules.registry import game_definition, slugs
from tests.authorisation.scene import DOCUMENT
from tests.examples.recording import as_text
from tests.examples.scenario import record

COMPONENTS = DOCUMENT["components"]
OPERATIONS = {
    operation["operationId"]: operation for methods in DOCUMENT["paths"].values() for operation in methods.values()
}


@pytest.mark.both_databases
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the clock of PostgreSQL cannot be stopped")
@pytest.mark.django_db
def test_the_recorded_answers_are_those_of_the_service(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "django.request")
    before = recorded()

    now = record()

    names = {(part, name) for told in (before, now) for part in told for name in told[part]}
    changed = sorted(name for part, name in names if before[part].get(name) != now[part].get(name))
    assert changed == [], "record them anew: python -m tests.examples"
    assert as_text(now) == EXAMPLES.read_text(encoding="utf-8"), "record them anew: python -m tests.examples"


def faults(schema: Any, value: Any) -> list[str]:
    validator = Draft202012Validator({**schema, "components": COMPONENTS})
    return [
        f"{'/'.join(map(str, fault.absolute_path))}: {fault.message:.200}" for fault in validator.iter_errors(value)
    ]


def test_every_example_is_of_its_schema() -> None:
    wrong, count = {}, 0
    for name, operation in OPERATIONS.items():
        for place in (operation.get("requestBody", {}), *operation["responses"].values()):
            for type_, media in place.get("content", {}).items():
                for example, said in media.get("examples", {}).items():
                    count += 1
                    if "value" in said and (found := faults(media["schema"], said["value"])):
                        wrong[name, type_, example] = found
    for code, said in COMPONENTS["examples"].items():
        if found := faults({"$ref": "#/components/schemas/ProblemDocument"}, said["value"]):
            wrong[code] = found

    assert wrong == {} and count > 900


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_shows_what_it_is_sent_and_what_it_answers(name: str) -> None:
    operation = OPERATIONS[name]
    said = [operation["requestBody"]] if "requestBody" in operation else []
    said += operation["responses"].values()

    shown = [media.get("examples") for place in said for media in place.get("content", {}).values()]

    assert shown and all(shown), "ask for it in tests/examples/scenario.py"


def test_every_refusal_that_an_operation_names_is_shown() -> None:
    named = {
        code
        for operation in OPERATIONS.values()
        for answer in operation["responses"].values()
        if "application/problem+json" in answer.get("content", {})
        for code in answer["description"].replace("`", "").split(", ")
    }

    assert named == COMPONENTS["examples"].keys(), "bring it about in tests/examples/scenario.py"
    described = COMPONENTS["schemas"]["ProblemDocument"]["properties"].keys()
    assert {field for said in COMPONENTS["examples"].values() for field in said["value"]} <= described


PER_GAME = {
    "list_events": "EventPage",
    "list_legal_actions": "LegalActions",
    "read_view": "View",
    "take_action": "ActionAccepted",
}


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize(("name", "component"), PER_GAME.items())
def test_every_game_has_examples_of_its_own_components(name: str, component: str, slug: str) -> None:
    (answer,) = (answer for status, answer in OPERATIONS[name]["responses"].items() if status.startswith("2"))
    said = answer["content"]["application/json"]["examples"][slug]["value"]
    own = f"#/components/schemas/{prefix_of(game_definition(slug))}{component}"

    assert faults({"$ref": own}, said) == []
