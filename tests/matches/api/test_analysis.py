"""The analysis for clients: every unit's attack and defence, now and after a considered deployment."""

from collections.abc import Callable
from typing import Any

import pytest

from players.models import Player
from rules.registry import shipped_ruleset
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(ann: Player, ben: Player) -> tuple[str, list[Api]]:
    """A duel of Lords of War at its first deployment, and the clients of both players."""
    clients = [Api(ann), Api(ben)]
    decks = [deck.slug for deck in shipped_ruleset("lords_of_war").starter_decks[:2]]
    seats = [{"kind": "me", "deck": decks[0], "ready": True}, {"kind": "invited", "player": "ben"}]
    made = clients[0].post("matches", {"ruleset": "lords_of_war", "seats": seats})
    assert made.status_code == 201, made.json()
    url = made.json()["url"]
    assert clients[1].post(f"{url}/join", {"deck": decks[1]}).status_code == 200
    return url, clients


def asked(url: str, clients: list[Api]) -> tuple[Api, dict[str, Any]]:
    """The client of the player to move, and its legal actions."""
    for client in clients:
        legal = client.get(f"{url}/legal-actions").json()
        if legal["legal_actions"]:
            return client, legal
    raise AssertionError("nobody is asked")


def play_until(url: str, clients: list[Api], wanted: Callable[[dict[str, Any]], bool]) -> tuple[Api, dict[str, Any]]:
    for _ in range(30):
        client, legal = asked(url, clients)
        for listed in legal["legal_actions"]:
            if wanted(listed["action"]):
                return client, listed["action"]
        request = {"version": legal["version"], "action": legal["legal_actions"][0]["action"]}
        assert client.post(f"{url}/actions", request).status_code == 201
    raise AssertionError("never offered")


def test_a_considered_deployment_is_explained_and_changes_nothing(battle: tuple[str, list[Api]]) -> None:
    url, clients = battle
    client, action = play_until(url, clients, lambda action: action["type"] == "deploy")
    version = client.get(url).json()["version"]

    explained = client.post(f"{url}/analysis", {"action": action})

    assert explained.status_code == 200, explained.json()
    now, considered = explained.json()["analysis"]["now"], explained.json()["analysis"]["considered"]
    assert len(considered) == len(now) + 1
    assert action["card"] in [unit["card"] for unit in considered]
    assert client.get(url).json()["version"] == version


def test_a_deployment_is_considered_before_its_card_is_chosen(ann: Player, ben: Player) -> None:
    """Without an edge, choosing a card shows it to everyone. The analysis reveals nothing."""
    clients = [Api(ann), Api(ben)]
    seats = [{"kind": "me", "deck": "orcs-core", "ready": True}, {"kind": "invited", "player": "ben"}]
    options = {"battlefield": "unbounded"}
    made = clients[0].post("matches", {"ruleset": "lords_of_war", "options": options, "seats": seats}).json()
    clients[1].post(f"{made['url']}/join", {"deck": "dwarves-core"})
    client, chosen = play_until(made["url"], clients, lambda action: action["type"] == "choose_card")
    before = client.get(f"{made['url']}/view").json()

    starts = [unit["square"] for unit in before["game"]["units"]]
    around = [[c + x, r + y] for c, r in starts for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    considered = [
        client.post(f"{made['url']}/analysis", {"action": {"type": "deploy", "card": chosen["card"], "square": at}})
        for at in around
    ]

    assert {answer.status_code for answer in considered} == {200, 422}
    explained = next(answer for answer in considered if answer.status_code == 200).json()["analysis"]
    assert len(explained["considered"]) == len(explained["now"]) + 1
    assert client.get(f"{made['url']}/view").json() == before


def test_spectators_see_what_is_there_and_may_consider_nothing(battle: tuple[str, list[Api]]) -> None:
    url, clients = battle
    _, action = play_until(url, clients, lambda action: action["type"] == "deploy")

    assert Api().post(f"{url}/analysis", {}).json()["analysis"]["considered"] is None
    refused = Api().post(f"{url}/analysis", {"action": action})
    assert (refused.status_code, refused.json()["legal_actions"]) == (422, f"{url}/legal-actions")


def test_a_game_that_explains_nothing_says_so(opened: Callable[..., dict[str, Any]], anyone: Api) -> None:
    assert anyone.post(f"{opened()['url']}/analysis", {}).json()["analysis"] is None


def test_an_action_that_cannot_be_read_is_refused_with_its_place(battle: tuple[str, list[Api]]) -> None:
    url, clients = battle

    refused = clients[0].post(f"{url}/analysis", {"action": {"type": "deploy", "card": 7}}).json()

    assert refused["code"] == "malformed_action"
    assert (refused["errors"][0]["pointer"], refused["errors"][0]["accepted"]) == ("/action/card", {"type": "string"})
