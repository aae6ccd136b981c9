"""The links on league pages, and what the pages say about matches, the season's seed and visibility."""

from collections.abc import Callable

import pytest
from django.test import Client

from leagues.models import League, Season
from leagues.selectors.seasons import season_plan
from leagues.services.amendments import extend_season
from matches.search.terms import sweep_search_terms
from players.models import Player
from tests.leagues.conftest import RANDOM, play_out
from tests.leagues.test_pages import SEASON, page

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.parametrize("where", ["replay", "watch"])
def test_a_match_leads_to_its_league_season_and_entrants_for_whoever_may_see_them(
    season: Start, operator: Player, where: str
) -> None:
    played = play_out(season())
    fixture = played.deals.get().fixtures.get(seating=1)
    match, second = fixture.match, fixture.deal.pairing.second.number
    path = f"/matches/{match.pk}/{where}/" if where == "replay" else f"/matches/{match.pk}/"
    links = [f'href="{SEASON}"', f'href="{SEASON}entrants/0/"', f'href="{SEASON}entrants/1/"']

    shown = page(path)

    assert all(link in shown for link in links) and 'href="/leagues/nightly/"' in shown
    assert shown.index(links[1 + second]) < shown.index(links[2 - second])  # The first side comes first.
    League.objects.update(visibility="private")
    assert not any(link in page(path) for link in links)
    assert all(link in page(path, signed_in(operator)) for link in links)


def test_a_season_says_what_it_is_played_with(season: Start) -> None:
    begun = season()
    shown = page(SEASON)

    for said in (begun.digest, begun.seed_commitment, begun.card_set.digest, "Settings of this season"):
        assert said in shown


def test_pages_of_a_league_and_the_admin_lead_to_each_other(season: Start, operator: Player) -> None:
    begun = season()
    extend_season(season=begun, length=2, by=operator, reason="more")
    client, league = signed_in(operator), begun.league
    pairs = {
        "/leagues/nightly/": f"/admin/leagues/league/{league.pk}/change/",
        SEASON: f"/admin/leagues/season/{begun.pk}/change/",
    }

    for public, admin in pairs.items():
        assert f'href="{admin}"' in page(public, client) and admin not in page(public)
        assert f'href="{public}"' in page(admin, client)
    assert f"<time>{begun.amendments.get().at:%Y-%m-%d %H:%M} UTC</time>" in page(pairs[SEASON], client)


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_league_that_not_everybody_finds_is_marked(season: Start, operator: Player, visibility: str) -> None:
    season()
    client, mark = signed_in(operator), f"({visibility})"
    paths = ("/leagues/", "/leagues/nightly/", SEASON)
    assert not any(mark in page(path, client) for path in paths)

    League.objects.update(visibility=visibility)

    assert all(mark in page(path, client) for path in paths)


def test_where_nobody_brings_a_deck_nothing_is_said_of_decks(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_out(season(entrants=RANDOM[:3]))
    sweep_search_terms()
    paths = (SEASON, f"{SEASON}figures/", f"{SEASON}entrants/0/")
    assert any("Deck against deck" in page(path) for path in paths)

    monkeypatch.setattr(season_plan(played.pk).rules, "builds_decks", False)

    for path in paths:
        shown = page(path)
        assert not any(said in shown for said in ("Deck against deck", "table=deck", "decks together", "/raid/decks/"))


def test_seats_are_called_by_their_sides_and_japanese_has_its_own_signs(season: Start) -> None:
    play_out(season())
    sweep_search_terms()
    shown = page(f"{SEASON}figures/")

    assert "First side" in shown and "Seat 0" not in shown
    assert "夜：シーズン1、統計" in page(f"{SEASON}figures/", language="ja")
