"""The filters that lists share: each shows exactly the matching rows, and none that the reader may not see."""

from collections.abc import Callable
from typing import Any

import pytest

from leagues.models import League, Season
from leagues.services.leagues import create_league
from matches.selectors.acceptance import Acceptance
from matches.services.bot_accounts import declare_bot_account
from players.models import AccessToken, Player
from tests.leagues.conftest import manifest
from tests.matches.api.conftest import Api
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db


def found(api: Api, path: str, name: str) -> list[Any]:
    answer = api.get(path)
    assert answer.status_code == 200, answer.json()
    return [one[name] for one in answer.json()["results"]]


def test_matches_against_an_opponent(opened: Callable[..., Any], as_ann: Api, as_ben: Api, published: None) -> None:
    against_ben = opened(visibility="private")["id"]
    cid = Player.objects.create_user("cid")
    other = as_ann.post("matches", {"ruleset": "raid", "seats": [{"kind": "me"}, {"kind": "invited", "player": "cid"}]})

    assert found(as_ann, "matches?opponent=ben", "id") == [against_ben]
    assert found(as_ben, "matches?opponent=ann", "id") == [against_ben]
    assert found(as_ann, "matches?opponent=cid", "id") == [other.json()["id"]]
    assert found(as_ann, "matches?opponent=ann", "id") == found(Api(cid), "matches?opponent=ben", "id") == []


@pytest.fixture
def leagues(season: Callable[..., Season], operator: Player, ann: Player) -> None:
    """`nightly` runs, `weekly` has no season yet, ann's `closed` is closed, and only ann sees `secret`."""
    season()
    later = {"type": "at", "at": "2999-01-01T00:00:00Z"}
    for name, more in (("weekly", {}), ("closed", {}), ("secret", {"visibility": "private"})):
        create_league(manifest=manifest(league=name, schedule=later, **more), created_by=operator)
    League.objects.filter(slug="closed").update(created_by=ann, closed_at="2026-01-01T00:00:00Z")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["closed", "weekly", "nightly"]),
        ("ruleset=raid", ["closed", "weekly", "nightly"]),
        ("ruleset=battle_line", []),
        ("running=true", ["nightly"]),
        ("running=false", ["closed", "weekly"]),
        ("closed=true", ["closed"]),
        ("closed=false&running=false", ["weekly"]),
        ("mine=true", ["closed"]),
    ],
)
def test_leagues_are_filtered(leagues: None, as_ann: Api, query: str, names: list[str]) -> None:
    assert found(as_ann, f"leagues?{query}", "league") == names


def test_an_own_private_league_is_mine(leagues: None, operator: Player) -> None:
    assert found(Api(operator), "leagues?mine=true", "league") == ["secret", "weekly", "nightly"]


def test_seasons_by_status(season: Callable[..., Season], as_ann: Api) -> None:
    season()

    assert found(as_ann, "leagues/nightly/seasons?status=running", "number") == [1]
    assert found(as_ann, "leagues/nightly/seasons?status=over", "number") == []
    assert as_ann.get("leagues/nightly/seasons?status=lost").json()["errors"][0]["parameter"] == "status"


def test_decks_of_an_owner(as_ann: Api, as_ben: Api) -> None:
    for name, visibility in (("open", "public"), ("own", "private")):
        as_ben.post("decks", {"ruleset": "raid", "name": name, "visibility": visibility, **DECK})

    assert found(as_ann, "decks?owner=ben", "name") == ["open"]
    assert found(as_ben, "decks?owner=ben", "name") == ["own", "open"]
    assert found(as_ann, "decks?owner=ann", "name") == []


def test_bots_of_an_owner(as_ann: Api, ann: Player, ben: Player) -> None:
    for owner, name in ((ann, "robo"), (ben, "gizmo")):
        bot = Player.objects.create_user(name)
        token = AccessToken.objects.create(user=bot, scopes="bot")[1]
        declare_bot_account(owner=owner, token=token, version="1", acceptance=Acceptance(rulesets=[], clocks=[]))

    assert found(as_ann, "bot-accounts?owner=ann", "name") == ["robo"]
    assert found(as_ann, "bot-accounts?owner=cid", "name") == []
