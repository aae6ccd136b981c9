"""The committed OpenAPI document is the one that the code gives, and says what the code does."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import get_resolver

from cards.rulesets.registry import slugs
from matches.refusals import CODES, Refusal

DOCUMENT = Path(settings.BASE_DIR) / "docs" / "openapi.json"


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(DOCUMENT.read_text(encoding="utf-8"))


def test_the_committed_document_is_what_the_code_gives_without_a_warning(document: Any) -> None:
    fresh = StringIO()

    call_command("spectacular", format="openapi-json", validate=True, fail_on_warn=True, stdout=fresh)

    assert json.loads(fresh.getvalue()) == document, "write it anew: make openapi"


def test_every_ruleset_has_its_views_actions_prompts_and_effects(document: Any) -> None:
    components = document["components"]["schemas"]

    assert document["openapi"].startswith("3.1")
    assert components["View"]["discriminator"]["mapping"].keys() == set(slugs())
    for name in ("Action", "LoggedAction", "Effect", "Prompt", "View"):
        assert len(components[name]["anyOf"]) == len(slugs())
    assert components["MatchStartedEvent"]["properties"]["effects"]["items"] == {"$ref": "#/components/schemas/Effect"}


def test_every_reference_leads_somewhere(document: Any) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")

    for part in text.split('"#/components/schemas/')[1:]:
        assert part.split('"')[0] in document["components"]["schemas"]


def test_every_documented_refusal_is_one_that_there_is(document: Any) -> None:
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if "application/problem+json" in answer.get("content", {}):
                    codes = answer["description"].replace("`", "").split(", ")
                    assert {Refusal(code).status for code in codes} == {int(status)}
                    assert set(codes) <= set(CODES)


def test_every_path_of_the_api_is_documented(document: Any) -> None:
    def paths(resolver: Any, prefix: str) -> list[str]:
        found = []
        for pattern in resolver.url_patterns:
            place = prefix + str(pattern.pattern)
            found += paths(pattern, place) if hasattr(pattern, "url_patterns") else [place]
        return found

    served = [path for path in paths(get_resolver(), "/") if path.startswith("/api/v1/")]

    assert len(served) - 1 == len(document["paths"]), "all but the document itself"
