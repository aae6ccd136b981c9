"""Account pages for the password, signing out everywhere and deletion, and deletion over the API."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.models import AccessToken, Player
from players.services import sign_out_everywhere
from players.tokens import make_token

pytestmark = pytest.mark.django_db

OLD, NEW = "correct horse", "a quiet rook 7"


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_user("ann", password=OLD)


def signed_in(name: str = "ann") -> Client:
    client = Client()
    client.force_login(Player.objects.get(username=name))
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


def test_a_new_password_signs_all_others_out(ann: Player) -> None:
    here, there = signed_in(), signed_in()
    AccessToken.objects.create(user=ann)

    answer = here.post(reverse("account-password"), {"password": OLD, "new_password": NEW})

    assert answer.status_code == 200 and "Your password has been changed." in answer.content.decode()
    assert is_in(here) and not is_in(there) and not AccessToken.objects.exists()
    assert Client().login(username="ann", password=NEW) and not Client().login(username="ann", password=OLD)


@pytest.mark.parametrize(
    "sent",
    [
        {"password": "wrong", "new_password": NEW},
        {"password": OLD, "new_password": "short"},
        {"password": OLD, "new_password": "password123"},
        {"password": OLD, "new_password": ""},
        {"password": OLD, "new_password": "a\0quiet rook 7"},
        {"new_password": NEW},
    ],
)
def test_a_password_is_not_changed_by_what_is_no_password(ann: Player, sent: dict[str, str]) -> None:
    client = signed_in()

    assert client.post(reverse("account-password"), sent).status_code == 400
    assert Client().login(username="ann", password=OLD) and is_in(client)


def test_signing_out_everywhere_ends_sessions_and_tokens_and_keeps_the_password(ann: Player) -> None:
    here, there = signed_in(), signed_in()
    AccessToken.objects.create(user=ann)

    here.post(reverse("account-sign-out-everywhere"))

    assert not is_in(here) and not is_in(there) and not AccessToken.objects.exists()
    client = Client()
    assert client.login(username="ann", password=OLD) and is_in(client)


def test_a_token_that_is_asked_for_while_one_signs_out_is_not_made(ann: Player) -> None:
    sign_out_everywhere(player=ann)

    with pytest.raises(Exception, match="not_signed_in"):
        make_token(player=ann, name="late", scopes=["read"])


def test_an_account_is_deleted_with_its_password_alone(ann: Player) -> None:
    client, at = signed_in(), reverse("account-delete")

    for wrong in ({"password": OLD}, {"password": "wrong", "is_sure": "on"}, {"is_sure": "on"}):
        assert client.post(at, wrong).status_code == 400
    assert Player.objects.get(pk=ann.pk).deleted_at is None
    answer = client.post(at, {"password": OLD, "is_sure": "on"}, follow=True)

    assert "Your account has been deleted." in answer.content.decode()
    assert Player.objects.get(pk=ann.pk).deleted_at is not None and not is_in(client)


def test_a_guest_deletes_himself_without_a_password() -> None:
    client = Client()
    client.post(reverse("play-now", args=["battle_line"]))
    assert (
        "password"
        not in client.get(reverse("account-delete")).content.decode().partition("<main")[2].partition("<form method")[2]
    )

    client.post(reverse("account-delete"), {"is_sure": "on"})

    assert Player.objects.get().deleted_at is not None


@pytest.mark.parametrize("name", ["account", "account-password", "account-delete"])
def test_ones_account_asks_who_one_is(name: str) -> None:
    assert Client().get(reverse(name)).status_code == 302


@pytest.mark.parametrize("name", ["account-password", "account-delete", "account-sign-out-everywhere"])
def test_nothing_is_done_without_the_token_of_the_form(ann: Player, name: str) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(ann)

    assert careful.post(reverse(name), {"password": OLD, "new_password": NEW, "is_sure": "on"}).status_code == 403


def test_an_account_is_deleted_over_the_api(ann: Player, client: Client) -> None:
    token = AccessToken.objects.create(user=ann)[1]

    def post(sent: Any) -> Any:
        return client.post(
            reverse("api-deletion"), sent, "application/json", headers={"Authorization": f"Bearer {token}"}
        )

    assert post({"password": "wrong"}).json()["code"] == "wrong_credentials"
    assert post({"password": None}).status_code == post({}).status_code == 400
    assert post({"password": OLD}).status_code == 204
    assert post({"password": OLD}).status_code == 401
    assert Player.objects.get(pk=ann.pk).deleted_at is not None
    assert client.get(reverse("api-players"), {"name": "ann"}).json() == {"results": []}
