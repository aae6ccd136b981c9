"""Matches of the database as logs: for auditing, exporting and refolding."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidTag

from cards.engine import Ruleset
from cards.rulesets.registry import bound_ruleset
from cards.selectors import rules_of
from matches import store
from matches.history import Event, OtherLayout, Position, SnapshotMismatch
from matches.models import Match
from matches.refusals import Refusal
from matches.sealing import unseal
from replay.audit import Log, Report, audit
from replay.faults import Fault
from replay.inclusion import leaf_faults
from replay.models import ImportedMatch


def find_match(match_id: UUID) -> Match:
    """A match that has begun. Raises Refusal `not_found`, `match_not_started`."""
    match = Match.objects.select_related("card_set").filter(pk=match_id).first()
    if match is None:
        raise Refusal("not_found")
    if match.version < 0:
        raise Refusal("match_not_started")
    return match


def rules_for(match: Match) -> Ruleset:
    return rules_of(match.ruleset, match.ruleset_version, match.card_set_id)


def secrets_of(match: Match) -> tuple[bytes, bytes]:
    """The server seed and the key of a match. Raises InvalidTag if what was sealed cannot be opened."""
    opened = unseal(bytes(match.sealed_seed), match.id.bytes)
    return opened[:32], opened[32:]


def name_in_log(match: Match) -> str:
    """The id that the match has in its own log: that of its row, unless it was imported."""
    if not match.is_imported:
        return str(match.pk)
    return ImportedMatch.objects.get(pk=match.pk).original_id


def pinned_set(match: Match, first: Event) -> dict[str, Any]:
    """The whole card set with the revision and digest that event 0 names (an imported match counts its own)."""
    card_set = match.card_set
    pinned = {"revision": card_set.revision, "digest": card_set.digest}
    if match.is_imported:
        pinned = msgspec.json.decode(first.body)["card_set"]
    return {**card_set.card_set, **pinned}


def log_of(match: Match) -> Log:
    """The complete log with its seed, whether or not the match is over: for the service's own eyes.

    While a match lives, the row is read anew until it is the row of the last event: somebody may move in between.
    """
    seed, _ = secrets_of(match)
    events = store.events(match.pk)
    while match.status != Match.Status.OVER and _has_moved_on(match):
        match.refresh_from_db()
        events = store.events(match.pk)
    return Log(name_in_log(match), seed, pinned_set(match, events[0]), events)


def _has_moved_on(match: Match) -> bool:
    return not Match.objects.filter(pk=match.pk, version=match.version).exists()


def audit_match(match: Match) -> Report:
    """Audit a stored match: its log, and everything beside the log that must follow from it."""
    try:
        log = log_of(match)
    except InvalidTag:
        return Report(str(match.pk), faults=[Fault(None, "sealed_seed", "sealed")])
    except (IndexError, KeyError, TypeError, ValueError) as error:
        return Report(str(match.pk), faults=[Fault(0, "body", "unreadable_start", {"error": repr(error)})])
    watcher = _Watcher(match)
    report = audit(log, bind=_bind, watch=watcher, finished=match.status == Match.Status.OVER)
    if report.is_sound and watcher.last is not None:
        report.faults.extend(_row_faults(match, log, watcher.last))
        report.faults.extend(leaf_faults(match, log))
    return report


def _bind(slug: str, version: int, card_set: Mapping[str, Any]) -> Ruleset:
    return bound_ruleset(slug, version, card_set)


class _Watcher:
    """Compares every checkpoint with the position that the fold has reached."""

    def __init__(self, match: Match) -> None:
        self.match_id = match.pk
        self.checkpoints = store.checkpoints(match.pk)
        self.last: Position | None = None

    def __call__(self, position: Position) -> Iterator[Fault]:
        self.last = position
        if (raw := self.checkpoints.get(position.seq)) is not None and not is_position(self.match_id, raw, position):
            yield Fault(position.seq, "checkpoint", "other_position")


def is_position(match_id: UUID, raw: bytes, position: Position) -> bool:
    """Whether a snapshot is the position; one that other code has written says nothing, and counts as true."""
    rules = position.table.rules
    try:
        stored = store.decode_snapshot(match_id, position.seq, raw, rules, position.key)
    except OtherLayout:
        return True
    except SnapshotMismatch:
        return False
    except Exception:  # A damaged snapshot may fail anywhere in a ruleset's decoder.
        return False
    return _marks(stored) == _marks(position) and rules.encode(stored.table) == rules.encode(position.table)


def _marks(position: Position) -> tuple[Any, ...]:
    return position.seq, position.last_hash, position.opened, position.words_drawn


def _row_faults(match: Match, log: Log, position: Position) -> Iterator[Fault]:
    """What the match's row and seats say beside the log."""
    first, outcome = msgspec.json.decode(log.events[0].body), position.table.outcome
    folded = {
        "version": position.seq,
        "status": Match.Status.OVER if outcome else Match.Status.PLAYING,
        "end_reason": outcome.reason if outcome else "",
        "outcome": msgspec.json.decode(msgspec.json.encode(outcome)),
        "ruleset": first["ruleset"],
        "ruleset_version": first["ruleset_version"],
        "options": first["options"],
        "clock": first["clock"],
        "seed_commitment": first["seed_commitment"],
    }
    for name, value in folded.items():
        if getattr(match, name) != value:
            yield Fault(None, name, "row", {"found": getattr(match, name), "expected": value})
    newest = match.moderations.order_by("-at", "-pk").first()
    if match.is_hidden != (newest is not None and newest.is_hidden):
        yield Fault(None, "is_hidden", "row", {"found": match.is_hidden, "expected": not match.is_hidden})
    if secrets_of(match)[1] != position.key:
        yield Fault(None, "sealed_seed", "other_key")
    if not is_position(match.pk, bytes(match.snapshot or b""), position):
        yield Fault(None, "snapshot", "other_position")
    seats = {seat.index: seat for seat in match.seats.all()}
    for index, said in enumerate(first["seats"]):
        seat = seats.get(index)
        if seat is None or (seat.public_id, seat.entropy, seat.deck) != (said["player"], said["entropy"], said["deck"]):
            yield Fault(None, "seats", "other_seat", {"seat": index})
