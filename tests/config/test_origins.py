"""Which web pages of other origins may use the API."""

from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from config.middleware import OtherOrigins

PAGE = "https://play.example.org"
ASKED = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization, idempotency-key"}


def sent(origins: list[str], method: str, path: str, **headers: str) -> Any:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse("seen")

    with override_settings(API_ORIGINS=origins):
        return OtherOrigins(view)(RequestFactory().generic(method, path, headers=headers))


def test_without_origins_it_is_not_there() -> None:
    with override_settings(API_ORIGINS=[]), pytest.raises(MiddlewareNotUsed):
        OtherOrigins(lambda request: HttpResponse())


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        (["*"], PAGE, "*"),
        ([PAGE], PAGE, PAGE),
        ([PAGE], "https://elsewhere.example.org", None),
        ([PAGE], f"{PAGE}.evil.example", None),
    ],
)
def test_a_page_may_read_an_answer_if_its_origin_is_among_them(
    origins: list[str], origin: str, allowed: str | None
) -> None:
    answer = sent(origins, "GET", "/api/v1/bots", Origin=origin)

    assert answer.content == b"seen"
    assert answer.get("Access-Control-Allow-Origin") == allowed
    assert ("RateLimit" in answer.get("Access-Control-Expose-Headers", "")) == (allowed is not None)
    assert answer.get("Vary") == (None if origins == ["*"] else "Origin")
    assert "Access-Control-Allow-Credentials" not in answer


def test_the_browsers_question_before_a_request_is_answered_for_it() -> None:
    answer = sent(["*"], "OPTIONS", "/api/v1/matches", Origin=PAGE, **ASKED)

    assert (answer.status_code, answer.content) == (204, b"")
    assert {"POST", "DELETE"} <= set(answer["Access-Control-Allow-Methods"].split(", "))
    assert {"Authorization", "Idempotency-Key"} <= set(answer["Access-Control-Allow-Headers"].split(", "))


@pytest.mark.parametrize("headers", [{}, {"Origin": PAGE}])
def test_asking_what_can_be_done_goes_on_to_the_api(headers: dict[str, str]) -> None:
    assert sent(["*"], "OPTIONS", "/api/v1/matches", **headers).content == b"seen"


@pytest.mark.parametrize("path", ["/admin/", "/api/docs/", "/"])
def test_pages_are_for_their_own_origin(path: str) -> None:
    answer = sent(["*"], "GET", path, Origin=PAGE)

    assert "Access-Control-Allow-Origin" not in answer
