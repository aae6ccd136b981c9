"""Owners compare two of their bot accounts in a private, unrated, limited duel that never delays a league."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.text.errors import ServiceError
from leagues.limits import MOST_COMPARED_DEALS, MOST_COMPARISONS_A_DAY
from leagues.models import League, Season
from leagues.services import comparing
from leagues.services.calling import call_accounts
from leagues.services.comparing import ComparisonInput, start_comparison, stop_comparison
from leagues.services.leagues import create_league
from matches.notifications.inbox import notices_after
from matches.services.ending import resign
from players.models import AccessToken, BotAccount, Player, Rating
from tests.leagues.accounts import CLOCK, answer_calls, bot_account, called_matches, entry_of
from tests.leagues.conftest import manifest
from tests.leagues.test_changing_at_once import at_once

pytestmark = pytest.mark.django_db
API = "/api/v1/me/comparisons"


@pytest.fixture
def owner(published: None) -> Player:
    return Player.objects.create_user("owner")


@pytest.fixture
def old(owner: Player) -> Player:
    return owned("robo-3", owner)


@pytest.fixture
def new(owner: Player) -> Player:
    return owned("robo-4", owner)


def owned(name: str, owner: Player, **more: Any) -> Player:
    player = bot_account(name, **more)
    BotAccount.objects.filter(player=player).update(owner=owner)
    return Player.objects.get(pk=player.pk)


def asked(**more: Any) -> ComparisonInput:
    content = {"bot": "robo-4", "against": "robo-3", "ruleset": "raid", "clock": CLOCK, **more}
    return msgspec.convert(content, ComparisonInput)


def season_of(league: League) -> Season:
    return league.seasons.get()


def win_all(season: Season, winner: Player, loser: Player) -> Season:
    """Play the season: the loser resigns every match that it is called to."""
    while call_accounts() or called_matches(season):
        answer_calls(winner, loser)
        for match in called_matches(season):
            resign(match_id=match.pk, player_id=loser.pk)
    season.refresh_from_db()
    return season


def told(player: Player) -> list[Any]:
    found = [msgspec.json.decode(notice.body) for notice in notices_after(player.pk, 0, 1000)]
    return [notice for notice in found if notice["type"] == "comparison_over"]


def client_of(player: Player) -> Client:
    return Client(headers={"Authorization": f"Bearer {AccessToken.objects.create(user=player)[1]}"})


def pages_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def over(league: League) -> None:
    """End the comparison at once."""
    Season.objects.filter(league=league).update(status=Season.Status.OVER, ended_at=timezone.now())


# Results


def test_the_owner_learns_which_is_better(owner: Player, old: Player, new: Player) -> None:
    league = start_comparison(owner=owner, asked=asked(elo1=300))
    season = win_all(season_of(league), new, old)

    [notice] = told(owner)
    about = {"type": "comparison_over", "league": league.slug, "bot": "robo-4", "against": "robo-3"}
    assert season.status == Season.Status.OVER
    assert notice == {**about, "verdict": "h1", "deals": notice["deals"]}
    assert 0 < notice["deals"] <= season.deals.filter(status="closed").count() < MOST_COMPARED_DEALS
    assert (told(old), told(new)) == ([], [])
    assert not Rating.objects.exists()


def test_a_worse_bot_is_not_better(owner: Player, old: Player, new: Player) -> None:
    win_all(season_of(start_comparison(owner=owner, asked=asked(elo1=300))), old, new)

    assert [notice["verdict"] for notice in told(owner)] == ["h0"]


def test_it_ends_after_its_most_deals(owner: Player, old: Player, new: Player) -> None:
    season = win_all(season_of(start_comparison(owner=owner, asked=asked(elo1=20, most_deals=2))), new, old)

    assert season.deals.count() == 2
    assert [(notice["verdict"], notice["deals"]) for notice in told(owner)] == [("undecided", 2)]


def test_another_version_ends_it_without_a_verdict(owner: Player, old: Player, new: Player) -> None:
    season = season_of(start_comparison(owner=owner, asked=asked()))
    BotAccount.objects.filter(player=new).update(version="4.1")
    call_accounts()

    season.refresh_from_db()
    assert season.status == Season.Status.OVER
    assert [(notice["verdict"], notice["deals"]) for notice in told(owner)] == [(None, 0)]


def test_the_owner_stops_it(owner: Player, old: Player, new: Player, django_capture_on_commit_callbacks: Any) -> None:
    league = start_comparison(owner=owner, asked=asked())
    call_accounts()
    answer_calls(old, new)

    with django_capture_on_commit_callbacks(execute=True):
        stop_comparison(owner=owner, league=league.slug)

    assert [notice["verdict"] for notice in told(owner)] == [None]
    assert called_matches(season_of(league)) == []
    with pytest.raises(ServiceError, match="season_over"):
        stop_comparison(owner=owner, league=league.slug)


def test_only_its_owner_finds_it(owner: Player, old: Player, new: Player) -> None:
    stranger = Player.objects.create_user("stranger")
    league = start_comparison(owner=owner, asked=asked())
    call_accounts()
    match = called_matches(season_of(league))[0]
    paths = [f"/api/v1/leagues/{league.slug}", f"/api/v1/matches/{match.pk}"]

    assert [client_of(owner).get(path).status_code for path in paths] == [200] * 2
    assert [client_of(stranger).get(path).status_code for path in paths] == [404] * 2
    page = f"/leagues/{league.slug}/1/"
    assert [pages_of(player).get(page).status_code for player in (owner, stranger)] == [200, 404]
    assert league.slug in client_of(owner).get("/api/v1/leagues").content.decode()
    assert league.slug not in client_of(stranger).get("/api/v1/leagues").content.decode()
    with pytest.raises(ServiceError, match="not_found"):
        stop_comparison(owner=stranger, league=league.slug)


def test_the_owner_hears_of_the_end_and_not_of_each_match(owner: Player, old: Player, new: Player) -> None:
    win_all(season_of(start_comparison(owner=owner, asked=asked(most_deals=1))), new, old)

    types = {msgspec.json.decode(notice.body)["type"] for notice in notices_after(owner.pk, 0, 1000)}
    assert types == {"comparison_over"}


# Its place in the queue


def test_a_comparison_that_began_earlier_keeps_no_league_waiting(
    owner: Player, operator: Player, season: Callable[..., Season]
) -> None:
    single, other = owned("robo-4", owner, at_once=1), owned("robo-3", owner)
    comparison = season_of(start_comparison(owner=owner, asked=asked()))
    call_accounts()
    [first] = called_matches(comparison)
    rival = bot_account("rival")
    league = season(entrants=[entry_of(single), entry_of(rival)], clock=CLOCK)
    call_accounts()
    assert len(called_matches(league)) == 1

    answer_calls(single, other, rival)
    resign(match_id=first.pk, player_id=other.pk)
    call_accounts()
    assert called_matches(comparison) == [], "it waits for the league"

    while called_matches(league):
        answer_calls(single, rival)
        resign(match_id=called_matches(league)[0].pk, player_id=rival.pk)
        call_accounts()
    assert len(called_matches(comparison)) == 1


# Refusals


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"bot": "nobody"}, [("comparison_not_yours", "/bot")]),
        ({"against": "foreign"}, [("comparison_not_yours", "/against")]),
        ({"against": "robo-4"}, [("league_name_twice", "/against")]),
        ({"elo0": 50, "elo1": 50}, [("league_bounds", "/elo1")]),
        ({"ruleset": "chess"}, [("league_unknown_ruleset", "/ruleset")]),
        ({"options": {"seats": 4}}, [("league_account_seats", "/options"), ("league_account_declines", "/bot")]),
        ({"clock": {"type": "correspondence", "days": 3}}, [("league_account_declines", "/bot")]),
    ],
)
def test_what_cannot_be_compared_is_refused_where_it_stands(
    owner: Player, old: Player, more: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    owned("robo-4", owner, rulesets=[{"ruleset": "raid", "options": {"seats": [2]}}], clocks=[{"type": "per_decision"}])
    BotAccount.objects.filter(player=old).update(
        accepts={"rulesets": [{"ruleset": "raid"}], "clocks": [{"type": "per_decision"}, {"type": "correspondence"}]}
    )
    bot_account("foreign")

    with pytest.raises(ServiceError) as refused:
        start_comparison(owner=owner, asked=asked(**more))

    assert refused.value.code == "bad_comparison"
    assert [(fault.code, fault.place["pointer"]) for fault in refused.value.details] == expected
    assert not League.objects.exists()


def test_one_runs_at_a_time(owner: Player, old: Player, new: Player) -> None:
    league = start_comparison(owner=owner, asked=asked())
    with pytest.raises(ServiceError, match="comparison_running"):
        start_comparison(owner=owner, asked=asked())

    stop_comparison(owner=owner, league=league.slug)
    start_comparison(owner=owner, asked=asked())


def test_three_begin_in_a_day(owner: Player, old: Player, new: Player) -> None:
    begun = []
    for _ in range(MOST_COMPARISONS_A_DAY):
        begun.append(start_comparison(owner=owner, asked=asked()))
        over(begun[-1])
    with pytest.raises(ServiceError, match="comparisons_used_up") as refused:
        start_comparison(owner=owner, asked=asked())
    first = begun[0].created_at + comparing.DAY
    assert refused.value.params["until"].startswith(f"{first:%Y-%m-%dT%H:%M:%S}")

    League.objects.filter(pk=begun[0].pk).update(created_at=timezone.now() - comparing.DAY - timedelta(seconds=1))
    start_comparison(owner=owner, asked=asked())


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_several_that_begin_at_once_one_runs(owner: Player, old: Player, new: Player) -> None:
    outcomes = at_once([partial(start_comparison, owner=owner, asked=asked())] * 3)

    assert sorted(outcome if isinstance(outcome, str) else "begun" for outcome in outcomes) == [
        "begun",
        "comparison_running",
        "comparison_running",
    ]
    assert Season.objects.count() == 1


def test_the_quota_is_each_owners_own(owner: Player, old: Player, new: Player) -> None:
    other = Player.objects.create_user("other")
    owned("bolt-1", other)
    owned("bolt-2", other)
    start_comparison(owner=owner, asked=asked())

    assert start_comparison(owner=other, asked=asked(bot="bolt-2", against="bolt-1")).is_comparison


def test_a_league_is_no_comparison(operator: Player, published: None) -> None:
    league = create_league(manifest=manifest(format={"type": "duel"}), created_by=operator)

    assert not league.is_comparison
    with pytest.raises(ServiceError, match="not_found"):
        stop_comparison(owner=operator, league=league.slug)


# API


def test_the_api_starts_lists_and_stops(owner: Player, old: Player, new: Player) -> None:
    client = client_of(owner)
    started = client.post(
        API, {"bot": "robo-4", "against": "robo-3", "ruleset": "raid", "clock": CLOCK}, "application/json"
    )
    slug = started.json()["league"]

    assert started.status_code == 201
    assert started.json() == {
        "league": slug,
        "bot": "robo-4",
        "against": "robo-3",
        "ruleset": "raid",
        "elo0": 0,
        "elo1": 100,
        "most_deals": 200,
        "status": "running",
        "deals": 0,
        "verdict": None,
        "created_at": started.json()["created_at"],
        "ended_at": None,
        "season": f"/api/v1/leagues/{slug}/seasons/1",
    }
    assert client.get(API).json() == {"results": [started.json()], "next": None}
    assert client.get(started.json()["season"]).status_code == 200
    again = client.post(
        API, {"bot": "robo-4", "against": "robo-3", "ruleset": "raid", "clock": CLOCK}, "application/json"
    )
    assert (again.status_code, again.json()["code"]) == (409, "comparison_running")

    assert client.delete(f"{API}/{slug}").status_code == 204
    [stopped] = client.get(API).json()["results"]
    assert (stopped["status"], stopped["verdict"]) == ("over", None) and stopped["ended_at"] is not None


@pytest.mark.exhaustive
def test_the_list_has_the_verdict_and_as_many_queries_for_three(owner: Player, old: Player, new: Player) -> None:
    client, counts = client_of(owner), []
    for _ in range(MOST_COMPARISONS_A_DAY):
        win_all(season_of(start_comparison(owner=owner, asked=asked(elo1=300))), new, old)
        assert client.get(API).json()["results"][0]["verdict"] == "h1"
        with CaptureQueriesContext(connection) as caught:
            client.get(API)
        counts.append(len(caught))

    assert len(set(counts)) == 1
    assert len(client.get(f"{API}?limit=2").json()["results"]) == 2
    assert len(client.get(client.get(f"{API}?limit=2").json()["next"]).json()["results"]) == 1
