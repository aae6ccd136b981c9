"""Rebuild snapshots and checkpoints from the log, after a layout change or if they are damaged."""

from uuid import UUID

from cards.sets.selectors import rules_of
from matches.log import sql, stored_match, transactions
from matches.log.archive import archived_log
from matches.log.folding import Position, fold_one
from matches.log.models import Checkpoint
from matches.log.seed_encryption import unseal_chance
from matches.log.snapshots import SnapshotMismatch
from matches.models import Match


def rebuild_snapshots(match_id: UUID, *, every: bool = False) -> int:
    """Rewrite a match's missing or unreadable snapshot and checkpoints; returns how many were written.

    The log is folded and checked to rebuild them. If all of them can be read, it is folded only with `every`, which
    compares each one. An archived match has no checkpoints.
    Raises FoldMismatch and writes nothing if the log does not fold as it was written.
    """
    match = Match.objects.get(pk=match_id)
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    key = unseal_chance(bytes(match.sealed_seed), match_id.bytes)
    newest, stored = bytes(match.snapshot or b""), sql.checkpoints(match_id)
    is_archived = archived_log(match_id) is not None

    def is_checkpoint(seq: int) -> bool:
        return not is_archived and stored_match.is_checkpoint(seq)

    def can_be_read(seq: int, raw: bytes) -> bool:
        try:
            stored_match.decode_snapshot(match_id, seq, raw, rules, key)
        except SnapshotMismatch:
            return False
        return True

    is_whole = set(stored) == {seq for seq in range(match.version + 1) if is_checkpoint(seq)}
    if not every and is_whole and all(can_be_read(*found) for found in [(match.version, newest), *stored.items()]):
        return 0

    position: Position | None = None
    rebuilt: dict[int, bytes] = {}
    log = sql.events(match_id)
    origin = sql.origin_of(log[0]) if log else None
    for event in log:
        position = fold_one(rules, key, event, position, check=True, origin=origin)
        if is_checkpoint(event.seq):
            rebuilt[event.seq] = stored_match.encode_snapshot(match_id, position)
    if position is None:
        raise ValueError("there is no event to fold")

    return _write_checkpoints(match_id, stored, rebuilt) + _write_newest(match, newest, position)


def _write_checkpoints(match_id: UUID, stored: dict[int, bytes], rebuilt: dict[int, bytes]) -> int:
    checkpoints = Checkpoint.objects.filter(match_id=match_id)
    changed = {seq: raw for seq, raw in rebuilt.items() if stored.get(seq) != raw}
    with transactions.writing():
        checkpoints.filter(seq__in=set(stored) - set(rebuilt)).delete()
        for seq, raw in changed.items():
            checkpoints.update_or_create(match_id=match_id, seq=seq, defaults={"snapshot": raw})
    return len(changed)


def _write_newest(match: Match, newest: bytes, position: Position) -> int:
    """Write the newest snapshot, unless the match has moved on and written its own."""
    raw = stored_match.encode_snapshot(match.pk, position)
    if raw == newest:
        return 0
    with transactions.writing():
        unmoved = Match.objects.filter(pk=match.pk, version=position.seq, snapshot=match.snapshot)
        return unmoved.update(snapshot=raw)
