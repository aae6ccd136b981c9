"""8.17–8.19 Attack, Block, Damage Judgment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.blackpoker.actions import ATTACKERS_DONE, BLOCKERS_DONE, Attacker, Block
from rules.blackpoker.effects import (
    AttackerNamed,
    BlockerNamed,
    CombatEnded,
    Damaged,
    Destroyed,
    Drove,
    Milled,
    Raised,
    ResolutionStarted,
    Resolved,
    Revealed,
    Staged,
    Triggered,
)
from rules.blackpoker.prompts import (
    DeclareAttackersPrompt,
    DeclareBlockersPrompt,
    MainPrompt,
    RespondPrompt,
)
from rules.blackpoker.state import Character, GameTable
from rules.blackpoker.view import CombatView, FightView
from rules.engine import Pass, legal_actions, view
from tests.rules.blackpoker.positions import (
    at,
    both_pass,
    bulwark,
    call,
    card,
    cards,
    do,
    drive,
    duel,
    prompts,
    side,
    soldier,
    throw_away,
)


def battle(
    mine: list[Character], soldiers: list[Character] | None = None, bulwarks: list[Character] | None = None
) -> GameTable:
    """Seat 0 has raised Attack and both have passed."""
    table = duel(side("♥2 ♥3 ♥4", soldiers=mine), side("♠2 ♠3 ♠4", soldiers=soldiers, bulwarks=bulwarks))
    do(table, 0, call("attack"))
    both_pass(table)
    return table


def judge(table: GameTable, *blocks: Block) -> list[object]:
    """From Block on the stage to the end of the combat: the effects after `resolution_started` of the judgment."""
    both_pass(table)
    do(table, 1, *blocks)
    if isinstance(prompts(table)[0], DeclareBlockersPrompt):
        do(table, 1, BLOCKERS_DONE)
    effects = both_pass(table)
    return list(effects[effects.index(ResolutionStarted(3, "damage_judgment")) + 1 :])


def test_8_17_attackers_are_named_one_by_one_and_driven_at_once() -> None:
    table = battle([soldier("♥9"), soldier("♦8"), soldier("♦7", driven=True), soldier("♦6", fresh="♦6")])
    assert prompts(table) == [DeclareAttackersPrompt(0, 1)]
    assert view(table, 1, 0).game.combat == CombatView(())
    assert legal_actions(table, 0) == [Attacker(1), Attacker(2), ATTACKERS_DONE]

    named = do(table, 0, Attacker(2))

    assert named == [AttackerNamed(0, 2), Drove((2,))]
    assert legal_actions(table, 0) == [Attacker(1), ATTACKERS_DONE]
    done = do(table, 0, ATTACKERS_DONE)
    assert done == [Resolved(1, "attack"), Raised(2, "block", 0, (), "rule"), Staged(2)]
    assert view(table, "public", 0).game.combat == CombatView((FightView(2, ()),))
    assert prompts(table) == [RespondPrompt(0, 2)]


def test_8_17_it_ends_by_itself_when_no_further_soldier_may_attack() -> None:
    table = battle([soldier("♥9")])

    effects = do(table, 0, Attacker(1))

    assert effects[2:] == [Resolved(1, "attack"), Raised(2, "block", 0, (), "rule"), Staged(2)]
    assert prompts(table) == [RespondPrompt(0, 2)]


def test_r18_r33_attack_and_block_without_any_attacker() -> None:
    table = battle([soldier("♥9", driven=True)], soldiers=[soldier("♦9")])
    assert prompts(table) == [RespondPrompt(0, 2)]

    block, judgment = both_pass(table), both_pass(table)

    assert block[2:] == [
        ResolutionStarted(2, "block"),
        Resolved(2, "block"),
        Raised(3, "damage_judgment", 0, (), "rule"),
        Staged(3),
    ]
    assert judgment[2:] == [
        ResolutionStarted(3, "damage_judgment"),
        CombatEnded(),
        Resolved(3, "damage_judgment"),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_r18_no_attacker_need_be_named() -> None:
    table = battle([soldier("♥9")])

    do(table, 0, ATTACKERS_DONE)

    assert table.state.sides[0].soldiers[0].charged
    assert prompts(table) == [RespondPrompt(0, 2)]


@pytest.mark.parametrize("drawn", ["♥A", "★", "♥2 ♥A"])
def test_4_7_swift_soldiers_attack_in_the_turn_they_came(drawn: str) -> None:
    assert legal_actions(battle([soldier(drawn, fresh=drawn)]), 0) == [Attacker(1), ATTACKERS_DONE]


def test_8_18_r19_a_bulwark_blocks_alone_soldiers_together() -> None:
    table = battle([soldier("♥9"), soldier("♦8")], [soldier("♣5"), soldier("♣6", driven=True)], [bulwark("♣2")])
    do(table, 0, Attacker(1), Attacker(2))
    both_pass(table)
    assert prompts(table) == [DeclareBlockersPrompt(1, 2)]
    assert legal_actions(table, 1) == [Block(1, 3), Block(1, 5), Block(2, 3), Block(2, 5), BLOCKERS_DONE]

    effects = do(table, 1, Block(1, 3))

    assert effects == [BlockerNamed(1, 1, 3)]
    assert legal_actions(table, 1) == [Block(2, 5), BLOCKERS_DONE]
    assert table.state.sides[1].soldiers[0].charged


def test_8_18_a_driven_bulwark_does_not_block() -> None:
    table = battle([soldier("♥9")], bulwarks=[bulwark("♣2", driven=True), bulwark("♣3")])
    do(table, 0, Attacker(1))

    both_pass(table)

    assert legal_actions(table, 1) == [Block(1, 3), BLOCKERS_DONE]


def test_8_18_no_soldier_joins_a_bulwark() -> None:
    table = battle([soldier("♥9")], [soldier("♣5")], [bulwark("♣2")])
    do(table, 0, Attacker(1))
    both_pass(table)

    do(table, 1, Block(1, 3))

    assert prompts(table) == [RespondPrompt(0, 3)]
    assert view(table, 0, 0).game.combat == CombatView((FightView(1, (3,)),))


@pytest.mark.parametrize(
    ("blockers", "fallen"),
    [("♦4 ♣5", [1, 2, 3]), ("♦4 ♣4", [2, 3]), ("♦6 ♣4", [1])],
    ids=["equal", "lower", "higher"],
)
def test_e9_r21_two_blockers_are_compared_by_their_sum(blockers: str, fallen: list[int]) -> None:
    table = battle([soldier("♥9")], [soldier(one) for one in blockers.split()])
    do(table, 0, Attacker(1))

    effects = judge(table, Block(1, 2), Block(1, 3))

    assert [effect.character for effect in effects if isinstance(effect, Destroyed)] == fallen
    assert effects[-2:] == [CombatEnded(), Resolved(3, "damage_judgment")]
    assert prompts(table) == [MainPrompt(0)]


@pytest.mark.parametrize(
    ("attacker", "blocker", "fallen"),
    [(3, 0, [1, 2]), (4, 0, [2]), (2, 0, [1]), (3, 1, [1]), (3, -1, [2])],
)
def test_4_5_bonus_counts_when_soldiers_are_compared(attacker: int, blocker: int, fallen: list[int]) -> None:
    """♠6 against ♦9, after Up and Down."""
    table = battle([soldier("♠6", bonus=attacker)], [soldier("♦9", bonus=blocker)])
    do(table, 0, Attacker(1))

    effects = judge(table, Block(1, 2))

    assert [effect.character for effect in effects if isinstance(effect, Destroyed)] == fallen


def test_4_5_bonus_counts_when_the_player_is_hit() -> None:
    table = battle([soldier("♠3", bonus=2)])
    do(table, 0, Attacker(1))

    effects = judge(table)

    assert [effect.amount for effect in effects if isinstance(effect, Damaged)] == [5]


def test_e8_a_bulwark_with_a_number_of_the_attackers_cards_takes_it_along() -> None:
    table = battle([soldier("♠5 ♠9")], bulwarks=[bulwark("♦9")])
    do(table, 0, Attacker(1))

    effects = judge(table, Block(1, 2))

    assert effects == [
        Revealed(1, 2, card("♦9")),
        Destroyed(0, 1, "equipped", tuple(cards("♠5 ♠9"))),
        Destroyed(1, 2, "bulwark", (card("♦9"),)),
        CombatEnded(),
        Resolved(3, "damage_judgment"),
    ]
    assert table.state.sides[0].graveyard == cards("♠5 ♠9")
    assert prompts(table) == [MainPrompt(0)]


@pytest.mark.parametrize(("attacker", "bonus"), [("♠8", 0), ("♠8", 1), ("♠5 ♠4", 0)])
def test_e8_r25_bonus_and_sums_do_not_count_for_a_bulwark(attacker: str, bonus: int) -> None:
    table = battle([soldier(attacker, bonus=bonus)], bulwarks=[bulwark("♦9")])
    do(table, 0, Attacker(1))

    effects = judge(table, Block(1, 2))

    assert effects[:2] == [Revealed(1, 2, card("♦9")), Destroyed(1, 2, "bulwark", (card("♦9"),))]
    assert [one.id for one in table.state.sides[0].soldiers] == [1]
    assert prompts(table) == [MainPrompt(0)]


def test_e8_a_joker_bulwark_takes_any_attacker_along_and_triggers() -> None:
    """R24 The trigger waits for the end of the judgment."""
    table = battle([soldier("♠8"), soldier("♦7")], bulwarks=[bulwark("★")])
    do(table, 0, Attacker(1), Attacker(2))

    effects = judge(table, Block(1, 3))

    assert effects == [
        Revealed(1, 3, "joker"),
        Destroyed(0, 1, "soldier", (card("♠8"),)),
        Destroyed(1, 3, "bulwark", ("joker",)),
        Damaged(1, 7, 7, tuple(cards("♣2 ♥2 ♣3 ♥3 ♣4 ♥4 ♣5")), card("♣5"), "damage_judgment"),
        CombatEnded(),
        Resolved(3, "damage_judgment"),
        Triggered(1, "generation_change"),
        Milled(1, 3, tuple(cards("♥5 ♣6 ♥6")), card("♥6"), False, None),
        effects[-1],
    ]
    assert table.outcome is not None and table.outcome.winners == (0,)


def test_8_19_c_an_unblocked_attacker_hits_the_player_one_of_0_does_not() -> None:
    table = battle([soldier("♠3"), soldier("★")])
    do(table, 0, Attacker(1), Attacker(2))

    effects = judge(table)

    assert effects == [
        Damaged(1, 3, 3, tuple(cards("♣2 ♥2 ♣3")), card("♣3"), "damage_judgment"),
        CombatEnded(),
        Resolved(3, "damage_judgment"),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_r22_an_attacker_whose_blockers_have_all_left_hits_the_player() -> None:
    table = battle([soldier("♥9")], [soldier("♣2")])
    do(table, 0, Attacker(1))
    both_pass(table)
    do(table, 1, Block(1, 2))
    table.state.sides[0].hand = sorted(cards("♠2 ♥3 ♥4"))
    do(table, 0, call("down", "♠2"), throw_away("♥3"), at(2))
    both_pass(table)
    assert view(table, 1, 0).game.combat == CombatView((FightView(1, ()),))

    effects = both_pass(table)

    assert [effect.amount for effect in effects if isinstance(effect, Damaged)] == [9]
    assert prompts(table) == [MainPrompt(0)]


def test_r23_a_bulwark_whose_attacker_has_left_is_not_turned_up() -> None:
    table = battle([soldier("♥2")], bulwarks=[bulwark("♦2")])
    do(table, 0, Attacker(1))
    both_pass(table)
    do(table, 1, Block(1, 2))
    do(table, 0, Pass())
    do(table, 1, call("down", "♠2"), throw_away("♠3"), at(1))
    both_pass(table)
    assert view(table, 1, 0).game.combat == CombatView(())

    effects = both_pass(table)

    assert effects[3:] == [CombatEnded(), Resolved(3, "damage_judgment")]
    assert [one.id for one in table.state.sides[1].bulwarks] == [2]
    assert prompts(table) == [MainPrompt(0)]


def test_r20_a_blocker_driven_afterwards_still_blocks() -> None:
    """Its own seat drives it, to pay for a recall of something else."""
    table = battle([soldier("♥2")], bulwarks=[bulwark("♦3"), bulwark("♦4")])
    do(table, 0, Attacker(1))
    both_pass(table)
    do(table, 1, Block(1, 2))
    do(table, 0, Pass())
    do(table, 1, call("recall", "♠2 ♠3"), drive(2), at(3))
    both_pass(table)

    effects = both_pass(table)

    assert [effect for effect in effects if isinstance(effect, Revealed)] == [Revealed(1, 2, card("♦3"))]
    assert prompts(table) == [MainPrompt(0)]


def test_11_6_combat_is_over_after_the_judgment() -> None:
    table = battle([soldier("♥9")])
    do(table, 0, Attacker(1))

    judge(table)

    assert view(table, 0, 0).game.combat is None


numbers = st.integers(2, 10)


@given(numbers, st.lists(numbers, max_size=3))
def test_8_19_a_by_brute_force(attacker: int, blockers: list[int]) -> None:
    suits = "♦♣♠"
    table = battle([soldier(f"♥{attacker}")], [soldier(f"{suits[i]}{n}") for i, n in enumerate(blockers)])
    do(table, 0, Attacker(1))

    judge(table, *[Block(1, i + 2) for i in range(len(blockers))])

    mine, yours = table.state.sides
    assert bool(mine.soldiers) == (not blockers or attacker > sum(blockers))
    assert len(yours.soldiers) == (len(blockers) if attacker < sum(blockers) else 0)
    assert len(yours.deck) == (10 if blockers else 10 - attacker)
