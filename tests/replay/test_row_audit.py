"""SQL changes every column of every table about matches, and deletes every row: the audit names each change.

docs/security.md lists the changes that the audit can't notice, with reasons. A test checks that this list is exact.
"""

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone

from cards.models import CardSetRevision
from cards.sets.services import publish_card_set
from leagues.models import Fixture
from leagues.services.leagues import create_league
from leagues.services.playing import play_deal
from matches.log import stored_match, transactions
from matches.log.models import Checkpoint, Event
from matches.models import AuditRead, Match, MatchSummary, Scorecard, SearchTerm, Seat
from matches.search.terms import write_search_terms
from matches.services.ending import forfeit_bot, resign
from matches.services.lobby import open_match
from matches.services.moderation import record_audit_read, set_hidden
from matches.services.notes import write_note
from matches.services.scoring import score
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_bots
from players.models import Player
from replay import exports
from replay.archiving import archive_match
from replay.daily_roots.inclusion_proofs import stored_chain_findings
from replay.daily_roots.publishing import publish_root
from replay.imports import import_match
from replay.models import ImportedMatch, Verification
from replay.stored_logs import audit_stored, begun_matches, log_of, lost_logs
from replay.verdicts import verify
from tests import toy
from tests.leagues.conftest import claim_deal, manifest
from tests.levels import Sample
from tests.matches.conftest import DECK, move

pytestmark = pytest.mark.django_db

SECURITY = Path(settings.BASE_DIR) / "docs" / "security.md"
TABLES: list[type[models.Model]] = sorted(
    {Match, CardSetRevision, *(relation.related_model for relation in Match._meta.related_objects)},
    key=lambda model: model._meta.label,
)
COLUMNS = [(model, field.name) for model in TABLES for field in model._meta.concrete_fields if field.name != "pk"]


def undetectable() -> dict[str, str]:
    """What can't be noticed according to docs/security.md: `app.Model.column` or `app.Model` (a row) -> reason."""
    rows = re.findall(r"^\| `([a-z]+\.\w+(?:\.\w+)?)` \| (.+) \|$", SECURITY.read_text(), re.MULTILINE)
    return dict(rows)


@pytest.fixture
def kept(published: None, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch) -> dict[str, Match]:
    """A finished match, a live one and an import, each with rows in every possible table.

    There is also a match that has not begun, to which rows can be moved.
    """
    monkeypatch.setattr(stored_match, "CHECKPOINT_EVERY", 5)
    publish_card_set(ruleset="raid", card_set={**toy.CARD_SET, "notes": ["another"]}, note="another")
    first = CardSetRevision.objects.filter(ruleset="raid").order_by("revision").first()
    clock = {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}

    def opened() -> Match:
        bot = SeatPlan(kind="bot", bot="random", deck=DECK)
        seats = [SeatPlan(kind="player", player=ann, deck=DECK, entropy="luck", is_ready=True), bot]
        return open_match(ruleset="raid", options={}, seats=seats, created_by=ann, clock=clock, card_set=first)

    def played(most: int) -> Match:
        match, rng = opened(), random.Random(3)
        while True:
            play_bots(match.pk, sleep=lambda seconds: None)
            match.refresh_from_db()
            if match.status == Match.Status.OVER or match.version > most:
                return match
            move(match, rng, key=f"move-{match.version}")

    def live_after(most: int) -> Match:
        return next(match for match in (played(most) for _ in range(20)) if match.status == Match.Status.PLAYING)

    finished, live = live_after(11), live_after(7)
    resign(match_id=finished.pk, player_id=ann.pk)
    finished.refresh_from_db()
    for is_hidden in (True, False):
        set_hidden(match_ids=[finished.pk], is_hidden=is_hidden, moderator=ben, reason="a complaint")
    record_audit_read(match_id=live.pk, reader=ben, seq=1, what="log", reason="a complaint")
    write_note(match=finished, player=ann, seq=1, text="a mistake", is_shared=False)
    score(finished.pk)
    write_search_terms(finished.pk)
    imported = import_match(lines=exports.whole(log_of(finished)).splitlines(), player=ann).match
    score(imported.pk)
    write_search_terms(imported.pk)
    of_league = match_of_league()
    write_search_terms(of_league.pk)
    bots = [SeatPlan(kind="bot", bot="random", deck=DECK) for _ in range(2)]
    put_away = open_match(ruleset="raid", options={}, seats=bots, card_set=first)
    play_bots(put_away.pk, sleep=lambda seconds: None)
    score(put_away.pk)
    write_search_terms(put_away.pk)
    assert archive_match(put_away.pk)
    for days in (2, 3):
        assert publish_root(now=timezone.now() + timedelta(days=days)) is not None
    nobody = [SeatPlan(kind="open"), SeatPlan(kind="open")]
    empty = open_match(ruleset="raid", options={}, seats=nobody, created_by=ben)
    Seat.objects.filter(match=empty).delete()
    matches = {
        "archived": _fresh(put_away),
        "finished": finished,
        "live": live,
        "imported": imported,
        "of league": of_league,
        "empty": empty,
    }
    for match in (finished, live, imported, of_league, put_away):
        report, _verdict = verify(match.pk)
        assert (report.findings, report.not_compared) == ([], [])
    return matches


def match_of_league() -> Match:
    """A match of a season with a closed first deal and other open deals."""
    league = create_league(manifest=manifest(deals=3), created_by=None)
    deal = claim_deal()
    assert deal is not None
    play_deal(deal, time.monotonic() + 60)
    match = Match.objects.filter(fixture__deal__season__league=league).first()
    assert match is not None
    return match


class _TakenBack(Exception):
    pass


@contextmanager
def taken_back() -> Iterator[None]:
    """Lift triggers and foreign keys, and undo all changes at the end."""
    try:
        with transaction.atomic(), transactions.lifted_triggers():
            lift_triggers()
            yield
            raise _TakenBack
    except _TakenBack:
        pass


def lift_triggers() -> None:
    """Disable triggers, as the database's owner can, until the transaction is undone."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP TRIGGER "{name}"')


def sql(statement: str, *parameters: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def noticed(match: Match | None = None) -> list[str]:
    """What `verify_match --all` and `verify_roots` would report or could not compare, each as `field code`.

    The audit of the changed `match` runs first, because it usually has a finding.
    """
    if match is not None and (found := named(match.pk)):
        return found
    ids = [*begun_matches().values_list("pk", flat=True), *lost_logs()]
    roots = [f"{finding.field} {finding.code}" for finding in stored_chain_findings()]
    return [name for match_id in ids for name in named(match_id)] + roots


def named(match_id: UUID) -> list[str]:
    report = audit_stored(match_id)
    return [f"{finding.field} {finding.code}" for finding in [*report.findings, *report.not_compared]]


def of_match(model: type[models.Model], match: Match) -> models.QuerySet:
    if model is Match:
        return Match.objects.filter(pk=match.pk)
    return model._base_manager.filter(match=match.pk)


def other_value(field: models.Field, value: Any, matches: dict[str, Match]) -> Any:
    """A different value for the column, in the database's form."""
    if isinstance(field, models.ForeignKey) and field.related_model is Match:
        return field.get_db_prep_save(matches["empty"].pk, connection)
    if isinstance(field, models.ForeignKey):
        others = field.related_model._base_manager.exclude(pk=value).order_by("pk")
        other = others.values_list("pk", flat=True).first()
        return field.get_db_prep_save(other, connection)
    kind = field.get_internal_type()
    if kind == "UUIDField":
        return field.get_db_prep_save(UUID(int=(0 if value is None else value.int) ^ 5), connection)
    if kind == "BooleanField":
        return not value
    if kind in ("DateTimeField",):
        return field.get_db_prep_save((value or timezone.now()) + timedelta(milliseconds=1), connection)
    if kind == "BinaryField":
        raw = bytes(value or b"\0" * 8)
        return field.get_db_prep_save(raw[:-1] + bytes([raw[-1] ^ 1]), connection)
    if kind == "JSONField":
        return field.get_db_prep_save({"x": 1} if value != {"x": 1} else [], connection)
    if kind in ("CharField", "TextField"):
        return "another" if value is None else ("y" if value.startswith("x") else "x") + value[1:]
    return (value or 0) + (10_000 if field.primary_key else 1_000)


def key_of(row: models.Model) -> tuple[str, list[Any]]:
    """The SQL condition that finds a row by its primary key, with its parameters."""
    keys = row._meta.pk_fields
    where = " AND ".join(f'"{key.column}" = %s' for key in keys)
    return where, [key.get_db_prep_save(getattr(row, key.attname), connection) for key in keys]


def begun(kept: dict[str, Match]) -> list[tuple[str, Match]]:
    return [(kind, match) for kind, match in kept.items() if kind != "empty"]


def unnoticed_changes(kept: dict[str, Match], model: type[models.Model], column: str) -> tuple[int, list[Any]]:
    """The number of changes possible in this column, and (kind of match, value) of those without a finding."""
    field = model._meta.get_field(column)
    unnoticed, tried = [], 0
    for kind, match in begun(kept):
        rows = of_match(model, match).order_by("pk")
        row = (rows.filter(key__isnull=False).last() if model is Event else None) or rows.last()
        if row is None:
            continue
        where, own = key_of(row)
        found = getattr(row, field.attname)
        values = [other_value(field, found, kept)]
        values += [None] if field.null and found is not None else []
        for value in values:
            with taken_back():
                tried += sql(f'UPDATE "{model._meta.db_table}" SET "{field.column}" = %s WHERE {where}', value, *own)
                if not noticed(match):
                    unnoticed.append((kind, value))
    return tried, unnoticed


@pytest.mark.exhaustive
def test_every_column_that_is_changed_is_named_or_listed(kept: dict[str, Match], sample: Sample) -> None:
    listed = undetectable()
    wrong = {}
    for model, column in sample(COLUMNS, 15):
        name = f"{model._meta.label}.{column}"
        tried, unnoticed = unnoticed_changes(kept, model, column)
        assert tried, f"{name}: no match has such a row"
        if bool(unnoticed) != (name in listed):
            wrong[name] = unnoticed or "is noticed: it need not stand in docs/security.md"

    assert wrong == {}


def test_every_row_that_is_taken_out_is_named_or_listed(kept: dict[str, Match], sample: Sample) -> None:
    listed = undetectable()
    wrong = {}
    for model in sample(TABLES, 6):
        unnoticed, tried = [], 0
        for kind, match in begun(kept):
            for row in list(of_match(model, match))[:3]:
                where, own = key_of(row)
                with taken_back():
                    tried += sql(f'DELETE FROM "{model._meta.db_table}" WHERE {where}', *own)
                    if not noticed(match):
                        unnoticed.append(kind)
        assert tried, f"{model._meta.label}: no match has such a row"
        if bool(unnoticed) != (model._meta.label in listed):
            wrong[model._meta.label] = unnoticed or "is noticed: it need not stand in docs/security.md"

    assert wrong == {}


def test_the_list_in_the_document_names_columns_and_rows_that_there_are() -> None:
    known = {f"{model._meta.label}.{name}" for model, name in COLUMNS} | {model._meta.label for model in TABLES}
    others = {"players.Player.public_id"}

    assert set(undetectable()) <= known | others
    assert all(len(reason) > 20 for reason in undetectable().values())


def copied(row: models.Model, **changes: Any) -> Callable[[], None]:
    def insert() -> None:
        for name, value in changes.items():
            setattr(row, name, value)
        row._state.adding = True
        type(row)._base_manager.bulk_create([row])

    return insert


def test_every_row_that_is_put_in_is_named(kept: dict[str, Match]) -> None:
    finished, live = kept["finished"], kept["live"]
    event = Event.objects.filter(match=finished).order_by("seq").last()
    inserts = {
        "seat": copied(Seat.objects.filter(match=live).first(), id=10_000, index=7),
        "event after the end": copied(event, seq=finished.version + 1, key=None, request_digest=None),
        "event before the start": copied(Event.objects.get(match=live, seq=0), seq=-7),
        "checkpoint": copied(Checkpoint.objects.filter(match=live).first(), seq=4),
        "checkpoint to come": copied(Checkpoint.objects.filter(match=live).first(), seq=5_000),
        "scorecard": copied(Scorecard.objects.get(match=finished), match_id=live.pk),
        "summary": copied(MatchSummary.objects.get(match=finished), match_id=live.pk),
        "term of a live match": copied(SearchTerm.objects.filter(match=finished).first(), id=10_000, match_id=live.pk),
        "search term": copied(SearchTerm.objects.filter(match=finished).first(), id=10_000, value="another"),
        "import": copied(ImportedMatch.objects.get(), match_id=finished.pk, last_hash=b"\0" * 32),
        "fixture": copied(Fixture.objects.get(match=kept["of league"]), id=10_000, attempt=2, match_id=live.pk),
        "verdict": copied(Verification.objects.get(match=finished), match_id=_fresh(live).pk),
    }
    unnoticed = []
    for what, insert in inserts.items():
        with taken_back():
            if what == "verdict":
                Verification.objects.filter(match=live).delete()
            insert()
            if not noticed():
                unnoticed.append(what)

    assert unnoticed == []


def _fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def test_json_of_any_shape_is_named(kept: dict[str, Match], sample: Sample) -> None:
    wrong = []
    for kind, row in sample(begun(kept), 1):
        for column in ("options", "clock", "times", "to_act", "bots", "outcome"):
            stored = getattr(row, column)
            for value in ("x", 3, [], None, True, {"type": "bogus"}):
                same = value == stored and type(value) is type(stored)
                if same or (value is None and not Match._meta.get_field(column).null):
                    continue
                with taken_back():
                    Match.objects.filter(pk=row.pk).update(**{column: value})
                    places = [finding.field for finding in audit_stored(row.pk).findings]
                    if places != [column]:
                        wrong.append((kind, column, value, places))

    assert wrong == []


def test_two_accounts_that_changed_seats_are_named_and_two_that_changed_ids_are_not(
    kept: dict[str, Match], ann: Player, ben: Player
) -> None:
    seat = Seat.objects.get(match=kept["finished"], player=ann)

    with taken_back():
        Seat.objects.filter(pk=seat.pk).update(player=ben)
        assert noticed() == ["seats[0].player row"]
    with taken_back():
        Seat.objects.filter(pk=seat.pk).update(player=None)
        assert noticed() == ["seats[0].player row"]
    with taken_back():
        Player.objects.filter(pk=ann.pk).update(public_id=UUID(int=1))
        assert "seats[0].player row" in noticed()
    with taken_back():
        first, second = ann.public_id, ben.public_id
        Player.objects.filter(pk=ann.pk).update(public_id=UUID(int=1))
        Player.objects.filter(pk=ben.pk).update(public_id=first)
        Player.objects.filter(pk=ann.pk).update(public_id=second)
        Seat.objects.filter(player=ann).update(player=ben)
        assert noticed() == []
    assert "players.Player.public_id" in undetectable()


def test_an_account_that_was_deleted_leaves_its_matches_sound(kept: dict[str, Match], ann: Player) -> None:
    with taken_back():
        ann.delete()
        assert noticed() == []


def findings_of_seats() -> list[str]:
    return [name for name in noticed() if name.startswith("seats")]


def test_the_error_of_a_bot_stands_where_the_log_says_that_it_failed(kept: dict[str, Match]) -> None:
    live = kept["live"]

    forfeit_bot(match_id=live.pk, seat=1, version=live.version, fault="ValueError")

    assert findings_of_seats() == []
    with taken_back():
        Seat.objects.filter(match=live, index=1).update(fault="")
        assert findings_of_seats() == ["seats[1].fault other_fault"]


def test_all_findings_of_a_match_are_named_at_once(kept: dict[str, Match]) -> None:
    finished = kept["finished"]
    with taken_back():
        Match.objects.filter(pk=finished.pk).update(options={}, end_reason="another", ended_at=None)
        Seat.objects.filter(match=finished, index=0).update(deck={"cards": {}}, bot="greedy")
        Event.objects.filter(match=finished, seq=6).update(hash=b"\0" * 32)
        places = [finding.field for finding in audit_stored(finished.pk).findings]

    assert places == ["hash", "options", "seats[0].bot", "seats[0].deck"]


def test_what_follows_from_a_broken_log_is_said_not_to_have_been_compared(kept: dict[str, Match]) -> None:
    finished = kept["finished"]
    with taken_back():
        Event.objects.filter(match=finished, seq=6).update(hash=b"\0" * 32)
        report = audit_stored(finished.pk)

    assert [(finding.field, finding.code) for finding in report.not_compared] == [("row", "log_fails")]


def test_a_snapshot_of_another_layout_is_not_compared_and_no_finding(
    kept: dict[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.log.snapshots._layout", lambda rules: "raid/1/another")

    report = audit_stored(kept["finished"].pk)

    assert report.is_sound
    assert {(finding.field, finding.code) for finding in report.not_compared} == {
        ("checkpoint", "other_layout"),
        ("snapshot", "other_layout"),
    }


def test_a_scorecard_of_an_earlier_tally_is_compared_in_what_no_version_changes(
    kept: dict[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = kept["finished"]
    card = Scorecard.objects.get(match=finished)
    newer = {**card.body, "version": 2, "decided": {"by": "another tally"}}
    monkeypatch.setattr("replay.row_audit.tally", lambda position, log: newer)
    with taken_back():
        older = audit_stored(finished.pk)
        Scorecard.objects.filter(pk=card.pk).update(body={**card.body, "winners": [7]})
        forged = audit_stored(finished.pk)

    assert older.is_sound
    assert [(finding.field, finding.code) for finding in older.not_compared] == [("scorecard", "other_version")]
    assert [finding.field for finding in forged.findings] == ["scorecard.body"]


def test_a_match_whose_card_set_is_gone_is_named(kept: dict[str, Match]) -> None:
    with taken_back():
        Match.objects.filter(pk=kept["finished"].pk).update(card_set=10_000)
        assert "card_set missing_row" in noticed()


def test_audit_reads_are_of_no_log(kept: dict[str, Match]) -> None:
    assert AuditRead.objects.count() == 1
    assert "matches.AuditRead" in undetectable()
