"""Any position is computed from a nearby checkpoint, and equals the position folded from the start."""

from collections.abc import Callable

import msgspec
import pytest

from common.text.errors import ServiceError
from matches.log import folding, sql, stored_match
from matches.log.models import Checkpoint
from matches.log.stored_match import CHECKPOINT_EVERY
from matches.models import Match
from replay.timeline import position_at, positions, view_at
from rules.engine import state_hash
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def long_match(duel: Callable[..., Match]) -> Match:
    for seed in range(20):
        match = play_out(duel(), seed)
        if match.version > 2 * CHECKPOINT_EVERY // 3:
            return match
    raise AssertionError("no match was long enough")


def test_every_position_is_that_of_the_log(long_match: Match) -> None:
    hashes = [event.content["state_hash"] for event in sql.events(long_match.pk)]

    assert [state_hash(position_at(long_match, seq).table) for seq in range(len(hashes))] == hashes
    assert [state_hash(position.table) for _, position in positions(long_match)] == hashes


def test_no_more_events_are_folded_than_lie_between_checkpoints(
    long_match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a checkpoint every 10 events, no position needs more than 9 events, however long the match."""
    every, folded = 10, 0
    for event, position in positions(long_match):
        if event.seq % every == 0:
            raw = stored_match.encode_snapshot(long_match.pk, position)
            Checkpoint.objects.update_or_create(match=long_match, seq=event.seq, defaults={"snapshot": raw})
    fold_one = folding.fold_one

    def counting(*args: object, **more: object) -> folding.Position:
        nonlocal folded
        folded += 1
        return fold_one(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(folding, "fold_one", counting)
    counts = []
    for seq in range(long_match.version):
        folded = 0
        position_at(long_match, seq)
        counts.append(folded)

    assert counts == [seq % every for seq in range(long_match.version)]


def test_a_checkpoint_of_another_layout_is_passed_over(long_match: Match) -> None:
    other = msgspec.msgpack.encode(["raid/0/ffff", 0, b"", {}, 0, b""])
    Checkpoint.objects.create(match=long_match, seq=5, snapshot=other)
    expected = sql.event(long_match.pk, 7).content["state_hash"]

    assert state_hash(position_at(long_match, 7).table) == expected


def test_a_view_of_the_past_hides_what_was_hidden_then(long_match: Match) -> None:
    mine, theirs, everything = (view_at(long_match, 1, viewer) for viewer in (0, 1, "audit"))

    assert mine.game.seats[1].hand.cards is None and everything.game.seats[1].hand.cards is not None
    assert mine.game.seats[0].hand == everything.game.seats[0].hand
    assert theirs.game.seats[0].hand.cards is None
    assert mine.version == 1


@pytest.mark.parametrize("seq", [-1, 10_000])
def test_there_is_no_position_outside_the_log(long_match: Match, seq: int) -> None:
    with pytest.raises(ServiceError) as refused:
        position_at(long_match, seq)
    assert refused.value.code == "unknown_version"
