"""The deck managers' pages for cards: browsing, drafts, publishing, and the way back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from cards.models import CardSetDraft
from cards.rulesets.registry import slugs
from cards.selectors import newest_revision
from cards.services import create_draft
from matches.players.models import Player

DRAFTS = [f"{verb}_cardsetdraft" for verb in ("add", "view", "change", "delete")]
EVERYTHING = ("view_card", "view_cardsetrevision", "publish_cardset", *DRAFTS)


@pytest.fixture
def manager(published: None) -> Player:
    player = Player.objects.create_user("mai", password="correct horse", is_staff=True)
    player.user_permissions.set(Permission.objects.filter(content_type__app_label="cards", codename__in=EVERYTHING))
    return player


@pytest.fixture
def client(manager: Player) -> Client:
    client = Client()
    client.force_login(manager)
    return client


@pytest.fixture
def draft(manager: Player) -> Callable[[str], CardSetDraft]:
    return lambda ruleset: create_draft(ruleset=ruleset, author=manager)


def at(name: str, *args: Any) -> str:
    return reverse(f"admin:cards_{name}", args=args)


def fields_of(response: Any) -> dict[str, Any]:
    """What a browser would send if nobody touched the form."""
    form = response.context["form"]
    values = {bound.html_name: bound.value() for bound in form}
    return {name: value for name, value in values.items() if value is not False and value is not None}


def publish(client: Client, draft: CardSetDraft, note: str = "Stronger") -> Any:
    page = client.get(at("cardsetdraft_change", draft.pk))
    seen = page.context["publish_form"].initial["seen"]
    return client.post(at("cardsetdraft_publish", draft.pk), {"note": note, "seen": seen}, follow=True)


# Browsing


@pytest.mark.parametrize("ruleset", slugs())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_cards_of_every_ruleset_are_browsed_in_both_languages(client: Client, ruleset: str, language: str) -> None:
    page = client.get(at("card_changelist"), {"ruleset": ruleset}, headers={"Accept-Language": language})

    cards = newest_revision(ruleset).card_set["cards"]
    assert [row.name for row in page.context["found"].rows] == [card["names"][language] for card in cards]


def test_lords_of_war_is_filtered_by_army_and_rank(client: Client) -> None:
    page = client.get(at("card_changelist"), {"ruleset": "lords_of_war", "/army": "orcs", "/rank": "general"})

    cards = newest_revision("lords_of_war").card_set["cards"]
    generals = [card["slug"] for card in cards if (card["army"], card["rank"]) == ("orcs", "general")]
    assert [row.slug for row in page.context["found"].rows] == generals != []
    assert {"/army", "/rank", "/class", "/support"} <= {filter.at for filter in page.context["found"].filters}


def test_invictus_is_filtered_by_edition(client: Client) -> None:
    query = {"ruleset": "invictus", "/edition": "egypt"}

    page = client.get(at("card_changelist"), query, headers={"Accept-Language": "ja"})

    assert len(page.context["found"].rows) == 10
    edition = next(filter for filter in page.context["found"].filters if filter.at == "/edition")
    assert [(choice.label, choice.count) for choice in edition.choices] == [
        ("", 30),
        ("古代エジプト", 10),
        ("王国", 10),
        ("戦国", 10),
    ]


@pytest.mark.parametrize(("search", "found"), [("ニコデモス", 1), ("Nicodemus", 1), ("nobody at all", 0)])
def test_cards_are_searched_in_both_languages(client: Client, search: str, found: int) -> None:
    page = client.get(at("card_changelist"), {"ruleset": "lords_of_war", "q": search})

    assert len(page.context["found"].rows) == found


def test_a_card_of_a_set_without_names_has_a_page(client: Client) -> None:
    assert client.get(at("card_shown", "raid", 1, "raider-1")).status_code == 200
    assert client.get(at("card_shown", "raid", 1, "unicorn")).status_code == 404
    assert client.get(at("card_shown", "raid", 7, "raider-1")).status_code == 404


# Drafts


def test_a_draft_is_made_in_the_admin(client: Client, manager: Player) -> None:
    page = client.post(at("cardsetdraft_add"), {"ruleset": "invictus", "note": "New figures"}, follow=True)

    draft = CardSetDraft.objects.get()
    assert page.status_code == 200
    assert (draft.ruleset, draft.base, draft.author) == ("invictus", newest_revision("invictus"), manager)
    assert draft.body == draft.base.card_set


@pytest.mark.parametrize("ruleset", [*slugs(), "raid"])
def test_saving_any_card_untouched_changes_nothing(
    client: Client, draft: Callable[[str], CardSetDraft], ruleset: str
) -> None:
    made = draft(ruleset)

    for card in made.body["cards"]:
        page = client.get(at("cardsetdraft_card", made.pk, card["slug"]))
        answer = client.post(at("cardsetdraft_card", made.pk, card["slug"]), fields_of(page))
        assert answer.status_code == 302, (card["slug"], answer.context["form"].errors)

    made.refresh_from_db()
    assert made.body == made.base.card_set
    assert LogEntry.objects.count() == 0
