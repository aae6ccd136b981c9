"""RULES.md 15.1 and 17: the transcript, effect by effect, and the whole view at its block window."""

import json
from pathlib import Path
from typing import Any

import msgspec

import rules.invictus
from rules.engine import ScriptedChance, Table, act, prompts, view
from rules.registry import shipped_ruleset
from tests.rules.setups import starter

RULES = (Path(rules.invictus.__file__).parent / "RULES.md").read_text(encoding="utf-8")


def blocks(chapter: str) -> str:
    """The code block that follows a chapter's number."""
    return RULES.split(f"\n{chapter}", 1)[1].split("```")[1]


def transcript() -> list[tuple[int, dict[str, Any], list[dict[str, Any]]]]:
    """Section 17 as a list of (seat, action, effects)."""
    steps: list[tuple[int, dict[str, Any], list[dict[str, Any]]]] = []
    for line in blocks("## 17").strip().split("\n"):
        if line.startswith("seat "):
            _, seat, action = line.split(" ", 2)
            steps.append((int(seat), json.loads(action), []))
        else:
            steps[-1][2].append(json.loads(line))
    return steps


def started() -> Table[Any, Any]:
    decks = [starter("invictus", slug) for slug in ("kingdom-standard", "egypt-standard")]
    return shipped_ruleset("invictus").start({}, decks, ScriptedChance([]))


def builtins(message: Any) -> Any:
    return json.loads(msgspec.json.encode(message))


def take(table: Table[Any, Any], seat: int, action: dict[str, Any]) -> list[dict[str, Any]]:
    """One step; every shuffle leaves the sorted order and `below(2)` gives 0."""
    sorted_decks = [sorted(realm.deck) for realm in table.state.realms]
    for card in action.get("cards", []):
        sorted_decks[seat].remove(card)
    table.chance = ScriptedChance([*sorted_decks, 0])
    effects = act(table, seat, table.rules.decode_action(msgspec.json.encode(action)))
    effects = builtins(effects)
    for effect in effects:
        if effect["type"] == "shuffled":
            assert effect["order"] == sorted_decks[effect["seat"]]
            effect["order"] = ["..."]
    return effects


def test_transcript_gives_the_effects_of_section_17() -> None:
    table = started()

    effects = [(seat, action, take(table, seat, action)) for seat, action, _ in transcript()]

    assert len(effects) == 14
    assert effects == transcript()
    assert builtins(prompts(table)) == [{"seat": 1, "kind": "main"}]


def test_view_of_seat_1_at_the_block_window_is_the_one_of_15_1() -> None:
    table = started()
    for seat, action, _ in transcript()[:9]:
        take(table, seat, action)

    shown = builtins(view(table, 1, 0))

    del shown["version"]
    assert shown == json.loads(blocks("15.1").removeprefix("json"))
