"""Finds what a new OpenAPI document breaks for clients of a released one.

A client sends what the old document allowed and reads what it promised. So requests may become less strict, answers may
say more, and operations, fields of answers, words and refusals may be added (docs/clients.md).
"""

import gzip
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

Schema = dict[str, Any]
RELEASED = Path(__file__).parent / "released" / "openapi.json.gz"


def released() -> Any:
    """The document of the last release. Each release stores its own with `python -m tests.config.compatibility`."""
    return json.loads(gzip.decompress(RELEASED.read_bytes()))


def breaks(old: Any, new: Any) -> list[str]:
    """The changes that may break a client of `old`, each as its place and the fault."""
    return list(_Comparison(old, new).of_documents())


class _Comparison:
    def __init__(self, old: Any, new: Any) -> None:
        self.old, self.new = old, new
        self.seen: set[tuple[str, bool]] = set()

    def of_documents(self) -> Iterator[str]:
        for path, methods in self.old["paths"].items():
            for method, operation in methods.items():
                now = self.new["paths"].get(path, {}).get(method)
                if now is None:
                    if not _has_gone(operation):
                        yield f"{method} {path}: is gone"
                else:
                    yield from self.of_operations(f"{method} {path}", operation, now)

    def of_operations(self, place: str, old: Schema, new: Schema) -> Iterator[str]:
        for name in ("operationId", "x-scope"):
            if old.get(name) != new.get(name):
                yield f"{place}: {name} was {old.get(name)}, is {new.get(name)}"
        if ({} in old["security"] or not old["security"]) and new["security"] and {} not in new["security"]:
            yield f"{place}: needs a token now"
        yield from self.of_parameters(place, _named(old), _named(new))
        body, now = _content(old.get("requestBody", {})), _content(new.get("requestBody", {}))
        yield from self.of_schemas(f"{place} body", body, now, is_sent=True)
        for status, answer in old["responses"].items():
            if not status.startswith("2"):
                continue
            if status not in new["responses"]:
                yield f"{place}: does not answer {status} any more"
                continue
            now = _content(new["responses"][status])
            yield from self.of_schemas(f"{place} {status}", _content(answer), now, is_sent=False)

    def of_parameters(self, place: str, old: dict[Any, Schema], new: dict[Any, Schema]) -> Iterator[str]:
        for key in old.keys() - new.keys():
            if not _has_gone(old[key]):
                yield f"{place}: parameter {key[1]} is gone"
        for key, parameter in new.items():
            if parameter.get("required") and not old.get(key, {}).get("required"):
                yield f"{place}: parameter {key[1]} must be sent now"
            if key in old:
                before, now = old[key].get("schema", {}), parameter.get("schema", {})
                yield from self.of_schemas(f"{place} {key[1]}", before, now, is_sent=True)

    def of_schemas(self, place: str, old: Schema, new: Schema, *, is_sent: bool) -> Iterator[str]:
        if "$ref" in old and "$ref" in new:
            if ((old["$ref"] + new["$ref"]), is_sent) in self.seen:
                return
            self.seen.add((old["$ref"] + new["$ref"], is_sent))
        old, new = _resolved(self.old, old), _resolved(self.new, new)
        if old.get("type") != new.get("type") and ("type" in new or not is_sent):
            yield f"{place}: the type was {old.get('type')}, is {new.get('type')}"
            return
        if is_sent and (refused := _words(old) - _words(new)) and _words(new):
            yield f"{place}: {', '.join(sorted(refused))} may not be sent any more"
        yield from self.of_objects(place, old, new, is_sent)
        yield from self.of_unions(place, old, new, is_sent)
        for inner in ("items", "additionalProperties"):
            if isinstance(old.get(inner), dict) and isinstance(new.get(inner), dict):
                yield from self.of_schemas(f"{place}/{inner}", old[inner], new[inner], is_sent=is_sent)

    def of_objects(self, place: str, old: Schema, new: Schema, is_sent: bool) -> Iterator[str]:
        before, now = old.get("properties", {}), new.get("properties", {})
        for name in before.keys() - now.keys():
            if not _has_gone(before[name]):
                yield f"{place}/{name}: is gone"
        must, must_now = set(old.get("required", [])), set(new.get("required", []))
        for name in sorted(must_now - must if is_sent else (must - must_now) & now.keys()):
            yield f"{place}/{name}: must be sent now" if is_sent else f"{place}/{name}: may be missing now"
        for name in before.keys() & now.keys():
            yield from self.of_schemas(f"{place}/{name}", before[name], now[name], is_sent=is_sent)

    def of_unions(self, place: str, old: Schema, new: Schema, is_sent: bool) -> Iterator[str]:
        before = {_kind(option): option for option in _options(self.old, old)}
        now = {_kind(option): option for option in _options(self.new, new)}
        for kind in before.keys() - now.keys() if is_sent else ():
            yield f"{place}: {kind} may not be sent any more"
        if "null" in now.keys() - before.keys() and before and not is_sent:
            yield f"{place}: may be null now"
        for kind in before.keys() & now.keys():
            yield from self.of_schemas(f"{place}/{kind}", before[kind], now[kind], is_sent=is_sent)


def _has_gone(part: Schema) -> bool:
    """Whether the part was deprecated and its last day is over."""
    return "x-sunset" in part and date.fromisoformat(part["x-sunset"]) < date.today()


def _named(operation: Schema) -> dict[Any, Schema]:
    return {(parameter["in"], parameter["name"]): parameter for parameter in operation.get("parameters", [])}


def _content(answer: Schema) -> Schema:
    schema: Schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _resolved(document: Any, schema: Schema) -> Schema:
    while "$ref" in schema:
        schema = document["components"]["schemas"].get(schema["$ref"].rpartition("/")[2], {})
    return schema


def _options(document: Any, schema: Schema) -> Iterator[Schema]:
    """The alternatives of a union, with nested unions flattened."""
    for option in schema.get("anyOf", []):
        if "anyOf" in _resolved(document, option):
            yield from _options(document, _resolved(document, option))
        else:
            yield option


def _words(schema: Schema) -> set[str]:
    return set(map(str, schema.get("enum", [schema["const"]] if "const" in schema else [])))


def _kind(option: Schema) -> str:
    return str(option.get("$ref") or option.get("type"))


if __name__ == "__main__":
    document = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8"))
    RELEASED.parent.mkdir(exist_ok=True)
    RELEASED.write_bytes(gzip.compress(json.dumps(document, separators=(",", ":")).encode(), mtime=0))
