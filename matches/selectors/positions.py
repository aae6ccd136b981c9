"""A match's newest position, a seat's choices there, and the events that led to it.

Everything returned has passed through `view` or `show_event`; nothing is filtered by hand.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cards.sets.selectors import rules_of
from common.computed_once import ComputedOnce
from common.text.errors import ServiceError
from matches.log import sql
from matches.log.events import Event
from matches.log.redaction import show_event
from matches.log.sql import StoredMatch, load_match
from matches.models import Match
from rules.engine import Action, Prompt, Ruleset, Table, View, Viewer, legal_actions, prompts, view
from rules.engine.messages import rule_number


def rules_for(match_id: UUID) -> Ruleset:
    return rules_of(*Match.objects.values_list("ruleset", "ruleset_version", "card_set_id").get(pk=match_id))


def match_view(*, match: Match, viewer: Viewer) -> View:
    """The newest position as the viewer may see it. Raises ServiceError `match_not_started`."""
    if match.status == Match.Status.LOBBY:
        raise ServiceError("match_not_started")
    stored = load_match(match.pk)
    return view(stored.position.table, viewer, stored.position.seq)


@dataclass(frozen=True)
class SeatChoices:
    """What a seat may do at a position. Without a prompt it may do nothing."""

    rules: Ruleset
    prompt: Prompt | None
    actions: Sequence[Action]


def seat_choices(stored: StoredMatch, seat: int) -> SeatChoices:
    """A seat's prompt and legal actions. The caller must have looked up the seat after the start: before that, seats
    change.
    """
    table = stored.position.table
    prompt = next((prompt for prompt in prompts(table) if prompt.seat == seat), None)
    return SeatChoices(stored.rules, prompt, _lists.get(_key(stored, seat), lambda: legal_actions(table, seat)))


def permitting_rules(table: Table[Any, Any], actions: Sequence[Action]) -> list[str | None]:
    """For each of the asked seat's actions, the number of the rule that permits it.

    An action without a rule of its own, such as a pass, has the rule of the prompt.
    """
    asked = rule_number(type(table.frames[-1])) if table.frames else None
    return [rule_number(type(action)) or asked for action in actions]


def is_known_legal(stored: StoredMatch, seat: int, action: Action) -> bool:
    """Whether the action is in the list that this process made for the seat at exactly this position.

    False only means that it is not known.
    """
    known = _lists.known(_key(stored, seat))
    return known is not None and action in known


_lists: ComputedOnce[tuple[UUID, bytes, int], Sequence[Action]] = ComputedOnce(256)
"""Legal actions by match, hash of its last event, and seat. Players usually send back an action of the list they read.
"""


def _key(stored: StoredMatch, seat: int) -> tuple[UUID, bytes, int]:
    return stored.id, stored.position.last_hash, seat


def shown_events(match: Match, viewer: Viewer, *, after: int, limit: int) -> list[dict[str, Any]]:
    """Events after a seq, in order, as the viewer saw them while the match was running; whole for audit.

    Empty if the match had not started when it was read: players change seats in a lobby, so the viewer is not reliable.
    """
    if match.status == Match.Status.LOBBY:
        return []
    return show_events(match, viewer, sql.events(match.pk, after, limit))


def show_events(match: Match, viewer: Viewer, events: Iterable[Event]) -> list[dict[str, Any]]:
    """As `shown_events`, for events that have been read. Whole events need no rules, which may be gone."""
    if viewer == "audit":
        return [event.content for event in events]
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    return [show_event(rules, event, viewer) for event in events]


def events_for(rules: Ruleset, match_id: UUID, viewer: Viewer, *, after: int, limit: int) -> list[dict[str, Any]]:
    """As `shown_events`, for a match that has started."""
    return [show_event(rules, event, viewer) for event in sql.events(match_id, after, limit)]
