"""A match from opening to its end, only through the API."""

import pytest

from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.django_db


def test_a_match_is_opened_joined_played_and_read(as_ann: Api, as_ben: Api, anyone: Api) -> None:
    seats = [{"kind": "me", "deck": STARTER}, {"kind": "open"}]
    made = as_ann.post("matches", {"ruleset": "raid", "seats": seats})
    assert made.status_code == 201, made.json()
    match = made["Location"]
    assert made.json()["status"] == "lobby" and made.json()["version"] is None
    assert len(made.json()["seed_commitment"]) == 64

    assert as_ben.post(f"{match}/join", {"deck": STARTER, "entropy": "dice"}).json()["status"] == "lobby"
    started = as_ann.post(f"{match}/join", {"entropy": "cards"})
    assert started.json()["status"] == "playing"
    assert [seat["entropy"] for seat in started.json()["seats"]] == ["cards", "dice"]

    players = [as_ann, as_ben]
    for _ in range(200):
        now = anyone.get(match).json()
        if now["status"] == "over":
            break
        asked = players[now["to_act"][0]["seat"]]
        legal = asked.get(f"{match}/legal-actions").json()
        action = legal["legal_actions"][-1]["action"]
        taken = asked.post(f"{match}/actions", {"version": legal["version"], "action": action})
        assert taken.status_code == 201, taken.json()
        assert taken.json()["event"]["seq"] == taken.json()["version"] == now["version"] + 1
    assert now["status"] == "over"
    assert now["outcome"]["reason"] in {"goal", "exhausted"}
    assert len(now["server_seed"]) == 64

    page = anyone.get(f"{match}/events?limit=500").json()
    assert [event["seq"] for event in page["events"]] == list(range(now["version"] + 1))
    assert page["next"] is None
    assert "salt" in page["events"][3]
    assert anyone.get(f"{match}/view?as=audit").json()["game"]["seats"][0]["deck"]["cards"] is not None


def test_resigning_ends_the_match(opened, as_ben: Api) -> None:
    match = opened()["url"]

    resigned = as_ben.post(f"{match}/resign", {"note": "well played"})

    assert resigned.status_code == 201
    assert resigned.json()["event"]["type"] == "seat_resigned"
    assert as_ben.get(match).json()["outcome"]["winners"] == [0]
