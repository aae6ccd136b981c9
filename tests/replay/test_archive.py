"""The archive: logs of old matches as files. Nothing is lost on the way, and everything still works from there."""

import errno
import hashlib
import json
import os
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.log import archive, sql, stored_match, transactions
from matches.log.archiving import LogChanged, archive_log
from matches.log.models import ArchivedLog, Checkpoint, Event
from matches.log.rebuilding import rebuild_snapshots
from matches.log.sql import load_match
from matches.models import Match
from matches.search.terms import write_search_terms
from matches.services import ending
from matches.services.act import take_action
from matches.services.scoring import rebuild_score, score
from players.models import Player
from replay.archiving import archive_match, matches_to_archive
from replay.daily_roots.inclusion_proofs import stored_chain_findings
from replay.daily_roots.publishing import publish_root
from replay.stored_logs import audit_stored, begun_matches
from replay.timeline import view_at
from replay.verdicts import verdict_on
from rules.engine import legal_actions, seats_to_act
from tests.faults.checks import encoded
from tests.faults.test_kills import killed_at
from tests.matches.api.conftest import Api
from tests.matches.conftest import play_out, players_of
from tests.replay.s3_store import s3_store

Duel = Callable[..., Match]
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATER = timedelta(days=400)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    place = {"location": tmp_path / "archive", "file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
    backend = "django.core.files.storage.FileSystemStorage"
    settings.STORAGES = {**settings.STORAGES, "archive": {"BACKEND": backend, "OPTIONS": place}}
    return tmp_path / "archive"


@pytest.fixture
def over(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr(stored_match, "CHECKPOINT_EVERY", 5)
    return finished(duel())


def finished(match: Match) -> Match:
    play_out(match, seed=5)
    score(match.pk)
    write_search_terms(match.pk)
    return Match.objects.select_related("card_set").get(pk=match.pk)


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def run(*arguments: str) -> tuple[int, str]:
    """Exit code, and everything that the command says, as if a year had passed."""
    out = StringIO()
    with patch("replay.management.commands.archive_matches.read_database_clock") as clock:
        clock.return_value.moment = timezone.now() + LATER
        try:
            call_command("archive_matches", *arguments, stdout=out, stderr=out)
        except CommandError as error:
            return error.returncode, f"{out.getvalue()}{error}"
    return 0, out.getvalue()


def archived(match: Match) -> Match:
    assert archive_match(match.pk)
    assert not Event.objects.filter(match=match).exists() and not Checkpoint.objects.filter(match=match).exists()
    return match


def findings(match: Match) -> list[tuple[str, str]]:
    return [(finding.field, finding.code) for finding in audit_stored(match.pk).findings]


# What is archived


@pytest.mark.both_databases
def test_an_old_match_is_moved_to_a_file_that_has_its_whole_log(over: Match, folder: Path) -> None:
    rows = sql.logged_rows(over.pk)
    assert Checkpoint.objects.filter(match=over).exists()

    assert run() == (0, "1 matches archived.\n")

    assert not Event.objects.exists() and not Checkpoint.objects.exists()
    (file,) = files(folder)
    assert file.name == f"{over.pk}.jsonl" and file.stat().st_mode & 0o777 == 0o600
    header, *lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert header == {"format": "archived_log/1", "match": str(over.pk)}
    assert [line["seq"] for line in lines] == list(range(over.version + 1))
    assert sql.logged_rows(over.pk) == rows == archive.decode(over.pk, file.read_bytes())


def test_a_second_run_changes_nothing(over: Match, folder: Path) -> None:
    run()
    before = [(path, path.read_bytes(), path.stat().st_mtime_ns) for path in files(folder)]

    assert run() == (0, "0 matches archived.\n")
    assert archive_log(over.pk) is False

    assert [(path, path.read_bytes(), path.stat().st_mtime_ns) for path in files(folder)] == before


def test_only_old_finished_and_disclosed_matches_are_archived(duel: Duel, over: Match) -> None:
    live, aborted, withheld, unscored, unsearched = duel(), finished(duel()), *(finished(duel()) for _ in range(3))
    ending.abort_match(match_id=(given_up := duel()).pk, player=None, note="a ruling")
    score(given_up.pk)
    write_search_terms(given_up.pk)
    Match.objects.filter(pk=aborted.pk).update(end_reason="aborted")
    Match.objects.filter(pk=withheld.pk).update(withheld=True)
    Match.objects.filter(pk=unscored.pk).update(is_scored=False)
    Match.objects.filter(pk=unsearched.pk).update(terms_layout=0)
    now = timezone.now()
    others = {live.pk, aborted.pk, withheld.pk, unscored.pk, unsearched.pk, given_up.pk}

    assert set(begun_matches().values_list("pk", flat=True)) == {over.pk, *others}
    assert list(matches_to_archive(now + timedelta(days=1))) == [over.pk]
    assert list(matches_to_archive(now - timedelta(days=1))) == []


def test_no_more_than_the_limit_is_archived_oldest_first(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.archiving.BATCH", 2)
    matches = [finished(duel()) for _ in range(5)]

    assert run("--limit", "3") == (0, "3 matches archived.\n")

    assert list(ArchivedLog.objects.order_by("pk").values_list("pk", flat=True)) == [match.pk for match in matches[:3]]
    assert run() == (0, "2 matches archived.\n")


def test_a_match_that_does_not_verify_stays_and_the_others_go(duel: Duel, over: Match, folder: Path) -> None:
    other = finished(duel())
    with transactions.lifted_triggers():
        Event.objects.filter(match=over, seq=3).update(hash=b"\0" * 32)
    stored = sql.logged_rows(over.pk)

    code, said = run()

    assert code == 1 and f"{over.pk} does not verify" in said and "1 matches archived." in said
    assert sql.logged_rows(over.pk) == stored and ArchivedLog.objects.get().pk == other.pk
    assert len(files(folder)) == 1


def test_days_below_one_are_refused(over: Match) -> None:
    assert run("--days", "0")[0] == 1

    assert not ArchivedLog.objects.exists()


# Everything works from the archive


@pytest.mark.both_databases
def test_audit_positions_export_and_proof_are_the_same(over: Match, client: Client) -> None:
    publish_root(now=timezone.now() + timedelta(days=2))
    paths = [
        f"/api/v1/matches/{over.pk}{part}"
        for part in (
            "",
            "/events",
            "/events?after=3&limit=2",
            "/export",
            "/inclusion",
            "/scorecard",
            "/replay/transcript",
            "/replay/view?at=7&as=audit",
        )
    ]
    pages = [reverse("replay", args=[over.pk]) + event for event in ("", "?event=3")]

    def answers() -> dict[str, tuple[int, bytes]]:
        found = {path: client.get(path) for path in paths}
        return {path: (answer.status_code, answer.getvalue()) for path, answer in found.items()}

    def positions() -> list[bytes]:
        return [msgspec.json.encode(view_at(over, seq, "audit")) for seq in range(over.version + 1)]

    before = answers(), positions()
    assert {status for status, _ in before[0].values()} == {200}

    archived(over)

    assert (answers(), positions()) == before
    assert [client.get(page).status_code for page in pages] == [200, 200]
    report = audit_stored(over.pk)
    assert (report.findings, report.not_compared, report.events) == ([], [], over.version + 1)
    assert verdict_on(over).is_sound and list(stored_chain_findings()) == []
    assert sql.seats_that_acted([over.pk]) == {over.pk: {0, 1}}


@pytest.mark.both_databases
def test_a_match_continues_from_an_archived_one(over: Match, ann: Player, as_ann: Api) -> None:
    archived(over)

    answer = as_ann.post(f"matches/{over.pk}/continuations", {"seq": 4, "seat": 0, "bot": "random"})

    assert answer.status_code == 201, answer.content
    practice = Match.objects.get(continues__isnull=False)
    assert practice.continues["seq"] == 4
    assert audit_stored(practice.pk).is_sound
    Match.objects.filter(pk=practice.pk).update(snapshot=None)
    assert load_match(practice.pk).version == practice.version


def test_rebuilds_give_the_same_and_make_no_checkpoints(over: Match) -> None:
    card, terms = over.scorecard.body, set(over.search_terms.values_list("kind", "value", "seat"))
    archived(over)

    assert rebuild_snapshots(over.pk, every=True) == 0
    rebuild_score(over.pk)
    write_search_terms(over.pk)

    again = Match.objects.get(pk=over.pk)
    assert (again.scorecard.body, set(again.search_terms.values_list("kind", "value", "seat"))) == (card, terms)
    assert not Checkpoint.objects.exists() and audit_stored(over.pk).is_sound


def test_a_repeated_request_gets_the_same_event(duel: Duel) -> None:
    match = duel()
    position = load_match(match.pk).position
    seat = seats_to_act(position.table)[0]
    request = {
        "match_id": match.pk,
        "player_id": players_of(match)[seat].pk,
        "action": encoded(legal_actions(position.table, seat)[0]),
        "expected_version": position.seq,
        "key": "first",
    }
    first = take_action(**request)
    archived(finished(match))

    again = take_action(**request)

    assert again.is_repeat and again.event == first.event


def test_a_reader_in_the_middle_of_a_log_reads_on_from_the_archive(over: Match) -> None:
    whole = sql.events(over.pk)
    batches = sql.event_batches(over.pk, 3)
    read = next(batches)

    archived(over)

    assert [*read, *(event for batch in batches for event in batch)] == whole


# Nothing is lost


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_run_killed_at_any_statement_loses_nothing(over: Match, after: bool) -> None:
    rows = sql.logged_rows(over.pk)
    statement = 1
    while killed_at(statement, lambda: archive_log(over.pk), after=after):
        assert statement < 60
        assert sql.logged_rows(over.pk) == rows
        in_database, in_archive = Event.objects.count(), ArchivedLog.objects.count()
        assert (in_database, in_archive) in [(len(rows), 0), (0, 1)]
        if in_archive:  # Killed after the commit.
            break
        statement += 1

    assert statement > 5
    archive_log(over.pk)
    assert ArchivedLog.objects.count() == 1 and Event.objects.count() == 0
    assert sql.logged_rows(over.pk) == rows and audit_stored(over.pk).is_sound


@pytest.mark.parametrize("call", ["open", "fdopen", "fsync"])
def test_a_disk_that_fails_leaves_the_log_where_it_was(over: Match, folder: Path, call: str) -> None:
    rows = sql.logged_rows(over.pk)

    def full(*args: Any, **more: Any) -> Any:
        raise OSError(errno.ENOSPC, "no space left")

    with patch.object(os, call, full):
        code, said = run()

    assert code == 2 and said.startswith("0 matches archived. Then the archive cannot write")
    assert sql.logged_rows(over.pk) == rows and not ArchivedLog.objects.exists()
    assert run() == (0, "1 matches archived.\n")
    assert sql.logged_rows(over.pk) == rows


def test_half_a_file_of_a_killed_run_stays_beside_the_whole_one(over: Match, folder: Path) -> None:
    rows = sql.logged_rows(over.pk)
    place = folder / f"{over.created_at:%Y/%m/%d}" / f"{over.pk}.jsonl"
    place.parent.mkdir(parents=True)
    half = archive.encode(over.pk, rows)[:100]
    place.write_bytes(half)

    archived(over)

    assert place.read_bytes() == half and len(files(folder)) == 2
    assert sql.logged_rows(over.pk) == rows


def test_the_file_of_a_killed_run_is_used_again(over: Match, folder: Path) -> None:
    with patch("matches.log.archiving._remove", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        archive_log(over.pk)
    assert len(files(folder)) == 1 and not ArchivedLog.objects.exists()

    archived(over)

    assert len(files(folder)) == 1


def test_a_storage_that_returns_other_bytes_removes_nothing(over: Match) -> None:
    rows = sql.logged_rows(over.pk)

    with patch("matches.log.archive.read_file", lambda name: b"another"):
        code, said = run()

    assert code == 2 and "does not return what was written" in said
    assert sql.logged_rows(over.pk) == rows


def test_a_log_that_changed_since_it_was_read_is_not_removed(over: Match) -> None:
    write = archive.write_file

    def change_and_write(name: str, raw: bytes) -> str:
        with transactions.lifted_triggers():
            Event.objects.filter(match=over, seq=2).update(key="another", request_digest=b"\0" * 32)
        return write(name, raw)

    with patch("matches.log.archive.write_file", change_and_write), pytest.raises(LogChanged):
        archive_log(over.pk)

    assert Event.objects.filter(match=over).count() == over.version + 1 and not ArchivedLog.objects.exists()


@pytest.mark.both_databases
def test_the_triggers_are_lifted_no_longer_than_the_removal(over: Match, duel: Duel) -> None:
    other = duel()
    archived(over)

    for change in (
        lambda: Event.objects.filter(match=other).delete(),
        lambda: Event.objects.filter(match=other).update(type="forged"),
        lambda: ArchivedLog.objects.all().delete(),
        lambda: ArchivedLog.objects.update(file="another"),
        lambda: over.delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("TRUNCATE matches_archivedlog")


@pytest.mark.django_db(transaction=True)
def test_lifting_ends_with_its_transaction(over: Match) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has a function of the connection instead")
    with pytest.raises(KeyError), transactions.lifted_triggers():
        raise KeyError
    with transactions.lifted_triggers(), connection.cursor() as cursor:
        cursor.execute("SHOW match_service.archiving")
        assert cursor.fetchone() == ("on",)

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('match_service.archiving', true)")
        assert cursor.fetchone()[0] in ("", None)


# Missing and altered files


@pytest.mark.both_databases
def test_a_missing_file_is_a_finding_and_503(over: Match, folder: Path, as_ann: Api, client: Client) -> None:
    archived(over)
    (file,) = files(folder)
    raw = file.read_bytes()
    file.unlink()

    assert findings(over) == [("archived_log", "archive_unavailable")]
    refused = as_ann.get(f"matches/{over.pk}/events")
    assert (refused.status_code, refused.json()["code"], refused.json()["broken"]) == (503, "not_ready", ["archive"])
    assert refused["Retry-After"]
    client.raise_request_exception = False
    assert client.get(reverse("replay", args=[over.pk])).status_code == 503
    assert as_ann.get(f"matches/{over.pk}").status_code == 200

    file.write_bytes(raw)
    assert findings(over) == [] and as_ann.get(f"matches/{over.pk}/events").status_code == 200


def test_any_altered_file_is_a_finding(over: Match, folder: Path, as_ann: Api) -> None:
    archived(over)
    (file,) = files(folder)
    raw = file.read_bytes()
    lines = raw.splitlines(keepends=True)
    for altered in (
        raw[:-1],
        raw[: len(raw) // 2],
        b"",
        raw.replace(b'"seq":1,', b'"seq":2,', 1),
        b"".join(lines[:-1]),
        b"".join([lines[0], *lines[2:]]),
    ):
        assert altered != raw
        file.write_bytes(altered)
        assert findings(over) == [("archived_log", "archive_damaged")]
    refused = as_ann.get(f"matches/{over.pk}/events")

    assert (refused.status_code, refused.json()["code"]) == (500, "match_damaged")
    assert refused.json()["reasons"] == [
        {"code": "does_not_verify", "seq": None, "field": "archived_log", "finding": "archive_damaged"}
    ]


def test_a_file_altered_together_with_its_digest_is_a_finding(over: Match, folder: Path) -> None:
    archived(over)
    (file,) = files(folder)
    raw = file.read_bytes().replace(b"action_taken", b"action_makes", 1)
    file.write_bytes(raw)
    with transactions.lifted_triggers():
        ArchivedLog.objects.update(digest=hashlib.sha256(raw).digest())

    assert findings(over)[0] == ("type", "misfiled")


def test_a_log_both_in_the_archive_and_in_the_database_is_a_finding(over: Match) -> None:
    rows = list(Event.objects.filter(match=over))
    archived(over)
    Event.objects.bulk_create(rows)

    assert ("archived_log", "extra_row") in findings(over)


def test_the_file_of_another_match_is_not_read(over: Match, duel: Duel) -> None:
    other = archived(finished(duel()))
    archived(over)
    with transactions.lifted_triggers():
        theirs = ArchivedLog.objects.get(pk=other.pk)
        ArchivedLog.objects.filter(pk=over.pk).update(file=theirs.file, digest=theirs.digest)

    assert findings(over) == [("archived_log", "archive_damaged")]


def test_an_archived_match_moves_no_more(over: Match, ann: Player) -> None:
    archived(over)

    with pytest.raises(Exception, match="match_over"):
        take_action(match_id=over.pk, player_id=ann.pk, action=b"{}", expected_version=over.version, key="k")


# In a bucket


@pytest.fixture
def bucket(settings: Any) -> Any:
    """The objects of a store that holds the archive, with the options that ARCHIVE_S3_BUCKET sets."""
    with s3_store() as (url, objects):
        options = {
            "bucket_name": "old",
            "endpoint_url": url,
            "region_name": "eu-1",
            "access_key": "a",
            "secret_key": "b",
        }
        options |= {"default_acl": None, "file_overwrite": False}
        place = {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
        settings.STORAGES = {**settings.STORAGES, "archive": place}
        yield objects


def test_the_archive_can_be_a_bucket(over: Match, bucket: dict[str, bytes], as_ann: Api) -> None:
    rows = sql.logged_rows(over.pk)
    name = f"/old/{over.created_at:%Y/%m/%d}/{over.pk}.jsonl"
    bucket[name] = b"half a file"

    archived(over)

    (other,) = set(bucket) - {name}
    assert bucket == {name: b"half a file", other: archive.encode(over.pk, rows)}
    assert sql.logged_rows(over.pk) == rows and findings(over) == []
    del bucket[other]
    assert findings(over) == [("archived_log", "archive_unavailable")]
    assert as_ann.get(f"matches/{over.pk}/events").status_code == 503


def test_a_bucket_that_does_not_answer_removes_nothing(over: Match, bucket: dict[str, bytes], settings: Any) -> None:
    options = {**settings.STORAGES["archive"]["OPTIONS"], "endpoint_url": "http://127.0.0.1:9"}
    place = {**settings.STORAGES["archive"], "OPTIONS": options}
    settings.STORAGES = {**settings.STORAGES, "archive": place}

    code, said = run()

    assert code == 2 and "cannot write" in said
    assert Event.objects.filter(match=over).count() == over.version + 1 and bucket == {}
