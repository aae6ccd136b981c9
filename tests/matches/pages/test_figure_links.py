"""Pages of cards and decks link to statistics, without depending on the app that has them."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from common.links import links_of_card, links_of_deck
from decks.plans import DeckPlan
from decks.services import create_deck
from matches.search.deck_ids import deck_id
from players.models import Player
from tests.matches.conftest import DECK, published

__all__ = ["published"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(published: None) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(Player.objects.create_superuser("sam", password="correct horse"))
    return client


def test_a_card_and_a_deck_link_to_pages_that_are_there(published: None) -> None:
    [card], [deck] = links_of_card("raid", "raider-1"), links_of_deck("raid", DECK["cards"])

    assert (card.url, deck.url) == ("/figures/raid/cards/raider-1/", f"/figures/raid/decks/{deck_id(DECK)}/")
    assert [Client().get(link.url).status_code for link in (card, deck)] == [200, 200]


def test_pages_of_cards_and_decks_show_the_links(staff: Client) -> None:
    plan = DeckPlan(name_en="mine", cards=DECK["cards"], options={}, visibility="public")
    deck = create_deck(owner=Player.objects.get(username="sam"), ruleset="raid", plan=plan)
    shown = {
        reverse("admin:cards_card_shown", args=["raid", 1, "raider-1"]): links_of_card("raid", "raider-1"),
        reverse("admin:decks_deck_change", args=[deck.pk]): links_of_deck("raid", deck.as_sent["cards"]),
        reverse("deck", args=[deck.pk]): links_of_deck("raid", deck.as_sent["cards"]),
    }

    for path, [link] in shown.items():
        assert f'<a href="{link.url}">Played and won</a>' in staff.get(path).content.decode()


@pytest.mark.parametrize("app", ["cards", "decks"])
def test_no_app_below_names_the_figures(app: str) -> None:
    for path in (Path(settings.BASE_DIR) / app).rglob("*.html"):
        assert "figures" not in path.read_text(), path
    for path in (Path(settings.BASE_DIR) / app).rglob("*.py"):
        strings = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
        assert not any(isinstance(text, str) and text.startswith("figures-") for text in strings), path
