"""The JSON Schemas of exported files are up to date, and real files are valid under them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator

from leagues.models import Season
from replay.file_schemas import FOLDER, schemas
from tests.leagues.conftest import RANDOM, operator, play_out, published, season
from tests.replay.daily_roots.test_signed_roots import chain, leaves, proof_in
from tests.replay.test_season_audit import exported

__all__ = ["operator", "published", "season"]

EXAMPLE = Path(settings.BASE_DIR) / "docs" / "verifier" / "example.jsonl"


def faults(name: str, value: Any) -> list[str]:
    return [error.message[:200] for error in Draft202012Validator(schemas()[name]).iter_errors(value)]


def test_the_files_are_what_the_code_says() -> None:
    stored = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in FOLDER.iterdir()}

    assert stored == schemas(), "python -m replay.file_schemas"


@pytest.mark.parametrize("name", sorted(schemas()))
def test_each_is_a_json_schema_that_the_service_serves(name: str) -> None:
    Draft202012Validator.check_schema(schemas()[name])

    served = Client().get(f"/api/docs/schemas/{name}")

    assert (served.status_code, served["Content-Type"]) == (200, "application/schema+json")
    assert json.loads(served.content) == schemas()[name]


def test_every_line_of_a_match_fits() -> None:
    lines = [json.loads(line) for line in EXAMPLE.read_bytes().splitlines()]

    assert len(lines) > 3
    assert [faults("match-1.json", line) for line in lines] == [[]] * len(lines)


@pytest.mark.parametrize(
    "change", [{"seq": -1}, {"hash": "0"}, {"type": "nothing"}, {"more": 1}, {"effects": [{"type": 1}]}]
)
def test_a_line_with_a_fault_does_not_fit(change: dict[str, Any]) -> None:
    line = json.loads(EXAMPLE.read_bytes().splitlines()[2])

    assert faults("match-1.json", {**line, **change})


def test_roots_and_proofs_fit() -> None:
    day = leaves(1, 2, 3)
    (root,) = chain(day)

    assert faults("root-1.json", msgspec.to_builtins(root)) == []
    assert faults("inclusion-1.json", msgspec.to_builtins(proof_in(day, day[1], root))) == []
    assert faults("root-1.json", {**msgspec.to_builtins(root), "number": "1"})


@pytest.mark.django_db(transaction=True)
def test_the_first_line_of_a_season_fits(season: Callable[..., Season]) -> None:
    first = json.loads(exported(play_out(season(entrants=RANDOM[:3])))[0])

    assert first["format"] == "season/2"
    assert faults("season-2.json", first) == []
    assert faults("season-2.json", {**first, "deals": [{"number": 1}]})
