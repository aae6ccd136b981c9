"""A deployed service as its tests use it: requests to its web processes, and the commands of its operator."""

import json
import os
import random
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Protocol

import httpx2

from tests.faults.commands import Commands

ROOT = Path(__file__).resolve().parents[2]


class Database(Protocol):
    url: str


def settings_of_tests(folder: Path) -> dict[str, str]:
    """The environment of a deployed service, except the addresses of its servers. Its files are in `folder`."""
    return {
        **{
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DJANGO", "DATABASE", "EMAIL", "API_"))
        },
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
        "SECRET_KEY": "a secret for the tests of the deployed shape, long enough for Django",
        "SEED_SEALING_KEY": "22" * 32,
        "ROOT_SIGNING_KEY": "55" * 32,
        "ALLOWED_HOSTS": "127.0.0.1",
        "VAR_DIR": str(folder / "var"),
        "SWEEP_SECONDS": "1",
        "RATE_FACTOR": "1000",
        "MALLOC_ARENA_MAX": "2",
    }


class Service:
    """Requests and commands. A subclass starts the processes."""

    folder: Path
    postgres: Database
    environment: dict[str, str]
    root: str
    """The address of a web process, such as http://127.0.0.1:8000."""
    _commands: Commands | None = None

    def close_commands(self) -> None:
        if self._commands is not None:
            self._commands.close()
            self._commands = None

    def manage(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run manage.py in a loaded process, or in a new one if `environment` has variables."""
        if environment:
            command = [sys.executable, "manage.py", *arguments]
            variables = {**self.environment, **environment}
            return subprocess.run(command, env=variables, cwd=ROOT, capture_output=True, text=True, check=False)
        if self._commands is not None and self._commands.environment != self.environment:
            self.close_commands()
        self._commands = self._commands or Commands(self.environment)
        return self._commands.run(*arguments)

    def is_ready(self) -> bool:
        try:
            return self.send("GET", "/health/ready")[0] == 200
        except OSError:
            return False

    def send(
        self, method: str, path: str, body: Any = None, token: str = "", key: str = "", *, seconds: float = 30
    ) -> tuple[int, Any]:
        """Send a request. Returns status and document. Raises OSError if there is no answer in time."""
        headers = {"Content-Type": "application/json", "X-Forwarded-Proto": "https"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.root}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def fetch(self, path: str, token: str = "") -> httpx2.Response:
        """GET a page or a document."""
        headers = {"X-Forwarded-Proto": "https", **({"Authorization": f"Bearer {token}"} if token else {})}
        return httpx2.get(f"{self.root}{path}", headers=headers, timeout=30)

    def status(self, path: str, token: str = "") -> int:
        return self.fetch(path, token).status_code

    def insist(self, method: str, path: str, body: Any, token: str, key: str) -> tuple[int, Any]:
        """Repeat a request until the service can answer it, as a good client does."""
        for _ in range(1500):  # Five minutes: on a busy machine, a restarted service takes long.
            try:
                status, document = self.send(method, path, body, token, key)
                if status < 500:
                    return status, document
            except OSError:
                pass
            time.sleep(0.2)
        raise AssertionError(f"{method} {path} was never answered")

    def sign_up(self, name: str) -> str:
        credentials = {"username": name, "password": "correct horse battery"}
        status, document = self.insist("POST", "/api/v1/players", credentials, "", "")
        assert status == 201, document
        status, document = self.insist("POST", "/api/v1/tokens", credentials, "", "")
        assert status == 201, document
        return str(document["token"])

    def open_match(self, token: str, *seats: dict[str, Any], key: str = "", ruleset: str = "battle_line") -> str:
        """Open a match and return its path."""
        body = {"ruleset": ruleset, "seats": list(seats)}
        status, document = self.insist("POST", "/api/v1/matches", body, token, key or f"open-{random.random()}")
        assert status == 201, document
        return str(document["url"])

    def match(self, path: str) -> Any:
        status, document = self.send("GET", path)
        assert status == 200, document
        return document

    def is_over(self, path: str) -> bool:
        try:
            return bool(self.match(path)["status"] == "over")
        except (AssertionError, OSError):
            return False

    def play(self, path: str, token: str, moves: int, rng: random.Random) -> bool:
        """Take this many random actions, whatever fails in between. Returns True if the match is over."""
        taken = 0
        while taken < moves:
            status, legal = self.insist("GET", f"{path}/legal-actions", None, token, "")
            if status == 409 or self.is_over(path):
                return True
            if not legal["legal_actions"]:
                time.sleep(0.05)
                continue
            action = rng.choice(legal["legal_actions"])["action"]
            request = {"version": legal["version"], "action": action}
            status, document = self.insist("POST", f"{path}/actions", request, token, f"move-{legal['version']}")
            assert status in (201, 409), document
            taken += status == 201
        return self.is_over(path)
