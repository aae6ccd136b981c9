"""The language that an account has chosen, for its mails and for pages in any browser."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.services.deletion import delete_account
from players.addresses import tell_former
from players.models import Player
from players.password_reset import send_reset
from players.tokens import make_token

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"
CHOOSE = "/i18n/setlang/"


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_user("ann", password=PASSWORD)


def browser(asks_for: str = "en", **more: Any) -> Client:
    return Client(headers={"Accept-Language": asks_for}, **more)


def signed_in(asks_for: str = "en") -> Client:
    client = browser(asks_for)
    assert client.login(username="ann", password=PASSWORD)
    return client


def language_of(client: Client, path: str = "/account/") -> str:
    return str(client.get(path)["Content-Language"])


def chosen(player: Player) -> str:
    return Player.objects.get(pk=player.pk).language


def test_a_language_follows_the_account_to_another_browser(ann: Player) -> None:
    here, there = signed_in(), signed_in()
    assert language_of(there) == "en"

    answer = here.post(CHOOSE, {"language": "ja", "next": "/play/"})

    assert answer["Location"] == "/play/"
    assert [language_of(client, path) for client in (here, there) for path in ("/account/", "/")] == ["ja"] * 4
    assert language_of(browser(), "/") == "en"


def test_a_language_that_is_not_chosen_any_more_leaves_it_to_the_browser(ann: Player) -> None:
    here, there = signed_in("ja"), signed_in("en")
    here.post(CHOOSE, {"language": "en", "next": "/account/"})
    assert language_of(here) == "en"

    here.post(CHOOSE, {"language": "", "next": "/account/"})

    assert (language_of(here), language_of(there), chosen(ann)) == ("ja", "en", "")


def test_the_page_of_the_account_says_what_is_chosen(ann: Player) -> None:
    client = signed_in()
    assert '<option value="" selected>' in client.get("/account/").content.decode()

    client.post(CHOOSE, {"language": "ja"})

    page = client.get("/account/").content.decode()
    assert '<option value="ja" lang="ja" selected>' in page and '<option value="" selected>' not in page


def test_pages_that_refuse_are_in_it_too(ann: Player) -> None:
    client = signed_in()
    client.post(CHOOSE, {"language": "ja"})
    del client.cookies["django_language"]

    for path in ("/nothing-here/", "/admin/matches/match/"):
        answer = client.get(path, follow=True)
        assert '<html lang="ja"' in answer.content.decode()


def test_a_guest_and_a_stranger_keep_it_in_the_browser_alone(db: None) -> None:
    guest, stranger = browser(), browser()
    guest.post(reverse("play-now", args=["battle_line"]))
    player = Player.objects.get(is_guest=True)

    for client in (guest, stranger):
        client.post(CHOOSE, {"language": "ja"})
        assert language_of(client, "/") == "ja"

    assert chosen(player) == ""
    guest.post(reverse("account-sign-up"), {"username": "mai", "password": "a quiet rook 7"})
    player.refresh_from_db()
    assert (player.username, player.is_guest, player.language) == ("mai", False, "ja")


def test_what_the_browser_was_told_is_what_a_new_account_has_chosen(db: None) -> None:
    for name, told, language in (("mai", "ja", "ja"), ("ken", "", ""), ("eve", "xx'; --", "")):
        client = browser("ja")
        if told:
            client.cookies["django_language"] = told
        client.post(reverse("account-sign-up"), {"username": name, "password": "a quiet rook 7"})

        assert Player.objects.get(username=name).language == language


@pytest.mark.parametrize("sent", ["xx", "en-gb", "JA", "ja\0", "e" * 4000, "../ja", "日本語"])
def test_what_is_no_language_changes_nothing(ann: Player, sent: str) -> None:
    client = signed_in()
    client.post(CHOOSE, {"language": "ja"})

    assert client.post(CHOOSE, {"language": sent, "next": "/account/"}).status_code == 302

    assert (chosen(ann), language_of(client)) == ("ja", "ja")


def test_nobody_is_led_away_and_no_other_page_chooses(ann: Player) -> None:
    careful = browser(enforce_csrf_checks=True)
    assert careful.login(username="ann", password=PASSWORD)

    assert careful.post(CHOOSE, {"language": "ja"}).status_code == 403
    assert careful.get(CHOOSE, {"language": "ja"}).status_code == 405
    assert signed_in().post(CHOOSE, {"language": "en", "next": "https://evil.example/"})["Location"] == "/"
    assert chosen(ann) == "en"


def test_mails_are_in_the_language_of_the_account(ann: Player) -> None:
    Player.objects.filter(pk=ann.pk).update(email="ann@example.org", email_confirmed_at=timezone.now(), language="ja")

    send_reset(address="ann@example.org", language="en")
    tell_former(player_id=ann.pk, address="old@example.org")

    assert [one.subject for one in mail.outbox] == ["新しいパスワードを設定", "メールアドレスが変更されました"]


def test_it_is_changed_over_the_api(ann: Player) -> None:
    ask = api_of(ann, "read", "play")
    assert ask("GET")["language"] is None

    assert ask("PATCH", {"language": "ja"})["language"] == "ja" == ask("GET")["language"]
    assert ask("PATCH", {})["language"] == "ja"
    assert ask("PATCH", {"language": None})["language"] is None
    assert chosen(ann) == ""


@pytest.mark.parametrize(
    "sent", [{"language": "xx"}, {"language": ""}, {"language": ["ja"]}, {"username": "ben"}, [], {"is_staff": True}]
)
def test_nothing_else_is_changed_over_the_api(ann: Player, sent: Any) -> None:
    assert api_of(ann, "play")("PATCH", sent)["code"] == "malformed_request"
    assert api_of(ann, "read")("PATCH", {"language": "ja"})["code"] == "scope_missing"
    ann.refresh_from_db()
    assert (ann.language, ann.username, ann.is_staff) == ("", "ann", False)


def test_a_deleted_account_has_none(ann: Player) -> None:
    Player.objects.filter(pk=ann.pk).update(language="ja")

    delete_account(player_id=ann.pk)

    assert chosen(ann) == ""


def api_of(player: Player, *scopes: str) -> Callable[..., Any]:
    _token, secret = make_token(player=player, name="a program", scopes=scopes, days=1)

    def ask(method: str, body: Any = None) -> Any:
        content = "" if body is None else json.dumps(body)
        headers = {"Authorization": f"Bearer {secret}"}
        return Client().generic(method, "/api/v1/me", content, "application/json", headers=headers).json()

    return ask
