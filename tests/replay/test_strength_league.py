"""`strength_league`: one command gives the bots' table, and season files that verify and replay."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from leagues.models import League
from tests.leagues.conftest import published

__all__ = ["published"]
pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_the_table_is_written_with_a_file_that_verifies_and_plays_again(published: None, tmp_path: Path) -> None:
    told = io.StringIO()

    call_command("strength_league", str(tmp_path), rulesets=["raid"], deals=2, iterations=5, stdout=told)

    table = (tmp_path / "table.md").read_text(encoding="utf-8")
    assert [line.count("|") for line in table.splitlines()[2:]] == [8] * 5
    assert {name for name in ("random", "greedy", "ismcts-5") if f"| {name} |" in table} == {
        "random",
        "greedy",
        "ismcts-5",
    }
    assert "12 matches" in told.getvalue()
    call_command("verify_season", str(tmp_path / "raid.jsonl"), stdout=io.StringIO())
    call_command("rerun_season", str(tmp_path / "raid.jsonl"), stdout=io.StringIO())


def test_a_league_that_exists_is_refused_with_the_reason(published: None, tmp_path: Path) -> None:
    call_command("strength_league", str(tmp_path), rulesets=["raid"], deals=1, iterations=1, stdout=io.StringIO())

    with pytest.raises(CommandError, match="already exists"):
        call_command("strength_league", str(tmp_path), rulesets=["raid"], deals=1, iterations=1, stdout=io.StringIO())

    assert League.objects.count() == 1
