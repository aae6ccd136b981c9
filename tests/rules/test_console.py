"""The rules console (contract, "The rules console"), played with the toy ruleset."""

import json
import subprocess
import sys
from typing import Any

import pytest

from rules.console import Console
from rules.engine import Ruleset

SEED = "00" * 31 + "07"
ONES = {"cards": {"raider-1": 6}}
NEW = {"op": "new", "ruleset": "raid", "decks": [ONES, ONES]}
SCRIPT = [["raider-1"] * 6, ["raider-1"] * 6]
KEEP = {"type": "keep", "keep": True}
PASS = {"type": "pass"}

pytestmark = pytest.mark.usefixtures("raid")


class Player:
    """Speaks to a console in objects."""

    def __init__(self) -> None:
        self.console = Console()

    def say(self, op: str, **more: Any) -> dict[str, Any]:
        return self.line(json.dumps({"op": op, **more}).encode())

    def line(self, line: bytes) -> dict[str, Any]:
        answer = json.loads(self.console.answer(line))
        assert isinstance(answer, dict)
        return answer

    def new(self, **more: Any) -> dict[str, Any]:
        return self.say(**{**NEW, **more})

    def code(self, op: str, **more: Any) -> str:
        return error_code(self.say(op, **more))


def error_code(answer: dict[str, Any]) -> str:
    assert list(answer) == ["error"]
    assert answer["error"]["detail"]
    return str(answer["error"]["code"])


@pytest.fixture
def player() -> Player:
    return Player()


@pytest.fixture
def playing(player: Player) -> Player:
    """Both seats have ones; seat 0 is to raid in turn 1."""
    player.new(script=SCRIPT)
    player.say("act", seat=0, action=KEEP)
    player.say("act", seat=1, action=KEEP, script=[0])
    return player


# new


def test_new_with_a_seed_answers_with_the_effects_of_the_start(player: Player) -> None:
    answer = player.new(seed=SEED)

    assert list(answer) == ["effects"]
    assert [effect["type"] for effect in answer["effects"]] == ["shuffled", "drew", "shuffled", "drew"]
    assert answer["effects"][0]["order"] == ["raider-1"] * 6
    assert answer == player.new(seed=SEED)


def test_new_with_a_script_hands_chance_its_results(player: Player) -> None:
    deck = {"cards": {"raider-1": 3, "raider-2": 2}}
    order = ["raider-2", "raider-1", "raider-1", "raider-2", "raider-1"]

    answer = player.new(decks=[deck, deck], script=[order, sorted(order)])

    assert [effect["order"] for effect in answer["effects"] if effect["type"] == "shuffled"] == [order, sorted(order)]


def test_new_throws_the_last_match_away(playing: Player) -> None:
    playing.new(script=SCRIPT)

    assert [prompt["kind"] for prompt in playing.say("show", want=["prompts"])["prompts"]] == ["mulligan", "mulligan"]
    assert playing.code("undo") == "nothing_to_undo"


def test_new_with_a_card_set_plays_with_other_definitions(player: Player) -> None:
    cards = [{"slug": "raider-1", "strength": 99}]
    player.new(script=SCRIPT, card_set={"cards": cards})
    player.say("act", seat=0, action=KEEP)
    player.say("act", seat=1, action=KEEP, script=[0])
    player.say("act", seat=0, action={"type": "attack", "card": "raider-1"})

    answer = player.say("act", seat=1, action=PASS, script=[1], want=["outcome"])

    assert answer["outcome"] == {"winners": [0], "reason": "goal", "scores": {"points": [99, 0]}}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": None}, "bad_request"),
        ({"ruleset": "chess"}, "unknown_ruleset"),
        ({"options": []}, "bad_request"),
        ({"decks": {}}, "bad_request"),
        ({"decks": [[], []]}, "bad_request"),
        ({"decks": [{"cards": []}, ONES]}, "bad_request"),
        ({"seed": SEED[1:]}, "bad_request"),
        ({"seed": "x" * 64}, "bad_request"),
        ({"seed": 7}, "bad_request"),
        ({"seed": None}, "bad_request"),
        ({"card_set": []}, "bad_request"),
        ({"card_set": {"cards": [{}]}}, "bad_card_set"),
        ({"card_set": {"cards": 5}}, "bad_card_set"),
        ({"script": {}}, "bad_script"),
        ({"script": SCRIPT[:1]}, "bad_script"),
        ({"script": [*SCRIPT, 0]}, "bad_script"),
        ({"script": [SCRIPT[0], 0]}, "bad_script"),
        ({"want": ["everything"]}, "bad_request"),
        ({"want": ["view:9"]}, "bad_request"),
    ],
)
def test_new_that_cannot_be_done_changes_nothing(playing: Player, change: dict[str, Any], code: str) -> None:
    before = playing.say("show", want=["view:audit"])

    answer = playing.new(**{"seed": SEED, **change})

    assert error_code(answer) == code
    assert playing.say("show", want=["view:audit"]) == before


def test_new_with_a_faulty_setup_lists_all_problems_in_order(player: Player) -> None:
    answer = player.new(decks=[{"cards": {"raider-9": 4, "raider-8": 1}}, {"cards": {"raider-1": 3}}], seed=SEED)

    assert error_code(answer) == "bad_setup"
    assert answer["error"]["problems"] == [
        {"code": "unknown_card", "seat": 0, "card": "raider-8"},
        {"code": "unknown_card", "seat": 0, "card": "raider-9"},
        {"code": "too_few_cards", "seat": 1},
    ]
    assert player.code("show") == "no_match"


# act


def test_act_answers_with_complete_effects(playing: Player) -> None:
    playing.say("act", seat=0, action={"type": "attack", "card": "raider-1"})

    answer = playing.say("act", seat=1, action=PASS, script=[6])

    assert answer == {
        "effects": [
            {"type": "rolled", "sides": 6, "result": 6},
            {"type": "gained", "team": 0, "points": 2},
            {"type": "turn_started", "seat": 1, "turn": 2},
            {"type": "drew", "seat": 1, "count": 1, "cards": ["raider-1"]},
        ]
    }


def test_act_refuses_what_it_cannot_do_and_changes_nothing(playing: Player) -> None:
    before = playing.say("show", want=["view:audit", "legal_actions"])
    refusals = [
        ({"seat": 0}, "malformed_action"),
        ({"seat": 0, "action": {"type": "attack"}}, "malformed_action"),
        ({"seat": 0, "action": {"type": "resign"}}, "malformed_action"),
        ({"seat": 0, "action": {"type": "attack", "card": "raider-2"}}, "illegal_action"),
        ({"seat": 0, "action": KEEP}, "illegal_action"),
        ({"seat": 1, "action": PASS}, "not_asked"),
        ({"seat": 7, "action": PASS}, "not_asked"),
        ({"seat": "0", "action": PASS}, "bad_request"),
        ({"seat": True, "action": PASS}, "bad_request"),
        ({"action": PASS}, "bad_request"),
        ({"seat": 0, "action": PASS, "script": [0]}, "bad_script"),
        ({"seat": 0, "action": PASS, "script": 0}, "bad_script"),
        ({"seat": 0, "action": PASS, "want": "prompts"}, "bad_request"),
        ({"seat": 0, "action": PASS, "want": ["view:2"]}, "bad_request"),
    ]

    for request, code in refusals:
        assert playing.code("act", **request) == code
        assert playing.say("show", want=["view:audit", "legal_actions"]) == before


def test_act_whose_script_runs_dry_or_does_not_fit_changes_nothing(playing: Player) -> None:
    playing.say("act", seat=0, action={"type": "attack", "card": "raider-1"})
    before = playing.say("show", want=["view:audit"])

    for script in ([], [0], [7], ["6"], [True], [1, 1]):
        assert playing.code("act", seat=1, action=PASS, script=script) == "bad_script"
        assert playing.say("show", want=["view:audit"]) == before


def test_act_after_the_end_is_refused(player: Player) -> None:
    player.new(options={"goal": 1}, script=SCRIPT)
    player.say("act", seat=0, action=KEEP)
    player.say("act", seat=1, action=KEEP, script=[0])
    player.say("act", seat=0, action={"type": "attack", "card": "raider-1"})
    over = player.say("act", seat=1, action=PASS, script=[1], want=["prompts", "legal_actions", "outcome"])

    assert (over["prompts"], over["legal_actions"]) == ([], {})
    assert over["outcome"] == {"winners": [0], "reason": "goal", "scores": {"points": [1, 0]}}
    assert player.code("act", seat=0, action=PASS) == "match_over"


def test_a_scripted_act_leaves_the_seeded_stream_where_it_was(player: Player) -> None:
    def rest(first_script: dict[str, Any]) -> list[Any]:
        player.new(seed=SEED)
        player.say("act", seat=0, action=KEEP)
        player.say("act", seat=1, action=KEEP, **first_script)
        raider = player.say("show", want=["prompts"])["prompts"][0]["seat"]
        player.say("act", seat=raider, action={"type": "attack", "card": "raider-1"})
        answer = player.say("act", seat=1 - raider, action=PASS)
        return [effect["result"] for effect in answer["effects"] if effect["type"] == "rolled"]

    drawn_by_the_stream = player.new(seed=SEED) and rest({})
    scripted = rest({"script": [0]})

    assert scripted != []
    assert drawn_by_the_stream != []
    assert rest({"script": [1]}) == scripted


# show, undo


def test_show_gives_what_is_wanted_and_nothing_else(playing: Player) -> None:
    assert playing.say("show") == {}

    answer = playing.say("show", want=["prompts", "legal_actions", "outcome", "view:1", "view:public", "view:audit"])

    assert list(answer) == ["prompts", "legal_actions", "outcome", "views"]
    assert answer["prompts"] == [{"kind": "attack", "seat": 0}]
    assert answer["legal_actions"] == {"0": [PASS, {"type": "attack", "card": "raider-1"}]}
    assert answer["outcome"] is None
    assert {viewer: view["version"] for viewer, view in answer["views"].items()} == {"1": 2, "public": 2, "audit": 2}
    seen = {
        viewer: [seat["hand"]["cards"] for seat in view["game"]["seats"]] for viewer, view in answer["views"].items()
    }
    assert seen == {
        "1": [None, ["raider-1"] * 4],
        "public": [None, None],
        "audit": [["raider-1"] * 5, ["raider-1"] * 4],
    }


def test_the_version_counts_the_acts_in_force(player: Player) -> None:
    want = {"want": ["view:public"]}

    def version(answer: dict[str, Any]) -> int:
        return int(answer["views"]["public"]["version"])

    assert version(player.new(script=SCRIPT, **want)) == 0
    assert version(player.say("act", seat=1, action=KEEP, **want)) == 1
    assert version(player.say("act", seat=0, action=KEEP, script=[0], **want)) == 2
    assert version(player.say("undo", **want)) == 1
    assert version(player.say("show", **want)) == 1


def test_undo_takes_the_last_act_back_chance_included(player: Player) -> None:
    player.new(seed=SEED)
    player.say("act", seat=0, action=KEEP)
    before = player.say("show", want=["view:audit", "prompts"])
    first = player.say("act", seat=1, action={"type": "keep", "keep": False}, want=["view:audit"])

    assert player.say("undo", want=["view:audit", "prompts"]) == before
    assert player.say("act", seat=1, action={"type": "keep", "keep": False}, want=["view:audit"]) == first


def test_undo_at_the_start_is_an_error(playing: Player) -> None:
    playing.say("undo")
    start = playing.say("undo", want=["view:audit"])

    assert playing.code("undo") == "nothing_to_undo"
    assert playing.say("show", want=["view:audit"]) == start


def test_undo_that_wants_the_impossible_takes_nothing_back(playing: Player) -> None:
    assert playing.code("undo", want=["view:5"]) == "bad_request"
    assert playing.say("show", want=["view:public"])["views"]["public"]["version"] == 2


@pytest.mark.parametrize("op", ["act", "show", "undo"])
def test_nothing_can_be_done_before_a_match_is_started(player: Player, op: str) -> None:
    assert player.code(op, seat=0, action=PASS) == "no_match"


# lines


@pytest.mark.parametrize(
    "line", [b"{", b"[]", b"null", b'"new"', b"{}", b'{"op": 1}', b'{"op": "quit"}', b'{"op": "show", "want": [1]}']
)
def test_a_line_that_is_no_request_is_refused(playing: Player, line: bytes) -> None:
    assert error_code(playing.line(line)) == "bad_request"


def test_the_program_answers_a_line_with_a_line_until_its_input_ends() -> None:
    lines = b'{"op": "show"}\n\nnonsense\n{"op": "new", "ruleset": "chess", "seed": "' + SEED.encode() + b'"}\n'

    ran = subprocess.run([sys.executable, "-m", "rules"], input=lines, capture_output=True, check=True)

    codes = [error_code(json.loads(line)) for line in ran.stdout.splitlines()]
    assert codes == ["no_match", "bad_request", "unknown_ruleset"]
    assert ran.stderr == b""


def test_help_of_the_program_shows_requests() -> None:
    ran = subprocess.run([sys.executable, "-m", "rules", "--help"], capture_output=True, text=True, check=True)

    assert '{"op": "act", "seat": 0, "action": {...}}' in ran.stdout


def test_the_toy_is_known_only_while_a_test_wants_it(raid: Ruleset) -> None:
    assert raid.slug == "raid"
    assert raid.check_setup({}, [ONES, ONES]) == []
