"""Phrases between the players of a match: sent by code, announced to the others, and visible only to players."""

import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.utils import timezone

from common.text.errors import ServiceError
from matches.log.transactions import POSTGRES
from matches.models import Match, Phrase
from matches.notifications import inbox
from matches.selectors.lists import find_match
from matches.services import phrases
from matches.services.blocks import block_player
from players.models import Player
from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.django_db
HELLO = {"phrase": "hello"}


@pytest.fixture
def url(opened: Callable[..., dict[str, Any]]) -> str:
    return str(opened()["url"])


def told(player: Player) -> list[Any]:
    found = [msgspec.json.decode(notice.body) for notice in inbox.notices_after(player.pk, 0, 100)]
    return [(notice["seat"], notice["phrase"]) for notice in found if notice["type"] == "phrase"]


def read(client: Api, url: str) -> list[tuple[int, str]]:
    return [(one["seat"], one["phrase"]) for one in client.get(f"{url}/phrases").json()["results"]]


def test_a_phrase_is_told_to_the_other_and_read_by_both_and_nobody_else(
    url: str, as_ann: Api, as_ben: Api, anyone: Api, ann: Player, ben: Player
) -> None:
    said = [as_ann.post(f"{url}/phrases", HELLO, idempotency_key="one") for _ in range(2)]
    as_ben.post(f"{url}/phrases", {"phrase": "good_luck"})
    before = as_ann.get(f"{url}/events").json()["version"]
    as_ann.post(f"{url}/resign", {})
    as_ann.post(f"{url}/phrases", {"phrase": "good_game"})

    assert [one.status_code for one in said] == [201, 201] and said[0].json() == said[1].json()
    assert said[0].json()["texts"] == {"ja": "こんにちは", "en": "Hello"}
    assert (told(ben), told(ann)) == ([(0, "hello"), (0, "good_game")], [(1, "good_luck")])
    assert read(as_ann, url) == read(as_ben, url) == [(0, "hello"), (1, "good_luck"), (0, "good_game")]
    assert before == 0, "it is no event"
    stranger = Api(Player.objects.create_user("stranger"))
    assert stranger.get(f"{url}/phrases").json()["code"] == "not_your_seat"
    assert stranger.post(f"{url}/phrases", HELLO).json()["code"] == "not_your_seat"
    assert anyone.get(f"{url}/phrases").status_code == 401


def test_who_wants_none_or_has_blocked_is_told_none(
    url: str, as_ann: Api, as_ben: Api, ann: Player, ben: Player
) -> None:
    assert as_ben.get("me/phrases").json() == {"muted": False}
    assert as_ben.send("PUT", "me/phrases", {"muted": True}).json() == as_ben.get("me/phrases").json()
    as_ann.post(f"{url}/phrases", HELLO)
    assert (told(ben), read(as_ben, url), read(as_ann, url)) == ([], [], [(0, "hello")])

    as_ben.send("PUT", "me/phrases", {"muted": False})
    assert read(as_ben, url) == [(0, "hello")]
    block_player(player=ben, public_id=ann.public_id)
    answered = as_ann.post(f"{url}/phrases", {"phrase": "sorry"})

    assert answered.status_code == 201, "nobody is told that he is blocked"
    assert (told(ben), read(as_ben, url)) == ([], [])
    assert len(read(as_ann, url)) == 2


def test_nobody_says_more_than_so_much(url: str, as_ann: Api, as_ben: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [as_ann.post(f"{url}/phrases", HELLO) for _ in range(6)]
    assert [one.status_code for one in answers] == [201] * 5 + [429]
    assert answers[-1]["Retry-After"] == "60"
    assert as_ben.post(f"{url}/phrases", HELLO).status_code == 201

    monkeypatch.setattr(phrases, "MOST_PHRASES", 5)
    assert as_ann.post(f"{url}/phrases", HELLO).json()["code"] == "too_many_phrases"


def test_nothing_is_said_before_the_start_nor_long_after_the_end(url: str, as_ann: Api) -> None:
    lobby = {"ruleset": "raid", "seats": [{"kind": "me", "deck": STARTER}, {"kind": "open"}]}
    waiting = as_ann.post("matches", lobby).json()["url"]
    as_ann.post(f"{url}/resign", {})
    Match.objects.update(ended_at=timezone.now() - phrases.SAID_AFTER * 2)

    assert as_ann.post(f"{url}/phrases", HELLO).json()["code"] == "match_over"
    assert as_ann.post(f"{waiting}/phrases", HELLO).json()["code"] == "match_not_started"


@pytest.mark.parametrize(
    "body", [{}, {"phrase": "you fool"}, {"phrase": None}, {"phrase": ""}, {"phrase": "hello", "text": "x"}, []]
)
def test_there_is_no_free_text(url: str, as_ann: Api, body: Any) -> None:
    refused = as_ann.post(f"{url}/phrases", body)

    assert (refused.status_code, refused.json()["code"]) == (400, "malformed_request")
    assert not Phrase.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_of_many_at_the_same_moment_no_more_than_the_limit_are_said(url: str, ann: Player) -> None:
    match = find_match(Match.objects.get().pk, ann)
    start, results = threading.Barrier(8), []

    def run() -> None:
        start.wait(30)
        try:
            phrases.say_phrase(match=match, player=ann, code="hello")
            results.append("said")
        except ServiceError as error:
            results.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert sorted(results) == ["said"] * 5 + ["too_fast"] * 3
