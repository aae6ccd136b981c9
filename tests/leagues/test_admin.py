"""The admin of leagues: made from a manifest, paused, amended for a reason; what is refused says why."""

from collections.abc import Callable

import msgspec
import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from matches.leagues.models import Amendment, League, Season
from matches.leagues.services.leagues import create_league
from matches.players.models import Player
from tests.leagues.accounts import CLOCK, bot_account
from tests.leagues.conftest import RANDOM, manifest

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]


@pytest.fixture
def staff(published: None) -> Client:
    """A league operator."""
    player = Player.objects.create_user("lena", is_staff=True)
    player.groups.add(Group.objects.get(name="League operators"))
    client = Client()
    client.force_login(player)
    return client


def test_a_league_is_made_from_its_manifest(staff: Client) -> None:
    sent = {"manifest": msgspec.json.encode(manifest()).decode()}

    answer = staff.post(reverse("admin:leagues_league_add"), sent, follow=True)

    league = League.objects.get()
    assert answer.status_code == 200 and "The league is made." in answer.content.decode()
    assert (league.slug, league.created_by.username, league.seasons.count()) == ("nightly", "lena", 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "/"),
        ('{"league": "x"}', "names"),
        (msgspec.json.encode(manifest(ruleset="chess")).decode(), "There is no ruleset"),
    ],
)
def test_a_manifest_with_faults_is_told_them(staff: Client, text: str, told: str) -> None:
    answer = staff.post(reverse("admin:leagues_league_add"), {"manifest": text})

    assert answer.status_code == 200
    assert told in answer.content.decode()
    assert not League.objects.exists()


def test_a_league_is_paused_and_resumed(staff: Client, season: Start) -> None:
    league = season().league
    address = reverse("admin:leagues_league_change", args=[league.pk])

    staff.post(address, {"is_paused": "on", "pause_note": "maintenance"})
    league.refresh_from_db()
    assert (league.is_paused, league.pause_note) == (True, "maintenance")

    staff.post(address, {"pause_note": ""})
    league.refresh_from_db()
    assert not league.is_paused


def test_a_season_is_amended_for_a_reason(staff: Client, season: Start) -> None:
    running = season(entrants=RANDOM[:3])
    address = reverse("admin:leagues_season_amend", args=[running.pk])

    refused = staff.post(address, {"kind": "extend", "length": 1, "reason": "more"})
    assert "It can only become longer than it is" in refused.content.decode()
    assert staff.post(address, {"kind": "close", "reason": ""}).status_code == 200
    assert not Amendment.objects.exists()

    staff.post(address, {"kind": "withdraw", "entrant": "cid", "reason": "broken"})
    staff.post(address, {"kind": "close", "reason": "enough"})

    kinds = [(row.kind, row.by_name, row.reason) for row in Amendment.objects.order_by("id")]
    assert kinds == [("withdraw", "lena", "broken"), ("close", "lena", "enough")]
    page = staff.get(reverse("admin:leagues_season_change", args=[running.pk])).content.decode()
    assert "enough" in page and "cid" in page


def test_an_operator_enters_a_bot_account_and_takes_it_out(staff: Client) -> None:
    nightly = {"type": "cron", "cron": "0 3 * * *"}
    league = create_league(manifest=manifest(entry={}, clock=CLOCK, schedule=nightly), created_by=None)
    bot_account("robo")
    bot_account("shy", **{"from": ["bots"]})
    address = reverse("admin:leagues_league_entries", args=[league.pk])

    assert "There is no bot account" in staff.post(address, {"account": "nobody"}).content.decode()
    assert "does not accept such matches" in staff.post(address, {"account": "shy"}).content.decode()
    entered = staff.post(address, {"account": "robo"}, follow=True).content.decode()
    assert "robo</a> <code>1.0</code>" in entered and league.entries.count() == 1
    staff.post(address, {"account": "robo", "is_to_leave": "on"})
    assert league.entries.count() == 0
