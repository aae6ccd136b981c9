"""The page that verifies a match, in real Chromium, served and from disk, compared with the audit in Python."""

import dataclasses
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from matches.log.redaction import show_event
from matches.models import Match
from replay import exports
from replay.audit import Log, audit
from replay.exports import Unreadable, lines_of, read
from replay.file_schemas import VERIFIER, classic
from rules.engine import canonical
from tests import toy
from tests.axe import Looks, axe
from tests.browser import needs_chromium
from tests.matches.conftest import ann, ben, duel, play_out, published
from tests.replay.test_verifier import (
    double_an_event,
    exchange_the_seed,
    forge_a_card,
    forge_a_salt,
    forge_chance,
    lose_an_event,
    raid_log,
)

__all__ = ["ann", "axe", "ben", "duel", "published"]
pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

STEPS = ("read", "schema", "chain", "start", "origin", "chance")


def cut_the_end(log: Log, rng: random.Random) -> bytes:
    return exports.whole(dataclasses.replace(log, events=log.events[:-1]))


def add_a_field(log: Log, rng: random.Random) -> bytes:
    first, *rest = exports.whole(log).splitlines()
    event = json.loads(rest[0])
    return b"\n".join([first, canonical({**event, "more": 1}), *rest[1:], b""])


def write_a_key_twice(log: Log, rng: random.Random) -> bytes:
    return exports.whole(log).replace(b'"seq":1,', b'"seq":1,"seq":1,', 1)


FORGERIES: dict[str, tuple[Callable[[Log, random.Random], bytes], str]] = {
    "an event is missing": (lose_an_event, "chain"),
    "an event stands there twice": (double_an_event, "chain"),
    "the end is cut off": (cut_the_end, "chain"),
    "the seed is another": (exchange_the_seed, "start"),
    "a card is another": (forge_a_card, "start"),
    "a salt is another": (forge_a_salt, "chance"),
    "a result of chance is another": (forge_chance, "chance"),
    "there is a field too many": (add_a_field, "schema"),
    "a key stands there twice": (write_a_key_twice, "read"),
}


def bind(slug: str, version: int, card_set: Any) -> Any:
    return toy.raid_rules(card_set)


def python_says(raw: bytes) -> bool:
    """Whether the audit in Python, which has the rules, finds the same file sound."""
    try:
        return audit(read(lines_of(raw)), bind=bind).is_sound
    except Unreadable:
        return False


@pytest.fixture(params=["served", "from disk"])
def page(request: Any, live_server: Any, chromium: Browser) -> Iterator[Page]:
    where = f"{live_server.url}{reverse('prove')}" if request.param == "served" else (VERIFIER / "index.html").as_uri()
    page = chromium.new_context(locale="en").new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(where)
    yield page
    assert complaints == []


def prove(page: Page, raw: bytes, noted: str = "") -> dict[str, str]:
    """Step -> what the page says about it for a file."""
    page.fill("[name=noted]", "")
    page.set_input_files("[name=match]", [])
    page.fill("[name=noted]", noted)
    page.set_input_files("[name=match]", {"name": "match.jsonl", "mimeType": "text/plain", "buffer": raw})
    expect(page.locator("[data-result]")).not_to_be_empty()
    rows = page.locator("[data-step]")
    return {row.get_attribute("data-step") or "": row.get_attribute("data-state") or "" for row in rows.all()}


def test_a_sound_export_passes_every_step(page: Page) -> None:
    raw = exports.whole(raid_log(0))

    said = prove(page, raw)

    assert python_says(raw)
    assert said == {**dict.fromkeys(STEPS, "passed"), "noted": "pending", "inclusion": "pending"}
    assert "proof-sound" in (page.locator("[data-result]").get_attribute("class") or "")


def test_every_kind_of_forgery_fails_at_its_step(page: Page) -> None:
    log = raid_log(1)

    for name, (forge, step) in FORGERIES.items():
        raw = forge(log, random.Random(3))
        said = prove(page, raw)

        assert not python_says(raw), name
        assert said[step] in ("failed", "unreadable"), (name, said)
        assert all(said[one] == "passed" for one in STEPS[: STEPS.index(step)]), (name, said)
        assert "proof-unsound" in (page.locator("[data-result]").get_attribute("class") or ""), name


def test_what_was_noted_while_playing_is_held_against_it(page: Page) -> None:
    rules, log = toy.raid_rules(toy.CARD_SET), raid_log(0)
    shown = [json.dumps(show_event(rules, event, 1)) for event in log.events[:4]]
    commitment = log.events[0].content["seed_commitment"]
    noted = "\n".join([*shown, commitment, log.events[2].hash.hex().upper()])

    agrees = prove(page, exports.whole(log), noted)
    differs = prove(page, exports.whole(log), "ab" * 32)
    other = prove(page, exports.whole(raid_log(4)), shown[3])

    assert (agrees["noted"], differs["noted"], other["noted"]) == ("passed", "failed", "failed")


@pytest.mark.exhaustive
def test_a_public_match_is_proved_by_its_address(
    live_server: Any, chromium: Browser, duel: Callable[..., Match], axe: None
) -> None:
    match = play_out(duel())
    page = chromium.new_context(locale="ja").new_page()

    page.goto(f"{live_server.url}{reverse('prove')}?match={match.pk}")

    expect(page.locator("[data-result].proof-sound")).to_be_visible()
    expect(page.locator("[data-step=chance]")).to_have_attribute("data-state", "passed")
    expect(page.locator("[data-step=chance] [data-said]")).to_have_text("合格")
    assert Looks(chromium, live_server.url).faults(f"{reverse('prove')}?match={match.pk}", ready=".proof-sound") == []


def test_the_script_for_pages_from_disk_is_the_verifier() -> None:
    assert (VERIFIER / "verifier.js").read_text() == classic((VERIFIER / "verify.mjs").read_text())


def test_the_page_from_disk_has_the_steps_of_the_served_one() -> None:
    served = Path(VERIFIER.parent.parent / "replay/templates/replay/prove.html").read_text()
    alone = (VERIFIER / "index.html").read_text()

    steps = [part.partition('"')[0] for part in served.split('data-step="')[1:]]

    assert steps == [part.partition('"')[0] for part in alone.split('data-step="')[1:]]
    assert steps[: len(STEPS)] == list(STEPS)
