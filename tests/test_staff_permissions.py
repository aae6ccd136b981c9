"""Who may do what in the admin: the table, tried page by page."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from cards.selectors import newest_revision
from cards.services import create_draft
from decks.models import Deck
from matches.players.groups import GROUPS
from matches.players.models import Player

STAFF = ("Deck managers", "League operators", "Auditors", "nobody in a group")
PAGES = {  # page -> who may see it, in the order of STAFF
    "browse": (True, True, True, False),
    "revisions": (True, True, True, False),
    "revision": (True, True, True, False),
    "file": (True, True, True, False),
    "drafts": (True, False, False, False),
    "draft": (True, False, False, False),
    "draft_cards": (True, False, False, False),
    "draft_card": (True, False, False, False),
    "draft_json": (True, False, False, False),
    "draft_new": (True, False, False, False),
    "draft_part": (True, False, False, False),
    "draft_try": (True, False, False, False),
    "draft_delete": (True, False, False, False),
    "decks": (True, True, True, False),
    "deck": (True, True, True, False),
    "deck_new": (True, False, False, False),
    "deck_delete": (True, False, False, False),
    "check": (True, True, True, False),
    "compare": (True, True, True, False),
    "export": (True, True, True, False),
    "import": (True, False, False, False),
    "matches": (False, True, True, False),
}
ACTS = {  # what is sent -> who may send it
    "publish": (True, False, False, False),
    "again": (True, False, False, False),
    "update": (True, False, False, False),
    "try": (True, False, False, False),
    "remove": (True, False, False, False),
    "duplicate": (True, False, False, False),
}


@pytest.fixture
def addresses(db: None) -> dict[str, str]:
    author = Player.objects.create_user("author")
    draft, revision = create_draft(ruleset="invictus", author=author), newest_revision("invictus")
    deck, other = Deck.objects.filter(ruleset="invictus")[:2]

    def at(name: str, *args: object) -> str:
        return reverse(f"admin:{name}", args=args)

    return {
        "browse": at("cards_card_changelist"),
        "revisions": at("cards_cardsetrevision_changelist"),
        "revision": at("cards_cardsetrevision_change", revision.pk),
        "file": at("cards_cardsetrevision_file", revision.pk),
        "drafts": at("cards_cardsetdraft_changelist"),
        "draft": at("cards_cardsetdraft_change", draft.pk),
        "draft_cards": at("cards_cardsetdraft_cards", draft.pk),
        "draft_card": at("cards_cardsetdraft_card", draft.pk, "warrior"),
        "draft_json": at("cards_cardsetdraft_json", draft.pk, "warrior"),
        "draft_new": at("cards_cardsetdraft_new", draft.pk),
        "draft_part": at("cards_cardsetdraft_part", draft.pk, "editions"),
        "draft_try": at("matches_trial_new", draft.pk),
        "draft_delete": at("cards_cardsetdraft_delete", draft.pk),
        "decks": at("decks_deck_changelist"),
        "deck": at("decks_deck_change", deck.pk),
        "deck_new": at("decks_deck_add"),
        "deck_delete": at("decks_deck_delete", deck.pk),
        "check": at("decks_deck_check"),
        "compare": f"{at('decks_deck_compare')}?a={deck.pk}&b={other.pk}",
        "export": at("decks_deck_export"),
        "import": at("decks_deck_import"),
        "matches": at("matches_match_changelist"),
        "publish": at("cards_cardsetdraft_publish", draft.pk),
        "again": at("cards_cardsetrevision_again", revision.pk),
        "update": at("cards_cardsetdraft_update", draft.pk),
        "try": at("matches_trial_new", draft.pk),
        "remove": at("cards_cardsetdraft_remove", draft.pk, "warrior"),
        "duplicate": at("decks_deck_duplicate", deck.pk),
    }


def client_of(group: str) -> Client:
    player = Player.objects.create_user("staff", is_staff=True)
    player.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.parametrize("group", STAFF)
def test_who_sees_what(addresses: dict[str, str], group: str) -> None:
    client = client_of(group)

    seen = {page: client.get(addresses[page]).status_code for page in PAGES}

    assert seen == {page: 200 if who[STAFF.index(group)] else 403 for page, who in PAGES.items()}


@pytest.mark.parametrize("group", STAFF)
def test_who_does_what(addresses: dict[str, str], group: str) -> None:
    client = client_of(group)

    done = {act: client.post(addresses[act]).status_code for act in ACTS}

    assert done == {act: 302 if who[STAFF.index(group)] else 403 for act, who in ACTS.items()}


def test_every_permission_of_the_table_exists_and_is_given(db: None) -> None:
    for name, permissions in GROUPS.items():
        given = Permission.objects.filter(group__name=name).select_related("content_type")

        assert {f"{p.content_type.app_label}.{p.codename}" for p in given} == set(permissions)
