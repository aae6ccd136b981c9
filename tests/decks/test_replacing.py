"""Replacing a card in many decks, and the faults of decks after a new revision, which name changed cards first."""

from copy import deepcopy
from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from cards.sets.selectors import newest_rules
from cards.sets.services import create_draft
from decks.models import Deck, DeckVersion
from decks.plans import DeckPlan, plan_of
from decks.selectors import checked_decks
from decks.services import create_deck, update_deck
from players.models import Player
from rules.registry import bound_ruleset, newest_version, shipped_ruleset

LIST = reverse("admin:decks_deck_changelist")


@pytest.fixture
def client(mai: Player) -> Client:
    client = Client()
    client.force_login(mai)
    return client


def made(owner: Player, name: str, cards: dict[str, int], ruleset: str = "raid") -> Deck:
    return create_deck(owner=owner, ruleset=ruleset, plan=DeckPlan(name_en=name, cards=cards, options={}))


@pytest.fixture
def decks(mai: Player) -> list[Deck]:
    """One deck with the card, one with both cards, one with neither."""
    held = [{"raider-1": 2, "raider-3": 1}, {"raider-1": 2, "raider-2": 3}, {"raider-3": 4}]
    return [made(mai, name, cards) for name, cards in zip(("One", "Two", "Three"), held, strict=True)]


def send(client: Client, decks: list[Deck], **sent: Any) -> Any:
    body = {"action": "replace_in_them", ACTION_CHECKBOX_NAME: [str(deck.pk) for deck in decks], **sent}
    return client.post(LIST, body, follow=True)


def approve(client: Client, page: Any, **chosen: str) -> Any:
    """Press the preview's button."""
    shown = page.context["preview"]
    seen = {one["seen"]: one["deck"].version for one in shown}
    return send(client, [one["deck"] for one in shown], apply="1", **chosen, **seen)


BOTH = {"card": "raider-1", "by": "raider-2"}


def test_a_preview_shows_each_deck_that_has_the_card_and_writes_nothing(client: Client, decks: list[Deck]) -> None:
    page = send(client, decks, **BOTH)

    shown = page.context["preview"]
    assert [(one["deck"].name_en, one["copies"], one["total"]) for one in shown] == [("One", 2, 2), ("Two", 2, 5)]
    assert [Deck.objects.get(pk=deck.pk).version for deck in decks] == [1, 1, 1]


def test_a_preview_says_what_is_wrong_afterwards(client: Client, mai: Player) -> None:
    first, second = (card for card, copies in list(german().items())[:2] if copies == 3)
    deck = made(mai, "Mine", german(), "invaders")

    (shown,) = send(client, [deck], card=first, by=second).context["preview"]

    assert shown["total"] == 6
    assert [text.partition(": ")[2] for text in shown["faults"]] == ["at most 3 in a deck. This one has 6."]


def test_a_card_is_replaced_with_one_version_for_each_deck(client: Client, decks: list[Deck]) -> None:
    approve(client, send(client, decks, **BOTH), **BOTH)

    after = [Deck.objects.get(pk=deck.pk) for deck in decks]
    assert [deck.as_sent["cards"] for deck in after] == [
        {"raider-2": 2, "raider-3": 1},
        {"raider-2": 5},
        {"raider-3": 4},
    ]
    assert [deck.version for deck in after] == [2, 2, 1]
    assert DeckVersion.objects.filter(deck_id=decks[1].pk).count() == 2
    assert {entry.object_id for entry in LogEntry.objects.all()} == {str(deck.pk) for deck in decks[:2]}


def test_if_one_deck_was_saved_since_none_is_changed(client: Client, decks: list[Deck]) -> None:
    page = send(client, decks, **BOTH)
    changed = DeckPlan(name_en="Two", cards={"raider-1": 1}, options={})
    update_deck(deck=Deck.objects.get(pk=decks[1].pk), plan=changed)

    answer = approve(client, page, **BOTH)

    assert "saved elsewhere" in str(next(iter(answer.context["messages"])))
    assert Deck.objects.get(pk=decks[0].pk).as_sent["cards"] == {"raider-1": 2, "raider-3": 1}
    assert plan_of(Deck.objects.get(pk=decks[1].pk)).cards == {"raider-1": 1}


def test_two_equal_cards_and_decks_of_two_games_are_refused(client: Client, mai: Player, decks: list[Deck]) -> None:
    other = made(mai, "Other", {"archer": 1}, "invictus")

    equal = send(client, decks, card="raider-1", by="raider-1")
    mixed = send(client, [*decks, other])

    assert equal.context["form"].non_field_errors() and not equal.context["preview"]
    assert [str(message) for message in mixed.context["messages"]] == ["Choose decks of the same ruleset."]


# After a revision


def turkish(slug: str) -> dict[str, Any]:
    """The card set of Invaders, with this card moved to another nation."""
    changed = deepcopy(shipped_ruleset("invaders").card_set)
    card = next(card for card in changed["cards"] if card["slug"] == slug)
    assert card["nation"] != "turkey"
    card["nation"] = "turkey"
    return changed  # type: ignore[no-any-return]


def german() -> dict[str, int]:
    return next(dict(one.cards) for one in shipped_ruleset("invaders").starter_decks if one.slug == "germany-starter")


def test_the_changed_card_is_named_before_those_that_the_fault_is_about(mai: Player) -> None:
    before = newest_rules("invaders")
    nations = {card["slug"]: card["nation"] for card in before.card_set["cards"]}
    slug = next(card for card in german() if nations[card] == "germany")
    name = next(card["names"] for card in before.card_set["cards"] if card["slug"] == slug)
    now = bound_ruleset("invaders", newest_version("invaders"), turkish(slug))
    deck = Deck.objects.get(pk=made(mai, "Mine", german(), "invaders").pk)

    (checked,) = checked_decks([deck], now=now, before=before)

    assert checked.broke
    assert checked.problems[0]["texts"]["en"].startswith(f"Changed: {name['en']}. ")
    assert checked.problems[0]["texts"]["ja"].startswith(f"変更されたカード：{name['ja']}。")


def test_kept_decks_that_break_are_shown_beside_starter_decks(mai: Player) -> None:
    boss = Player.objects.create_superuser("boss")
    client = Client()
    client.force_login(boss)
    nations = {card["slug"]: card["nation"] for card in newest_rules("invaders").card_set["cards"]}
    slug = next(card for card in german() if nations[card] == "germany")
    kept = made(mai, "Mine", german(), "invaders")
    draft = create_draft(ruleset="invaders", author=boss)
    draft.body = turkish(slug)
    draft.save()

    page = client.get(reverse("admin:matches_draft_follows", args=[draft.pk]))

    assert page.context["starter_faults"]
    assert [deck for deck, _fault in page.context["broken"]] == [kept]
    assert all("Changed: " in fault for fault in page.context["starter_faults"])
