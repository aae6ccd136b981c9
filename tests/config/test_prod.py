"""The production settings: the variables they require, and no warnings from Django's checks."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

pytestmark = pytest.mark.processes

GIVEN = {
    "SECRET_KEY": "a-key-of-more-than-fifty-characters-that-nobody-guesses-0123456789",
    "SEED_SEALING_KEY": "7f" * 32,
    "ROOT_SIGNING_KEY": "5f" * 32,
    "DATABASE_URL": "postgres://user:password@127.0.0.1:5432/matches",
    "ALLOWED_HOSTS": "play.example.org,.example.net",
    "CELERY_BROKER_URL": "redis://127.0.0.1:6379/0",
}


def check(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in GIVEN}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.BASE_DIR,
        env={**kept, **environment, "DJANGO_SETTINGS_MODULE": "config.settings.prod"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_deployment_has_nothing_to_be_warned_about() -> None:
    checked = check(GIVEN)

    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


def test_all_that_is_missing_is_said_at_once() -> None:
    checked = check({})

    assert checked.returncode != 0
    assert all(f"- {name} is not set. It is " in checked.stderr for name in GIVEN)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "short"),
        ("SEED_SEALING_KEY", "00" * 32),
        ("SEED_SEALING_KEY", "zz"),
        ("SEED_SEALING_KEY_FALLBACKS", "11,22"),
        ("ROOT_SIGNING_KEY", "00" * 32),
        ("ROOT_PUBLIC_KEYS", "zz"),
        ("HSTS_PRELOAD", "on"),
        ("EMAIL_URL", "smtp+tls://user:password@mail.example.org:587"),
    ],
)
def test_a_secret_that_is_none_is_refused(name: str, value: str) -> None:
    checked = check({**GIVEN, name: value})

    assert checked.returncode != 0
    assert f"- {name} " in checked.stderr
    assert len([line for line in checked.stderr.splitlines() if line.startswith("- ")]) == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("environment", "header"),
    [
        ({}, "max-age=31536000"),
        ({"HSTS_SECONDS": "3600"}, "max-age=3600"),
        ({"HSTS_SECONDS": "0"}, None),
        ({"HSTS_SUBDOMAINS": "on"}, "max-age=31536000; includeSubDomains"),
        ({"HSTS_SUBDOMAINS": "on", "HSTS_PRELOAD": "on"}, "max-age=31536000; includeSubDomains; preload"),
        ({"HTTPS": "off", "HSTS_SUBDOMAINS": "on"}, None),
    ],
)
def test_hsts_binds_this_host_unless_its_operator_says_more(environment: dict[str, str], header: str | None) -> None:
    ask = (
        "import django; django.setup(); from django.test import Client; "
        "answer = Client().get('/health/live', secure=True, headers={'Host': 'play.example.org'}); "
        "print(answer.status_code, answer.get('Strict-Transport-Security'))"
    )
    kept = {name: value for name, value in os.environ.items() if name not in GIVEN}
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=settings.BASE_DIR,
        env={**kept, **GIVEN, **environment, "DJANGO_SETTINGS_MODULE": "config.settings.prod"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.split("\n")[0] == f"200 {header}", done.stderr
