"""Makes a season's report from the logs of its matches alone, to compare it with the one that readers get."""

from dataclasses import dataclass

import msgspec

from leagues.models import Fixture, Season
from leagues.record import Played, with_walkovers
from leagues.report import make_report
from leagues.selectors.results import controls_of, faults_of, season_report, voids_of
from leagues.selectors.seasons import amended, counted_fixtures, played, season_plan
from leagues.sides import score_of
from leagues.standings import Result
from matches.log import sql
from matches.log.folding import fold
from matches.log.sql import load_match
from rules.engine import canonical, digest


@dataclass(frozen=True)
class Rebuilt:
    """The served report and the new one, as canonical JSON."""

    served: bytes
    rebuilt: bytes

    @property
    def is_same(self) -> bool:
        return self.served == self.rebuilt

    @property
    def digest(self) -> str:
        return digest(msgspec.json.decode(self.rebuilt))


def rebuild_season(season: Season) -> Rebuilt:
    """Make the report by folding every match that counts. No stored result is used."""
    plan = season_plan(season.pk)
    pairings = played(season.pk, plan.sides)
    fixtures = counted_fixtures(season.pk).select_related(
        "deal__round", "deal__pairing__first", "deal__pairing__second"
    )
    changes = amended(season.pk)
    results = with_walkovers([_result(fixture, plan.sides) for fixture in fixtures], changes.out)
    found = Played(pairings.pairings, results, pairings.rounds, pairings.deals)
    report = make_report(
        plan.manifest,
        plan.season.digest,
        found,
        changes,
        voids_of(season.pk),
        faults=faults_of(season.pk),
        controls=controls_of(season.pk),
    )
    return Rebuilt(_bytes(season_report(season)), _bytes(report))


def _result(fixture: Fixture, sides: list[int]) -> Result:
    deal, pairing = fixture.deal, fixture.deal.pairing
    stored, log = load_match(fixture.match_id), sql.events(fixture.match_id)
    outcome = fold(stored.rules, stored.position.key, log).table.outcome
    assert outcome is not None  # A match that counts is over.
    acted = {event.seat for event in log if event.type == "action_taken"}
    score = score_of(sides, fixture.seating, outcome.winners, outcome.reason, acted)
    return Result(deal.round.number, pairing.first.number, pairing.second.number, deal.number, *score)


def _bytes(report: object) -> bytes:
    return canonical(msgspec.to_builtins(report))
