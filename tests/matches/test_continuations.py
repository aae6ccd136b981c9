"""Continuing from an event: practice that starts in the middle of a match, with its own chance, and counts nowhere."""

import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.test import Client

from cards.sets.services import publish_shipped_sets
from common.text.errors import ServiceError
from matches.limits import MOST_LINKS
from matches.log import sql
from matches.log.rebuilding import rebuild_snapshots
from matches.log.sql import load_match, position_at
from matches.models import Match, Seat
from matches.search.terms import sweep_search_terms
from matches.selectors.lists import filtered_matches
from matches.services.act import take_action
from matches.services.continuations import Continuation, continue_match, links_behind
from matches.services.ending import abort_match, resign
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_at_once, play_bots
from players.models import Player
from replay.audit import audit
from replay.exports import lines_of, read, read_many, whole
from replay.imports import import_match
from replay.models import Verification
from replay.nightly_audit import verify_recent
from replay.stored_logs import audit_stored, log_of
from replay.timeline import positions, view_at
from replay.verdicts import verdict_on
from rules.engine import legal_actions, seats_to_act, state_hash
from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.database import some_setup
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]


def go_on(match: Match, player: Player, seq: int, **more: Any) -> Match:
    return continue_match(match=match, player=player, wanted=Continuation(seq=seq, bot="random", **more))


def play_to_the_end(match: Match, seed: int = 1) -> Match:
    """Play to the end: the person moves at random, and the bots play themselves."""
    rng = random.Random(seed)
    people = {seat.index: seat.player_id for seat in match.seats.all() if seat.player_id}
    while True:
        play_bots(match.pk, sleep=lambda seconds: None)
        stored = load_match(match.pk)
        if stored.position.table.outcome is not None:
            return Match.objects.select_related("card_set").get(pk=match.pk)
        seat = next(seat for seat in seats_to_act(stored.position.table) if seat in people)
        action = msgspec.json.encode(rng.choice(legal_actions(stored.position.table, seat)))
        take_action(match_id=match.pk, player_id=people[seat], action=action, expected_version=stored.version, key=None)


@pytest.fixture
def over(duel: Duel) -> Match:
    return play_out(duel())


def test_it_begins_with_the_table_of_that_event_and_says_so(over: Match, ann: Player) -> None:
    seq = over.version // 2
    match = go_on(over, ann, seq, seat=1)

    there, here = position_at(over.pk, seq), load_match(match.pk).position
    first = sql.event(match.pk, 0).content

    assert first["continues"] == {"match": str(over.pk), "seq": seq, "hash": sql.event(over.pk, seq).hash.hex()}
    assert first["effects"] == [] and state_hash(here.table) == state_hash(there.table)
    assert here.key != there.key and first["seed_commitment"] != over.seed_commitment
    assert (match.ruleset_version, match.card_set, match.options) == (over.ruleset_version, over.card_set, over.options)
    assert [seat.kind for seat in match.seats.all()] == [Seat.Kind.BOT, Seat.Kind.PLAYER]
    assert [seat.deck for seat in match.seats.all()] == [seat.deck for seat in over.seats.all()]


def test_it_is_played_to_its_end_and_verifies_in_every_way(over: Match, ann: Player) -> None:
    match = play_to_the_end(go_on(over, ann, 2, seat=0))

    log = log_of(match)
    report = audit_stored(match.pk)
    exported = read(lines_of(whole(log)))

    assert report.is_sound, report.findings
    assert log.origin is not None and log.origin.match == str(over.pk)
    assert exported == log and audit(exported).is_sound
    assert verdict_on(match).is_sound
    assert [position.seq for _, position in positions(match)] == list(range(match.version + 1))
    assert view_at(match, match.version // 2, "audit").version == match.version // 2


def test_one_may_go_on_from_practice_too(over: Match, ann: Player) -> None:
    first = play_to_the_end(go_on(over, ann, 2, seat=0))
    second = play_to_the_end(go_on(first, ann, 1, seat=1), seed=2)

    log = log_of(second)

    assert audit_stored(second.pk).is_sound
    assert [found.match for found in read_many(lines_of(whole(log)))] == [str(m.pk) for m in (over, first, second)]


def test_without_snapshots_it_is_folded_from_the_other_match(over: Match, ann: Player) -> None:
    match = go_on(over, ann, 3, seat=0)
    table = load_match(match.pk).position.table

    Match.objects.filter(pk=match.pk).update(snapshot=b"")
    again = load_match(match.pk).position.table
    rebuilt = rebuild_snapshots(match.pk)

    assert state_hash(again) == state_hash(table) and rebuilt == 1


def test_its_chance_is_its_own(over: Match, ann: Player) -> None:
    ends = {tuple(sql.event(play_to_the_end(go_on(over, ann, 0, seat=0)).pk, 1).hash) for _ in range(2)}

    assert len(ends) == 2


@pytest.mark.parametrize("slug", slugs())
def test_bots_of_every_game_go_on_knowing_what_their_seats_saw(slug: str, ann: Player) -> None:
    publish_shipped_sets()
    rules = shipped_ruleset(slug)
    options, decks = some_setup(rules)
    plans = [SeatPlan(kind="bot", bot="random", deck=deck) for deck in decks]
    over = open_match(ruleset=slug, options=options, seats=plans, play=play_at_once)
    if over.status != Match.Status.OVER:
        play_bots(over.pk, sleep=lambda seconds: None)
        over.refresh_from_db()

    match = continue_match(
        match=over, player=ann, wanted=Continuation(seq=over.version - 6, bot="greedy", seat=len(decks) - 1)
    )
    ended = play_to_the_end(match)

    assert all(seat.fault == "" for seat in ended.seats.all())
    assert audit_stored(ended.pk).is_sound, audit_stored(ended.pk).findings


# Permissions


def test_a_match_that_is_not_disclosed_is_not_continued(duel: Duel, ann: Player) -> None:
    running, aborted = duel(), duel()
    abort_match(match_id=aborted.pk, player=None, note="")
    withheld = play_out(duel())
    Match.objects.filter(pk=withheld.pk).update(withheld=True)

    for match, code in ((running, "match_not_over"), (aborted, "not_disclosed"), (withheld, "deal_not_closed")):
        with pytest.raises(ServiceError) as refused:
            go_on(Match.objects.get(pk=match.pk), ann, 0)
        assert refused.value.code == code
    assert not Match.objects.exclude(continues__isnull=True).exists()


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"seq": 10_000}, "unknown_version"),
        ({"seq": "last"}, "nothing_to_continue"),
        ({"seq": 1, "seat": 5}, "not_found"),
        ({"seq": 1, "bot": "nobody"}, "bad_setup"),
    ],
)
def test_what_cannot_be_gone_on_with_is_refused(over: Match, ann: Player, wanted: dict[str, Any], code: str) -> None:
    wanted = {**wanted, "seq": over.version if wanted["seq"] == "last" else wanted["seq"]}

    with pytest.raises(ServiceError) as refused:
        continue_match(match=over, player=ann, wanted=Continuation(**wanted))

    assert refused.value.code == code and Match.objects.count() == 1


def test_an_imported_match_is_not_continued_and_practice_not_imported(over: Match, ann: Player) -> None:
    imported = import_match(lines=lines_of(whole(log_of(over))), player=ann).match
    practice = play_to_the_end(go_on(over, ann, 2, seat=0))

    with pytest.raises(ServiceError) as not_continued:
        go_on(imported, ann, 0)
    with pytest.raises(ServiceError) as not_imported:
        import_match(lines=lines_of(whole(log_of(practice))), player=ann)

    assert not_continued.value.code == "nothing_to_continue"
    assert [reason["code"] for reason in not_imported.value.params["reasons"]] == ["continues_another"]


# It counts nowhere


def test_it_is_private_and_in_no_list_and_no_search(over: Match, ann: Player, ben: Player, client: Client) -> None:
    sweep_search_terms()
    match = play_to_the_end(go_on(over, ann, 2, seat=0))

    swept = sweep_search_terms()
    client.force_login(ben)

    assert swept == 0 and not hasattr(Match.objects.get(pk=match.pk), "summary")
    assert match.visibility == Match.Visibility.PRIVATE and not match.is_rated
    assert list(filtered_matches(ann)) == list(filtered_matches(None)) == [over]
    assert client.get(f"/matches/{match.pk}/replay/").status_code == 404


# Forged continuations


@pytest.fixture
def practice(over: Match, ann: Player) -> Any:
    return log_of(play_to_the_end(go_on(over, ann, 2, seat=0)))


def test_a_forged_beginning_is_named(practice: Any) -> None:
    assert practice.origin is not None
    origin = practice.origin
    cut = replace(origin, events=origin.events[:2])
    shifted = replace(origin, events=[*origin.events[:2], *origin.events[3:]])
    tampered = replace(
        origin,
        events=[
            replace(origin.events[0], body=origin.events[0].body.replace(b'"seq":0', b'"seq":7')),
            *origin.events[1:],
        ],
    )

    found = {
        name: audit(replace(practice, origin=other)).places
        for name, other in {"none": None, "cut": cut, "shifted": shifted, "tampered": tampered}.items()
    }

    assert found == {
        "none": [(0, "continues", "no_origin")],
        "cut": [(0, "continues", "other_origin")],
        "shifted": [(0, "continues", "other_origin")],
        "tampered": [(0, "continues", "origin_fails")],
    }


def test_the_verifier_without_rules_says_the_same(practice: Any, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not on this machine")
    assert practice.origin is not None
    sound = tmp_path / "sound.jsonl"
    sound.write_bytes(whole(practice))
    alone = tmp_path / "alone.jsonl"
    alone.write_bytes(whole(replace(practice, origin=None)))
    other = tmp_path / "other.jsonl"
    forged = whole(practice.origin).replace(b'"seq":2,', b'"seq":2 ,')  # The line is no longer canonical.
    other.write_bytes(forged + whole(replace(practice, origin=None)))

    said = {
        file.name: subprocess.run(
            ["node", str(settings.BASE_DIR / "docs/verifier/verify.mjs"), str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        for file in (sound, alone, other)
    }

    assert [(name, ran.returncode) for name, ran in said.items()] == [
        ("sound.jsonl", 0),
        ("alone.jsonl", 1),
        ("other.jsonl", 2),
    ]
    assert said["sound.jsonl"].stdout.count("sound. Match") == 2
    assert "must stand before it" in said["alone.jsonl"].stdout


def test_a_changed_row_is_named(over: Match, ann: Player) -> None:
    match = go_on(over, ann, 2, seat=0)

    Match.objects.filter(pk=match.pk).update(continues={**match.continues, "seq": 1})

    assert (None, "continues", "row") in audit_stored(match.pk).places


def test_practice_after_practice_has_an_end(duel: Duel, ann: Player) -> None:
    """Each is read, exported and audited together with all before it, so their number is limited."""
    match = play_out(duel())
    for _ in range(MOST_LINKS):
        match = go_on(match, ann, 0, seat=0)
        resign(match_id=match.pk, player_id=ann.pk)
        match.refresh_from_db()

    with pytest.raises(ServiceError) as refused:
        go_on(match, ann, 0, seat=0)

    assert refused.value.code == "continued_too_often" and links_behind(match) == MOST_LINKS
    assert audit_stored(match.pk).findings == []


def test_practice_counts_as_a_match_that_one_has(duel: Duel, ann: Player, settings: Any) -> None:
    match = play_out(duel())
    settings.MOST_MATCHES = 1
    go_on(match, ann, 0, seat=0)

    with pytest.raises(ServiceError) as refused:
        go_on(match, ann, 0, seat=0)

    assert refused.value.code == "too_many_matches"


def test_practice_is_audited_in_the_night_like_any_match(duel: Duel, ann: Player) -> None:
    practice = go_on(play_out(duel()), ann, 0, seat=0)

    verify_recent()

    assert verdict_on(practice).is_sound
    assert Verification.objects.filter(match=practice.pk).exists()
