"""GET features: what an installation says about itself."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from common.http import deprecation
from common.http.deprecation import Deprecation
from config import features as module
from config.docs import CHANGELOG
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


def features(client: Client | None = None) -> Any:
    return (client or Client()).get("/api/v1/features").json()


def test_it_names_versions_and_rated_play_of_every_game(anyone: Api) -> None:
    said = anyone.get("features").json()

    assert {one["slug"]: (one["version"], one["rated"]) for one in said["rulesets"]} == {
        one["slug"]: (one["version"], list(anyone.get(one["url"]).json()["option_sets"]))
        for one in anyone.get("rulesets").json()["results"]
    }


def test_its_version_is_that_of_the_document_and_its_changelog_is_served() -> None:
    said = features()

    document = Client().get("/api/v1/openapi.json").json()
    assert said["version"] == document["info"]["version"]
    changelog = Client().get(said["changelog"])
    assert changelog.content.decode().startswith("# Changelog")
    assert f"## {said['version']}" in changelog.content.decode()
    again = Client().get(said["changelog"], headers={"If-None-Match": changelog["ETag"]})
    assert (changelog["Content-Type"], again.status_code) == ("text/plain; charset=utf-8", 304)


def test_the_links_of_the_changelog_lead_to_the_guides_that_are_served() -> None:
    assert CHANGELOG == "CHANGELOG.md"
    for guide in ("docs/clients.md", "docs/contract.md", "docs/verify.md"):
        assert f"]({guide}" in Client().get("/api/changelog.md").content.decode()
        assert Client().get(f"/api/{guide}").status_code == 200


def test_it_follows_the_settings(settings: Any) -> None:
    settings.SENDS_MAIL, settings.API_ORIGINS = True, ["https://play.example.org"]
    settings.MOST_LOBBIES, settings.STREAMS_OF_ONE_ACCOUNT = 3, 7
    settings.THROTTLES = {**settings.THROTTLES, "moves": (2400, 60), "guests": (0, 3600)}

    said = features()

    assert (said["mail"], said["guests"], said["browser_origins"]) == (True, False, ["https://play.example.org"])
    assert (said["limits"]["lobbies"], said["streams"]["of_one_account"]) == (3, 7)
    assert said["rates"]["moves"] == {"requests": 2400, "seconds": 60}


def test_its_rates_are_those_of_the_headers(anyone: Api) -> None:
    answer = anyone.get("features")

    name, requests, seconds = answer["RateLimit-Policy"].split(";")
    rate = answer.json()["rates"][name.strip('"')]
    assert (requests, seconds) == (f"q={rate['requests']}", f"w={rate['seconds']}")


def test_it_lists_what_will_be_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    going = Deprecation("list_bots", date(2026, 12, 1), date(2027, 6, 15), "Use `rulesets`.")
    monkeypatch.setattr(module, "DEPRECATIONS", [going])
    assert deprecation.DEPRECATIONS == []

    assert features()["deprecated"] == [
        {
            "operation": "list_bots",
            "field": None,
            "announced": "2026-12-01",
            "sunset": "2027-06-15",
            "instead": "Use `rulesets`.",
        }
    ]


def test_it_is_sent_once_while_nothing_changes(settings: Any) -> None:
    first = Client().get("/api/v1/features")
    same = Client().get("/api/v1/features", headers={"If-None-Match": first["ETag"]})
    settings.MOST_MATCHES = 3
    changed = Client().get("/api/v1/features", headers={"If-None-Match": first["ETag"]})

    assert [first["Cache-Control"], same.status_code, changed.status_code] == ["public, no-cache", 304, 200]
