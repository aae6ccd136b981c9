"""Matches with more than two seats, and with teams, from lobby to result: Lords of War with three and four players."""

from typing import Any

import pytest

from players.models import Player
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db

Opened = tuple[str, list[Api]]


@pytest.fixture
def people(ann: Player, ben: Player) -> list[Api]:
    others = [Player.objects.create_user(name) for name in ("cid", "dan")]
    return [Api(player) for player in (ann, ben, *others)]


def open_(people: list[Api], options: dict[str, Any], decks: list[Any]) -> Opened:
    """Open a match of the first player against the others, each with their deck. None means that no deck is sent."""
    sent = [{} if deck is None else {"deck": deck} for deck in decks]
    seats = [{"kind": "me", "ready": True, **sent[0]}, *({"kind": "open"} for _ in decks[1:])]
    made = people[0].post("matches", {"ruleset": "lords_of_war", "options": options, "seats": seats})
    assert made.status_code == 201, made.json()
    url = made.json()["url"]
    for player, deck in zip(people[1:], sent[1:], strict=False):
        joined = player.post(f"{url}/join", deck)
        assert joined.status_code == 200, joined.json()
    assert joined.json()["status"] == "playing"
    return url, people[: len(decks)]


@pytest.fixture
def three(people: list[Api]) -> Opened:
    return open_(people, {"mode": "three_player"}, ["orcs-core", "dwarves-core", None])


def test_a_seat_that_brings_no_deck_sends_none(three: Opened) -> None:
    """4.5: the empty deck is stored."""
    url, clients = three
    seats = [seat["team"] for seat in clients[0].get(url).json()["seats"]]
    start = clients[2].get(f"{url}/events").json()["events"][0]

    assert seats == [0, 1, 1]
    assert start["seats"][2]["deck"] == {"cards": {}}
    assert "deck" not in start["seats"][1]


def test_a_bot_takes_a_seat_without_a_deck(people: list[Api]) -> None:
    bots = [{"kind": "bot", "bot": "random", "deck": "elves-core"}, {"kind": "bot", "bot": "random"}]
    seats = [{"kind": "me", "deck": "orcs-core", "ready": True}, *bots]

    made = people[0].post("matches", {"ruleset": "lords_of_war", "options": {"mode": "three_player"}, "seats": seats})

    assert (made.status_code, made.json()["status"]) == (201, "playing")


def test_a_ruleset_says_how_many_seats_each_option_set_has(people: list[Api]) -> None:
    shown = people[0].get("rulesets/lords_of_war").json()

    seats = {name: shown["option_set_seats"][name] for name in ("duel", "three-player", "team-4", "team-6")}
    assert seats == {"duel": 2, "three-player": 3, "team-4": 4, "team-6": 6}
    assert shown["option_set_seats"].keys() == shown["option_sets"].keys()
    assert shown["seats"] == 2


@pytest.mark.parametrize(
    ("mode", "problem"),
    [
        ("duel", {"code": "deck_missing", "seat": 1}),
        (
            "solo",
            {
                "code": "bad_option",
                "option": "mode",
                "accepted": {"enum": ["duel", "team_4", "team_6", "three_player"]},
            },
        ),
        ("team_4", {"code": "wrong_number_of_seats", "expected": 4, "actual": 2}),
        ("three_player", {"code": "wrong_number_of_seats", "expected": 3, "actual": 2}),
        ("team_6", {"code": "wrong_number_of_seats", "expected": 6, "actual": 2}),
    ],
)
def test_elsewhere_a_deck_is_missed(people: list[Api], mode: str, problem: dict[str, Any]) -> None:
    seats = [{"kind": "me", "deck": "orcs-core", "ready": True}, {"kind": "bot", "bot": "random"}]

    refused = people[0].post("matches", {"ruleset": "lords_of_war", "options": {"mode": mode}, "seats": seats})

    assert refused.status_code == 422
    told = [
        {key: value for key, value in found.items() if key not in ("texts", "rule")}
        for found in refused.json()["problems"]
    ]
    assert problem in told
    assert all("rule" in found for found in refused.json()["problems"] if found["code"] == "wrong_number_of_seats")


@pytest.mark.parametrize(("loser", "winners"), [(0, [1, 2]), (1, [0]), (2, [0])])
def test_whoever_resigns_loses_for_his_team(three: Opened, loser: int, winners: list[int]) -> None:
    """10.5"""
    url, clients = three

    assert clients[loser].post(f"{url}/resign", {}).status_code == 201

    outcome = clients[0].get(url).json()["outcome"]
    assert (outcome["reason"], outcome["winners"]) == ("resignation", winners)


def test_four_in_two_teams_are_asked_in_turn(people: list[Api]) -> None:
    """2.5, 5.3, 13.2: the challenge and a turn of each player. Teammates don't see each other's hands."""
    decks = ["orcs-core", "elves-core", "orcs-core", "undead-core"]
    url, clients = open_(people, {"mode": "team_4", "first_seat": 1}, decks)
    asked: list[int] = []

    while len(set(asked[4:])) < 4:
        seat = clients[0].get(f"{url}/view").json()["prompts"][0]["seat"]
        legal = clients[seat].get(f"{url}/legal-actions").json()
        action = {"version": legal["version"], "action": legal["legal_actions"][0]["action"]}
        assert clients[seat].post(f"{url}/actions", action).status_code == 201
        asked.append(seat)

    assert asked[:4] == [1, 2, 3, 0]
    turns = [seat for seat, before in zip(asked[4:], asked[3:], strict=False) if seat != before]
    assert turns == [1, 2, 3, 0]
    hands = [seat["hand"]["cards"] for seat in clients[0].get(f"{url}/view").json()["game"]["seats"]]
    assert hands[0] is not None
    assert hands[1:] == [None, None, None]
