"""The newest position for spectators: the same cached bytes for everyone, drawn once for any number of requests."""

import gzip
import random
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from common.text.errors import ServiceError
from config import wsgi
from matches.log.sql import load_match
from matches.models import Match
from matches.pages import spectating
from matches.pages.spectating import PublicTables
from players.models import Player
from tests.matches.conftest import move, play_out

pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectating, "TABLES", PublicTables())
    monkeypatch.setattr(spectating, "EVERY", 3600.0)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All positions drawn."""
    made: list[Any] = []
    draw = spectating._draw
    monkeypatch.setattr(spectating, "_draw", lambda *look: made.append(look) or draw(*look))
    return made


@pytest.fixture
def at_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every request read the match."""
    monkeypatch.setattr(spectating, "EVERY", 0.0)


def at(match: Match, language: str = "en", near: int = 0) -> str:
    return reverse("watch-live", args=[match.pk, language, near])


def ready(path: str, method: str = "GET", **headers: str) -> spectating.Answer | None:
    return spectating.ready_answer({"PATH_INFO": path, "REQUEST_METHOD": method, **headers})


def test_the_page_of_a_spectator_asks_there_and_that_of_a_player_does_not(duel: Duel, ann: Player) -> None:
    match, of_ann = duel(), Client()
    of_ann.force_login(ann)

    assert at(match) in Client().get(reverse("watch", args=[match.pk])).content.decode()
    assert "/live/" not in of_ann.get(reverse("watch", args=[match.pk])).content.decode()


def test_everybody_sees_what_the_public_sees(duel: Duel, ann: Player) -> None:
    match, of_ann = duel(), Client()
    of_ann.force_login(ann)
    hands = [card for hand in load_match(match.pk).position.table.state.hands for card in hand]
    assert hands, "there must be something to tell"

    shown = of_ann.get(at(match))

    assert shown.status_code == 200 and 'class="board' in shown.content.decode()
    assert not any(card in shown.content.decode() for card in hands)
    assert shown["Match-Version"] == str(match.version) and shown["Match-Status"] == "playing"


@pytest.mark.usefixtures("at_every_question")
def test_a_match_that_has_not_moved_on_is_one_look_up_and_nothing_is_drawn(
    duel: Duel, drawings: list[Any], django_assert_num_queries: Any
) -> None:
    match = duel()
    first = Client().get(at(match))

    with django_assert_num_queries(1):
        again = Client().get(at(match), headers={"If-None-Match": first["ETag"]})

    assert again.status_code == 304 and again.content == b"" and again["Match-Version"] == str(match.version)
    assert len(drawings) == 1


def test_what_is_ready_is_answered_without_a_look(
    duel: Duel, drawings: list[Any], django_assert_num_queries: Any
) -> None:
    match = duel()
    first = Client().get(at(match))

    with django_assert_num_queries(0):
        found = [ready(at(match)) for _ in range(200)]
        packed = ready(at(match), HTTP_ACCEPT_ENCODING="br, gzip")
        known = ready(at(match), HTTP_IF_NONE_MATCH=first["ETag"])

    assert len(drawings) == 1
    assert {(answer[0], answer[2]) for answer in found if answer} == {(200, first.content)} and None not in found
    assert packed is not None and gzip.decompress(packed[2]) == first.content
    assert ("Content-Encoding", "gzip") in packed[1]
    assert known is not None and known[0] == 304 and known[2] == b""


def test_the_server_sends_what_is_ready_and_takes_no_slot(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wsgi.worker_slots, "open_slots", lambda count: pytest.fail("a slot was asked for"))
    match = duel()
    Client().get(at(match))
    told: list[Any] = []

    body = wsgi.application({"PATH_INFO": at(match), "REQUEST_METHOD": "GET"}, lambda *head: told.append(head))

    assert told[0][0] == "200 OK" and dict(told[0][1])["Cache-Control"] == "no-cache"
    assert b'class="board' in b"".join(body)


@pytest.mark.usefixtures("at_every_question")
def test_a_match_that_has_moved_on_is_drawn_again(duel: Duel, drawings: list[Any]) -> None:
    match = duel()
    first = Client().get(at(match))
    move(match, random.Random(1))

    second = Client().get(at(match), headers={"If-None-Match": first["ETag"]})

    assert ready(at(match)) is None, "after EVERY seconds somebody must look"
    assert second.status_code == 200 and second["Match-Version"] == str(match.version + 1)
    assert second["ETag"] != first["ETag"] and len(drawings) == 2


@pytest.mark.usefixtures("at_every_question")
def test_the_end_is_told(duel: Duel) -> None:
    match = play_out(duel())

    shown = Client().get(at(match))

    assert shown["Match-Status"] == "over" and 'class="result"' in shown.content.decode()


def test_each_language_and_side_has_its_own(duel: Duel, drawings: list[Any]) -> None:
    match = duel()

    shown = {Client().get(at(match, language, near)).content for language in ("en", "ja") for near in (0, 1)}

    assert len(shown) == len(drawings) == 4


@pytest.mark.usefixtures("at_every_question")
def test_a_match_that_is_hidden_is_not_there_any_more(duel: Duel) -> None:
    match = duel()
    assert Client().get(at(match)).status_code == 200
    Match.objects.filter(pk=match.pk).update(is_hidden=True)

    assert [Client().get(at(match)).status_code, ready(at(match))] == [404, None]


@pytest.mark.usefixtures("at_every_question")
@pytest.mark.parametrize("kind", ["LATE_SECONDS", "DRAWN_SECONDS"])
def test_of_long_ago_nothing_is_shown_while_somebody_looks(
    duel: Duel, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The match may be hidden by now, or a player's name deleted. Two simultaneous requests get no more than one."""
    match = duel()
    Client().get(at(match))
    Match.objects.filter(pk=match.pk).update(is_hidden=True)
    look, told = spectating.version_of, []

    def looking(*asked: Any) -> Any:
        told.append(ready(at(match)) is not None)
        monkeypatch.setattr(spectating, kind, 0.0)
        told.append(ready(at(match)) is not None)
        return look(*asked)

    monkeypatch.setattr(spectating, "version_of", looking)

    assert Client().get(at(match)).status_code == 404
    assert told == [True, False]


def test_who_asks_for_what_there_is_not_takes_no_drawing_from_anybody(duel: Duel) -> None:
    tables, match = PublicTables(most=1), duel()
    tables.look(match.pk, ("en", 0))

    for _ in range(3):
        with pytest.raises(ServiceError):
            tables.look(uuid4(), ("en", 0))

    assert tables.ready(match.pk, ("en", 0)) is not None


def test_a_private_match_is_not_there_for_those_who_play_it_either(duel: Duel, ann: Player) -> None:
    match, of_ann = duel(visibility="private"), Client()
    of_ann.force_login(ann)

    assert of_ann.get(at(match)).status_code == 404
    assert "/live/" not in of_ann.get(reverse("watch", args=[match.pk])).content.decode()


def test_there_is_nothing_else_there(duel: Duel) -> None:
    match = duel()
    wrong = [at(match, "de"), at(match, near=7), at(match, near=10**30), reverse("watch-live", args=[uuid4(), "en", 0])]

    assert [Client().get(path).status_code for path in wrong] == [404] * len(wrong)
    assert [ready(path) for path in (*wrong, "/live/", "/live/x/en/0", f"/live/{match.pk}/en/-1")] == [None] * 7


def test_other_methods_are_not_answered_before_they_are_looked_at(duel: Duel) -> None:
    match = duel()
    Client().get(at(match))

    assert [ready(at(match), method) for method in ("HEAD", "POST")] == [None, None]
    assert [Client().head(at(match)).status_code, Client().post(at(match)).status_code] == [200, 405]


def test_only_so_many_matches_are_kept(duel: Duel) -> None:
    tables, matches = PublicTables(most=2), [duel() for _ in range(3)]

    for match in matches:
        tables.look(match.pk, ("en", 0))

    assert [tables.ready(match.pk, ("en", 0)) is not None for match in matches] == [False, True, True]


def test_who_makes_the_service_look_too_often_waits(duel: Duel, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "pages": (2, 3600)}
    monkeypatch.setattr(spectating, "EVERY", 0.0)
    match = duel()

    assert [Client().get(at(match)).status_code for _ in range(3)] == [200, 200, 429]


def test_a_page_through_ones_own_eyes_gets_nothing_while_nothing_has_happened(
    duel: Duel, client: Client, ann: Player
) -> None:
    match = duel()
    client.force_login(ann)
    table = reverse("watch-table", args=[match.pk])
    first = client.get(table)

    again = client.get(table, headers={"If-None-Match": first["ETag"]})
    move(match, random.Random(1))
    later = client.get(table, headers={"If-None-Match": first["ETag"]})

    assert [first.status_code, again.status_code, later.status_code] == [200, 304, 200]
    assert again["Match-Version"] == str(match.version) and later["Match-Version"] == str(match.version + 1)
