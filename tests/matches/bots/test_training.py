"""The fit of an evaluation's weights: it finds the weights that made the results, from matches that repeat."""

import ast

import numpy
import pytest

from matches.bots import training
from matches.bots.arena import Contest
from matches.bots.roster import house_bot
from matches.bots.training import HELD_OUT, fitted, linear_evaluation, log_loss, positions_of
from rules.registry import shipped_ruleset

STRONG = house_bot("strong")


def contest(ruleset: str, seed: int = 1) -> Contest:
    return Contest(ruleset, STRONG, STRONG, tuple(shipped_ruleset(ruleset).option_sets), seed)


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    lots = numpy.random.default_rng(1)
    true = numpy.array([0.5, -0.05, 0.0])
    features = lots.normal(size=(20_000, 3)) * [1, 10, 1]
    results = (lots.random(20_000) < (1 + numpy.tanh(features @ true)) / 2).astype(float)

    found = fitted(features, results)

    assert found == pytest.approx(true, abs=0.02)
    assert log_loss(features, results, found) <= log_loss(features, results, true)
    assert log_loss(features, results, 0 * true) == pytest.approx(numpy.log(2))


def test_a_feature_that_decides_everything_gets_a_finite_weight() -> None:
    features = numpy.array([[1.0, 0.0], [-1.0, 0.0]] * 100)
    results = numpy.array([1.0, 0.0] * 100)

    found = fitted(features, results)

    assert 1 < found[0] < 5 and found[1] == 0


@pytest.mark.parametrize("ruleset", ["battle_line", "blackpoker"])
def test_a_deal_gives_the_same_positions_again(ruleset: str) -> None:
    first = positions_of(contest(ruleset), 3)

    assert positions_of(contest(ruleset), 3) == first
    assert positions_of(contest(ruleset, seed=2), 3) != first
    assert len(first) > 5 and {position.deal for position in first} == {3}
    assert {position.result for position in first} == {0.0, 1.0}
    assert {len(position.features) for position in first} == {len(linear_evaluation(ruleset).weights)}


def test_the_command_prints_the_weights_and_what_they_are_worth(capsys: pytest.CaptureFixture[str]) -> None:
    training.main(["blackpoker", "--deals", f"{2 * HELD_OUT}"])

    counted, compared, weights = capsys.readouterr().out.splitlines()
    assert counted.startswith("blackpoker: ") and compared.startswith("log loss in one deal of 5: ")
    assert list(ast.literal_eval(weights.removeprefix("weights = "))) == list(linear_evaluation("blackpoker").weights)


def test_a_game_without_weights_is_refused() -> None:
    with pytest.raises(SystemExit, match="the evaluation of invaders has no weights to fit"):
        training.main(["invaders"])


def test_so_few_deals_that_none_would_be_left_to_test_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        training.main(["blackpoker", "--deals", "9"])

    assert "--deals must be at least 10" in capsys.readouterr().err
