"""Leagues in the admin: created from a manifest, paused and amended with a reason. Refusals say why."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from leagues.models import Amendment, League, Season
from leagues.services.amendments import withdraw_entrant
from leagues.services.leagues import create_league, pause_league
from players.models import Player
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
    assert answer.status_code == 200 and "The league was created." in answer.content.decode()
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


def test_a_league_is_paused_for_a_reason_and_resumed(staff: Client, season: Start) -> None:
    league = season().league
    address = reverse("admin:leagues_league_change", args=[league.pk])

    for note in ("", "  "):
        assert (
            "Give a reason for the pause"
            in staff.post(address, {"priority": 4, "is_paused": "on", "pause_note": note}).content.decode()
        )
    league.refresh_from_db()
    assert not league.is_paused

    staff.post(address, {"priority": 4, "is_paused": "on", "pause_note": "maintenance"})
    league.refresh_from_db()
    assert (league.is_paused, league.pause_note, league.paused_by.username) == (True, "maintenance", "lena")
    assert shown(staff.get(address), "paused_by") == "lena"

    staff.post(address, {"priority": 16, "pause_note": ""})
    league.refresh_from_db()
    assert (league.is_paused, league.paused_by, league.priority) == (False, None, League.Priority.HIGH)


def test_who_has_paused_a_league_stays_when_nothing_is_changed(staff: Client, season: Start, operator: Player) -> None:
    league = season().league
    pause_league(league=league, note="new cards", by=operator)

    staff.post(
        reverse("admin:leagues_league_change", args=[league.pk]),
        {"priority": 4, "is_paused": "on", "pause_note": "new cards"},
    )

    league.refresh_from_db()
    assert league.paused_by == operator


def test_who_has_closed_a_league_is_told_until_it_is_reopened(staff: Client, season: Start) -> None:
    league = season().league
    address = reverse("admin:leagues_league_close", args=[league.pk])
    page = reverse("admin:leagues_league_change", args=[league.pk])

    staff.post(address, {"note": "enough"})
    assert shown(staff.get(page), "closed_by") == "lena"

    staff.post(address, {"reopen": "True"})
    league.refresh_from_db()
    assert (league.closed_at, league.closed_by) == (None, None)
    assert shown(staff.get(page), "closed_by") == "–"


def test_paused_is_a_word_and_no_green_tick(staff: Client, season: Start, operator: Player) -> None:
    league = season().league
    pause_league(league=league, note="new cards", by=operator)
    reader = Player.objects.create_user("rita", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_league"))
    viewer = Client()
    viewer.force_login(reader)

    pages = [
        staff.get(reverse("admin:leagues_league_changelist")).content.decode(),
        viewer.get(reverse("admin:leagues_league_change", args=[league.pk])).content.decode(),
    ]

    assert all("Paused" in page and "icon-yes" not in page and "icon-no" not in page for page in pages)


def shown(page: Any, field: str) -> str:
    """The text of a read-only field on a page."""
    found = re.search(rf'field-{field}".*?<div class="readonly">(.*?)</div>', page.content.decode(), re.DOTALL)
    assert found is not None
    return re.sub("<[^>]*>", "", found[1]).strip()


def test_a_season_is_amended_for_a_reason(staff: Client, season: Start) -> None:
    running = season(entrants=RANDOM[:4])
    address = reverse("admin:leagues_season_amend", args=[running.pk])

    refused = staff.post(address, {"kind": "extend", "length": 1, "reason": "more"})
    assert "A season can only get longer." in refused.content.decode()
    assert staff.post(address, {"kind": "close", "reason": ""}).status_code == 200
    assert (
        "Choose the entrant to withdraw."
        in staff.post(address, {"kind": "withdraw", "reason": "broken"}).content.decode()
    )
    assert not Amendment.objects.exists()

    staff.post(address, {"kind": "withdraw", "entrant": "2", "reason": "broken"})
    staff.post(address, {"kind": "close", "reason": "enough"})

    kinds = [(row.kind, row.by_name, row.reason) for row in Amendment.objects.order_by("id")]
    assert kinds == [("withdraw", "lena", "broken"), ("close", "lena", "enough")]
    page = staff.get(reverse("admin:leagues_season_change", args=[running.pk])).content.decode()
    assert "enough" in page and "cid" in page


def test_whom_to_withdraw_is_chosen_among_those_who_play(staff: Client, season: Start, operator: Player) -> None:
    running = season(entrants=RANDOM)
    withdraw_entrant(season=running, name="bob", by=operator, reason="broken")

    page = staff.get(reverse("admin:leagues_season_amend", args=[running.pk]))

    options = re.findall(r'<option value="(\d*)"[^>]*>(.*?)</option>', page.content.decode())
    assert options == [("", "–"), ("0", "ada"), ("2", "cid"), ("3", "dan")]
    for nobody in ("1", "9", "bob"):
        staff.post(page.wsgi_request.path, {"kind": "withdraw", "entrant": nobody, "reason": "again"})
    assert Amendment.objects.count() == 1


def test_a_withdrawal_that_ends_a_season_is_asked_for_twice(staff: Client, season: Start) -> None:
    running = season(entrants=RANDOM[:2], deals=3)
    address = reverse("admin:leagues_season_amend", args=[running.pk])
    sent = {"kind": "withdraw", "entrant": "1", "reason": "broken"}

    for asked in (sent, {**sent, "confirmed": "0"}, {**sent, "confirmed": "on"}):
        page = unescape(staff.post(address, asked).content.decode())
        assert "If you withdraw bob, the season ends: there is nothing left to play. 1 entrant remains." in page
        assert "3 unfinished deals are cancelled and don't count. Finished deals count." in page
        assert '<input type="checkbox" name="confirmed" value="1"' in page
    assert not Amendment.objects.exists()

    assert staff.post(address, {**sent, "confirmed": "1"}).status_code == 302
    running.refresh_from_db()
    assert running.status == Season.Status.OVER


def test_an_operator_enters_a_bot_account_and_takes_it_out(staff: Client) -> None:
    nightly = {"type": "cron", "cron": "0 3 * * *"}
    league = create_league(manifest=manifest(entry={}, clock=CLOCK, schedule=nightly), created_by=None)
    bot_account("robo")
    bot_account("shy", **{"from": ["bots"]})
    address = reverse("admin:leagues_league_entries", args=[league.pk])

    assert "There is no bot account" in staff.post(address, {"account": "nobody"}).content.decode()
    assert "accept matches like these" in staff.post(address, {"account": "shy"}).content.decode()
    entered = staff.post(address, {"account": "robo"}, follow=True).content.decode()
    assert "robo</a> <code>1.0</code>" in entered and league.entries.count() == 1
    staff.post(address, {"account": "robo", "is_to_leave": "on"})
    assert league.entries.count() == 0
