"""Law 8: every reason for an end has a stored log, and every stored log folds as it was written."""

from pathlib import Path

import msgspec
import pytest

from matches.log.events import ENDINGS
from replay.audit import audit, is_over
from replay.exports import read
from rules.registry import shipped_ruleset, slugs
from tests.logs.recording import FOLDER, current, reasons

LOGS = sorted(FOLDER.glob("*/*/*.jsonl"))


def name(path: Path) -> str:
    return str(path.relative_to(FOLDER).with_suffix(""))


@pytest.mark.parametrize("path", LOGS, ids=name)
def test_a_stored_log_folds_as_it_was_written(path: Path) -> None:
    log = read(path.read_bytes().splitlines())

    report = audit(log)

    assert report.findings == []
    assert report.events == len(log.events)


@pytest.mark.parametrize("path", LOGS, ids=name)
def test_a_stored_log_ends_for_the_reason_it_is_named_after(path: Path) -> None:
    log = read(path.read_bytes().splitlines())
    last = msgspec.json.decode(log.events[-1].body)
    first = msgspec.json.decode(log.events[0].body)
    told = ENDINGS.get(last["type"]) or last["effects"][-1]["reason"]

    assert is_over(log.events)
    assert (first["ruleset"], str(first["ruleset_version"]), told) == (*path.parts[-3:-1], path.stem)


@pytest.mark.parametrize("slug", slugs())
def test_every_reason_of_a_ruleset_has_a_stored_log(slug: str) -> None:
    rules = shipped_ruleset(slug)
    folder = FOLDER / slug / str(rules.version)

    assert {path.stem for path in folder.glob("*.jsonl")} == reasons(rules)


def test_every_log_that_there_must_be_is_there() -> None:
    """If it fails, run `python -m tests.logs record`."""
    assert [name(path) for path in current() if not path.exists()] == []
