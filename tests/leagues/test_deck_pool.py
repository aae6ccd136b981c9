"""Decks added to a league's pool are used in the next season, but not in a running one."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.text.errors import ServiceError
from decks.models import Deck
from decks.plans import DeckPlan
from decks.services import create_deck, update_deck
from leagues.models import League, Season
from leagues.services.deck_pool import NamedDeck, put_into_pool
from leagues.services.leagues import create_league, run_if_due
from players.models import Player
from tests.leagues.conftest import manifest
from tests.matches.conftest import DECK
from tests.toy import CARD_SET

NIGHTLY = {"type": "cron", "cron": "0 3 * * *"}
OTHER = {"cards": CARD_SET["starter_decks"][1]["cards"]}
OWN = {"decks": "of_entrant", "seat_decks": [], "schedule": NIGHTLY}
TWO = [{"name": "1 Two", "bot": "random", "deck": DECK}, {"name": "bob", "bot": "random", "deck": DECK}]

Made = Callable[..., League]


@pytest.fixture
def made(published: None, operator: Player) -> Made:
    return lambda **more: create_league(manifest=manifest(**{"schedule": NIGHTLY, **more}), created_by=operator)


def next_season(league: League) -> Season:
    League.objects.filter(pk=league.pk).update(next_run_at=timezone.now() - timedelta(minutes=1))
    run = run_if_due(league.pk)
    assert run is not None and run.season is not None, run and run.problems
    return run.season


def put(league: League, **more: Any) -> None:
    put_into_pool(league=league, decks=[NamedDeck("Two", OTHER)], bot="random", **more)
    league.refresh_from_db()


def test_the_next_season_is_played_with_the_new_deck_and_one_that_has_begun_is_not(made: Made) -> None:
    league = made()
    running = next_season(league)

    put(league)

    running.refresh_from_db()
    assert running.seat_decks == running.manifest["seat_decks"] == [[DECK, DECK]]
    Season.objects.filter(pk=running.pk).update(status=Season.Status.OVER)
    assert next_season(league).seat_decks == [[DECK, DECK], [OTHER, DECK]]


def test_new_decks_alone_take_the_place_of_the_others(made: Made) -> None:
    league = made()

    put(league, is_alone=True)

    assert next_season(league).seat_decks == [[OTHER, OTHER]]


def test_a_deck_that_is_there_is_not_put_in_twice(made: Made) -> None:
    league = made()
    put(league)
    pool = league.manifest["seat_decks"]

    put(league)

    assert league.manifest["seat_decks"] == pool


def test_where_decks_are_of_entrants_each_new_one_is_an_entrant_under_a_name_of_its_own(made: Made) -> None:
    league = made(**OWN, entrants=TWO)

    put(league)

    entrants = [(entrant.name, entrant.deck) for entrant in next_season(league).entrants.order_by("number")]
    assert entrants == [("1 Two", DECK), ("bob", DECK), ("2 Two", OTHER)]


def test_a_league_without_a_season_to_come_keeps_its_pool(made: Made) -> None:
    league = made(schedule={"type": "once"})
    before = league.manifest

    with pytest.raises(ServiceError, match="no_next_season"):
        put(league)

    league.refresh_from_db()
    assert league.manifest == before


def test_an_open_league_gives_nobodys_place_away(made: Made, operator: Player) -> None:
    clock = {"type": "per_decision", "seconds": 60}
    league = made(**OWN, entrants=TWO, entry={"most": 2}, clock=clock)

    with pytest.raises(ServiceError, match="league_is_full"):
        put(league)


@pytest.mark.parametrize("deck", [{"cards": {"raider-1": 1}}, {"cards": {"nothing": 12}}])
def test_a_deck_that_may_not_be_played_is_refused_and_the_pool_stays(made: Made, deck: Any) -> None:
    league = made()

    with pytest.raises(ServiceError, match="bad_manifest"):
        put_into_pool(league=league, decks=[NamedDeck("Bad", deck)], bot="random")

    league.refresh_from_db()
    assert league.manifest["seat_decks"] == [[DECK, DECK]]


def test_more_pairs_than_a_manifest_holds_are_refused(made: Made) -> None:
    league = made(seat_decks=[[DECK, DECK]] * 60)

    with pytest.raises(ServiceError, match="bad_manifest") as refused:
        put(league)

    assert refused.value.details[0].code == "league_too_many_pairs"


@pytest.fixture
def deck(published: None, operator: Player) -> Deck:
    plan = DeckPlan(name_en="Two", cards=OTHER["cards"], options={})
    return create_deck(owner=operator, ruleset="raid", plan=plan)


def post(client: Client, deck: Deck, **sent: Any) -> Any:
    body = {"action": "pool_them", ACTION_CHECKBOX_NAME: [str(deck.pk)], **sent}
    return client.post(reverse("admin:decks_deck_changelist"), body, follow=True)


def test_the_page_says_what_becomes_of_which_league(client: Client, operator: Player, made: Made, deck: Deck) -> None:
    client.force_login(operator)
    coming, over = made(league="coming"), made(league="over", schedule={"type": "once"})
    next_season(coming)

    asked = post(client, deck)
    done = post(client, deck, apply="1", league=str(coming.pk), bot="random")

    choices = [label for _value, label in asked.context["form"].fields["league"].choices]
    assert len(choices) == 2 and "coming: next season" in choices[1] and "season in progress" in choices[1]
    assert "A season in progress keeps its decks" in " ".join(asked.content.decode().split())
    assert done.redirect_chain[-1][0] == reverse("admin:leagues_league_change", args=[coming.pk])
    assert "2 pairs of decks, used in turn. To add decks" in done.content.decode()
    refused = post(client, deck, apply="1", league=str(over.pk), bot="random")
    assert refused.context["form"].errors["league"]


def test_a_deck_that_the_league_refuses_is_named(client: Client, operator: Player, made: Made, deck: Deck) -> None:
    client.force_login(operator)
    league = made()
    update_deck(deck=deck, plan=DeckPlan(name_en="Too few", cards={"raider-1": 1}, options={}), author=operator)

    refused = post(client, deck, apply="1", league=str(league.pk), bot="random").context["form"].non_field_errors()

    assert refused and all(text.startswith("Too few: ") for text in refused)
    manifest_before = league.manifest
    league.refresh_from_db()
    assert league.manifest == manifest_before


def test_who_may_not_change_leagues_puts_nothing_into_one(client: Client, made: Made, deck: Deck) -> None:
    kei = Player.objects.create_user("kei", is_staff=True)
    kei.groups.set(Group.objects.filter(name="Deck managers"))
    client.force_login(kei)

    assert post(client, deck, apply="1", league=str(made().pk), bot="random").status_code == 403
