"""What stands in the logs, and what never does."""

import json
import logging
from io import StringIO
from typing import Any

import pytest
import structlog

from config.logging import logging_settings
from matches.api import stream
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines() -> Any:
    """All that is logged, as production writes it."""
    kept = structlog.get_config()
    formatter = logging_settings(json=True, level="DEBUG")["formatters"]["line"]
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

    monkeypatch.setattr(stream.selectors, "shown_events", broken)
    with pytest.raises(RuntimeError):
        b"".join(as_ann.get(f"{match['url']}/stream").streaming_content)  # type: ignore[attr-defined]

    finished, failed = lines()[-2:]
    assert (finished["event"], failed["event"]) == ("request_finished", "streaming_failed")
    assert failed["request_id"] == finished["request_id"] and "the wire was cut" in failed["exception"]
