"""The pages home, watch and replay: contents, permissions, URLs and costs."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.log.sql import load_match
from matches.models import Match
from matches.pages import views
from matches.pages.spectating import Fragments
from matches.services.ending import abort_match
from players.models import Player
from tests.matches.conftest import move, play_out

pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]
WATCHED = ("watch", "watch-table", "watch-version")
REPLAYED = ("replay", "replay-table")


def at(name: str, match: Match) -> str:
    return reverse(name, args=[match.pk])


def status(client: Client, address: str) -> int:
    return client.get(address).status_code


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


@pytest.fixture
def of_ann(client: Client, ann: Player) -> Client:
    client.force_login(ann)
    return client


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PUBLIC_POSITIONS", Fragments())


def cards_in(markup: str) -> set[str]:
    return set(re.findall(r"raider-\d", markup))


def test_home_shows_what_is_played_and_a_board_of_it(duel: Duel) -> None:
    match = duel()

    home = page(Client(), "/")

    assert at("watch", match) in home and "data-live" in home and 'class="board' in home
    assert "ann" in home and "ben" in home


def test_home_without_matches_says_so() -> None:
    assert "No live matches right now." in page(Client(), "/")


def test_a_spectator_sees_no_hand_and_a_player_his_own(duel: Duel, of_ann: Client) -> None:
    match = duel()
    hands = [set(hand) for hand in load_match(match.pk).position.table.state.hands]
    assert all(hands), "there must be something to tell"

    spectator, own = page(Client(), at("watch", match)), page(of_ann, at("watch", match))

    assert cards_in(spectator) == set()
    assert cards_in(own) == hands[0]


@pytest.mark.parametrize("name", [*WATCHED, *REPLAYED])
def test_a_private_match_is_for_those_who_sit_in_it(duel: Duel, of_ann: Client, name: str) -> None:
    match = duel(visibility="private")

    assert status(Client(), at(name, match)) == 404
    assert status(of_ann, at(name, match)) == 200


@pytest.mark.parametrize("name", [*WATCHED, *REPLAYED])
def test_a_hidden_match_is_absent_for_the_public(duel: Duel, name: str) -> None:
    match = duel()
    Match.objects.filter(pk=match.pk).update(is_hidden=True)

    assert status(Client(), at(name, match)) == 404


@pytest.mark.parametrize(("eyes", "expected"), [("public", 200), ("0", 200), ("1", 404), ("audit", 404), ("7", 404)])
def test_of_a_live_match_one_looks_through_ones_own_eyes(duel: Duel, of_ann: Client, eyes: str, expected: int) -> None:
    assert status(of_ann, f"{at('replay-table', duel())}?event=0&as={eyes}") == expected


@pytest.mark.parametrize("eyes", ["public", "0", "1", "audit"])
def test_of_a_finished_match_one_looks_through_all(duel: Duel, eyes: str) -> None:
    match = play_out(duel())

    shown = page(Client(), f"{at('replay-table', match)}?event=0&as={eyes}")

    hands = {"0": 1, "1": 1, "audit": 2, "public": 0}[eyes]
    assert len(re.findall(r'data-place="hand:\d:', shown)) == 4 * hands


def test_an_aborted_match_is_never_opened(duel: Duel) -> None:
    match = duel()
    abort_match(match_id=match.pk, player=None, note="")

    assert status(Client(), f"{at('replay', match)}?as=audit") == 404
    assert cards_in(page(Client(), at("replay", match))) == set()


@pytest.mark.parametrize(
    "wanted", ["event=99999", "event=-1", "event=x", "event=%D9%A3", "event=1e3", "as=seat", "as=%00"]
)
def test_what_there_is_not_is_not_found(duel: Duel, wanted: str) -> None:
    assert status(Client(), f"{at('replay', duel())}?{wanted}") in (400, 404)


def test_every_event_has_its_address_and_its_place_in_the_log(duel: Duel) -> None:
    match = play_out(duel())

    for event in (0, match.version // 2, match.version):
        shown = page(Client(), f"{at('replay', match)}?event={event}")
        assert f'data-seq="{event}"' in shown
        assert re.search(rf'data-step="{event}" aria-current="true"', shown)


def test_a_finished_match_says_who_won_and_that_it_was_verified(duel: Duel) -> None:
    match = play_out(duel())

    shown = page(Client(), f"{at('replay', match)}?event={match.version}")

    assert "proof-sound" in shown and 'class="result"' in shown


def test_a_public_position_is_drawn_once_a_version(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    match, drawn = duel(), []
    draw = views._drawn
    monkeypatch.setattr(views, "_drawn", lambda *look: drawn.append(look) or draw(*look))

    first = [page(Client(), at("watch-table", match)) for _ in range(3)]
    move(match, random.Random(1))
    second = [page(Client(), at("watch-table", match)) for _ in range(2)]

    assert len(drawn) == 2 and len(set(first)) == len(set(second)) == 1


def test_how_far_a_match_has_come_is_one_look_up(duel: Duel, django_assert_num_queries: Any) -> None:
    match = duel()

    with django_assert_num_queries(1):
        found = Client().get(at("watch-version", match)).json()

    assert found == {"version": match.version, "status": "playing", "draws": 0, "said": 0, "offline": []}


@pytest.mark.parametrize("name", ["watch", "replay"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_have_no_inline_script_or_style(duel: Duel, name: str, language: str) -> None:
    shown = Client(headers={"Accept-Language": language}).get(at(name, duel())).content.decode()

    assert re.findall(r"<script(?! src)|<style|\sstyle=|\son\w+=", shown) == []
    assert f'lang="{language}"' in shown


@pytest.mark.parametrize("name", [*WATCHED, *REPLAYED])
def test_who_asks_too_often_waits(duel: Duel, settings: Any, name: str) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "pages": (2, 3600)}
    match = duel()

    answers = [Client().get(at(name, match)) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 1000


def test_a_side_of_too_many_digits_is_none(client: Client, duel: Callable[..., Match]) -> None:
    assert client.get(reverse("watch", args=[duel().pk]), {"near": "1" * 5000}).status_code == 200
