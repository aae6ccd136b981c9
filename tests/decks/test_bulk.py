"""Changing tags, owner and visibility of many decks, bot matches with them, and the matches of a deck or player."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decks.models import Deck, DeckTag, DeckVersion
from decks.plans import DeckPlan
from decks.services import create_deck
from decks.versions import versions_of
from leagues.models import League
from matches.models import Match
from matches.search.terms import write_search_terms
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_bots
from players.models import Player
from tests.toy import CARD_SET

EVEN = CARD_SET["starter_decks"][0]["cards"]


@pytest.fixture
def mai(published: None) -> Player:
    return Player.objects.create_superuser("mai", password="correct horse")


@pytest.fixture
def client(mai: Player) -> Client:
    client = Client()
    client.force_login(mai)
    return client


@pytest.fixture
def decks(mai: Player) -> list[Deck]:
    plans = [DeckPlan(name_en=name, cards=EVEN, options={}) for name in ("One", "Two")]
    return [create_deck(owner=mai, ruleset="raid", plan=plan) for plan in plans]


Act = Callable[..., Any]


@pytest.fixture
def act(client: Client, decks: list[Deck]) -> Act:
    def post(action: str, chosen: list[Deck] | None = None, **sent: Any) -> Any:
        keys = [str(deck.pk) for deck in (decks if chosen is None else chosen)]
        body = {"action": action, ACTION_CHECKBOX_NAME: keys, **sent}
        return client.post(reverse("admin:decks_deck_changelist"), body, follow=True)

    return post


@pytest.mark.parametrize("action", ["change_them", "duplicate_them", "replace_in_them", "delete_selected"])
@pytest.mark.parametrize("across", [{}, {"select_across": "1"}])
def test_not_too_many_decks_are_written_at_once(
    act: Act, decks: list[Deck], monkeypatch: pytest.MonkeyPatch, action: str, across: dict[str, str]
) -> None:
    monkeypatch.setattr("decks.admin.decks.MOST_DECKS_WRITTEN", 1)
    before = Deck.objects.count()

    refused = act(action, decks[:1] if across else decks, post="yes", **across)

    assert [str(message) for message in refused.context["messages"]] == ["Select at most 1 decks."]
    assert Deck.objects.count() == before


def test_chosen_decks_are_tagged_and_found_by_it(act: Act, client: Client, decks: list[Deck]) -> None:
    page = act("change_them")
    act("change_them", apply="1", add_tags="cup, open", remove_tags="", visibility="", owner="")
    act("change_them", [decks[0]], apply="1", add_tags="", remove_tags="open", visibility="", owner="")

    assert page.templates[0].name == "admin/decks/deck/bulk.html"
    assert sorted(DeckTag.objects.values_list("deck__name_en", "name")) == [
        ("One", "cup"),
        ("Two", "cup"),
        ("Two", "open"),
    ]
    found = client.get(reverse("admin:decks_deck_changelist"), {"tag": "open"}).context["cl"].result_list
    assert [str(deck) for deck in found] == ["Two"]
    assert [versions_of(deck.pk).count() for deck in decks] == [1, 1]


def test_chosen_decks_get_an_owner_and_are_shown_and_starters_are_not(act: Act, decks: list[Deck], mai: Player) -> None:
    ben = Player.objects.create_user("ben")
    starter = Deck.objects.filter(ruleset="invictus").exclude(slug="").first()
    assert starter is not None
    sent = {"apply": "1", "add_tags": "", "remove_tags": "", "visibility": "public", "owner": "ben"}

    page = act("change_them", [*decks, starter], **sent)
    wrong = act("change_them", **{**sent, "owner": "nobody"})

    kept = Deck.objects.filter(pk__in=[deck.pk for deck in decks])
    assert {(deck.owner, deck.visibility) for deck in kept} == {(ben, "public")}
    assert Deck.objects.get(pk=starter.pk).owner is None
    assert [versions_of(deck.pk)[0].author for deck in decks] == [mai, mai]
    assert "Starter decks keep their owner" in " ".join(str(message) for message in page.context["messages"])
    assert wrong.context["form"].errors["owner"] == ["There is no player called nobody."]


def test_many_decks_take_as_many_statements_as_two(act: Act, mai: Player) -> None:
    Player.objects.create_user("ben")
    plan = DeckPlan(name_en="Many", cards=EVEN, options={})
    many = [create_deck(owner=mai, ruleset="raid", plan=plan) for _ in range(12)]
    sent = {"apply": "1", "add_tags": "cup", "remove_tags": "", "visibility": "public", "owner": "ben"}
    act("change_them", many[:2], **sent)

    with CaptureQueriesContext(connection) as for_two:
        act("change_them", many[2:4], **sent)
    with CaptureQueriesContext(connection) as for_eight:
        act("change_them", many[4:], **sent)

    assert len(for_eight) == len(for_two)
    assert {versions_of(deck.pk)[0].number for deck in many} == {2}
    messages = LogEntry.objects.filter(action_flag=CHANGE).values_list("object_id", "change_message")
    told = "/visibility “private” → “public”; /owner “mai” → “ben”"
    assert sorted(messages) == sorted((str(deck.pk), told) for deck in many)


def test_a_deck_older_than_its_versions_keeps_what_it_was(act: Act, decks: list[Deck], mai: Player) -> None:
    DeckVersion.objects.all().delete()

    act("change_them", apply="1", add_tags="", remove_tags="", visibility="public", owner="")

    kept = [(version.number, version.kind, version.plan["visibility"]) for version in versions_of(decks[0].pk)]
    assert kept == [(2, "changed", "public"), (1, "created", "private")]


def test_two_decks_are_played_by_bots_at_one_press(act: Act, decks: list[Deck], client: Client) -> None:
    sent = {"apply": "1", "bot": "random", "name": "Duel", "cycles": "2", "visibility": "private"}

    page = act("play_them", match="1", **sent)

    match = Match.objects.get()
    assert page.redirect_chain[-1][0] == reverse("admin:matches_match_change", args=[match.pk])
    assert [(seat.bot, seat.deck) for seat in match.seats.all()] == [("random", {"cards": EVEN})] * 2
    assert match.visibility == "private"


def test_a_series_of_chosen_decks_is_a_league_of_them(act: Act, decks: list[Deck], client: Client) -> None:
    sent = {"apply": "1", "bot": "random", "name": "Duel", "cycles": "2", "visibility": "private"}

    page = act("play_them", league="1", **sent)

    league = League.objects.get()
    assert page.redirect_chain[-1][0] == reverse("admin:leagues_league_change", args=[league.pk])
    assert [entrant.name for entrant in league.seasons.get().entrants.order_by("number")] == ["1 One", "2 Two"]
    uses = client.get(reverse("admin:decks_deck_change", args=[decks[0].pk])).context["uses"]
    assert [(str(use.title), use.total) for use in uses] == [
        ("Matches with this list of cards", 0),
        ("Leagues with this list of cards", 2),
    ]


@pytest.mark.parametrize("chosen", [1, "mixed"])
def test_decks_that_cannot_meet_are_not_played(act: Act, decks: list[Deck], chosen: Any) -> None:
    other = Deck.objects.filter(ruleset="invictus").first()
    assert other is not None

    page = act("play_them", decks[:1] if chosen == 1 else [decks[0], other])

    assert "of the same game" in " ".join(str(message) for message in page.context["messages"])


def test_what_is_wrong_with_a_deck_is_told_and_nothing_is_opened(act: Act, decks: list[Deck]) -> None:
    decks[0].lines.all().delete()
    sent = {"apply": "1", "bot": "random", "name": "Duel", "cycles": "1", "visibility": "private"}

    one, many = act("play_them", match="1", **sent), act("play_them", league="1", **sent)

    assert one.context["form"].non_field_errors() and many.context["form"].non_field_errors()
    assert (Match.objects.count(), League.objects.count()) == (0, 0)


def test_deck_managers_open_no_leagues(client: Client, act: Act, mai: Player) -> None:
    kei = Player.objects.create_user("kei", is_staff=True)
    kei.groups.set(Group.objects.filter(name="Deck managers"))
    client.force_login(kei)

    assert act("play_them").status_code == 403


def test_a_deck_and_a_player_tell_where_they_are_used(client: Client, decks: list[Deck], mai: Player) -> None:
    seats = [SeatPlan(kind="bot", bot="random", deck=deck.as_sent) for deck in decks]
    match = open_match(ruleset="raid", options={"goal": 1}, seats=seats, created_by=mai)
    play_bots(match.pk)
    write_search_terms(match.pk)
    lobby = open_match(
        ruleset="raid",
        options={},
        seats=[SeatPlan(kind="player", player=mai, deck=decks[0].as_sent), SeatPlan(kind="open")],
        created_by=mai,
    )

    deck_uses = client.get(reverse("admin:decks_deck_change", args=[decks[0].pk])).context["uses"]
    player_uses = client.get(reverse("admin:players_player_change", args=[mai.pk])).context["uses"]

    played = deck_uses[0]
    assert played.total == 2 and {address for _text, address, _told in played.rows} == {
        reverse("admin:matches_match_change", args=[match.pk])
    }
    assert sorted(told.partition(" ")[2] for _text, _address, told in played.rows) == ["lost", "won"]
    assert [(str(use.title), use.total) for use in player_uses] == [("Matches", 1), ("Decks", 2), ("Access tokens", 0)]
    assert player_uses[0].rows[0][1] == reverse("admin:matches_match_change", args=[lobby.pk])
