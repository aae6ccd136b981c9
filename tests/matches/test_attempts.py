"""Guessing passwords is slowed down, and no player is locked out of their own account."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.db import connection
from django.test import Client, RequestFactory

from common.text.errors import ServiceError
from players import attempts
from players.attempts import BROWSER_COOKIE
from players.models import KnownClient, Player

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
RIGHT = "correct horse"
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"
Door = Callable[..., tuple[int, Client]]


@pytest.fixture(autouse=True)
def _behind_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as behind a proxy, with smaller limits: the client's address is the last entry of X-Forwarded-For."""
    monkeypatch.setattr(settings, "PROXIES", 1)
    for policy, (requests, seconds) in {"passwords": (3, 900), "guesses": (9, 900), "strangers": (9, 3600)}.items():
        monkeypatch.setitem(settings.THROTTLES, policy, (requests, seconds))


@pytest.fixture
def kei() -> Player:
    return Player.objects.create_superuser("kei", password=RIGHT)


def by_api(address: str, password: str, name: str = "kei", client: Client | None = None) -> tuple[int, Client]:
    client = client or Client()
    body = {"username": name, "password": password}
    answer = client.post(
        "/api/v1/tokens", body, content_type="application/json", headers={"X-Forwarded-For": f"6.6.6.6, {address}"}
    )
    return {201: 200}.get(answer.status_code, answer.status_code), client


def by_page(address: str, password: str, name: str = "kei", client: Client | None = None) -> tuple[int, Client]:
    """Sign in on the page. Returns 200 if it worked, 401 if the form came again, and the client."""
    client = client or Client()
    body = {"username": name, "password": password, "next": "/admin/"}
    answer = client.post("/admin/login/", body, headers={"X-Forwarded-For": f"6.6.6.6, {address}"})
    return {302: 200, 200: 401}.get(answer.status_code, answer.status_code), client


DOORS = pytest.mark.parametrize("door", [by_api, by_page])


@DOORS
def test_wrong_passwords_of_one_address_slow_down_no_other(door: Door, kei: Player) -> None:
    guesses = [door(ELSEWHERE, f"wrong-{n}")[0] for n in range(5)]

    assert guesses == [401] * 3 + [429] * 2
    assert door(ELSEWHERE, RIGHT)[0] == 429
    assert door(HOME, RIGHT)[0] == 200


@DOORS
def test_both_doors_count_the_same_guesses(door: Door, kei: Player) -> None:
    for n in range(3):
        (by_api if n % 2 else by_page)(ELSEWHERE, "wrong")

    assert door(ELSEWHERE, "wrong")[0] == 429


@DOORS
def test_guesses_from_many_addresses_keep_the_owner_out_of_no_address_that_he_has_used(door: Door, kei: Player) -> None:
    assert door(HOME, RIGHT)[0] == 200

    guesses = [door(f"203.0.113.{n // 2}", "wrong")[0] for n in range(12)]

    assert guesses == [401] * 9 + [429] * 3
    assert door("192.0.2.1", RIGHT)[0] == 429, "a stranger cannot be told from who guesses"
    assert door(HOME, RIGHT)[0] == 200


def test_guesses_keep_the_owner_out_of_no_browser_that_he_has_used(kei: Player) -> None:
    _, browser = by_page(HOME, RIGHT)
    for n in range(10):
        by_page(f"203.0.113.{n // 2}", "wrong")
        by_page(HOME, "wrong")
    del browser.cookies[settings.SESSION_COOKIE_NAME]
    assert by_page("192.0.2.1", RIGHT)[0] == 429

    assert by_page("192.0.2.1", RIGHT, client=browser)[0] == 200


def test_a_known_browser_and_a_known_address_may_not_guess_for_ever(kei: Player) -> None:
    _, browser = by_page(HOME, RIGHT)

    by_browser = [by_page(f"203.0.113.{n}", "wrong", client=browser)[0] for n in range(5)]
    by_address = [by_page(HOME, "wrong")[0] for _ in range(5)]

    assert by_browser == by_address == [401] * 3 + [429] * 2


def test_a_browser_that_is_known_to_somebody_else_is_a_stranger(kei: Player) -> None:
    Player.objects.create_superuser("eve", password=RIGHT)
    _, browser = by_page(ELSEWHERE, RIGHT, name="eve")
    for n in range(9):
        by_page(f"203.0.113.{n}", "wrong")

    assert by_page(ELSEWHERE, RIGHT, client=browser)[0] == 429


def test_a_cookie_that_somebody_made_up_makes_no_browser_known(kei: Player) -> None:
    browser = Client()
    browser.cookies[BROWSER_COOKIE] = "0" * 32

    by_page(HOME, RIGHT, client=browser)

    assert browser.cookies[BROWSER_COOKIE].value != "0" * 32
    assert browser.cookies[BROWSER_COOKIE]["httponly"] and browser.cookies[BROWSER_COOKIE]["samesite"] == "Lax"
    assert KnownClient.objects.filter(player=kei).count() == 2


def test_the_api_neither_reads_nor_sets_a_cookie(kei: Player) -> None:
    _, browser = by_page(HOME, RIGHT)
    for n in range(9):
        by_page(f"203.0.113.{n}", "wrong")

    assert by_api(ELSEWHERE, RIGHT, client=browser)[0] == 429
    assert by_api(HOME, RIGHT)[1].cookies == {}


@DOORS
def test_one_address_tries_only_so_many_names(door: Door) -> None:
    guesses = [door(ELSEWHERE, "wrong", name=f"name-{n}")[0] for n in range(11)]

    assert guesses == [401] * 9 + [429] * 2
    assert door(HOME, "wrong", name="name-1")[0] == 401


@DOORS
def test_an_unknown_address_is_never_taken_for_another(door: Door, kei: Player) -> None:
    guesses = [door("unknown", "wrong")[0] for _ in range(9)]

    assert guesses == [401] * 9, "as from nine places"
    assert door("unknown", "wrong")[0] == 429, "the name's own count holds"
    assert not KnownClient.objects.exists()


@DOORS
def test_who_signs_in_again_and_again_is_not_slowed_down(door: Door, kei: Player) -> None:
    assert [door(HOME, RIGHT)[0] for _ in range(12)] == [200] * 12
    assert KnownClient.objects.filter(player=kei).count() <= attempts.MOST_KNOWN_CLIENTS


def test_only_so_many_places_are_remembered_and_the_newest_are(kei: Player) -> None:
    for n in range(attempts.MOST_KNOWN_CLIENTS + 5):
        by_api(f"192.0.2.{n}", RIGHT)

    assert KnownClient.objects.filter(player=kei).count() == attempts.MOST_KNOWN_CLIENTS
    newest = attempts._digest("address", f"192.0.2.{attempts.MOST_KNOWN_CLIENTS + 4}")
    assert KnownClient.objects.filter(player=kei, digest=newest).exists()
    assert "192.0.2" not in str(list(KnownClient.objects.values()))


def test_names_that_are_read_alike_are_counted_together(kei: Player) -> None:
    names = ["kei", "KEI", "Ｋｅｉ", "kei"]

    assert [by_api(ELSEWHERE, "wrong", name=names[n % 4])[0] for n in range(5)] == [401] * 3 + [429] * 2


@pytest.mark.django_db(transaction=True)
def test_many_guesses_at_once_get_no_further_than_many_in_turn(kei: Player) -> None:
    seen: list[str] = []

    def guess() -> None:
        request = RequestFactory().post("/", headers={"X-Forwarded-For": ELSEWHERE})
        try:
            seen.append("wrong" if authenticate(request, username="kei", password="wrong") is None else "in")
        except ServiceError:
            seen.append("slowed")
        finally:
            connection.close()

    threads = [threading.Thread(target=guess) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(seen) == ["slowed"] * 17 + ["wrong"] * 3


def test_without_a_request_the_name_is_counted_all_the_same(kei: Player) -> None:
    def guess() -> Any:
        return authenticate(None, username="kei", password="wrong")

    assert [guess() for _ in range(9)] == [None] * 9
    with pytest.raises(ServiceError, match="too_fast"):
        guess()


def test_the_limits_are_what_the_manual_says() -> None:
    assert settings.FAILURES == {
        "passwords": (8, 900),
        "guesses": (60, 900),
        "strangers": (60, 3600),
        "refused_tokens": (60, 60),
        "refused_codes": (30, 60),
    }
