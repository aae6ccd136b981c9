"""Quick pairing over the API."""

from typing import Any

import pytest

from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.django_db
WANTED = {"ruleset": "raid", "clock": {"type": "fischer", "initial_seconds": 60, "increment_seconds": 1}}


def test_a_request_is_posted_read_and_withdrawn(as_ann: Api) -> None:
    posted = as_ann.post("pairing-requests", {**WANTED, "deck": STARTER, "least_rating": 1400})
    listed = as_ann.get("pairing-requests").json()["results"]
    withdrawn = [as_ann.send("DELETE", f"pairing-requests/{posted.json()['id']}").status_code for _ in range(2)]

    assert posted.status_code == 201
    assert listed == [posted.json()]
    assert {name: listed[0][name] for name in ("ruleset", "rated", "least_rating", "most_rating", "match")} == {
        "ruleset": "raid",
        "rated": False,
        "least_rating": 1400,
        "most_rating": None,
        "match": None,
    }
    assert withdrawn == [204, 404]
    assert as_ann.get("pairing-requests").json()["results"] == []


def test_the_second_is_told_the_match_and_both_join(as_ann: Api, as_ben: Api) -> None:
    as_ann.post("pairing-requests", {**WANTED, "deck": STARTER})
    match = as_ben.post("pairing-requests", {**WANTED, "deck": STARTER}).json()["match"]

    statuses = [client.post(f"matches/{match}/join", {"entropy": "x"}).json()["status"] for client in (as_ann, as_ben)]

    assert statuses == ["lobby", "playing"]


def test_a_request_that_is_repeated_with_its_key_posts_once(as_ann: Api, as_ben: Api) -> None:
    body = {**WANTED, "deck": STARTER}
    as_ben.post("pairing-requests", body)

    first, again = (as_ann.post("pairing-requests", body, idempotency_key="once") for _ in range(2))

    assert first.json()["match"] is not None
    assert first.json() == again.json()
    assert as_ann.get("pairing-requests").json()["results"] == []


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"clock": None}, 400),
        ({"clock": {"type": "fischer"}}, 400),
        ({"ruleset": "chess"}, 404),
        ({"options": {"seats": 7}}, 422),
        ({"deck": {"cards": {}}}, 422),
        ({"least_rating": 10**9}, 400),
        ({"wish": 1}, 400),
    ],
)
def test_what_cannot_be_wanted_is_refused(as_ann: Api, change: dict[str, Any], status: int) -> None:
    refused = as_ann.post("pairing-requests", {**WANTED, "deck": STARTER, **change})

    assert refused.status_code == status
    assert as_ann.get("pairing-requests").json()["results"] == []
