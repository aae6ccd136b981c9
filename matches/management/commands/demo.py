"""`manage.py demo`: run the whole service on one machine, with two bots at play. `make demo` calls it."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.sets.selectors import newest_revision, rules_of
from matches.models import Match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player

RULESET = "invictus"
BOTS = ("ismcts", "greedy")


class Command(BaseCommand):
    help = "Run the web service, a worker and two bots on SQLite. Ctrl-C stops them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        _check_port(port)
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        password = _admin_password()
        match = _bots_at_play()

        for number in (signal.SIGINT, signal.SIGTERM):  # Shells let background processes ignore SIGINT.
            signal.signal(number, signal.default_int_handler)
        processes = [_start(name, command) for name, command in _commands(port).items()]
        try:
            _wait_until_up(port, processes)
            self._say(port, password, match)
            while all(process.poll() is None for process in processes):
                time.sleep(0.5)
            raise CommandError(f"a process stopped unexpectedly: see {_logs()}")
        except KeyboardInterrupt:
            self.stdout.write("\nStopping …")
        finally:
            _stop(processes)

    def _say(self, port: int, password: str | None, match: Match) -> None:
        root = f"http://127.0.0.1:{port}"
        label = (
            f"password {password} (made for this start; change it after signing in)" if password else "your password"
        )
        self.stdout.write(
            f"""
The match service is running. Ctrl-C stops it.

  Home                {root}/
  Watch bots at play  {root}/matches/{match.pk}/
  Play                {root}/play/
  Leagues             {root}/leagues/
  Account             {root}/account/
  API documentation   {root}/api/docs/
  Admin               {root}/admin/   user admin, {label}
  Logs                {_logs()}
"""
        )


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise CommandError(f"port {port} is in use: choose another with `make demo PORT={port + 1}`") from error


def _admin_password() -> str | None:
    """Set a new password for `admin` and return it. None once someone has signed in as `admin`."""
    admin, _ = Player.objects.get_or_create(username="admin", defaults={"is_staff": True, "is_superuser": True})
    if admin.last_login is not None:
        return None
    password = secrets.token_urlsafe(9)
    admin.set_password(password)
    admin.save()
    return password


def _bots_at_play() -> Match:
    """A public match in which a bot must act, or a new match of two bots with the first two starter decks."""
    public = Match.objects.filter(visibility=Match.Visibility.PUBLIC)
    running = public.filter(status=Match.Status.PLAYING, bot_to_act=True).first()
    if running is not None:
        return running
    revision = newest_revision(RULESET)
    decks = rules_of(RULESET, 1, revision.pk).starter_decks
    seats = [SeatPlan(kind="bot", bot=bot, deck={"cards": deck.cards}) for bot, deck in zip(BOTS, decks, strict=False)]
    return open_match(ruleset=RULESET, options={}, seats=seats)


def _logs() -> Path:
    return Path(settings.VAR_DIR) / "log"


def _start(name: str, command: list[str]) -> subprocess.Popen[bytes]:
    """Start a process with its output in a log file, in a session of its own: Ctrl-C reaches only this command."""
    _logs().mkdir(parents=True, exist_ok=True)
    with (_logs() / f"{name}.log").open("wb") as log:
        return subprocess.Popen(command, start_new_session=True, stdout=log, stderr=subprocess.STDOUT)


def _commands(port: int) -> dict[str, list[str]]:
    var = Path(settings.VAR_DIR)
    web = f"--interface wsgi --http 1 --host 127.0.0.1 --port {port} --log-level warning --runtime-mode st"
    web += " --respawn-failed-workers --blocking-threads 128"
    work = "worker -B --concurrency 1 --queues answers,bots,files,hooks,leagues,mail,maintenance"
    work += f" --schedule {var / 'beat'}"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    os.environ.setdefault("PUBLIC_URL", f"http://127.0.0.1:{port}")
    return {
        "web": [sys.executable, "-m", "granian", *web.split(), "config.wsgi:application"],
        "worker": [sys.executable, "-m", "celery", "-A", "config", *work.split()],
    }


def _wait_until_up(port: int, processes: list[subprocess.Popen[bytes]]) -> None:
    for _ in range(150):
        if any(process.poll() is not None for process in processes):
            raise CommandError(f"a process did not start: see {_logs()}")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise CommandError("the web process did not answer within 30 seconds")


def _stop(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
    for process in processes:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
