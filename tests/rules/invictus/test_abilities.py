"""RULES.md 8.4, 8.5: what the main supports need and do."""

import pytest

from rules.engine import MatchEnded, Pass, legal_actions
from rules.invictus.actions import Attack, EndTurn, Resolve, UseSupport
from rules.invictus.effects import (
    Attacked,
    Boosted,
    Captured,
    Damaged,
    Deployed,
    Destroyed,
    Queued,
    Readied,
    RevealedHand,
    Supported,
    Swapped,
)
from rules.invictus.prompts import MainPrompt, NegatePrompt, ResolveSupportPrompt
from tests.rules.invictus.positions import asked_now, board, drawn, legal, play, position, with_effect

BOARD = """
    slinger . .
    . guardian anubis
    wizard . .
    . . .
"""


# ウォーリアー, 侍, 虚無僧: bonuses


def test_warrior_strengthens_every_own_card_also_later_ones_and_stacks() -> None:
    """8.4"""
    table = position(BOARD, hands=["anubis warrior warrior"], graveyards=["guardian"])

    first = play(table, (0, UseSupport("warrior", "warrior")))
    second = play(table, (0, UseSupport("warrior", "warrior")))
    play(table, (0, UseSupport("anubis", "anubis")), (0, Resolve(card="guardian", cell="f1")))

    assert first == [Supported(0, "warrior", "warrior"), Boosted("all", 1)]
    assert second == [Supported(0, "warrior", "warrior"), Boosted("all", 2)]
    assert play(table, (0, Attack("f1", "f1"))) == [Attacked(0, "f1", "f1", 3), Captured(1, "f1", "guardian", 0)]
    assert asked_now(table) == [MainPrompt(0)]


def test_warrior_strengthens_leaders_too() -> None:
    """2.12, 7.2 `all` is for every card; only the charge is the soldiers'."""
    table = position(BOARD.replace("wizard . .", "king-1 . ."), hands=["samurai warrior"])

    play(table, (0, UseSupport("samurai", "samurai")), (0, UseSupport("warrior", "warrior")))

    assert play(table, (0, Attack("f0", "f1")))[0] == Attacked(0, "f0", "f1", 2)
    assert asked_now(table) == [MainPrompt(0)]


def test_samurai_charges_the_next_soldier_once_and_stacks() -> None:
    """8.4, 7.2"""
    table = position(BOARD.replace("wizard . .", "wizard medjay ."), hands=["samurai samurai"])

    play(table, (0, UseSupport("samurai", "samurai")))
    effects = play(table, (0, UseSupport("samurai", "samurai")))
    first = play(table, (0, Attack("f0", "b0")))
    second = play(table, (0, Attack("f1", "f1")))

    assert effects == [Supported(0, "samurai", "samurai"), Boosted("charge", 6)]
    assert first[0] == Attacked(0, "f0", "b0", 7)
    assert second[0] == Attacked(0, "f1", "f1", 1)
    assert asked_now(table) == [MainPrompt(0)]


def test_leader_neither_uses_nor_spends_the_charge() -> None:
    """2.12, 7.2"""
    table = position(BOARD.replace("wizard . .", "king-1 wizard ."), hands=["samurai"])
    play(table, (0, UseSupport("samurai", "samurai")))

    effects = play(table, (0, Attack("f0", "f1")))

    assert effects[0] == Attacked(0, "f0", "f1", 1)
    assert table.state.charge == 3
    assert play(table, (0, Attack("f1", "f1")))[0] == Attacked(0, "f1", "f1", 4)
    assert asked_now(table) == [MainPrompt(0)]


def test_charge_is_spent_even_if_the_attack_is_blocked() -> None:
    """7.2 Whatever happens to the attack."""
    table = position(BOARD, hands=["samurai", "guardian"])
    play(table, (0, UseSupport("samurai", "samurai")), (1, Pass()))

    play(table, (0, Attack("f0", "b0")), (1, UseSupport("guardian", "guardian")))

    assert table.state.charge == 0
    assert asked_now(table) == [MainPrompt(0)]


def test_komuso_lets_the_next_soldier_attack_exactly_the_front_row() -> None:
    """7.1, R6 It replaces the range: the slinger on b0, in the wizard's range, is out of reach."""
    table = position(BOARD, hands=["komuso"])
    assert legal(table, Attack) == [Attack("f0", "b0")]

    effects = play(table, (0, UseSupport("komuso", "komuso")))

    assert effects == [Supported(0, "komuso", "komuso"), Boosted("unbound", True)]
    assert legal(table, Attack) == [Attack("f0", "f1"), Attack("f0", "f2")]

    play(table, (0, Attack("f0", "f2")))

    assert not table.state.unbound
    assert asked_now(table) == [MainPrompt(0)]


def test_komuso_does_not_affect_leaders() -> None:
    """R6"""
    table = position(BOARD.replace("wizard", "king-1"), hands=["komuso"])

    play(table, (0, UseSupport("komuso", "komuso")))
    assert legal(table, Attack) == [Attack("f0", "f1")]
    play(table, (0, Attack("f0", "f1")))

    assert table.state.unbound
    assert asked_now(table) == [MainPrompt(0)]


def test_komuso_against_an_empty_front_row_leaves_no_attack() -> None:
    """R6"""
    table = position(BOARD.replace(". guardian anubis", ". . ."), hands=["komuso"])
    assert legal(table, Attack) == [Attack("f0", "b0")]

    play(table, (0, UseSupport("komuso", "komuso")))

    assert legal(table, Attack) == []
    assert asked_now(table) == [MainPrompt(0)]


def test_second_komuso_before_the_attack_does_nothing_more() -> None:
    """R6"""
    table = position(BOARD, hands=["komuso komuso"])

    play(table, (0, UseSupport("komuso", "komuso")), (0, UseSupport("komuso", "komuso")), (0, Attack("f0", "f2")))

    assert not table.state.unbound
    assert asked_now(table) == [MainPrompt(0)]


def test_bonuses_that_change_nothing_are_legal() -> None:
    """R17 `warrior` without an attack, `komuso` without soldiers."""
    table = position(BOARD.replace("wizard", "."), hands=["komuso samurai warrior"])

    assert legal(table, UseSupport) == [
        UseSupport("komuso", "komuso"),
        UseSupport("samurai", "samurai"),
        UseSupport("warrior", "warrior"),
    ]


# アーチャー, 銃兵, スリンガー: damage


def test_archer_hits_any_enemy_card() -> None:
    """8.4, 8.3 The choice is made when the support takes effect."""
    table = position(BOARD, hands=["archer"])

    effects = play(table, (0, UseSupport("archer", "archer")))

    assert effects == [Supported(0, "archer", "archer")]
    assert asked_now(table) == [ResolveSupportPrompt(0, "archer")]
    assert legal_actions(table, 0) == [Resolve(cell="f1"), Resolve(cell="f2"), Resolve(cell="b0")]
    assert play(table, (0, Resolve(cell="f2"))) == [Damaged(1, "f2", "anubis", 1, 1)]
    assert asked_now(table) == [MainPrompt(0)]


def test_support_damage_never_captures() -> None:
    """8.5 Exactly the health of an undamaged card destroys it."""
    table = position(BOARD.replace("anubis", "wizard"), hands=["archer"])

    effects = play(table, (0, UseSupport("archer", "archer")), (0, Resolve(cell="f2")))

    assert effects == [Damaged(1, "f2", "wizard", 1, 1), Destroyed(1, "f2", "wizard")]
    assert table.state.sides[1].graveyard == ["wizard"]
    assert asked_now(table) == [MainPrompt(0)]


def test_support_damage_adds_to_what_is_there_and_spoils_a_capture() -> None:
    """8.5, 7.3"""
    table = position(BOARD.replace("wizard . .", ". medjay ."), hands=["archer archer"])

    play(table, (0, UseSupport("archer", "archer")), (0, Resolve(cell="f1")))
    second = play(table, (0, UseSupport("archer", "archer")), (0, Resolve(cell="f1")))
    attack = play(table, (0, Attack("f1", "f1")))

    assert second == [Damaged(1, "f1", "guardian", 1, 2)]
    assert attack[1:] == [Damaged(1, "f1", "guardian", 1, 3), Destroyed(1, "f1", "guardian")]
    assert asked_now(table) == [MainPrompt(0)]


def test_support_damage_can_banish_a_leader() -> None:
    """9.1"""
    table = position(BOARD.replace("anubis", "pharaoh-4-:1"), hands=["archer"])

    effects = play(table, (0, UseSupport("archer", "archer")), (0, Resolve(cell="f2")))

    assert effects == [
        Damaged(1, "f2", "pharaoh-4", 1, 2),
        Destroyed(1, "f2", "pharaoh-4"),
        MatchEnded((0,), "banishment", {"kp": [0, 0], "kingdom": [0, 0], "graveyard": [0, 1]}),
    ]
    assert asked_now(table) == []


def test_gunner_hits_the_enemy_back_row() -> None:
    """8.4 Also if there is one possibility only, it is chosen."""
    table = position(BOARD, hands=["gunner"])

    play(table, (0, UseSupport("gunner", "gunner")))

    assert asked_now(table) == [ResolveSupportPrompt(0, "gunner")]
    assert legal_actions(table, 0) == [Resolve(cell="b0")]
    assert play(table, (0, Resolve(cell="b0"))) == [Damaged(1, "b0", "slinger", 2, 2), Destroyed(1, "b0", "slinger")]
    assert asked_now(table) == [MainPrompt(0)]


def test_gunner_needs_a_card_in_the_enemy_back_row() -> None:
    table = position(BOARD.replace("slinger", "."), hands=["gunner"])

    assert legal(table, UseSupport) == []


def test_slinger_hits_the_front_centre_without_a_choice() -> None:
    """8.4"""
    table = position(BOARD, hands=["slinger"])

    effects = play(table, (0, UseSupport("slinger", "slinger")))

    assert effects == [Supported(0, "slinger", "slinger"), Damaged(1, "f1", "guardian", 2, 2)]
    assert asked_now(table) == [MainPrompt(0)]


def test_slinger_needs_a_card_on_the_front_centre() -> None:
    table = position(BOARD.replace("guardian", "."), hands=["slinger"])

    assert legal(table, UseSupport) == []


# プリースト, コマンダー, アヌビス: the own battlefield


def test_priest_swaps_two_own_cards_with_their_state() -> None:
    """8.4, R22"""
    table = position(BOARD.replace("wizard . .", "wizard-:1 . archer"), hands=["priest"])

    supported = play(table, (0, UseSupport("priest", "priest")))
    assert legal_actions(table, 0) == [Resolve(cells=("f0", "f2"))]
    effects = play(table, (0, Resolve(cells=("f0", "f2"))))

    assert supported == [Supported(0, "priest", "priest")]
    assert effects == [Swapped(0, ("f0", "f2"))]
    assert drawn(table) == board(BOARD.replace("wizard . .", "archer . wizard-:1"))
    assert asked_now(table) == [MainPrompt(0)]


def test_priest_offers_each_pair_once_in_the_order_of_the_cells() -> None:
    table = position(BOARD.replace("wizard . .\n    . . .", "wizard . archer\n    . . medjay"), hands=["priest"])

    play(table, (0, UseSupport("priest", "priest")))

    assert legal_actions(table, 0) == [
        Resolve(cells=("f0", "f2")),
        Resolve(cells=("f0", "b2")),
        Resolve(cells=("f2", "b2")),
    ]
    assert asked_now(table) == [ResolveSupportPrompt(0, "priest")]


def test_priest_needs_two_own_cards() -> None:
    table = position(BOARD, hands=["priest"])

    assert legal(table, UseSupport) == []


def test_commander_readies_all_own_soldiers_but_no_leader() -> None:
    """8.4, R22 Damage stays."""
    table = position(BOARD.replace("wizard . .", "wizard- king-1- archer-:1"), hands=["commander"])

    effects = play(table, (0, UseSupport("commander", "commander")))

    assert effects == [Supported(0, "commander", "commander"), Readied(0, ("f0", "f2"))]
    assert drawn(table) == board(BOARD.replace("wizard . .", "wizard king-1- archer:1"))
    assert asked_now(table) == [MainPrompt(0)]


@pytest.mark.parametrize("own", ["wizard . .", "wizard king-1- ."])
def test_commander_needs_a_rested_soldier(own: str) -> None:
    """8.4 A rested leader is none."""
    table = position(BOARD.replace("wizard . .", own), hands=["commander"])

    assert legal(table, UseSupport) == []


def test_anubis_places_a_card_of_the_graveyard_on_any_empty_cell() -> None:
    """8.4, R3 Also on a back cell whose cell ahead is empty, without the option."""
    table = position(BOARD, hands=["anubis"], graveyards=["archer archer priest"])

    play(table, (0, UseSupport("anubis", "anubis")))
    choices = legal_actions(table, 0)
    effects = play(table, (0, Resolve(card="archer", cell="b2")))

    assert choices == [
        Resolve(card=card, cell=cell) for card in ("archer", "priest") for cell in ("f1", "f2", "b0", "b1", "b2")
    ]
    assert effects == [Deployed(0, 0, "graveyard", "archer", "b2", True)]
    assert table.state.sides[0].graveyard == ["archer", "priest"]
    assert asked_now(table) == [MainPrompt(0)]


def test_anubis_needs_a_graveyard_and_an_empty_cell() -> None:
    own = "wizard . .\n    . . ."
    full = "wizard wizard wizard\n    wizard wizard wizard"
    last = "wizard wizard wizard\n    wizard wizard ."
    no_graveyard = position(BOARD, hands=["anubis"], graveyards=["", "archer"])
    no_cell = position(BOARD.replace(own, full), hands=["anubis"], graveyards=["archer"])
    back_cell = position(BOARD.replace(own, last), hands=["anubis"], graveyards=["archer"])

    assert legal(no_graveyard, UseSupport) == []
    assert legal(no_cell, UseSupport) == []
    assert legal(back_cell, UseSupport) == [UseSupport("anubis", "anubis")]


# 忍者


def test_spy_reveals_the_enemy_hand_and_queues_a_soldier_of_it() -> None:
    """8.4, 13.2, 14.1"""
    table = position(BOARD, hands=["ninja", "anubis anubis pharaoh-1 slinger"], queues=["", "medjay"])

    revealed = play(table, (0, UseSupport("ninja", "ninja_spy")), (1, Pass()))

    hand = ("anubis", "anubis", "pharaoh-1", "slinger")
    assert revealed == [RevealedHand(1, hand)]
    assert asked_now(table) == [ResolveSupportPrompt(0, "ninja_spy", hand)]
    assert legal_actions(table, 0) == [Resolve(card="anubis"), Resolve(card="slinger")]

    effects = play(table, (0, Resolve(card="anubis")))

    assert effects == [Queued(1, "anubis", "hand", 1)]
    assert table.state.sides[1].queue == ["medjay", "anubis"]
    assert table.state.realms[1].hand == ["anubis", "pharaoh-1", "slinger"]
    assert asked_now(table) == [MainPrompt(0)]


def test_spy_against_a_lone_leader_reveals_it_and_asks_nothing() -> None:
    """8.4, R17"""
    table = position(BOARD, hands=["ninja", "pharaoh-1"])

    effects = play(table, (0, UseSupport("ninja", "ninja_spy")), (1, Pass()))

    assert effects == [RevealedHand(1, ("pharaoh-1",))]
    assert table.state.support is None
    assert asked_now(table) == [MainPrompt(0)]


def test_spy_needs_an_enemy_hand_and_room_in_the_enemy_queue() -> None:
    """8.4, R12"""
    limits = {"queue_limits": [5, 1]}
    no_hand = position(BOARD, hands=["ninja"])
    no_room = position(BOARD, hands=["ninja", "anubis"], queues=["", "medjay"], options=limits)
    both = position(BOARD, hands=["ninja", "anubis"], options=limits)

    assert legal(no_hand, UseSupport) == legal(no_room, UseSupport) == []
    assert legal(both, UseSupport) == [UseSupport("ninja", "ninja_spy")]


def test_choice_comes_only_after_the_negate_window() -> None:
    """8.3"""
    table = position(BOARD, hands=["archer", "medjay"])

    play(table, (0, UseSupport("archer", "archer")))

    assert asked_now(table) == [NegatePrompt(1)]
    play(table, (1, Pass()))
    assert asked_now(table) == [ResolveSupportPrompt(0, "archer")]


# 8.9 The card data drives all this


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ({"op": "boost_all", "amount": 4}, [Boosted("all", 4)]),
        ({"op": "charge", "amount": 2}, [Boosted("charge", 2)]),
        ({"op": "unbound"}, [Boosted("unbound", True)]),
        ({"op": "damage", "amount": 1, "where": "front_center"}, [Damaged(1, "f1", "guardian", 1, 1)]),
    ],
)
def test_support_does_what_its_effect_says_whatever_its_name(effect: dict[str, object], expected: list[object]) -> None:
    """8.9"""
    table = position(BOARD, hands=["warrior"], rules=with_effect("warrior", effect))

    effects = play(table, (0, UseSupport("warrior", "warrior")))

    assert effects == [Supported(0, "warrior", "warrior"), *expected]
    assert asked_now(table) == [MainPrompt(0)]
    assert EndTurn() in legal_actions(table, 0)
