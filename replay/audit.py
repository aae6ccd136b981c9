"""Checking a whole match: chain, commitment, salts, every draw of chance, effects and states. Pure.

One pass, event after event; the first event that fails ends it, with everything that is wrong with that event.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from cards.catalog import set_digest
from cards.engine import Ruleset, SeededChance, canonical, match_key, salt, seed_commitment
from cards.rulesets.registry import bound_ruleset
from matches.history import ENDINGS, NO_HASH, Event, FoldMismatch, Position, ending_losers, fold_one

ABOUT_SET = ("revision", "digest")
"""What an export says about a card set; the rest of it is the set."""


@dataclass(frozen=True, slots=True)
class Log:
    """A match as an auditor has it. `server_seed` is None while the match lives, unless he is the service itself."""

    match: str
    server_seed: bytes | None
    card_set: Mapping[str, Any]
    events: Sequence[Event]

    @property
    def rules_set(self) -> dict[str, Any]:
        """The card set without what the export says about it: what the digest covers."""
        return {name: value for name, value in self.card_set.items() if name not in ABOUT_SET}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `seq` is None when it is not an event's but the match's."""

    seq: int | None
    field: str
    detail: str

    def __str__(self) -> str:
        place = "match" if self.seq is None else f"event {self.seq}"
        return f"{place}: {self.field}: {self.detail}"


@dataclass(slots=True)
class Report:
    """What an audit found: all faults of the first event that fails, or none."""

    match: str
    events: int = 0
    draws: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.faults


class Drawn:
    """The stream of chance as the effects alone record it: each result is recomputed from the key, in order."""

    def __init__(self, key: bytes) -> None:
        self.chance = SeededChance(key)
        self.results = 0

    def differences(self, effects: Iterable[Mapping[str, Any]]) -> Iterable[str]:
        """What the effects say that the stream does not give."""
        for index, effect in enumerate(effects):
            expected, found = self._again(effect)
            if expected != found:
                yield f"effect {index} ({effect['type']}): the seed gives {expected!r}, the log has {found!r}"

    def _again(self, effect: Mapping[str, Any]) -> tuple[Any, Any]:
        kind = effect["type"]
        if kind not in ("shuffled", "rolled", "picked"):
            return None, None
        self.results += 1
        if kind == "shuffled":
            return self.chance.shuffle(effect["order"]), list(effect["order"])
        if kind == "rolled":
            return self.chance.roll(effect["sides"]), effect["result"]
        return self.chance.below(effect["n"]), effect["result"]


Watch = Callable[[Position], Iterable[Fault]]


def audit(
    log: Log,
    *,
    bind: Callable[[str, int, Mapping[str, Any]], Ruleset] = bound_ruleset,
    watch: Watch | None = None,
    finished: bool = True,
) -> Report:
    """Check a complete log; unless it is said that it need not be `finished`, it must end as a match ends.

    `bind` gives the rules of (slug, version, card set); `watch` looks at each position.
    """
    report = Report(log.match)
    if log.server_seed is None:
        report.faults.append(Fault(None, "server_seed", "without the seed nothing about chance can be checked"))
        return report
    if not log.events:
        report.faults.append(Fault(None, "events", "there is no event"))
        return report
    auditor = _Auditor(log, log.server_seed, bind, report, watch or (lambda position: ()))
    auditor.run()
    if finished and report.is_sound and not auditor.is_over:
        report.faults.append(
            Fault(len(log.events), "type", "the log ends before the match is over: events are missing")
        )
    return report


_MOMENT = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z")


def _is_entropy(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 64 and value.isascii() and (value == "" or value.isprintable())


class _Auditor:
    def __init__(self, log: Log, seed: bytes, bind: Any, report: Report, watch: Watch) -> None:
        self.log, self.seed, self.bind, self.report, self.watch = log, seed, bind, report, watch
        self.position: Position | None = None
        self.last_hash = NO_HASH

    def run(self) -> None:
        """Fills the report."""
        for index, event in enumerate(self.log.events):
            try:
                self.report.faults.extend(self._event(index, event))
            except Exception as error:  # A damaged log may send anything through the rules.
                self._fault(index, "body", f"it cannot be read as an event of these rules: {error!r}")
            if self.report.faults:
                return
            self.report.events += 1

    @property
    def is_over(self) -> bool:
        return self.position is not None and self.position.table.outcome is not None

    def _fault(self, seq: int | None, name: str, detail: str) -> None:
        self.report.faults.append(Fault(seq, name, detail))

    def _event(self, index: int, event: Event) -> Iterable[Fault]:
        try:
            content = msgspec.json.decode(event.body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return [Fault(index, "body", f"it is not JSON: {error}")]
        if not isinstance(content, dict):
            return [Fault(index, "body", "it is not a JSON object")]
        faults = [Fault(index, *fault) for fault in self._form(index, event, content)]
        if any(fault.field in ("seq", "type", "body") for fault in faults):
            return faults
        if index == 0:
            faults += [Fault(0, *fault) for fault in self._start(content)]
            if any(fault.field in ("seats", "ruleset", "card_set") for fault in faults):
                return faults
        if salt(self.key, index) != content.get("salt"):
            faults.append(Fault(index, "salt", f"the seed gives {salt(self.key, index)}"))
        faults += [Fault(index, "effects", text) for text in self.drawn.differences(content["effects"])]
        self.report.draws = self.drawn.results
        faults += self._fold(index, event)
        self.last_hash = event.hash
        return faults

    def _form(self, index: int, event: Event, content: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        """What can be said about an event without seed and rules."""
        if content.get("seq") != index or event.seq != index:
            yield (
                "seq",
                f"it should be {index} here but is {content.get('seq')!r}: events are missing, doubled or moved",
            )
        if content.get("type") != event.type or content.get("seat") != event.seat:
            yield "type", f"it is filed as {event.type} of seat {event.seat}, but reads otherwise"
        if (content.get("type") == "match_started") != (index == 0):
            yield "type", "a match has one start, which is its first event"
        if not _MOMENT.fullmatch(str(content.get("at"))):
            yield "at", f"{content.get('at')!r} is not a moment in UTC with three decimals"
        if canonical(content) != event.body:
            yield "body", "it is not in canonical form (RFC 8785)"
        if content.get("prev_hash") != self.last_hash.hex():
            yield "prev_hash", f"the event before has {self.last_hash.hex()}"
        if event.hash != (again := hashlib.sha256(self.last_hash + event.body).digest()):
            yield "hash", f"the event and the hash before it give {again.hex()}"

    def _start(self, content: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        """What event 0 promises."""
        if content["match"] != self.log.match:
            yield "match", f"the log is said to be of match {self.log.match}"
        if content["seed_commitment"] != seed_commitment(self.seed):
            yield "seed_commitment", f"the seed gives {seed_commitment(self.seed)}"
        for index, seat in enumerate(content["seats"]):
            if not _is_entropy(seat["entropy"]) or not isinstance(seat["player"], str) or len(seat["player"]) > 64:
                yield "seats", f"`player` and `entropy` of seat {index} must be strings of at most 64 characters"
                return
        self.key = match_key(self.seed, [seat["entropy"] for seat in content["seats"]])
        self.drawn = Drawn(self.key)
        digest = set_digest(self.log.rules_set)
        pinned = {"revision": self.log.card_set.get("revision"), "digest": digest}
        if self.log.card_set.get("digest") != digest or content["card_set"] != pinned:
            yield "card_set", f"the definitions are {pinned}"
            return
        try:
            self.rules = self.bind(content["ruleset"], content["ruleset_version"], self.log.rules_set)
        except LookupError as error:
            yield "ruleset", str(error)
            return
        if problems := self.rules.check_setup(content["options"], [seat["deck"] for seat in content["seats"]]):
            yield "seats", f"the match could not have been started like this: {problems}"

    def _fold(self, index: int, event: Event) -> Iterable[Fault]:
        if self.is_over:
            yield Fault(index, "type", "the match was over before this event")
            return
        if event.type in ENDINGS and (strangers := self._strangers(event)):
            yield Fault(index, "seat", f"there is no seat {strangers[0]}")
            return
        try:
            self.position = fold_one(self.rules, self.key, event, self.position, check=True)
        except FoldMismatch as error:
            if error.field != "hash":  # That has been said.
                yield Fault(index, error.field, error.detail)
            return
        if self.position.words_drawn != self.drawn.chance.words_drawn:
            words = self.drawn.chance.words_drawn
            yield Fault(index, "effects", f"the rules drew {self.position.words_drawn} words, the effects tell {words}")
        yield from self.watch(self.position)

    def _strangers(self, event: Event) -> list[int]:
        assert self.position is not None
        seats = range(self.rules.seats(self.position.table.options))
        return [seat for seat in ending_losers(msgspec.json.decode(event.body)) if seat not in seats]


# Against what a viewer had kept


def compare_seen(events: Sequence[Event], seen: Iterable[Mapping[str, Any]]) -> list[Fault]:
    """Every event that was shown must be the full event with fields left out, bound to it by its hash."""
    full = {event.seq: event.content for event in events}
    faults = []
    for shown in seen:
        seq = shown.get("seq")
        if not isinstance(seq, int) or seq not in full:
            faults.append(Fault(None, "seq", f"an event {seq!r} was shown that the log does not have"))
            continue
        faults += [Fault(seq, name, "it was not shown, so nothing binds") for name in _BINDING if name not in shown]
        faults += [Fault(seq, name, detail) for name, detail in _left_out(shown, full[seq])]
    return faults


_BINDING = ("hash", "prev_hash")


def _left_out(shown: Mapping[str, Any], full: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name, value in shown.items():
        if name not in full:
            yield name, "it was shown, but the log has no such field"
        elif not _is_part(value, full[name]):
            yield name, f"shown was {value!r}, the log has {full[name]!r}"


def _is_part(shown: Any, full: Any) -> bool:
    if isinstance(shown, dict) and isinstance(full, dict):
        return all(name in full and _is_part(value, full[name]) for name, value in shown.items())
    if isinstance(shown, list) and isinstance(full, list):
        return len(shown) == len(full) and all(map(_is_part, shown, full))
    return type(shown) is type(full) and bool(shown == full)
