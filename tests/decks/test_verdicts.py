"""Stored verdicts: lists filter by them, a save renews its deck's, and workers renew the others after a revision."""

from copy import deepcopy
from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.sets.services import publish_card_set
from decks.models import Deck
from decks.plans import DeckPlan
from decks.services import create_deck, hand_over_decks, update_deck
from decks.verdicts import current, judged, verdict
from decks.verdicts import judge_decks as work
from players.models import Player
from tests import toy

LIST = reverse("admin:decks_deck_changelist")
CHECK = reverse("admin:decks_deck_check")
ENOUGH = {"raider-1": 4, "raider-2": 4}
TOO_FEW = {"raider-1": 1}


@pytest.fixture
def client(mai: Player) -> Client:
    client = Client()
    client.force_login(mai)
    return client


def made(owner: Player, name: str, cards: dict[str, int]) -> Deck:
    return create_deck(owner=owner, ruleset="raid", plan=DeckPlan(name_en=name, cards=cards, options={}))


def revised(without: str) -> None:
    """A revision in which a card has another slug."""
    cards: Any = deepcopy(toy.CARD_SET)
    next(card for card in cards["cards"] if card["slug"] == without)["slug"] = "newcomer"
    for starter in cards.get("starter_decks", ()):
        if without in starter["cards"]:
            starter["cards"]["newcomer"] = starter["cards"].pop(without)
    publish_card_set(ruleset="raid", card_set=cards)


def listed(client: Client, legal: str) -> list[str]:
    found = client.get(LIST, {"ruleset": "raid", "legal": legal}).context["cl"].queryset
    return sorted(deck.name_en for deck in found if not deck.slug)


def verdicts(*decks: Deck) -> list[bool | None]:
    today = current()
    return [verdict(Deck.objects.get(pk=deck.pk), today) for deck in decks]


def test_a_save_renews_the_verdict_of_its_deck(mai: Player) -> None:
    deck = made(mai, "Mine", TOO_FEW)
    before = verdicts(deck)

    update_deck(deck=deck, plan=DeckPlan(name_en="Mine", cards=ENOUGH, options={}))

    assert (before, verdicts(deck)) == ([False], [True])


def test_a_deck_handed_over_keeps_its_verdict(mai: Player) -> None:
    deck, old = made(mai, "Mine", ENOUGH), made(mai, "Old", ENOUGH)
    Deck.objects.filter(pk=old.pk).update(judged_version=None)

    hand_over_decks(deck_ids=[deck.pk, old.pk], owner=None, visibility="public", author=mai)

    assert verdicts(deck, old) == [True, None]


def test_an_unknown_option_makes_a_deck_illegal(mai: Player) -> None:
    plan = DeckPlan(name_en="Odd", cards=ENOUGH, options={"moon": "full"})

    deck = create_deck(owner=mai, ruleset="raid", plan=plan)

    assert verdicts(deck) == [False]


def test_the_list_is_filtered_by_legality(client: Client, mai: Player) -> None:
    made(mai, "Good", ENOUGH), made(mai, "Bad", TOO_FEW), made(mai, "Old", ENOUGH)
    Deck.objects.filter(name_en="Old").update(judged_version=None)

    assert listed(client, "yes") == ["Good"]
    assert listed(client, "no") == ["Bad"]
    assert listed(client, "unknown") == ["Old"]


def test_after_a_revision_old_verdicts_do_not_count_until_a_worker_has_renewed_them(
    client: Client, mai: Player
) -> None:
    good, broken = made(mai, "Good", {"raider-1": 8}), made(mai, "Broken", ENOUGH)
    revised(without="raider-2")

    assert (listed(client, "yes"), listed(client, "unknown")) == ([], ["Broken", "Good"])
    assert verdicts(good, broken) == [None, None]
    while work():
        pass
    assert verdicts(good, broken) == [True, False]
    assert (listed(client, "yes"), listed(client, "no"), listed(client, "unknown")) == (["Good"], ["Broken"], [])


def test_a_worker_changes_neither_the_version_nor_the_time_of_a_deck(mai: Player) -> None:
    deck = made(mai, "Mine", ENOUGH)
    before = Deck.objects.values("version", "updated_at").get(pk=deck.pk)
    revised(without="raider-2")

    work()

    assert Deck.objects.values("version", "updated_at").get(pk=deck.pk) == before


@pytest.mark.both_databases
def test_a_worker_stops_after_its_time_and_says_that_more_is_left(mai: Player) -> None:
    for number in range(60):
        made(mai, f"Deck {number}", ENOUGH)
    Deck.objects.update(judged_version=None)

    assert work(seconds=0)
    assert Deck.objects.filter(judged(current())).count() == 50


def test_a_deck_that_the_rules_fail_on_keeps_no_other_from_being_checked(
    mai: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    poison, good = made(mai, "Poison", {"raider-3": 8}), made(mai, "Good", ENOUGH)
    Deck.objects.update(judged_version=None)

    def failing(rules: Any, options: Any, cards: dict[str, int]) -> bool:
        return bool(1 // len(cards.keys() - {"raider-3"}))

    monkeypatch.setattr("decks.verdicts.is_legal", failing)

    assert not work(), "the deck is not tried for ever"
    assert verdicts(poison) == [None] and Deck.objects.filter(judged(current()), pk=good.pk).exists()
    assert str(poison.pk) in caplog.text


def test_the_column_is_right_even_where_the_verdict_is_old(client: Client, mai: Player) -> None:
    made(mai, "Mine", ENOUGH)
    revised(without="raider-2")

    page = client.get(LIST, {"ruleset": "raid", "q": "Mine"})

    assert "icon-no" in page.content.decode() and "icon-yes" not in page.content.decode().partition("result_list")[2]


def test_a_list_takes_two_more_statements_for_all_decks_of_a_game_that_are_still_to_be_checked(
    client: Client, mai: Player
) -> None:
    for number in range(9):
        made(mai, f"Deck {number}", ENOUGH)
    client.get(LIST)
    with CaptureQueriesContext(connection) as checked:
        client.get(LIST, {"ruleset": "raid", "q": "Deck"})
    Deck.objects.update(judged_version=None)

    with CaptureQueriesContext(connection) as unchecked:
        client.get(LIST, {"ruleset": "raid", "q": "Deck"})

    assert len(unchecked) == len(checked) + 2, "their cards, and the newest card set"


def test_the_legality_check_lists_illegal_and_unchecked_decks_alone(client: Client, mai: Player) -> None:
    made(mai, "Good", {"raider-1": 8}), made(mai, "Bad", TOO_FEW), made(mai, "Broken", ENOUGH)
    revised(without="raider-2")
    work()
    Deck.objects.filter(name_en="Bad").update(judged_version=None)

    page = client.get(CHECK, {"ruleset": "raid"})

    assert [row[0].deck.name_en for row in page.context["broken"]] == ["Broken"]
    assert [row[0].deck.name_en for row in page.context["faulty"]] == ["Bad"]
    assert page.context["count"] == Deck.objects.filter(ruleset="raid").count()
    assert "more deck" not in page.content.decode()


def test_the_legality_check_says_how_many_it_does_not_list(
    client: Client, mai: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("decks.admin.pages.MOST_FAULTY_LISTED", 2)
    for number in range(3):
        made(mai, f"Bad {number}", TOO_FEW)

    page = client.get(CHECK, {"ruleset": "raid"})

    assert [row[0].deck.name_en for row in page.context["faulty"]] == ["Bad 2", "Bad 1"]
    assert "1 more deck is not legal or still to be checked" in page.content.decode()


def test_the_legality_check_reads_no_legal_deck(client: Client, mai: Player) -> None:
    made(mai, "Bad", TOO_FEW)
    with CaptureQueriesContext(connection) as few:
        client.get(CHECK, {"ruleset": "raid"})
    for number in range(20):
        made(mai, f"Good {number}", ENOUGH)

    with CaptureQueriesContext(connection) as many:
        page = client.get(CHECK, {"ruleset": "raid"})

    assert (
        len(many) == len(few)
        and page.context["count"] == 21 + Deck.objects.filter(ruleset="raid").exclude(slug="").count()
    )


def test_selected_decks_of_two_games_are_not_checked_together(client: Client, mai: Player) -> None:
    decks = [made(mai, "Mine", ENOUGH), Deck.objects.exclude(ruleset="raid").filter(slug__gt="").first()]
    sent = {"action": "check_them", ACTION_CHECKBOX_NAME: [str(deck.pk) for deck in decks if deck]}

    page = client.post(LIST, sent, follow=True)

    assert [str(message) for message in page.context["messages"]] == ["Select decks of the same game."]
