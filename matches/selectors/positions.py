"""What is on the table of a match: its newest position, what a seat may do there, and the events that led there.

What leaves here has passed `view` or `show_event`; nothing filters by hand.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cards.engine import Action, Prompt, Ruleset, View, Viewer, legal_actions, prompts, view
from cards.sets.selectors import rules_of
from cards.text.errors import ServiceError
from matches.log import sql
from matches.log.redaction import show_event
from matches.log.sql import StoredMatch, load_match
from matches.models import Match


def rules_for(match_id: UUID) -> Ruleset:
    return rules_of(*Match.objects.values_list("ruleset", "ruleset_version", "card_set_id").get(pk=match_id))


def match_view(*, match: Match, viewer: Viewer) -> View:
    """The newest position as the viewer may see it. Raises ServiceError `match_not_started`."""
    stored = _started(match)
    return view(stored.position.table, viewer, stored.position.seq)


def _started(match: Match) -> StoredMatch:
    """The newest position of a match that had started when the asker's seat was read: in a lobby seats change hands."""
    if match.status == Match.Status.LOBBY:
        raise ServiceError("match_not_started")
    return load_match(match.pk)


@dataclass(frozen=True)
class SeatChoices:
    """What a seat may do at a version of its match. Without a prompt there is nothing."""

    rules: Ruleset
    version: int
    prompt: Prompt | None
    actions: list[Action]


def seat_choices(*, match: Match, seat: int) -> SeatChoices:
    """Raises ServiceError `match_not_started`."""
    stored = _started(match)
    table = stored.position.table
    prompt = next((prompt for prompt in prompts(table) if prompt.seat == seat), None)
    return SeatChoices(stored.rules, stored.position.seq, prompt, list(legal_actions(table, seat)))


def shown_events(match: Match, viewer: Viewer, *, after: int, limit: int) -> list[dict[str, Any]]:
    """Events after a seq, in order, each as the viewer was shown it while the match lived; for audit, whole.

    None if the match had not started when it was read: in a lobby seats change hands, so the viewer says nothing.
    """
    if match.status == Match.Status.LOBBY:
        return []
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    return [show_event(rules, event, viewer) for event in sql.events(match.pk, after, limit)]
