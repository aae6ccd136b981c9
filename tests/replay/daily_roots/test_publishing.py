"""The daily root of a service: the matches that enter it, the stored rows, and the API."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import Error, IntegrityError, connection, transaction
from django.utils import timezone

from config.celery import app
from matches.log import transactions
from matches.log.models import Event
from matches.models import Match
from matches.services import ending
from players.models import Player
from replay import exports, nightly_audit
from replay.daily_roots import inclusion_proofs, publishing
from replay.daily_roots.inclusion_proofs import proof_of, stored_chain_findings
from replay.daily_roots.publishing import CannotPublish, as_document, continue_from, publish_root
from replay.daily_roots.signed_roots import SignedRoot, chain_findings, proof_findings, public_key, signing_key
from replay.imports import import_match
from replay.models import ChainContinuation, DailyRoot, RootLeaf
from replay.stored_logs import audit_stored, log_of
from rules.engine import canonical
from tests import toy
from tests.matches.api.conftest import Api
from tests.matches.conftest import play_out
from tests.replay.making import make_log
from tests.replay.test_commands import alarms, run
from tests.replay.test_stored_logs import audit_damaged

pytestmark = pytest.mark.django_db
DECKS = [{"cards": deck["cards"]} for deck in toy.CARD_SET["starter_decks"]]
NOON = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=123_000)


def on_day(number: int) -> datetime:
    """Noon of the day this many days after today. Matches of the tests ended long before."""
    return NOON + timedelta(days=1 + number)


def publish(number: int) -> SignedRoot:
    root = publish_root(now=on_day(number))
    assert root is not None
    return root


@pytest.fixture
def played(duel: Callable[..., Match]) -> Match:
    return play_out(duel(), 5)


def roots() -> list[SignedRoot]:
    return [as_document(row) for row in DailyRoot.objects.order_by("number")]


def numbers_of(*matches: Match) -> list[int | None]:
    found = dict(RootLeaf.objects.values_list("match_id", "root_id"))
    return [found.get(match.pk) for match in matches]


def places(findings: Any) -> list[tuple[int | None, str, str]]:
    return [(finding.seq, finding.field, finding.code) for finding in findings]


# Leaves


def test_a_root_is_of_the_day_that_has_passed_and_of_all_that_ended(played: Match, duel: Callable[..., Match]) -> None:
    live, aborted = duel(), duel()
    ending.abort_match(match_id=aborted.pk, player=None, note="a ruling")

    root = publish(0)

    assert (root.number, root.day, root.size) == (0, (on_day(0) - timedelta(days=1)).date().isoformat(), 2)
    assert root.restored_after is None
    assert numbers_of(played, aborted, live) == [0, 0, None]
    assert list(stored_chain_findings()) == []


def test_a_match_stays_in_its_root_and_the_next_one_takes_what_came_since(
    played: Match, duel: Callable[..., Match]
) -> None:
    publish(0)
    kept = canonical(proof_of(played))
    later = play_out(duel(), 6)

    root = publish(1)

    assert (root.size, numbers_of(played, later)) == (1, [0, 1])
    assert canonical(proof_of(played)) == kept
    assert chain_findings(roots()) == []


def test_a_day_has_one_root_however_often_it_is_asked_for(played: Match) -> None:
    root = publish(0)

    assert publish_root(now=on_day(0)) is None
    assert publish_root(now=on_day(0).replace(hour=23, minute=59)) is None
    assert roots() == [root]


def test_days_without_matches_have_the_empty_tree_and_days_without_the_service_have_none(played: Match) -> None:
    first, empty = publish(0), publish(1)
    after = publish(5)

    assert (first.size, empty.size, after.size) == (1, 0, 0)
    assert empty.root == after.root == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert [after.number, (date.fromisoformat(after.day) - date.fromisoformat(empty.day)).days] == [2, 4]
    assert chain_findings(roots()) == [] and list(stored_chain_findings()) == []


def test_an_import_enters_the_root_after_it_came_here_whenever_it_was_played(played: Match, ann: Player) -> None:
    publish(0)
    log = make_log(toy.raid_rules(toy.CARD_SET), {}, DECKS, 7)
    imported = import_match(lines=exports.whole(log).splitlines(), player=ann).match
    assert imported.ended_at is not None and imported.ended_at < timezone.now()

    publish(1)

    proof = proof_of(imported)
    assert (proof.leaf.id, proof.leaf.match, proof.root.number) == (str(imported.pk), log.match, 1)
    assert proof_findings(proof, log.match, log.events[-1].hash) == []
    assert audit_stored(imported.pk).findings == []


def test_a_lobby_that_was_closed_has_no_leaf(as_ann: Api) -> None:
    opened = as_ann.post("matches", {"ruleset": "raid", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()
    assert as_ann.post(f"{opened['url']}/abort").status_code == 200

    assert publish(0).size == 0
    assert as_ann.get(f"{opened['url']}/inclusion").json()["code"] == "match_over"


def test_a_match_whose_last_event_is_lost_enters_no_root_and_keeps_no_other_out(
    played: Match, duel: Callable[..., Match], caplog: pytest.LogCaptureFixture
) -> None:
    damaged = play_out(duel(), 6)
    with transactions.lifted_triggers():
        Event.objects.filter(match=damaged, seq=damaged.version).delete()

    assert publish(0).size == 1
    assert numbers_of(played, damaged) == [0, None]
    assert f"match {damaged.pk} enters no root" in caplog.text


# Several at once, and none


def test_the_second_of_two_publishers_finds_the_day_taken(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    root = publish(0)
    monkeypatch.setattr(publishing, "newest_root", lambda: None)
    monkeypatch.setattr(
        publishing, "_continuation", lambda newest, now: ChainContinuation(own_until=-1, published_until=-1)
    )

    assert publish_root(now=on_day(0)) is None
    assert roots() == [root]
    with pytest.raises(IntegrityError):
        publish_root(now=on_day(1))


def test_a_publisher_that_dies_leaves_nothing(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(objects: Any) -> None:
        list(objects)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RootLeaf.objects, "bulk_create", die)
        with pytest.raises(KeyboardInterrupt):
            publish(0)

    assert (DailyRoot.objects.count(), RootLeaf.objects.count()) == (0, 0)
    assert publish(0).size == 1


def test_a_clock_that_has_gone_back_publishes_nothing(played: Match) -> None:
    publish(3)

    with pytest.raises(CannotPublish, match="Look at the clocks"):
        publish_root(now=on_day(1))


def test_the_day_is_that_of_the_database_and_not_of_the_worker(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has the machine's clock")
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(days=9))

    root = publish_root()

    assert root is not None and date.fromisoformat(root.day) < (NOON + timedelta(days=1)).date()


# Append-only


@pytest.mark.parametrize("model", [DailyRoot, RootLeaf, ChainContinuation])
def test_the_database_itself_refuses_to_change_what_was_published(played: Match, model: Any) -> None:
    publish(0)
    assert model.objects.count() == 1
    column = next(field.attname for field in model._meta.fields if not field.primary_key)

    for change in (
        lambda: model.objects.update(**{column: model.objects.values_list(column, flat=True)[0]}),
        lambda: model.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(Error, match="append-only"), transaction.atomic():
            change()


# Keys


def test_a_key_can_be_changed_if_the_former_one_stays_known(played: Match, settings: Any, anyone: Api) -> None:
    publish(0)
    former = public_key(signing_key(settings.ROOT_SIGNING_KEY))
    settings.ROOT_SIGNING_KEY = "66" * 32

    with pytest.raises(CannotPublish, match="ROOT_PUBLIC_KEYS"):
        publish(1)
    assert "unknown_key" in [finding.code for finding in stored_chain_findings()]
    settings.ROOT_PUBLIC_KEYS = [former]
    second = publish(1)

    assert second.public_key != former and list(stored_chain_findings()) == []
    keys = anyone.get("roots/keys").json()["results"]
    assert [(key["public_key"], key["is_current"]) for key in keys] == [(second.public_key, True), (former, False)]
    assert keys[0]["id"] == second.key


# After a restore


@pytest.fixture
def restored(played: Match, duel: Callable[..., Match]) -> tuple[list[SignedRoot], Match]:
    """A service that published roots 0 to 2 and was restored from a backup made before root 1.

    Root 1 had a match that is in the backup, and one that is not (here: one that is not over in the backup).
    """
    publish(0)
    had, lost = play_out(duel(), 6), play_out(duel(), 7)
    publish(1)
    publish(2)
    published = roots()
    with transactions.lifted_triggers():
        RootLeaf.objects.filter(root__gt=0).delete()
        DailyRoot.objects.filter(number__gt=0).delete()
        Match.objects.filter(pk=lost.pk).update(status="playing")
    return published, had


def test_a_restored_service_takes_up_the_chain_and_names_the_break(
    restored: tuple[list[SignedRoot], Match], played: Match
) -> None:
    published, had = restored

    assert continue_from(published, now=on_day(3)) == 2
    assert roots() == published
    after = publish(3)

    assert (after.number, after.restored_after, after.size) == (3, 0, 1)
    assert numbers_of(played, had) == [0, 3]
    assert publish(4).restored_after is None
    assert chain_findings(roots()) == [] and list(stored_chain_findings()) == []
    assert audit_stored(had.pk).findings == audit_stored(played.pk).findings == []


def test_a_root_that_the_backup_can_make_again_gets_its_leaves_back(
    restored: tuple[list[SignedRoot], Match], duel: Callable[..., Match]
) -> None:
    published, had = restored
    Match.objects.filter(status="playing").update(status="over")

    assert continue_from(published, now=on_day(3)) == 2

    assert numbers_of(had) == [1]
    assert publish(3).restored_after is None
    assert list(stored_chain_findings()) == []


def test_a_chain_is_taken_up_whole_and_once(restored: tuple[list[SignedRoot], Match], tmp_path: Path) -> None:
    published, _ = restored
    file = tmp_path / "roots.jsonl"
    file.write_bytes(b"\n".join(canonical(root) for root in published))

    with pytest.raises(CannotPublish, match="from number 0 on"):
        continue_from(published[1:])
    with pytest.raises(CannotPublish, match="do not verify"):
        continue_from([*published[:2], type(published[2])(**{**json.loads(canonical(published[2])), "size": 9})])
    code, said = run("publish_root", "--continue-from", file)
    assert code == 1 and "Look at the clocks" in said and len(roots()) == 3  # The tests publish days in the future.
    assert continue_from(published) == 0
    with pytest.raises(CannotPublish, match="root 2 is published too"):
        continue_from(published[:2])


def test_a_service_that_has_gone_on_by_itself_is_told_so(restored: tuple[list[SignedRoot], Match]) -> None:
    published, _ = restored
    publish(1)

    with pytest.raises(CannotPublish, match="Root 1 of the file is another"):
        continue_from(published)


def test_a_copy_of_the_database_publishes_nothing_by_itself(
    played: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    publish(0)
    monkeypatch.setattr(publishing, "_database", lambda: "7000000000000000000/99999")

    with pytest.raises(CannotPublish, match="restored from a backup"):
        publish(1)
    with caplog.at_level(logging.ERROR):
        monkeypatch.setattr(publishing, "_now", lambda: on_day(1))
        nightly_audit.publish()
    assert "no daily root is published: This database is not the one" in caplog.text
    assert continue_from(roots(), now=on_day(1)) == 0
    assert publish(1).restored_after is None


# The audit


def test_a_published_match_is_sound_and_one_that_is_not_yet_too(played: Match) -> None:
    assert audit_stored(played.pk).findings == []
    publish(0)
    assert audit_stored(played.pk).findings == []


def test_a_match_that_was_left_out_of_its_root_is_found(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(publishing, "due_leaves", lambda: iter(()))
        publish(0)

    assert places(audit_stored(played.pk).findings) == [(None, "root_leaf", "no_leaf")]


LEAF_CHANGES = {
    "index": 1,
    "log_id": "another",
    "last_hash": bytes(32),
    "path": bytes(32),
}
ROOT_CHANGES = {
    "day": date(2020, 1, 1),
    "size": 2,
    "root": bytes(32),
    "previous": bytes([1] * 32),
    "restored_after": -1,
    "computed_at": NOON,
    "public_key": bytes(32),
    "signature": bytes(64),
}


@pytest.mark.parametrize("column", LEAF_CHANGES)
def test_whatever_is_changed_in_a_leaf_the_audit_of_the_match_finds_it(played: Match, column: str) -> None:
    publish(0)

    found = audit_damaged(played, lambda: RootLeaf.objects.update(**{column: LEAF_CHANGES[column]}))

    assert {finding.field for finding in found.findings} == {"root_leaf"}


@pytest.mark.parametrize("column", ROOT_CHANGES)
def test_whatever_is_changed_in_a_root_the_audit_of_its_matches_finds_it(played: Match, column: str) -> None:
    publish(0)

    found = audit_damaged(played, lambda: DailyRoot.objects.update(**{column: ROOT_CHANGES[column]}))

    assert found.findings and all(finding.field.startswith("root") for finding in found.findings)


def test_every_column_is_tried() -> None:
    assert {field.attname for field in RootLeaf._meta.fields} == {*LEAF_CHANGES, "match_id", "root_id"}
    assert {field.attname for field in DailyRoot._meta.fields} == {*ROOT_CHANGES, "number"}


def test_the_chain_is_checked_whole(played: Match, duel: Callable[..., Match], tmp_path: Path) -> None:
    publish(0)
    other = play_out(duel(), 6)
    publish(1)
    publish(2)
    kept = tmp_path / "kept.jsonl"
    kept.write_text(run("verify_roots", "--print")[1])
    assert run("verify_roots", "--kept", kept)[0] == 0
    before = alarms()
    assert nightly_audit.verify_roots() == 0

    with transactions.lifted_triggers():
        Event.objects.filter(match=other, seq=other.version).update(hash=bytes(32))
    code, said = run("verify_roots")
    assert code == 1 and f"root 1: match {other.pk}: the hash of the last event is" in said
    with transactions.lifted_triggers():
        RootLeaf.objects.filter(match=other).delete()
    assert places(stored_chain_findings()) == [(1, "root", "other_tree")]
    assert nightly_audit.verify_roots() == 1 and alarms() == before + 1
    with transactions.lifted_triggers():
        DailyRoot.objects.filter(number=2).delete()
    code, said = run("verify_roots", "--kept", kept)
    assert code == 1 and "root 2: number: this root was published, but is not in the database" in said
    with transactions.lifted_triggers():
        RootLeaf.objects.filter(root=0).delete()
        DailyRoot.objects.filter(number=0).delete()
    assert places(stored_chain_findings()) == [(1, "number", "not_chained")]


def test_there_is_nothing_to_verify_before_the_first_root(tmp_path: Path) -> None:
    assert run("verify_roots")[0] == 2
    publish(0)
    assert run("verify_roots", "--kept", tmp_path / "absent")[0] == 2


def test_the_root_is_on_the_schedule() -> None:
    doors = {"replay.publish_root", "replay.verify_roots"}

    app.loader.import_default_modules()
    assert doors <= set(app.tasks)
    assert doors <= {entry["task"] for entry in app.conf.beat_schedule.values()}


# The API


def test_roots_are_for_everybody_and_for_good(played: Match, anyone: Api) -> None:
    publish(0), publish(1), publish(2)

    first = anyone.get("roots?limit=2")
    rest = anyone.get(first.json()["next"])

    assert [root["number"] for root in (*first.json()["results"], *rest.json()["results"])] == [0, 1, 2]
    assert rest.json()["next"] is None
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"
    assert rest["Cache-Control"] == "public, max-age=300"
    document = roots()[1]
    for which in ("1", document.day):
        answer = anyone.get(f"roots/{which}")
        assert answer.content == canonical(document) + b"\n"
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert anyone.get("roots/latest").json()["number"] == 2
    assert anyone.get("roots/latest")["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize(
    "which", ["3", "2020-01-01", "2026-13-41", "0x1", "-1", "٣", "99999999999999999999", "latest2"]
)
def test_a_root_that_is_not_there_is_not_found(anyone: Api, which: str) -> None:
    publish(0)

    answer = anyone.get(f"roots/{which}")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("query", ["after=-2", "after=x", "limit=0", "limit=201", "after=99999999999", "other=1"])
def test_what_is_no_page_of_roots_is_refused(anyone: Api, query: str) -> None:
    assert anyone.get(f"roots?{query}").status_code == 400


def test_a_proof_is_given_when_there_is_one(played: Match, duel: Callable[..., Match], anyone: Api) -> None:
    live = duel()
    assert anyone.get(f"matches/{live.pk}/inclusion").json()["code"] == "match_not_over"
    early = anyone.get(f"matches/{played.pk}/inclusion")
    assert (early.status_code, early.json()["code"]) == (409, "no_root_yet")

    publish(0)
    answer = anyone.get(f"matches/{played.pk}/inclusion")

    assert answer.content == canonical(proof_of(played)) + b"\n"
    assert answer["Cache-Control"] == "private, max-age=86400"
    assert proof_findings(proof_of(played), str(played.pk), log_of(played).events[-1].hash) == []


def test_a_private_match_is_in_the_root_and_its_proof_is_for_who_may_see_it(
    duel: Callable[..., Match], anyone: Api, as_ann: Api
) -> None:
    private, public = play_out(duel(visibility="private"), 5), play_out(duel(), 6)
    publish(0)

    hidden, absent = (
        anyone.get(f"matches/{id_}/inclusion") for id_ in (private.pk, "00000000-0000-7000-8000-000000000000")
    )
    assert hidden.status_code == absent.status_code == 404
    assert {**hidden.json(), "request_id": ""} == {**absent.json(), "request_id": ""}
    assert as_ann.get(f"matches/{private.pk}/inclusion").json()["leaf"]["id"] == str(private.pk)
    shown = anyone.get("roots").content + anyone.get(f"matches/{public.pk}/inclusion").content
    assert str(private.pk).encode() not in shown
    assert log_of(private).events[-1].hash.hex().encode() not in shown


def test_a_proof_is_what_was_published_whatever_the_log_says_now(played: Match, anyone: Api) -> None:
    publish(0)
    kept = anyone.get(f"matches/{played.pk}/inclusion").content
    with transactions.lifted_triggers():
        Event.objects.filter(match=played, seq=played.version).update(hash=bytes(32))

    assert anyone.get(f"matches/{played.pk}/inclusion").content == kept


def test_what_is_served_costs_the_same_however_many_matches_a_root_has(
    played: Match, duel: Callable[..., Match], anyone: Api, django_assert_num_queries: Any
) -> None:
    publish(0)
    for seed in (6, 7, 8):
        last = play_out(duel(), seed)
    publish(1)

    for match in (played, last):
        with django_assert_num_queries(5):
            assert anyone.get(f"matches/{match.pk}/inclusion").status_code == 200
    assert inclusion_proofs.proof_of(last).path
