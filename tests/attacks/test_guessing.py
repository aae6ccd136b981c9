"""Guessing passwords and tokens is slowed down, and only for the attacker."""

import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest

from tests.attacks import raw
from tests.faults.stack import Stack

HERE, THERE = "203.0.113.9", "198.51.100.7"
RIGHT = "correct horse battery"


def sign_in(service: Stack, name: str, password: str, address: str) -> int:
    return raw.post(service.port, "/api/v1/tokens", {"username": name, "password": password}, address=address)[0]


def test_wrong_passwords_of_a_stranger_lock_nobody_out(service: Stack) -> None:
    service.sign_up("victim")

    guesses = [sign_in(service, "victim", f"wrong-{n}", HERE) for n in range(12)]

    assert guesses == [401] * 8 + [429] * 4
    assert sign_in(service, "victim", RIGHT, THERE) == 201


def test_an_address_that_is_none_is_taken_for_nobody_else_s(service: Stack) -> None:
    service.sign_up("nowhere")

    guesses = [sign_in(service, "nowhere", f"wrong-{n}", "unknown") for n in range(12)]

    assert guesses == [401] * 12
    assert sign_in(service, "nowhere", RIGHT, "not-an-address") == 201


def test_what_a_client_says_of_its_address_does_not_help_it(service: Stack) -> None:
    service.sign_up("forged")

    guesses = [sign_in(service, "forged", f"wrong-{n}", f"10.0.0.{n}, {HERE}") for n in range(12)]

    assert guesses == [401] * 8 + [429] * 4


@pytest.mark.exhaustive
def test_the_superuser_signs_in_to_the_admin_while_others_guess(service: Stack) -> None:
    service.manage("createsuperuser", "--noinput", "--username", "root", "--email", "", DJANGO_SUPERUSER_PASSWORD=RIGHT)
    page = f"http://127.0.0.1:{service.port}/admin/login/"

    def sign_in_on_page(password: str, address: str) -> int:
        cookies = CookieJar()
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": address, "Referer": "https://127.0.0.1/"}
        with urllib.request.urlopen(urllib.request.Request(page, headers=headers), timeout=30) as answer:
            cookies.extract_cookies(answer, urllib.request.Request(page.replace("http:", "https:")))
        token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
        form = {"username": "root", "password": password, "csrfmiddlewaretoken": token, "next": "/health/live"}
        request = urllib.request.Request(page, urllib.parse.urlencode(form).encode(), headers)
        request.add_header("Cookie", f"csrftoken={token}")
        request.add_header("Origin", "https://127.0.0.1")
        try:
            with urllib.request.build_opener(Stay()).open(request, timeout=30) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    assert [sign_in_on_page("wrong", HERE) for _ in range(9)] == [200] * 8 + [429]
    assert sign_in_on_page(RIGHT, HERE) == 429
    assert sign_in_on_page(RIGHT, THERE) == 302


class Stay(urllib.request.HTTPRedirectHandler):
    """A handler that does not follow redirects."""

    def redirect_request(self, *given: object) -> None:
        return None


def test_wrong_tokens_are_slowed_down_and_right_ones_of_the_same_address_are_not(service: Stack) -> None:
    token = service.sign_up("honest")
    address = "203.0.113.77"

    def asked(token: str, path: str = "/api/v1/me", method: str = "GET") -> int:
        return raw.ask(service.port, raw.head(method, path, token=token, address=address))[0]

    nowhere = "/api/v1/matches/00000000-0000-7000-8000-000000000000"
    paths = [("/api/v1/me", "GET"), (f"{nowhere}/actions", "POST"), (f"{nowhere}/stream", "GET")]
    begun = time.monotonic()
    guesses = [asked(f"match_{n:064}", *paths[n % 3]) for n in range(75)]
    seconds = time.monotonic() - begun  # In each, one more guess is let through.

    assert guesses[:60] == [401] * 60 and set(guesses[60:]) <= {401, 429}
    assert guesses.count(401) <= 60 + seconds
    assert asked(token) == 200
    assert raw.ask(service.port, raw.head("GET", "/api/v1/me", token="x", address=THERE))[0] == 401
