"""8: targets, blocks, comparison, invasion, and the end of a battle."""

import pytest

from tests.rules.invaders.positions import asked_for, at, card, do, draw_table, legal, of_type, seen, types

LINE = "line-infantry"
TAPPED = (LINE, {"tapped": True})


def static(modifier, **words):
    return {"kind": "static", "applies_to": {"zone": "self"}, "modifier": modifier, **words}


def rule(rule_, what):
    return static({"rule": rule_, "what": what})


def targets(table, unit="0:B2"):
    """What the unit may attack, once its attack is declared."""
    do(table, 0, type="attack", unit=unit)
    return [action["target"] for action in legal(table, 0, "target")]


PICTURE = {"1:A1": LINE, "1:B1": TAPPED, "1:A2": TAPPED, "1:B2": LINE, "1:B3": LINE}


def test_the_first_picture() -> None:
    """14.1"""
    assert targets(draw_table({"0:B2": LINE, **PICTURE}, step="war")) == ["1:B1"]


def test_the_second_picture() -> None:
    """14.2"""
    board = {place: what for place, what in PICTURE.items() if place != "1:B3"}

    assert targets(draw_table({"0:B2": LINE, **board}, step="war")) == ["1:B1", "1:L"]


def test_a_unit_that_nothing_may_be_attacked_by_cannot_attack() -> None:
    """R29 Declaring needs a target at that moment."""
    table = draw_table({"0:B2": LINE, "1:B1": LINE, "1:B2": LINE, "1:B3": LINE}, step="war")

    assert legal(table, 0) == [{"type": "end_war"}]


@pytest.mark.parametrize(
    ("slug", "sick", "expected"),
    [
        (LINE, False, ["1:B1", "1:L"]),
        (LINE, True, []),
        ("field-battery", True, ["1:B1"]),
        ("night-scouts", True, ["1:B1", "1:L"]),
        ("harvest-crew", False, ["1:L"]),
        ("rail-porters", True, []),
        ("union-speaker", False, []),
    ],
)
def test_who_may_attack_what(slug: str, sick: bool, expected: list[str]) -> None:
    """8.4, R13, R28"""
    table = draw_table({"0:B2": (slug, {"sick": sick}), "1:B1": TAPPED}, step="war")

    assert (targets(table) if expected else legal(table, 0, "attack")) == expected


@pytest.mark.parametrize(
    ("what", "board", "expected"),
    [
        ("tapped", {"1:B1": LINE, "1:B2": LINE, "1:B3": LINE}, ["1:B1", "1:B2", "1:B3"]),
        ("front", {"1:A1": TAPPED, "1:B1": LINE, "1:B2": LINE, "1:B3": LINE}, ["1:A1"]),
        ("columns", {"1:B1": LINE, "1:B2": LINE, "1:B3": LINE}, ["1:L"]),
        ("be_attacked", {"1:B1": ("neutral-observers", {"tapped": True}), "1:B2": LINE, "1:B3": LINE}, ["1:B1"]),
    ],
)
def test_what_an_attacker_ignores(what: str, board, expected: list[str]) -> None:
    """8.4, 10.11"""
    hero = card("hero", abilities=[rule("ignore", what)])

    assert targets(draw_table({"0:B2": "hero", **board}, cards=[hero], step="war")) == expected
    assert legal(draw_table({"0:B2": LINE, **board}, step="war"), 0, "attack") == []


def test_units_that_must_be_attacked_come_alone() -> None:
    """8.4"""
    board = {"0:B2": LINE, "0:B3": "storm-engineers", "1:B1": TAPPED, "1:B2": ("barricade-builders", {"tapped": True})}

    assert targets(draw_table(board, step="war")) == ["1:B2"]
    assert targets(draw_table(board, step="war"), "0:B3") == ["1:B1", "1:B2", "1:L"]


def test_a_unit_that_must_attack_keeps_the_step_open() -> None:
    """8.2"""
    table = draw_table({"0:B2": "restless-vanguard"}, step="war")

    assert legal(table, 0) == [{"type": "attack", "unit": "0:B2"}]


def fight(attacker, defender, **more):
    table = draw_table({"0:B2": attacker, "1:B2": defender}, step="war", **more)
    do(table, 0, type="attack", unit="0:B2")
    effects = do(table, 0, type="target", target="1:B2")
    return table, [effect["place"] for effect in of_type(effects, "destroyed")]


def soldier(slug, military, *keywords, abilities=()):
    return card(slug, military=military, keywords=list(keywords), abilities=list(abilities))


ARMOR = {"name": "armor", "value": 1}
DEADLY = {"name": "deadly"}
SPARED = rule("cannot", "be_destroyed")
RUTHLESS = rule("ignore", "be_destroyed")


@pytest.mark.parametrize(
    ("attacker", "defender", "destroyed"),
    [
        (soldier("a", 3), soldier("d", 3), ["0:B2", "1:B2"]),
        (soldier("a", 4), soldier("d", 3), ["1:B2"]),
        (soldier("a", 3, ARMOR), soldier("d", 3), ["1:B2"]),
        (soldier("a", 3, ARMOR), soldier("d", 4), ["0:B2"]),
        (soldier("a", 1, DEADLY), soldier("d", 5), ["0:B2", "1:B2"]),
        (soldier("a", 1, DEADLY), soldier("d", 5, {"name": "armor", "value": 9}), ["0:B2", "1:B2"]),
        (soldier("a", 0), soldier("d", 0), ["0:B2", "1:B2"]),
        (soldier("a", 3, abilities=[rule("ignore", "armor")]), soldier("d", 3, ARMOR), ["0:B2", "1:B2"]),
        (soldier("a", 3), soldier("d", 3, abilities=[SPARED]), ["0:B2"]),
        (soldier("a", 3, abilities=[RUTHLESS]), soldier("d", 3, abilities=[SPARED]), ["0:B2", "1:B2"]),
        (soldier("a", 3), soldier("d", 3, ARMOR, {"name": "armor", "value": 2}), ["0:B2"]),
        (soldier("a", 5), soldier("d", 3, ARMOR, {"name": "armor", "value": 2}), ["1:B2"]),
    ],
)  # fmt: skip
def test_comparison(attacker, defender, destroyed) -> None:
    """14.7, R23"""
    table, gone = fight("a", ("d", {"tapped": True}), cards=[attacker, defender])

    assert gone == destroyed
    assert asked_for(table) == [(0, "war")]


def test_a_battle_with_the_leader_and_its_effects_in_order() -> None:
    """8.8, 8.10"""
    table = draw_table({"0:B2": "assault-sappers"}, step="war")
    effects = do(table, 0, type="attack", unit="0:B2")
    assert effects == [{"type": "attack_declared", "seat": 0, "unit": "0:B2"}]
    assert asked_for(table) == [(0, "target")]

    effects = do(table, 0, type="target", target="1:L")

    assert types(effects) == ["targeted", "effect_started"]
    assert asked_for(table) == [(0, "may")]
    assert seen(table)["battle"] == {
        "attacker": "0:B2", "target": "1:L", "stage": 2, "square": None, "blocked": False, "ending": False,
    }  # fmt: skip
    assert do(table, 0, type="pass") == [
        {"type": "damaged", "seat": 1, "amount": 3, "cause": "battle", "self_harm": False, "health": 17},
        {"type": "battle_ended", "forced": False},
    ]
    assert at(table, "0:B2").attacked_leader
    assert asked_for(table) == [(0, "war")]


def test_the_defender_may_block_even_for_the_leader() -> None:
    """8.6, R14: from any square, by sick units too."""
    table = draw_table({"0:B2": LINE, "1:A3": ("town-militia", {"sick": True})}, step="war")
    do(table, 0, type="attack", unit="0:B2")
    do(table, 0, type="target", target="1:L")
    assert asked_for(table) == [(1, "block")]
    prompt = table.frames[-1].prompt(table, 1)
    assert (prompt.attacker, prompt.target) == ("0:B2", "1:L")
    assert legal(table, 1) == [{"type": "block", "unit": "1:A3"}, {"type": "pass"}]

    effects = do(table, 1, type="block", unit="1:A3")

    assert types(effects) == ["blocked", "compared", "destroyed", "put_in_grave", "battle_ended"]
    assert not at(table, "0:B2").attacked_leader
    assert asked_for(table) == [(0, "war")]


def test_who_must_block_cannot_pass() -> None:
    """8.6"""
    table = draw_table({"0:B2": LINE, "1:A3": "veteran-guard"}, step="war")
    do(table, 0, type="attack", unit="0:B2")
    do(table, 0, type="target", target="1:L")

    assert legal(table, 1) == [{"type": "block", "unit": "1:A3"}]


def test_the_target_itself_does_not_block() -> None:
    """R14"""
    hero = card("hero", abilities=[rule("ignore", "tapped")])
    table = draw_table({"0:B2": "hero", "1:B2": "town-militia"}, cards=[hero], step="war")
    do(table, 0, type="attack", unit="0:B2")

    assert types(do(table, 0, type="target", target="1:B2"))[:2] == ["targeted", "compared"]
    assert asked_for(table) == [(0, "war")]


def test_a_unit_that_cannot_be_blocked_opens_no_window() -> None:
    hero = card("hero", abilities=[rule("cannot", "be_blocked")])
    table = draw_table({"0:B2": "hero", "1:A3": "town-militia"}, cards=[hero], step="war")
    do(table, 0, type="attack", unit="0:B2")

    assert types(do(table, 0, type="target", target="1:L")) == ["targeted", "damaged", "battle_ended"]


def test_invasion() -> None:
    """14.8, R9, R12"""
    board = {"0:B1": ("field-battery", {}), "0:A3": (LINE, {"sick": True}), "1:B2": TAPPED, "1:A2": TAPPED}
    table = draw_table(board, step="war")
    do(table, 0, type="attack", unit="0:B1")
    do(table, 0, type="target", target="1:B2")
    assert asked_for(table) == [(0, "invade")]
    assert legal(table, 0) == [{"type": "invade", "unit": "0:A3"}, {"type": "pass"}]
    assert seen(table)["battle"]["square"] == "1:B2"

    effects = do(table, 0, type="invade", unit="0:A3")

    assert effects == [
        {"type": "invaded", "seat": 0, "from": "0:A3", "to": "1:B2"},
        {"type": "battle_ended", "forced": False},
    ]
    assert at(table, "1:B2").seat == 0 and at(table, "1:B2").tapped
    assert asked_for(table) == [(0, "war")]


def test_an_invader_shields_and_covers_for_its_own_side_alone() -> None:
    """14.8, R3"""
    board = {
        "1:B2": (LINE, {"seat": 0, "tapped": True}), "0:B2": TAPPED, "1:A2": TAPPED,
        "0:B1": LINE, "0:B3": LINE, "1:A1": LINE, "1:A3": LINE,
    }  # fmt: skip
    mine, theirs = draw_table(board, step="war"), draw_table(board, step="war", turn=2)

    assert targets(mine, "0:B1") == ["1:A2"]
    do(theirs, 1, type="attack", unit="1:A1")
    assert [action["target"] for action in legal(theirs, 1, "target")] == ["1:B2"]


def test_the_enemy_cannot_place_units_on_an_invaded_square() -> None:
    """14.8"""
    table = draw_table({"1:B2": (LINE, {"seat": 0})}, turn=2, hands=((), (LINE,)))

    assert [action["place"] for action in legal(table, 1, "cast")] == ["1:A1", "1:A2", "1:A3", "1:B1", "1:B3"]


def test_no_invasion_when_both_fall() -> None:
    """8.9"""
    table = draw_table({"0:B1": LINE, "0:A3": LINE, "1:B2": TAPPED}, step="war")
    do(table, 0, type="attack", unit="0:B1")

    assert types(do(table, 0, type="target", target="1:B2")) == [
        "targeted", "compared", "destroyed", "destroyed", "put_in_grave", "put_in_grave", "battle_ended",
    ]  # fmt: skip
    assert asked_for(table) == [(0, "war")]


def test_an_aborted_attack_untaps() -> None:
    """14.11"""
    table = draw_table({"0:B2": LINE, "1:E": "signal-flares"}, step="war")

    effects = do(table, 0, type="attack", unit="0:B2")

    assert effects == [
        {"type": "attack_declared", "seat": 0, "unit": "0:B2"},
        {"type": "emergency_revealed", "seat": 1, "card": "signal-flares"},
        {"type": "effect_started", "seat": 1, "card": "signal-flares", "ability": 0, "part": 0},
        {
            "type": "given", "place": "0:B2", "modifier": {"rule": "cannot", "what": "attack_leader"},
            "duration": "this_turn",
        },
        {"type": "put_in_grave", "seat": 1, "card": "signal-flares", "from": "1:E", "by_effect": False},
        {"type": "attack_aborted", "unit": "0:B2"},
        {"type": "untapped", "place": "0:B2"},
    ]  # fmt: skip
    assert seen(table)["battle"] is None
    assert asked_for(table) == [(0, "war")]


def test_a_battle_ends_at_once_when_a_side_is_gone() -> None:
    """8.3: no triggers of its end."""
    gunner = card("gunner", abilities=[
        {"kind": "triggered", "trigger": {"on": "attacks", "whose": "self"},
         "effects": [{"op": "return", "select": {"pick": "defender"}, "to": "hand"}]},
        {"kind": "triggered", "trigger": {"on": "battle_ends", "whose": "self"}, "effects": [{"op": "win"}]},
    ])  # fmt: skip
    table = draw_table({"0:B2": "gunner", "1:B2": TAPPED}, cards=[gunner], step="war")
    do(table, 0, type="attack", unit="0:B2")

    effects = do(table, 0, type="target", target="1:B2")

    assert types(effects) == ["targeted", "effect_started", "returned", "battle_ended"]
    assert effects[-1] == {"type": "battle_ended", "forced": True}
    assert asked_for(table) == [(0, "war")]


def test_end_battle() -> None:
    table = draw_table({"0:B2": LINE, "1:E": "fog-bank"}, step="war")
    do(table, 0, type="attack", unit="0:B2")

    effects = do(table, 0, type="target", target="1:L")

    assert types(effects) == ["targeted", "emergency_revealed", "effect_started", "put_in_grave", "battle_ended"]
    assert effects[-1]["forced"] is True
    assert table.state.seats[1].health == 20
    assert asked_for(table) == [(0, "war")]


def test_a_target_lost_in_the_comparison_goes_on_to_the_end() -> None:
    """R11"""
    table = draw_table({"0:B2": "mountain-troops", "1:B2": TAPPED}, step="war")
    do(table, 0, type="attack", unit="0:B2")

    effects = do(table, 0, type="target", target="1:B2")

    assert types(effects)[-3:] == ["effect_started", "untapped", "battle_ended"]
    assert effects[-1]["forced"] is False


def test_undeclared_war_is_paid_for_at_the_year_end() -> None:
    """9.5, R17"""
    table = draw_table({"0:B2": ("night-scouts", {"sick": True})}, step="war", money=0)
    do(table, 0, type="attack", unit="0:B2")
    do(table, 0, type="target", target="1:L")

    effects = do(table, 0, type="end_war")

    assert effects[1:4] == [
        {"type": "effect_started", "seat": 0, "card": "night-scouts", "ability": "undeclared_war", "part": 0},
        {"type": "destroyed", "seat": 0, "place": "0:B2", "card": "night-scouts", "cause": "undeclared_war"},
        {"type": "put_in_grave", "seat": 0, "card": "night-scouts", "from": "destroyed", "by_effect": True},
    ]
    blocked = draw_table({"0:B2": "night-scouts", "1:A1": "town-militia"}, step="war", money=0)
    do(blocked, 0, type="attack", unit="0:B2")
    do(blocked, 0, type="target", target="1:L")
    do(blocked, 1, type="block", unit="1:A1")
    assert "effect_started" not in types(do(blocked, 0, type="end_war"))


def triggered(on, *effects, whose="self"):
    return {"kind": "triggered", "trigger": {"on": on, "whose": whose}, "effects": list(effects)}


DRAW = {"op": "draw", "who": "own", "amount": 1}
LEAVES = {"op": "return", "to": "hand"}
WINS = {"op": "win"}


def test_a_tapped_unit_does_not_attack() -> None:
    """8.1"""
    table = draw_table({"0:B1": TAPPED, "0:B2": LINE}, step="war")

    assert legal(table, 0, "attack") == [{"type": "attack", "unit": "0:B2"}]


@pytest.mark.parametrize(
    ("what", "expected"),
    [("attack", []), ("attack_unit", ["1:L"]), ("attack_leader", ["1:B1"]), ("block", ["1:B1", "1:L"])],
)
def test_what_an_attacker_may_be_forbidden(what: str, expected: list[str]) -> None:
    """8.1, 8.4"""
    barred = card("barred", abilities=[rule("cannot", what)])
    table = draw_table({"0:B2": "barred", "1:B1": TAPPED}, cards=[barred], step="war")

    assert (targets(table) if expected else legal(table, 0, "attack")) == expected


@pytest.mark.parametrize(
    "board",
    [
        {"0:B2": ("restless-vanguard", {"tapped": True})},
        {"0:B2": "restless-vanguard", "1:B1": LINE, "1:B2": LINE, "1:B3": LINE},
    ],
    ids=["tapped", "no target"],
)
def test_a_unit_that_must_attack_and_cannot_does_not_keep_the_step_open(board) -> None:
    """8.2"""
    assert legal(draw_table({**board, "0:A3": TAPPED}, step="war"), 0) == [{"type": "end_war"}]


def test_a_leader_that_cannot_be_attacked() -> None:
    """8.4, 10.11"""
    shelter = card("shelter", "situation", abilities=[
        {"kind": "static", "applies_to": {"zone": "leader", "side": "own"},
         "modifier": {"rule": "cannot", "what": "be_attacked"}},
    ])  # fmt: skip
    hero = card("hero", abilities=[rule("ignore", "be_attacked")])
    board = {"0:B2": LINE, "0:B3": "hero", "1:B1": TAPPED}

    def table(place: str):
        return draw_table({**board, place: "shelter"}, cards=[shelter, hero], step="war")

    assert targets(table("1:S1")) == ["1:B1"]
    assert targets(table("1:S1"), "0:B3") == ["1:B1", "1:L"]
    assert targets(table("0:S1")) == ["1:B1", "1:L"]


def test_an_invader_covers_its_column_for_its_own_leader() -> None:
    """R3"""
    board = {"1:A1": LINE, "0:B1": LINE, "0:A3": LINE}
    covered = draw_table({**board, "1:B2": (LINE, {"seat": 0})}, turn=2, step="war")
    open_ = draw_table({**board, "1:B2": LINE}, turn=2, step="war")

    assert legal(covered, 1, "attack") == []
    assert {"type": "attack", "unit": "1:A1"} in legal(open_, 1)


def test_an_aborted_attack_leaves_tapped_what_cannot_be_untapped() -> None:
    """8.4"""
    iced = card("iced", abilities=[rule("cannot", "untap")])
    table = draw_table({"0:B2": "iced", "1:E": "signal-flares"}, cards=[iced], step="war")

    effects = do(table, 0, type="attack", unit="0:B2")

    assert types(effects)[-1] == "attack_aborted"
    assert at(table, "0:B2").tapped


@pytest.mark.parametrize(
    ("attacker", "blocker", "expected"),
    [
        ([triggered("engages", {**LEAVES, "select": {"pick": "defender"}})], [], ["blocked", "effect_started"]),
        ([], [triggered("blocked", {**LEAVES, "select": {"pick": "attacker"}})], ["blocked", "effect_started"]),
        ([], [triggered("engages", {**LEAVES, "select": {"pick": "opposing"}})], ["blocked", "effect_started"]),
    ],
    ids=["target in stage 4", "attacker in stage 3", "attacker in stage 4"],
)
def test_a_battle_ends_before_the_comparison_when_a_side_is_gone(attacker, blocker, expected) -> None:
    """8.3 Without the triggers of its end."""
    gunner = card("gunner", abilities=[*attacker, triggered("battle_ends", WINS)])
    sentry = card("sentry", keywords=[{"name": "guard"}], abilities=[*blocker, triggered("battle_ends", WINS)])
    table = draw_table({"0:B2": "gunner", "1:A1": "sentry"}, cards=[gunner, sentry], step="war")
    do(table, 0, type="attack", unit="0:B2")
    do(table, 0, type="target", target="1:L")

    effects = do(table, 1, type="block", unit="1:A1")

    assert types(effects) == [*expected, "returned", "battle_ended"]
    assert effects[-1]["forced"] is True
    assert asked_for(table) == [(0, "war")]


def test_end_battle_ends_it_in_the_last_stages_too() -> None:
    """8.3 After any settling in any stage."""
    rider = card("rider", abilities=[triggered("invaded", {"op": "end_battle"})])
    winner = card("winner", military=9, abilities=[triggered("battle_ends", WINS)])
    board = {"0:B1": "winner", "0:B2": "rider", "1:B2": TAPPED}
    table = draw_table(board, cards=[rider, winner], step="war")
    do(table, 0, type="attack", unit="0:B1")
    do(table, 0, type="target", target="1:B2")

    effects = do(table, 0, type="invade", unit="0:B2")

    assert types(effects) == ["invaded", "effect_started", "battle_ended"]
    assert effects[-1]["forced"] is True


def test_who_may_block() -> None:
    """8.6"""
    lame = card("lame", keywords=[{"name": "guard"}], abilities=[rule("cannot", "block")])
    board = {"0:B2": LINE, "1:A1": "lame", "1:A2": LINE, "1:B1": ("town-militia", {"tapped": True})}
    nobody = draw_table(board, cards=[lame], step="war")
    one = draw_table({**board, "1:B2": "town-militia"}, cards=[lame], step="war")
    for table in (nobody, one):
        do(table, 0, type="attack", unit="0:B2")
        do(table, 0, type="target", target="1:L")

    assert asked_for(nobody) == [(0, "war")]
    assert legal(one, 1) == [{"type": "block", "unit": "1:B2"}, {"type": "pass"}]


def test_a_block_and_what_it_sets_off() -> None:
    """8.6, 8.7, 8.10: the blocker is tapped; `engages` and `battle_ends` of the attacker, then of the blocker."""
    sentry = card("sentry", military=0, keywords=[{"name": "guard"}, {"name": "armor", "value": 9}])
    sentry["abilities"] = [triggered("blocked", DRAW)]
    herald = card("herald", "situation", abilities=[
        triggered("engages", DRAW, whose="any"), triggered("battle_ends", DRAW, whose="any"),
    ])  # fmt: skip
    board = {"0:B2": "gunner", "0:S1": "herald", "1:A1": "sentry"}
    gunner = card("gunner", keywords=[{"name": "armor", "value": 9}])
    table = draw_table(board, cards=[sentry, herald, gunner], step="war")
    do(table, 0, type="attack", unit="0:B2")
    do(table, 0, type="target", target="1:L")

    effects = do(table, 1, type="block", unit="1:A1")

    assert types(effects) == ["blocked", "effect_started", "drew"]
    assert at(table, "1:A1").tapped
    assert seen(table)["battle"] == {
        "attacker": "0:B2", "target": "1:A1", "stage": 4, "square": None, "blocked": True, "ending": False,
    }  # fmt: skip
    assert [(item["ability"], item["event"]) for item in seen(table)["waiting"]] == [(0, "0:B2"), (0, "1:A1")]
    effects = do(table, 0, type="resolve", index=0)
    assert "compared" in types(effects)
    assert [(item["ability"], item["event"]) for item in seen(table)["waiting"]] == [(1, "0:B2"), (1, "1:A1")]


def test_nobody_engages_a_leader() -> None:
    """8.7"""
    herald = card("herald", "situation", abilities=[triggered("engages", WINS, whose="any")])
    table = draw_table({"0:B2": LINE, "0:S1": "herald"}, cards=[herald], step="war")
    do(table, 0, type="attack", unit="0:B2")

    assert types(do(table, 0, type="target", target="1:L")) == ["targeted", "damaged", "battle_ended"]


def test_an_attack_without_military_marks_the_attacker_and_hurts_nobody() -> None:
    """8.8"""
    table = draw_table({"0:B2": (LINE, {"military_chips": -9})}, step="war")
    do(table, 0, type="attack", unit="0:B2")

    assert types(do(table, 0, type="target", target="1:L")) == ["targeted", "battle_ended"]
    assert at(table, "0:B2").attacked_leader


def test_a_square_that_a_last_word_has_filled_is_not_invaded() -> None:
    """8.9, R12: the last word comes first."""
    phoenix = card("phoenix", abilities=[
        {**triggered("destroyed", {"op": "play", "select": {"pick": "self"}, "as_cast": False}),
         "keyword": "last_word"},
    ])  # fmt: skip
    for place, asked in (("1:B2", (0, "war")), ("1:A1", (0, "invade"))):
        board = {"0:B1": (LINE, {"military_chips": 1}), "0:A3": LINE, "1:B2": ("phoenix", {"tapped": True})}
        table = draw_table(board, cards=[phoenix], step="war")
        do(table, 0, type="attack", unit="0:B1")
        do(table, 0, type="target", target="1:B2")
        do(table, 1, type="choose", place=place)
        assert asked_for(table) == [asked]


def test_who_may_invade_and_what_it_sets_off() -> None:
    """8.9, 11.3: any subkind, but not under *cannot*."""
    moored = card("moored", abilities=[rule("cannot", "invade")])
    rider = card("rider", subkind="leader", abilities=[triggered("invaded", DRAW)])
    board = {"0:B1": (LINE, {"military_chips": 1}), "0:A1": "moored", "0:A2": "rider", "0:A3": TAPPED, "1:B2": TAPPED}
    table = draw_table(board, cards=[moored, rider], step="war")
    do(table, 0, type="attack", unit="0:B1")
    do(table, 0, type="target", target="1:B2")
    assert legal(table, 0) == [{"type": "invade", "unit": "0:A2"}, {"type": "pass"}]

    assert types(do(table, 0, type="invade", unit="0:A2")) == ["invaded", "effect_started", "drew", "battle_ended"]
    assert at(table, "0:A2") is None


def test_moving_and_invading_is_no_entering() -> None:
    """11.3, 8.3"""
    office = card("office", "situation", abilities=[triggered("entered", DRAW, whose="any")])
    move = {"op": "move", "select": {"pick": "choose", "zone": "units", "side": "own"}}
    mover = card("mover", "event", cost=0, abilities=[{"kind": "event", "effects": [move]}])
    table = draw_table({"0:S1": "office", "0:A1": LINE}, cards=[office, mover], hands=(("mover",), ()))
    do(table, 0, type="cast", card="mover")
    do(table, 0, type="choose", target="0:A1")
    assert types(do(table, 0, type="choose", place="0:A2")) == ["moved", "put_in_grave"]

    board = {"0:S1": "office", "0:B1": (LINE, {"military_chips": 1}), "0:A3": LINE, "1:B2": TAPPED}
    table = draw_table(board, cards=[office], step="war")
    do(table, 0, type="attack", unit="0:B1")
    do(table, 0, type="target", target="1:B2")
    assert types(do(table, 0, type="invade", unit="0:A3")) == ["invaded", "battle_ended"]
