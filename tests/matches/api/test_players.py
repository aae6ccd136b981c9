"""Signing up, signing in, tokens."""

from typing import Any

import pytest

from players.models import AccessToken, Player
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db
NAME, PASSWORD = "dora", "a quiet rook 7"


def test_one_signs_up_signs_in_and_is_known(anyone: Api) -> None:
    made = anyone.post("players", {"username": NAME, "password": PASSWORD})
    assert made.status_code == 201
    given = anyone.post("tokens", {"username": NAME, "password": PASSWORD, "name": "laptop"})
    assert given.status_code == 201
    assert given.json()["name"] == "laptop" and given.json()["expires_at"] is not None

    anyone.headers["Authorization"] = f"Bearer {given.json()['token']}"

    assert (
        anyone.get("me").json()
        == made.json()
        == {
            "id": made.json()["id"],
            "username": NAME,
            "bot": None,
            "paused_until": None,
            "language": None,
        }
    )
    assert AccessToken.objects.get().digest != given.json()["token"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"username": NAME}, "/password"),
        ({"username": NAME, "password": "short"}, "/password"),
        ({"username": NAME, "password": "password1234"}, "/password"),
        ({"username": "a b", "password": PASSWORD}, "/username"),
        ({"username": "x\0y", "password": PASSWORD}, ""),
    ],
)
def test_a_sign_up_that_will_not_do_is_told_where(anyone: Api, body: dict[str, str], pointer: str) -> None:
    refused = anyone.post("players", body)

    assert refused.status_code == 400
    assert refused.json()["errors"][0]["pointer"] == pointer
    assert Player.objects.count() == 0


def test_a_name_is_taken_whatever_its_case(anyone: Api, ann: Player) -> None:
    refused = anyone.post("players", {"username": "ANN", "password": PASSWORD})

    assert (refused.status_code, refused.json()["code"]) == (409, "name_taken")


@pytest.mark.parametrize(("username", "password"), [("ann", "wrong"), ("nobody", "correct horse")])
def test_wrong_credentials_are_refused_alike(anyone: Api, ann: Player, username: str, password: str) -> None:
    refused = anyone.post("tokens", {"username": username, "password": password})

    assert (refused.status_code, refused.json()["code"]) == (401, "wrong_credentials")


def test_too_many_wrong_passwords_have_to_wait_with_the_right_one_too(anyone: Api, ann: Player) -> None:
    answers = [anyone.post("tokens", {"username": "ann", "password": "wrong"}).status_code for _ in range(9)]

    locked = anyone.post("tokens", {"username": "ann", "password": "correct horse"})

    assert answers == [401] * 8 + [429]
    assert (locked.status_code, locked.json()["code"]) == (429, "too_fast")
    assert int(locked["Retry-After"]) > 60


def test_tokens_are_listed_and_revoked_by_their_owner_alone(as_ann: Api, as_ben: Api) -> None:
    mine = as_ann.get("tokens").json()["results"]
    assert [token["is_this"] for token in mine] == [True]
    assert "token" not in mine[0]

    assert as_ben.send("DELETE", f"tokens/{mine[0]['id']}").status_code == 404
    assert as_ann.send("DELETE", "tokens/a").status_code == 404
    assert as_ann.send("DELETE", f"tokens/{mine[0]['id']}").status_code == 204
    assert as_ann.get("me").status_code == 401
    assert as_ben.get("me").status_code == 200


def test_a_new_password_ends_all_tokens_and_another_change_none(as_ann: Api, as_ben: Api, ann: Player) -> None:
    ann.email = "ann@example.org"
    ann.save()
    assert as_ann.get("me").status_code == 200

    ann.set_password("another horse battery")
    ann.save()

    assert as_ann.get("me").status_code == 401
    assert as_ben.get("me").status_code == 200


def test_a_password_that_is_hashed_anew_ends_no_token(as_ann: Api, anyone: Api, ann: Player, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]

    signed_in = anyone.post("tokens", {"username": "ann", "password": "correct horse"})

    ann.refresh_from_db()
    assert signed_in.status_code == 201 and ann.password.startswith("pbkdf2")
    assert as_ann.get("me").status_code == 200
