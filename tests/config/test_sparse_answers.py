"""`fields` selects fields of a big resource, or of each entry of a list."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.urls import get_resolver

from common.http.reading import fields_of
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db

RESOURCES = {
    "matches/{match}": "id,status,to_act",
    "matches/{match}/view": "version,prompts",
    "matches/{match}/replay/view": "turn",
    "rulesets/raid": "slug,seats",
    "leagues/nightly/seasons/1": "number,status",
    "leagues/nightly/seasons/1/standings": "standings",
}
LISTS = {
    "matches": "id,status",
    "search/matches": "id,reason",
    "decks": "id,version",
    "cards?ruleset=raid": "slug",
    "leagues": "league",
    "leagues/nightly/seasons/1/fixtures": "match,match_url",
}


def asked(path: str, fields: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}fields={fields}"


@pytest.fixture
def at(opened: Callable[..., Any], season: Callable[..., Any]) -> Callable[[str], str]:
    season()
    match = opened()["id"]
    return lambda path: path.format(match=match)


@pytest.mark.parametrize(("path", "fields"), RESOURCES.items())
def test_a_resource_has_only_the_fields_asked_for(
    at: Callable[[str], str], as_ann: Api, path: str, fields: str
) -> None:
    whole, some = as_ann.get(at(path)).json(), as_ann.get(asked(at(path), fields)).json()

    assert list(some) == [name for name in whole if name in fields.split(",")]
    assert len(some) == len(fields.split(",")) < len(whole)


@pytest.mark.parametrize(("path", "fields"), LISTS.items())
def test_a_list_has_entries_with_only_the_fields_asked_for(
    at: Callable[[str], str], as_ann: Api, path: str, fields: str
) -> None:
    whole, some = as_ann.get(at(path)).json(), as_ann.get(asked(at(path), fields)).json()

    names = fields.split(",")
    assert some == {**whole, "results": [{name: one[name] for name in names} for one in whole["results"]]}


@pytest.mark.parametrize(("path", "known"), [*RESOURCES.items(), *LISTS.items()])
def test_an_unknown_field_is_refused_with_the_names_there_are(
    at: Callable[[str], str], as_ann: Api, path: str, known: str
) -> None:
    refused = as_ann.get(asked(at(path), f"{known},colour"))

    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"], error["parameter"]) == (400, "unknown_field", "fields")
    assert error["params"] == {"field": "colour"}
    assert set(known.split(",")) < set(error["accepted"]["enum"])


@pytest.mark.parametrize("fields", ["", ",", "id,,url", "ID", "id, url", "__class__"])
def test_no_field_has_such_a_name(at: Callable[[str], str], as_ann: Api, fields: str) -> None:
    assert as_ann.get(asked("matches", fields)).json()["errors"][0]["code"] == "unknown_field"


def test_the_next_page_has_the_same_fields(at: Callable[[str], str], opened: Callable[..., Any], as_ann: Api) -> None:
    opened()
    first = as_ann.get("matches?fields=id&limit=1").json()

    second = as_ann.get(first["next"]).json()

    assert [list(one) for one in second["results"]] == [["id"]]
    assert second["results"] != first["results"]


def test_a_field_that_one_may_not_see_stays_empty(at: Callable[[str], str], as_ann: Api) -> None:
    whole = as_ann.get(at("matches/{match}")).json()
    assert whole["seats"][0]["deck"] is not None and whole["seats"][1]["deck"] is None

    some = as_ann.get(asked(at("matches/{match}"), "seats,server_seed")).json()

    assert some == {"seats": whole["seats"], "server_seed": None}


def test_an_etag_is_that_of_the_fields_asked_for(at: Callable[[str], str], as_ann: Api) -> None:
    path = at("matches/{match}/view")
    whole, some = as_ann.get(path), as_ann.get(asked(path, "version"))

    assert whole["ETag"] != some["ETag"]
    assert as_ann.get(asked(path, "version"), If_None_Match=some["ETag"]).status_code == 304
    assert as_ann.get(asked(path, "version"), If_None_Match=whole["ETag"]).status_code == 200


def test_every_operation_that_has_fields_is_tried_here() -> None:
    views = [found.callback.cls for found in leaves(get_resolver().url_patterns) if hasattr(found.callback, "cls")]
    handlers = [getattr(view, "get", None) for view in views]

    sparse = {handler.operation_name for handler in handlers if "fields" in fields_of(getattr(handler, "query", None))}

    assert len(sparse) == len(RESOURCES) + len(LISTS)


def leaves(patterns: Iterable[Any]) -> Iterator[Any]:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from leaves(pattern.url_patterns)
        else:
            yield pattern
