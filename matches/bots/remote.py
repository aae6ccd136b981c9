"""House bots over the API, like anyone's own program: `python -m matches.bots.remote https://play.example.org greedy`.

Plays all matches of one account and takes every seat that it is called to. The account's token is in the environment as
MATCH_TOKEN (scopes `read` and `play`). It stores nothing: after a restart, it reads the events of its matches again.
"""

import argparse
import http.client
import json
import logging
import os
import secrets
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from matches.bots.remote_seat import RemoteSeat
from matches.bots.roster import HOUSE_BOTS, HouseBot, house_bot
from rules.engine import Ruleset
from rules.registry import bound_ruleset, set_digest, shipped_ruleset, shipped_set

logger = logging.getLogger(__name__)
Json = dict[str, Any]
BROKEN = (OSError, http.client.HTTPException)
ATTEMPTS = 8
WAIT_SECONDS = 5
"""How long a thread stays with a match after its move; the stream reports later turns."""
TIMEOUT = 60


class Refused(Exception):
    """The service refused a request; `problem` is the whole document."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        self.code: str = problem["code"]
        self.problem = problem


class Service:
    """Requests with one account's token. Each is repeated with its key while the service cannot be reached."""

    def __init__(self, base: str, token: str) -> None:
        self._base = base.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def get(self, path: str) -> Json:
        return self._send("GET", path, None, {})

    def post(self, path: str, body: Json) -> Json:
        return self._send("POST", path, body, {"Idempotency-Key": uuid.uuid4().hex})

    def lines(self, path: str) -> Iterator[Json]:
        """The messages of a stream until it closes or breaks; for more, call it again."""
        with self.open("GET", path, None, {"Accept": "application/x-ndjson"}) as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)

    def open(self, method: str, path: str, body: Json | None, headers: dict[str, str]) -> Any:
        """Send one request. Raises Refused, or one of BROKEN."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {**self._headers, **headers}, method=method)
        try:
            return urllib.request.urlopen(request, timeout=TIMEOUT)
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(json.load(error)) from None

    def _send(self, method: str, path: str, body: Json | None, headers: dict[str, str]) -> Json:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with self.open(method, path, body, headers) as answer:
                    document: Json = json.load(answer)
                    return document
            except Refused as refused:
                if attempt == ATTEMPTS or refused.problem["status"] not in (429, 503):
                    raise
                time.sleep(refused.problem.get("retry_after", 1))
            except BROKEN:
                if attempt == ATTEMPTS:
                    raise
                time.sleep(min(30, 2**attempt / 4))
        raise AssertionError("every attempt returns or raises")


class RemoteMatch:
    """One match of the account: its bot's memory, and playing until another player must decide."""

    def __init__(self, service: Service, match_id: str, bot: HouseBot) -> None:
        self._service = service
        self._path = f"/api/v1/matches/{match_id}"
        self._house_bot = bot
        self._bot: RemoteSeat | None = None

    def play(self) -> bool:
        """Decide while the seat is asked. Returns whether the match is still on."""
        now = self._catch_up()
        while now["status"] == "playing" and now.get("legal_actions"):
            now = self._decide(now)
        return bool(now["status"] != "over")

    def _catch_up(self) -> Json:
        """Show the bot every event that it has not seen. Returns the state of the match after them."""
        while True:
            after = -1 if self._bot is None else self._bot.version
            page = self._service.get(f"{self._path}/events?as=seat&limit=500&after={after}")
            now: Json = page["now"]
            self._see(page["events"])
            if self._bot is None or now["version"] is None or self._bot.version >= now["version"]:
                return now

    def _see(self, events: list[Json]) -> None:
        if events and self._bot is None:
            self._bot = self._sit_down(events[0])
        for event in events:
            assert self._bot is not None
            self._bot.see(event)

    def _decide(self, now: Json) -> Json:
        assert self._bot is not None
        view = self._service.get(f"{self._path}/view?as=seat")
        if view["version"] != now["version"] or self._bot.version != now["version"]:
            return self._catch_up()  # Another seat has decided in between.
        action = self._bot.choose(view, [entry["action"] for entry in now["legal_actions"]])
        try:
            body = {"version": now["version"], "action": action}
            accepted = self._service.post(f"{self._path}/actions?wait={WAIT_SECONDS}", body)
        except Refused as refused:
            if refused.problem["status"] != 409:
                raise
            return self._catch_up()
        self._see(accepted["events"])
        if self._bot.version != accepted["now"]["version"]:
            return self._catch_up()
        return dict(accepted["now"])

    def _sit_down(self, start: Json) -> RemoteSeat:
        match = self._service.get(self._path)
        seat = match["my_seat"]
        rules = self._rules(start)
        deck = start["seats"][seat]["deck"]
        options = rules.read_options(start["options"])
        return RemoteSeat(self._house_bot, rules, options, seat, deck, secrets.randbits(32))

    def _rules(self, start: Json) -> Ruleset:
        """The rules with the match's cards: the shipped ones, or those in its export."""
        ruleset, version = start["ruleset"], start["ruleset_version"]
        if set_digest(shipped_set(ruleset)) == start["card_set"]["digest"]:
            return shipped_ruleset(ruleset, version)
        with self._service.open("GET", f"{self._path}/export?as=seat", None, {}) as lines:
            card_set = json.loads(next(iter(lines)))["card_set"]
        return bound_ruleset(ruleset, version, {k: v for k, v in card_set.items() if k not in ("revision", "digest")})


class RemoteBot:
    """All matches of one account. Each is played by one thread at a time, whenever it waits for the account."""

    def __init__(self, service: Service, bot: HouseBot, *, threads: int = 4, deck: str | None = None) -> None:
        self._service = service
        self._bot = bot
        self._deck = deck
        self._threads = ThreadPoolExecutor(threads)
        self._lock = threading.Lock()
        self._matches: dict[str, RemoteMatch] = {}
        self._at_work: dict[str, bool] = {}
        """The matches that a thread is working on: whether it must look again afterwards."""

    def run(self) -> None:
        """Run forever. Every connection reports again what is open."""
        while True:
            try:
                self.follow_once()
            except Refused as refused:
                if refused.problem["status"] not in (429, 503):
                    raise
                time.sleep(refused.problem.get("retry_after", 1))
            except BROKEN as error:
                logger.warning("the service cannot be reached: %s", error)
                time.sleep(2)

    def follow_once(self) -> None:
        """Follow one connection of the account's stream until it closes."""
        for message in self._service.lines("/api/v1/stream"):
            data = message["data"]
            if message["event"] == "turn":
                self._wake(data["match"])
            elif message["event"] in ("notice", "pending") and data["notice"]["type"] == "called":
                self._threads.submit(self._logged, self._join, data["notice"])

    def close(self) -> None:
        self._threads.shutdown()

    def _wake(self, match_id: str) -> None:
        """Have a thread look at the match; a thread already working on it looks again afterwards."""
        with self._lock:
            is_at_work = match_id in self._at_work
            self._at_work[match_id] = is_at_work
        if not is_at_work:
            self._threads.submit(self._logged, self._play, match_id)

    def _play(self, match_id: str) -> None:
        match = self._matches.setdefault(match_id, RemoteMatch(self._service, match_id, self._bot))
        goes_on = False
        try:
            while True:
                goes_on = match.play()
                if not self._must_look_again(match_id):
                    return
        finally:
            if not goes_on:  # Or it failed: the bot may remember only half of an event, so start anew.
                with self._lock:
                    self._at_work.pop(match_id, None)
                    self._matches.pop(match_id, None)

    def _must_look_again(self, match_id: str) -> bool:
        with self._lock:
            again = self._at_work.pop(match_id)
            if again:
                self._at_work[match_id] = False
        return again

    def _join(self, called: Json) -> None:
        """Take a seat with the first deck allowed there; leave it if there is none."""
        path = f"/api/v1/matches/{called['match']}"
        decks = [self._deck] if self._deck else [None, *self._starter_decks(called["ruleset"])]
        for deck in decks:
            try:
                self._service.post(f"{path}/join", {"deck": deck, "entropy": secrets.token_hex(16)})
                return
            except Refused as refused:
                if refused.code != "bad_setup":
                    raise
        self._service.post(f"{path}/leave", {})

    def _starter_decks(self, ruleset: str) -> list[str]:
        return [deck["slug"] for deck in self._service.get(f"/api/v1/rulesets/{ruleset}")["starter_decks"]]

    def _logged(self, do: Any, *args: Any) -> None:
        """Run a job and log its errors, so that a failing match stops no other. The stream will report it again."""
        try:
            do(*args)
        except Refused as refused:
            logger.warning("refused: %s", refused)
        except Exception:
            logger.exception("%s has failed", do.__name__)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m matches.bots.remote", description=__doc__)
    parser.add_argument("base", help="where the service is, such as http://127.0.0.1:8000")
    parser.add_argument("bot", choices=[bot.name for bot in HOUSE_BOTS])
    parser.add_argument("--deck", help="the slug of a starter deck; without it the first that may be played")
    parser.add_argument("--threads", type=int, default=4, help="matches that it thinks about at once")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    token = os.environ.get("MATCH_TOKEN", "")
    if not token:
        sys.exit("MATCH_TOKEN is not set: it is a token of the bot's account, with the scopes read and play")
    bot = RemoteBot(Service(asked.base, token), house_bot(asked.bot), threads=asked.threads, deck=asked.deck)
    try:
        bot.run()
    except KeyboardInterrupt:
        pass
    except Refused as refused:
        sys.exit(str(refused))


if __name__ == "__main__":
    main()
