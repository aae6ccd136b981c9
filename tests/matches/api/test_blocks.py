"""Blocking over the API."""

import pytest

from players.models import Player
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


def test_whom_one_has_blocked_is_listed_and_undone(as_ann: Api, as_ben: Api, ben: Player) -> None:
    path = f"me/blocks/{ben.public_id}"

    assert [as_ann.send("PUT", path).status_code for _ in range(2)] == [204, 204]

    listed = as_ann.get("me/blocks").json()["results"]
    assert [one["player"]["name"] for one in listed] == ["ben"]
    assert as_ben.get("me/blocks").json()["results"] == []
    asked = as_ben.post("challenges", {"opponent": "ann", "ruleset": "raid"})
    assert (asked.status_code, asked.json()["code"]) == (409, "player_unavailable")
    assert [as_ann.send("DELETE", path).status_code for _ in range(2)] == [204, 404]
    assert as_ben.post("challenges", {"opponent": "ann", "ruleset": "raid"}).status_code == 201
