"""Seasons share the workers' time by weight. None waits for another's end, and unused time is not saved up."""

from collections import Counter
from collections.abc import Callable
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from leagues.models import Deal, League, Season, WorkerShare
from leagues.selectors.seasons import season_plan
from leagues.services import playing
from leagues.services.leagues import pause_league
from leagues.services.playing import claim_deals
from leagues.services.sharing import AHEAD, CREDIT_SECONDS, SHORT, charge, open_share, shares_of
from tests.leagues.conftest import RANDOM, play_out
from tests.leagues.test_pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
Start = Callable[..., Season]
PAGE = "/leagues/nightly/1/"


def served(turns: int, seconds: float = 1.0) -> Counter[UUID]:
    """Season -> number of turns, among this many turns of a worker that claims one deal each time and leaves it."""
    found = Counter[UUID]()
    for _ in range(turns):
        [deal] = claim_deals(1)
        found[deal.season_id] += 1
        charge(deal.season_id, seconds)
        Deal.objects.filter(pk=deal.pk).update(lease_until=None)
    return found


def test_a_long_season_does_not_keep_a_later_one_waiting(season: Start) -> None:
    long = season(league="long", entrants=RANDOM[:2], deals=SHORT + 50)
    served(40)
    short = season(league="short", entrants=RANDOM[:2], deals=4)

    found = served(20)

    assert found[short.pk] == pytest.approx(16, abs=1) and found[long.pk] >= 3
    assert play_out(short).status == Season.Status.OVER


def test_seasons_of_one_weight_take_turns(season: Start) -> None:
    seasons = [season(league=f"long-{n}", entrants=RANDOM[:2], deals=SHORT + 1) for n in range(3)]

    assert set(served(30).values()) == {10} and {share.weight for share in WorkerShare.objects.all()} == {1}
    assert shares_of(seasons[0].pk) == (2, 333)


def test_an_operator_gives_a_league_more_of_the_time(season: Start) -> None:
    low = season(league="low", entrants=RANDOM[:2], deals=SHORT + 1)
    high = season(league="high", entrants=RANDOM[:2], deals=SHORT + 1)
    League.objects.filter(slug="low").update(priority=League.Priority.LOW)
    League.objects.filter(slug="high").update(priority=League.Priority.HIGH)

    found = served(34)

    assert (found[low.pk], found[high.pk]) == (2, 32)
    assert shares_of(high.pk) == (1, 941)


@pytest.mark.exhaustive
def test_the_time_of_a_pause_is_not_made_up_for(season: Start) -> None:
    """A season that was paused continues almost like any other."""
    one = season(league="one", entrants=RANDOM[:2], deals=SHORT + 1)
    other = season(league="other", entrants=RANDOM[:2], deals=SHORT + 1)
    pause_league(league=one.league, note="maintenance")
    served(400)
    League.objects.update(is_paused=False)

    found = served(100)

    assert found[one.pk] - found[other.pk] <= CREDIT_SECONDS * League.Priority.NORMAL + 2


def test_a_season_that_starts_has_no_credit(season: Start) -> None:
    old = season(league="old", entrants=RANDOM[:2], deals=SHORT + 1)
    served(100)

    new = season(league="new", entrants=RANDOM[:2], deals=SHORT + 1)

    assert served(20) == {old.pk: 10, new.pk: 10}


def test_where_others_have_claimed_all_of_a_season_the_next_one_is_played(season: Start) -> None:
    one = season(league="one", entrants=RANDOM[:2], deals=1)
    other = season(league="other", entrants=RANDOM[:2], deals=1)

    claimed = [deal.season_id for _ in range(3) for deal in claim_deals(4)]

    assert sorted(claimed, key=str) == sorted([one.pk, other.pk], key=str)


def test_a_stint_counts_as_long_as_it_was(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    running = season(entrants=RANDOM[:2], deals=3)
    charged = list[tuple[UUID, float]]()
    monkeypatch.setattr(playing, "charge", lambda season_id, seconds: charged.append((season_id, seconds)))
    begun = timezone.now()

    playing.play_deals()

    spent = (timezone.now() - begun).total_seconds()
    assert {season_id for season_id, _ in charged} == {running.pk}
    assert 0 < sum(seconds for _, seconds in charged) <= spent


def test_short_seasons_and_those_of_somebodys_own_bot_come_before_long_ones_of_house_bots(season: Start) -> None:
    long = season(league="long", entrants=RANDOM[:2], deals=SHORT + 1)
    short = season(league="short", entrants=RANDOM[:2], deals=SHORT)
    assert [WorkerShare.objects.get(season=one).weight for one in (long, short)] == [1, AHEAD]
    assert shares_of(short.pk) == (1, 800)

    WorkerShare.objects.get(season=long).delete()
    long.entrants.filter(number=0).update(account="somebody")
    open_share(long, season_plan(long.pk).manifest)

    assert WorkerShare.objects.get(season=long).weight == AHEAD


@pytest.mark.parametrize(("language", "said"), [("en", "of the workers’ time"), ("ja", "ワーカーの時間")])
def test_page_and_api_say_what_share_a_season_gets(season: Start, language: str, said: str) -> None:
    running = season(entrants=RANDOM[:2], deals=SHORT + 1)
    assert said not in page(PAGE, language=language)

    other = season(league="other", entrants=RANDOM[:2], deals=SHORT + 1)

    assert said in page(PAGE, language=language) and "50" in page(PAGE, language=language)
    told = Client().get("/api/v1/leagues/nightly/seasons/1").json()
    assert told["share_per_mille"] == 500
    pause_league(league=other.league, note="maintenance")
    assert Client().get("/api/v1/leagues/nightly/seasons/1").json()["share_per_mille"] == 1000
    pause_league(league=running.league, note="maintenance")
    assert Client().get("/api/v1/leagues/nightly/seasons/1").json()["share_per_mille"] is None
