"""`.env`: what `make_env` writes is enough, every setting in the manual works there, and the file is not committed."""

import json
import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests.config.test_compose import OURS, ROOT, SERVICES

pytestmark = pytest.mark.processes
PROXY = ROOT / "config" / "proxy" / "nginx.conf"

OTHERS = {
    "DATABASE_URL": "postgres://me:secret@db.example.org:5432/other",
    "REPLICA_URL": "postgres://me:secret@replica.example.org:5432/other",
    "CELERY_BROKER_URL": "amqp://me:secret@mq.example.org:5672//",
    "REDIS_URL": "redis://cache.example.org:6379/5",
    "SECRET_KEY": "another-key-of-more-than-fifty-characters-0123456789-0123456789",
    "SEED_SEALING_KEY": "7f" * 32,
    "SEED_SEALING_KEY_FALLBACKS": "6f" * 32,
    "ROOT_SIGNING_KEY": "5f" * 32,
    "ROOT_PUBLIC_KEYS": "4f" * 32,
    "ALLOWED_HOSTS": "other.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://other.example.org",
    "API_ORIGINS": "https://client.example.org",
    "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    "MAIL_FROM": "other@example.org",
    "PUBLIC_URL": "https://other.example.org",
    "METRICS_TOKEN": "another-token",
    "ARCHIVE_S3_BUCKET": "old-matches",
    "ARCHIVE_S3_URL": "https://s3.example.org",
    "ARCHIVE_S3_REGION": "eu-1",
    "ARCHIVE_S3_KEY": "key",
    "ARCHIVE_S3_SECRET": "secret",
    "LOG_LEVEL": "ERROR",
    "HTTPS": "off",
    "HSTS_SUBDOMAINS": "on",
    "HSTS_PRELOAD": "on",
}
"""A different value for each setting. Settings that are missing here are numbers."""
BUCKET = {"ARCHIVE_S3_BUCKET": "matches"}
WITH = {
    **dict.fromkeys(("ARCHIVE_S3_URL", "ARCHIVE_S3_REGION", "ARCHIVE_S3_KEY", "ARCHIVE_S3_SECRET"), BUCKET),
    "EMAIL_URL": {"MAIL_FROM": "play@example.org"},
    "HSTS_PRELOAD": {"HSTS_SUBDOMAINS": "on"},
}
"""Setting -> other settings that it requires."""
FIXED = {"VAR_DIR", "PROMETHEUS_MULTIPROC_DIR"}
"""Paths inside a container."""
COMPARE = """
import importlib, json, os, re, sys
settings = {}
for name, environment in json.load(sys.stdin).items():
    os.environ.clear()
    os.environ.update(environment)
    for module in [m for m in sys.modules if m.startswith("config.")]:
        del sys.modules[module]
    prod = importlib.import_module("config.settings.prod")
    settings[name] = {key: re.sub("0x[0-9a-f]+", "", repr(value)) for key, value in vars(prod).items() if key.isupper()}
print(json.dumps(settings))
"""


def in_the_manual() -> list[str]:
    """The setting names in the first column of the manual's table."""
    table = (ROOT / "docs" / "operations.md").read_text().partition("\n## Settings\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)]


def in_the_code() -> set[str]:
    folder = ROOT / "config" / "settings"
    pattern = r'\b(?:env\.\w+|database)\(\s*"([A-Z_]+)"'
    return {name for file in ("base.py", "prod.py") for name in re.findall(pattern, (folder / file).read_text())}


def interpolated(text: str, given: dict[str, str]) -> str:
    """Interpolate as Compose does: `${A:?why}` is required, `${A:-else}` has a default, and they may be nested."""
    inmost = re.compile(r"\$\{(\w+):([?-])([^${}]*)\}")

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        assert given.get(name) or kind == "-", f"{name}: {rest}"
        return given.get(name) or rest

    while found := inmost.search(text):
        text = text[: found.start()] + value(found) + text[found.end() :]
    return text


def environment(service: str, dotenv: dict[str, str]) -> dict[str, str]:
    """The environment of the service's containers."""
    assert SERVICES[service]["env_file"] == [{"path": ".env", "required": False}]
    own = SERVICES[service]["environment"]
    return {**dotenv, **{name: interpolated(str(value), dotenv) for name, value in own.items()}}


def settings_of(environments: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    done = subprocess.run(
        [sys.executable, "-c", COMPARE],
        cwd=settings.BASE_DIR,
        input=json.dumps(environments),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


@pytest.fixture
def dotenv(tmp_path: Path) -> dict[str, str]:
    """The variables that make_env writes."""
    call_command("make_env", "play.example.org", file=str(tmp_path / ".env"), verbosity=0)
    lines = (tmp_path / ".env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


def test_what_make_env_writes_is_all_that_is_needed(dotenv: dict[str, str]) -> None:
    interpolated((ROOT / "docker-compose.yml").read_text().replace("$$", ""), dotenv)

    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.BASE_DIR,
        env={
            "PATH": os.environ["PATH"],
            **environment("web", dotenv),
            "VAR_DIR": str(settings.VAR_DIR),
            "PROMETHEUS_MULTIPROC_DIR": "",
            "DJANGO_SETTINGS_MODULE": "config.settings.prod",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
    assert not list(ROOT.glob("*.db")), "counters of processes, for want of a folder"


def test_keys_are_fresh_and_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    written = [tmp_path / "one", tmp_path / "two"]
    for file in written:
        call_command("make_env", "play.example.org", port=8443, file=str(file), verbosity=0)

    one, two = (dict(line.split("=", 1) for line in file.read_text().splitlines() if "=" in line) for file in written)
    alike = {name for name, value in one.items() if two[name] == value}
    assert {name for name in one if name not in alike} == {
        *("POSTGRES_PASSWORD", "SECRET_KEY", "SEED_SEALING_KEY", "ROOT_SIGNING_KEY", "METRICS_TOKEN")
    }
    assert one["CSRF_TRUSTED_ORIGINS"] == "https://play.example.org:8443"
    assert stat.S_IMODE(written[0].stat().st_mode) == 0o600


@pytest.mark.parametrize("host", ["https://play.example.org", "a b", "x\nSECRET_KEY=1", "*", "a..example.org"])
def test_what_is_no_host_is_refused(tmp_path: Path, host: str) -> None:
    with pytest.raises(CommandError, match="not the name of a host"):
        call_command("make_env", host, file=str(tmp_path / ".env"))
    assert not (tmp_path / ".env").exists()


def test_keys_that_are_there_are_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("SEED_SEALING_KEY=old")

    with pytest.raises(CommandError, match="was not changed"):
        call_command("make_env", "play.example.org", file=str(tmp_path / ".env"))
    assert (tmp_path / ".env").read_text() == "SEED_SEALING_KEY=old"


def test_the_manual_and_the_code_name_the_same_settings() -> None:
    # dev.py and granian's processes read these too.
    assert sorted(in_the_manual()) == sorted(in_the_code() - {"DEBUG"})


def test_every_setting_of_the_manual_acts_by_the_file_alone(dotenv: dict[str, str]) -> None:
    names = sorted({*in_the_manual()} - FIXED)
    besides = {name: WITH.get(name, {}) for name in names}
    given = {name: {**dotenv, **besides[name], name: OTHERS.get(name, "7")} for name in names}
    environments = {name: environment("web", given[name]) for name in names}
    environments |= {f"without {name}": environment("web", {**dotenv, **besides[name]}) for name in names}

    found = settings_of(environments)

    assert [name for name in names if found[name] == found[f"without {name}"]] == []


@pytest.mark.parametrize(("port", "url"), [("443", "https://$host:443"), ("8443", "https://$host:8443")])
def test_the_proxy_sends_on_to_the_port_that_leads_to_it(dotenv: dict[str, str], port: str, url: str) -> None:
    command = interpolated(SERVICES["proxy"]["command"][2], {**dotenv, "PORT": port})
    replacing = shlex.split(command.partition(" > ")[0])

    written = subprocess.run([*replacing[:-1], PROXY], capture_output=True, text=True, check=True).stdout

    assert f"return 308 {url}$request_uri;" in written and written.count(":443") == (port == "443")


@pytest.mark.parametrize("service", OURS)
def test_every_service_has_all_settings(service: str, dotenv: dict[str, str]) -> None:
    assert environment(service, {**dotenv, "RATE_FACTOR": "7"}) == environment("web", {**dotenv, "RATE_FACTOR": "7"})


def test_an_empty_setting_is_as_good_as_none(dotenv: dict[str, str]) -> None:
    empty = dict.fromkeys({*in_the_manual()} - FIXED - {*dotenv}, "")

    found: dict[str, Any] = settings_of(
        {"none": environment("web", dotenv), "empty": environment("web", dotenv | empty)}
    )

    assert len(empty) > 20 and found["empty"] == found["none"]


@pytest.mark.parametrize("path", [".env", "acme/.well-known/acme-challenge/x", "privkey.pem", "match.dump"])
def test_what_is_secret_is_neither_committed_nor_copied_into_an_image(path: str) -> None:
    ignored = subprocess.run(["git", "check-ignore", "--quiet", path], cwd=ROOT, check=False)
    patterns = (ROOT / ".dockerignore").read_text().split()

    assert ignored.returncode == 0
    assert any(Path(path.partition("/")[0]).match(pattern) for pattern in patterns)
