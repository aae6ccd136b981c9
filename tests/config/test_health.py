"""The health endpoints: live, ready and metrics."""

from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client, override_settings

from common.computed_once import ComputedOnce
from config import health
from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_asked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_parts", ComputedOnce(1))


def test_alive_and_ready() -> None:
    assert Client().get("/health/live").json() == {"status": "ok"}
    assert Client().get("/health/ready").json() == {"status": "ok", "database": "ok", "broker": "ok"}


def test_what_does_not_answer_is_named(monkeypatch: Any) -> None:
    class Broken:
        def cursor(self) -> None:
            raise DatabaseError

    monkeypatch.setattr(health, "connection", Broken())
    with override_settings():
        refused = Client().get("/health/ready")

    assert (refused.status_code, refused.json()["code"], refused.json()["broken"]) == (503, "not_ready", ["database"])


def test_database_and_broker_are_asked_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now, asked = [100.0], []
    monkeypatch.setattr(health.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(health, "_broker_answers", lambda: asked.append(now[0]) is None)

    for now[0] in (100.0, 100.4, 100.9, 101.0, 101.9):
        assert Client().get("/health/ready").status_code == 200

    assert asked == [100.0, 101.0]


def test_metrics_count_moves_and_the_queue(as_ann: Api) -> None:
    bot = {"kind": "bot", "bot": "random", "deck": STARTER}
    made = as_ann.post("matches", {"ruleset": "raid", "seats": [{"kind": "me", "deck": STARTER, "ready": True}, bot]})

    def moves(page: str) -> float:
        lines = [line for line in page.splitlines() if line.startswith('match_moves_total{by="player",ruleset="raid"}')]
        return float(lines[0].split()[1]) if lines else 0.0

    before = Client().get("/metrics").content.decode()
    as_ann.post(f"{made.json()['url']}/actions", {"version": 0, "action": {"type": "keep", "keep": True}})
    after = Client().get("/metrics").content.decode()

    assert moves(after) == moves(before) + 1
    age = next(line for line in after.splitlines() if line.startswith("match_queue_age_seconds"))
    assert float(age.split()[1]) > 0, "the bot is asked and nobody works on it"
    assert "raider" not in after


def test_metrics_time_every_request_by_route(as_ann: Api) -> None:
    as_ann.get("me")
    Client().get("/nowhere")

    page = Client().get("/metrics").content.decode()

    assert 'http_request_seconds_count{method="GET",route="api-me",status="200"}' in page
    assert 'http_request_seconds_count{method="GET",route="",status="404"}' in page


@pytest.mark.parametrize(
    ("token", "headers", "status"),
    [
        ("", {}, 200),
        ("", {"X-Forwarded-For": "8.8.8.8"}, 404),
        ("t0ken", {}, 404),
        ("t0ken", {"Authorization": "Bearer wrong"}, 404),
        ("t0ken", {"Authorization": "Bearer t0ken"}, 200),
    ],
)
def test_metrics_are_not_for_everybody(token: str, headers: dict[str, str], status: int) -> None:
    with override_settings(METRICS_TOKEN=token):
        assert Client().get("/metrics", headers=headers).status_code == status
    assert Client(REMOTE_ADDR="8.8.8.8").get("/metrics").status_code == 404


def test_the_documentation_comes_from_this_installation_alone() -> None:
    for path in ("/api/docs/", "/api/docs/redoc"):
        page = Client().get(path)
        assert page.status_code == 200
        assert "https://" not in page.content.decode(), path
        assert "https:" not in page["Content-Security-Policy"]
        assert "style-src 'self' 'unsafe-inline'" in page["Content-Security-Policy"]  # The style sheet is our own file.
    assert Client().get("/api/v1/openapi.json").json()["openapi"].startswith("3.1")


def test_the_home_page_leads_to_the_documentation(db: None) -> None:
    assert 'href="/api/docs/"' in Client().get("/").content.decode()
