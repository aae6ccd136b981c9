"""`strength_league`: one command gives the bots' table, and season files that verify and replay."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from leagues.models import League
from matches.bots.digests import bot_digest
from matches.bots.roster import house_bot
from matches.log.events import Event
from replay.seasons.audit import read_season
from tests.leagues.conftest import published

__all__ = ["published"]
pytestmark = pytest.mark.django_db


def test_the_table_is_written_with_a_file_that_verifies_and_plays_again(published: None, tmp_path: Path) -> None:
    told = io.StringIO()

    call_command(
        "strength_league", str(tmp_path), rulesets=["raid"], deals=2, bots=["random", "greedy", "ismcts-5"], stdout=told
    )

    table = (tmp_path / "table.md").read_text(encoding="utf-8")
    assert [line.count("|") for line in table.splitlines()[2:]] == [10] * 5
    greedy = house_bot("greedy")
    assert f"| greedy | {greedy.version} | `{bot_digest(greedy)[:8]}` |" in table
    assert {name for name in ("random", "greedy", "ismcts-5") if f"| {name} |" in table} == {
        "random",
        "greedy",
        "ismcts-5",
    }
    assert "12 matches" in told.getvalue()
    call_command("verify_season", str(tmp_path / "raid.jsonl"), stdout=io.StringIO())
    call_command("rerun_season", str(tmp_path / "raid.jsonl"), stdout=io.StringIO())


def test_the_same_seed_gives_the_same_matches(published: None, tmp_path: Path) -> None:
    played = []
    for seed in ("rook", "rook", "bishop"):
        more: dict[str, Any] = {"rulesets": ["raid"], "deals": 2, "bots": ["random", "easy", "ismcts-1"], "seed": seed}
        call_command("strength_league", str(tmp_path), stdout=io.StringIO(), **more)
        with (tmp_path / "raid.jsonl").open("rb") as lines:
            _, logs = read_season(lines)
            played.append([[(event.seat, *_action_and_state(event)) for event in log.events[1:]] for log in logs])
        League.objects.filter(slug="strength-raid").update(slug=f"earlier-{len(played)}")

    assert len(played[0]) == 3 * 2 * 2
    assert played[0] == played[1] != played[2]


def _action_and_state(event: Event) -> tuple[Any, Any]:
    return event.content.get("action"), event.content["state_hash"]


def test_a_league_that_exists_is_refused_with_the_reason(published: None, tmp_path: Path) -> None:
    call_command(
        "strength_league", str(tmp_path), rulesets=["raid"], deals=1, bots=["random", "greedy"], stdout=io.StringIO()
    )

    with pytest.raises(CommandError, match="already exists"):
        call_command(
            "strength_league",
            str(tmp_path),
            rulesets=["raid"],
            deals=1,
            bots=["random", "greedy"],
            stdout=io.StringIO(),
        )

    assert League.objects.count() == 1


def test_a_bot_that_does_not_exist_is_refused_by_name(published: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="deep-thought"):
        call_command("strength_league", str(tmp_path), rulesets=["raid"], deals=1, bots=["deep-thought", "easy"])

    assert not League.objects.exists()
