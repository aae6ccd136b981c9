"""The bodies that the reference gives as examples may be tried as they stand."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


def example(path: str) -> Any:
    document = json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text(encoding="utf-8"))
    said = document["paths"][f"/api/v1/{path}"]["post"]["requestBody"]["content"]["application/json"]["examples"]
    return next(iter(said.values()))["value"]


def test_one_signs_up_signs_in_and_opens_a_match_by_the_examples(anyone: Api) -> None:
    assert anyone.post("players", example("players")).status_code == 201
    token = anyone.post("tokens", example("tokens")).json()["token"]
    anyone.headers["Authorization"] = f"Bearer {token}"

    opened = anyone.post("matches", example("matches"))

    assert (opened.status_code, opened.json()["status"]) == (201, "playing")
    moved = anyone.post(f"{opened.json()['url']}/actions", example("matches/{match_id}/actions"))
    assert moved.status_code in (201, 409, 422)  # It can be read; who is asked and for which card, chance decides.


def test_a_deck_is_checked_and_a_seat_taken_by_the_examples(as_ann: Api, as_ben: Api) -> None:
    opened = as_ann.post("matches", {"ruleset": "battle_line", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()

    assert as_ben.post(f"{opened['url']}/join", example("matches/{match_id}/join")).status_code == 200
    assert as_ann.post("decks/check", example("decks/check")).json()["problems"]
