"""An audit passes a sound log, and finds and names any damage to it."""

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from matches.log.events import Event
from matches.log.redaction import show_event
from replay import exports
from replay.audit import Log, audit, compare_seen
from rules.engine import Ruleset, canonical
from tests import toy
from tests.levels import examples
from tests.replay.making import make_log, rehashed

DECKS = [{"cards": deck["cards"]} for deck in toy.CARD_SET["starter_decks"]]
ALL_ALIKE = [HealthCheck.function_scoped_fixture]


def bind(slug: str, version: int, card_set: Any) -> Ruleset:
    return toy.raid_rules(card_set)


@pytest.fixture
def rules() -> Ruleset:
    return toy.raid_rules(toy.CARD_SET)


@pytest.fixture
def log(rules: Ruleset) -> Log:
    return make_log(rules, {"goal": 12}, DECKS, 3, entropies=["ann's", ""])


@pytest.mark.parametrize("ending", [None, "seat_resigned", "clock_expired", "match_aborted"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_sound_log_passes(rules: Ruleset, ending: str | None, seats: int) -> None:
    log = make_log(rules, {"seats": seats}, DECKS * (seats // 2), 1, ending=ending, most=9 if ending else 9999)

    report = audit(log, bind=bind)

    assert (report.findings, report.events) == ([], len(log.events))
    assert report.draws > seats


def test_an_export_reads_back_as_the_same_log(log: Log) -> None:
    assert exports.read(exports.whole(log).splitlines()) == log


@examples(150, suppress_health_check=ALL_ALIKE)
@given(data=st.data())
def test_one_changed_byte_of_an_export_is_found(log: Log, data: st.DataObject) -> None:
    raw = bytearray(exports.whole(log))
    place = data.draw(st.integers(0, len(raw) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda byte: byte != raw[place]))
    raw[place] = value

    try:
        read = exports.read(bytes(raw).splitlines())
    except exports.Unreadable:
        return
    assert read == log or not audit(read, bind=bind).is_sound


def drawn_cards(content: dict[str, Any]) -> list[str]:
    return next(effect["cards"] for effect in content["effects"] if effect["type"] == "drew")


@pytest.mark.parametrize(
    ("seq", "change", "field"),
    [
        (0, lambda c: c.update(salt="00" * 16), "salt"),
        (0, lambda c: c.update(seed_commitment="00" * 32), "seed_commitment"),
        (0, lambda c: c["seats"][0].update(entropy="mine"), "salt"),
        (0, lambda c: c["card_set"].update(revision=7), "card_set"),
        (0, lambda c: c["seats"][0]["deck"]["cards"].update({"joker": 1}), "seats"),
        (0, lambda c: c["effects"][0]["order"].reverse(), "effects"),
        (2, lambda c: c.update(state_hash="00" * 32), "state_hash"),
        (2, lambda c: drawn_cards(c).reverse() or drawn_cards(c).append("raider-6"), "effects"),
        (2, lambda c: c["effects"].pop(), "effects"),
        (2, lambda c: c.update(extra=1), "extra"),
    ],
)
def test_a_forged_log_with_a_sound_chain_is_found_at_its_field(log: Log, seq: int, change: Any, field: str) -> None:
    forged = rehashed(log, seq, change)

    report = audit(forged, bind=bind)

    assert (report.findings[0].seq, report.findings[0].field) == (seq, field)
    assert all(finding.texts["ja"] != finding.texts["en"] for finding in report.findings)
    assert report.events == seq


def test_a_die_that_was_not_rolled_by_the_seed_is_found_without_the_rules(log: Log) -> None:
    rolls = [e for e in log.events if any(f["type"] == "rolled" for f in e.content["effects"])]
    assert rolls, "this match must have a die to forge"

    def cheat(content: dict[str, Any]) -> None:
        die = next(effect for effect in content["effects"] if effect["type"] == "rolled")
        die["result"] = die["result"] % 6 + 1

    report = audit(rehashed(log, rolls[0].seq, cheat), bind=bind)

    assert report.findings[0].field == "effects" and "the seed gives" in report.findings[0].texts["en"]


@pytest.mark.parametrize("lost", [0, 1, 5, -1])
def test_a_missing_event_is_found(log: Log, lost: int) -> None:
    events = list(log.events)
    del events[lost]

    report = audit(dataclasses.replace(log, events=events), bind=bind)

    assert report.findings[0].seq == lost % len(log.events)


def test_a_doubled_event_and_two_exchanged_are_found(log: Log) -> None:
    events = list(log.events)

    doubled = audit(dataclasses.replace(log, events=[*events[:4], *events[3:]]), bind=bind)
    exchanged = audit(dataclasses.replace(log, events=[*events[:4], events[5], events[4], *events[6:]]), bind=bind)

    assert (doubled.findings[0].seq, doubled.findings[0].field) == (4, "seq")
    assert (exchanged.findings[0].seq, exchanged.findings[0].field) == (4, "seq")


def test_chance_that_the_rules_drew_and_did_not_tell_is_found(log: Log) -> None:
    def draw_in_silence(table: Any, decks: Any) -> None:
        table.chance.below(6)
        toy.set_up(table, decks)

    silent = dataclasses.replace(toy.RULESET, set_up=draw_in_silence)

    report = audit(
        make_log(Ruleset(silent, toy.CARD_SET), {}, DECKS, 3),
        bind=lambda slug, version, card_set: Ruleset(silent, card_set),
    )

    assert (report.findings[0].seq, report.findings[0].field) == (0, "effects")


def as_shown(rules: Ruleset, event: Event, viewer: Any) -> dict[str, Any]:
    return json.loads(canonical(show_event(rules, event, viewer)))  # type: ignore[no-any-return]


@pytest.mark.parametrize("viewer", [0, 1, "public"])
def test_what_a_viewer_was_shown_is_part_of_the_log(rules: Ruleset, log: Log, viewer: Any) -> None:
    seen = [as_shown(rules, event, viewer) for event in log.events]
    assert seen != [event.content for event in log.events]

    assert compare_seen(log.events, seen) == []


def test_another_history_than_was_shown_is_found(rules: Ruleset, log: Log) -> None:
    other = make_log(rules, {"goal": 12}, DECKS, 4)
    shown = [as_shown(rules, event, 0) for event in log.events]

    assert any(finding.field == "hash" for finding in compare_seen(other.events, shown))
    shown[1]["action"]["type"] = "other"
    shown[2]["effects"] = shown[2]["effects"][:-1]
    shown[3]["hash"] = "00" * 32
    del shown[4]["prev_hash"]
    found = [(finding.seq, finding.field) for finding in compare_seen(log.events, shown)]
    assert found == [(1, "action.type"), (2, "effects"), (3, "hash"), (4, "prev_hash")]
