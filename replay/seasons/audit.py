"""Computes a season again from its export: seeds, matches, pairings and the report. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from leagues import luck
from leagues.formats import Gauntlet, RoundRobin, deals_in_round, next_round
from leagues.manifest import Manifest
from leagues.record import FIXTURES, Amended, Played, progress_of, with_walkovers
from leagues.report import make_report
from leagues.seeds import deal_seed
from leagues.sides import Sides, score_of, sides_of
from leagues.standings import Result
from leagues.twins import with_stand_in
from matches.log.folding import Position, tally
from replay.audit import Log, Report, audit
from replay.exports import Unreadable, read
from replay.findings import Finding
from replay.limits import MOST_DIFFERENCES
from replay.seasons.document import DealEntry, SeasonDocument
from rules.engine import Ruleset, digest, seed_commitment

OnReport = Callable[[Report], None]


def read_season(lines: Iterable[bytes]) -> tuple[SeasonDocument, Iterator[Log]]:
    """Read the document, and lazily its matches. Raises Unreadable, for the matches while iterating over them."""
    rest = iter(lines)
    first = next(rest, b"")
    try:
        document = msgspec.json.decode(first, type=SeasonDocument)
        msgspec.convert(document.manifest, Manifest)
        return document, _matches(rest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(1, "no_season", params={"error": str(error)}) from error


def _matches(lines: Iterator[bytes]) -> Iterator[Log]:
    own: list[bytes] = []
    for raw in lines:
        line = raw.removesuffix(b"\n")
        if line.startswith(b'{"card_set":') and b'"format":' in line and own:
            yield read(own)
            own = []
        if line:
            own.append(line)
    if own:
        yield read(own)


def audit_season(
    document: SeasonDocument, logs: Iterable[Log], on_report: OnReport = lambda report: None
) -> list[Finding]:
    """Compute a season again and list all differences. `on_report` is called with the report of each match.

    If matches are left out, the report and the rounds that depend on them are not compared.
    """
    auditor = _Auditor(document)
    findings = list(auditor.document_findings())
    if findings:
        return findings
    for log in logs:
        findings += auditor.match_findings(log, on_report)
    return [*findings, *auditor.missing(), *auditor.season_findings()]


class _Auditor:
    def __init__(self, document: SeasonDocument) -> None:
        self.document = document
        self.manifest = msgspec.convert(document.manifest, Manifest)
        self.places = {
            match: (deal, seating) for deal in document.deals for seating, match in enumerate(deal.matches) if match
        }
        self.results: list[Result] = []
        self.commitments: dict[int, str] = {}
        """Deal -> the commitment of its first match in the file, if deals are twinned."""

    def document_findings(self) -> Iterator[Finding]:
        """Faults of the document by itself. If there are any, nothing else is compared."""
        document = self.document
        yield from _compare("digest", document.digest, digest(document.manifest))
        if document.seed is not None:
            committed = seed_commitment(bytes.fromhex(document.seed))
            yield from _compare("seed_commitment", document.seed_commitment, committed)
        names = [entrant.name for entrant in self.manifest.entrants]
        yield from _compare("entrants", [entrant.name for entrant in document.entrants], names)
        numbers = [number for pairs in document.rounds for pair in pairs for number in pair if number is not None]
        numbers += [number for deal in document.deals for number in (deal.first, deal.second)]
        yield from _within("entrants", numbers, len(names))
        yield from _within("rounds", [deal.round for deal in document.deals], len(document.rounds))
        played = {len(deal.matches) for deal in document.deals}
        yield from _compare("deals.matches", sorted(played - {0}), [FIXTURES] if played - {0} else [])
        yield from self._walkover_findings()

    def _walkover_findings(self) -> Iterator[Finding]:
        """Check that a deal has at most one walkover, and only if an account plays and an entrant was withdrawn."""
        entrants, out = self.document.entrants, self._amended().out
        for deal in self.document.deals:
            if "" in deal.matches:
                pair = (deal.first, deal.second)
                may_be = any(entrants[one].account for one in pair) and any(one in out for one in pair)
                yield from _compare(f"deals[{deal.number}].matches", deal.matches.count(""), 1 if may_be else 0)

    def match_findings(self, log: Log, on_report: OnReport) -> Iterator[Finding]:
        """Audit a match, compare its seed, players and decks with the document, and add its result."""
        place = self.places.pop(log.match, None)
        if place is None:
            yield Finding(None, log.match, "season_extra_match")
            return
        last: list[Position] = []
        report = audit(log, watch=lambda position: last.__setitem__(slice(None), [position]) or ())
        on_report(report)
        if not report.is_sound:
            yield Finding(None, log.match, "season_unsound_match", {"finding": report.findings[0].texts})
            return
        deal, seating = place
        yield from self._compare_match(log, deal, seating, last[0])
        if self.document.scorecard_version == last[0].table.rules.definition.scorecard_version:
            decided_by = tally(last[0], log.events)["decided"]["by"]
            yield from _compare(f"{log.match}.decided_by", deal.decided_by[seating : seating + 1], [decided_by])

    def _compare_match(self, log: Log, deal: DealEntry, seating: int, last: Position) -> Iterator[Finding]:
        document, table = self.document, last.table
        start = msgspec.json.decode(log.events[0].body)
        sides = _sides(table.rules, table.options)
        first, second = document.entrants[deal.first], document.entrants[deal.second]
        of_sides = (second, first) if seating else (first, second)
        players = [seat["player"] for seat in start["seats"]]
        # Trust the log about house bots: the document could call one an account, whose seeds aren't checked.
        is_mirrored = all(player.startswith("bot:") for player in players)
        twinned = self.manifest.twinned
        names = [entrant.name_in_log for entrant in of_sides]
        if twinned is not None:
            names = with_stand_in(first.name_in_log, second.name_in_log, twinned.name_in_log, deal.number, seating)
        clock = None if is_mirrored else msgspec.to_builtins(self.manifest.clock)
        expected = {
            "ruleset": document.ruleset,
            "ruleset_version": document.ruleset_version,
            "card_set": document.card_set_digest,
            "options": document.options,
            "players": [names[side] for side in sides],
            "clock": clock,
        }
        found = {
            "card_set": start["card_set"]["digest"],
            "players": players,
            **{name: start[name] for name in ("ruleset", "ruleset_version", "options", "clock")},
        }
        if is_mirrored or twinned is not None:
            expected["entropies"], found["entropies"] = [""] * len(sides), [seat["entropy"] for seat in start["seats"]]
        if twinned is not None:
            expected["seed_commitment"] = self.commitments.setdefault(deal.number, start["seed_commitment"])
            found["seed_commitment"] = start["seed_commitment"]
        if document.seed is not None and (is_mirrored or twinned is not None):
            secret = bytes.fromhex(document.seed)
            seed = deal_seed(secret, document.season, first.name, second.name, deal.number, deal.attempt)
            expected["server_seed"] = seed.hex()
            found["server_seed"] = None if log.server_seed is None else log.server_seed.hex()
        decks = [seat["deck"] for seat in start["seats"]]
        if document.seat_decks:
            expected["decks"], found["decks"] = document.seat_decks[deal.number % len(document.seat_decks)], decks
        else:
            brought = [of_sides[side].deck for side in sides]
            expected["decks"] = [own if deck["cards"] else deck for own, deck in zip(brought, decks, strict=True)]
            found["decks"] = decks
        if document.luck == luck.METHOD and deal.controls:
            expected["control"] = luck.control_points(table.rules, start["options"], decks, last.key, sides, seating)
            found["control"] = deal.controls[seating]
        for name, value in expected.items():
            yield from _compare(f"{log.match}.{name}", found[name], value)
        assert table.outcome is not None  # A sound log ends.
        acted = {event.seat for event in log.events if event.type == "action_taken"}
        score = score_of(sides, seating, table.outcome.winners, table.outcome.reason, acted)
        self.results.append(Result(deal.round, deal.first, deal.second, deal.number, *score))

    def missing(self) -> Iterator[Finding]:
        """Findings for missing matches, unless the document says that as many are left out."""
        left_out, missing = self.document.left_out, sorted(self.places)
        if left_out == len(missing):
            return
        if left_out:
            yield Finding(None, "left_out", "season_left_out", {"found": left_out, "expected": len(missing)})
        for match in missing:
            yield Finding(None, match, "season_missing_match")

    # Rounds and the report

    def season_findings(self) -> Iterator[Finding]:
        """Compare the rounds with the results before them, and the report with all results.

        If matches are left out, only the rounds that don't depend on them are compared.
        """
        yield from self._deal_findings()
        for number in range(self.computed_rounds + (not self.document.left_out)):
            yield from self._round_findings(number)
        if self.document.left_out:
            return
        voids = Counter(void.entrant for void in self.document.voids if void.entrant is not None)
        whole = self._played(len(self.document.rounds))
        method = self.document.intervals or "resampled"
        faults = Counter((void.entrant, void.kind) for void in self.document.voids if void.entrant is not None)
        for fault in self.document.faults:
            faults[fault.entrant, fault.kind] += fault.count
        report = make_report(
            self.manifest,
            self.document.digest,
            whole,
            self._amended(),
            dict(voids),
            method,
            faults=faults,
            controls={
                (deal.number, seating): points
                for deal in self.document.deals
                for seating, points in enumerate(deal.controls)
            },
        )
        found, expected = msgspec.to_builtins(self.document.report), msgspec.to_builtins(report)
        differences = _differences("report", found, expected)
        yield from islice(differences, MOST_DIFFERENCES)
        if more := sum(1 for _ in differences):
            yield Finding(None, "report", "season_more", {"count": more})

    def _deal_findings(self) -> Iterator[Finding]:
        """Check that no number of a deal or attempt is skipped. By skipping, a service could choose among seeds."""
        deals = self.document.deals
        yield from _compare("deals.number", [deal.number for deal in deals], list(range(len(deals))))
        voided: dict[int, list[int]] = defaultdict(list)
        for void in self.document.voids:
            voided[void.deal].append(void.attempt)
        for deal in deals:
            place = f"deals[{deal.number}].attempt"
            yield from _compare(place, [*sorted(voided[deal.number]), deal.attempt], list(range(1, deal.attempt + 1)))

    @property
    def computed_rounds(self) -> int:
        """The number of rounds that follow from the matches present. A match that is left out ends them."""
        rounds = len(self.document.rounds)
        if isinstance(self.manifest.format, RoundRobin | Gauntlet):
            return rounds
        return min((deal.round + 1 for deal, _ in self.places.values()), default=rounds)

    def _round_findings(self, number: int) -> Iterator[Finding]:
        document, amended = self.document, self._amended()
        format_, progress = progress_of(self.manifest, self._played(number), amended, len(document.entrants))
        pairings = next_round(format_, progress)
        place = f"rounds[{number}]"
        if number == len(document.rounds):
            if pairings is not None and not amended.is_closed:
                yield Finding(None, place, "season_other", {"found": None, "expected": pairings})
            return
        yield from _compare(place, document.rounds[number], None if pairings is None else [tuple(p) for p in pairings])
        deals = Counter((deal.first, deal.second) for deal in document.deals if deal.round == number)
        each = deals_in_round(format_, self.manifest.deals, progress)
        expected = {(first, second): each for first, second in document.rounds[number] if second is not None}
        yield from _compare(f"{place}.deals", sorted(deals.items()), sorted(expected.items()))

    def _played(self, rounds: int) -> Played:
        """What had been played when the round with number `rounds` was made."""
        document = self.document
        results = sorted((result for result in self.results if result.round < rounds), key=lambda result: result.deal)
        return Played(
            [(number, *pair) for number, pairs in enumerate(document.rounds[:rounds]) for pair in pairs],
            with_walkovers(results, self._amended().out),
            rounds,
            sum(deal.round < rounds for deal in document.deals),
        )

    def _amended(self) -> Amended:
        rows = self.document.amendments
        return Amended(
            [(row.rounds, row.length) for row in rows if row.length is not None],
            [(row.rounds, row.entrant) for row in rows if row.entrant is not None],
            any(row.kind == "close" for row in rows),
        )


def _sides(rules: Ruleset, options: Any) -> Sides:
    sides = sides_of(rules, options)
    assert sides is not None  # Each match is compared with the season's options, which have sides.
    return sides


def _within(place: str, numbers: Iterable[int], end: int) -> Iterator[Finding]:
    if wrong := sorted({number for number in numbers if not 0 <= number < end}):
        yield Finding(None, place, "season_other", {"found": wrong[0], "expected": f"0 … {end - 1}"})


def _differences(place: str, found: Any, expected: Any) -> Iterator[Finding]:
    """Compare field by field. Lists of different lengths are a finding; the part that both have is compared too."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in expected:
            yield from _differences(f"{place}.{name}", found[name], expected[name])
    elif isinstance(found, list) and isinstance(expected, list):
        if len(found) != len(expected):
            yield Finding(None, place, "season_length", {"found": len(found), "expected": len(expected)})
        for number, (one, other) in enumerate(zip(found, expected, strict=False)):
            yield from _differences(f"{place}[{number}]", one, other)
    elif found != expected:
        yield Finding(None, place, "season_computed", {"found": found, "expected": expected})


def _compare(place: str, found: Any, expected: Any) -> Iterator[Finding]:
    if found != expected:
        yield Finding(None, place, "season_other", {"found": found, "expected": expected})
