"""Adapts the OpenAPI document to client generators and linters, and adds types for each game."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from copy import deepcopy
from typing import Any

from common.http.deprecation import DEPRECATIONS
from common.http.description import REF
from common.scopes import APP_SCOPES, SCOPE_TEXTS

Schema = dict[str, Any]

SERVERS = [{"url": "/", "description": "The service that this document came from."}]
CONTACT = {"name": "The operator of this service"}
LICENSE = {"name": "MIT", "identifier": "MIT"}
TAGS = {
    "rulesets": "Games: their names and cards, and the JSON Schemas of their messages.",
    "leagues": "Bot leagues: their players, rounds and results.",
    "players": "Accounts of people and of bots, and their tokens.",
    "decks": "Stored decks, and whether they can be played.",
    "matches": "Open, join, play and follow matches.",
    "me": "Your own account.",
    "service": "What this installation offers.",
    "webhooks": "What the service posts to your webhooks.",
    "replay": "Search, export, import and verify finished matches.",
}


def say_who_serves(document: Schema) -> None:
    """Add server, contact and license, and the tags of the operations."""
    document["servers"] = SERVERS
    document["info"] |= {"contact": CONTACT, "license": LICENSE}
    posted = [entry["post"] for entry in document.get("webhooks", {}).values()]
    used = {tag for operation in [*operations(document), *posted] for tag in operation.get("tags", [])}
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
    """Add response headers by status, and the request header that resumes a stream."""
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
    """Mark deprecated parts with `deprecated`, `x-sunset` (the day), the replacement, and headers of the answers."""
    if DEPRECATIONS:
        document = deepcopy(document)  # The parts are cached and shared with other documents.
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
    """The part that a deprecation names. Raises LookupError if there is none."""
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
    """The name of the answer's component, or "" if it is not a reference."""
    ref: str = answer.get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "")
    return ref.rpartition("/")[2]


def operations(document: Schema) -> Iterable[Schema]:
    return (operation for methods in document["paths"].values() for operation in methods.values())


def add_links(document: Schema) -> None:
    """Link each operation that creates something to the operations on it, such as from a new match to its actions."""
    for path, methods in document["paths"].items():
        created = methods.get("post", {}).get("responses", {}).get("201", {})
        content = created.get("content", {}).get("application/json", {})
        fields = document["components"]["schemas"].get(_ref(created) if content else "", {}).get("properties", {})
        for below, others in document["paths"].items():
            rest = below.removeprefix(f"{path}/{{")
            parameter, _, more = rest.partition("}")
            name = parameter if parameter in fields else "id"
            if rest == below or "{" in more or name not in fields:
                continue
            for operation in others.values():
                target = {
                    "operationId": operation["operationId"],
                    "parameters": {parameter: f"$response.body#/{name}"},
                }
                created.setdefault("links", {})[operation["operationId"]] = target


def say_scopes_aside(document: Schema) -> None:
    """Move scopes to `x-scope` and the description: linters accept them for OAuth 2 but not for bearer tokens."""
    for operation in operations(document):
        scopes = {scope for entry in operation["security"] for given in entry.values() for scope in given}
        operation["security"] = [{scheme: [] for scheme in entry} for entry in operation["security"]]
        if scopes:
            (operation["x-scope"],) = scopes
            operation["description"] += f"\n\nA token needs the scope `{operation['x-scope']}`."


def offer_oauth(document: Schema) -> None:
    """Say that each operation with a token also accepts an OAuth 2 token with the scope in `x-scope`."""
    flow = {
        "authorizationUrl": "/oauth/authorize",
        "tokenUrl": "/oauth/token",
        "refreshUrl": "/oauth/token",
        "scopes": {scope: SCOPE_TEXTS[scope] for scope in APP_SCOPES},
    }
    document["components"]["securitySchemes"]["oauth2"] = {
        "type": "oauth2",
        "description": "For apps that players sign in to. PKCE (S256) is required. clients.md has an example.",
        "flows": {"authorizationCode": flow},
    }
    for operation in operations(document):
        if {"bearer": []} in operation["security"] and operation.get("x-scope", "read") in APP_SCOPES:
            scopes = [operation["x-scope"]] if "x-scope" in operation else []
            operation["security"].insert(1, {"oauth2": scopes})


def name_messages_of_streams(document: Schema) -> None:
    """Set the types of a stream's messages to the components that its description names."""
    components = document["components"]["schemas"]
    for operation in operations(document):
        formats = operation["responses"].get("200", {}).get("content", {})
        if "text/event-stream" in formats:
            events, lines = formats["text/event-stream"], formats["application/x-ndjson"]
            named = dict.fromkeys(re.findall(r"`(\w+)`", events["schema"]["description"]))
            messages = [name for name in named if name in components]
            events["schema"] = _message(events["schema"], messages)
            lines["schema"] = _line(lines["schema"], messages)


def _message(stream: Schema, names: list[str]) -> Schema:
    """The schema of a server-sent event in the form of OpenAPI 3.2, which tools already read."""
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": _data(names)}
    words = {name: {"type": "string"} for name in ("id", "event")}
    return {**stream, "type": "object", "properties": {**words, "data": data}, "required": ["data"]}


def _line(stream: Schema, names: list[str]) -> Schema:
    """The schema of a line of JSON, likewise."""
    properties = {"event": {"type": "string"}, "id": {"type": "integer"}, "data": _data(names)}
    return {**stream, "type": "object", "properties": properties, "required": ["event", "data"]}


def _data(names: list[str]) -> Schema:
    return {"description": "The data of a message.", "anyOf": [{"$ref": REF.format(name=name)} for name in names]}


def enumerate_words(document: Schema, words: Mapping[str, list[str]]) -> None:
    """Restrict string properties and query parameters to `words`, by name: `ruleset`, or `Component.name`."""
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
    """A schema without constructs that client generators can't handle.

    They fail on `items: false`, on enumerations without a type or with two types, on tuples without `items`, and on
    objects without properties. They make a second class of a reference with a type beside it. They require a property
    that has a default.
    """
    if isinstance(schema, list):
        return [plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    cleaned = {key: _properties(value) if key == "properties" else plain(value) for key, value in schema.items()}
    if "prefixItems" in cleaned and not cleaned.get("items"):
        cleaned["items"] = _any_of(cleaned["prefixItems"])
    if "$ref" in cleaned:
        cleaned.pop("type", None)
    if cleaned.get("type") == "object" and not {"properties", "additionalProperties", "anyOf"} & cleaned.keys():
        cleaned["additionalProperties"] = True
    if isinstance(cleaned.get("enum"), list):
        return _typed(cleaned)
    return cleaned


def _properties(properties: Mapping[str, Schema]) -> Schema:
    """The properties without their defaults, which are appended to the descriptions."""
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
    """An enumeration with its type, or a constant if it has a single value."""
    rest = {key: value for key, value in enum.items() if key != "enum"}
    by_type: dict[str, list[Any]] = {}
    for value in enum["enum"]:
        by_type.setdefault(_TYPES[type(value)], []).append(value)
    options = [
        {"type": type_, **({"const": values[0]} if len(values) == 1 else {"enum": values})}
        for type_, values in by_type.items()
    ]
    return {**rest, **options[0]} if len(options) == 1 else {**rest, "anyOf": options}


UNIONS = ("Action", "LoggedAction", "Effect", "Prompt", "View", "Scorecard")
"""Components that are unions over all games."""
PREFIXED = ("Action", "LoggedAction", "Effect", "Prompt", "View", "Options", "Game", "Scorecard")
"""Components that each game already has, under its prefix."""


def add_messages_of_games(document: Schema, prefixes: Mapping[str, str]) -> None:
    """Add types for each game. `prefixes` are the prefixes of their components, by ruleset slug."""
    components = document["components"]["schemas"]
    ours = {name for name in components if not name.startswith(tuple(prefixes.values()))}
    carrying = _carrying({name: components[name] for name in sorted(ours)})
    games = {}
    for slug, prefix in prefixes.items():
        for name in carrying:
            components[prefix + name] = _of_game(components[name], prefix, {*carrying, *UNIONS})
        messages = {name: {"$ref": REF.format(name=prefix + name)} for name in sorted({*carrying, *PREFIXED})}
        messages_schema = _object(f"Messages of {slug}, by component name.", messages)
        # A linter requires every component to be used.
        messages_schema["properties"]["games"] = {"$ref": REF.format(name="Games")}
        components[f"{prefix}Messages"] = messages_schema
        games[slug] = {"$ref": REF.format(name=f"{prefix}Messages")}
    if games:
        components["Games"] = _object("Messages of each game. No answer has this type.", games)
    document["components"]["schemas"] = dict(sorted(components.items()))


def document_of_game(document: Schema, slug: str) -> Schema:
    """The document for clients of one game: the same operations, with only that game's types and examples.

    A field distinguishes the variants of its `Action`, `Effect`, `Prompt` and `View`. In the document of all games none
    does: games share words such as `pass`, so a generated client has to guess. Raises KeyError for an unknown game.
    """
    components = dict(document["components"]["schemas"])
    games = components.pop("Games")["properties"]
    messages = components[games[slug]["$ref"].rpartition("/")[2]]["properties"]
    for name in UNIONS:
        components[name] = components[messages[name]["$ref"].rpartition("/")[2]]
    paths = _without_oauth(_without_examples(document["paths"], games.keys() - {slug}))
    used = [paths, document.get("webhooks", {}), document["components"].get("responses", {})]
    needed, waiting = dict[str, Schema](), list(_refs(used))
    while waiting:
        name = waiting.pop()
        if name in components and name not in needed:
            needed[name] = components[name]
            waiting += _refs(components[name])
    return {
        **document,
        "info": {**document["info"], "title": f"{document['info']['title']}: {slug}"},
        "paths": paths,
        "components": {
            **document["components"],
            "schemas": dict(sorted(needed.items())),
            "securitySchemes": {"bearer": document["components"]["securitySchemes"]["bearer"]},
        },
    }


def _without_oauth(paths: Schema) -> Schema:
    """The paths with only bearer tokens as security. For OAuth 2, clients generated for Go need another module."""
    return {
        path: {
            method: {**operation, "security": [entry for entry in operation["security"] if "oauth2" not in entry]}
            for method, operation in methods.items()
        }
        for path, methods in paths.items()
    }


def _without_examples(value: Any, games: Set[str]) -> Any:
    if isinstance(value, dict):
        return {
            key: _without_examples(part, games)
            for key, part in value.items()
            if not (key in games and isinstance(part, dict) and "value" in part)
        }
    return [_without_examples(part, games) for part in value] if isinstance(value, list) else value


def _carrying(components: Mapping[str, Schema]) -> list[str]:
    """Names of the components that contain one of UNIONS at any depth."""
    refers = {name: set(_refs(schema)) for name, schema in components.items() if name not in UNIONS}
    found: set[str] = set()
    while more := {name for name, refs in refers.items() if name not in found and refs & {*UNIONS, *found}}:
        found |= more
    return sorted(found)


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            else:
                yield from _refs(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _refs(item)


def _of_game(schema: Schema, prefix: str, names: set[str]) -> Schema:
    """The schema with the game's own components in place of those of all games."""
    ref = re.escape(REF.format(name="")) + f'({"|".join(sorted(names))})"'
    own = json.loads(re.sub(ref, lambda found: REF.format(name=f'{prefix}{found[1]}"'), json.dumps(schema)))
    if "title" in own:
        own["title"] = prefix + own["title"]
    return own  # type: ignore[no-any-return]


def _object(description: str, properties: Schema) -> Schema:
    required = list(properties)
    return {"type": "object", "description": description, "properties": {**properties}, "required": required}
