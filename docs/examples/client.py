"""A client of the match service in one file, without dependencies. Python 3.10 or newer.

    me = Client.sign_up("http://127.0.0.1:8000", "ann", "a quiet rook 7")
    match = me.open_match("invictus", [me.seat("kingdom-standard"), me.bot("greedy", "kingdom-standard")])
    me.play(match, choose)

`choose(view, legal_actions)` returns one of the legal actions; `play` calls it whenever it is this player's turn.
"""

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
Choose = Callable[[Json, list[Json]], Json]


class Refused(Exception):
    """The service said no: `code` is stable, `problem` is the whole document."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        self.code: str = problem["code"]
        self.problem = problem


class Client:
    def __init__(self, base: str, token: str | None = None, language: str = "en") -> None:
        self.base = base.rstrip("/")
        self.token = token
        self.language = language

    # Who I am

    @classmethod
    def sign_up(cls, base: str, username: str, password: str) -> "Client":
        cls(base).post("/api/v1/players", {"username": username, "password": password})
        return cls.sign_in(base, username, password)

    @classmethod
    def sign_in(cls, base: str, username: str, password: str) -> "Client":
        given = cls(base).post("/api/v1/tokens", {"username": username, "password": password, "name": "client.py"})
        return cls(base, given["token"])

    # Matches

    def seat(self, deck: Any = None) -> Json:
        return {"kind": "me", "deck": deck, "ready": True}

    def bot(self, name: str, deck: Any = None) -> Json:
        return {"kind": "bot", "bot": name, "deck": deck}

    def open_match(self, ruleset: str, seats: list[Json], **more: Any) -> Json:
        return self.post("/api/v1/matches", {"ruleset": ruleset, "seats": seats, **more})

    def join(self, match: Json, deck: Any = None, entropy: str = "") -> Json:
        return self.post(f"{match['url']}/join", {"deck": deck, "entropy": entropy})

    def resign(self, match: Json, note: str = "") -> Json:
        return self.post(f"{match['url']}/resign", {"note": note})

    def play(self, match: Json, choose: Choose) -> Json:
        """Answer every prompt until the match is over; returns the finished match."""
        after = -1
        while (now := self.get(match["url"]))["status"] != "over":
            if now["my_seat"] in [seat["seat"] for seat in now["to_act"]]:
                self.take_turn(now, choose)
                continue
            page = self.get(f"{match['url']}/events?after={after}&wait=20")
            after = page["events"][-1]["seq"] if page["events"] else after
        return now

    def take_turn(self, match: Json, choose: Choose) -> None:
        legal = self.get(f"{match['url']}/legal-actions")
        actions = [entry["action"] for entry in legal["legal_actions"]]
        if not actions:
            return
        action = choose(self.get(f"{match['url']}/view"), actions)
        try:
            self.post(f"{match['url']}/actions", {"version": legal["version"], "action": action})
        except Refused as refused:
            # Something has happened since we looked: look again.
            if refused.code not in ("stale_version", "not_asked", "match_over"):
                raise

    # Requests

    def get(self, path: str) -> Json:
        return self._send("GET", path, None, {})

    def post(self, path: str, body: Json) -> Json:
        """Safe to repeat: the key makes sure that it happens once, however often it is sent."""
        return self._send("POST", path, body, {"Idempotency-Key": uuid.uuid4().hex})

    def _send(self, method: str, path: str, body: Json | None, headers: dict[str, str], attempts: int = 5) -> Json:
        headers = {"Accept-Language": self.language, "Content-Type": "application/json", **headers}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)  # type: ignore[no-any-return]
        except urllib.error.HTTPError as error:
            with error:
                problem = json.load(error)
            if error.code in (429, 503) and attempts > 1:
                time.sleep(float(error.headers.get("Retry-After", 1)))
                return self._send(method, path, body, headers, attempts - 1)
            raise Refused(problem) from None
        except urllib.error.URLError:
            if attempts == 1:
                raise
            time.sleep(1)
            return self._send(method, path, body, headers, attempts - 1)
