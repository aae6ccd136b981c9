"""Invitation links over the API: codes are sent only in bodies, and wrong ones are limited like wrong tokens."""

from typing import Any

import pytest
from django.conf import settings

from matches.models import RequestKey
from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.django_db
PRIVATE = {
    "ruleset": "raid",
    "seats": [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "open"}],
    "visibility": "private",
}
WRONG = {"code": "a" * 22}


def test_a_private_match_is_found_and_joined_by_its_link(
    as_ann: Api, as_ben: Api, anyone: Api, published: None
) -> None:
    match = as_ann.post("matches", PRIVATE).json()
    link = f"{match['url']}/invitation-link"
    assert as_ann.get(link).json() == {"code": None}
    assert as_ben.get(match["url"]).status_code == as_ben.get(link).status_code == 404

    made = as_ann.post(link, {})
    code = made.json()["code"]

    assert (made.status_code, len(code)) == (201, 22)
    assert as_ann.get(link).json() == {"code": code}
    assert "code" not in as_ann.get(match["url"]).json()
    looked_at = anyone.post("matches/by-code", {"code": code})
    assert (looked_at.status_code, looked_at.json()["id"]) == (200, match["id"])
    assert [seat["deck"] for seat in looked_at.json()["seats"]] == [None, None]
    joined = as_ben.post("matches/by-code/join", {"code": code, "deck": STARTER})
    assert (joined.status_code, joined.json()["status"], joined.json()["my_seat"]) == (200, "playing", 1)
    assert anyone.post("matches/by-code", {"code": code}).status_code == 404
    assert as_ann.post(link, {}).json()["code"] == "match_started"


def test_a_link_is_made_once_for_a_key_and_its_code_is_not_kept_with_it(as_ann: Api, published: None) -> None:
    link = f"{as_ann.post('matches', PRIVATE).json()['url']}/invitation-link"

    made = [as_ann.post(link, {}, idempotency_key="one").json()["code"] for _ in range(2)]
    other = as_ann.post(link, {}, idempotency_key="two").json()["code"]

    assert made[0] == made[1] != other
    assert [bytes(kept.body) for kept in RequestKey.objects.all()] == [b"", b""]
    assert as_ann.send("DELETE", link).status_code == 204
    assert as_ann.get(link).json() == {"code": None}


@pytest.mark.parametrize("path", ["matches/by-code", "matches/by-code/join"])
def test_wrong_codes_are_slowed_down_by_address_and_a_right_one_goes_on(
    as_ann: Api, as_ben: Api, published: None, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "PROXIES", 1)
    monkeypatch.setitem(settings.THROTTLES, "refused_codes", (3, 3600))
    link = f"{as_ann.post('matches', PRIVATE).json()['url']}/invitation-link"
    code = as_ann.post(link, {}).json()["code"]

    answers = [as_ben.post(path, WRONG, X_Forwarded_For="203.0.113.9") for _ in range(5)]

    assert [answer.status_code for answer in answers] == [404] * 3 + [429] * 2
    assert answers[-1]["Retry-After"]
    assert as_ben.post(path, {"code": code, "deck": STARTER} if "join" in path else {"code": code}).status_code == 200


@pytest.mark.parametrize("code", ["", "a" * 21, "a" * 23, "a" * 21 + "/", "a" * 21 + "\0", 22 * "é", 5, None])
def test_what_cannot_be_a_code_is_refused(as_ben: Api, published: None, code: Any) -> None:
    for path in ("matches/by-code", "matches/by-code/join"):
        refused = as_ben.post(path, {"code": code})
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed_request")
