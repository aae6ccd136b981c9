"""RULES.md 8.1-8.3, 8.6-8.8: using supports, block windows, negate windows."""

import pytest

from rules.engine import Pass, legal_actions
from rules.invictus.actions import Attack, EndTurn, Resolve, UseSupport
from rules.invictus.effects import (
    Attacked,
    Blocked,
    Boosted,
    Captured,
    Damaged,
    DiversionStarted,
    Negated,
    Queued,
    Recalled,
    Supported,
    Withdrew,
)
from rules.invictus.prompts import (
    BlockPrompt,
    DiversionPrompt,
    MainPrompt,
    NegatePrompt,
    ResolveSupportPrompt,
)
from rules.invictus.state import InvictusTable, SupportInUse
from tests.rules.invictus.positions import asked_now, board, drawn, legal, play, position

BOARD = """
    . . .
    . guardian anubis
    . wizard .
    . . .
"""
ATTACK = (0, Attack("f1", "f1"))
PASS_1 = (1, Pass())


# 8.1, 8.2 Using one


def test_supporting_card_joins_the_tail_of_the_own_queue() -> None:
    """8.1, 8.3 The enemy has no hand: no window, it takes effect at once."""
    table = position(BOARD, hands=["warrior warrior"], queues=["archer"])

    effects = play(table, (0, UseSupport("warrior", "warrior")))

    assert effects == [Supported(0, "warrior", "warrior"), Boosted("all", 1)]
    assert table.state.sides[0].queue == ["archer", "warrior"]
    assert table.state.realms[0].hand == ["warrior"]
    assert asked_now(table) == [MainPrompt(0)]


def test_full_queue_allows_no_support() -> None:
    """8.1 `cards < queue_limit`"""
    full = position(BOARD, hands=["warrior"], queues=["archer archer archer archer archer"])
    room = position(BOARD, hands=["warrior"], queues=["archer archer archer archer"])

    assert legal(full, UseSupport) == []
    assert legal(room, UseSupport) == [UseSupport("warrior", "warrior")]


@pytest.mark.parametrize(("limits", "usable"), [([1, 5], False), ([2, 5], True), ([2, 1], True), ([5, 1], True)])
def test_challenge_match_replaces_the_five(limits: list[int], usable: bool) -> None:
    """11.5, R12 Each side has its own limit; the other's does not matter."""
    table = position(BOARD, hands=["warrior"], queues=["archer"], options={"queue_limits": limits})

    assert legal(table, UseSupport) == ([UseSupport("warrior", "warrior")] if usable else [])


def test_leader_declares_one_support_of_its_edition() -> None:
    """8.1, 8.2 Only those of timing `main` whose need is met: there is one own card, so no priest."""
    table = position(BOARD, hands=["king-1"])

    assert legal(table, UseSupport) == [UseSupport("king-1", "warrior"), UseSupport("king-1", "archer")]


def test_copies_of_a_card_are_one_action() -> None:
    table = position(BOARD, hands=["archer archer ninja ninja", "priest"])

    assert legal(table, UseSupport) == [UseSupport("archer", "archer"), UseSupport("ninja", "ninja_spy")]


# 8.6 Block windows


def test_block_stops_the_attack_and_the_attacker_stays_rested() -> None:
    """8.6 ガーディアン"""
    table = position(BOARD, hands=["", "guardian"], queues=["", "archer"])
    play(table, ATTACK)
    assert legal_actions(table, 1) == [Pass(), UseSupport("guardian", "guardian")]

    effects = play(table, (1, UseSupport("guardian", "guardian")))

    assert effects == [Supported(1, "guardian", "guardian"), Blocked(1, "guardian")]
    assert drawn(table) == board(BOARD.replace("wizard", "wizard-"))
    assert table.state.sides[1].queue == ["archer", "guardian"]
    assert (table.state.attack, table.state.support) == (None, None)
    assert asked_now(table) == [MainPrompt(0)]


def test_passing_lets_the_attack_through() -> None:
    table = position(BOARD, hands=["", "guardian"])

    effects = play(table, ATTACK, PASS_1)

    assert effects == [Damaged(1, "f1", "guardian", 1, 1)]
    assert asked_now(table) == [MainPrompt(0)]


def test_block_window_opens_on_public_facts_alone() -> None:
    """8.8, R10 A hand that cannot block is asked all the same: it can only pass."""
    table = position(BOARD, hands=["", "archer"])

    play(table, ATTACK)

    assert asked_now(table) == [BlockPrompt(1)]
    assert legal_actions(table, 1) == [Pass()]


def test_empty_hand_or_full_queue_is_not_asked() -> None:
    """8.6 All players can see that no block is possible."""
    no_hand = position(BOARD)
    no_room = position(BOARD, hands=["", "guardian"], queues=["", "archer"], options={"queue_limits": [5, 1]})

    for table in (no_hand, no_room):
        assert play(table, ATTACK) == [Attacked(0, "f1", "f1", 1), Damaged(1, "f1", "guardian", 1, 1)]
        assert asked_now(table) == [MainPrompt(0)]


def test_medjay_returns_the_target_to_the_hand() -> None:
    """8.6 メジャイ; a card that leaves the battlefield loses damage and state (R22). The hand stays sorted (15.3)."""
    table = position(BOARD.replace("guardian", "guardian-:1"), hands=["", "medjay pharaoh-1"])

    effects = play(table, ATTACK, (1, UseSupport("medjay", "medjay")))

    assert effects == [
        Supported(1, "medjay", "medjay"),
        Blocked(1, "medjay"),
        Withdrew(1, "f1", "guardian", "hand", 1),
    ]
    assert table.state.realms[1].hand == ["guardian", "pharaoh-1"]
    assert drawn(table) == board(BOARD.replace("guardian", ".").replace("wizard", "wizard-"))
    assert asked_now(table) == [MainPrompt(0)]


def test_medjay_returns_leaders_too() -> None:
    """8.6"""
    table = position(BOARD.replace("guardian", "pharaoh-1"), hands=["", "medjay"])

    play(table, ATTACK, (1, UseSupport("medjay", "medjay")))

    assert table.state.realms[1].hand == ["pharaoh-1"]
    assert asked_now(table) == [MainPrompt(0)]


def test_medjay_returns_the_target_of_an_attack_without_power() -> None:
    """8.6, R7"""
    table = position(BOARD.replace("wizard", "warrior"), hands=["", "medjay"])

    effects = play(table, ATTACK, (1, UseSupport("medjay", "medjay")))

    assert effects[1:] == [Blocked(1, "medjay"), Withdrew(1, "f1", "guardian", "hand", 1)]
    assert asked_now(table) == [MainPrompt(0)]


def test_e12_medjay_for_the_last_card_makes_a_diversion() -> None:
    """E12, 10.1"""
    table = position(BOARD.replace("anubis", "."), hands=["", "medjay"], queues=["", "archer archer"])

    effects = play(table, ATTACK, (1, UseSupport("medjay", "medjay")))

    assert effects == [
        Supported(1, "medjay", "medjay"),
        Blocked(1, "medjay"),
        Withdrew(1, "f1", "guardian", "hand", 1),
        DiversionStarted(0),
    ]
    assert asked_now(table) == [DiversionPrompt(0, 2)]


def test_musha_needs_a_card_in_the_attackers_graveyard() -> None:
    """8.6 武者"""
    without = position(BOARD, hands=["", "musha"], graveyards=["", "archer"])
    with_one = position(BOARD, hands=["", "musha"], graveyards=["archer"])
    for table in (without, with_one):
        play(table, ATTACK)

    assert legal_actions(without, 1) == [Pass()]
    assert legal_actions(with_one, 1) == [Pass(), UseSupport("musha", "musha")]


def test_musha_may_burden_the_attackers_queue() -> None:
    """8.6, 13.2, R27 The attack is over once it is blocked; the support is not (15.5)."""
    table = position(BOARD, hands=["", "musha"], queues=["priest"], graveyards=["archer archer wizard"])

    blocked = play(table, ATTACK, (1, UseSupport("musha", "musha")))

    assert blocked == [Supported(1, "musha", "musha"), Blocked(1, "musha")]
    assert asked_now(table) == [ResolveSupportPrompt(1, "musha")]
    assert legal_actions(table, 1) == [Resolve(card="archer"), Resolve(card="wizard"), Pass()]
    assert table.state.attack is None
    assert table.state.support == SupportInUse(1, "musha", "musha")

    effects = play(table, (1, Resolve(card="archer")))

    assert effects == [Queued(0, "archer", "graveyard", None)]
    assert table.state.sides[0].queue == ["priest", "archer"]
    assert table.state.sides[0].graveyard == ["archer", "wizard"]
    assert table.state.support is None
    assert asked_now(table) == [MainPrompt(0)]


def test_musha_may_decline() -> None:
    table = position(BOARD, hands=["", "musha"], graveyards=["archer"])

    effects = play(table, ATTACK, (1, UseSupport("musha", "musha")), PASS_1)

    assert effects == []
    assert table.state.sides[0].graveyard == ["archer"]
    assert asked_now(table) == [MainPrompt(0)]


def test_musha_asks_nothing_if_the_attackers_queue_is_full() -> None:
    """8.6, R12 A full queue is the limit of that side."""
    table = position(
        BOARD,
        hands=["", "musha"],
        queues=["priest"],
        graveyards=["archer"],
        options={"queue_limits": [1, 5]},
    )

    effects = play(table, ATTACK, (1, UseSupport("musha", "musha")))

    assert effects == [Supported(1, "musha", "musha"), Blocked(1, "musha")]
    assert asked_now(table) == [MainPrompt(0)]


def test_leader_blocks_with_the_block_supports_of_its_edition() -> None:
    """R9"""
    table = position(BOARD, hands=["", "shogun-1"], graveyards=["archer"])

    play(table, ATTACK)

    assert legal_actions(table, 1) == [Pass(), UseSupport("shogun-1", "musha")]


# 8.7 Negate windows


def negating(hand: str, used: tuple[str, str], kingdom: str = "", queue: str = "") -> InvictusTable:
    """Seat 0 has used a support; seat 1 holds this hand."""
    table = position(BOARD, hands=[used[0], hand], kingdoms=["", kingdom], queues=["", queue])
    play(table, (0, UseSupport(*used)))
    return table


def test_negate_window_opens_on_public_facts_alone() -> None:
    """8.7, 8.8 The support is queued and shown while it is open (15.5)."""
    table = negating("archer", ("warrior", "warrior"))

    assert asked_now(table) == [NegatePrompt(1)]
    assert legal_actions(table, 1) == [Pass()]
    assert table.state.support == SupportInUse(0, "warrior", "warrior")
    assert table.state.boost == 0


def test_passing_lets_the_support_take_effect() -> None:
    table = negating("wizard", ("warrior", "warrior"))

    effects = play(table, PASS_1)

    assert effects == [Boosted("all", 1)]
    assert asked_now(table) == [MainPrompt(0)]


def test_negated_support_does_nothing_and_its_card_stays_in_the_queue() -> None:
    """8.7, 13.1, R26 `negated` comes after the `supported` of the negating card. No window for the negation (8.3)."""
    table = negating("wizard wizard", ("warrior", "warrior"))

    effects = play(table, (1, UseSupport("wizard", "wizard")))

    assert effects == [Supported(1, "wizard", "wizard"), Negated(0, "warrior")]
    assert table.state.boost == 0
    assert [side.queue for side in table.state.sides] == [["warrior"], ["wizard"]]
    assert table.state.support is None
    assert asked_now(table) == [MainPrompt(0)]


def test_negation_is_not_negated_even_by_a_leader_in_hand() -> None:
    """8.3"""
    table = position(BOARD, hands=["king-2 warrior wizard", "wizard"])

    effects = play(table, (0, UseSupport("warrior", "warrior")), (1, UseSupport("wizard", "wizard")))

    assert effects == [Supported(1, "wizard", "wizard"), Negated(0, "warrior")]
    assert asked_now(table) == [MainPrompt(0)]


def test_no_negate_window_without_a_hand_or_room() -> None:
    """8.7"""
    no_room = position(BOARD, hands=["warrior", "wizard"], queues=["", "archer"], options={"queue_limits": [5, 1]})

    effects = play(no_room, (0, UseSupport("warrior", "warrior")))

    assert effects == [Supported(0, "warrior", "warrior"), Boosted("all", 1)]
    assert asked_now(no_room) == [MainPrompt(0)]


@pytest.mark.parametrize(
    ("used", "negates"),
    [
        (("ninja", "ninja_spy"), [UseSupport("ninja", "ninja_counter")]),
        (("shogun-1", "ninja_spy"), [UseSupport("ninja", "ninja_counter")]),
        (("warrior", "warrior"), []),
        (("archer", "archer"), []),
        (("komuso", "komuso"), []),
        (("shogun-1", "samurai"), []),
        (("shogun-1", "komuso"), []),
    ],
)
def test_ninja_counters_purple_supports_only_a_leaders_too(used: tuple[str, str], negates: list[UseSupport]) -> None:
    """8.7, R9 A leader's support has the colour of the one declared."""
    assert legal_actions(negating("ninja", used), 1) == [Pass(), *negates]


def test_sorcerer_needs_a_card_in_its_own_kingdom() -> None:
    """8.7"""
    with_one = negating("sorcerer", ("warrior", "warrior"), kingdom="archer")
    without = negating("sorcerer", ("warrior", "warrior"))
    enemys = position(BOARD, hands=["warrior", "sorcerer"], kingdoms=["archer", ""])
    play(enemys, (0, UseSupport("warrior", "warrior")))

    assert legal_actions(with_one, 1) == [Pass(), UseSupport("sorcerer", "sorcerer")]
    assert legal_actions(without, 1) == legal_actions(enemys, 1) == [Pass()]


def test_sorcerer_takes_a_card_of_its_kingdom_after_the_negation() -> None:
    """8.7, 13.2, 15.5 While it chooses, the support in use is the sorcerer's."""
    table = negating("pharaoh-1", ("warrior", "warrior"), kingdom="archer archer wizard")

    effects = play(table, (1, UseSupport("pharaoh-1", "sorcerer")))

    assert effects == [Supported(1, "pharaoh-1", "sorcerer"), Negated(0, "warrior")]
    assert asked_now(table) == [ResolveSupportPrompt(1, "sorcerer")]
    assert legal_actions(table, 1) == [Resolve(card="archer"), Resolve(card="wizard")]
    assert table.state.support == SupportInUse(1, "pharaoh-1", "sorcerer")

    effects = play(table, (1, Resolve(card="archer")))

    assert effects == [Recalled(1, "archer")]
    assert table.state.realms[1].hand == ["archer"]
    assert table.state.realms[1].kingdom == ["archer", "wizard"]
    assert table.state.boost == 0
    assert asked_now(table) == [MainPrompt(0)]


def test_sorcerer_does_not_stop_blocks_a_leaders_neither() -> None:
    """8.7, R9"""
    table = position(BOARD, hands=["sorcerer wizard", "king-1"], kingdoms=["archer"])

    play(table, ATTACK, (1, UseSupport("king-1", "guardian")))

    assert asked_now(table) == [NegatePrompt(0)]
    assert legal_actions(table, 0) == [Pass(), UseSupport("wizard", "wizard")]


def test_e11_negated_block_opens_a_new_block_window_for_the_same_attack() -> None:
    """E11, 8.6"""
    table = position(BOARD, hands=["wizard", "guardian guardian"])
    play(table, ATTACK, (1, UseSupport("guardian", "guardian")))

    effects = play(table, (0, UseSupport("wizard", "wizard")))

    assert effects == [Supported(0, "wizard", "wizard"), Negated(1, "guardian")]
    assert asked_now(table) == [BlockPrompt(1)]
    assert legal_actions(table, 1) == [Pass(), UseSupport("guardian", "guardian")]

    assert play(table, PASS_1) == [Damaged(1, "f1", "guardian", 1, 1)]
    assert asked_now(table) == [MainPrompt(0)]


def test_second_block_stands_if_the_attacker_has_nothing_left_to_negate_with() -> None:
    table = position(BOARD, hands=["wizard", "guardian guardian"])
    play(table, ATTACK, (1, UseSupport("guardian", "guardian")), (0, UseSupport("wizard", "wizard")))

    effects = play(table, (1, UseSupport("guardian", "guardian")))

    assert effects == [Supported(1, "guardian", "guardian"), Blocked(1, "guardian")]
    assert asked_now(table) == [MainPrompt(0)]


def test_attack_goes_through_if_the_new_window_is_not_possible() -> None:
    """8.6 After the negated block the hand is empty."""
    table = position(BOARD, hands=["wizard", "guardian"])

    effects = play(table, ATTACK, (1, UseSupport("guardian", "guardian")), (0, UseSupport("wizard", "wizard")))

    assert effects == [
        Supported(0, "wizard", "wizard"),
        Negated(1, "guardian"),
        Damaged(1, "f1", "guardian", 1, 1),
    ]
    assert asked_now(table) == [MainPrompt(0)]


def test_power_is_fixed_before_the_negating_card_leaves_the_hand() -> None:
    """7.2, R16 X = 2 when the attack is declared, though the wizard that negates the block leaves the hand."""
    table = position(
        BOARD.replace(" wizard", " warrior").replace("guardian", "guardian-"), hands=["archer wizard", "guardian"]
    )

    effects = play(table, ATTACK, (1, UseSupport("guardian", "guardian")), (0, UseSupport("wizard", "wizard")))

    assert effects[-1] == Captured(1, "f1", "guardian", 0)
    assert asked_now(table) == [MainPrompt(0)]


def test_every_window_of_a_turn_can_stay_empty() -> None:
    table = position(BOARD, hands=["warrior wizard", "archer"])

    play(table, (0, UseSupport("warrior", "warrior")), PASS_1, ATTACK, PASS_1)

    assert asked_now(table) == [MainPrompt(0)]
    assert EndTurn() in legal_actions(table, 0)
