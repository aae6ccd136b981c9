"""Whether opponents are connected and which bots are online: who may know it, and what counts as presence."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from matches.selectors.acceptance import Acceptance, AcceptedRuleset, NoClock
from matches.services.blocks import block_player
from matches.services.bot_accounts import declare_bot_account
from matches.services.deletion import delete_account
from matches.services.ending import resign
from players import presence
from players.models import AccessToken, Player
from players.presence import LocalSightings, note_seen, presence_of
from tests.matches.api.conftest import STARTER, Api, pieces_of

pytestmark = pytest.mark.django_db
Opened = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def seen(monkeypatch: pytest.MonkeyPatch) -> LocalSightings:
    """Start without sightings, and note each account every time."""
    store = LocalSightings()
    monkeypatch.setattr(presence, "sightings", lambda: store)
    monkeypatch.setattr(presence, "NOTED_EVERY", 0.0)
    return store


def seats(api: Api, match: dict[str, Any]) -> list[bool | None]:
    answer = api.get(f"{match['url']}/presence")
    assert answer.status_code == 200, answer.json()
    return [seat["is_connected"] for seat in answer.json()["seats"]]


def test_an_opponent_is_connected_until_nothing_comes_from_them(
    opened: Opened, as_ann: Api, ben: Player, seen: LocalSightings
) -> None:
    match = opened()
    assert seats(as_ann, match) == [True, True]

    last = seen.last([ben.pk])[ben.pk] - 100
    seen.note(ben.pk, last)

    gone = as_ann.get(f"{match['url']}/presence").json()["seats"][1]
    assert gone["is_connected"] is False
    assert gone["last_seen"].endswith("Z")


def test_what_nobody_knows_is_null(opened: Opened, as_ann: Api, ben: Player, seen: LocalSightings) -> None:
    match = opened()
    seen.forget(ben.pk)

    assert as_ann.get(f"{match['url']}/presence").json()["seats"][1] == {
        "seat": 1,
        "is_connected": None,
        "last_seen": None,
    }


def test_a_house_bot_shows_nothing(as_ann: Api) -> None:
    bot = {"kind": "bot", "bot": "random", "deck": STARTER}
    body = {"ruleset": "raid", "seats": [{"kind": "me", "deck": STARTER, "ready": True}, bot]}
    match = as_ann.post("matches", body).json()

    assert seats(as_ann, match) == [True, None]


def test_after_the_end_nobody_is_shown(opened: Opened, as_ann: Api, ann: Player) -> None:
    match = opened()
    resign(match_id=Match.objects.get().pk, player_id=ann.pk)

    assert seats(as_ann, match) == [None, None]


@pytest.mark.parametrize("is_blocker", [True, False])
def test_a_block_hides_both_from_each_other_and_from_nobody_else(
    opened: Opened, as_ann: Api, as_ben: Api, ann: Player, ben: Player, is_blocker: bool
) -> None:
    match, as_cid = opened(), Api(Player.objects.create_user("cid"))
    blocker, blocked = (ann, ben) if is_blocker else (ben, ann)
    block_player(player=blocker, public_id=blocked.public_id)

    assert seats(as_ann, match) == [True, None]
    assert seats(as_ben, match) == [None, True]
    assert seats(as_cid, match) == [True, True]


def test_it_is_for_those_who_may_see_the_match(opened: Opened, as_ann: Api) -> None:
    match, as_cid = opened(visibility="private"), Api(Player.objects.create_user("cid"))

    assert as_cid.get(f"{match['url']}/presence").status_code == 404
    assert Api().get(f"{match['url']}/presence").status_code == 401


@pytest.mark.parametrize("ask", ["a page", "a stream", "a wait", "an action", "a read"])
def test_whatever_an_account_does_shows_that_it_is_there(
    opened: Opened, as_ann: Api, as_ben: Api, ben: Player, seen: LocalSightings, ask: str
) -> None:
    url = opened()["url"]
    browser = Client()
    browser.force_login(ben)
    seen.forget(ben.pk)

    if ask == "a page":
        browser.get("/")
    elif ask == "a stream":
        stream = pieces_of(as_ben.get("stream"))
        seen.forget(ben.pk)
        next(stream)
        stream.close()
    elif ask == "a wait":
        as_ben.get(f"{url}/events?after=0&wait=1")
    elif ask == "an action":
        as_ben.post(f"{url}/actions", {"version": 0, "action": {"type": "keep", "keep": True}})
    else:
        as_ben.get("me")

    assert presence_of([ben.pk])[ben.pk].is_connected


def test_a_stranger_and_a_wrong_token_show_nobody(opened: Opened, ben: Player, seen: LocalSightings) -> None:
    opened()
    seen.forget(ben.pk)
    Client().get("/")
    Client().get("/api/v1/me", headers={"Authorization": "Bearer match_nonsense"})

    assert not presence_of([ben.pk])[ben.pk].is_connected


def test_a_deleted_account_is_forgotten(ben: Player, seen: LocalSightings) -> None:
    note_seen(ben.pk)
    assert seen.last([ben.pk])

    delete_account(player_id=ben.pk)

    assert seen.last([ben.pk]) == {}


# Bots


@pytest.fixture
def robots(published: None, ann: Player) -> list[Player]:
    """Three bots of Ann, none of which has been seen."""
    found, accepts = [], Acceptance(rulesets=[AcceptedRuleset("raid")], clocks=[NoClock()])
    for name in ("robo", "gizmo", "jeeves"):
        player = Player.objects.create_user(name)
        _, token = AccessToken.objects.create(user=player, scopes="bot")
        declare_bot_account(owner=ann, token=token, version="1", acceptance=accepts)
        found.append(player)
    return found


def online(api: Api, query: str = "") -> list[str]:
    return [bot["name"] for bot in api.get(f"bots/online{query}").json()["results"]]


def test_bots_that_are_connected_are_listed_by_name(robots: list[Player], anyone: Api) -> None:
    assert online(anyone) == []
    for bot in robots[:2]:
        note_seen(bot.pk)

    assert online(anyone) == ["gizmo", "robo"]
    shown = {bot["name"]: bot for bot in anyone.get("bot-accounts").json()["results"]}
    assert [shown[name]["is_connected"] for name in ("gizmo", "jeeves", "robo")] == [True, False, True]
    assert [shown[name]["last_seen"] is None for name in ("gizmo", "jeeves", "robo")] == [False, True, False]


def test_the_list_of_bots_has_pages(robots: list[Player], anyone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.selectors.presence.BATCH", 1)
    for bot in robots:
        note_seen(bot.pk)

    first = anyone.get("bots/online?limit=2").json()
    second = anyone.get(first["next"]).json()

    assert [[bot["name"] for bot in page["results"]] for page in (first, second)] == [["gizmo", "jeeves"], ["robo"]]
    assert second["next"] is None


def test_bots_of_another_game_are_left_out(robots: list[Player], anyone: Api) -> None:
    note_seen(robots[0].pk)

    assert online(anyone, "?ruleset=raid") == ["robo"]
    assert online(anyone, "?ruleset=battle_line") == []


@pytest.mark.parametrize("is_blocker", [True, False])
def test_a_block_hides_the_bots_of_whoever_is_kept_apart(
    robots: list[Player], as_ben: Api, ann: Player, ben: Player, is_blocker: bool
) -> None:
    note_seen(robots[0].pk)
    assert online(as_ben) == ["robo"]

    blocker, blocked = (ann, ben) if is_blocker else (ben, ann)
    block_player(player=blocker, public_id=blocked.public_id)

    assert online(as_ben) == []
    shown = next(bot for bot in as_ben.get("bot-accounts").json()["results"] if bot["name"] == "robo")
    assert (shown["is_connected"], shown["last_seen"]) == (False, None)


def test_bots_are_read_with_the_same_queries_however_many(
    robots: list[Player], as_ben: Api, django_assert_num_queries: Any
) -> None:
    note_seen(robots[0].pk)
    as_ben.get("me")  # The first use of a token is stored.
    with django_assert_num_queries(4):
        assert len(as_ben.get("bots/online").json()["results"]) == 1
    for bot in robots:
        note_seen(bot.pk)

    with django_assert_num_queries(4):
        assert len(as_ben.get("bots/online").json()["results"]) == 3
