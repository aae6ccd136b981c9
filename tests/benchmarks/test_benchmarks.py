"""The benchmarks run; their figures are for people."""

from pathlib import Path
from random import Random

import pytest

from tests.benchmarks import figures, plies, reference
from tests.rules.setups import Setup, all_setups


def test_the_reference_is_always_the_same_game() -> None:
    """If these numbers change, figures of different days can no longer be compared."""
    luck = Random(1)

    assert [reference.play(luck) for _ in range(5)] == [51, 53, 51, 51, 52]


@pytest.mark.parametrize("setup", all_setups()[:1], ids=str)
def test_a_ruleset_has_a_share(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plies, "SLICE", 0.01)

    rate, share = plies.share(setup, 1)

    assert rate > 0 and 0 < share < 5


def test_a_run_says_which_ratios_became_worse_since_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What became better, or changed by no more than noise, is not among them."""
    monkeypatch.setenv(figures.COLLECTED, str(tmp_path / "figures"))
    monkeypatch.setattr(figures, "RELEASED", tmp_path / "released.json")
    figures.RELEASED.write_text('{"version": "0.9", "figures": {"plies": 0.8}}')
    figures.note_gain("plies", 0.4)
    figures.note_cost("CPU", 2.0)
    figures.note_cost("memory", 1.0)
    figures.note_cost("files", 1.0)
    figures.keep("1.0", figures.read_collected(tmp_path / "figures"))
    (tmp_path / "figures").unlink()

    figures.note_gain("plies", 0.2)
    figures.note_cost("CPU", 2.5)
    figures.note_cost("memory", 1.1)
    figures.note_cost("files", 1.16)
    figures.note_gain("pages", 1.0)
    said = figures.compared(figures.read_collected(tmp_path / "figures"), *figures.read_released())

    assert said.splitlines()[2:] == [
        "| plies | 0.2 | 0.4 | worse |",
        "| CPU | 2.5 | 2 | worse |",
        "| memory | 1.1 | 1 | |",
        "| files | 1.16 | 1 | worse |",
        "| pages | 1 | | new |",
        "",
        "Worse by more than 15%:",
        "plies: 0.4 to 0.2",
        "CPU: 2 to 2.5",
        "files: 1 to 1.16",
    ]
