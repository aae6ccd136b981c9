"""12.3: every reason to end can be reached."""

import pytest

from rules.registry import shipped_ruleset
from tests.replay.making import make_log
from tests.rules import laws
from tests.rules.invaders.endings import ENDINGS
from tests.rules.invaders.setups import SETUPS
from tests.rules.setups import Line


@pytest.mark.parametrize("reason", ENDINGS)
def test_a_game_ends_for_this_reason(reason: str) -> None:
    ending = ENDINGS[reason]
    if isinstance(ending, Line):
        log = make_log(ending.rules, ending.options, ending.decks, ending.seed, choose=ending.choose)
        assert log.events[-1].content["effects"][-1]["reason"] == reason
        return
    name, seed = ending
    (setup,) = [setup for setup in SETUPS if setup.name == name]
    *_, table = laws.random_game(setup, seed)

    assert table.outcome.reason == reason


def test_there_is_a_game_for_every_reason() -> None:
    assert set(ENDINGS) == set(shipped_ruleset("invaders").words["reasons"])
