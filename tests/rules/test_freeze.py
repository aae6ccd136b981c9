"""Freezing a version of a ruleset: the frozen one goes on as it was, whatever becomes of the rules afterwards."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from matches.log.folding import Position
from matches.log.snapshots import encode_position
from rules import freeze
from rules.engine import SeededChance
from rules.registry import shipped_ruleset
from tests.layers.rooms import ROOMS

ROOT = Path(__file__).resolve().parents[2]
KEY, MAC_KEY = bytes(32), b"\1" * 32

AFTERWARDS = """
import json, sys
from pathlib import Path

from rules.engine import QuickChance, act, seats_to_act, legal_actions
from rules.registry import shipped_ruleset
from matches.bots.roster import HOUSE_BOTS
from matches.bots.seated import SeatedBot
from matches.log.snapshots import decode_position
from replay.audit import audit
from replay.exports import read

old, new = shipped_ruleset("battle_line", 1), shipped_ruleset("battle_line")
new_log = Path(sys.argv[1]).read_bytes().splitlines()

def finish(bot):
    table = decode_position(Path("snapshot").read_bytes(), old, bytes(32), [b"\\1" * 32]).table
    seats = [SeatedBot(bot, old, table.options, seat, {"cards": {}}, seat) for seat in (0, 1)]
    moves = 0
    while table.outcome is None:
        seat = seats_to_act(table)[0]
        thinks = bot.name in ("random", "greedy") or moves < 2  # That the others can search is seen soon.
        action = seats[seat].choose(table, moves) if thinks else legal_actions(table, seat)[0]
        effects = act(table, seat, action)
        for other in seats:
            other.see(seat, action, effects)
        moves += 1
    return table.outcome.reason

print(json.dumps({
    "versions": [old.version, new.version, json.loads(new_log[1])["ruleset_version"]],
    "hands": [len(rules.start({}, [{"cards": {}}] * 2, QuickChance(1)).state.hands[0]) for rules in (old, new)],
    "evaluations": [type(rules.definition.evaluation).__module__ for rules in (old, new)],
    "old_log": [str(finding) for finding in audit(read(Path("old.jsonl").read_bytes().splitlines())).findings],
    "new_log": [str(finding) for finding in audit(read(new_log)).findings],
    "finished": {bot.name: finish(bot) for bot in HOUSE_BOTS},
}))
"""
RECORD = """
import sys
from pathlib import Path
from replay.exports import whole
from tests.replay.making import make_log
from tests.rules.battle_line.setups import SETUPS
Path(sys.argv[1]).write_bytes(whole(make_log(SETUPS[0].rules, SETUPS[0].options, SETUPS[0].decks, 1)))
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the code, with a log and a snapshot that were written before anything is frozen."""
    for app in (*ROOMS, "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "logs", "playthroughs", "migrations", "locale")
        shutil.copytree(ROOT / app, tmp_path / app, ignore=ignored)
    shutil.copy(ROOT / "tests" / "logs" / "battle_line" / "1" / "breakthrough.jsonl", tmp_path / "old.jsonl")
    rules = shipped_ruleset("battle_line")
    table = rules.start({}, [{"cards": {}}] * 2, SeededChance(KEY))
    (tmp_path / "snapshot").write_bytes(encode_position(Position(table, KEY, 0, bytes(32)), MAC_KEY))
    return tmp_path


def run(tree: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.processes
def test_a_frozen_version_is_folded_and_played_on_while_the_new_one_has_other_rules(tree: Path) -> None:
    printed = run(tree, "-m", "rules.freeze", "battle_line")
    setup = tree / "rules" / "battle_line" / "setup.py"
    dealt = setup.read_text()
    assert dealt.count("range(table.cards.hand_size)") == 1
    setup.write_text(dealt.replace("range(table.cards.hand_size)", "range(table.cards.hand_size - 1)"))
    run(tree, "-c", RECORD, "new.jsonl")

    found = json.loads(run(tree, "-c", AFTERWARDS, "new.jsonl"))

    assert "battle_line_v1 is frozen; rules/battle_line is version 2 now" in printed
    assert found["versions"] == [1, 2, 2]
    assert found["hands"] == [7, 6]
    assert found["evaluations"] == [f"rules.{name}.evaluation" for name in ("battle_line_v1", "battle_line")]
    assert (found["old_log"], found["new_log"]) == ([], [])
    assert all(found["finished"].values())


@pytest.mark.parametrize("slug", ["chess", "battle_line_v1", "../cards"])
def test_what_is_no_ruleset_cannot_be_frozen(tmp_path: Path, slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(freeze.HERE / "registry.py", tmp_path)

    assert freeze.main([slug], tmp_path) == 1

    assert capsys.readouterr().out == f"there is no ruleset {slug!r} in registry.py\n"
    assert [file.name for file in tmp_path.iterdir()] == ["registry.py"]
