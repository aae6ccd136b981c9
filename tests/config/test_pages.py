"""Refusals in a browser are pages that say what to do next, in the reader's language."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.test.utils import override_settings

from config.pages import PAGES, refused
from players.models import Player
from tests.test_staff_language import is_odd, texts_of

TITLES = {
    "malformed": ("The request is not readable.", "リクエストを読み取れません"),
    "not_allowed": ("Permission denied.", "この操作は許可されていません"),
    "form_expired": ("This form is no longer valid.", "このフォームは無効になりました"),
    "not_found": ("Page not found.", "ページが見つかりません"),
    "too_fast": ("Too many attempts.", "試行回数が多すぎます"),
    "too_many_transfers": ("Too many requests at the same time.", "送受信が混み合っています"),
    "not_ready": ("Part of the service is not responding.", "サービスの一部が応答していません"),
    "server_error": ("Something went wrong on our side.", "サーバーでエラーが発生しました"),
}


def title_of(answer: Any) -> str:
    found = re.search(r"<h1>(.*)</h1>", answer.content.decode())
    assert found and answer["Content-Type"].startswith("text/html")
    return found[1]


@pytest.mark.parametrize("why", PAGES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_is_in_the_language_that_was_asked_for_and_asks_no_database(why: str, language: str) -> None:
    request = RequestFactory().get("/somewhere", headers={"Accept-Language": language})

    page = refused(request, why)  # The test has no database mark, so any query fails.

    assert (page.status_code, title_of(page)) == (PAGES[why].status, TITLES[why][language == "ja"])
    assert [text for text in texts_of(page.content.decode()) if is_odd(text, language)] == []
    assert page["Cache-Control"] == "no-store"


def test_the_language_that_was_chosen_goes_before_that_of_the_browser() -> None:
    request = RequestFactory().get("/nowhere", headers={"Accept-Language": "en"})
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = "ja"

    assert title_of(refused(request, "not_found")) == TITLES["not_found"][1]


def test_no_page_brings_a_script_or_a_style_of_its_own() -> None:
    pages = [refused(RequestFactory().get("/"), why).content.decode() for why in PAGES]

    assert [re.findall(r"<script|<style|\sstyle=|\son\w+=", page) for page in pages] == [[]] * len(PAGES)


@pytest.mark.parametrize("address", ["/", "/nowhere", "/api/docs/errors", "/admin/login/"])
def test_pages_load_nothing_from_elsewhere_and_nothing_inline(db: None, address: str) -> None:
    policy = Client().get(address)["Content-Security-Policy"]

    assert "default-src 'self'" in policy and "unsafe" not in policy


def test_nothing_is_found_where_nothing_is(db: None) -> None:
    answer = Client().get("/nowhere")

    assert (answer.status_code, title_of(answer)) == (404, TITLES["not_found"][0])
    assert 'value="/nowhere"' in answer.content.decode()  # The page to which the language switch returns.


def test_staff_without_the_permission_are_told_so(db: None) -> None:
    client = Client()
    client.force_login(Player.objects.create_user("mai", is_staff=True))

    answer = client.get("/admin/cards/card/")

    assert (answer.status_code, title_of(answer)) == (403, TITLES["not_allowed"][0])


def test_a_form_without_its_token_is_told_so(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "mai", "password": "x"})

    assert (answer.status_code, title_of(answer)) == (403, TITLES["form_expired"][0])


def test_a_request_that_cannot_be_read_is_told_so(db: None) -> None:
    with override_settings(DATA_UPLOAD_MAX_NUMBER_FIELDS=1):
        answer = Client().post("/admin/login/", {"username": "mai", "password": "x", "next": "/"})

    assert (answer.status_code, title_of(answer)) == (400, TITLES["malformed"][0])


def test_too_many_wrong_passwords_have_to_wait(db: None) -> None:
    client = Client(headers={"Accept-Language": "ja"})
    for _ in range(9):
        answer = client.post("/admin/login/", {"username": "mai", "password": "wrong"})

    assert (answer.status_code, title_of(answer)) == (429, TITLES["too_fast"][1])
    assert 60 < int(answer["Retry-After"]) <= 113
    assert "2分" in answer.content.decode()


def test_a_fault_of_ours_tells_nothing_but_a_number(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("a secret")

    client = Client(raise_request_exception=False)
    client.force_login(Player.objects.create_superuser("kei"))
    monkeypatch.setattr("cards.admin.cards.slugs", fail)

    answer = client.get("/admin/cards/card/")

    assert (answer.status_code, title_of(answer)) == (500, TITLES["server_error"][0])
    assert "secret" not in answer.content.decode()
    assert re.search(r"500 · <code>[0-9a-f-]{36}</code>", answer.content.decode())


# The catalogue of errors


@pytest.mark.parametrize(("language", "told"), [("en", "You are not signed in."), ("ja", "ログインしていません。")])
def test_the_catalogue_is_in_the_language_that_was_asked_for(db: None, language: str, told: str) -> None:
    page = Client().get("/api/docs/errors", headers={"Accept-Language": language})

    text = page.content.decode()
    assert told in text
    assert [text for text in texts_of(text) if is_odd(text, language)] == []
    assert "<code>errors</code>" in text and "`" not in text


def test_the_catalogue_obeys_the_switch(db: None) -> None:
    client = Client(headers={"Accept-Language": "en"})

    page = client.post("/i18n/setlang/", {"language": "ja", "next": "/api/docs/errors"}, follow=True)

    assert page.redirect_chain == [("/api/docs/errors", 302)]
    assert "ログインしていません。" in page.content.decode()


def test_a_fault_is_told_when_the_database_does_not_answer() -> None:
    """The test has no database, so any query raises."""
    client = Client(raise_request_exception=False, headers={"Accept-Language": "ja"})
    client.cookies[settings.SESSION_COOKIE_NAME] = "somebody"

    answer = client.get("/admin/")

    assert (answer.status_code, title_of(answer)) == (500, TITLES["server_error"][1])
