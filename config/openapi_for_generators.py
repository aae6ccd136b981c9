"""The document in the words that generators of clients and linters of documents know."""

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from common.http.deprecation import DEPRECATIONS
from common.http.description import REF

Schema = dict[str, Any]

SERVERS = [{"url": "/", "description": "The service that this document came from."}]
CONTACT = {"name": "The operator of this service"}
LICENSE = {"name": "MIT", "identifier": "MIT"}
TAGS = {
    "rulesets": "Games: their names and cards, and the JSON Schemas of their messages.",
    "leagues": "Bot leagues: their players, rounds and results.",
    "players": "Accounts of people and of bots, and their tokens.",
    "decks": "Decks that are kept, and whether they may be played.",
    "matches": "Opening, joining, playing and following a match.",
    "me": "What concerns one's own account.",
    "replay": "Finished matches: searched, exported, imported, and proved.",
}


def say_who_serves(document: Schema) -> None:
    """Add server, contact and license, and the tags of the operations."""
    document["servers"] = SERVERS
    document["info"] |= {"contact": CONTACT, "license": LICENSE}
    used = {tag for operation in operations(document) for tag in operation.get("tags", [])}
    document["tags"] = [{"name": name, "description": TAGS.get(name, "")} for name in sorted(used)]


HEADERS: dict[str, Schema] = {
    "Allow": {"description": "Methods allowed here.", "schema": {"type": "string"}},
    "ETag": {
        "description": "For `If-None-Match`, on answers that seldom change; for `If-Match`, on decks and leagues.",
        "schema": {"type": "string"},
    },
    "Location": {"description": "Path of the new resource.", "schema": {"type": "string"}},
    "RateLimit": {"description": "How many requests are left, and for how long.", "schema": {"type": "string"}},
    "RateLimit-Policy": {"description": "How many requests you can send in which time.", "schema": {"type": "string"}},
    "Retry-After": {"description": "Seconds to wait before the next request.", "schema": {"type": "integer"}},
    "WWW-Authenticate": {"description": "`Bearer`.", "schema": {"type": "string"}},
}
GOING: dict[str, Schema] = {
    "Deprecation": {"description": "When this was deprecated (RFC 9745).", "schema": {"type": "string"}},
    "Sunset": {"description": "When this will be removed (RFC 8594).", "schema": {"type": "string"}},
    "Link": {"description": "Documentation of the replacement.", "schema": {"type": "string"}},
}
BY_STATUS = {
    "401": ("WWW-Authenticate",),
    "405": ("Allow",),
    "429": ("Retry-After",),
    "503": ("Retry-After",),
}
LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "schema": {"type": "string", "pattern": "^(-1|[0-9]{1,16})$"},
    "description": "Id of the last message you have. Overrides `after`.",
}


def say_headers(document: Schema) -> None:
    """Of answers by their status; and the one by which a stream goes on."""
    document["components"]["headers"] = HEADERS
    for operation in operations(document):
        if any("text/event-stream" in answer.get("content", {}) for answer in operation["responses"].values()):
            operation.setdefault("parameters", []).append(LAST_EVENT_ID)
        for status, answer in operation["responses"].items():
            names = ["RateLimit", "RateLimit-Policy", *BY_STATUS.get(status, ())]
            names += ["ETag"] if "304" in operation["responses"] and status in ("200", "304") else []
            names += ["ETag"] if _ref(answer) == "Deck" else []
            names += ["Location"] if status == "201" and _has_url(document, answer) else []
            answer["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def with_what_goes(document: Schema) -> Schema:
    """At whatever goes: `deprecated`, the day (`x-sunset`), what does the same instead; the headers of its answers."""
    if DEPRECATIONS:
        document = deepcopy(document)  # Parts of it are kept from one document to the next.
    for going in DEPRECATIONS:
        operation = next(one for one in operations(document) if one["operationId"] == going.operation)
        for answer in operation["responses"].values():
            answer["headers"] |= {name: {"$ref": f"#/components/headers/{name}"} for name in GOING}
        document["components"]["headers"] |= GOING
        part = _part(document, operation, going.field)
        part["description"] = f"{part.get('description', '')} Goes on {going.sunset}: {going.instead}".strip()
        part |= {"deprecated": True, "x-sunset": going.sunset.isoformat()}
    return document


def _part(document: Schema, operation: Schema, field: str) -> Schema:
    """What a deprecation names. Raises LookupError where there is no such thing."""
    if not field:
        return operation
    if "." in field:
        component, _, name = field.partition(".")
        part: Schema = document["components"]["schemas"][component]["properties"][name]
        return part
    return next(one for one in operation["parameters"] if one["name"] == field)


def _has_url(document: Schema, answer: Schema) -> bool:
    return "url" in document["components"]["schemas"].get(_ref(answer), {}).get("properties", {})


def _ref(answer: Schema) -> str:
    """The component that an answer is."""
    ref: str = answer.get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "")
    return ref.rpartition("/")[2]


def operations(document: Schema) -> Iterable[Schema]:
    return (operation for methods in document["paths"].values() for operation in methods.values())


def say_scopes_aside(document: Schema) -> None:
    """Linters know the scopes of OAuth 2, and none of a bearer: these go into `x-scope` and the text."""
    for operation in operations(document):
        scopes = {scope for entry in operation["security"] for given in entry.values() for scope in given}
        operation["security"] = [{scheme: [] for scheme in entry} for entry in operation["security"]]
        if scopes:
            (operation["x-scope"],) = scopes
            operation["description"] += f"\n\nA token needs the scope `{operation['x-scope']}`."


def name_messages_of_streams(document: Schema) -> None:
    """Use the components named in a stream's description as the types of its messages' data."""
    components = document["components"]["schemas"]
    for operation in operations(document):
        for type_, media in operation["responses"].get("200", {}).get("content", {}).items():
            stream = media.get("schema", {})
            named = re.findall(r"`(\w+)`", stream.get("description", ""))
            messages = [name for name in dict.fromkeys(named) if name in components]
            if messages and type_ == "text/event-stream":
                media["schema"] = _message(stream, messages)


def _message(stream: Schema, names: list[str]) -> Schema:
    """A server-sent event, as OpenAPI 3.2 and what reads documents already have it."""
    content = {"description": "The data of a message.", "anyOf": [{"$ref": REF.format(name=name)} for name in names]}
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": content}
    words = {name: {"type": "string"} for name in ("id", "event")}
    return {**stream, "type": "object", "properties": {**words, "data": data}, "required": ["data"]}


def enumerate_words(document: Schema, words: Mapping[str, list[str]]) -> None:
    """Strings of such a name are one of these words: `ruleset`, or `Component.name`."""
    for component, schema in document["components"]["schemas"].items():
        for name, property_ in schema.get("properties", {}).items():
            known = words.get(f"{component}.{name}", words.get(name))
            if known and property_.get("type") == "string" and not {"enum", "const"} & property_.keys():
                property_["enum"] = known
    for operation in operations(document):
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "query" and parameter["name"] in words:
                parameter["schema"]["enum"] = words[parameter["name"]]


def plain(schema: Any) -> Any:
    """A schema and all that is in it. Generators stumble over `items: false`, over enumerations without a type or of
    two types, over tuples without `items` and objects that say nothing of their properties, make a second class of a
    reference with a type beside it, and take a property with a default for one that must be sent."""
    if isinstance(schema, list):
        return [plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    said = {key: _properties(value) if key == "properties" else plain(value) for key, value in schema.items()}
    if "prefixItems" in said and not said.get("items"):
        said["items"] = _any_of(said["prefixItems"])
    if "$ref" in said:
        said.pop("type", None)
    if said.get("type") == "object" and not {"properties", "additionalProperties", "anyOf"} & said.keys():
        said["additionalProperties"] = True
    if isinstance(said.get("enum"), list):
        return _typed(said)
    return said


def _properties(properties: Mapping[str, Schema]) -> Schema:
    """Without defaults: the text says them."""
    return {name: _without_default(plain(schema)) for name, schema in properties.items()}


def _without_default(schema: Schema) -> Schema:
    default = schema.pop("default", None)
    if default in (None, "", [], {}) or "$ref" in schema:
        return schema
    word = str(default).lower() if isinstance(default, bool) else default
    schema["description"] = f"{schema.get('description', '')} Default: `{word}`.".strip()
    return schema


def _any_of(options: list[Schema]) -> Schema:
    different = [option for number, option in enumerate(options) if option not in options[:number]]
    return different[0] if len(different) == 1 else {"anyOf": different}


_TYPES = {bool: "boolean", int: "integer", str: "string"}


def _typed(enum: Schema) -> Schema:
    """Its type beside it; a single value is a constant."""
    rest = {key: value for key, value in enum.items() if key != "enum"}
    by_type: dict[str, list[Any]] = {}
    for value in enum["enum"]:
        by_type.setdefault(_TYPES[type(value)], []).append(value)
    options = [
        {"type": type_, **({"const": values[0]} if len(values) == 1 else {"enum": values})}
        for type_, values in by_type.items()
    ]
    return {**rest, **options[0]} if len(options) == 1 else {**rest, "anyOf": options}
