"""Every error reaches the client as a problem document."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from cards import api as cards_api
from cards.management.commands.error_catalogue import catalogue_page
from common.text.errors import ServiceError, error_codes
from common.text.templates import templates
from matches.log import transactions
from matches.log.models import Event
from matches.services import attempts
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


def test_the_page_of_errors_is_what_the_code_says() -> None:
    page = Path(settings.BASE_DIR) / "docs" / "errors.md"

    assert page.read_text(encoding="utf-8") == catalogue_page(), "write it anew: manage.py error_catalogue"
    assert all(f"`{code}`" in catalogue_page() for code in error_codes())


def test_a_problem_has_all_that_it_must_have_and_leads_to_its_page(anyone: Api) -> None:
    refused = anyone.get("me")

    assert refused["Content-Type"] == "application/problem+json"
    assert refused["Content-Language"] == "en"
    assert refused.json() == {
        "type": "/api/docs/errors#not_signed_in",
        "title": "You are not signed in.",
        "status": 401,
        "detail": "You are not signed in. Send a valid token as `Authorization: Bearer <token>`. Yours is missing, "
        "unknown, revoked or expired.",
        "code": "not_signed_in",
        "request_id": refused.json()["request_id"],
    }
    page = anyone.get(refused.json()["type"].split("#")[0])
    assert f'id="{refused.json()["code"]}"' in page.content.decode()


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api/v1/matches/not-a-uuid", 404, "not_found"),
        ("GET", "/api/v1/matches/", 404, "not_found"),
        ("PUT", "/api/v1/matches", 405, "method_not_allowed"),
        ("GET", "/api/v1/matches/00000000-0000-7000-8000-000000000000/actions", 405, "method_not_allowed"),
        ("POST", "/api/v1/decks/check", 400, "malformed_request"),
    ],
)
def test_nothing_under_the_api_is_ever_html(
    anyone: Api, published: None, method: str, path: str, status: int, code: str
) -> None:
    refused = anyone.send(method, path, b"<html>" if method == "POST" else b"", Accept="text/html")

    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert refused["Content-Type"] == "application/problem+json"
    assert status != 405 or refused["Allow"]


def test_a_body_that_is_too_long_is_refused(as_ann: Api) -> None:
    refused = as_ann.post("decks", b'"' + b"x" * 2_000_000 + b'"')

    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


def test_a_body_that_is_nested_too_deeply_is_refused(as_ann: Api) -> None:
    deep = b"[" * 50_000 + b"]" * 50_000
    for path, body in (("matches", b'{"ruleset": "raid", "seats": [{"kind": "open"}], "options": {"x": %b}}' % deep),):
        refused = as_ann.post(path, body)
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed_request")


def test_a_fault_of_ours_tells_nothing_but_a_request_id(published: None, monkeypatch: Any) -> None:
    def fail() -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(cards_api, "slugs", fail)

    broken = Client(raise_request_exception=False).get("/api/v1/rulesets")

    assert (broken.status_code, broken.json()["code"]) == (500, "server_error")
    assert broken["Content-Type"] == "application/problem+json"
    assert "secret" not in broken.content.decode()
    assert broken.json()["request_id"]


def test_a_database_that_does_not_answer_is_told_apart_from_a_fault(
    as_ann: Api, opened: Any, monkeypatch: Any, caplog: Any
) -> None:
    def gone(*args: Any, **options: Any) -> None:
        raise OperationalError("the connection is lost")

    match = opened()
    monkeypatch.setattr(attempts, "append_events", gone)
    as_ann.client.raise_request_exception = False
    move = {"version": 0, "action": as_ann.get(f"{match['url']}/legal-actions").json()["legal_actions"][0]["action"]}

    answer = as_ann.post(f"{match['url']}/actions", move)

    assert (answer.status_code, answer.json()["code"], answer.json()["broken"]) == (503, "not_ready", ["database"])
    assert answer["Retry-After"] == "1"
    assert "connection is lost" not in answer.content.decode()
    assert "the database does not answer" in caplog.text


def test_asking_what_can_be_done_is_answered(anyone: Api) -> None:
    asked = anyone.send("OPTIONS", "matches")

    assert asked.status_code == 204
    assert {"GET", "POST"} <= set(asked["Allow"].split(", "))


def test_a_damaged_log_is_no_fault_of_who_reads_it(anyone: Api, opened: Any) -> None:
    match = opened()
    with transactions.lifted_triggers():
        Event.objects.filter(match=match["id"]).update(body=b"no json")
    anyone.client.raise_request_exception = False

    answer = anyone.get(f"{match['url']}/events")

    assert (answer.status_code, answer.json()["code"]) == (500, "match_damaged")


def test_a_refusal_says_what_to_do_next_unless_it_says_what_exactly_is_wrong(anyone: Api, as_ann: Api) -> None:
    lost = anyone.get("matches/").json()
    hidden = anyone.get("matches/00000000-0000-7000-8000-000000000000").json()
    unread = as_ann.post("matches", {"ruleset": 1}).json()

    assert lost["detail"] == f"{lost['title']} {templates('details')['no_such_address']['en']}"
    assert hidden["detail"] == f"{hidden['title']} {ServiceError('not_found').advice['en']}"
    assert unread["detail"] == f"{unread['title']} {unread['errors'][0]['detail']}"


def test_a_refusal_is_in_one_language_throughout(as_ann: Api) -> None:
    refused = as_ann.post("matches", {"ruleset": 1}, Accept_Language="ja").json()

    assert refused["detail"] == "リクエストの内容が正しくありません。 `string`が必要ですが、`integer`です。"
    assert refused["errors"][0]["detail"] == "`string`が必要ですが、`integer`です。"
