"""No list of the admin runs a query per row: each is read with one row and with three.

Each also opens whatever dates its rows have.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.sets.services import create_draft, publish_card_set, save_card
from common.models import DeskArchive
from decks.plans import DeckPlan
from decks.services import create_deck
from leagues.services.leagues import create_league
from matches.bots.roster import HOUSE_BOTS
from matches.models import Match, Seat
from matches.services.moderation import record_audit_read
from players.models import Player
from players.oauth.apps import register_app
from playtesting.reviews import approve, ask_for_review
from replay.models import ImportedMatch
from tests import toy
from tests.leagues.conftest import manifest
from tests.matches.conftest import DECK, duel, published
from tests.replay.conftest import ann, ben

__all__ = ["ann", "ben", "duel", "published"]


@pytest.fixture
def more(
    published: None, duel: Callable[..., Match], ann: Player, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Callable[[int], Any]]:
    """Model -> function that makes its n-th row, with the related rows that the list shows."""

    def player(n: int) -> None:
        Player.objects.create_user(f"player{n}").groups.add(Group.objects.first())

    def deck(n: int) -> None:
        owner, plan = Player.objects.create_user(f"owner{n}"), DeckPlan(name_en="Mine", cards=DECK["cards"], options={})
        create_deck(owner=owner, ruleset="raid", plan=plan)

    def faulty_bot(n: int) -> None:
        monkeypatch.setattr("matches.admin.bots.HOUSE_BOTS", HOUSE_BOTS[:n])
        Seat.objects.create(match=duel(), index=7, kind=Seat.Kind.BOT, bot=HOUSE_BOTS[n - 1].name, fault=f"fault {n}")

    def imported(n: int) -> None:
        match = duel()
        ImportedMatch.objects.create(
            match=match, original_id=str(n), last_hash=bytes([n]), imported_by=ann, imported_at=match.created_at
        )

    def revision(n: int) -> None:
        card_set = {**toy.CARD_SET, "names": {"ja": str(n), "en": str(n)}}
        publish_card_set(ruleset="raid", card_set=card_set, published_by=Player.objects.create_user(f"publisher{n}"))

    def review(n: int) -> None:
        author, publisher = Player.objects.create_user(f"author{n}"), Player.objects.create_user(f"publisher{n}")
        draft = create_draft(ruleset="raid", author=author)
        save_card(draft=draft, card={"slug": "raider-1", "strength": n + 1}, instead_of="raider-1")
        made = ask_for_review(draft=draft, author=author)
        approve(review=made, publisher=publisher, note="x", seen=made.digest)

    def app(n: int) -> None:
        owner = Player.objects.create_user(f"developer{n}")
        register_app(owner=owner, name=f"app {n}", redirect_uris=["https://board.example/"])

    def league(n: int) -> None:
        create_league(manifest=manifest(league=f"league-{n}"), created_by=ann)

    def archive(n: int) -> None:
        reader = Player.objects.get(username="admin")  # The list has only their own.
        DeskArchive.objects.create(by=reader, status="exported", file_name=f"desk-{n}.zip")

    return {
        "common.deskarchive": archive,
        "players.staffgroup": lambda n: Group.objects.create(name=f"group {n}"),
        "players.player": player,
        "players.oauthapp": app,
        "cards.card": revision,
        "cards.cardsetrevision": revision,
        "cards.cardsetdraft": lambda n: create_draft(ruleset="raid", author=Player.objects.create_user(f"author{n}")),
        "decks.deck": deck,
        "matches.match": lambda n: duel(),
        "matches.auditread": lambda n: record_audit_read(
            match_id=duel().pk, reader=ann, seq=0, what="log", reason="check"
        ),
        "matches.botsetting": faulty_bot,
        "leagues.league": league,
        "leagues.season": league,
        "playtesting.draftreview": review,
        "replay.importedmatch": imported,
    }


@pytest.mark.parametrize("model", sorted(model._meta.label_lower for model in admin.site._registry))
def test_a_list_asks_as_often_for_three_rows_as_for_one(more: Any, model: str, client: Client) -> None:
    client.force_login(Player.objects.create_superuser("admin"))
    address = reverse(f"admin:{model.replace('.', '_')}_changelist")

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            page = client.get(address, {"ruleset": "raid"} if model == "cards.card" else {})
        assert page.status_code == 200
        return len(caught)

    more[model](1)
    queries()  # Fills the caches.
    one = queries()
    more[model](2)
    more[model](3)

    assert queries() == one


def moments_of(model: Any) -> list[str]:
    return [field.name for field in model._meta.concrete_fields if field.get_internal_type() == "DateTimeField"]


@pytest.mark.parametrize("moment", ["infinity", "-infinity", "20000-01-01", "0044-03-15 BC"])
@pytest.mark.parametrize(
    "model", sorted(model._meta.label_lower for model in admin.site._registry if moments_of(model))
)
def test_a_list_shows_rows_with_moments_beyond_the_calendar(more: Any, model: str, moment: str, client: Client) -> None:
    client.force_login(Player.objects.create_superuser("admin"))
    rows = apps.get_model(model)
    more[model](1)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # The owner of a database can do this.
        changes = ", ".join(f"{column} = '{moment}'" for column in moments_of(rows))
        cursor.execute(f"UPDATE {rows._meta.db_table} SET {changes}")

    page = client.get(
        reverse(f"admin:{model.replace('.', '_')}_changelist"), {"ruleset": "raid"} if model == "cards.card" else {}
    )

    assert page.status_code == 200
