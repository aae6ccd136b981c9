"""Adds examples to the OpenAPI document: requests and answers that a test recorded (tests/examples)."""

import json
from functools import cache
from typing import Any

from django.conf import settings

from common.http.description import PROBLEM_TYPE

Json = dict[str, Any]
EXAMPLES = settings.BASE_DIR / "config" / "openapi_examples.json"
REF = "#/components/examples/{code}"


@cache
def recorded() -> Json:
    """The recorded examples. `operations`: named requests and answers of each. `problems`: one refusal per code."""
    found: Json = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def add_examples(document: Json) -> Json:
    """Add the recorded examples to the operations. A refusal gets the example of its code."""
    problems = recorded()["problems"]
    for methods in document["paths"].values():
        for operation in methods.values():
            _add(operation, recorded()["operations"].get(operation["operationId"], {}))
            for answer in operation["responses"].values():
                codes = answer["description"].replace("`", "").split(", ")
                if refused := answer.get("content", {}).get(PROBLEM_TYPE):
                    refused["examples"] = {c: {"$ref": REF.format(code=c)} for c in codes if c in problems}
    document["components"]["examples"] = _named(problems)
    return document


def _add(operation: Json, own: Json) -> None:
    """Add an operation's examples, except outdated ones whose status or content type no longer exists."""
    if "request" in own and "requestBody" in operation:
        for media in operation["requestBody"]["content"].values():
            media["examples"] = _named(own["request"])
    for status, answers in own.get("answers", {}).items():
        for type_, media in operation["responses"].get(status, {}).get("content", {}).items():
            if type_ in answers:
                media["examples"] = _named(answers[type_])


def _named(examples: Json) -> Json:
    return {name: {"value": value} for name, value in examples.items()}
