"""Players at the proxy: each has an address, a connection and a thread, and repeats what was not answered."""

import http.client
import json
import random
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from queue import SimpleQueue
from typing import Any

WAIT = 15
"""Seconds that a request waits for the player's next turn."""
PATIENCE = WAIT + 5
"""Seconds until a player repeats a request."""
REFUSED = (429, 502, 503)
"""Answers after which a good client repeats its request."""
PAUSE = 0.3
ME = {"kind": "me", "ready": True}
BOT = {"kind": "bot", "bot": "random"}
OPEN = {"kind": "open"}


@dataclass(frozen=True, slots=True)
class Accepted:
    """An accepted action: seconds since 1970 when it was sent and stored, and when the next event was read."""

    match: str
    key: str
    seq: int
    sent: float
    stored: float
    news: float | None
    """Seconds from an opponent's event until this player had it, if they waited for it."""


@dataclass
class Ledger:
    """What the service has answered to all players."""

    accepted: list[Accepted] = field(default_factory=list)
    opened: dict[str, str] = field(default_factory=dict)
    """Key of the request -> the match that it opened."""
    faults: list[tuple[float, str]] = field(default_factory=list)
    """When a request had to be repeated, and why."""
    wrong: list[str] = field(default_factory=list)
    """Answers that must never come."""
    streamed: dict[str, list[int]] = field(default_factory=dict)
    """Match -> the events that its stream has sent, in their order."""
    streamed_at: list[float] = field(default_factory=list)

    def moves(self, since: float, until: float) -> list[Accepted]:
        return [one for one in self.accepted if since <= one.stored < until]

    def faults_between(self, since: float, until: float) -> Counter[str]:
        return Counter(why for at, why in self.faults if since <= at < until)


class Connection:
    """A player's connection to the proxy."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext, source: str, ledger: Ledger) -> None:
        self._new = lambda: http.client.HTTPSConnection(
            host, port, timeout=PATIENCE, source_address=(source, 0), context=context
        )
        self._connection = self._new()
        self._ledger = ledger

    def lines(self, path: str, token: str, last: int) -> Iterator[bytes]:
        """The lines of a stream, until it ends or breaks."""
        headers = {"Authorization": f"Bearer {token}", "Last-Event-ID": str(last)}
        try:
            self._connection.request("GET", path, headers=headers)
            answer = self._connection.getresponse()
            if answer.status != 200:
                self._repeat(f"{answer.status} of a stream")
                return
            while line := answer.readline():
                yield line
            self._connection.close()
        except (OSError, http.client.HTTPException) as error:
            self._repeat(f"{type(error).__name__} of a stream")

    def ask(self, method: str, path: str, token: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """Send until the service can answer. Returns status and document."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body)
        while True:
            try:
                self._connection.request(method, path, data, headers)
                answer = self._connection.getresponse()
                status, text = answer.status, answer.read()
            except (OSError, http.client.HTTPException) as error:
                self._repeat(type(error).__name__)
                continue
            if status < 500 and status not in REFUSED:
                if text:
                    return status, json.loads(text)
                self._repeat("empty")  # The wait was interrupted.
                continue
            self._repeat(str(status))
            if status not in REFUSED:
                self._ledger.wrong.append(f"{status} for {method} {path}: {text[:300]!r}")

    def _repeat(self, why: str) -> None:
        self._ledger.faults.append((time.time(), why))
        self._connection.close()
        self._connection = self._new()
        time.sleep(PAUSE)


class Player(threading.Thread):
    """Plays one match after another at random until `is_over`, then finishes the request at hand."""

    def __init__(self, number: int, token: str, connection: Connection, ledger: Ledger, pace: "Pace") -> None:
        super().__init__(daemon=True, name=f"player-{number}")
        self.token, self._connection, self._ledger, self._pace = token, connection, ledger, pace
        self.partner: Player | None = None
        self.invitations: SimpleQueue[str] = SimpleQueue()
        self.has_guest = self.is_done = False
        self._luck = random.Random(number)
        self._keys = (f"{self.name}-{count}" for count in range(1_000_000))

        self.watched: SimpleQueue[str] = SimpleQueue()
        """The matches that it has opened, for a reader of their streams."""

    def run(self) -> None:
        while not self._pace.is_over.is_set():
            path = self._next_match()
            if path:
                self._play(path)
        self.is_done = True
        self.invitations.put("")
        self.watched.put("")

    def _ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        return self._connection.ask(method, path, self.token, body, key)

    def _next_match(self) -> str:
        """Open a match against a bot or for the partner, or join the partner's."""
        if self.partner is not None and self.partner.partner is None:
            path = self.partner.invitations.get()
            if path:
                status, document = self._ask("POST", f"{path}/join", {}, next(self._keys))
                if status != 200:
                    self._ledger.wrong.append(f"{status} for joining {path}: {document}")
            return path
        key = next(self._keys)
        status, document = self._ask("POST", "/api/v1/matches", self._seats(), key)
        if status != 201:
            self._ledger.wrong.append(f"{status} for opening a match: {document}")
            return ""
        path = str(document["url"])
        self._ledger.opened[key] = path.rsplit("/", 1)[1]
        self.invitations.put(path)
        self.watched.put(path)
        return path

    def _seats(self) -> dict[str, Any]:
        return {"ruleset": "battle_line", "seats": [ME, OPEN if self.has_guest else BOT]}

    def _play(self, path: str) -> None:
        told: Any = {"version": -1, "now": {"legal_actions": [], "status": "playing"}}
        while not self._pace.is_over.is_set():
            now = told["now"]
            if now["status"] == "over":
                return
            if not now.get("legal_actions"):
                seen = now.get("version")
                seen = -1 if seen is None else seen
                status, told = self._ask("GET", f"{path}/events?as=seat&after={seen}&wait={WAIT}")
                if status != 200:
                    self._ledger.wrong.append(f"{status} for events of {path}: {told}")
                    return
                continue
            time.sleep(self._pace.think * self._luck.uniform(0.5, 1.5))
            self._pace.is_on.wait()
            told = self._act(path, now)

    def _act(self, path: str, now: Any) -> Any:
        action = self._luck.choice(now["legal_actions"])["action"]
        key = next(self._keys)
        sent = time.time()
        request = {"version": now["version"], "action": action}
        status, told = self._ask("POST", f"{path}/actions?wait={WAIT}", request, key)
        if status != 201:
            self._ledger.wrong.append(f"{status} for {key} in {path}: {told}")
            return {"now": {"status": "playing", "legal_actions": []}}
        read = time.time()
        event, later = told["event"], told.get("events") or []
        last = later[-1] if later else event
        news = read - _seconds(last["at"]) if last["seq"] > event["seq"] else None
        match = path.rsplit("/", 1)[1]
        self._ledger.accepted.append(Accepted(match, key, event["seq"], sent, _seconds(event["at"]), news))
        return told


class Reader(threading.Thread):
    """Reads the streams of all matches that a player opens, one after another."""

    def __init__(self, player: Player, connection: Connection, ledger: Ledger) -> None:
        super().__init__(daemon=True, name=f"reader of {player.name}")
        self._player, self._connection, self._ledger = player, connection, ledger

    def run(self) -> None:
        while path := self._player.watched.get():
            self._read(path)

    def _read(self, path: str) -> None:
        seqs = self._ledger.streamed.setdefault(path.rsplit("/", 1)[1], [])
        while not self._player.is_done:
            for line in self._connection.lines(f"{path}/stream", self._player.token, seqs[-1] if seqs else -1):
                if line.startswith(b"id: "):
                    seqs.append(int(line[4:]))
                    self._ledger.streamed_at.append(time.time())
                if self._player.is_done:
                    return
            status, match = self._connection.ask("GET", path, self._player.token)
            if status == 200 and match["status"] == "over" and seqs and seqs[-1] >= match["version"]:
                return


@dataclass
class Pace:
    """How fast all players play, changed while they do."""

    think: float = 0.0
    is_on: threading.Event = field(default_factory=threading.Event)
    is_over: threading.Event = field(default_factory=threading.Event)


def seat_players(tokens: list[str], connect: Callable[[int], Connection], ledger: Ledger, pace: Pace) -> list[Player]:
    """Players: the first half against bots, the others in pairs."""
    players = [Player(number, token, connect(number), ledger, pace) for number, token in enumerate(tokens)]
    people = players[len(players) // 2 :]
    for host, guest in zip(people[::2], people[1::2], strict=True):
        host.has_guest = True
        guest.partner = host
    return players


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
