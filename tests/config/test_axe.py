"""axe-core finds nothing serious on any public page, in either language, light or dark."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser

from decks.plans import DeckPlan, plan_of
from decks.services import create_deck, update_deck
from leagues.models import Season
from leagues.services.comparing import start_comparison
from matches.log import transactions
from matches.log.models import Event
from matches.models import Match
from matches.services.continuations import Continuation, continue_match
from matches.services.invitation_links import make_link
from matches.services.lobby import open_match
from matches.services.notes import write_note
from matches.services.seat_plans import SeatPlan
from players.models import Player
from tests.axe import Looks, axe, cookies_of, faults_of
from tests.browser import needs_chromium
from tests.leagues.conftest import operator, play_out, season
from tests.leagues.test_comparing import asked, new, old, owner, season_of, win_all
from tests.levels import Sample
from tests.matches.conftest import ann, ben, duel, published
from tests.matches.conftest import play_out as play_match_out

__all__ = ["ann", "axe", "ben", "duel", "new", "old", "operator", "owner", "published", "season"]
pytestmark = [
    pytest.mark.django_db(transaction=True),
    needs_chromium,
    pytest.mark.usefixtures("axe"),
]

Duel = Callable[..., Match]
DAMAGED = "main .alarm"


def test_axe_finds_what_there_is_to_find(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content('<html lang="en"><title>x</title><main><h1>x</h1><select></select></main></html>')

    (fault,) = faults_of(page)

    assert fault.startswith("select-name: select")


@pytest.mark.exhaustive
def test_pages_for_everybody(
    live_server: Any, chromium: Browser, duel: Duel, season: Callable[..., Season], sample: Sample
) -> None:
    live, over = duel(), play_match_out(duel())
    play_out(season())
    looks = Looks(chromium, live_server.url)
    pages = [
        "/", "/play/", "/leagues/", "/leagues/nightly/", "/leagues/nightly/rates/", "/leagues/nightly/1/",
        "/leagues/nightly/1/figures/", "/leagues/nightly/1/entrants/0/", "/figures/", "/figures/raid/",
        "/figures/raid/cards/raider-1/", "/figures/raid/decks/even/",
        reverse("watch", args=[live.pk]), reverse("replay", args=[over.pk]) + "?event=3",
        *(reverse(f"account-{name}") for name in ("sign-in", "sign-up", "forgotten", "reset-sent")),
        reverse("api-errors"), reverse("game-rules", args=["battle_line"]), reverse("prove"),
    ]  # fmt: skip

    found = [fault for path in sample(pages, 6) for fault in looks.faults(path)]
    found += looks.faults("/nothing-here/", status=404)
    found += looks.faults("/api/docs/", ready=".swagger-ui .opblock", languages=["en"])
    found += looks.faults("/admin/login/", ready="#id_username")

    assert found == [], json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.exhaustive
def test_pages_of_an_account(live_server: Any, chromium: Browser, client: Client, ann: Player, duel: Duel) -> None:
    live, over = duel(), play_match_out(duel())
    client.force_login(ann)
    looks = Looks(chromium, live_server.url, cookies_of(client, live_server.url))

    found = [
        fault
        for path in [
            *(reverse("play", args=[match.pk]) for match in (live, over)),
            *(reverse(f"account-{name}") for name in ("tokens", "mail")),
            *(reverse("decks"), reverse("deck-new", args=["invictus"])),
        ]
        for fault in looks.faults(path)
    ]

    assert found == [], json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.exhaustive
def test_pages_on_which_one_finds_a_match(
    live_server: Any, chromium: Browser, client: Client, ann: Player, ben: Player, duel: Duel
) -> None:
    over = play_match_out(duel())
    lobby = open_match(ruleset="battle_line", options={}, seats=[SeatPlan(kind="open")] * 2, created_by=ann)
    client.force_login(ann)
    looks = Looks(chromium, live_server.url, cookies_of(client, live_server.url))

    found = [
        fault
        for path in [
            *("/matches/", "/account/matches/", "/challenges/", reverse("profile", args=[ben.public_id])),
            *(reverse(f"account{name}") for name in ("", "-password", "-delete")),
            *(reverse(name, args=["invictus"]) for name in ("play-open", "play-host", "play-pair")),
            *(reverse("challenge", args=[ben.public_id]), reverse("lobby", args=[lobby.pk])),
            *(reverse("game-rules", args=["lords_of_war"]), reverse("replay", args=[over.pk])),
        ]
        for fault in looks.faults(path)
    ]

    assert found == [], json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.exhaustive
def test_pages_of_comparisons(
    live_server: Any, chromium: Browser, client: Client, owner: Player, old: Player, new: Player
) -> None:
    done = start_comparison(owner=owner, asked=asked(elo1=300))
    win_all(season_of(done), new, old)
    running = start_comparison(owner=owner, asked=asked())
    client.force_login(owner)
    looks = Looks(chromium, live_server.url, cookies_of(client, live_server.url))

    found = [
        fault
        for path in [
            *("/account/", reverse("comparisons"), reverse("comparison-new", args=["raid"])),
            *(reverse("comparison", args=[league.slug]) for league in (done, running)),
        ]
        for fault in looks.faults(path)
    ]

    assert found == [], json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.exhaustive
def test_pages_of_what_one_keeps(
    live_server: Any, chromium: Browser, client: Client, ann: Player, ben: Player, duel: Duel
) -> None:
    over = play_match_out(duel())
    write_note(match=over, player=ann, seq=3, text="A mistake?", is_shared=False)
    write_note(match=over, player=ben, seq=3, text="I thought so too.", is_shared=True)
    practice = continue_match(match=over, player=ann, wanted=Continuation(seq=3, bot="random"))
    deck = create_deck(owner=ann, ruleset="raid", plan=DeckPlan(name_en="Few", cards={"raider-1": 1}, options={}))
    update_deck(deck=deck, plan=replace(plan_of(deck), note="Too few."), author=ann)
    client.force_login(ann)
    looks = Looks(chromium, live_server.url, cookies_of(client, live_server.url))

    found = looks.faults(reverse("replay", args=[over.pk]) + "?event=3", ready="main:has-text('I thought so too.')")
    found += [
        fault
        for path in [
            *(reverse(name, args=[practice.pk]) for name in ("play", "watch", "replay")),
            *(reverse(name, args=[deck.pk]) for name in ("deck", "deck-versions")),
        ]
        for fault in looks.faults(path)
    ]

    assert found == [], json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.exhaustive
def test_pages_behind_an_invitation_and_of_damaged_matches(
    live_server: Any, chromium: Browser, client: Client, ann: Player, ben: Player, duel: Duel
) -> None:
    lobby = open_match(
        ruleset="raid", options={}, seats=[SeatPlan(kind="open")] * 2, created_by=ann, visibility="private"
    )
    code = make_link(match_id=lobby.pk, player=ann)
    live, over = duel(), play_match_out(duel())
    with transactions.lifted_triggers():
        Event.objects.filter(match__in=[live, over], seq=0).update(body=b'{"not json')
    Match.objects.filter(pk__in=[live.pk, over.pk]).update(snapshot=None)
    client.force_login(ann)
    opener = Looks(chromium, live_server.url, cookies_of(client, live_server.url))
    invited = Client()
    invited.force_login(ben)
    invited.post(reverse("follow-link"), {"code": code})
    guest = Looks(chromium, live_server.url, cookies_of(invited, live_server.url))

    found = [
        fault
        for looks, name, args, ready in [
            *((opener, name, [live.pk], DAMAGED) for name in ("watch", "play")),
            (opener, "replay", [over.pk], DAMAGED),
            (opener, "lobby", [lobby.pk], "#link"),
            (guest, "follow-link", [], "main form input"),
            (guest, "lobby", [lobby.pk], "main form"),
        ]
        for fault in looks.faults(reverse(name, args=args), ready)
    ]

    assert found == [], json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.exhaustive
def test_pages_of_the_staff(live_server: Any, chromium: Browser, client: Client, operator: Player, duel: Duel) -> None:
    over = play_match_out(duel())
    client.force_login(operator)
    looks = Looks(chromium, live_server.url, cookies_of(client, live_server.url))

    found = [
        fault
        for path in [
            "/admin/", "/admin/password_change/", "/admin/matches/match/", "/admin/players/player/",
            reverse("admin:matches_match_change", args=[over.pk]),
            reverse("admin:players_player_change", args=[operator.pk]),
            reverse("admin:players_player_history", args=[operator.pk]),
            "/admin/cards/cardsetdraft/",
        ]
        for fault in looks.faults(path, ready="#content")
    ]  # fmt: skip

    assert found == [], json.dumps(found, indent=1, ensure_ascii=False)
