"""Read the scorecard of a disclosed match."""

from dataclasses import dataclass
from typing import Any

import msgspec

from cards.sets.selectors import rules_of
from common.text.errors import ServiceError
from matches.log import sql
from matches.log.folding import tally
from matches.models import Match
from matches.selectors.access import is_disclosed, why_not_open
from rules.engine import Ruleset, Scorecard


@dataclass(frozen=True)
class Scored:
    """A scorecard, with the rules and options needed to read it. `body` is the stored form: JSON values."""

    rules: Ruleset
    options: Any
    body: dict[str, Any]

    @property
    def card(self) -> Scorecard:
        return msgspec.convert(self.body, self.rules.definition.scorecard_type)


def scorecard_of(match: Match) -> Scored:
    """The stored scorecard. If it is not written yet, or has another version, the log is tallied instead.

    Raises ServiceError `match_not_started`, `match_over` for a closed lobby, `match_not_over`, `not_disclosed`,
    `deal_not_closed`.
    """
    if match.version < 0:
        raise ServiceError("match_not_started" if match.status == Match.Status.LOBBY else "match_over")
    if not is_disclosed(match):
        raise why_not_open(match)
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    body = match.scorecard.body if hasattr(match, "scorecard") else {}
    if body.get("version") != rules.definition.scorecard_version:
        body = tally(sql.load_match(match.pk).position, sql.events(match.pk))
    return Scored(rules, rules.read_options(match.options), body)
