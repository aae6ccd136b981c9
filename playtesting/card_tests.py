"""Tests that an author stores with a draft: a position from a playtest, a move, and the expected result.

A position is only the table, decoded by the rules with the current draft. So the moves that led to it need not be legal
now. Chance comes from a fixed key, so a test always gives the same result. The author chooses what a test compares:
effects, which must occur again in order, and figures of the position after the move.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import transaction

from cards.models import CardSetDraft
from common.text.errors import ServiceError
from matches.log import sql
from matches.log.folding import fold_one
from matches.log.sql import load_match
from matches.models import Match
from players.models import Player
from playtesting.limits import MOST_FIGURES, MOST_TESTS
from playtesting.models import CardTest
from playtesting.playtests import rules_of_draft
from rules.engine import RulesError, Ruleset, SeededChance, act, match_key, view
from rules.engine.json_pointers import within


@dataclass(frozen=True)
class Played:
    """A played test: the effects of the move as JSON, and the seat's view before and after, as pointer -> figure."""

    effects: list[Any]
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def changed(self) -> list[str]:
        """Pointers of the figures that the move changed, without figures that appeared or disappeared."""
        both = [at for at, figure in self.before.items() if self.after.get(at, figure) != figure]
        return both[:MOST_FIGURES]


@dataclass(frozen=True)
class TestResult:
    """A test's result. `played` is None if the draft's rules reject the position or the move, or fail."""

    test: CardTest
    played: Played | None
    fault: str = ""
    missing: Sequence[int] = field(default=())
    """Indexes in `expected` of the compared effects that did not occur."""
    wrong: Sequence[str] = field(default=())
    """The compared figures that have changed."""
    has_more: bool = False
    """Whether there are more effects than the test allows."""

    @property
    def is_passed(self) -> bool:
        return self.played is not None and not (self.missing or self.wrong or self.has_more)


@transaction.atomic
def keep_test(*, draft: CardSetDraft, match: Match, player: Player, seat: int, name: str) -> CardTest:
    """Store the seat's last move in a playtest as a test of the draft, with the effects it has under the current draft.

    All these effects must occur again in order. Others may come between them until the author chooses otherwise. Raises
    ServiceError `no_card_test` if there is no such move, or if too many tests are stored.
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
    test.expected = _play(rules, test).effects
    test.save()
    return test


def _before_last_move(match: Match, seat: int) -> tuple[bytes, dict[str, Any]] | None:
    """The encoded table before a seat's last move, and the move; None if there is none."""
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
    """Play all tests of a draft under its rules."""
    tests = list(draft.card_tests.all())
    return list(_run(rules_of_draft(draft), tests)) if tests else []


def failing_tests(draft: CardSetDraft) -> list[str]:
    """The names of a draft's tests that fail. The draft must have no faults."""
    return [str(result.test) for result in run_tests(draft) if not result.is_passed]


def _run(rules: Ruleset, tests: list[CardTest]) -> Iterator[TestResult]:
    for test in tests:
        try:
            yield _compared(test, _play(rules, test))
        except (RulesError, msgspec.MsgspecError) as error:
            yield TestResult(test, None, str(error)[:300])
        except Exception as error:  # A card may break the rules in any way. The author must fix it.
            yield TestResult(test, None, f"{type(error).__name__}: {error}"[:300])


def compared_effects(test: CardTest) -> list[int]:
    """Indexes in `expected` of the effects that must occur again."""
    chosen = test.compared.get("effects")
    return list(range(len(test.expected))) if chosen is None else list(chosen)


def choose_compared(*, test: CardTest, effects: Collection[int], figures: Collection[str], is_exact: bool) -> None:
    """Set which effects and figures a test compares. A newly chosen figure is compared with its current value.

    Effects and figures that the test lacks are ignored. Raises ServiceError `nothing_compared`.
    """
    (result,) = _run(rules_of_draft(test.draft), [test])
    earlier = test.compared.get("figures", {})
    now = {at: result.played.after[at] for at in result.played.changed} if result.played else {}
    compared = {
        "effects": sorted({number for number in effects if 0 <= number < len(test.expected)}),
        "figures": {at: earlier.get(at, now.get(at)) for at in sorted(set(figures) & (set(earlier) | set(now)))},
        "is_exact": is_exact,
    }
    if not compared["effects"] and not compared["figures"]:
        raise ServiceError("nothing_compared")
    CardTest.objects.filter(pk=test.pk).update(compared=compared)


def _compared(test: CardTest, played: Played) -> TestResult:
    wanted, figures = compared_effects(test), test.compared.get("figures", {})
    missing, at = [], 0
    for number in wanted:
        found = next((i for i, effect in enumerate(played.effects[at:], at) if effect == test.expected[number]), None)
        if found is None:
            missing.append(number)
        else:
            at = found + 1
    wrong = [place for place, figure in figures.items() if played.after.get(place) != figure]
    has_more = bool(test.compared.get("is_exact")) and len(played.effects) > len(wanted)
    return TestResult(test, played, "", missing, wrong, has_more)


def _play(rules: Ruleset, test: CardTest) -> Played:
    """Play the move of a test with these rules."""
    chance = SeededChance(match_key(bytes(32), ["test"]))
    table = rules.decode(bytes(test.position), chance)
    before = dict(_figures(msgspec.to_builtins(view(table, test.seat, 0).game)))
    effects = act(table, test.seat, rules.decode_action(msgspec.json.encode(test.action)))
    after = dict(_figures(msgspec.to_builtins(view(table, test.seat, 0).game)))
    return Played(msgspec.json.decode(msgspec.json.encode(effects)), before, after)


def _figures(part: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """(pointer, value) of each number, text and boolean in a view. Scalars in lists are skipped."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            yield from _figures(value, within(at, key))
    elif isinstance(part, list | tuple):
        for number, value in enumerate(part):
            if isinstance(value, Mapping):
                yield from _figures(value, within(at, number))
    else:
        yield at, part
