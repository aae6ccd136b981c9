"""An imported match is stored only if it verifies. It is then a match like any other."""

import dataclasses
import tracemalloc
from collections.abc import Callable
from time import thread_time
from uuid import UUID

import pytest

from cards.sets.services import publish_card_set
from common.text.errors import ServiceError
from matches.log import sql
from matches.log.stored_match import CHECKPOINT_EVERY
from matches.models import Match, Seat
from matches.services.scoring import rebuild_score, score
from players.models import Player
from replay import exports
from replay.audit import Log
from replay.imports import LONGEST_LINE, import_match
from replay.limits import MOST_IMPORT_BYTES
from replay.models import ImportedMatch
from replay.stored_logs import audit_stored, log_of
from replay.timeline import position_at
from tests import toy
from tests.matches.conftest import play_out
from tests.replay.making import make_log, rehashed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
DECKS = [{"cards": deck["cards"]} for deck in toy.CARD_SET["starter_decks"]]


@pytest.fixture
def log(published: None) -> Log:
    """A match that was played elsewhere, where the card set has a different revision number."""
    return make_log(toy.raid_rules(toy.CARD_SET), {"seats": 2, "goal": 15}, DECKS, 8, entropies=["", "x"], number=4)


def imported(log: Log, player: Player | None = None) -> Match:
    return import_match(lines=exports.whole(log).splitlines(), player=player).match


def test_an_imported_match_is_a_match_like_any_other(log: Log, ann: Player) -> None:
    match = imported(log, ann)

    assert (match.status, match.is_imported, match.version) == (Match.Status.OVER, True, len(log.events) - 1)
    assert match.visibility == Match.Visibility.PRIVATE
    assert audit_stored(match.pk).findings == []
    assert log_of(match) == log
    assert position_at(match, 5).last_hash == log.events[5].hash
    assert match.checkpoints.count() == (len(log.events) - 1) // CHECKPOINT_EVERY
    card = score(match.pk)
    assert card is not None and card.body["reason"] == match.end_reason
    assert rebuild_score(match.pk) is False


def test_it_gets_an_id_of_its_own_and_the_seats_are_nobodys(log: Log, ann: Player) -> None:
    """Even if the file names a player or a match of this service."""
    first = imported(rehashed(log, 0, lambda event: event["seats"][0].update(player=str(ann.public_id))), ann)

    assert first.pk != UUID(log.match) and ImportedMatch.objects.get(match=first).original_id == log.match
    assert set(Seat.objects.filter(match=first).values_list("player", flat=True)) == {None}


def test_the_same_import_again_gives_the_same_match(log: Log, ann: Player, ben: Player) -> None:
    first = import_match(lines=exports.whole(log).splitlines(), player=ann)
    again = import_match(lines=exports.whole(log).splitlines(), player=ann)
    others = import_match(lines=exports.whole(log).splitlines(), player=ben)

    assert (first.is_repeat, again.is_repeat, others.is_repeat) == (False, True, False)
    assert again.match == first.match != others.match


def test_a_match_exported_here_can_be_imported_here(duel: Callable[..., Match], ann: Player) -> None:
    match = play_out(duel())

    copy = imported(log_of(match), ann)

    assert copy.pk != match.pk and log_of(copy) == log_of(match)
    assert [e.hash for e in sql.events(copy.pk)] == [e.hash for e in sql.events(match.pk)]


def cut_short(log: Log) -> Log:
    return dataclasses.replace(log, events=log.events[:-1])


def without_seed(log: Log) -> Log:
    return dataclasses.replace(log, server_seed=None)


def with_other_cards(log: Log) -> Log:
    cards = [{**card, "strength": 6} for card in toy.CARD_SET["cards"]]
    return make_log(toy.raid_rules({**toy.CARD_SET, "cards": cards}), {}, DECKS, 8)


def with_a_forged_effect(log: Log) -> Log:
    return rehashed(log, 3, lambda event: event["effects"].pop())


@pytest.mark.parametrize(
    ("spoil", "code", "place"),
    [
        (cut_short, "not_over", None),
        (without_seed, "not_over", None),
        (with_other_cards, "unknown_card_set", None),
        (with_a_forged_effect, "does_not_verify", (3, "effects")),
    ],
)
def test_what_does_not_verify_is_refused_with_reasons_and_leaves_nothing(
    log: Log, spoil: Callable[[Log], Log], code: str, place: tuple[int, str] | None
) -> None:
    with pytest.raises(ServiceError) as refused:
        imported(spoil(log))

    reason = refused.value.params["reasons"][0]
    assert (refused.value.code, reason["code"]) == ("not_verified", code)
    assert place is None or (reason["seq"], reason["field"]) == place
    assert not Match.objects.exists()


def test_a_playtest_revision_is_no_published_card_set(log: Log) -> None:
    tried = with_other_cards(log)
    cards = {name: part for name, part in tried.card_set.items() if name not in ("revision", "digest")}
    publish_card_set(ruleset="raid", card_set=cards, is_playtest=True)

    with pytest.raises(ServiceError) as refused:
        imported(tried)

    assert refused.value.params["reasons"][0]["code"] == "unknown_card_set"


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"{", b'{"format": "match/1"}', b"\xff"])
def test_what_is_no_export_is_refused(published: None, text: bytes) -> None:
    with pytest.raises(ServiceError) as refused:
        import_match(lines=text.splitlines(), player=None)

    assert refused.value.params["reasons"][0]["code"] == "unreadable"


# The cost of an import


def _filled(piece: bytes, size: int = MOST_IMPORT_BYTES) -> bytes:
    return piece * (size // len(piece))


OBJECTS = b'{"a":[' + b",".join([b"{}"] * (LONGEST_LINE // 3 - 3)) + b"]}"
COSTLY = {
    "objects without a field": lambda head, event: _filled(b"{}\n"),
    "lines with nothing in them": lambda head, event: _filled(b"\n"),
    "one long line": lambda head, event: _filled(b"["),
    "a line of objects": lambda head, event: OBJECTS,
    "a line of objects after a first line": lambda head, event: head + b"\n" + OBJECTS,
    "first lines": lambda head, event: _filled(head + b"\n"),
    "first events": lambda head, event: head + b"\n" + _filled(event + b"\n"),
    "many keys": lambda head, event: b"{" + b",".join(b'"%d":1' % key for key in range(45_000)) + b"}",
    "a deep line": lambda head, event: b'{"a":' * 80_000 + b"1" + b"}" * 80_000,
    "digits": lambda head, event: b'{"a":' + b"1" * 500_000 + b"}",
}


@pytest.mark.parametrize("what", COSTLY)
def test_a_file_that_is_no_export_costs_next_to_nothing(log: Log, what: str) -> None:
    head, event, *_ = exports.whole(log).splitlines()
    raw = COSTLY[what](head, event)
    began = thread_time()
    with pytest.raises(ServiceError, match="not_verified"):
        import_match(lines=exports.lines_of(raw), player=None)
    seconds = thread_time() - began

    tracemalloc.start()
    with pytest.raises(ServiceError, match="not_verified"):
        import_match(lines=exports.lines_of(raw), player=None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (seconds < 0.5, peak < 30 * 2**20) == (True, True), (seconds, peak)


def test_no_line_after_the_first_bad_one_is_read(log: Log) -> None:
    lines = iter([*exports.whole(log).splitlines()[:3], b"{}", b"{}", b"{}"])

    with pytest.raises(ServiceError, match="not_verified"):
        import_match(lines=lines, player=None)

    assert len(list(lines)) == 2


def test_an_import_has_a_largest_number_of_events(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.imports.MOST_IMPORT_EVENTS", len(log.events) - 1)

    with pytest.raises(ServiceError) as refused:
        imported(log)

    assert [reason["code"] for reason in refused.value.params["reasons"]] == ["too_long"]
    monkeypatch.setattr("replay.imports.MOST_IMPORT_EVENTS", len(log.events))
    assert imported(log).version == len(log.events) - 1
