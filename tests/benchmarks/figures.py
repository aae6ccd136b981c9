"""The ratios that benchmarks measure, kept with each release, so that the next run says what has become worse."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

COLLECTED = "BENCHMARK_FIGURES"
"""The environment variable with the file to which benchmarks add their figures, one JSON object a line."""
RELEASED = Path(__file__).with_name("released.json")
NOISE = 0.15
"""Smaller changes are not listed. On a busy machine, moves a second differ by more than this: measure again."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    name: str
    ratio: float
    is_cost: bool
    """Whether less is better."""

    def change(self, before: float) -> float:
        """How much better the ratio is than `before`, as a share of that. Negative if it is worse."""
        more = self.ratio / before - 1
        return -more if self.is_cost else more


def note_gain(name: str, ratio: float) -> None:
    """Note a ratio of which more is better."""
    _note(Figure(name=name, ratio=ratio, is_cost=False))


def note_cost(name: str, ratio: float) -> None:
    """Note a ratio of which less is better."""
    _note(Figure(name=name, ratio=ratio, is_cost=True))


def _note(figure: Figure) -> None:
    if path := os.environ.get(COLLECTED):
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(figure)) + "\n")


def read_collected(path: Path) -> list[Figure]:
    return [Figure(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def read_released() -> tuple[str, dict[str, float]]:
    """The version of the last release, and its figures by name."""
    kept = json.loads(RELEASED.read_text(encoding="utf-8"))
    return kept["version"], kept["figures"]


def keep(version: str, figures: list[Figure]) -> None:
    """Add figures to those of a release, or replace them."""
    kept = read_released()[1] | {figure.name: float(f"{figure.ratio:.3g}") for figure in figures}
    RELEASED.write_text(json.dumps({"version": version, "figures": kept}, indent=2) + "\n", encoding="utf-8")


def compared(figures: list[Figure], version: str, before: Mapping[str, float]) -> str:
    """A table of the figures beside those of a release, then those that fell."""
    lines = [f"| figure | now | {version} | |", "|---|---|---|---|"]
    fell = []
    for figure in figures:
        if (old := before.get(figure.name)) is None:
            lines.append(f"| {figure.name} | {figure.ratio:.3g} | | new |")
            continue
        change = figure.change(old)
        word = "" if abs(change) <= NOISE else "better" if change > 0 else "worse"
        lines.append(" ".join(f"| {figure.name} | {figure.ratio:.3g} | {old:.3g} | {word} |".split()))
        if word == "worse":
            fell.append(f"{figure.name}: {old:.3g} to {figure.ratio:.3g}")
    lines += ["", f"Worse by more than {NOISE:.0%}:" if fell else f"Nothing is worse by more than {NOISE:.0%}."]
    lines += fell
    return "\n".join(lines)
