"""Expired tokens and links let no one in, and URLs with secrets are not sent to other sites."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from players.models import AccessToken
from tests.matches.api.conftest import STARTER, Api, anyone, as_ann, as_ben
from tests.matches.conftest import ann, ben, published

__all__ = ["ann", "anyone", "as_ann", "as_ben", "ben", "published"]
pytestmark = pytest.mark.django_db
SEATS = [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "open"}]


def opened(api: Api) -> dict[str, Any]:
    made: dict[str, Any] = api.post("matches", {"ruleset": "raid", "seats": SEATS, "visibility": "private"}).json()
    return made


def test_an_expired_token_does_nothing(as_ann: Api, as_ben: Api) -> None:
    url = opened(as_ann)["url"]
    AccessToken.objects.filter(user__username="ann").update(expiry=timezone.now() - timedelta(seconds=1))

    asked = [
        *(as_ann.get(path) for path in ("me", "tokens", "stream", url, f"{url}/events", f"{url}/stream")),
        as_ann.post("me/tokens", {"name": "again", "scopes": ["read"]}),
        as_ann.post(f"{url}/actions", {"version": 0, "action": {"type": "keep", "keep": True}}),
        as_ann.post("matches", {"ruleset": "raid", "seats": SEATS}),
        as_ben.post("bot-accounts", {"token": as_ann.headers["Authorization"][7:], "version": "1", "accepts": {}}),
    ]

    assert {answer.status_code for answer in asked[:-1]} == {401}
    assert asked[-1].status_code in (400, 409)
    assert Match.objects.count() == AccessToken.objects.filter(user__username="ann").count() == 1


@pytest.mark.parametrize("end", ["revoked", "replaced", "closed", "started"])
def test_an_invitation_link_that_has_ended_shows_and_seats_nobody(
    as_ann: Api, as_ben: Api, anyone: Api, end: str
) -> None:
    url = opened(as_ann)["url"]
    code = as_ann.post(f"{url}/invitation-link", {}).json()["code"]
    assert anyone.post("matches/by-code", {"code": code}).status_code == 200
    browser = Client()
    assert browser.post("/join/", {"code": code}).status_code == 302

    if end == "revoked":
        as_ann.send("DELETE", f"{url}/invitation-link")
    elif end == "replaced":
        as_ann.post(f"{url}/invitation-link", {})
    elif end == "closed":
        as_ann.post(f"{url}/abort")
    else:
        as_ben.post("matches/by-code/join", {"code": code, "deck": STARTER})

    assert anyone.post("matches/by-code", {"code": code}).status_code == 404
    assert anyone.post("matches/by-code/join", {"code": code}).status_code in (401, 404)
    assert Client().post("/join/", {"code": code}).status_code == 400
    assert browser.get(url.replace("/api/v1", "") + "/lobby/").status_code in (302, 404), "the session kept the code"


def test_nobody_practises_a_league_match_whose_deal_is_played_on(as_ann: Api, as_ben: Api, anyone: Api) -> None:
    seats = [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "open"}]
    match = as_ann.post("matches", {"ruleset": "raid", "seats": seats}).json()
    as_ben.post(f"{match['url']}/join", {"deck": STARTER})
    as_ann.post(f"{match['url']}/resign")
    Match.objects.update(withheld=True)

    forks = [api.post(f"{match['url']}/continuations", {"seq": 0}) for api in (as_ann, as_ben)]

    assert [(fork.status_code, fork.json()["code"]) for fork in forks] == [(409, "deal_not_closed")] * 2
    assert anyone.post(f"{match['url']}/continuations", {"seq": 0}).status_code == 401
    Match.objects.update(withheld=False)
    assert as_ann.post(f"{match['url']}/continuations", {"seq": 0}).status_code == 201


def test_no_page_tells_another_site_its_address(client: Client) -> None:
    pages = ("/", "/join/", "/account/sign-in/", "/account/forgotten/", "/account/mail/confirm/?sent=x")

    answers = {page: client.get(page, follow=True) for page in pages}

    assert {answer.headers["Referrer-Policy"] for answer in answers.values()} == {"same-origin"}
