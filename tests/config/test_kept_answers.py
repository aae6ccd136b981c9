"""What changes seldom is kept by readers, asked for again by its ETag, and sent compressed to who can read that."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from matches.services.ending import resign
from players.models import Player
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(opened: Callable[..., dict[str, Any]], ann: Player) -> str:
    match_id = opened()["id"]
    resign(match_id=Match.objects.get(pk=match_id).pk, player_id=ann.pk)
    return f"matches/{match_id}"


PUBLIC = ("rulesets", "rulesets/raid", "cards?ruleset=raid")
OF_A_MATCH = ("", "/replay/view", "/replay/transcript")


def asked_again(client: Client, path: str, **headers: str) -> tuple[Any, Any]:
    first = client.get(f"/api/v1/{path}", headers=headers)
    again = client.get(f"/api/v1/{path}", headers={**headers, "If-None-Match": first["ETag"]})
    return first, again


@pytest.mark.parametrize("path", PUBLIC)
def test_what_everybody_may_read_is_sent_once(client: Client, opened: Callable[..., Any], path: str) -> None:
    first, again = asked_again(client, path)

    assert (first.status_code, first["Cache-Control"]) == (200, "public, no-cache")
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "RateLimit" in again


@pytest.mark.parametrize("place", OF_A_MATCH)
def test_a_finished_match_is_sent_once_to_each_reader(client: Client, finished: str, place: str) -> None:
    first, again = asked_again(client, finished + place)

    assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache")
    assert again.status_code == 304


@pytest.mark.parametrize("place", OF_A_MATCH)
def test_a_live_match_is_kept_by_nobody(client: Client, opened: Callable[..., Any], place: str) -> None:
    answer = client.get(f"/api/v1/matches/{opened()['id']}{place}", headers={"Accept-Encoding": "gzip"})

    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert "ETag" not in answer and "Content-Encoding" not in answer


def test_what_has_changed_is_sent_anew(client: Client, finished: str, as_ann: Api) -> None:
    first = client.get(f"/api/v1/{finished}")
    Match.objects.update(is_hidden=True)

    again = as_ann.client.get(f"/api/v1/{finished}", headers={**as_ann.headers, "If-None-Match": first["ETag"]})

    assert again.status_code == 200 and again["ETag"] != first["ETag"]


def test_who_may_not_read_it_any_more_is_not_told_that_it_is_the_same(client: Client, finished: str) -> None:
    first = client.get(f"/api/v1/{finished}")
    Match.objects.update(is_hidden=True)

    assert client.get(f"/api/v1/{finished}", headers={"If-None-Match": first["ETag"]}).status_code == 404


def test_it_is_compressed_for_who_can_read_that(client: Client) -> None:
    plain = client.get("/api/v1/rulesets/battle_line")
    small, again = asked_again(client, "rulesets/battle_line", **{"Accept-Encoding": "gzip"})

    assert gzip.decompress(small.content) == plain.content
    assert len(small.content) < len(plain.content) / 4
    assert "Accept-Encoding" in small["Vary"] and again.status_code == 304
