"""Answers that seldom change may be cached, are revalidated by their ETag, and are compressed on request."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from leagues.models import League
from matches.models import Match
from matches.services.ending import resign
from players.models import Player
from tests.leagues.conftest import play_out
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(opened: Callable[..., dict[str, Any]], ann: Player) -> str:
    match_id = opened()["id"]
    resign(match_id=Match.objects.get(pk=match_id).pk, player_id=ann.pk)
    return f"matches/{match_id}"


PUBLIC = ("rulesets", "rulesets/raid", "cards?ruleset=raid")
OF_A_MATCH = ("", "/view", "/events", "/scorecard", "/replay/view", "/replay/transcript")
OF_A_LIVE_MATCH = ("", "/view", "/events", "/replay/view", "/replay/transcript")


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


@pytest.mark.parametrize("place", OF_A_LIVE_MATCH)
def test_a_live_match_is_kept_by_no_cache_but_has_an_etag(
    client: Client, opened: Callable[..., Any], place: str
) -> None:
    first, again = asked_again(client, f"matches/{opened()['id']}{place}", **{"Accept-Encoding": "gzip"})

    assert (first.status_code, first["Cache-Control"]) == (200, "no-store")
    assert "Content-Encoding" not in first
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "no-store")


@pytest.mark.parametrize("place", ["/view", "/events", "/legal-actions"])
def test_a_live_etag_is_that_of_what_one_viewer_sees(
    client: Client, opened: Callable[..., Any], as_ann: Api, as_ben: Api, place: str
) -> None:
    path = f"matches/{opened()['id']}{place}"
    seen = {who: api.get(path) for who, api in (("ann", as_ann), ("ben", as_ben), ("anyone", Api()))}
    tags = {who: answer["ETag"] for who, answer in seen.items() if answer.status_code == 200}
    assert len({seen[who].content for who in tags}) == len(tags), "there is something to leak"

    assert len(set(tags.values())) == len(tags) >= 2
    assert as_ben.get(path, If_None_Match=tags["ann"]).status_code == 200
    assert as_ann.get(path, If_None_Match=", ".join(tags.values())).status_code == 304


def test_an_etag_changes_only_with_what_its_reader_sees(
    client: Client, opened: Callable[..., Any], as_ann: Api
) -> None:
    url = opened()["url"]
    path = f"{url}/view"
    before, own = client.get(path), as_ann.get(path)
    taken = as_ann.post(f"{url}/actions", {"version": 0, "action": {"type": "keep", "keep": True}})
    assert taken.status_code == 201

    after, own_after = client.get(path), as_ann.get(path)

    assert (after["ETag"] == before["ETag"]) == (after.content == before.content)
    assert own_after["ETag"] != own["ETag"]


@pytest.mark.parametrize("place", ["", "/standings", "/crosstable", "/fixtures", "/entrants", "/points"])
def test_a_season_is_sent_once_while_nothing_changes(client: Client, season: Callable[..., Any], place: str) -> None:
    path = f"leagues/nightly/seasons/1{place}"
    started = season()
    first, again = asked_again(client, path)
    play_out(started)
    ended = client.get(f"/api/v1/{path}", headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache")
    assert "Authorization" in first["Vary"] and "Authorization" in again["Vary"]
    assert again.status_code == 304
    assert ended.status_code == (304 if place == "/entrants" else 200)
    assert asked_again(client, path)[1].status_code == 304


def test_a_season_that_one_may_not_read_any_more_is_not_unchanged(client: Client, season: Callable[..., Any]) -> None:
    season()
    first = client.get("/api/v1/leagues/nightly/seasons/1/standings")
    League.objects.update(visibility="private")

    again = client.get("/api/v1/leagues/nightly/seasons/1/standings", headers={"If-None-Match": first["ETag"]})

    assert again.status_code == 404


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
