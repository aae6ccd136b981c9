"""Pages of a match with a damaged log or row: none fails, and those that can't show the match say so."""

import logging
import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from matches.log import transactions
from matches.log.models import Event
from matches.models import Match
from matches.pages import spectating
from matches.pages.spectating import PUBLIC_POSITIONS, PublicTables
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from tests.matches.conftest import move, play_out
from tests.replay.test_admin import DAMAGES

pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]
PAGES = ("watch", "watch-table", "replay", "replay-table", "play", "play-table", "lobby")
SAID = ("log is damaged, so its position", "failed verification")


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(spectating, "TABLES", PublicTables())
    PUBLIC_POSITIONS._stored.clear()


@pytest.fixture
def of_ann(client: Client, ann: Player) -> Client:
    client.force_login(ann)
    return client


@pytest.fixture(params=["live", "over"])
def match(request: pytest.FixtureRequest, duel: Duel) -> Match:
    opened = duel()
    if request.param == "over":
        return play_out(opened)
    for _ in range(4):
        move(opened, random.Random(1))
    return Match.objects.get(pk=opened.pk)


def addresses(match: Match) -> list[str]:
    return [*(reverse(name, args=[match.pk]) for name in PAGES), reverse("watch-live", args=[match.pk, "en", 0])]


def test_a_log_that_does_not_fold_is_said_on_every_page(match: Match, of_ann: Client) -> None:
    sound = [of_ann.get(page, follow=True).content.decode() for page in addresses(match)]
    with transactions.lifted_triggers():
        Event.objects.filter(match=match, seq=2).update(body=b'{"not json')
    Match.objects.filter(pk=match.pk).update(snapshot=None)
    spectating.TABLES = PublicTables()
    PUBLIC_POSITIONS._stored.clear()

    answers = [of_ann.get(page, follow=True) for page in addresses(match)]

    assert not any(said in page for page in sound for said in SAID)
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    assert [any(said in answer.content.decode() for said in SAID) for answer in answers] == [True] * len(answers)


def test_what_can_be_read_of_a_damaged_log_is_shown(match: Match, of_ann: Client) -> None:
    with transactions.lifted_triggers():
        Event.objects.filter(match=match, seq=2).update(body=b'{"not json')
    Match.objects.filter(pk=match.pk).update(snapshot=None)

    shown = of_ann.get(reverse("watch", args=[match.pk])).content.decode()

    assert shown.count('<span class="number">') == 2 and "● ann" in shown


def test_a_match_without_its_card_set_says_so(match: Match, of_ann: Client) -> None:
    hidden, stranger = reverse("replay", args=[match.pk]) + "?event=99999", reverse("watch", args=[UUID(int=0)])
    assert [of_ann.get(page).status_code for page in (hidden, stranger)] == [404, 404]

    with transaction.atomic():
        Match.objects.filter(pk=match.pk).update(card_set=10_000)
        pages = [of_ann.get(page, follow=True) for page in addresses(match)]
        Match.objects.filter(pk=match.pk).update(visibility="private")
        strangers = [Client().get(page, follow=True).status_code for page in addresses(match)[:4]]
        transaction.set_rollback(True)

    assert [page.status_code for page in pages] == [200] * len(pages)
    assert all(any(said in page.content.decode() for said in SAID) for page in pages)
    assert strangers == [404] * 4


@pytest.mark.sampled(2)
@pytest.mark.parametrize("damage", DAMAGES)
def test_no_damage_of_the_row_breaks_a_page(match: Match, of_ann: Client, ann: Player, damage: str) -> None:
    with transaction.atomic():
        Match.objects.filter(pk=match.pk).update(**DAMAGES[damage])
        pages = [*addresses(match), "/", "/matches/", "/account/matches/", f"/players/{ann.public_id}/"]
        statuses = {page: of_ann.get(page, follow=True).status_code for page in pages}
        transaction.set_rollback(True)

    assert set(statuses.values()) <= {200, 404}, statuses
    assert all(statuses[page] == 200 for page in pages[len(addresses(match)) :])


def test_what_fails_without_damage_fails_as_ever(match: Match, of_ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> str:
        raise LookupError("a fault of the page")

    monkeypatch.setattr("matches.pages.views._table", broken)

    with pytest.raises(LookupError):
        of_ann.get(reverse("watch", args=[match.pk]))


def test_a_private_match_is_not_told_to_be_damaged(duel: Duel) -> None:
    match = duel(visibility="private")
    with transactions.lifted_triggers():
        Event.objects.filter(match=match, seq=0).update(body=b'{"not json')
    Match.objects.filter(pk=match.pk).update(snapshot=None)

    assert [Client().get(page, follow=True).status_code for page in addresses(match)[:4]] == [404] * 4


def test_a_lobby_that_cannot_be_shown_is_not_called_damaged(
    of_ann: Client, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = open_match(ruleset="battle_line", options={}, seats=[SeatPlan(kind="open")] * 2, created_by=ann)
    monkeypatch.setattr("matches.pages.lobby.link_address", lambda *told: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        of_ann.get(reverse("lobby", args=[waiting.pk]))
