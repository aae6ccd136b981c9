"""The committed OpenAPI document is generated from the current code, and describes it correctly."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import get_resolver

from common.text.errors import ServiceError, error_codes
from config.openapi_file import DOCUMENT, made
from config.openapi_for_generators import document_of_game
from rules.registry import slugs


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(DOCUMENT.read_text(encoding="utf-8"))


def test_the_committed_document_is_what_the_code_gives_without_a_warning() -> None:
    is_the_same = made() == DOCUMENT.read_text(encoding="utf-8")

    assert is_the_same, "write it anew: make openapi"


def test_each_operation_and_each_component_has_a_line_of_its_own(document: Any) -> None:
    opening = {line.partition(": ")[0] for line in DOCUMENT.read_text(encoding="utf-8").splitlines()}

    assert {json.dumps(name) for name in document["components"]["schemas"]} <= opening
    assert {json.dumps(method) for methods in document["paths"].values() for method in methods} <= opening


def test_every_ruleset_has_its_views_actions_prompts_and_effects(document: Any) -> None:
    components = document["components"]["schemas"]

    assert document["openapi"].startswith("3.1")
    assert components["View"]["discriminator"]["mapping"].keys() == set(slugs())
    assert len(components["View"]["anyOf"]) == len(slugs())
    for name in ("Action", "LoggedAction", "Effect", "Prompt"):
        assert len(components[name]["anyOf"]) > 50
        assert not any("anyOf" in components[option["$ref"].rpartition("/")[2]] for option in components[name]["anyOf"])
    assert components["MatchStartedEvent"]["properties"]["effects"]["items"] == {"$ref": "#/components/schemas/Effect"}


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all schemas inside it."""
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(inner)


def test_no_schema_is_one_that_generators_of_clients_stumble_over(document: Any) -> None:
    said = list(parts(document["components"]["schemas"]))
    enums = [part for part in said if isinstance(part.get("enum"), list)]
    types = {"string": str, "integer": int}
    tuples = [part for part in said if "prefixItems" in part]
    objects = [part for part in said if part.get("type") == "object" and "properties" not in part]

    assert len(enums) > 50 and tuples and objects
    assert [part for part in tuples if not part.get("items")] == []
    assert [part for part in said if "$ref" in part and "type" in part] == []
    assert [part for part in enums if not all(type(value) is types[part["type"]] for value in part["enum"])] == []
    assert [part for part in enums if len(part["enum"]) < 2] == [], "a single value is a constant"
    assert [part for part in objects if "additionalProperties" not in part] == []
    assert [part for part in said for inner in part.get("properties", {}).values() if "default" in inner] == []


def test_words_of_which_there_are_so_many_are_enumerated(document: Any) -> None:
    components = document["components"]["schemas"]

    assert components["MatchInput"]["properties"]["ruleset"]["enum"] == list(slugs())
    assert components["ProblemDocument"]["properties"]["code"]["enum"] == list(error_codes())
    assert "unknown_parameter" in components["FieldError"]["properties"]["code"]["enum"]
    assert {"resignation", "aborted"} < set(components["Outcome"]["properties"]["reason"]["enum"])


def test_every_tag_is_described(document: Any) -> None:
    """The descriptions are in config/openapi_for_generators.py."""
    assert [tag["name"] for tag in document["tags"] if not tag["description"]] == []


def test_the_documented_line_makes_types_that_compile(document: Any) -> None:
    """.ci/openapi runs the line. This checks that the page has the same line."""
    line = "openapi-typescript openapi.json -o match.d.ts"

    assert line in (Path(settings.BASE_DIR) / "docs" / "clients.md").read_text(encoding="utf-8")
    assert line in (Path(settings.BASE_DIR) / ".ci" / "openapi" / "check").read_text(encoding="utf-8")


@pytest.mark.parametrize("union", ["Action", "LoggedAction", "Prompt"])
def test_the_first_schema_that_fits_a_message_knows_all_its_fields(document: Any, union: str) -> None:
    components = document["components"]["schemas"]

    def leaves(name: str) -> list[dict[str, Any]]:
        schema = components[name]
        inner = [leaf for option in schema.get("anyOf", []) for leaf in leaves(option["$ref"].rpartition("/")[2])]
        return inner or [schema]

    def tag(schema: dict[str, Any]) -> Any:
        return [schema["properties"].get(name, {}).get("const") for name in ("type", "kind")]

    messages = leaves(union)
    for message in messages:
        fields = set(message["properties"])
        first = next(one for one in messages if tag(one) == tag(message) and set(one["required"]) <= fields)
        assert fields <= set(first["properties"]), message["title"]


def test_moments_ids_and_words_say_what_they_are(document: Any) -> None:
    match = document["components"]["schemas"]["Match"]["properties"]

    assert match["id"]["format"] == "uuid"
    assert match["created_at"]["format"] == "date-time"
    assert match["status"]["enum"] == ["lobby", "playing", "over"]


def test_every_reference_leads_somewhere(document: Any) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")

    for part in text.split('"#/components/schemas/')[1:]:
        assert part.split('"')[0] in document["components"]["schemas"]


@pytest.mark.parametrize("slug", slugs())
def test_every_reference_of_a_games_document_leads_somewhere(document: Any, slug: str) -> None:
    own = document_of_game(document, slug)

    for part in json.dumps(own).split('"#/components/schemas/')[1:]:
        assert part.split('"')[0] in own["components"]["schemas"]


def test_what_is_posted_to_webhooks_is_documented(document: Any) -> None:
    posted = {
        name: entry["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for name, entry in document["webhooks"].items()
    }

    assert posted == {
        "notice": "WebhookNoticeMessage",
        "turn": "WebhookTurnMessage",
        "challenge": "WebhookChallengeMessage",
    }
    used = {tag for path in document["paths"].values() for operation in path.values() for tag in operation["tags"]}
    assert used.isdisjoint(tag for entry in document["webhooks"].values() for tag in entry["post"]["tags"])
    for name in posted.values():
        assert {"type", "timestamp", "account", "data"} <= document["components"]["schemas"][name]["properties"].keys()


def test_every_documented_refusal_is_one_that_there_is(document: Any) -> None:
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if "application/problem+json" in answer.get("content", {}):
                    codes = answer["description"].replace("`", "").split(", ")
                    assert {ServiceError(code).status for code in codes} == {int(status)}
                    assert set(codes) <= set(error_codes())


def test_every_path_of_the_api_is_documented(document: Any) -> None:
    def paths(resolver: Any, prefix: str) -> list[str]:
        found = []
        for pattern in resolver.url_patterns:
            place = prefix + str(pattern.pattern)
            found += paths(pattern, place) if hasattr(pattern, "url_patterns") else [place]
        return found

    served = [path for path in paths(get_resolver(), "/") if path.startswith("/api/v1/")]

    assert len(served) - 2 == len(document["paths"]), "all but the document itself, whole and of one game"


def test_parameters_that_an_operation_needs_are_required(document: Any) -> None:
    required = {
        (operation["operationId"], parameter["name"])
        for methods in document["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", [])
        if parameter.get("required") and parameter["in"] == "query"
    }

    assert required == {("find_players", "name"), ("read_statistics", "ruleset")}


def test_answers_name_their_headers(document: Any) -> None:
    def headers(path: str, method: str, status: str) -> set[str]:
        return set(document["paths"][f"/api/v1/{path}"][method]["responses"][status]["headers"])

    assert headers("rulesets", "get", "200") == {"RateLimit", "RateLimit-Policy", "ETag"}
    assert headers("decks", "post", "201") >= {"Location"}
    assert "Location" not in headers("tokens", "post", "201")
    assert headers("me", "get", "401") >= {"WWW-Authenticate"}
    assert headers("me", "get", "429") >= {"Retry-After"}
    assert "413" in document["paths"]["/api/v1/decks"]["post"]["responses"]
    stream = document["paths"]["/api/v1/matches/{match_id}/stream"]["get"]
    assert "Last-Event-ID" in [parameter["name"] for parameter in stream["parameters"]]


def test_what_creates_something_links_to_the_operations_on_it(document: Any) -> None:
    ids = {
        operation["operationId"]: path for path, methods in document["paths"].items() for operation in methods.values()
    }
    links = {
        operation["operationId"]: operation["responses"]["201"].get("links", {})
        for methods in document["paths"].values()
        for operation in methods.values()
        if "201" in operation["responses"]
    }

    assert {"read_match", "take_action", "list_events", "join_match"} <= links["open_match"].keys()
    assert links["open_match"]["take_action"]["parameters"] == {"match_id": "$response.body#/id"}
    assert links["create_league"]["read_league"]["parameters"] == {"league": "$response.body#/league"}
    for link in (link for found in links.values() for link in found.values()):
        (parameter,) = link["parameters"]
        assert f"{{{parameter}}}" in ids[link["operationId"]]
