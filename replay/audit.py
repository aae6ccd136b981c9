"""Audits a whole match: chain, commitment, salts, every draw of chance, effects and states. Pure.

The audit makes one pass and stops at the first event that fails, with everything that is wrong with that event.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from matches.log.events import ENDINGS, NO_HASH, Event, ending_losers
from matches.log.folding import FoldMismatch, Position, fold_one
from replay.event_schema import check_event
from replay.findings import Finding
from replay.json_lines import is_canonical
from rules.engine import Ruleset, SeededChance, Table, match_key, salt, seed_commitment
from rules.registry import bound_ruleset, set_digest

ABOUT_SET = ("revision", "digest")
"""Fields of an export that describe the card set; the rest is the card set itself."""


@dataclass(frozen=True, slots=True)
class Log:
    """A match as an auditor reads it.

    `server_seed` is None while the match is live, unless the service itself audits. `origin` is the match that this one
    continues, if any.
    """

    match: str
    server_seed: bytes | None
    card_set: Mapping[str, Any]
    events: Sequence[Event]
    origin: "Log | None" = None

    @property
    def rules_set(self) -> dict[str, Any]:
        """The card set without the export's fields about it. Its digest covers this part."""
        return {name: value for name, value in self.card_set.items() if name not in ABOUT_SET}


@dataclass(slots=True)
class Report:
    """The result of an audit: all findings of the first event that fails, or none.

    `not_compared` lists rows that could not be compared with the log. They don't make a match unsound.
    """

    match: str
    events: int = 0
    draws: int = 0
    findings: list[Finding] = field(default_factory=list)
    not_compared: list[Finding] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.findings

    @property
    def places(self) -> list[tuple[int | None, str, str]]:
        """(seq, field, code) of the findings, without values."""
        return [(finding.seq, finding.field, finding.code) for finding in self.findings]


class Drawn:
    """Draws from the stream of chance in the order in which the effects record it, to compare each result."""

    def __init__(self, key: bytes) -> None:
        self.chance = SeededChance(key)
        self.results = 0

    def differences(self, effects: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        """The parameters of a finding for each effect that differs from the stream."""
        for index, effect in enumerate(effects):
            expected, found = self._again(effect)
            if expected != found:
                yield {"index": index, "type": effect["type"], "expected": expected, "found": found}

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


Watch = Callable[[Position], Iterable[Finding]]
Wrong = tuple[str, str, dict[str, Any]]
"""Field, code and parameters of a finding."""


def audit(
    log: Log,
    *,
    bind: Callable[[str, int, Mapping[str, Any]], Ruleset] = bound_ruleset,
    watch: Watch | None = None,
    finished: bool = True,
) -> Report:
    """Check a complete log. It must end as a match ends unless `finished` is False.

    `bind` returns the rules for (slug, version, card set). `watch` is called with each position.
    """
    report = Report(log.match)
    if log.server_seed is None:
        report.findings.append(Finding(None, "server_seed", "no_seed"))
        return report
    if not log.events:
        report.findings.append(Finding(None, "events", "no_events"))
        return report
    auditor = _Auditor(log, log.server_seed, bind, report, watch or _unwatched)
    auditor.run()
    if finished and report.is_sound and not auditor.is_over:
        report.findings.append(Finding(len(log.events), "type", "unfinished"))
    return report


def _setup(start: Mapping[str, Any]) -> list[Any]:
    """The settings that a match and its continuation must have in common."""
    shared = [start[name] for name in ("ruleset", "ruleset_version", "options", "card_set")]
    return [*shared, [(seat["deck"], seat.get("team")) for seat in start["seats"]]]


def _unwatched(position: Position) -> tuple[()]:
    return ()


_FATAL = {"seq", "type", "body", "seats", "ruleset", "card_set", "continues", "bad_field"}
"""Fields and a code. After a finding with one of them, the rest of the event is not checked."""


class _Auditor:
    def __init__(self, log: Log, seed: bytes, bind: Any, report: Report, watch: Watch) -> None:
        self.log, self.seed, self.bind, self.report, self.watch = log, seed, bind, report, watch
        self.position: Position | None = None
        self.origin: Table[Any, Any] | None = None
        self.last_hash = NO_HASH

    def run(self) -> None:
        """Audit the events in order and fill the report."""
        for index, event in enumerate(self.log.events):
            try:
                self.report.findings.extend(self._findings(index, event))
            except Exception as error:  # A damaged log may pass anything to the rules.
                self.report.findings.append(Finding(index, "body", "unreadable", {"error": repr(error)}))
            if self.report.findings:
                return
            self.report.events += 1

    @property
    def is_over(self) -> bool:
        return self.position is not None and self.position.table.outcome is not None

    def _findings(self, index: int, event: Event) -> Iterator[Finding]:
        """Everything that is wrong with one event. The chain is checked first, the rules last."""
        try:
            content = msgspec.json.decode(event.body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield Finding(index, "body", "no_json", {"error": error})
            return
        if not isinstance(content, dict):
            yield Finding(index, "body", "no_object")
            return
        checks = [self._form(index, event, content), self._start(content) if index == 0 else (), self._secrets(content)]
        for check in checks:
            names = set()
            for name, code, params in check:
                names.add(name)
                names.add(code)
                yield Finding(index, name, code, params)
            if names & _FATAL:
                return
        yield from self._fold(index, event)
        self.last_hash = event.hash

    def _secrets(self, content: Mapping[str, Any]) -> Iterator[Wrong]:
        """Check what needs the seed but not the rules: the salt and the draws of chance."""
        again = salt(self.key, content["seq"])
        if again != content.get("salt"):
            yield "salt", "seed_gives", {"expected": again}
        for difference in self.drawn.differences(content["effects"]):
            yield "effects", "chance", difference
        self.report.draws = self.drawn.results

    def _form(self, index: int, event: Event, content: Mapping[str, Any]) -> Iterator[Wrong]:
        """Check what needs neither seed nor rules: numbering, form, chain and schema."""
        if content.get("seq") != index or event.seq != index:
            yield "seq", "out_of_order", {"expected": index, "found": content.get("seq")}
        if content.get("type") != event.type or content.get("seat") != event.seat:
            yield "type", "misfiled", {"type": event.type, "seat": event.seat}
        if (content.get("type") == "match_started") != (index == 0):
            yield "type", "one_start", {}
        if not is_canonical(event.body, content):
            yield "body", "not_canonical", {}
        if content.get("prev_hash") != self.last_hash.hex():
            yield "prev_hash", "chain_before", {"expected": self.last_hash.hex()}
        if event.hash != (again := hashlib.sha256(self.last_hash + event.body).digest()):
            yield "hash", "chain", {"expected": again.hex()}
        if (wrong := check_event(content)) is not None:
            yield wrong

    def _start(self, content: Mapping[str, Any]) -> Iterator[Wrong]:
        """Check the commitments and settings of event 0."""
        if content["match"] != self.log.match:
            yield "match", "other_match", {"match": self.log.match}
        if content["seed_commitment"] != seed_commitment(self.seed):
            yield "seed_commitment", "seed_gives", {"expected": seed_commitment(self.seed)}
        self.key = match_key(self.seed, [seat["entropy"] for seat in content["seats"]])
        self.drawn = Drawn(self.key)
        digest = set_digest(self.log.rules_set)
        pinned = {"revision": self.log.card_set.get("revision"), "digest": digest}
        if self.log.card_set.get("digest") != digest or content["card_set"] != pinned:
            yield "card_set", "other_set", {"expected": pinned}
            return
        try:
            self.rules = self.bind(content["ruleset"], content["ruleset_version"], self.log.rules_set)
        except LookupError as error:
            yield "ruleset", "no_ruleset", {"error": error}
            return
        if problems := self.rules.check_setup(content["options"], [seat["deck"] for seat in content["seats"]]):
            yield "seats", "bad_setup", {"problems": problems}
            return
        options = self.rules.read_options(content["options"])
        teams = [seat.get("team") for seat in content["seats"]]
        has_teams = self.rules.has_teams(options)
        expected = [self.rules.team(options, seat) if has_teams else None for seat in range(len(teams))]
        if any(given not in (None, team) for given, team in zip(teams, expected, strict=True)):
            yield "seats", "other_teams", {"expected": expected}
        if "continues" in content:
            yield from self._continues(content)

    def _continues(self, content: Mapping[str, Any]) -> Iterator[Wrong]:
        """Audit the match that this one continues, up to the event it continues from, and store its table."""
        origin, place = self.log.origin, content["continues"]
        if origin is None or origin.server_seed is None or origin.match != place["match"]:
            yield "continues", "no_origin", {"match": place["match"]}
            return
        before = origin.events[: place["seq"] + 1]
        if len(before) <= place["seq"] or before[-1].hash.hex() != place["hash"]:
            yield "continues", "other_origin", {"seq": place["seq"]}
            return
        auditor = _Auditor(
            replace(origin, events=before), origin.server_seed, self.bind, Report(origin.match), _unwatched
        )
        auditor.run()
        if auditor.report.findings:
            yield "continues", "origin_fails", {"finding": auditor.report.findings[0].texts}
            return
        if auditor.is_over or _setup(content) != _setup(msgspec.json.decode(before[0].body)):
            yield "continues", "starts_otherwise", {}
            return
        assert auditor.position is not None
        self.origin = auditor.position.table

    def _fold(self, index: int, event: Event) -> Iterator[Finding]:
        if self.is_over:
            yield Finding(index, "type", "after_the_end")
            return
        if event.type in ENDINGS and (strangers := self._strangers(event)):
            yield Finding(index, "seat", "no_seat", {"seat": strangers[0]})
            return
        try:
            self.position = fold_one(self.rules, self.key, event, self.position, check=True, origin=self.origin)
        except FoldMismatch as error:
            if error.field != "hash":  # Already reported.
                yield Finding(index, error.field, "fold", {"expected": error.expected, "found": error.found})
            return
        if self.position.words_drawn != self.drawn.chance.words_drawn:
            words = {"drawn": self.position.words_drawn, "told": self.drawn.chance.words_drawn}
            yield Finding(index, "effects", "words", words)
        yield from self.watch(self.position)

    def _strangers(self, event: Event) -> list[int]:
        assert self.position is not None
        seats = range(self.rules.seats(self.position.table.options))
        return [seat for seat in ending_losers(msgspec.json.decode(event.body)) if seat not in seats]


def is_over(events: Sequence[Event]) -> bool:
    """Whether the log's last event ends a match. This needs no rules."""
    if not events:
        return False
    last = msgspec.json.decode(events[-1].body)
    effects = last.get("effects")
    return last["type"] in ENDINGS or (bool(effects) and effects[-1].get("type") == "match_ended")


# Compared with what a viewer saved


def compare_seen(events: Sequence[Event], seen: Iterable[Mapping[str, Any]]) -> list[Finding]:
    """Check that every event that a viewer saw is the logged event with fields left out, and has its hash."""
    full = {event.seq: event.content for event in events}
    findings = []
    for saved in seen:
        seq = saved.get("seq")
        if not isinstance(seq, int) or seq not in full:
            findings.append(Finding(None, "seq", "never_logged", {"seq": seq}))
            continue
        findings += [Finding(seq, name, "unbound") for name in _BINDING if name not in saved]
        findings += [Finding(seq, name, code, params) for name, code, params in _left_out(saved, full[seq])]
    return findings


_BINDING = ("hash", "prev_hash")


def _left_out(saved: Mapping[str, Any], full: Mapping[str, Any]) -> Iterator[Wrong]:
    """For each field of a saved event, the first place that differs from the logged event."""
    for name, value in saved.items():
        if name not in full:
            yield name, "no_such_field", {}
        elif (wrong := _first_wrong(name, value, full[name])) is not None:
            yield wrong


def _first_wrong(place: str, saved: Any, full: Any) -> Wrong | None:
    if isinstance(saved, dict) and isinstance(full, dict):
        for name, value in saved.items():
            if name not in full:
                return f"{place}.{name}", "no_such_field", {}
            if (wrong := _first_wrong(f"{place}.{name}", value, full[name])) is not None:
                return wrong
        return None
    if isinstance(saved, list) and isinstance(full, list) and len(saved) == len(full):
        pairs = enumerate(zip(saved, full, strict=True))
        inner = (_first_wrong(f"{place}[{index}]", *pair) for index, pair in pairs)
        return next((wrong for wrong in inner if wrong is not None), None)
    same = type(saved) is type(full) and bool(saved == full)
    return None if same else (place, "shown_otherwise", {"shown": saved, "found": full})
