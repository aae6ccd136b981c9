"""Challenges over the API."""

from typing import Any

import pytest

from matches.models import Match
from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.django_db
ASKED = {"opponent": "ben", "ruleset": "raid", "clock": {"type": "per_decision", "seconds": 60}, "own_seat": 0}


def test_a_challenge_is_posted_read_by_both_and_accepted(as_ann: Api, as_ben: Api, published: None) -> None:
    posted = as_ann.post("challenges", ASKED)
    path = f"challenges/{posted.json()['id']}"

    listed = [client.get("challenges").json()["results"] for client in (as_ann, as_ben)]
    accepted = as_ben.post(f"{path}/accept", {})
    again = as_ben.post(f"{path}/accept", {})

    assert posted.status_code == 201
    assert listed == [[posted.json()]] * 2
    assert posted.json()["challenger"]["name"] == "ann" and posted.json()["status"] == "open"
    assert accepted.json()["status"] == "accepted"
    assert (again.status_code, again.json()["code"], again.json()["status_now"]) == (409, "challenge_over", "accepted")
    assert as_ann.get(path).json() == accepted.json()
    assert as_ann.get(f"matches/{accepted.json()['match']}").json()["my_seat"] == 0
    assert as_ann.get("challenges").json()["results"] == []


def test_a_challenge_is_declined_with_a_reason_or_withdrawn(as_ann: Api, as_ben: Api, published: None) -> None:
    first = as_ann.post("challenges", ASKED).json()["id"]
    declined = as_ben.post(f"challenges/{first}/decline", {"reason": "too_fast"}).json()
    second = as_ann.post("challenges", ASKED).json()["id"]
    withdrawn = as_ann.send("DELETE", f"challenges/{second}").json()

    assert (declined["status"], declined["reason"]) == ("declined", "too_fast")
    assert withdrawn["status"] == "withdrawn"


def test_requests_that_are_repeated_with_their_key_happen_once(as_ann: Api, as_ben: Api, published: None) -> None:
    posted = [as_ann.post("challenges", ASKED, idempotency_key="ask").json() for _ in range(2)]
    path = f"challenges/{posted[0]['id']}/accept"
    accepted = [as_ben.post(path, {}, idempotency_key="yes").json() for _ in range(2)]

    assert posted[0] == posted[1]
    assert accepted[0] == accepted[1]
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"opponent": "nobody"}, 404),
        ({"opponent": ""}, 400),
        ({"opponent": "ann"}, 409),
        ({"own_seat": 2}, 400),
        ({"options": {"seats": 4}}, 422),
        ({"ruleset": "chess"}, 404),
    ],
)
def test_what_cannot_be_asked_is_refused(
    as_ann: Api, as_ben: Api, published: None, change: dict[str, Any], status: int
) -> None:
    refused = as_ann.post("challenges", {**ASKED, **change})

    assert refused.status_code == status
    assert as_ben.get("challenges").json()["results"] == []


def test_a_reason_in_words_of_ones_own_is_refused(as_ann: Api, as_ben: Api, published: None) -> None:
    challenge = as_ann.post("challenges", ASKED).json()["id"]

    assert as_ben.post(f"challenges/{challenge}/decline", {"reason": "you are rude"}).status_code == 400


def test_a_rematch_is_asked_for_and_accepted_by_asking(as_ann: Api, as_ben: Api, published: None) -> None:
    challenge = as_ann.post("challenges", ASKED).json()["id"]
    match = as_ben.post(f"challenges/{challenge}/accept", {}).json()["match"]
    early = as_ben.post(f"matches/{match}/rematch", {})
    for client in (as_ann, as_ben):
        client.post(f"matches/{match}/join", {"deck": STARTER})
    as_ann.post(f"matches/{match}/resign", {})

    offered = as_ann.post(f"matches/{match}/rematch", {})
    agreed = as_ben.post(f"matches/{match}/rematch", {}).json()
    asked, accepted = offered.json()["challenge"], agreed["challenge"]

    assert (early.status_code, early.json()["code"]) == (409, "match_not_over")
    assert (offered.status_code, asked["status"], asked["rematch_of"]) == (201, "open", match)
    assert offered.json()["match"] is None
    assert (accepted["id"], accepted["status"], accepted["match"]) == (asked["id"], "accepted", agreed["match"])
    assert as_ann.get(f"matches/{agreed['match']}").json()["my_seat"] == 1


def test_a_rematch_with_a_house_bot_is_a_match_at_once_and_one_for_a_key(as_ann: Api, published: None) -> None:
    seats = [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "bot", "bot": "random", "deck": STARTER}]
    match = as_ann.post("matches", {"ruleset": "raid", "seats": seats}).json()["url"]
    as_ann.post(f"{match}/resign", {})

    offered = [as_ann.post(f"{match}/rematch", {}, idempotency_key="again").json() for _ in range(2)]

    assert offered[0] == offered[1]
    assert offered[0]["challenge"] is None
    again = as_ann.get(f"matches/{offered[0]['match']}").json()
    assert (again["my_seat"], again["status"]) == (1, "playing")
