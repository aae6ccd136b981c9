"""The tests that run at each level, shown by a small suite with one test of every kind."""

import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.levels import some_of

ROOT = Path(__file__).resolve().parents[1]
SUITE = """
import pytest
from hypothesis import given, strategies as st

EXAMPLES = []

@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["chess", "go"])
@pytest.mark.parametrize("seed", range(5))
def test_cases(game, seed):
    pass

@pytest.mark.exhaustive
def test_exhaustive():
    pass

@pytest.mark.quarantined("loses a race now and then")
def test_flaky():
    assert False

def test_plain():
    pass
@pytest.mark.django_db
def test_pages():
    pass

@pytest.mark.django_db
def test_rows():
    pass
@pytest.mark.django_db
@pytest.mark.parametrize("row", range(9))
def test_tables(row):
    pass

@pytest.mark.both_databases
@pytest.mark.django_db
def test_locks():
    pass

@pytest.mark.both_databases
@pytest.mark.exhaustive
@pytest.mark.django_db
def test_kills():
    pass

def test_part(sample):
    print("PART", len(sample(range(10), 4)))

@given(st.integers())
def test_examples(number):
    EXAMPLES.append(number)

def test_number_of_examples(sample):
    print("EXAMPLES", len(EXAMPLES))
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small suite, with the conftest of this one."""
    folder = tmp_path_factory.mktemp("suite")
    (folder / "conftest.py").write_text("from tests.conftest import *\n")
    (folder / "test_small.py").write_text(SUITE)
    return folder


def run(suite: Path, *options: str) -> str:
    command = [sys.executable, "-m", "pytest", "-v", "-s", "-rs", "-p", "no:cacheprovider", "-n", "0", "--nomigrations"]
    place = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), str(suite)]
    done = subprocess.run([*command, *place, *options], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


ONCE = {"plain": 1, "flaky": 1, "part": 1, "examples": 1, "number_of_examples": 1}
DATABASE = {"pages": 1, "rows": 1, "locks": 1}


@pytest.mark.sampled(1)
@pytest.mark.processes
@pytest.mark.parametrize(
    ("options", "tests", "part", "examples"),
    [
        (["--level", "quick"], {**ONCE, "cases": 3}, 4, 20),
        ([], {**ONCE, **DATABASE, "cases": 3, "tables": 2}, 4, 20),
        (
            ["--level", "rest"],
            {"cases": 7, "tables": 8, "exhaustive": 1, "kills": 1, "part": 1, "examples": 1, "number_of_examples": 1},
            10,
            100,
        ),
        (["--level", "all"], {**ONCE, **DATABASE, "cases": 10, "tables": 9, "exhaustive": 1, "kills": 1}, 10, 100),
    ],
)
def test_a_level_has_its_tests_cases_and_examples(
    suite: Path, options: list[str], tests: dict[str, int], part: int, examples: int
) -> None:
    said = run(suite, *options)

    assert Counter(re.findall(r"::test_(\w+)", said)) == tests
    assert f"PART {part}\n" in said and f"EXAMPLES {examples}\n" in said
    assert ("QUARANTINED: loses a race now and then" in said) is ("flaky" in tests)
    assert len(set(re.findall(r"test_cases\[\d-(\w+)\]", said))) == 2, "of every game"


@pytest.mark.exhaustive
@pytest.mark.processes
def test_no_test_starts_when_it_is_late(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTS_UNTIL", str(time.time() - 1))

    said = run(suite, "--level", "rest")

    assert re.search(r"^SKIPPED \[20\] .*: TESTS_UNTIL is over$", said, re.MULTILINE)


@pytest.mark.exhaustive
@pytest.mark.processes
@pytest.mark.parametrize(("level", "tests"), [("sample", ["locks"]), ("rest", ["kills"]), ("all", ["locks", "kills"])])
def test_the_second_database_has_what_can_differ(suite: Path, level: str, tests: list[str]) -> None:
    said = run(suite, "--second", "--level", level)

    assert re.findall(r"::test_(\w+)", said) == tests


@pytest.mark.sampled(1)
@pytest.mark.processes
@pytest.mark.parametrize(("options", "number"), [(["--level", "sample"], 5), (["--level", "rest"], 15), ([], 20)])
def test_the_sample_of_a_whole_run_has_three_tests_of_a_long_file_and_a_sixth_of_the_others(
    tmp_path: Path, options: list[str], number: int
) -> None:
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    tests = [f"@pytest.mark.django_db\ndef test_{number}():\n    pass\n" for number in range(20)]
    (tmp_path / "test_long.py").write_text("import pytest\n" + "".join(tests))

    said = run(tmp_path, *options, "--collect-only")

    assert len(set(re.findall(r"<Function test_(\d+)>", said))) == number


def test_a_part_is_the_same_every_time_and_in_order() -> None:
    part = some_of(range(100), 10, "a test")

    assert part == some_of(range(100), 10, "a test") == sorted(part)
    assert len(set(part)) == 10 and part != some_of(range(100), 10, "another test")
    assert some_of(range(3), 10, "a test") == [0, 1, 2]
