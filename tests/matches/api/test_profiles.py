"""Profiles, results and leaderboards over the API: paged, public, and with a constant number of queries."""

from typing import Any

import pytest

from matches.models import Match
from matches.services.ending import resign
from matches.services.ratings import fold_ruleset
from players.models import Player, Rating
from tests.matches.api.conftest import STARTER, Api
from tests.matches.conftest import DECK, duel
from tests.matches.test_rated import ended, rated

__all__ = ["duel"]

pytestmark = pytest.mark.django_db
CLOCK = {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}


def test_a_rated_match_is_agreed_to_by_joining_and_says_so(as_ann: Api, as_ben: Api) -> None:
    seats = [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "open"}]
    body = {"ruleset": "raid", "seats": seats, "clock": CLOCK, "rated": True}

    made = as_ann.post("matches", body)
    joined = as_ben.post(f"{made.json()['url']}/join", {"deck": STARTER})
    refused = as_ann.post("matches", {**body, "clock": None})

    assert (made.status_code, made.json()["rated"], joined.json()["rated"]) == (201, True, True)
    assert {seat["player"]["name"] for seat in joined.json()["seats"]} == {"ann", "ben"}
    assert joined.json()["seats"][joined.json()["my_seat"]]["player"]["name"] == "ben"
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "rated_needs_clock")


def test_a_profile_has_whole_numbers(anyone: Api, as_ann: Api, ann: Player, ben: Player) -> None:
    ended(ann, ben, loser=ben)
    fold_ruleset("raid")
    found = anyone.get("players?name=ann").json()["results"]

    profile = anyone.get(f"players/{found[0]['id']}").json()

    assert found == [{"id": str(ann.public_id), "name": "ann", "bot": None}] == [profile["player"]]
    (rating,) = profile["ratings"]
    assert rating == {
        "ruleset": "raid",
        "rating": rating["rating"],
        "deviation": rating["deviation"],
        "is_provisional": True,
        "wins": 1,
        "draws": 0,
        "losses": 0,
    }
    assert all(type(rating[name]) is int for name in ("rating", "deviation")) and rating["rating"] > 1500
    assert anyone.get("players?name=nobody").json() == {"results": []}
    assert anyone.get("players/0190a000-0000-7000-8000-000000000000").status_code == 404


def test_results_tell_how_matches_ended_and_what_they_did(
    anyone: Api, as_ann: Api, ann: Player, ben: Player, duel: Any
) -> None:
    resign(match_id=duel().pk, player_id=ann.pk)
    ended(ann, ben, loser=ben)
    fold_ruleset("raid")

    newest, oldest = anyone.get(f"players/{ann.public_id}/results").json()["results"]

    assert [(r["result"], r["rated"], r["reason"]) for r in (newest, oldest)] == [
        ("win", True, "resignation"),
        ("loss", False, "resignation"),
    ]
    assert [holder["player"]["name"] for holder in newest["others"]] == ["ben"]
    assert newest["rating"]["before"] == 1500 < newest["rating"]["after"]
    assert oldest["rating"] is None
    only = anyone.get(f"players/{ann.public_id}/results?rated=false").json()["results"]
    assert only == [oldest]


@pytest.mark.parametrize("change", [{"visibility": "private"}, {"is_hidden": True}, {"status": "playing"}], ids=str)
def test_results_name_no_match_that_is_not_open_to_all_and_over(
    anyone: Api, as_ann: Api, ann: Player, ben: Player, change: dict[str, Any]
) -> None:
    match = ended(ann, ben, loser=ben)
    assert len(anyone.get(f"players/{ann.public_id}/results").json()["results"]) == 1

    Match.objects.filter(pk=match).update(**change)

    assert anyone.get(f"players/{ann.public_id}/results").json()["results"] == []


def test_results_go_on_and_cost_as_many_queries_for_three_as_for_one(
    anyone: Api, as_ann: Api, ann: Player, ben: Player, django_assert_num_queries: Any
) -> None:
    address = f"players/{ann.public_id}/results"
    first = ended(ann, ben, loser=ben)
    anyone.get(address)
    with django_assert_num_queries(6):
        anyone.get(address)
    others = [ended(ann, ben, loser=ann) for _ in range(2)]
    with django_assert_num_queries(6):
        anyone.get(address)

    page = anyone.get(f"{address}?limit=2").json()
    last = anyone.get(page["next"]).json()

    found = [result["match"] for result in [*page["results"], *last["results"]]]
    assert found == [str(match) for match in [*reversed(others), first]]
    assert last["next"] is None


def test_a_leaderboard_has_those_whose_rating_is_sure_by_rank(
    anyone: Api, ann: Player, ben: Player, django_assert_num_queries: Any
) -> None:
    def rate(name: str, mu: int, sigma: int = 3_000_000) -> None:
        player = Player.objects.create_user(name)
        Rating.objects.create(player=player, ruleset="battle_line", mu=mu, sigma=sigma, wins=20)

    address = "leaderboards/battle_line"
    rate("second", 27_000_000)
    with django_assert_num_queries(1):
        anyone.get(address)
    rate("unsure", 40_000_000, sigma=6_000_001)
    rate("first", 30_000_000)
    rate("third", 27_000_000)
    with django_assert_num_queries(1):
        whole = anyone.get(address).json()

    assert [(row["rank"], row["player"]["name"], row["rating"]) for row in whole["results"]] == [
        (1, "first", 1700),
        (2, "second", 1580),
        (3, "third", 1580),
    ]
    page = anyone.get(f"{address}?limit=2").json()
    assert page["results"] == whole["results"][:2]
    assert anyone.get(page["next"]).json() == {"results": whole["results"][2:], "next": None}
    assert anyone.get("leaderboards/chess").json()["code"] == "unknown_ruleset"
    assert anyone.get(f"{address}?cursor=nonsense").status_code == 400


def test_a_running_rated_match_is_played_with_decks_as_brought(as_ann: Api, ann: Player, ben: Player) -> None:
    match = rated(ann, ben)

    assert [seat.deck for seat in match.seats.all()] == [DECK, DECK]
