"""The levels for people: they err by less than a margin, and never where it matters."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.bots import fitting, levels
from matches.bots.arena import Contest
from matches.bots.bot import Budget, Observation
from matches.bots.levels import LOST, WON, Hard, Overlooking, almost_best
from matches.workers.match_bots import ITERATIONS_A_DELAY
from rules.engine import QuickChance
from rules.registry import shipped_ruleset, slugs
from tests.levels import examples

WORTHS = st.lists(st.floats(LOST, WON), min_size=1, max_size=12)


def ranked(worths: list[float]) -> list[tuple[float, Any]]:
    return [(worth, number) for number, worth in enumerate(sorted(worths, reverse=True))]


@given(WORTHS, st.floats(0, 2), st.integers(0, 1 << 20))
@examples(500)
def test_no_choice_gives_away_the_margin_or_more(worths: list[float], margin: float, seed: int) -> None:
    listed = ranked(worths)

    chosen = almost_best(listed, margin, QuickChance(seed))

    best, worth = listed[0][0], listed[chosen][0]
    assert chosen == 0 or best - worth < margin


@given(WORTHS, st.integers(0, 1 << 20))
def test_a_certain_win_is_taken_and_no_certain_loss_if_it_can_be_avoided(worths: list[float], seed: int) -> None:
    won, lost = ranked([*worths, WON]), ranked([*worths, LOST, -0.9])

    assert won[almost_best(won, 2.0, QuickChance(seed))][0] == WON
    assert lost[almost_best(lost, 2.5, QuickChance(seed))][0] > LOST


def test_the_chance_of_an_action_is_in_proportion_to_what_is_left_of_the_margin() -> None:
    listed = [(0.5, "best"), (0.4, "good"), (0.3, "worse"), (0.2, "out")]
    chance = QuickChance(1)

    taken = Counter(almost_best(listed, 0.3, chance) for _ in range(6000))

    assert set(taken) == {"best", "good", "worse"}
    for action, share in (("best", 3 / 6), ("good", 2 / 6), ("worse", 1 / 6)):
        assert abs(taken[action] / 6000 - share) < 0.03, action


@pytest.mark.parametrize("ruleset", slugs())
def test_each_level_of_a_game_overlooks_less_than_the_one_below(ruleset: str) -> None:
    evaluation = shipped_ruleset(ruleset).definition.evaluation

    assert 2 > evaluation.level_margins[0] > evaluation.level_margins[1] > evaluation.level_margins[2] > 0
    assert 1 <= evaluation.hard_iterations <= ITERATIONS_A_DELAY


def test_the_hard_level_searches_as_long_as_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = list[Budget]()

    class Recording:
        def choose(self, observation: Observation) -> Any:
            budgets.append(observation.budget)
            return observation.legal_actions[0]

    monkeypatch.setattr(levels, "Ismcts", Recording)
    rules = shipped_ruleset("battle_line")
    given_ = Observation(rules, None, 0, ["a", "b"], None, Budget(iterations=7), QuickChance(1))  # type: ignore[arg-type]

    for budget in (Budget(iterations=7), Budget(milliseconds=5, clock=float)):
        Hard().choose(replace(given_, budget=budget))

    iterations = rules.definition.evaluation.hard_iterations
    assert budgets == [Budget(iterations=iterations), Budget(iterations=iterations, milliseconds=5, clock=float)]


def test_fitted_margins_put_each_level_as_far_below_the_next_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given bots that lose 10 rating points for each hundredth of margin."""
    lots = Random(1)

    def rating(bot: Any) -> float:
        made = bot.make()
        return -1000 * made.margin(None) if isinstance(made, Overlooking) else 0.0

    def played(contest: Contest, number: int) -> tuple[str, int]:
        share = 1 / (1 + 10 ** ((rating(contest.other) - rating(contest.one)) / 400))
        return "all", 1 if lots.random() < share else -1

    monkeypatch.setattr(fitting, "result_of", played)

    found = {name: margin for name, margin, _ in fitting.fitted("battle_line", ("tactics",), 2000, 1)}

    assert list(found) == ["medium", "easy", "learning"]
    steps = [found["medium"], found["easy"] - found["medium"], found["learning"] - found["easy"]]
    assert steps == pytest.approx([fitting.STEP / 1000] * 3, rel=0.2)


def test_an_option_set_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        fitting.main(["battle_line", "--option-set", "chess"])

    assert "there is no option set 'chess'; there are tactics, troops" in capsys.readouterr().err
