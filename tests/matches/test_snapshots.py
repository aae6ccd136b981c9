"""Writing to the database is not enough to forge a snapshot. Snapshots are written again from the logs."""

import random
import zlib
from collections.abc import Callable
from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command

from matches.log import folding, snapshots, sql, stored_match
from matches.log.models import Checkpoint, Event
from matches.log.seed_encryption import snapshot_keys
from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch
from matches.log.transactions import lifted_triggers
from matches.models import Match
from tests.faults.checks import assert_log_is_whole
from tests.matches.conftest import move

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def folds(match: Match) -> bool:
    """Whether reading the match discards the stored snapshot."""
    raw = bytes(Match.objects.get(pk=match.pk).snapshot)
    stored = load_match(match.pk)
    try:
        stored_match.decode_snapshot(match.pk, stored.version, raw, stored.rules, stored.position.key)
    except snapshots.SnapshotMismatch:
        return True
    return False


def begun(duel: Callable[..., Match], moves: int = 7) -> Match:
    match, rng = duel(), random.Random(0)
    for _ in range(moves):
        move(match, rng)
    match.refresh_from_db()
    return match


def read(match: Match, raw: bytes) -> folding.Position:
    stored = load_match(match.pk)
    return stored_match.decode_snapshot(match.pk, stored.version, raw, stored.rules, stored.position.key)


def with_checksum(body: bytes, stored: StoredMatch) -> bytes:
    """A snapshot in the old form, without a MAC."""
    return body + zlib.crc32(body, int.from_bytes(stored.position.key[:4], "big")).to_bytes(4, "big")


# Recognised differences


def test_a_snapshot_under_the_key_of_another_match_or_service_is_none(duel: Callable[..., Match]) -> None:
    match, other = begun(duel), begun(duel)
    position = load_match(match.pk).position

    for mac_key in (snapshot_keys(other.pk.bytes)[0], bytes(32), position.key):
        with pytest.raises(snapshots.BadMac):
            read(match, snapshots.encode_position(position, mac_key))


def test_a_snapshot_of_before_the_macs_is_another_layout_and_never_read(duel: Callable[..., Match]) -> None:
    match = begun(duel)
    old = with_checksum(bytes(match.snapshot)[: -snapshots.MAC_SIZE], load_match(match.pk))

    with pytest.raises(snapshots.OtherLayout):
        read(match, old)


def test_another_layout_under_a_sound_mac_is_told_from_damage(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(duel)
    stored, mac_key = load_match(match.pk), snapshot_keys(match.pk.bytes)[0]
    unreadable = snapshots.with_mac(b"\x93" + bytes(snapshots.MAC_SIZE), mac_key)

    with pytest.raises(snapshots.DamagedSnapshot):
        read(match, unreadable)
    monkeypatch.setitem(snapshots._LAYOUTS, stored.rules.definition, "raid/1/another-shape")
    with pytest.raises(snapshots.OtherLayout):
        read(match, bytes(match.snapshot))


def test_a_snapshot_of_another_moment_is_damaged(duel: Callable[..., Match]) -> None:
    match = begun(duel)
    older = bytes(match.snapshot)
    move(match, random.Random(1))

    with pytest.raises(snapshots.DamagedSnapshot):
        read(match, older)


# Attacks on the database


def test_swapped_cards_are_not_played_on_from(duel: Callable[..., Match]) -> None:
    match = begun(duel)
    sound = load_match(match.pk)
    body = msgspec.msgpack.decode(bytes(match.snapshot)[: -snapshots.MAC_SIZE])
    table = sound.rules.decode(body[-1], sound.position.table.chance)
    hands = table.state.hands
    assert hands[0] != hands[1], "there is something to swap"
    table.state.hands = hands[::-1]
    forged = msgspec.msgpack.encode([*body[:-1], sound.rules.encode(table)])

    for raw in (forged + bytes(match.snapshot)[-snapshots.MAC_SIZE :], with_checksum(forged, sound)):
        Match.objects.filter(pk=match.pk).update(snapshot=raw)
        assert folds(match)
        assert sound.rules.encode(load_match(match.pk).position.table) == sound.rules.encode(sound.position.table)
    move(match, random.Random(1))
    assert_log_is_whole(match)


# Writing snapshots again


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuild", "checkpoints", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def long(duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr(stored_match, "CHECKPOINT_EVERY", 3)
    return begun(duel)


def all_snapshots(match: Match) -> dict[int, bytes]:
    return {-1: bytes(Match.objects.get(pk=match.pk).snapshot), **sql.checkpoints(match.pk)}


def test_what_is_missing_or_unreadable_is_written_anew(long: Match) -> None:
    sound, kept = all_snapshots(long), Checkpoint.objects.filter(match=long)
    assert set(sound) == {-1, 3, 6}
    assert run() == "1 matches read, 0 snapshots written anew.\n"

    Match.objects.filter(pk=long.pk).update(
        snapshot=with_checksum(sound[-1][: -snapshots.MAC_SIZE], load_match(long.pk))
    )
    kept.filter(seq=3).update(snapshot=b"damaged")
    kept.filter(seq=6).delete()
    Checkpoint.objects.create(match=long, seq=4, snapshot=sound[3])

    assert run() == "1 matches read, 3 snapshots written anew.\n"
    assert all_snapshots(long) == sound
    assert run("--every") == "1 matches read, 0 snapshots written anew.\n"
    assert run("--ruleset", "other") == "0 matches read, 0 snapshots written anew.\n"


def test_a_snapshot_of_our_own_making_that_is_wrong_is_found_when_every_one_is_compared(long: Match) -> None:
    sound = all_snapshots(long)
    stored = load_match(long.pk)
    stored.position.table.state.hands = [["raider-1"], ["raider-6"]]
    Match.objects.filter(pk=long.pk).update(snapshot=stored_match.encode_snapshot(long.pk, stored.position))

    assert run("--match", str(long.pk)) == "1 matches read, 0 snapshots written anew.\n"
    assert run("--match", str(long.pk), "--every") == "1 matches read, 1 snapshots written anew.\n"
    assert all_snapshots(long) == sound


def test_a_log_that_does_not_fold_keeps_its_snapshots_and_stops_no_other(
    long: Match, duel: Callable[..., Match], capsys: pytest.CaptureFixture[str]
) -> None:
    other = begun(duel)
    Match.objects.filter(pk__in=[long.pk, other.pk]).update(snapshot=b"damaged")
    with lifted_triggers():
        Event.objects.filter(match=long, seq=2).update(hash=bytes(32))

    with pytest.raises(CommandError, match="1 matches cannot be read and were not changed"):
        run()

    assert f"{long.pk} cannot be read: FoldMismatch" in capsys.readouterr().err
    assert all_snapshots(long)[-1] == b"damaged"
    assert not folds(other)
