"""A receiver on loopback, which a setting allows, and a webhook that posts to it."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from standardwebhooks import Webhook as Verifier

from matches.log.transactions import writing
from matches.notifications import inbox
from matches.notifications.notices import SeatTaken
from matches.webhooks import delivering, hooks
from matches.webhooks.models import Webhook
from players.models import Player

TAKEN = SeatTaken("01900000-0000-7000-8000-000000000000", 0, "somebody")
Answer = tuple[int, dict[str, str], bytes]


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def is_signed_with(self, secret: str) -> bool:
        try:
            return bool(Verifier(secret).verify(self.body, self.headers))
        except Exception:
            return False


@dataclass
class Receiver:
    """A receiver that answers challenges, and everything else with 204 unless a test sets another answer."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    answer: Callable[[Received], Answer] | None = None

    @property
    def messages(self) -> list[Received]:
        return [got for got in self.received if got.json["type"] != "challenge"]

    def answer_to(self, got: Received) -> Answer:
        if self.answer is not None:
            return self.answer(got)
        if got.json["type"] == "challenge":
            return (
                200,
                {"Content-Type": "application/json"},
                json.dumps({"challenge": got.json["data"]["challenge"]}).encode(),
            )
        return 204, {}, b""

    def fails(self, status: int = 500) -> None:
        self.answer = lambda got: (status, {}, b"no")

    def works(self) -> None:
        self.answer = None


def serve(receiver: Receiver) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            receiver.received.append(got)
            status, headers, answer = receiver.answer_to(got)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    return server


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    found = Receiver()
    server = serve(found)
    found.url = f"http://127.0.0.1:{server.server_port}/hook?of=mine"
    yield found
    server.shutdown()
    server.server_close()


@pytest.fixture
def proven(receiver: Receiver, ann: Player) -> tuple[Webhook, str]:
    """A webhook of Ann with a proven address, and its secret."""
    webhook, secret = hooks.create_webhook(player=ann, url=receiver.url, types=[])
    assert delivering.deliver() == 1
    webhook.refresh_from_db()
    assert webhook.status == "active"
    return webhook, secret


def notify(player: Player, times: int = 1) -> None:
    for _ in range(times):
        with writing():
            inbox.notify([player.pk], TAKEN)
