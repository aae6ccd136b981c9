"""The replay page: continuing from an event, as a player or as a guest."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.log.models import Event
from matches.log.transactions import lifted_triggers
from matches.models import Match, Seat
from players.models import Player
from replay.pages.chart import course_of
from replay.stored_logs import secrets_of
from tests.matches.conftest import ann, ben, duel, play_out, published

__all__ = ["ann", "ben", "duel", "published"]
pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]


def go_on(client: Client, match: Match, **sent: Any) -> Any:
    return client.post(reverse("replay-continue", args=[match.pk]), {"event": 2, "seat": 1, "bot": "random", **sent})


def test_one_goes_on_from_an_event_by_a_button(duel: Duel, client: Client, ann: Player) -> None:
    over = play_out(duel())
    client.force_login(ann)

    answer = go_on(client, over, key="once")
    again = go_on(client, over, key="once")

    practice = Match.objects.exclude(continues__isnull=True).get()
    assert answer.url == again.url == reverse("play", args=[practice.pk])
    assert practice.continues["seq"] == 2 and practice.seats.get(index=1).player == ann
    assert practice.seats.get(index=0).kind == Seat.Kind.BOT
    shown = client.get(answer.url).content.decode()
    assert f"{reverse('replay', args=[over.pk])}?event=2" in shown and "Practice match" in shown


def test_who_is_not_signed_in_goes_on_as_a_guest(duel: Duel, client: Client) -> None:
    over = play_out(duel())

    answer = go_on(client, over)

    practice = Match.objects.exclude(continues__isnull=True).get()
    assert answer.url == reverse("play", args=[practice.pk]) and client.get(answer.url).status_code == 200


@pytest.mark.parametrize("sent", [{"event": "x"}, {"event": -1}, {"event": 99999}, {"seat": 7}, {"bot": "nobody"}])
def test_what_cannot_be_continued_leads_back_and_says_why(
    duel: Duel, client: Client, ann: Player, sent: dict[str, Any]
) -> None:
    over = play_out(duel())
    client.force_login(ann)

    answer = go_on(client, over, **sent)

    assert answer.url.startswith(reverse("replay", args=[over.pk])) and Match.objects.count() == 1
    assert "errorlist" in client.get(reverse("replay", args=[over.pk])).content.decode()


def test_a_running_match_offers_nothing_to_go_on_with(duel: Duel, client: Client, ann: Player) -> None:
    live, private = duel(), play_out(duel(visibility="private"))

    assert "data-go-on" not in client.get(reverse("replay", args=[live.pk])).content.decode()
    assert go_on(client, live).url.startswith(reverse("replay", args=[live.pk]))
    assert go_on(client, private).status_code == 404
    assert Match.objects.count() == 2 and not Player.objects.exclude(username__in=["ann", "ben"]).exists()


def test_a_finished_match_shows_seed_decks_and_how_it_went(duel: Duel, client: Client) -> None:
    over = play_out(duel())

    shown = client.get(reverse("replay", args=[over.pk])).content.decode()

    assert secrets_of(over)[0].hex() in shown and over.seed_commitment in shown
    deck = over.seats.get(index=0).deck["cards"]
    assert all(f"{copies} × " in shown for copies in deck.values())
    assert shown.count('class="series') == 2 and "<table" in shown and "failed verification" not in shown


def test_a_running_match_shows_none_of_it(duel: Duel, client: Client, ann: Player) -> None:
    live = duel()
    client.force_login(ann)

    shown = client.get(reverse("replay", args=[live.pk])).content.decode()

    assert secrets_of(live)[0].hex() not in shown and "facts-of-match" not in shown and "series" not in shown


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_damaged_log_is_said_on_every_page_that_shows_it(
    duel: Duel, client: Client, ann: Player, language: str
) -> None:
    over = play_out(duel())
    client.force_login(ann)
    pages = [reverse(name, args=[over.pk]) for name in ("watch", "replay", "play")]
    sound = [client.get(page).content.decode() for page in pages]

    with lifted_triggers():
        Event.objects.filter(match=over.pk, seq=3).update(hash=b"x" * 32)
    said = [client.get(page, headers={"Accept-Language": language}).content.decode() for page in pages]

    assert ['class="alarm"' in page for page in sound] == [False] * 3
    assert ['class="alarm"' in page for page in said] == [True] * 3


def test_the_chart_tells_what_decides_event_by_event(duel: Duel) -> None:
    over = play_out(duel())

    course = course_of(over)

    ends = {seats[0]: points[-1][1] for (_label, seats), points in course.series.items()}
    assert course.last == over.version and list(ends.values()) == over.outcome["scores"]["points"]
    assert all(points[0][0] == 0 for points in course.series.values())
    assert all(before[1] != after[1] for points in course.series.values() for before, after in pairwise(points))
