"""Invalid tokens are slowed down by network address, while valid ones from there still work."""

from typing import Any

import pytest
from django.conf import settings

from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db
WRONG = ("Bearer match_0000", "Bearer", "Bearer \xe9", "Bearer a b")


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PROXIES", 1)
    monkeypatch.setitem(settings.THROTTLES, "refused_tokens", (5, 60))


def send(client: Api, method: str, path: str, address: str = "203.0.113.9", **headers: str) -> Any:
    return client.send(method, path, {} if method == "POST" else None, X_Forwarded_For=address, **headers)


@pytest.mark.parametrize("path", ["me", "actions", "stream"])
@pytest.mark.parametrize("token", WRONG)
def test_wrong_tokens_are_refused_so_many_times_and_then_slowed_down(
    opened: Any, anyone: Api, as_ann: Api, path: str, token: str
) -> None:
    match = opened()["url"]
    where = "me" if path == "me" else f"{match}/{path}"
    method = "POST" if path == "actions" else "GET"

    answers = [send(anyone, method, where, Authorization=token) for _ in range(7)]

    assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
    slowed = answers[-1]
    assert (slowed.json()["code"], slowed["Retry-After"]) == ("too_fast", str(slowed.json()["retry_after"]))
    assert slowed["RateLimit"].startswith('"refused_tokens";r=0;t=')
    assert send(as_ann, "GET", "me").status_code == 200, "a right token from the same address"
    assert send(anyone, method, where, address="198.51.100.7", Authorization=token).status_code == 401


def test_without_a_token_nothing_is_counted(anyone: Api) -> None:
    assert [send(anyone, "GET", "me").status_code for _ in range(8)] == [401] * 8


def test_an_unknown_address_is_nobody_s_bucket(anyone: Api) -> None:
    answers = [send(anyone, "GET", "me", address="unknown", Authorization=WRONG[0]) for _ in range(8)]

    assert [answer.status_code for answer in answers] == [401] * 8
    assert send(anyone, "GET", "bots", address="unknown").status_code == 200
