"""Move the log of a finished match from the database to the archive."""

from uuid import UUID

from matches.log import archive, sql
from matches.log.models import ArchivedLog, Checkpoint, Event
from matches.log.transactions import lifted_triggers, writing
from matches.models import Match


class LogChanged(Exception):
    """The log in the database is not the one that was written to the archive."""


def archive_log(match_id: UUID) -> bool:
    """Write a log to the archive, read it back, then remove it from the database. False if it is archived already.

    The caller has checked that the match is over, disclosed and sound. A run that is killed leaves the log in the
    database, in the archive or in both, and can be repeated. Checkpoints are removed too, since they follow from the
    events. Raises LogChanged, ArchiveUnavailable.
    """
    if archive.archived_log(match_id) is not None:
        return False
    rows = sql.logged_rows(match_id)
    raw = archive.encode(match_id, rows)
    if archive.decode(match_id, raw) != rows:
        raise LogChanged(f"match {match_id} cannot be archived: its file would not give its log")
    created_at = Match.objects.values_list("created_at", flat=True).get(pk=match_id)
    name = archive.write_file(f"{created_at:%Y/%m/%d}/{match_id}.jsonl", raw)
    return _remove(match_id, rows, name, raw)


def _remove(match_id: UUID, rows: list[archive.LoggedRow], name: str, raw: bytes) -> bool:
    with writing(), lifted_triggers():
        Match.objects.select_for_update().only("pk").get(pk=match_id, status=Match.Status.OVER)
        if archive.archived_log(match_id) is not None:
            return False
        if sql.logged_rows(match_id) != rows:
            raise LogChanged(f"the log of match {match_id} has changed since it was read")
        ArchivedLog.objects.create(match_id=match_id, file=name, digest=archive.digest_of(raw), last_hash=rows[-1].hash)
        Checkpoint.objects.filter(match_id=match_id).delete()
        Event.objects.filter(match_id=match_id).delete()
    return True
