"""The decks and matches of a card: on its page, by the list's filter, and by its name in either language."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from cards.sets.selectors import newest_revision
from decks.models import Deck
from decks.plans import DeckPlan
from decks.services import create_deck
from matches.models import SearchTerm
from players.models import Player

TRAIN = "armored-train"


@pytest.fixture
def client(mai: Player) -> Client:
    client = Client()
    client.force_login(mai)
    return client


@pytest.fixture
def trains(mai: Player) -> list[Deck]:
    """Two decks with the card, and one with another."""
    plans = [("One", {TRAIN: 2}), ("Two", {TRAIN: 1}), ("Three", {"line-infantry": 3})]
    return [
        create_deck(owner=mai, ruleset="invaders", plan=DeckPlan(name_en=name, cards=cards, options={}))
        for name, cards in plans
    ]


def uses(client: Client, card: str = TRAIN, ruleset: str = "invaders") -> dict[str, Any]:
    page = reverse("admin:cards_card_shown", args=[ruleset, newest_revision(ruleset).revision, card])
    return {str(use.title): use for use in client.get(page).context["uses"]}


def found(client: Client, **query: str) -> set[str]:
    page = client.get(reverse("admin:decks_deck_changelist"), {"kept_by": "me", **query})
    return {deck.name_en for deck in page.context["cl"].queryset}


def test_a_cards_page_names_its_decks_and_leads_to_all(client: Client, trains: list[Deck]) -> None:
    starters = Deck.objects.filter(slug__gt="", lines__card=TRAIN).count()

    use = uses(client)["Decks with this card"]

    assert use.total == starters + 2
    assert use.rows[:2] == [
        ("Two", reverse("admin:decks_deck_change", args=[trains[1].pk]), "× 1"),
        ("One", reverse("admin:decks_deck_change", args=[trains[0].pk]), "× 2"),
    ]
    listed = client.get(use.more)
    assert listed.context["cl"].result_count == use.total
    assert "Armored Train" in listed.content.decode()


@pytest.mark.parametrize("word", ["装甲列車", "Armored", "armored train", "ARMORED-TRAIN", '"Armored Train"'])
def test_decks_are_searched_by_names_of_cards_in_both_languages(client: Client, trains: list[Deck], word: str) -> None:
    assert found(client, q=word) == {"One", "Two"}


def test_a_word_that_no_card_has_finds_no_deck(client: Client, trains: list[Deck]) -> None:
    assert found(client, q="装甲自転車") == set()
    assert found(client, card="no-such-card") == set()


def test_a_cards_page_names_the_matches_in_which_it_was_played(client: Client, mai: Player, duel: Any) -> None:
    match = duel()
    for seat in (0, 1):
        SearchTerm.objects.create(match=match, kind=SearchTerm.Kind.CARD, value="raider-1", seat=seat)

    without = uses(client, "raider-1", "raid")
    mai.user_permissions.add(Permission.objects.get(codename="view_match"))
    use = uses(client, "raider-1", "raid")["Matches in which it was played"]

    assert set(without) == {"Decks with this card"}
    assert (use.total, [address for _who, address, _when in use.rows]) == (
        1,
        [reverse("admin:matches_match_change", args=[match.pk])],
    )
    assert uses(client, "raider-2", "raid")["Matches in which it was played"].total == 0


def test_who_may_not_see_decks_is_shown_none(published: None, trains: list[Deck]) -> None:
    author = Player.objects.create_user("author", is_staff=True)
    author.user_permissions.add(Permission.objects.get(codename="view_card"))
    client = Client()
    client.force_login(author)

    assert uses(client) == {}
