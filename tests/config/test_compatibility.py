"""Clients of the last release still work: the new OpenAPI document breaks nothing of the released one."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.config.compatibility import breaks, released


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text(encoding="utf-8"))


def test_nothing_breaks_for_clients_of_the_last_release(document: Any) -> None:
    """See "What may change" in docs/clients.md. Parts to be removed are announced, and stay until their day."""
    assert breaks(released(), document) == CORRECTED


CORRECTED = [
    "get /api/v1/players: parameter name must be sent now",
    "get /api/v1/search/statistics: parameter ruleset must be sent now",
]
"""The released document called these optional, but requests without them have always been refused."""


def schemas(document: Any) -> Any:
    return document["components"]["schemas"]


def operation(document: Any, path: str, method: str) -> Any:
    return document["paths"][f"/api/v1/{path}"][method]


CHANGES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "an operation goes": (lambda new: new["paths"].pop("/api/v1/bots"), "get /api/v1/bots: is gone"),
    "an answer's field goes": (lambda new: schemas(new)["Deck"]["properties"].pop("note"), "/note: is gone"),
    "an answer's field may be missing": (
        lambda new: schemas(new)["Deck"]["required"].remove("id"),
        "/id: may be missing",
    ),
    "an answer's field is of another type": (
        lambda new: schemas(new)["Deck"]["properties"].update(note={"type": "integer"}),
        "/note: the type was string",
    ),
    "an answer may be null": (
        lambda new: schemas(new)["CardList"]["properties"].update(next={"type": "null"}),
        "/next: the type was None",
    ),
    "a field must be sent": (
        lambda new: schemas(new)["DeckInput"]["required"].append("note"),
        "/note: must be sent now",
    ),
    "a field may not be sent": (lambda new: schemas(new)["DeckInput"]["properties"].pop("note"), "/note: is gone"),
    "a word may not be sent": (
        lambda new: schemas(new)["DeckInput"]["properties"]["visibility"].update(enum=["private"]),
        "public may not be sent",
    ),
    "a message may not be sent": (
        lambda new: schemas(new)["MatchInput"]["properties"]["seats"]["items"]["anyOf"].pop(),
        "may not be sent any more",
    ),
    "a parameter goes": (lambda new: operation(new, "cards", "get")["parameters"].clear(), "parameter text is gone"),
    "a parameter must be sent": (
        lambda new: [one.update(required=True) for one in operation(new, "cards", "get")["parameters"]],
        "parameter text must be sent now",
    ),
    "a token is needed": (lambda new: operation(new, "bots", "get")["security"].remove({}), "needs a token now"),
    "another scope is needed": (lambda new: operation(new, "decks", "post").update({"x-scope": "bot"}), "x-scope was"),
    "a status goes": (lambda new: operation(new, "decks", "post")["responses"].pop("201"), "does not answer 201"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_breaking_change_is_named(document: Any, what: str) -> None:
    change, said = CHANGES[what]
    new = copy.deepcopy(document)
    change(new)

    assert any(said in broken for broken in breaks(document, new)), breaks(document, new)


def test_what_only_grows_breaks_nothing(document: Any) -> None:
    new = copy.deepcopy(document)
    new["paths"]["/api/v1/more"] = {"get": {}}
    schemas(new)["Deck"]["properties"]["more"] = {"type": "string"}
    schemas(new)["Deck"]["required"].append("more")
    schemas(new)["DeckInput"]["properties"]["more"] = {"type": "string"}
    schemas(new)["Outcome"]["properties"]["reason"]["enum"].append("boredom")
    schemas(new)["Event"]["anyOf"].append({"type": "object"})
    operation(new, "cards", "get")["parameters"].append({"in": "query", "name": "more", "schema": {"type": "string"}})
    operation(new, "decks", "post")["responses"]["402"] = {}

    assert breaks(document, new) == []
