"""Reseal everything that uses a former key with the current one, so that the former key can be removed."""

from collections.abc import Iterator
from uuid import UUID

from matches.log import sql, transactions
from matches.log.models import Checkpoint
from matches.log.seed_encryption import is_current, seal, snapshot_keys, unseal
from matches.log.snapshots import has_mac, with_mac
from matches.models import Match

BATCH = 500


def sealed_before() -> Iterator[UUID]:
    """The matches whose seed is not under the current key, newest first, so the oldest is resealed last.

    No lock or transaction is held between batches. A match opened in the meantime already uses the current key.
    """
    matches, last = Match.objects.order_by("-pk"), None
    while True:
        batch = matches if last is None else matches.filter(pk__lt=last)
        rows = list(batch.values_list("pk", "sealed_seed")[:BATCH])
        yield from (pk for pk, sealed in rows if not is_current(bytes(sealed)))
        if len(rows) < BATCH:
            return
        last = rows[-1][0]


def reseal(match_id: UUID) -> None:
    """Move a match's checkpoints, then its seed and snapshot, to the current key.

    If the match moves on meanwhile, it is read again. A checkpoint or snapshot without a valid MAC stays as it is.
    Raises InvalidTag and changes nothing if the seed cannot be opened.
    """
    keys = snapshot_keys(match_id.bytes)
    row = Match.objects.values_list("sealed_seed", "snapshot")
    unseal(bytes(row.get(pk=match_id)[0]), match_id.bytes)
    for seq, raw in sql.checkpoints(match_id).items():
        if has_mac(raw, keys[1:]):
            Checkpoint.objects.filter(match_id=match_id, seq=seq).update(snapshot=with_mac(raw, keys[0]))
    while True:
        sealed, snapshot = row.get(pk=match_id)
        if is_current(bytes(sealed)):
            return
        renewed = snapshot
        if snapshot is not None and has_mac(bytes(snapshot), keys[1:]):
            renewed = with_mac(bytes(snapshot), keys[0])
        again = seal(unseal(bytes(sealed), match_id.bytes), match_id.bytes)
        with transactions.writing():
            unmoved = Match.objects.filter(pk=match_id, sealed_seed=sealed, snapshot=snapshot)
            if unmoved.update(sealed_seed=again, snapshot=renewed):
                return
