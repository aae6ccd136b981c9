"""What logs contain, and what they must never contain."""

import json
import logging
from io import StringIO
from typing import Any

import pytest
import structlog
from django.db import OperationalError
from django_structlog.celery import receivers
from kombu.exceptions import OperationalError as BrokerError

from config import request_logging
from config.logging import logging_settings
from matches.api import actions
from matches.api.streams import match_stream
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner, match_bots
from tests.matches.api.conftest import Api, pieces_of
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Everything logged, in the form of production."""
    kept = structlog.get_config()
    formatter = logging_settings(json=True, level="DEBUG")["formatters"]["line"]
    for module in (request_logging, receivers):  # A logger caches the settings of its first use.
        monkeypatch.setattr(module, "logger", structlog.stdlib.get_logger(module.__name__))
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter.pop("()")(**formatter))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(level)
    structlog.configure(**kept)


def test_a_move_is_one_line_with_request_match_and_seq(opened: Any, as_ann: Api, lines: Any) -> None:
    match = opened()
    before = len(lines())

    as_ann.post(f"{match['url']}/actions", {"version": 0, "action": {"type": "keep", "keep": True}})

    (line,) = lines()[before:]
    assert (line["event"], line["code"], line["match"], line["seq"]) == ("request_finished", 201, match["id"], 1)
    assert line["request"] == f"POST {match['url']}/actions"
    assert line["request_id"] and line["user_id"] and line["level"] == "info"


@pytest.mark.parametrize(
    ("given", "is_kept"), [("my-bot.42_A", True), ("", False), ("a b", False), ("x" * 65, False), ("é", False)]
)
def test_a_request_has_the_id_that_its_client_gives_it(anyone: Api, lines: Any, given: str, is_kept: bool) -> None:
    answer = anyone.get("/api/v1/nothing", **{"X-Request-ID": given})

    called = answer["X-Request-ID"]
    assert (called == given) is is_kept and len(called) <= 64
    assert answer.json()["request_id"] == lines()[-1]["request_id"] == called


def test_logs_name_no_card_seed_token_or_address(
    opened: Any, as_ann: Api, as_ben: Api, anyone: Api, lines: Any
) -> None:
    match = opened()["url"]
    given = anyone.post("tokens", {"username": "ann", "password": "correct horse"}).json()["token"]
    as_ann.get(f"{match}/view")
    as_ann.post(f"{match}/actions", {"version": 0, "action": {"type": "attack", "card": "raider-1"}})
    as_ben.post(f"{match}/resign")
    seed = anyone.get(match).json()["server_seed"]

    text = json.dumps(lines())

    assert lines(), "there is something to look through"
    for secret in ("raider", seed, given, as_ann.headers["Authorization"], "127.0.0.1", "correct horse"):
        assert secret not in text


def test_what_fails_while_it_streams_is_logged_with_its_request(
    opened: Any, as_ann: Api, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = opened()

    def broken(*args: Any, **options: Any) -> Any:
        raise RuntimeError("the wire was cut")

    monkeypatch.setattr(match_stream.positions, "show_events", broken)
    with pytest.raises(RuntimeError):
        b"".join(as_ann.get(f"{match['url']}/stream").streaming_content)  # type: ignore[attr-defined]

    finished, failed = lines()[-2:]
    assert (finished["event"], failed["event"]) == ("request_finished", "streaming_failed")
    assert failed["request_id"] == finished["request_id"]
    assert failed["exception"].endswith("RuntimeError") and "show_events" in failed["exception"]


def test_a_stream_that_is_left_changes_no_context_when_it_is_thrown_away(opened: Any, as_ann: Api) -> None:
    pieces = pieces_of(as_ann.get(f"{opened()['url']}/stream"))
    next(pieces)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id="of the next request")

    between = structlog.contextvars.get_contextvars()
    pieces.close()

    assert between == structlog.contextvars.get_contextvars() == {"request_id": "of the next request"}


# Error messages may quote a card


def quoting(card: str) -> None:
    try:
        raise KeyError(card)
    except KeyError as error:
        raise ValueError(f"the bot chose {card}") from error


def test_an_error_is_logged_by_kind_and_place_without_its_words(lines: Any) -> None:
    for logger in (logging.getLogger("plain"), structlog.stdlib.get_logger("structured")):
        try:
            quoting("raider-1")
        except ValueError:
            logger.exception("it failed")

    plain, structured = lines()
    for line in (plain, structured):
        assert "KeyError" in line["exception"] and line["exception"].endswith("ValueError")
        assert "in quoting" in line["exception"]
        assert line["exception"].count("raider-1") == line["exception"].count('quoting("raider-1")')


@pytest.mark.parametrize(
    "error", [ConnectionRefusedError("port 5432"), OperationalError("port 5432"), BrokerError("port 5432")]
)
def test_what_comes_from_below_is_told_whole(lines: Any, error: Exception) -> None:
    try:
        raise error
    except type(error):
        logging.getLogger("plain").exception("it failed")

    assert lines()[0]["exception"].endswith(f"{type(error).__qualname__}: port 5432")


def test_a_task_that_fails_says_which_and_where_alone(lines: Any) -> None:
    try:
        {}[" ".join(["raider-1", "drawn"])]
    except KeyError as error:
        receivers.CeleryReceiver().receiver_task_failure(task_id="1", exception=error)
        receivers.CeleryReceiver().receiver_task_retry(reason=str(error))

    failed, again = lines()
    assert (failed["event"], again["event"], failed["task_id"]) == ("task_failed", "task_retrying", "1")
    assert failed["exception"].endswith("KeyError")
    assert "raider-1 drawn" not in json.dumps([failed, again])


def test_a_bot_that_raises_is_logged_without_what_it_held(
    published: None, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(bot: Any, table: Any, version: int) -> Any:
        raise KeyError(table.state.hands[bot.seat][0])

    monkeypatch.setattr(match_bots.SeatedBot, "choose", choose)
    match = open_match(ruleset="raid", options={}, seats=[SeatPlan(kind="bot", bot="random", deck=DECK)] * 2)

    bot_runner.play_bots(match.id)

    told = [line for line in lines() if line["event"].startswith("bot of seat 0 failed")]
    assert len(told) == bot_runner.ATTEMPTS and told[0]["exception"].endswith("KeyError")
    assert "raider" not in json.dumps(lines())
    assert "raider" in match.seats.get(index=0).fault, "the operator is told all"


def test_a_fault_of_ours_is_logged_without_what_it_was_about(
    opened: Any, as_ann: Api, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **options: Any) -> Any:
        raise KeyError(as_ann.headers["Authorization"])

    match = opened()
    monkeypatch.setattr(actions, "take_action", broken)
    as_ann.client.raise_request_exception = False

    refused = as_ann.post(f"{match['url']}/actions", {"version": 0, "action": {"type": "keep", "keep": True}})

    assert refused.status_code == 500
    assert any("KeyError" in line.get("exception", "") for line in lines())
    assert as_ann.headers["Authorization"] not in json.dumps(lines())


def test_the_code_of_an_invitation_link_is_in_no_line(anyone: Api, lines: Any) -> None:
    anyone.client.get("/i/a-secret-of-somebody/")
    anyone.client.get("/i/a-secret-of-somebody")

    written = json.dumps(lines())
    assert "request_finished" in written
    assert "a-secret" not in written
