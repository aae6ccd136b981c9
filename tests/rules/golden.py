"""Recorded behaviour of the rules: playthroughs to read, and counts of action sequences.

`python -m tests.rules.golden record [ruleset]` writes them, `… check [ruleset]` compares. A difference means that the
rules have changed. That is a mistake or needs a new version of the ruleset, so never record over it in passing.

`tests/playthroughs/<ruleset>/<setup>.txt` is one random game. It has every action with its effects, the prompts, and
the number of legal actions of each seat. Of each viewer's view it has eight digits of the digest, and at a few points
the whole view. The rest of a game too long to print is one digest.

`tests/perft/<ruleset>.perft` counts sequences of actions, by their length, for each setup: from its start, and from a
position in the middle of that random game.
"""

import argparse
import hashlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rules.engine import (
    SeededChance,
    Table,
    Viewer,
    act,
    apply,
    canonical,
    digest,
    legal_actions,
    prompts,
    seats_to_act,
    view,
)
from rules.registry import slugs
from tests.rules.setups import Setup, all_setups

TESTS = Path(__file__).resolve().parent.parent

SEED = 20
"""Of the match; the actions are picked by a stream of their own."""

LONGEST_TEXT = 36_000
"""In characters; what comes after is one digest, but for the end."""

WHOLE_VIEWS_AT = (0, 12, 60)
"""After these numbers of actions every viewer's view is printed in full. At the end only the auditor's is."""

MIDDLE = 40
"""The number of actions before the second position of the counts."""

MOST_POSITIONS = 500
"""The most positions to visit for one count."""

DEEPEST = 6


def path_of_playthrough(setup: Setup) -> Path:
    return TESTS / "playthroughs" / setup.ruleset / f"{setup.name}.txt"


def path_of_perft(ruleset: str) -> Path:
    return TESTS / "perft" / f"{ruleset}.perft"


# One random game


def game(setup: Setup) -> Iterator[tuple[int, Any, Table[Any, Any]]]:
    """Yields the acting seat, its action and the table after it: first the start (-1, None), last the end."""
    picks = SeededChance(hashlib.sha256(str(setup).encode()).digest())
    table = setup.start(SEED)
    yield -1, None, table
    while table.outcome is None:
        seats = seats_to_act(table)
        seat = seats[picks.below(len(seats))]
        choices = legal_actions(table, seat)
        action = choices[picks.below(len(choices))]
        act(table, seat, action)
        yield seat, action, table


def playthrough(setup: Setup) -> str:
    lines = [f"{setup}, seed {SEED}"]
    rest, left_out = hashlib.sha256(), 0
    length = 0
    for number, (seat, action, table) in enumerate(game(setup)):
        described = list(_describe(number, seat, action, table))
        length += sum(map(len, described))
        if length < LONGEST_TEXT or table.outcome is not None:
            if left_out and table.outcome is not None:
                lines += ["", f"{left_out} actions more, in short: {rest.hexdigest()}"]
            lines += described
        else:
            rest.update("\n".join(described).encode())
            left_out += 1
    return "\n".join(lines) + "\n"


def _describe(number: int, seat: int, action: Any, table: Table[Any, Any]) -> Iterator[str]:
    views = {viewer: view(table, viewer, number) for viewer in _viewers(table)}
    yield ""
    yield "start" if action is None else f"{number}. seat {seat}: {_text(action)}"
    yield from (f"    {_text(effect)}" for effect in table.effects)
    yield f"  asked: {_text(prompts(table))}"
    yield "  actions: " + (
        ", ".join(f"{seat}: {len(legal_actions(table, seat))}" for seat in seats_to_act(table)) or "none"
    )
    yield "  views: " + ", ".join(f"{viewer} {digest(sight)[:8]}" for viewer, sight in views.items())
    for viewer, sight in views.items():
        if number in WHOLE_VIEWS_AT or (table.outcome is not None and viewer == "audit"):
            yield f"  view of {viewer}: {_text(sight)}"


def _viewers(table: Table[Any, Any]) -> list[Viewer]:
    return [*range(table.rules.seats(table.options)), "public", "audit"]


def _text(message: object) -> str:
    return canonical(message).decode()


# Counts of action sequences


def perft(table: Table[Any, Any], depth: int) -> int:
    """How many sequences of `depth` actions there are from here, each asked seat counted; chance is the match's own."""
    if depth == 1:
        return sum(len(legal_actions(table, seat)) for seat in seats_to_act(table))
    return sum(perft(after, depth - 1) for after in _next_tables(table))


def _next_tables(table: Table[Any, Any]) -> Iterator[Table[Any, Any]]:
    assert isinstance(table.chance, SeededChance)
    for seat in seats_to_act(table):
        for action in legal_actions(table, seat):
            after = table.clone(table.chance.copy())
            apply(after, seat, action)
            yield after


def counts(table: Table[Any, Any]) -> list[int]:
    """The counts by depth, as deep as MOST_POSITIONS allows."""
    found = [perft(table, 1)]
    while 0 < sum(found) <= MOST_POSITIONS and len(found) < DEEPEST:
        found.append(perft(table, len(found) + 1))
    return found


def perft_lines(setup: Setup) -> list[str]:
    """`<setup> after <n>: <count of depth 1> <count of depth 2> …`, for the start and the middle."""
    lines = []
    for number, (_, _, table) in enumerate(game(setup)):
        if number in (0, MIDDLE):
            lines.append(f"{setup.name} after {number}: {' '.join(map(str, counts(table)))}")
        if number == MIDDLE:
            break
    return lines


# Recording and comparing


def difference(expected: str, actual: str) -> str:
    """The first line that differs, as a sentence; empty if none does."""
    pairs = zip_longest(expected.splitlines(), actual.splitlines(), fillvalue="(nothing)")
    for number, (old, new) in enumerate(pairs, start=1):
        if old != new:
            return f"line {number} was\n{old}\nand is now\n{new}"
    return ""


def stored(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def recorded_perft(setup: Setup) -> list[str]:
    lines = stored(path_of_perft(setup.ruleset)).splitlines()
    return [line for line in lines if line.startswith(f"{setup.name} after ")]


def faults(setup: Setup) -> list[str]:
    """What of a setup is not as it was recorded."""
    told = difference(stored(path_of_playthrough(setup)), playthrough(setup))
    counted = difference("\n".join(recorded_perft(setup)), "\n".join(perft_lines(setup)))
    found = [f"{path_of_playthrough(setup).name}: {told}"] if told else []
    return found + ([f"{path_of_perft(setup.ruleset).name}: {counted}"] if counted else [])


def record(ruleset: str, setups: list[Setup]) -> None:
    folder = TESTS / "playthroughs" / ruleset
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for setup in setups:
        path_of_playthrough(setup).write_text(playthrough(setup), encoding="utf-8")
    path_of_perft(ruleset).parent.mkdir(exist_ok=True)
    lines = [line for setup in setups for line in perft_lines(setup)]
    path_of_perft(ruleset).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.rules.golden", description="Playthroughs and counts.")
    parser.add_argument("what", choices=["record", "check"])
    parser.add_argument("ruleset", nargs="?", choices=slugs())
    wanted = parser.parse_args()
    failed = False
    for ruleset in [wanted.ruleset] if wanted.ruleset else slugs():
        setups = [setup for setup in all_setups() if setup.ruleset == ruleset]
        if wanted.what == "record":
            record(ruleset, setups)
            continue
        for setup in setups:
            for fault in faults(setup):
                failed = True
                print(f"{setup}\n{fault}\n")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
