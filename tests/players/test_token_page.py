"""The page of a player's tokens, in both languages."""

import re
from typing import Any

import pytest
from django.test import Client

from common.scopes import ALL_SCOPES
from players.models import AccessToken, Player
from tests.matches.conftest import ann, ben
from tests.test_staff_language import is_odd, texts_of

__all__ = ["ann", "ben"]

pytestmark = pytest.mark.django_db
PAGE = "/account/tokens/"
ASKED = {"name": "my bot", "scopes": ["read", "play"], "days": "7"}


@pytest.fixture
def signed_in(ann: Player) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def test_who_is_not_signed_in_signs_in_first_and_comes_back(client: Client, ann: Player) -> None:
    asked = client.get(PAGE)
    assert asked.status_code == 302

    answer = client.post(asked["Location"], {"username": "ann", "password": "correct horse", "next": PAGE})

    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert client.get(PAGE).status_code == 200


def test_a_token_made_here_is_shown_once_and_opens_what_it_names(signed_in: Client) -> None:
    made = signed_in.post(PAGE, ASKED)

    secret = re.search(r"<code>(match_\w+)</code>", made.content.decode())
    assert secret is not None
    assert made["Cache-Control"].find("no-store") >= 0
    assert secret[1] not in signed_in.get(PAGE).content.decode()
    headers = {"Authorization": f"Bearer {secret[1]}"}
    assert Client().get("/api/v1/me", headers=headers).status_code == 200
    assert Client().post("/api/v1/decks", headers=headers).json()["code"] == "scope_missing"


def test_a_token_is_listed_and_revoked_by_its_owner_alone(signed_in: Client, ann: Player, ben: Player) -> None:
    own, other = (AccessToken.objects.create(user=player, name=player.username)[0] for player in (ann, ben))
    assert other.digest[:16] not in signed_in.get(PAGE).content.decode()

    for token in (own, other):
        assert signed_in.post(f"{PAGE}{token.digest[:16]}/revoke/").status_code == 302
        assert signed_in.get(f"{PAGE}{token.digest[:16]}/revoke/").status_code == 405

    assert [token.user for token in AccessToken.objects.all()] == [ben]


@pytest.mark.parametrize("change", [{"name": ""}, {"scopes": []}, {"scopes": ["all"]}, {"days": "366"}, {"name": "\0"}])
def test_what_cannot_be_a_token_is_told_and_makes_none(signed_in: Client, change: dict[str, Any]) -> None:
    answer = signed_in.post(PAGE, {**ASKED, **change})

    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert AccessToken.objects.count() == 0


def test_forms_of_other_pages_do_nothing(ann: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    token, _ = AccessToken.objects.create(user=ann)

    assert client.post(PAGE, ASKED).status_code == 403
    assert client.post(f"{PAGE}{token.digest[:16]}/revoke/").status_code == 403
    assert AccessToken.objects.count() == 1


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("address", [PAGE, "/account/sign-in/"])
def test_pages_are_in_the_language_that_was_asked_for_and_bring_no_script_of_their_own(
    signed_in: Client, ann: Player, language: str, address: str
) -> None:
    AccessToken.objects.create(user=ann, name="laptop")

    answer = signed_in.get(address, headers={"Accept-Language": language})

    page = answer.content.decode()
    names = {"ann", "laptop", "API", ALL_SCOPES}
    assert [text for text in texts_of(page) if is_odd(text, language) and text not in names] == []
    assert re.findall(r"<script(?! src=)|<style|\sstyle=|\son\w+=", page) == []
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_a_name_with_markup_is_text(signed_in: Client) -> None:
    made = signed_in.post(PAGE, {**ASKED, "name": "<script>alert(1)</script>"})

    assert "<script>" not in made.content.decode()
