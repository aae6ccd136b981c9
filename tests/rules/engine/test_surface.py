"""What the engine offers, and what it must not drag in."""

import subprocess
import sys

import pytest

import rules.engine

PUBLIC = """
ACTOR AUDIT OWNER PUBLIC SEAT Action BadScript CardSet CardSlug CardUse Cell Chance Column Decision Deck Drew Effect
Evaluation Frame GameDefinition GameState HiddenPlace IllegalAction LinearEvaluation LoggedEvent MalformedAction
MatchEnded Names NotAsked Outcome Pass Picked Problem Prompt Question QuickChance Revelation Rolled RulesError Ruleset
ScoreTable Scorecard ScriptedChance Seat SeatPlace SeededChance SeenEvent Shuffled StarterDeck Table Tiebreak
TurnStarted Unchanging View Viewer Zone act apply canonical card_fault check_options closed_zone decide
declared_fields digest hand_zone left_of legal_actions match_key open_zone option_types private_fields prompts
read_written readers redact salt seats_to_act seed_commitment state_hash unknown_key unknown_word view
"""

FOREIGN = ["django", "rest_framework", "celery", "psycopg", "redis", "sqlite3", "asyncio", "socket", "matches"]


def test_the_engine_offers_exactly_these_names() -> None:
    assert rules.engine.__all__ == PUBLIC.split()
    assert all(hasattr(rules.engine, name) for name in rules.engine.__all__)


@pytest.mark.parametrize("module", ["rules.engine", "rules.console"])
def test_the_rules_can_be_loaded_without_the_service(module: str) -> None:
    program = f"import sys, {module}; print([name for name in {FOREIGN} if name in sys.modules])"

    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "[]"
