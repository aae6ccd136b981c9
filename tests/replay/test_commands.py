"""verify_match, refold, the rebuilds and the nightly audit: findings, output and exit codes."""

import dataclasses
import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from config.celery import app
from matches.log import sql, transactions
from matches.log.models import Event
from matches.log.redaction import show_event
from matches.metrics import verify_failures
from matches.models import Match, MatchSummary, Scorecard, SearchTerm
from matches.search.terms import write_search_terms
from matches.services.scoring import score
from replay import exports
from replay.audit import Log
from replay.nightly_audit import verify_recent
from replay.stored_logs import log_of
from rules.engine import Ruleset, canonical
from tests import toy
from tests.matches.conftest import play_out
from tests.replay.making import example_roots, make_log, rehashed

DECKS = [{"cards": deck["cards"]} for deck in toy.CARD_SET["starter_decks"]]
needs_database = pytest.mark.django_db


def run(*arguments: Any, **more: Any) -> tuple[int, str]:
    """Exit code and output of a command."""
    out = StringIO()
    try:
        call_command(*map(str, arguments), stdout=out, **more)
    except CommandError as error:
        return error.returncode, f"{out.getvalue()}{error}"
    return 0, out.getvalue()


@pytest.fixture
def played(duel: Callable[..., Match]) -> Match:
    return play_out(duel(), 5)


@pytest.fixture
def log(raid: Ruleset) -> Log:
    return make_log(raid, {}, DECKS, 6)


def spoil(match: Match, seq: int = 4) -> None:
    row = Event.objects.get(match=match, seq=seq)
    with transactions.lifted_triggers():
        Event.objects.filter(pk=row.pk).update(body=bytes(row.body).replace(b'"effects"', b'"effectz"'))


# verify_match


@needs_database
def test_verify_match_says_what_it_has_proved(played: Match) -> None:
    code, said = run("verify_match", played.pk)

    assert code == 0
    assert said.startswith(f"{played.pk}: verified. {played.version + 1} events, ")


@needs_database
def test_verify_match_names_the_first_event_and_field(played: Match) -> None:
    spoil(played)

    code, said = run("verify_match", played.pk)

    assert code == 1
    assert "DOES NOT VERIFY, after 4 sound events" in said and "event 4: hash: " in said


@needs_database
def test_verify_match_all_goes_on_after_a_bad_one(duel: Callable[..., Match], played: Match) -> None:
    spoil(played)
    duel()

    code, said = run("verify_match", "--all")

    assert code == 1 and "1 verified, 1 not." in said


@needs_database
@pytest.mark.parametrize("arguments", [["00000000-0000-7000-8000-000000000000"], ["--file", "/nowhere/to/be/found"]])
def test_verify_match_cannot_verify_what_is_not_there(arguments: list[str]) -> None:
    assert run("verify_match", *arguments)[0] == 2


def test_verify_match_takes_a_file_and_no_database(log: Log, tmp_path: Path) -> None:
    good, bad, live = tmp_path / "good", tmp_path / "bad", tmp_path / "live"
    good.write_bytes(exports.whole(log))
    bad.write_bytes(exports.whole(rehashed(log, 2, lambda event: event["effects"].pop())))
    live.write_bytes(exports.whole(dataclasses.replace(log, server_seed=None)))

    assert run("verify_match", "--file", good)[0] == 0
    assert run("verify_match", "--file", bad)[0] == 1
    code, said = run("verify_match", "--file", live)
    assert code == 2 and "Nothing can be verified of a match while it lives" in said


@needs_database
def test_verify_match_tallies_a_file_as_the_service_has_stored_it(played: Match, tmp_path: Path) -> None:
    score(played.pk)
    file = tmp_path / "match.jsonl"
    file.write_bytes(exports.whole(log_of(played)))

    code, said = run("verify_match", "--file", file, "--scorecard")

    assert code == 0
    assert msgspec.json.decode(said[said.index("{") :]) == Scorecard.objects.get(match=played).body
    assert run("verify_match", "--all", "--scorecard")[0] == 2


def test_verify_match_takes_a_file_of_many_matches(log: Log, tmp_path: Path) -> None:
    good, bad = exports.whole(log), exports.whole(rehashed(log, 2, lambda event: event["effects"].pop()))
    many, lost = tmp_path / "many", tmp_path / "lost"
    many.write_bytes(good + bad + b"\n" + good)
    lost.write_bytes(good.partition(b"\n")[2] + good)

    code, said = run("verify_match", "--file", many)

    assert code == 1 and said.count(": verified.") == 2 and "2 verified, 1 not." in said
    assert run("verify_match", "--file", lost)[0] == 2
    assert run("verify_match", "--file", many, "--seen", many)[0] == 2


@needs_database
def test_verify_match_compares_what_a_viewer_had_kept(played: Match, log: Log, tmp_path: Path) -> None:
    rules = toy.raid_rules(toy.CARD_SET)
    events = sql.events(played.pk)
    seen, other, empty = tmp_path / "seen", tmp_path / "other", tmp_path / "empty"
    seen.write_bytes(b"\n".join(canonical(show_event(rules, event, 1)) for event in events[:9]))
    other.write_bytes(b"\n".join(canonical(show_event(rules, event, 1)) for event in log.events[:9]))
    empty.write_bytes(b"")

    assert run("verify_match", played.pk, "--seen", seen)[0] == 0
    assert run("verify_match", played.pk, "--seen", other)[0] == 1
    assert run("verify_match", played.pk, "--seen", empty)[0] == 1
    assert run("verify_match", "--all", "--seen", seen)[0] == 2


def test_verify_match_holds_a_log_against_a_published_root(log: Log, tmp_path: Path) -> None:
    proof, roots = example_roots(log)
    match, inclusion, kept = tmp_path / "match", tmp_path / "inclusion", tmp_path / "roots"
    match.write_bytes(exports.whole(log))
    inclusion.write_bytes(canonical(proof))
    kept.write_bytes(b"\n".join(canonical(root) for root in roots))
    given = ["verify_match", "--file", match, "--inclusion", inclusion]

    assert "in root 1 of 2026-01-31" in run(*given)[1]
    code, said = run(*given, "--roots", kept)
    assert code == 0 and f"It is bound by what {kept} has." in said

    forged = rehashed(log, 0, lambda event: event.update(at="2026-01-31T12:00:01.000Z"))
    match.write_bytes(exports.whole(forged))
    code, said = run(*given)
    assert code == 1 and "the log was replaced after publication" in said
    kept.write_bytes(canonical(roots[0]))
    match.write_bytes(exports.whole(log))
    assert run(*given, "--roots", kept)[0] == 1
    assert run(*given, "--roots", match)[0] == run("verify_match", "--file", match, "--roots", kept)[0] == 2
    assert run("verify_match", "--file", match, "--inclusion", match)[0] == 2
    assert run("verify_match", "--all", "--inclusion", inclusion)[0] == 2


# refold and the rebuilds


@needs_database
def test_refold_finds_rules_that_have_changed(
    played: Match, log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "raid" / "1"
    folder.mkdir(parents=True)
    (folder / "goal.jsonl").write_bytes(exports.whole(log))
    assert run("refold", "--logs", tmp_path) == (0, "2 logs fold as they were written.\n")

    monkeypatch.setattr(toy, "HAND", 3)
    code, said = run("refold", "--logs", tmp_path)

    assert code == 1
    assert "2 of 2 logs fold differently" in said and "event 0: effects: " in said
    assert run("refold", "--logs", tmp_path, "--only-logs")[1].endswith(
        "1 of 1 logs fold differently: the rules need a new version"
    )
    assert run("refold", "--logs", tmp_path, "--ruleset", "other")[0] == 0


@needs_database
def test_rebuild_scores_writes_what_was_missing_or_wrong(duel: Callable[..., Match], played: Match) -> None:
    other = play_out(duel(), 6)
    Scorecard.objects.create(match=other, body={"winners": [7]})

    code, said = run("rebuild", "scores")

    assert (code, said.splitlines()[-1]) == (0, "2 matches read, 2 scorecards written anew.")
    assert Scorecard.objects.get(match=other).body["winners"] == other.outcome["winners"]
    assert run("rebuild", "scores")[1] == "2 matches read, 0 scorecards written anew.\n"
    assert run("rebuild", "scores", "--ruleset", "other")[1] == "0 matches read, 0 scorecards written anew.\n"


@needs_database
def test_rebuild_search_terms_gives_the_same_terms_from_the_logs(played: Match) -> None:
    write_search_terms(played.pk)
    before = set(SearchTerm.objects.values_list("kind", "value", "seat"))
    SearchTerm.objects.filter(kind="card").delete()
    MatchSummary.objects.update(length=0)

    assert run("rebuild", "search_terms") == (0, "1 matches read, 1 lists of search terms written anew.\n")
    assert set(SearchTerm.objects.values_list("kind", "value", "seat")) == before
    assert MatchSummary.objects.get().length == played.version + 1


# The nightly_audit


def alarms() -> float:
    return float(verify_failures._value.get())


@needs_database
def test_the_night_verifies_recent_matches_and_old_ones_every_90_days(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_out(duel(), 1)
    play_out(duel(), 2)
    before, opened = alarms(), timezone.now()

    assert verify_recent() == {"verified": 2, "failed": 0, "not_compared": 0}
    nights = {}
    for day in (2, 45, *range(88, 93), 135, *range(178, 183)):
        moment = opened + timedelta(days=day, hours=3)
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        if found := verify_recent()["verified"]:
            nights[day] = found

    assert nights == {90: 2, 180: 2}
    assert alarms() == before


@needs_database
@pytest.mark.parametrize(
    "columns",
    [{"status": "lobby"}, {"version": -1}, {"ended_at": None}, {"updated_at": datetime(2001, 1, 1, tzinfo=UTC)}],
)
def test_no_edit_of_the_row_keeps_a_match_out_of_the_night(played: Match, columns: dict[str, Any]) -> None:
    Match.objects.filter(pk=played.pk).update(end_reason="another", **columns)

    assert verify_recent()["failed"] == 1


@needs_database
def test_the_night_raises_the_alarm_by_event_and_field_and_tells_no_secret(
    played: Match, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(played)
    before = alarms()

    with caplog.at_level(logging.ERROR):
        assert verify_recent() == {"verified": 0, "failed": 1, "not_compared": 1}

    assert alarms() == before + 1
    first = caplog.records[0].getMessage()
    assert first == f"match {played.pk} does not verify: event 4, field hash"
    assert "raider" not in caplog.text


def test_the_night_and_the_sweep_are_on_the_schedule() -> None:
    doors = {"replay.verify_recent", "matches.search.terms.sweep_search_terms"}

    app.loader.import_default_modules()
    assert doors <= set(app.tasks)
    assert doors <= {entry["task"] for entry in app.conf.beat_schedule.values()}


@needs_database
def test_an_export_of_a_stored_match_can_be_verified_as_a_file(played: Match, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(exports.whole(log_of(played)))

    assert json.loads(file.read_bytes().splitlines()[0])["match"] == str(played.pk)
    assert run("verify_match", "--file", file)[0] == 0
