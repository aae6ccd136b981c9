"""Changing the password and signing out everywhere over the API: both need the password, and end all tokens."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.http.limits import buckets
from common.scopes import SCOPES, write_scopes
from players.models import AccessToken, Player
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db

OLD, NEW = "correct horse", "a louder rook 8"
CHANGE = ("me/password", {"password": OLD, "new_password": NEW})
SIGN_OUT = ("me/sign-out", {"password": OLD})


@pytest.fixture(autouse=True)
def _buckets_of_its_own() -> None:
    buckets.cache_clear()


def signed_in(password: str = OLD) -> Client:
    client = Client()
    assert client.login(username="ann", password=password)
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


@pytest.mark.parametrize(("request_", "password"), [(CHANGE, NEW), (SIGN_OUT, OLD)], ids=["change", "sign out"])
def test_all_tokens_and_sessions_of_the_account_end_and_of_no_other(
    as_ann: Api, as_ben: Api, ann: Player, request_: Any, password: str
) -> None:
    there = signed_in()
    AccessToken.objects.create(user=ann)
    assert is_in(there) and as_ann.get("me").status_code == 200

    answer = as_ann.post(*request_)

    assert (answer.status_code, answer.content) == (204, b"")
    assert as_ann.get("me").status_code == 401 and as_ben.get("me").status_code == 200
    assert not is_in(there) and not AccessToken.objects.filter(user=ann).exists()
    assert is_in(signed_in(password))


@pytest.mark.parametrize("path", ["me/password", "me/sign-out"])
@pytest.mark.parametrize("password", ["", "wrong", "Correct horse", OLD + " ", "x" * 200])
def test_a_token_without_the_password_changes_nothing(as_ann: Api, ann: Player, path: str, password: str) -> None:
    body = {"password": password, **({"new_password": NEW} if path == "me/password" else {})}

    answer = as_ann.post(path, body)

    assert (answer.status_code, answer.json()["code"]) == (401, "wrong_credentials")
    assert as_ann.get("me").status_code == 200 and is_in(signed_in())


@pytest.mark.parametrize("path", ["me/password", "me/sign-out"])
def test_guesses_are_counted_as_those_of_signing_in(as_ann: Api, ann: Player, path: str) -> None:
    more = {"new_password": NEW} if path == "me/password" else {}

    statuses = [as_ann.post(path, {"password": f"wrong {n}", **more}).status_code for n in range(12)]

    assert statuses == [401] * 8 + [429] * 4


@pytest.mark.parametrize("new", ["short", "password1234", "1" * 201, 7, None])
def test_a_password_that_is_none_is_refused_at_its_field(as_ann: Api, new: Any) -> None:
    answer = as_ann.post("me/password", {"password": OLD, "new_password": new})

    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_request")
    assert answer.json()["errors"][0]["pointer"] == "/new_password"
    assert is_in(signed_in())


def test_a_guest_has_no_password_to_change(anyone: Api, ann: Player) -> None:
    guest = Player.objects.create_user("guest-1", is_guest=True)
    token, secret = AccessToken.objects.create(user=guest)
    anyone.headers["Authorization"] = f"Bearer {secret}"

    for path, body in (CHANGE, SIGN_OUT):
        assert anyone.post(path, {**body, "password": ""}).json()["code"] == "wrong_credentials"
    assert AccessToken.objects.filter(pk=token.pk).exists()


@pytest.mark.parametrize("scope", SCOPES)
def test_with_the_password_the_scope_of_the_token_does_not_matter(anyone: Api, ann: Player, scope: str) -> None:
    """Anyone with the password could sign in for a token with every scope."""
    _token, secret = AccessToken.objects.create(user=ann, scopes=write_scopes([scope]))
    anyone.headers["Authorization"] = f"Bearer {secret}"

    assert anyone.post(*SIGN_OUT).status_code == 204


@pytest.mark.parametrize("path", ["me/password", "me/sign-out"])
def test_a_session_of_a_page_is_nobody_here(ann: Player, path: str) -> None:
    client = signed_in()

    answer = client.post(f"/api/v1/{path}", {"password": OLD, "new_password": NEW}, content_type="application/json")

    assert answer.status_code == 401 and is_in(client)
