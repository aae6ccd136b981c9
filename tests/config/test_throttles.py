"""Rate limits by token buckets, and the headers that tell clients about them."""

import os
import signal
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from django.test import Client
from django.urls import reverse
from drf_spectacular.generators import EndpointEnumerator, SchemaGenerator

from common.http import limits
from common.http.answering import ApiView
from common.http.limits import LocalBuckets, RedisBuckets, buckets
from players.models import Player
from tests.faults.servers import Redis, wait_for
from tests.matches.api.conftest import Api

REDIS = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/9"


@pytest.fixture
def _fresh() -> Any:
    buckets.cache_clear()
    yield
    buckets.cache_clear()


def has_redis() -> bool:
    try:
        return bool(redis.Redis.from_url(REDIS, socket_connect_timeout=3).ping())
    except redis.RedisError:
        return False


def test_a_bucket_empties_and_fills_again(monkeypatch: Any) -> None:
    now = [0.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    bucket = LocalBuckets()

    assert [bucket.take("ann", 2, 60)[0] for _ in range(3)] == [True, True, False]
    assert bucket.take("ben", 2, 60)[0]
    now[0] = 29.9
    assert not bucket.take("ann", 2, 60)[0]
    now[0] = 30.0
    assert bucket.take("ann", 2, 60)[0]
    now[0] = 1000.0
    assert [bucket.take("ann", 2, 60)[0] for _ in range(3)] == [True, True, False]


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(("seconds", "left"), [(0.0, 20), (0.04, 20), (0.12, 18), (3600.0, 0)])
def test_work_counts_as_requests_as_far_as_the_bucket_goes(settings: Any, seconds: float, left: int) -> None:
    settings.THROTTLES = {"imports": (20, 60)}

    limits.charge_work("imports", "player:1", seconds)

    rate = limits.take("imports", "player:1")
    assert (rate.remaining, rate.allowed) == (max(left - 1, 0), left > 0)


def test_buckets_that_nobody_uses_are_forgotten(monkeypatch: Any) -> None:
    monkeypatch.setattr(LocalBuckets, "MOST", 2)
    bucket = LocalBuckets()
    for who in ("ann", "ben", "cid"):
        assert bucket.take(who, 1, 60)[0]

    assert bucket.take("ann", 1, 60)[0], "forgotten, so full again"
    assert not bucket.take("cid", 1, 60)[0]


@pytest.mark.skipif(not has_redis(), reason="needs a Redis on this machine")
def test_buckets_in_redis_are_shared() -> None:
    who = f"test:{uuid4()}"
    first, second = RedisBuckets(REDIS), RedisBuckets(REDIS)

    taken = [bucket.take(who, 2, 3600)[0] for bucket in (first, second, first)]

    assert taken == [True, True, False]
    assert 0 < redis.Redis.from_url(REDIS).pttl(f"bucket:{who}") <= 3_600_000


def test_without_redis_each_process_counts_for_itself() -> None:
    bucket = RedisBuckets("redis://127.0.0.1:1/0")

    assert [bucket.take("ann", 1, 60)[0] for _ in range(2)] == [True, False]


def test_a_redis_that_hangs_holds_up_one_request_for_a_moment_and_no_others(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(RedisBuckets, "PAUSE", 3600.0)
    asked: list[Any] = []
    server = Redis(tmp_path)
    server.start()
    try:
        bucket = RedisBuckets(server.url)
        assert bucket.take("ann", 1, 3600)[0]
        take = bucket._take
        monkeypatch.setattr(bucket, "_take", lambda **sent: asked.append(sent) or take(**sent))
        os.kill(server.pid, signal.SIGSTOP)
        assert [bucket.take("ann", 1, 3600)[0] for _ in range(100)].count(True) == 1, "it counts for itself"
        assert len(asked) == 1
        os.kill(server.pid, signal.SIGCONT)
        monkeypatch.setattr(RedisBuckets, "PAUSE", 0.0)
        bucket._not_before = 0.0
        wait_for(lambda: not bucket.take("ann", 1, 3600)[0], "Redis counts again")
    finally:
        os.kill(server.pid, signal.SIGCONT)
        server.stop()


@pytest.mark.parametrize("kind", ["local", "redis"])
def test_what_is_put_back_may_be_taken_again_and_no_bucket_overflows(kind: str) -> None:
    if kind == "redis" and not has_redis():
        pytest.skip("needs a Redis on this machine")
    bucket = LocalBuckets() if kind == "local" else RedisBuckets(REDIS)
    who = f"test:{uuid4()}"

    def take(count: int = 1) -> bool:
        return bucket.take(who, 2, 3600, count)[0]

    assert [take(), take(), take(-1), take(), take()] == [True, True, True, True, False]
    assert [take(-1) for _ in range(5)] == [True] * 5
    assert [take() for _ in range(3)] == [True, True, False]


@pytest.mark.django_db
@pytest.mark.usefixtures("_fresh")
def test_every_answer_says_how_much_is_left_and_too_much_is_refused(as_ann: Api, anyone: Api, monkeypatch: Any) -> None:
    monkeypatch.setitem(settings.THROTTLES, "default", (2, 60))

    first, second, third = (as_ann.get("me") for _ in range(3))

    assert (first["RateLimit-Policy"], first["RateLimit"]) == ('"default";q=2;w=60', '"default";r=1;t=0')
    assert second["RateLimit"] == '"default";r=0;t=30'
    assert (third.status_code, third.json()["code"], third["RateLimit"]) == (429, "too_fast", '"default";r=0;t=30')
    assert third["Retry-After"] == str(third.json()["retry_after"]) == "30"
    assert anyone.get("bots").status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("_fresh")
def test_a_token_that_asks_too_often_does_not_stop_its_owner_on_pages(
    client: Client, ann: Player, as_ann: Api, monkeypatch: Any
) -> None:
    monkeypatch.setitem(settings.THROTTLES, "default", (1, 3600))
    client.force_login(ann)
    assert [as_ann.get("me").status_code for _ in range(2)] == [200, 429]

    opened, refused = (client.post(reverse("play-now", args=["battle_line"]))["Location"] for _ in range(2))

    assert (opened == reverse("home"), refused == reverse("home")) == (False, True)


@pytest.mark.django_db
@pytest.mark.usefixtures("_fresh")
def test_moves_have_a_bucket_of_their_own(opened: Any, as_ann: Api, monkeypatch: Any) -> None:
    match = opened()["url"]
    monkeypatch.setitem(settings.THROTTLES, "moves", (1, 60))
    keep = {"version": 0, "action": {"type": "keep", "keep": True}}

    assert as_ann.post(f"{match}/actions", keep)["RateLimit"] == '"moves";r=0;t=60'
    refused = as_ann.post(f"{match}/actions", keep)

    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert as_ann.get(match).status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("_fresh")
def test_the_reference_names_the_policy_of_every_operation_that_its_headers_name(anyone: Api, as_ann: Api) -> None:
    operations = [one for methods in _document()["paths"].values() for one in methods.values()]
    named = {one["operationId"]: one["x-rate-limit"]["policy"] for one in operations}
    asked = {"list_bots": anyone.get("bots"), "read_me": as_ann.get("me"), "sign_in": anyone.post("tokens", {})}
    asked["export_matches"] = anyone.get("exports")
    asked["import_match"] = as_ann.post("imports", b"none")
    asked["take_action"] = as_ann.post("matches/0190a000-0000-7000-8000-000000000000/actions", {})

    seen = {name: answer["RateLimit-Policy"].split('"')[1] for name, answer in asked.items() if "RateLimit" in answer}

    assert len(set(seen.values())) >= 4
    assert {name: named[name] for name in seen} == seen
    assert set(named.values()) == {"default", "moves", "sign_in", "exports", "imports", "webhooks"}


def test_no_view_but_that_of_fixtures_has_another_policy_than_its_operation() -> None:
    """CSV of fixtures counts as `exports`, and its description says so."""
    endpoints = EndpointEnumerator().get_api_endpoints()
    views = {callback.cls for _path, _regex, _method, callback in endpoints if issubclass(callback.cls, ApiView)}

    assert len(views) > 50
    assert {view.__name__ for view in views if view.throttle is not ApiView.throttle} == {"FixturesView"}


def test_the_reference_says_every_policy_in_a_sentence_and_in_numbers() -> None:
    for methods in _document()["paths"].values():
        for operation in methods.values():
            rate = operation["x-rate-limit"]
            assert settings.RATES[rate["policy"]] == (rate["requests"], rate["seconds"])
            sentence = f"Rate limit `{rate['policy']}`: {rate['requests']} requests in {rate['seconds']} seconds"
            assert sentence in operation["description"]


def _document() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)
