"""Deprecated parts are announced in headers, document and guide, from one list."""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from common.http.deprecation import DEPRECATIONS, Deprecation, headers_of
from tests.config.compatibility import breaks
from tests.matches.api.conftest import Api, anyone, as_ann
from tests.matches.conftest import ann, published

__all__ = ["ann", "anyone", "as_ann", "published"]
WHOLE = Deprecation("list_bots", date(2026, 12, 1), date(2027, 6, 15), "`rulesets` names the bots of each game.")
FIELDS = [
    Deprecation("take_action", date(2026, 12, 1), date(2027, 7, 1), "Streams tell it.", field="wait"),
    Deprecation("read_deck", date(2026, 12, 1), date(2027, 7, 1), "It is empty.", field="Deck.note"),
]
LEAST = timedelta(days=180)


@pytest.fixture
def going() -> Iterator[None]:
    kept = list(DEPRECATIONS)
    DEPRECATIONS[:] = [WHOLE, *FIELDS]
    headers_of.cache_clear()
    yield
    DEPRECATIONS[:] = kept
    headers_of.cache_clear()


def guide_lines(going: Iterable[Deprecation]) -> list[str]:
    """The lines about deprecated parts that docs/clients.md must have."""
    rows = [
        f"| {' '.join(f'`{name}`' for name in (one.operation, one.field) if name)} "
        f"| {one.announced} | {one.sunset} | {one.instead} |"
        for one in sorted(going, key=lambda one: (one.sunset, one.operation, one.field))
    ]
    if not rows:
        return ["Nothing is deprecated at present."]
    return ["| what goes | announced | goes on | instead |", "| --- | --- | --- | --- |", *rows]


@cache
def document() -> Any:
    """The document while something is deprecated. Made once, because it takes seconds."""
    return SchemaGenerator().get_schema(request=None, public=True)


@pytest.mark.django_db
def test_answers_and_refusals_of_an_operation_that_goes_say_so(going: None, anyone: Api, as_ann: Api) -> None:
    for answer in (anyone.get("bots"), anyone.get("bots?surplus=1")):
        assert answer["Deprecation"] == "@1796083200"
        assert answer["Sunset"] == "Tue, 15 Jun 2027 00:00:00 GMT"
        assert answer["Link"] == '</api/docs/clients.md>; rel="deprecation"; type="text/markdown"'
    nowhere = "matches/0190a000-0000-7000-8000-000000000000/actions"
    assert as_ann.post(nowhere, {})["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT", "also past the common way"
    assert "Deprecation" not in anyone.get("rulesets").headers


def test_the_document_marks_what_goes(going: None) -> None:
    said = document()
    paths, deck = said["paths"], said["components"]["schemas"]["Deck"]["properties"]
    bots = paths["/api/v1/bots"]["get"]
    wait = next(
        one for one in paths["/api/v1/matches/{match_id}/actions"]["post"]["parameters"] if one["name"] == "wait"
    )

    assert [(part["deprecated"], part["x-sunset"]) for part in (bots, wait, deck["note"])] == [
        (True, "2027-06-15"),
        (True, "2027-07-01"),
        (True, "2027-07-01"),
    ]
    assert bots["description"].endswith("Goes on 2027-06-15: `rulesets` names the bots of each game.")
    assert {"Deprecation", "Sunset", "Link"} <= bots["responses"]["200"]["headers"].keys()
    assert {"Deprecation", "Sunset", "Link"} <= said["components"]["headers"].keys()
    assert "deprecated" not in paths["/api/v1/rulesets"]["get"] and "deprecated" not in deck["name"]


def test_what_has_gone_on_its_day_breaks_nothing_and_before_it_does(going: None) -> None:
    old, new = deepcopy(document()), deepcopy(document())
    del new["paths"]["/api/v1/bots"]
    assert breaks(old, new) == ["get /api/v1/bots: is gone"]

    old["paths"]["/api/v1/bots"]["get"]["x-sunset"] = "2020-01-01"

    assert breaks(old, new) == []


def test_the_guide_lists_what_goes() -> None:
    guide = (Path(settings.BASE_DIR) / "docs" / "clients.md").read_text(encoding="utf-8")

    assert "\n".join(guide_lines(DEPRECATIONS)) in guide
    assert guide_lines([*FIELDS, WHOLE])[2:] == [
        "| `list_bots` | 2026-12-01 | 2027-06-15 | `rulesets` names the bots of each game. |",
        "| `read_deck` `Deck.note` | 2026-12-01 | 2027-07-01 | It is empty. |",
        "| `take_action` `wait` | 2026-12-01 | 2027-07-01 | Streams tell it. |",
    ]


def test_what_goes_is_announced_half_a_year_before() -> None:
    assert [one for one in DEPRECATIONS if one.sunset - one.announced < LEAST] == []
