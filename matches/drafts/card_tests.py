"""Tests that an author keeps with a draft: a position of a playtest, the move in it, and what came of it.

A position is the table alone, decoded by the rules with the draft as it is now: what led there need not be playable any
more. Chance is drawn from one fixed key, so that a test says the same each time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction

from cards.engine import RulesError, Ruleset, SeededChance, act, match_key
from cards.models import CardSetDraft
from cards.text.errors import ServiceError
from matches.drafts.models import CardTest
from matches.log import sql
from matches.log.folding import fold_one
from matches.log.sql import load_match
from matches.models import Match
from matches.players.models import Player
from matches.services.playtests import rules_of_draft

MOST_TESTS = 50
"""With one draft; publishing plays them all."""


@dataclass(frozen=True)
class TestResult:
    """`found`: the effects now; None where the position or its move is none for the draft's rules, or they failed."""

    test: CardTest
    found: list[Any] | None
    fault: str = ""

    @property
    def is_passed(self) -> bool:
        return self.found == self.test.expected


@transaction.atomic
def keep_test(*, draft: CardSetDraft, match: Match, player: Player, seat: int, name: str) -> CardTest:
    """Keep the seat's last move in a playtest as a test of the draft, with the effects that it has with the draft now.

    Raises ServiceError `no_card_test` if there is no such move, or too many tests are kept.
    """
    CardSetDraft.objects.select_for_update().get(pk=draft.pk)
    before = _before_last_move(match, seat)
    if before is None or match.ruleset != draft.ruleset or draft.card_tests.count() >= MOST_TESTS:
        raise ServiceError("no_card_test")
    position, action = before
    rules = rules_of_draft(draft)
    test = CardTest(
        draft=draft,
        name=name.strip()[:200] or str(action.get("type", "")),
        position=position,
        seat=seat,
        action=action,
        author=player,
    )
    test.expected = _effects(rules, test)
    test.save()
    return test


def _before_last_move(match: Match, seat: int) -> tuple[bytes, dict[str, Any]] | None:
    """The table before the last move of a seat, encoded, and the move."""
    stored = load_match(match.pk)
    chance = stored.position.table.chance
    assert isinstance(chance, SeededChance)
    found, position = None, None
    for event in sql.events(match.pk, -1, None):
        if event.type == "action_taken" and event.seat == seat and position is not None:
            found = (stored.rules.encode(position.table), msgspec.json.decode(event.body)["action"])
        position = fold_one(stored.rules, chance.key, event, position)
    return found


def run_tests(draft: CardSetDraft) -> list[TestResult]:
    """All tests of a draft that can be read, each played with the draft's rules."""
    tests = list(draft.card_tests.all())
    return list(_run(rules_of_draft(draft), tests)) if tests else []


def _run(rules: Ruleset, tests: list[CardTest]) -> Iterator[TestResult]:
    for test in tests:
        try:
            yield TestResult(test, _effects(rules, test))
        except (RulesError, msgspec.MsgspecError) as error:
            yield TestResult(test, None, str(error)[:300])
        except Exception as error:  # Whatever a card makes the rules stumble over is the author's to mend.
            yield TestResult(test, None, f"{type(error).__name__}: {error}"[:300])


def _effects(rules: Ruleset, test: CardTest) -> list[Any]:
    """What the move does now, as JSON."""
    chance = SeededChance(match_key(bytes(32), ["test"]))
    table = rules.decode(bytes(test.position), chance)
    effects = act(table, test.seat, rules.decode_action(msgspec.json.encode(test.action)))
    decoded: list[Any] = msgspec.json.decode(msgspec.json.encode(effects))
    return decoded
