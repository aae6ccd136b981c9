"""Reading and appending: invalid snapshots, auto-passes that change in between, and the guard."""

import random
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from matches import metrics
from matches.log import appending, snapshots, sql, stored_match
from matches.log.layouts import layout_of
from matches.log.models import Checkpoint, Event
from matches.log.sql import load_match
from matches.log.stored_match import AutoPass
from matches.models import Match, Scorecard
from matches.services.act import set_auto_passes
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_bots
from rules.engine import Ruleset, legal_actions
from tests.faults.checks import assert_log_is_whole
from tests.matches.conftest import DECK, move, play_out, players_of
from tests.toy import RULESET

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
BLOCK = AutoPass("block")


def folds() -> float:
    return sum(sample.value for sample in metrics.fold_seconds.collect()[0].samples if sample.name.endswith("_count"))


def begun(duel: Callable[..., Match], moves: int = 6) -> Match:
    match, rng = duel(), random.Random(0)
    for _ in range(moves):
        move(match, rng)
    match.refresh_from_db()
    return match


# Snapshots


def poisons(match: Match, other: Match, old: bytes) -> dict[str, bytes | None]:
    raw = bytes(match.snapshot)
    middle = len(raw) // 2
    return {
        "lost": None,
        "empty": b"",
        "noise": random.Random(1).randbytes(len(raw)),
        "cut off": raw[:middle],
        "one bit": raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :],
        "another match's": bytes(other.snapshot),
        "an older one": old,
    }


@pytest.mark.parametrize("poison", ["lost", "empty", "noise", "cut off", "one bit", "another match's", "an older one"])
def test_a_poisoned_snapshot_is_thrown_away_and_the_log_folded(duel: Callable[..., Match], poison: str) -> None:
    match, other = begun(duel), begun(duel)
    old = bytes(match.snapshot)
    move(match, random.Random(2))
    match.refresh_from_db()
    sound, before = load_match(match.id).position, folds()
    Match.objects.filter(pk=match.pk).update(snapshot=poisons(match, other, old)[poison])

    found = load_match(match.id).position

    assert folds() == before + 1
    assert (found.seq, found.last_hash, found.opened) == (sound.seq, sound.last_hash, sound.opened)
    assert stored_match.encode_snapshot(match.id, found) == stored_match.encode_snapshot(match.id, sound)
    move(match, random.Random(3))
    written = folds()
    play_out(match)
    assert folds() == written, "the move has written a sound one"
    assert_log_is_whole(match)


def test_every_bit_of_a_snapshot_is_watched(duel: Callable[..., Match]) -> None:
    stored = load_match(begun(duel).id)
    raw = stored_match.encode_snapshot(stored.id, stored.position)
    rng = random.Random(0)

    for _ in range(300):
        damaged = bytearray(raw)
        damaged[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        with pytest.raises(snapshots.BadMac):
            stored_match.decode_snapshot(stored.id, stored.version, bytes(damaged), stored.rules, stored.position.key)


def test_rules_of_another_shape_fold_the_log_anew(duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(duel)
    sound, before = load_match(match.id), folds()
    monkeypatch.setitem(snapshots._LAYOUTS, sound.rules.definition, "raid/1/another-shape")

    move(match, random.Random(3))

    written = folds()
    assert written > before
    play_out(match)
    assert folds() == written
    assert_log_is_whole(match)


def test_fields_that_change_places_are_another_shape() -> None:
    def layout(*fields: str) -> str:
        part = msgspec.defstruct("Part", [(name, int) for name in fields], array_like=True, module="raid")
        return layout_of(Ruleset(replace(RULESET, state_type=part), {"cards": []}))

    assert layout("x", "y") == layout("x", "y")
    assert layout("x", "y") != layout("y", "x")


def test_a_docstring_is_no_part_of_the_shape() -> None:
    def layout(docstring: str) -> str:
        part = msgspec.defstruct("Part", [("x", int)], namespace={"__doc__": docstring}, module="raid")
        return layout_of(Ruleset(replace(RULESET, state_type=part), {"cards": []}))

    assert (
        layout("A part.\n\n    Indented, as Python 3.12 keeps it.") == layout("A part.\n\nNot indented.") == layout("")
    )


def test_a_match_of_bots_goes_on_from_a_poisoned_snapshot(published: None) -> None:
    match = open_match(ruleset="raid", options={}, seats=[SeatPlan(kind="bot", bot="random", deck=DECK)] * 2)
    Match.objects.filter(pk=match.pk).update(snapshot=b"\x93")

    play_bots(match.id)

    match.refresh_from_db()
    assert match.status == Match.Status.OVER
    assert_log_is_whole(match)


# The guard


def test_what_was_decided_on_an_older_version_is_not_written(duel: Callable[..., Match]) -> None:
    match = begun(duel)
    late = load_match(match.id)
    seat = next(iter(late.position.opened))
    move(match, random.Random(1))

    event = stored_match.advance(late, seat, legal_actions(late.position.table, seat)[0])

    assert appending.append_events(late, [event], scores=True) is False
    assert not Scorecard.objects.filter(match=match).exists()
    assert_log_is_whole(match)


def test_several_events_are_written_as_one_with_their_checkpoint(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL receives them by a binary COPY, so every column must be read back unchanged."""
    monkeypatch.setattr(stored_match, "CHECKPOINT_EVERY", 3)
    match = duel()
    stored, rng, events = load_match(match.id), random.Random(5), []
    for _ in range(7):
        seat = next(iter(stored.position.opened))
        events.append(stored_match.advance(stored, seat, rng.choice(legal_actions(stored.position.table, seat))))

    assert appending.append_events(stored, events, key="k", request_digest=b"d" * 32)

    assert sql.events(match.id, 0) == events
    rows = Event.objects.filter(match=match, seq__gt=0).order_by("seq")
    assert [(row.key, row.request_digest and bytes(row.request_digest)) for row in rows] == [
        ("k", b"d" * 32),
        *[(None, None)] * 6,
    ]
    assert sorted(Checkpoint.objects.filter(match=match).values_list("seq", flat=True)) == [3, 6]
    assert_log_is_whole(match)


# Auto-passes that change between reading and writing


def test_a_move_that_was_decided_before_auto_passes_changed_is_not_written(duel: Callable[..., Match]) -> None:
    match = begun(duel, moves=2)
    stored = load_match(match.id)
    seat = next(iter(stored.position.opened))
    event = stored_match.advance(stored, seat, legal_actions(stored.position.table, seat)[0])
    set_auto_passes(match_id=match.id, player=players_of(match)[1 - seat], auto_passes=[BLOCK])

    assert appending.append_events(stored, [event]) is False
    assert load_match(match.id).version == stored.version


def test_a_used_auto_pass_is_forgotten_with_the_event_or_not_at_all(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(duel, moves=2)
    stored = load_match(match.id)
    seat = next(iter(stored.position.opened))
    set_auto_passes(match_id=match.id, player=players_of(match)[seat], auto_passes=[BLOCK])
    stored = load_match(match.id)
    event = stored_match.advance(stored, seat, legal_actions(stored.position.table, seat)[0])
    stored.auto_passes = {}
    monkeypatch.setattr(appending, "_UPDATE_AUTO_PASSES", "broken %s %s")

    with pytest.raises(Exception, match="broken"):
        appending.append_events(stored, [event])

    kept = load_match(match.id)
    assert (kept.version, kept.auto_passes) == (match.version, {seat: [BLOCK]})
