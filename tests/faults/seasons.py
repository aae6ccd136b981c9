"""Helpers for seasons on the deployed stack: manage.py creates them, workers play them, the database is inspected."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg

from tests.faults.service import Service


def manifest_of(league: str, ruleset: str, bots: Sequence[str], **more: Any) -> dict[str, Any]:
    """The manifest of a double round robin of these bots. `more` replaces fields."""
    names = [f"{bot}-{bots[:place].count(bot) + 1}" for place, bot in enumerate(bots)]
    return {
        "league": league,
        "names": {"ja": league, "en": league},
        "ruleset": ruleset,
        "entrants": [{"name": name, "bot": bot} for name, bot in zip(names, bots, strict=True)],
        "format": {"type": "round_robin", "cycles": 2},
        **more,
    }


def make_league(stack: Service, league: str, ruleset: str, bots: Sequence[str], **more: Any) -> None:
    manifest = manifest_of(league, ruleset, bots, **more)
    file = stack.folder / f"{league}.json"
    file.write_text(json.dumps(manifest))
    done = stack.manage("league", str(file))
    assert done.returncode == 0, done.stderr


def query(stack: Service, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(stack.postgres.url.replace("postgres://", "postgresql://")) as connection:
        return connection.execute(statement).fetchall()  # type: ignore[arg-type]


def seasons_over(stack: Service, count: int) -> bool:
    return query(stack, "SELECT count(*) FROM leagues_season WHERE status = 'over'") == [(count,)]


def progress(stack: Service) -> tuple[int, int]:
    """The number of closed deals, and of all deals."""
    ((closed, made),) = query(stack, "SELECT count(*) FILTER (WHERE status = 'closed'), count(*) FROM leagues_deal")
    return closed, made


def assert_every_deal_counts_once(stack: Service) -> int:
    """Check that every deal is closed, with one match per seating of its last attempt. Returns how many matches."""
    counted = """
        SELECT d.id, d.status, array_agg(f.seating ORDER BY f.seating), bool_and(m.status = 'over' AND NOT m.withheld)
        FROM leagues_deal d LEFT JOIN leagues_fixture f ON f.deal_id = d.id AND f.attempt = d.attempt
        LEFT JOIN matches_match m ON m.id = f.match_id GROUP BY d.id, d.status
    """
    wrong = [row for row in query(stack, counted) if row[1:] != ("closed", [0, 1], True)]
    assert wrong == []
    ((matches,),) = query(stack, "SELECT count(*) FROM leagues_fixture")
    return int(matches)


def assert_recomputed(stack: Service, leagues: Sequence[str], folder: Path) -> None:
    """Check that all logs verify, and that each season equals the one computed from its export and from its logs."""
    verified = stack.manage("verify_match", "--all")
    assert verified.returncode == 0, verified.stdout[-1000:]
    for league in leagues:
        file = folder / f"{league}.jsonl"
        exported = stack.manage("export_season", league, "1", str(file))
        assert exported.returncode == 0, exported.stderr
        assert stack.manage("verify_season", str(file)).returncode == 0
    rebuilt = stack.manage("rebuild_leagues")
    assert rebuilt.returncode == 0 and rebuilt.stdout.count(" same\n") == len(leagues), rebuilt.stdout
