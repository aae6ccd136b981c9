"""The origins whose web pages may use the API (settings/base.py, API_ORIGINS)."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

PAGE = "https://play.example.org"
ASKED = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization, idempotency-key, if-match",
}


def sent(origins: list[str], method: str, path: str, **headers: str) -> Any:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse("seen")

    allowed = {"CORS_ALLOW_ALL_ORIGINS": "*" in origins, "CORS_ALLOWED_ORIGINS": [o for o in origins if o != "*"]}
    with override_settings(**allowed):
        return CorsMiddleware(view)(RequestFactory().generic(method, path, headers=headers))


@pytest.mark.parametrize(
    ("module", "given", "expected"),
    [
        ("test", "", [False, False, []]),
        ("test", "*", [True, True, []]),
        ("test", PAGE, [True, False, [PAGE]]),
        ("dev", None, [True, True, []]),
    ],
)
def test_without_origins_nothing_stands_before_the_api(module: str, given: str | None, expected: Any) -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": f"config.settings.{module}", "API_ORIGINS": given or ""}
    if given is None:
        del environment["API_ORIGINS"]
    program = (
        "import json; from django.conf import settings as s; print(json.dumps(["
        "'corsheaders.middleware.CorsMiddleware' in s.MIDDLEWARE, s.CORS_ALLOW_ALL_ORIGINS, s.CORS_ALLOWED_ORIGINS]))"
    )

    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)

    assert json.loads(said.stdout) == expected


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
    assert "Access-Control-Allow-Credentials" not in answer


def test_the_browsers_question_before_a_request_is_answered_for_it() -> None:
    answer = sent(["*"], "OPTIONS", "/api/v1/matches", Origin=PAGE, **ASKED)

    assert (answer.status_code, answer.content) == (200, b"")
    assert {"POST", "DELETE"} <= set(answer["Access-Control-Allow-Methods"].split(", "))
    assert {"authorization", "idempotency-key", "if-match"} <= set(answer["Access-Control-Allow-Headers"].split(", "))


@pytest.mark.parametrize("headers", [{}, {"Origin": PAGE}])
def test_asking_what_can_be_done_goes_on_to_the_api(headers: dict[str, str]) -> None:
    assert sent(["*"], "OPTIONS", "/api/v1/matches", **headers).content == b"seen"


@pytest.mark.parametrize("path", ["/admin/", "/api/docs/", "/"])
def test_pages_are_for_their_own_origin(path: str) -> None:
    assert "Access-Control-Allow-Origin" not in sent(["*"], "GET", path, Origin=PAGE)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/oauth/token", PAGE),
        ("/oauth/revoke", PAGE),
        ("/.well-known/oauth-authorization-server", PAGE),
        ("/oauth/authorize", None),
        ("/account/apps/", None),
    ],
)
def test_a_page_may_exchange_a_code_but_not_read_the_consent_page(path: str, allowed: str | None) -> None:
    assert sent([PAGE], "GET", path, Origin=PAGE).get("Access-Control-Allow-Origin") == allowed
