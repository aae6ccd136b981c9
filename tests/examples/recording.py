"""Records requests and the service's answers as examples for the OpenAPI document."""

import json
from typing import Any

import msgspec
from django.test import Client

from config.openapi_file import in_lines
from matches.api.streams.streaming import EventStreamResponse
from tests.authorisation.scene import OPERATIONS
from tests.examples.frozen import World

Json = Any
MOST = 2
"""Entries recorded of a list, or of a map without fixed fields."""
MAPS = {"accepted", "cards", "schemas", "supports", "words"}
JSON = ("application/json", "application/problem+json")


class Recorder:
    def __init__(self, world: World) -> None:
        self.world = world
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.operations: dict[str, Json] = {}
        self.problems: dict[str, Json] = {}

    def ask(
        self,
        who: str,
        operation: str,
        body: Json = None,
        *,
        named: str = "example",
        query: str = "",
        refused: str = "",
        method: str = "",
        headers: dict[str, str] | None = None,
        **ids: Any,
    ) -> Json:
        """Send a request as `who`. The answer is recorded as `named`, if given, or a refusal under its code."""
        described, path = OPERATIONS[operation]
        self.world.step(f"{operation} {named} {refused}")
        token = {"Authorization": f"Bearer {self.tokens[who]}"} if who in self.tokens else {}
        answer = Client().generic(
            method or described,
            path.format_map({name: str(value) for name, value in ids.items()}) + query,
            data=body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body),
            content_type="application/json",
            headers={**token, **(headers or {})},
        )
        content = _content(answer)
        said = f"{operation}: {answer.status_code} {content!r:.2000}"
        if refused:
            assert answer.status_code >= 400 and content["code"] == refused, said
            self.problems.setdefault(refused, shortened(content))
            return content
        assert answer.status_code < 300, said
        if not named:
            return content
        kept = self.operations.setdefault(operation, {})
        if body is not None:
            lines = "application/x-ndjson" if operation == "import_match" else "text/csv"
            sent = shown(body.decode(), lines) if isinstance(body, bytes) else body
            kept.setdefault("request", {})[named] = sent
        if content is not None:
            answers = kept.setdefault("answers", {}).setdefault(str(answer.status_code), {})
            answers.setdefault(_type(answer), {})[named] = shown(content, _type(answer))
        return content

    def recorded(self) -> Json:
        return {
            "operations": dict(sorted(self.operations.items())),
            "problems": dict(sorted(self.problems.items())),
        }


def _content(answer: Any) -> Json:
    if isinstance(answer, EventStreamResponse):
        _end_after_first_look(answer.stream.feed)
    content, type_ = answer.getvalue(), _type(answer)
    return json.loads(content) if type_ in JSON else content.decode() or None


def _end_after_first_look(feed: Any) -> None:
    look = feed.look

    def look_once(*args: Any, **more: Any) -> list[bytes]:
        messages: list[bytes] = look(*args, **more)
        feed.is_over = True
        return messages

    feed.look = look_once


def _type(answer: Any) -> str:
    type_: str = answer.get("Content-Type", "").partition(";")[0]
    return type_


def shown(said: Json, type_: str) -> Json:
    """The part of an answer to show: first entries of lists, first lines of a text, one message of a stream."""
    if type_ in JSON:
        return shortened(said)
    lines = [line for line in said.splitlines() if line]
    if type_ == "text/event-stream":
        _, message, *_ = said.split("\n\n")  # The first has only the retry time.
        return dict(line.split(": ", 1) for line in message.splitlines())
    if type_ == "application/x-ndjson":
        parsed = [shortened(json.loads(line)) for line in lines[: MOST + 1]]
        if "event" in parsed[0]:  # A stream, whose schema is that of one message.
            return parsed[0]
        lines = [json.dumps(line, ensure_ascii=False) for line in parsed]
    return "".join(f"{line}\n" for line in lines[: MOST + 1])


def shortened(said: Json, is_map: bool = False) -> Json:
    """The JSON without `$ref`, which readers of the document would follow anywhere."""
    if isinstance(said, list):
        return [shortened(part) for part in said[:MOST]]
    if isinstance(said, dict):
        kept = [(key, part) for key, part in said.items() if key != "$ref"]
        return {key: shortened(part, is_map or key in MAPS) for key, part in kept[: MOST if is_map else None]}
    return said


def as_text(recorded: Json) -> str:
    return in_lines(recorded, depth=2) + "\n"
