"""Guests: playing without signing up, getting a full account, and deletion."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.http.limits import buckets
from common.text.errors import ServiceError
from matches.models import Match
from matches.services.ratings import rated_problems
from matches.workers import maintenance
from players.guests import GUEST_SESSION
from players.models import Player
from players.services import sign_up
from players.tokens import make_token
from rules.registry import slugs

pytestmark = pytest.mark.django_db

PASSWORD = "a quiet rook 7"


def now_at(game: str) -> str:
    return reverse("play-now", args=[game])


def guest_of(client: Client, game: str = "battle_line") -> Player:
    client.post(now_at(game))
    return Player.objects.get(pk=client.session["_auth_user_id"])


@pytest.mark.parametrize("game", slugs())
def test_one_click_is_a_match_of_each_game(client: Client, game: str) -> None:
    answer = client.post(now_at(game))

    match = Match.objects.get()
    assert answer["Location"] == reverse("play", args=[match.pk])
    assert match.status == Match.Status.PLAYING and match.ruleset == game
    assert match.seats.get(index=0).player.is_guest and match.seats.get(index=1).bot == "easy"
    assert client.get(answer["Location"]).status_code == 200


def test_who_is_signed_in_plays_as_himself(client: Client) -> None:
    ann = Player.objects.create_user("ann")
    client.force_login(ann)

    client.post(now_at("battle_line"))

    assert Match.objects.get().created_by == ann and not Player.objects.filter(is_guest=True).exists()


def test_guests_of_one_address_are_bounded(settings: Any) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "guests": (2, 3600)}
    buckets.cache_clear()

    clients = [Client() for _ in range(4)]
    answers = [client.post(now_at("battle_line")) for client in clients]

    assert Player.objects.count() == Match.objects.count() == 2
    assert [answer["Location"] == reverse("home") for answer in answers] == [False, False, True, True]
    home = clients[-1].get(reverse("home")).content.decode()
    assert "Too many guests came from your network. Sign up to play now." in home
    assert "Too many requests. Try again in 30 minutes." in home


def test_a_link_or_a_forged_form_opens_nothing(client: Client) -> None:
    assert client.get(now_at("battle_line")).status_code == 405
    assert Client(enforce_csrf_checks=True).post(now_at("battle_line")).status_code == 403
    assert client.post(now_at("no_such_game")).status_code == 404
    assert not Player.objects.exists()


def test_a_guest_becomes_a_full_account_and_keeps_its_matches(client: Client) -> None:
    guest, match = guest_of(client), Match.objects.get()

    answer = client.post(reverse("account-sign-up"), {"username": "mai", "password": PASSWORD})

    mai = Player.objects.get(pk=guest.pk)
    assert answer.status_code == 302 and (mai.username, mai.is_guest) == ("mai", False)
    assert client.get(reverse("play", args=[match.pk])).status_code == 200
    assert Client().login(username="mai", password=PASSWORD)
    assert Player.objects.count() == 1
    with pytest.raises(ServiceError, match="name_taken"):
        sign_up(username="MAI", password=PASSWORD)


@pytest.mark.parametrize("name", ["ann", "Ann", "guest-12345678", "GUEST-1", "deleted-1", "a\0b", "", "x" * 41])
def test_a_guest_gets_no_name_that_is_anothers_or_the_services(client: Client, name: str) -> None:
    sign_up(username="ann", password=PASSWORD)
    guest = guest_of(client)

    answer = client.post(reverse("account-sign-up"), {"username": name, "password": PASSWORD})

    assert answer.status_code == 400
    kept = Player.objects.get(pk=guest.pk)
    assert kept.is_guest and kept.username == guest.username and not kept.has_usable_password()


def test_a_guest_has_no_tokens_and_no_rated_matches(client: Client, raid: Any) -> None:
    guest = guest_of(client)

    with pytest.raises(ServiceError, match="guest_not_allowed"):
        make_token(player=guest, name="bot", scopes=["read"])
    found = rated_problems(
        raid, options={}, clock={"type": "correspondence", "days": 1}, visibility="public", seats=[("player", guest)]
    )
    assert {"code": "rated_without_guests", "seat": 0} in found
    assert not Client().login(username=guest.username, password="")


def test_guests_who_cannot_come_back_are_swept_and_others_stay(client: Client) -> None:
    gone, here = guest_of(client), guest_of(Client())
    Player.objects.filter(pk=gone.pk).update(last_login=timezone.now() - GUEST_SESSION - timedelta(minutes=1))
    Player.objects.filter(pk=here.pk).update(last_login=timezone.now() - GUEST_SESSION + timedelta(minutes=1))

    assert maintenance.sweep()["guests"] == 1

    gone.refresh_from_db()
    here.refresh_from_db()
    assert gone.deleted_at is not None and here.deleted_at is None
    assert Match.objects.get(created_by=gone).end_reason == "resignation"
    assert client.get(reverse("account-tokens")).status_code == 302
    assert maintenance.sweep()["guests"] == 0
