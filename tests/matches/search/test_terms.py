"""The search terms of a finished match follow from its log, without anything that was never shown."""

import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import InterfaceError
from django.utils import timezone

from matches.log import sql, transactions
from matches.log.models import Event
from matches.models import Match, MatchSummary, Scorecard, SearchTerm
from matches.search.deck_ids import deck_id
from matches.search.finding import Criteria, find_matches
from matches.search.terms import LAYOUT, sweep_search_terms, terms_of_log, write_search_terms
from matches.services.ending import abort_match
from matches.services.scoring import score
from replay.nightly_audit import verify_recent
from replay.stored_logs import rules_for
from tests.matches.conftest import DECK, move, play_out
from tests.sqlite_plans import on_sqlite, plans

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def played(duel: Callable[..., Match]) -> Match:
    return play_out(duel(), 2)


def terms(match: Match, kind: str) -> set[tuple[str, int]]:
    return set(SearchTerm.objects.filter(match=match, kind=kind).values_list("value", "seat"))


def test_search_terms_are_those_of_the_log(played: Match) -> None:
    assert write_search_terms(played.pk)

    log = [event.content for event in sql.events(played.pk)]
    used = {(e["action"]["card"], e["seat"]) for e in log[1:] if "card" in e["action"]}
    told = {(f["type"], f.get("seat", -1)) for e in log for f in e["effects"]}
    assert terms(played, "card") == used
    assert terms(played, "effect") == told
    assert terms(played, "reason") == {(played.end_reason, -1)}
    score(played.pk)
    assert terms(played, "decided") == {(Scorecard.objects.get(match=played).body["decided"]["by"], -1)}
    assert terms(played, "winner") == {(log[0]["seats"][index]["player"], index) for index in played.outcome["winners"]}
    assert terms(played, "player") == {(seat["player"], index) for index, seat in enumerate(log[0]["seats"])}
    assert terms(played, "deck") == {(name, seat) for name in ("even", deck_id(DECK)) for seat in (0, 1)}
    assert MatchSummary.objects.get(match=played).length == len(log)


def test_writing_them_again_changes_nothing(played: Match) -> None:
    write_search_terms(played.pk)
    before = Counter(SearchTerm.objects.values_list("match", "kind", "value", "seat"))

    write_search_terms(played.pk)

    assert Counter(SearchTerm.objects.values_list("match", "kind", "value", "seat")) == before


def test_the_sweep_finds_finished_matches_without_terms_or_with_old_ones(
    duel: Callable[..., Match], played: Match
) -> None:
    live, other = duel(), play_out(duel(), 3)
    write_search_terms(played.pk)
    Match.objects.filter(pk=played.pk).update(terms_layout=LAYOUT + 1)

    assert sweep_search_terms() == 2
    assert set(MatchSummary.objects.values_list("match", flat=True)) == {played.pk, other.pk}
    assert sweep_search_terms() == 0
    assert not write_search_terms(live.pk)


@on_sqlite
def test_the_sweep_reads_no_match_whose_terms_are_new() -> None:
    [plan] = plans(sweep_search_terms, "terms_layout")

    assert [step for step in plan if "matches_match" in step] == [
        "SEARCH matches_match USING INDEX match_terms_layout (terms_layout<?)",
        "SEARCH matches_match USING INDEX match_terms_layout (terms_layout>?)",
    ]


def test_a_damaged_log_keeps_no_other_match_out_of_the_search_and_is_tried_once(
    duel: Callable[..., Match], played: Match, caplog: pytest.LogCaptureFixture
) -> None:
    later = play_out(duel(), 3)
    whole = bytes(Event.objects.get(match=played, seq=1).body)
    with transactions.lifted_triggers():
        Event.objects.filter(match=played, seq=1).update(body=b'{"warrior": not json')

    assert sweep_search_terms() == 1
    assert f"match {played.pk} cannot be searched: DecodeError" in caplog.text
    assert "warrior" not in caplog.text
    caplog.clear()
    assert sweep_search_terms() == 0
    assert not caplog.text
    with pytest.raises(CommandError, match="1 matches cannot be read"):
        call_command("rebuild", "search_terms", stdout=StringIO(), stderr=StringIO())
    assert [summary.match_id for summary in find_matches(None, Criteria())] == [later.pk]
    decided = terms(later, "decided").pop()[0]
    assert [summary.match_id for summary in find_matches(None, Criteria(decided_by=decided))] == [later.pk]
    assert not find_matches(None, Criteria(decided_by="envy")).exists()

    with transactions.lifted_triggers():
        Event.objects.filter(match=played, seq=1).update(body=whole)
    call_command("rebuild", "search_terms", stdout=StringIO(), stderr=StringIO())
    assert {summary.match_id for summary in find_matches(None, Criteria())} == {played.pk, later.pk}


def test_a_connection_that_is_cut_makes_no_log_unreadable(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(match_id: UUID) -> None:
        raise InterfaceError("connection already closed")

    with monkeypatch.context() as patched:
        patched.setattr(sql, "events", cut)
        with pytest.raises(InterfaceError):
            write_search_terms(played.pk)

    assert not MatchSummary.objects.exists()
    assert sweep_search_terms() == 1


def test_the_night_comes_by_an_old_match_whose_log_could_never_be_read(
    played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    with transactions.lifted_triggers():
        Event.objects.filter(match=played, seq=1).update(body=b"not json")
    sweep_search_terms()
    later = timezone.now() + timedelta(days=90, hours=1)
    monkeypatch.setattr(timezone, "now", lambda: later)

    assert verify_recent() == {"verified": 0, "failed": 1, "not_compared": 1}


def test_of_an_aborted_match_the_search_knows_what_the_public_saw(duel: Callable[..., Match]) -> None:
    match, rng = duel(), random.Random(0)
    for _ in range(8):
        move(match, rng)
    rules, log = rules_for(match), sql.events(match.pk)
    whole = set(terms_of_log(rules, log))
    abort_match(match_id=match.pk, player=None, note="")

    assert write_search_terms(match.pk)

    kept = set(SearchTerm.objects.filter(match=match).values_list("kind", "value", "seat"))
    assert {kind for kind, _, _ in whole - kept} <= {"deck", "card"}
    assert {kind for kind, _, _ in kept} == {"card", "effect", "reason", "player"}
    assert kept - whole == {("reason", "aborted", -1)}


def test_a_deck_is_named_by_what_is_in_it() -> None:
    assert deck_id({"cards": {"a": 1, "b": 2}}) == deck_id({"cards": {"b": 2, "a": 1, "c": 0}})
    assert deck_id({"cards": {"a": 1}}) != deck_id({"cards": {"a": 2}})
