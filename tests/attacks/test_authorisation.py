"""On the deployed service, a private match looks like a missing one for every request: status, body and headers."""

import http.client
import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.authorisation.scene import ABSENT_ID, OPERATIONS
from tests.faults.stack import Stack

OF_A_MATCH = {name: place for name, place in OPERATIONS.items() if "{match_id}" in place[1]}
BODIES = {
    "take_action": {"version": 0, "action": {"type": "pass"}},
    "set_auto_passes": {"auto_passes": []},
    "continue_match": {"seq": 0},
    "say_phrase": {"phrase": "hello"},
}
TOLD_APART_BY_NOTHING = {"date", "content-length", "x-request-id"}
"""Headers that may differ. The length follows from the body, which is compared."""


@dataclass
class Asker:
    service: Stack
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, str], bytes]:
        """Send a request as a proxy passes it on. Returns status, headers and body."""
        headers = {"Host": "127.0.0.1", "X-Forwarded-Proto": "https", **self.headers}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=30)
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        read = answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
        connection.close()
        return read

    def fingerprint(self, method: str, path: str, match_id: str, body: Any) -> tuple[Any, ...]:
        status, headers, content = self.ask(method, path.replace("{match_id}", match_id), body)
        told = {
            name: re.sub(r"=\d+", "", text) if name == "ratelimit" else text
            for name, text in headers.items()
            if name not in TOLD_APART_BY_NOTHING
        }
        return status, told, re.sub(rb'"request_id":"[^"]*"', b"", content.replace(match_id.encode(), b"ID"))


@pytest.fixture(scope="module")
def hidden(service: Stack) -> list[str]:
    """Ids of private matches of two other players: in the lobby, live, over and aborted."""
    tokens = [service.sign_up("amy-alone"), service.sign_up("bea-alone")]
    found = []
    for state in ("lobby", "playing", "over", "aborted"):
        seats = [{"kind": "me", "ready": True}, {"kind": "invited", "player": "bea-alone"}]
        request = {"ruleset": "battle_line", "seats": seats, "visibility": "private"}
        status, document = service.send("POST", "/api/v1/matches", request, tokens[0])
        assert status == 201, document
        url = document["url"]
        if state in ("playing", "over"):
            assert service.send("POST", f"{url}/join", {}, tokens[1])[0] == 200
        if state == "over":
            assert service.send("POST", f"{url}/resign", {}, tokens[1])[0] == 201
        if state == "aborted":
            assert service.send("POST", f"{url}/abort", {}, tokens[0])[0] == 200
        assert service.send("GET", url, None, tokens[1])[0] == 200
        found.append(document["id"])
    return found


WHO = {"anonymous": "192.0.2.61", "eve": "192.0.2.62", "a token that is none": "192.0.2.63"}
"""Person -> their own network address."""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("who", WHO)
def test_a_private_match_is_told_apart_from_none_by_nothing(
    service: Stack, hidden: list[str], who: str, language: str
) -> None:
    token = {
        "eve": service.sign_up(f"eve-{language}") if who == "eve" else "",
        "a token that is none": "match_" + "0" * 64,
    }
    asker = Asker(service, token.get(who, ""), {"Accept-Language": language, "X-Forwarded-For": WHO[who]})
    is_let_in = who != "a token that is none"  # Wrong tokens are rate limited, so fewer requests are tried.

    for name in OF_A_MATCH if is_let_in else list(OF_A_MATCH)[::3]:
        described, path = OF_A_MATCH[name]
        for method in (described, "HEAD", "OPTIONS", "TRACE") if is_let_in else (described,):
            body = BODIES.get(name, {}) if method in ("POST", "PUT") else None
            absent, *there = (
                asker.fingerprint(method, path, match_id, body)
                for match_id in (str(ABSENT_ID), *hidden[: None if is_let_in else 1])
            )
            assert there == [absent] * len(there), (name, method)
            if method == described:
                assert absent[0] in (401, 404), (name, absent)
