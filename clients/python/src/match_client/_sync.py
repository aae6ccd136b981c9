"""The synchronous client, made of `_async.py` by `python generate.py`."""

import json
import logging
import time
from collections.abc import Callable, Generator, Mapping
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, cast

import httpx2

from match_client import schema
from match_client._addresses import API, MatchRef, path_of
from match_client._messages import AccountMessage, MatchMessage, Told
from match_client._operations_sync import Operations, new_key
from match_client._refused import ConnectionLost, Refused
from match_client._retry import MOST_SECONDS, REPEATABLE, Retry, retry_after, whole

LINES = "application/x-ndjson"
CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 60.0
"""Longer than the longest `wait`, and than the longest silence of a stream."""
Message = TypeVar("Message")
PASSING = (403, 404, 409)
"""The match is over, withdrawn or hidden, or the position has changed: nothing is left to do there."""
PAUSE_SECONDS = 2.0
logger = logging.getLogger("match_client")


class Turn:
    """What a player needs to decide: the prompt, all legal answers, and the events since the last decision."""

    def __init__(self, client: "Client", match: MatchRef, told: Told) -> None:
        self._client = client
        self.match = match
        self.now = told.now
        self.events = told.events
        self.prompt = told.now.get("prompt")
        self.legal_actions: list[schema.Action] = [entry["action"] for entry in told.now.get("legal_actions", [])]

    def view(self) -> schema.View:
        """The present view of the match. This sends a request; a client that follows the events doesn't need it."""
        return self._client.view(self.match)


Choose = Callable[[Turn], schema.Action]


class Client(Operations):
    """One account at one service. Failed requests are sent again if that can't do anything twice."""

    def __init__(
        self,
        base: str,
        token: str | None = None,
        *,
        language: str = "en",
        tries: int = 8,
        http: httpx2.Client | None = None,
    ) -> None:
        """`http` is your own client, if you need a proxy, certificates or headers; closing this client closes it."""
        self.base = base.rstrip("/")
        self.token = token
        self.language = language
        self._tries = tries
        self._http = http or httpx2.Client()
        self._http.timeout = httpx2.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    # The account

    def sign_up(self, username: str, password: str) -> None:
        """Create an account and sign in."""
        self.post(f"{API}/players", {"username": username, "password": password}, key=None)
        self.sign_in(username, password)

    def sign_in(self, username: str, password: str, *, name: str = "match_client") -> None:
        """Get a token that may do everything, and use it from now on in `token` instead of the former one."""
        self.token = None  # It may have expired, and would be refused.
        body = {"username": username, "password": password, "name": name}
        issued: schema.IssuedToken = self.post(f"{API}/tokens", body, key=None)
        self.token = issued["token"]

    def sign_in_or_up(self, username: str, password: str) -> None:
        """Sign in, after creating the account if there is none. Suits programs that are restarted."""
        try:
            self.sign_in(username, password)
        except Refused as refused:
            if refused.code != "wrong_credentials":
                raise
            self.sign_up(username, password)

    def stream(self, *, after: int | None = None) -> "Stream[AccountMessage]":
        """Everything that happens to this account, live, until you close the stream."""
        return Stream(self, f"{API}/stream", after, lambda message: False)

    # Matches

    def starter_deck(self, match: schema.Match) -> str | None:
        """A starter deck for the options of this match; None if players don't build decks or there is none."""
        ruleset = self.ruleset(match["ruleset"])
        if not ruleset["builds_decks"]:
            return None
        options = match["options"].items()
        return next((deck["slug"] for deck in ruleset["starter_decks"] if deck["options"].items() <= options), None)

    def match_stream(self, match: MatchRef, *, after: int = -1) -> "Stream[MatchMessage]":
        """The events of a match after a seq, live, with `now` after each burst, until the match is over."""
        return Stream(self, f"{path_of(match)}/stream?after={after}", None, says_over)

    # Play

    def play(self, match: MatchRef, choose: Choose) -> schema.Now:
        """Answer every prompt until the match is over, with one request per move. Returns the final state."""
        told = self.wait_for_turn(match)
        while not told.is_over:
            if told.now.get("legal_actions"):
                action = choose(Turn(self, match, told))
                told = self.act(match, told.now["version"] or 0, action)
            else:
                told = self.wait_for_turn(match, after=told.now["version"] or 0)
        return told.now

    def run_bot(self, choose: Choose, *, username: str | None = None, password: str | None = None) -> None:
        """Play for this account against anyone who calls it, in any number of matches at once. It does not return.

        It survives everything that happens to an unattended bot: matches that end or are aborted, withdrawn calls,
        limits, restarts of the service. You can stop it at any time: after a restart it learns everything that is open.
        With `username` and `password` it signs in, and again when the token has expired. The `Turn` passed to `choose`
        has its `match` and no `events`. Raises what `choose` raises, and Refused if that is the bot's own fault: an
        illegal action, or a token that has expired.
        """
        while True:
            try:
                if username is not None and password is not None and self.token is None:
                    self.sign_in_or_up(username, password)
                with self.stream() as messages:
                    for message in messages:
                        self._heed(message, choose)
            except ConnectionLost:
                logger.warning("the service cannot be reached; trying again")
                time.sleep(MOST_SECONDS)
            except Refused as refused:
                if refused.status == 401 and username is not None and refused.code != "wrong_credentials":
                    self.token = None
                elif refused.status != 429 and refused.status < 500:
                    raise
                time.sleep(PAUSE_SECONDS)

    def _heed(self, message: AccountMessage, choose: Choose) -> None:
        """Answer a call or a prompt; ignore it if it is no longer open."""
        try:
            if message["event"] == "turn":
                turn = Turn(self, message["data"]["match"], Told(message["data"]["now"], []))
                if turn.legal_actions:
                    self.act(turn.match, turn.now["version"] or 0, choose(turn), wait=0)
            elif message["event"] == "notice" or message["event"] == "pending":
                notice = message["data"]["notice"]
                if notice["type"] == "called":
                    self._answer_call(notice["match"])
        except Refused as refused:
            if refused.status not in PASSING:
                raise
            logger.info("passed over: %s", refused)

    def _answer_call(self, match: MatchRef) -> None:
        """Join a match. Strangers can call to any match, so one that can't be joined is ignored."""
        try:
            called = self.match(match)
            if called["status"] == "lobby" and (own := called["seats"][called["my_seat"] or 0]):
                self.join(called, None if own["deck"] else self.starter_deck(called))
        except Refused as refused:
            if refused.status not in (*PASSING, 400, 422):
                raise
            logger.info("cannot join: %s", refused)

    def act(self, match: MatchRef, version: int, action: schema.Action, *, wait: int = 30) -> Told:
        """Take an action and wait for your next turn or the end; with `wait` 0, only take it.

        If something has happened since `version`, the action isn't taken, and the result has the new events: decide
        again.
        """
        body, key = {"version": version, "action": action}, new_key()
        path = f"{path_of(match)}/actions?wait={wait}"
        while True:
            try:
                answer = self.post(path, body, key=key)
            except Refused as refused:
                if "now" not in refused.problem:
                    raise
                return Told(refused.problem["now"], refused.problem.get("events", []))
            told = Told(answer["now"], answer.get("events", []))
            if told.is_due or wait == 0:
                return told

    def wait_for_turn(self, match: MatchRef, *, after: int = -1) -> Told:
        """Wait on a stream, without acting, for this player's turn or the end."""
        events: list[schema.Event] = []
        with self.match_stream(match, after=after) as messages:
            for message in messages:
                if message["event"] == "message":
                    events.append(message["data"])
                elif (told := Told(message["data"], events)).is_due:
                    return told
        page = self.events(match, after=after)  # The stream has ended: the match is over.
        return Told(page["now"], page["events"])

    # Requests

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send a request until it is answered, and read the JSON. Raises Refused or ConnectionLost."""
        answer = self._answer(method, path, body, key, headers)
        return answer.json() if answer.content else None

    def text(self, path: str) -> str:
        return (self._answer("GET", path, None, None, None)).text

    def _answer(
        self, method: str, path: str, body: Any, key: str | None, more: Mapping[str, str] | None
    ) -> httpx2.Response:
        retry = Retry(is_repeatable=method in REPEATABLE or key is not None, tries=self._tries)
        headers = {**self.headers(), **(more or {}), **({} if key is None else {"Idempotency-Key": key})}
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                answer = whole(self._http.request(method, self.base + path, content=data, headers=headers))
            except httpx2.TransportError as error:
                time.sleep(retry.after_break(error))
                continue
            if not answer.is_success:
                time.sleep(retry.after_refusal(answer))
                continue
            time.sleep(retry_after(answer))  # Carried out, but there was no room to wait.
            return answer

    def headers(self) -> dict[str, str]:
        headers = {"Accept-Language": self.language, "Content-Type": "application/json"}
        return headers if self.token is None else {**headers, "Authorization": f"Bearer {self.token}"}


class Stream(Generic[Message]):
    """The messages of a stream. It reconnects by itself after the last id; resume later from `last_id`."""

    def __init__(self, client: Client, path: str, last_id: int | None, is_last: Callable[[Message], bool]) -> None:
        self.last_id = last_id
        self._client = client
        self._url = client.base + path
        self._is_last = is_last
        self._messages = self._read()

    def __enter__(self) -> Generator[Message, None, None]:
        return self._messages

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._messages.close()

    def _read(self) -> Generator[Message, None, None]:
        retry = Retry(is_repeatable=True, tries=self._client._tries)
        while True:
            try:
                with self._client._http.stream("GET", self._url, headers=self._headers()) as answer:
                    if answer.status_code == 204:
                        return
                    if answer.status_code == 200:
                        for line in answer.iter_lines():
                            if (message := self._message(line)) is not None:
                                retry.succeeded()
                                yield message
                                if self._is_last(message):
                                    return
                        wait = retry.backoff()
                    else:
                        answer.read()
                        wait = retry.after_refusal(answer)
            except httpx2.TransportError as error:
                wait = retry.after_break(error)
            time.sleep(wait)

    def _message(self, line: str) -> Message | None:
        """The message of a line; None for keep-alive lines."""
        if not line.strip():
            return None
        try:
            message = json.loads(line)
        except ValueError as error:
            raise httpx2.ReadError("the connection broke within a line") from error
        self.last_id = message.get("id", self.last_id)
        return cast(Message, message)

    def _headers(self) -> dict[str, str]:
        headers = {**self._client.headers(), "Accept": LINES}
        return headers if self.last_id is None else {**headers, "Last-Event-ID": str(self.last_id)}


def says_over(message: MatchMessage) -> bool:
    return message["event"] == "now" and message["data"]["status"] == "over"
