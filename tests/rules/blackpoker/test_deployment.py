"""8.1–8.4 Bulwarks, summons, equipment, recall."""

import pytest

from rules.blackpoker.actions import Attacker, ChooseTarget, PlaceBulwark
from rules.blackpoker.effects import (
    BulwarkPlaced,
    Damaged,
    Equipped,
    Fizzled,
    KeysDiscarded,
    KeysReturned,
    Raised,
    ResolutionStarted,
    Resolved,
    ReturnedToHand,
    Summoned,
)
from rules.blackpoker.prompts import MainPrompt, PlaceBulwarkPrompt
from rules.blackpoker.state import Character
from rules.engine import legal_actions, redact, view
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
    names,
    prompts,
    side,
    soldier,
    throw_away,
)


def test_8_1_a_bulwark_comes_at_once_face_down_and_charged() -> None:
    table = duel(side("♠5 ♥K", bulwarks=[bulwark("♣9")]), side("♠2"))

    begun = do(table, 0, call("set_bulwark"))
    shown = view(table, "public", 0).game
    assert prompts(table) == [PlaceBulwarkPrompt(0, 1)]
    assert legal_actions(table, 0) == [PlaceBulwark(card("♥K")), PlaceBulwark(card("♠5"))]
    placed = do(table, 0, PlaceBulwark(card("♥K")))

    assert begun == [
        Raised(1, "set_bulwark", 0, (), "player"),
        Damaged(0, 1, 1, (card("♣2"),), card("♣2"), "cost"),
    ]
    assert shown.raising is not None and (shown.raising.unpaid, shown.resolving, shown.chance) == ("", 1, 0)
    assert placed == [BulwarkPlaced(0, 2, card("♥K"), True, "hand"), Resolved(1, "set_bulwark")]
    assert table.state.sides[0].bulwarks[-1] == Character(2, "bulwark", cards("♥K"), True, [True])
    assert prompts(table) == [MainPrompt(0)]
    assert view(table, "public", 0).game.resolving is None
    assert "set_bulwark" not in names(table, 0)


def test_9_2_the_card_of_a_bulwark_is_for_its_owner_alone() -> None:
    effect = BulwarkPlaced(0, 2, card("♥K"), True, "hand")

    assert redact(PlaceBulwark(card("♥K")), 1, 0) != PlaceBulwark(card("♥K")) == redact(PlaceBulwark(card("♥K")), 0, 0)
    assert redact(effect, 1) != effect == redact(effect, 0) == redact(effect, "audit")


@pytest.mark.parametrize(
    ("action", "key", "bulwarks", "kind"),
    [
        ("summon_soldier", "♥10", 1, "soldier"),
        ("summon_hero", "♥J", 2, "hero"),
        ("summon_ace", "♥A", 0, "ace"),
        ("summon_magician", "★", 1, "magician"),
    ],
)
def test_8_2_a_summoned_key_is_not_a_key_any_more(action: str, key: str, bulwarks: int, kind: str) -> None:
    table = duel(side(f"{key} ♠3", bulwarks=[bulwark("♣9") for _ in range(bulwarks)]), side("♠2"))
    do(table, 0, call(action, key), *(drive(i + 1) for i in range(bulwarks)))
    if action == "summon_magician":
        do(table, 0, throw_away("♠3"))

    effects = both_pass(table)

    assert effects[2:] == [Summoned(0, bulwarks + 1, kind, card(key), "key"), Resolved(1, action)]
    assert table.state.sides[0].soldiers == [Character(bulwarks + 1, kind, cards(key), True, [True])]
    assert prompts(table) == [MainPrompt(0)]


def test_8_3_e6_equipment_keeps_state_bonus_and_id() -> None:
    """E6: ♠5 with ♠9 has number 14."""
    mine = side("♠9 ♥2", soldiers=[soldier("♥4"), soldier("♠5", driven=True, bonus=-2)], bulwarks=[bulwark("♣9")])
    table = duel(mine, side("♠2"))
    do(table, 0, call("equip", "♠9"), drive(3))
    assert legal_actions(table, 0) == [ChooseTarget(2)]
    do(table, 0, at(2))

    effects = both_pass(table)

    assert effects[2:] == [Equipped(0, 2, card("♠9")), Resolved(1, "equip")]
    shown = view(table, 1, 0).game.seats[0].soldiers[1]
    assert (shown.kind, shown.number, shown.bonus, shown.charged) == ("equipped", 12, -2, False)
    assert (shown.cards, shown.fresh) == (tuple(cards("♠5 ♠9")), (False, True))
    assert prompts(table) == [MainPrompt(0)]


def test_r14_equipment_is_of_the_same_suit_and_not_for_a_magician_or_the_others_soldier() -> None:
    """Same number is not enough, though the character list prints it."""
    walls = [bulwark("♣9")]
    other_suit = duel(
        side("♠5", soldiers=[soldier("♥5"), soldier("★")], bulwarks=walls), side(soldiers=[soldier("♠6")])
    )
    same_suit = duel(side("♠5", soldiers=[soldier("♠6")], bulwarks=[bulwark("♣9")]), side())

    assert "equip" not in names(other_suit, 0)
    assert "equip" in names(same_suit, 0)


def test_e7_preparation() -> None:
    """♠5 from an earlier turn, equipped this turn, may attack; summoned and equipped this turn it may not."""
    early = soldier("♠5 ♠9", fresh="♠9")
    late = soldier("♠5 ♠9", fresh="♠5 ♠9")
    swift = soldier("♠5 ♠A", fresh="♠5 ♠A")
    table = duel(side("♠2", soldiers=[early, late, swift]), side("♠2"))
    do(table, 0, call("attack"))

    both_pass(table)

    assert legal_actions(table, 0)[:-1] == [Attacker(1), Attacker(3)]


def test_8_4_e15_recall_of_a_charged_bulwark() -> None:
    table = duel(side("♥5 ♥6", bulwarks=[bulwark("♣9"), bulwark("♣8")]), side("♠2"))
    do(table, 0, call("recall", "♥5 ♥6"), drive(2), at(1))

    effects = both_pass(table)

    returned = ReturnedToHand(0, 1, "bulwark", (card("♣9"),))
    assert effects[-3:] == [returned, KeysReturned(1, 0, tuple(cards("♥5 ♥6"))), Resolved(1, "recall")]
    assert redact(returned, 1) != returned == redact(returned, 0)
    assert table.state.sides[0].hand == sorted(cards("♣9 ♥5 ♥6"))
    assert prompts(table) == [MainPrompt(0)]


def test_8_4_recall_shows_a_soldiers_cards_to_all_and_triggers_nothing() -> None:
    """7.8 Leaving the field for the hand triggers nothing."""
    table = duel(side("♥5 ♥6", soldiers=[soldier("♠K ♠A")], bulwarks=[bulwark("♣8")]), side("♠2"))
    do(table, 0, call("recall", "♥5 ♥6"), drive(2), at(1))

    effects = both_pass(table)

    returned = ReturnedToHand(0, 1, "equipped", tuple(cards("♠K ♠A")))
    assert effects[-3:] == [returned, KeysReturned(1, 0, tuple(cards("♥5 ♥6"))), Resolved(1, "recall")]
    assert redact(returned, "public") == returned


def test_8_4_e15_a_driven_target_stays_and_the_keys_come_back() -> None:
    """The one bulwark pays for its own recall."""
    table = duel(side("♥5 ♥6", bulwarks=[bulwark("♣9")]), side("♠2"))
    do(table, 0, call("recall", "♥5 ♥6"), drive(1), at(1))

    effects = both_pass(table)

    assert effects[-2:] == [KeysReturned(1, 0, tuple(cards("♥5 ♥6"))), Resolved(1, "recall")]
    assert [one.id for one in table.state.sides[0].bulwarks] == [1]
    assert prompts(table) == [MainPrompt(0)]


def test_7_2_recall_that_fizzles_loses_its_keys() -> None:
    table = duel(side("♥5 ♥6 ♣2", soldiers=[soldier("♣4")], bulwarks=[bulwark("♣9")]), side("♠9 ♠8 ♠7"))
    do(table, 0, call("recall", "♥5 ♥6"), drive(2), at(1))
    do(table, 1, call("down", "♠9"), throw_away("♠8"), at(1))
    both_pass(table)

    effects = both_pass(table)

    assert effects[2:] == [
        ResolutionStarted(1, "recall"),
        Fizzled(1, "recall"),
        Resolved(1, "recall"),
        KeysDiscarded(1, 0, tuple(cards("♥5 ♥6"))),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_4_8_bulwarks_close_up_and_new_ones_come_last() -> None:
    mine = side("♠5 ♥5 ♦5", bulwarks=[bulwark("♣9"), bulwark("♣8"), bulwark("♣7")])
    table = duel(mine, side("♠2"))
    do(table, 0, call("set_bulwark"), PlaceBulwark(card("♠5")), call("destroy_bulwark", "♥5 ♦5"), at(2))

    both_pass(table)

    assert [one.id for one in table.state.sides[0].bulwarks] == [1, 3, 4]


def test_4_8_new_soldiers_come_last() -> None:
    table = duel(side("♥A", soldiers=[soldier("♣9"), soldier("♣8")]), side("♠2"))
    do(table, 0, call("summon_ace", "♥A"))

    both_pass(table)

    assert [one.id for one in table.state.sides[0].soldiers] == [1, 2, 3]


def test_8_3_e6_what_is_equipped_may_be_equipped_again() -> None:
    """E6: with ♠A on it, ♠5 with ♠9 is swift."""
    table = duel(side("♠A ♥2", soldiers=[soldier("♠5 ♠9", fresh="♠5 ♠9")], bulwarks=[bulwark("♣9")]), side("♠2"))
    do(table, 0, call("equip", "♠A"), drive(2), at(1))

    both_pass(table)

    assert table.state.sides[0].soldiers == [Character(1, "equipped", cards("♠5 ♠9 ♠A"), True, [True, True, True])]
    do(table, 0, call("attack"))
    both_pass(table)
    assert legal_actions(table, 0)[:-1] == [Attacker(1)]
