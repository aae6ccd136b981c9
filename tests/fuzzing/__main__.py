"""`python -m tests.fuzzing [CASES [PHASES]]`: run Schemathesis on its own service (SQLite), signed in, with real ids.

It tries about CASES requests (20,000 by default) in these phases or in all, streams included. It fails on a status of
500 or more, on answers that don't match the OpenAPI document, and on undocumented statuses.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from tests.faults.servers import free_port, wait_for

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "openapi.json"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
CASES = 20_000
PHASES = "examples,coverage,fuzzing,stateful"
MOST_WAITED = 1
"""Most seconds of `wait`, so that thousands of cases do not take half a minute each."""


CLOCK = {"type": "correspondence", "days": 3}
BOTS = [{"name": name, "bot": "random"} for name in ("one", "two")]
LEAGUE = {
    "league": "fuzzed",
    "names": {"ja": "夜", "en": "Fuzzed"},
    "ruleset": "battle_line",
    "entrants": BOTS,
    "format": {"type": "round_robin"},
}
MAKE_OPERATOR = """
from django.contrib.auth.models import Group
from players.models import Player
Player.objects.get(username="fuzzer").groups.add(Group.objects.get(name="League operators"))
Player.objects.create_user("somebody")
"""


class Service:
    """A process of the web service, with an account and objects that belong to it."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.token = ""
        self.log = folder / "log"
        settings = {
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
            "VAR_DIR": str(folder),
            "RATE_FACTOR": "100000",
            "STREAM_SECONDS": "1",
        }
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        self.environment = {**kept, **settings}
        here = {"cwd": ROOT, "env": self.environment}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True, **here)  # type: ignore[call-overload]
        command = [str(Path(sys.executable).parent / "granian"), "--interface", "wsgi", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--blocking-threads", "32", "config.wsgi:application"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **here)  # type: ignore[call-overload]
        wait_for(self._answers, "the service")

    def _answers(self) -> bool:
        try:
            self.send("GET", "rulesets")
        except OSError:
            return False
        return True

    def send(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}"
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
            return json.loads(answer.read() or b"null")

    def real_ids(self) -> dict[str, Any]:
        """Parameter -> ids: of a live and a finished match, and of one object of each other kind."""
        credentials = {"username": "fuzzer", "password": "correct horse battery"}
        player = self.send("POST", "players", credentials)
        self.token = self.send("POST", "tokens", credentials)["token"]
        subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", MAKE_OPERATOR],
            check=True, cwd=ROOT, env=self.environment,
        )  # fmt: skip
        seats = [{"kind": "me", "ready": True}, {"kind": "bot", "bot": "random"}]
        live, over = (self.send("POST", "matches", {"ruleset": "battle_line", "seats": seats}) for _ in range(2))
        self.send("POST", f"matches/{over['id']}/resign", {})
        kept, lost = (
            self.send("POST", "decks", {"ruleset": "invictus", "name": name, "cards": {}}) for name in ("Kept", "Lost")
        )
        self.send("POST", "leagues", LEAGUE)
        challenge = self.send("POST", "challenges", {"opponent": "somebody", "ruleset": "battle_line"})
        request = self.send("POST", "pairing-requests", {"ruleset": "battle_line", "clock": CLOCK})
        return {
            "match_id": [live["id"], over["id"]],
            "deck_id": [kept["id"]],
            "delete_deck.deck_id": [lost["id"]],
            "number": [1],
            "player_id": [player["id"]],
            "challenge_id": [challenge["id"]],
            "request_id": [request["id"]],
            "league": [LEAGUE["league"]],
            "season": [1],
            "token_id": ["0" * 16],  # Not the token in use, which must stay valid.
            "slug": ["battle_line", "invictus"],
            "ruleset": ["battle_line", "invictus"],
        }


def document_with(ids: dict[str, Any]) -> Any:
    """The OpenAPI document, with path parameters restricted to these ids."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    for path, methods in document["paths"].items():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                name = parameter["name"]
                known = ids.get(f"{operation['operationId']}.{name}", ids.get(name))
                if parameter["in"] == "path" and known is not None:
                    # Only the stream of a finished match ends.
                    parameter["schema"] = {"enum": known[1:] if "stream" in path else known}
                if parameter["name"] == "wait":
                    parameter["schema"]["maximum"] = MOST_WAITED
    return document


def main(cases: int, phases: str) -> int:
    with tempfile.TemporaryDirectory(prefix="fuzzing-") as name:
        folder = Path(name)
        service = Service(folder)
        try:
            document = document_with(service.real_ids())
            (folder / "openapi.json").write_text(json.dumps(document))
            operations = sum(len(methods) for methods in document["paths"].values())
            command = [str(Path(sys.executable).parent / "schemathesis"), "run", str(folder / "openapi.json")]
            command += ["--url", f"http://127.0.0.1:{service.port}", "--checks", CHECKS, "--workers", "4"]
            command += ["--header", f"Authorization: Bearer {service.token}", "--continue-on-failure", "--no-shrink"]
            command += ["--max-examples", str(max(1, cases // operations)), "--phases", phases]
            command += ["--exclude-operation-id", "revoke_token", "--warnings", "off", "--request-timeout", "20"]
            command += ["--suppress-health-check", "all", "--seed", "17"]
            hooked = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.fuzzing.hooks", "PYTHONPATH": str(ROOT)}
            return subprocess.run(command, cwd=folder, check=False, env=hooked).returncode
        finally:
            service.process.terminate()
            service.process.wait(10)


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    sys.exit(main(int(given.get(1, CASES)), given.get(2, PHASES)))
