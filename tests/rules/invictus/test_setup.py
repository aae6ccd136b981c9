"""RULES.md 5: setup with two players; the alliance's is in test_alliance.py."""

from typing import Any

from rules.engine import Drew, Picked, ScriptedChance, Shuffled, TurnStarted, act, legal_actions, prompts, redact, view
from rules.invictus.actions import ChooseHand, ChooseLeader, Deploy, Enqueue, Settle
from rules.invictus.effects import (
    ChoseHand,
    ChoseLeader,
    Deployed,
    OfferedLeaders,
    OrderSet,
    Queued,
    RevealedLeader,
    Settled,
)
from rules.invictus.prompts import (
    ChooseHandPrompt,
    ChooseLeaderPrompt,
    MainPrompt,
    SetupBattlefieldPrompt,
    SetupKingdomPrompt,
    SetupQueuePrompt,
)
from rules.invictus.state import InvictusTable
from rules.registry import shipped_ruleset
from tests.rules.setups import starter

RULES = shipped_ruleset("invictus")
BOX = [f"king-{number}" for number in (5, 2, 4, 1, 3)]
HAND_0, HAND_1 = ("archer", "priest", "warrior"), ("anubis", "medjay", "slinger")


def started(first: str = "kingdom-standard", second: str = "egypt-standard", **options: Any) -> InvictusTable:
    decks = [starter("invictus", first), starter("invictus", second)]
    return RULES.start(options, decks, ScriptedChance([BOX] if "deck_building" in options else []))


def revealed(first_side: int) -> InvictusTable:
    """Both hands are chosen, and the decks lie in sorted order."""
    table = started()
    act(table, 0, ChooseHand(HAND_0))
    decks = [sorted(table.state.realms[0].deck), sorted(table.state.realms[1].deck)]
    for card in HAND_1:
        decks[1].remove(card)
    table.chance = ScriptedChance([*decks, first_side])
    act(table, 1, ChooseHand(HAND_1))
    return table


def test_start_with_own_sets_has_no_effects() -> None:
    """5.1"""
    table = started()

    assert table.effects == []
    assert prompts(table) == [ChooseHandPrompt(0, 3), ChooseHandPrompt(1, 3)]


def test_first_hand_is_any_multiset_of_three_soldiers() -> None:
    """5.2 Of five kinds with four copies each: 35 multisets of three."""
    table = started()

    hands = [action.cards for action in legal_actions(table, 0)]

    assert len(hands) == len(set(hands)) == 35
    assert all(list(hand) == sorted(hand) for hand in hands)
    assert ("wizard", "wizard", "wizard") in hands and ("king-1", "warrior", "wizard") not in hands


def test_first_hand_holds_no_more_copies_than_the_deck() -> None:
    """5.2 With two copies of each kind: 35 less the five of three alike."""
    table = started("kingdom-short", "egypt-short", short_match=True)

    assert len(legal_actions(table, 0)) == 30


def test_choosing_a_hand_is_told_to_its_seat_alone_and_asks_the_other_still() -> None:
    """5.2, 13.3, 14.2"""
    table = started()
    action = ChooseHand(HAND_1)

    effects = act(table, 1, action)

    assert effects == [ChoseHand(1, HAND_1)]
    assert not hasattr(redact(effects[0], 0).cards, "__len__") and redact(effects[0], 1).cards == HAND_1
    assert not hasattr(redact(action, "public", 1).cards, "__len__") and redact(action, 1, 1).cards == HAND_1
    assert prompts(table) == [ChooseHandPrompt(0, 3)]


def test_deck_holds_all_soldiers_until_the_hand_is_chosen() -> None:
    """15.4 Decks are listed sorted before their shuffle, and the leader lies in no zone."""
    table = started()
    before = view(table, "audit", 0).game.seats[0]

    act(table, 0, ChooseHand(HAND_0))

    after = view(table, "audit", 0).game.seats[0]
    assert (before.deck.count, before.hand.count, before.leader) == (20, 0, "king-1")
    assert (after.deck.count, after.hand.cards, after.leader) == (17, HAND_0, "king-1")
    assert list(after.deck.cards) == sorted(after.deck.cards)


def test_last_choice_shuffles_reveals_and_picks_the_first_side() -> None:
    """5.3, 13.1"""
    table = revealed(first_side=1)

    decks = [tuple(realm.deck) for realm in table.state.realms]
    assert table.effects == [
        ChoseHand(1, HAND_1),
        Shuffled(0, "deck", decks[0]),
        Shuffled(1, "deck", decks[1]),
        RevealedLeader(0, "king-1"),
        RevealedLeader(1, "pharaoh-1"),
        Picked("first_side", 2, 1),
        OrderSet((1, 0)),
    ]
    assert table.state.realms[0].hand == ["archer", "king-1", "priest", "warrior"]
    assert prompts(table) == [SetupBattlefieldPrompt(1)]


def test_leader_is_hidden_from_others_until_it_is_revealed() -> None:
    """15.4"""
    table = started()
    before = [view(table, viewer, 0).game.seats[1].leader for viewer in (0, 1, "public", "audit")]

    after = [view(revealed(0), viewer, 0).game.seats[1].leader for viewer in (0, 1, "public", "audit")]

    assert before == [None, "pharaoh-1", None, "pharaoh-1"]
    assert after == ["pharaoh-1"] * 4


def test_placing_goes_battlefield_queue_kingdom_each_in_turn_order() -> None:
    """5.5, 5.6, R15"""
    table = revealed(first_side=1)
    asked = []
    told = []
    for seat, action in (
        (1, Deploy("pharaoh-1", "f2")),
        (0, Deploy("priest", "f0")),
        (1, Enqueue("slinger")),
        (0, Enqueue("king-1")),
        (1, Settle("medjay")),
        (0, Settle("warrior")),
    ):
        asked += prompts(table)
        told.append(act(table, seat, action))

    assert asked == [
        SetupBattlefieldPrompt(1),
        SetupBattlefieldPrompt(0),
        SetupQueuePrompt(1),
        SetupQueuePrompt(0),
        SetupKingdomPrompt(1),
        SetupKingdomPrompt(0),
    ]
    assert told == [
        [Deployed(1, 1, "hand", "pharaoh-1", "f2", True)],
        [Deployed(0, 0, "hand", "priest", "f0", True)],
        [Queued(1, "slinger", "hand", 1)],
        [Queued(0, "king-1", "hand", 0)],
        [Settled(1, "medjay")],
        [Settled(0, "warrior"), TurnStarted(1, 1), Drew(1, 1, ("anubis",))],
    ]
    assert [realm.hand for realm in table.state.realms] == [["archer"], ["anubis", "anubis"]]
    assert prompts(table) == [MainPrompt(1)]


def test_first_card_stands_on_any_front_cell_leaders_too() -> None:
    """5.5"""
    table = revealed(first_side=0)

    assert legal_actions(table, 0) == [
        Deploy(card, cell) for card in ("archer", "king-1", "priest", "warrior") for cell in ("f0", "f1", "f2")
    ]


def test_only_soldiers_open_a_kingdom() -> None:
    """5.5, 2.9"""
    table = revealed(first_side=0)
    for seat, action in ((0, Deploy("archer", "f0")), (1, Deploy("anubis", "f0"))):
        act(table, seat, action)
    queue = legal_actions(table, 0)
    act(table, 0, Enqueue("priest"))
    act(table, 1, Enqueue("medjay"))

    assert queue == [Enqueue("king-1"), Enqueue("priest"), Enqueue("warrior")]
    assert legal_actions(table, 0) == [Settle("warrior")]
    assert prompts(table) == [SetupKingdomPrompt(0)]


# 5.1 One box


def test_one_box_deals_two_leaders_to_each_seat() -> None:
    """5.1, 13.1 The fifth stays in the box."""
    table = started("kingdom-shared", "kingdom-shared", deck_building="shared_set")

    assert table.effects == [
        Shuffled(None, "leaders", tuple(BOX)),
        OfferedLeaders(0, ("king-2", "king-5")),
        OfferedLeaders(1, ("king-1", "king-4")),
    ]
    assert prompts(table) == [ChooseLeaderPrompt(0), ChooseLeaderPrompt(1)]
    assert legal_actions(table, 1) == [ChooseLeader("king-1"), ChooseLeader("king-4")]


def test_leaders_of_the_box_are_of_the_edition_that_is_played() -> None:
    """5.1, 4.4"""
    egypt = {"cards": dict.fromkeys(("anubis", "commander", "medjay", "slinger", "sorcerer"), 4)}
    box = [f"pharaoh-{number}" for number in (3, 1, 5, 2, 4)]

    table = RULES.start({"deck_building": "shared_set"}, [egypt, egypt], ScriptedChance([box]))

    assert legal_actions(table, 0) == [ChooseLeader("pharaoh-1"), ChooseLeader("pharaoh-3")]
    assert legal_actions(table, 1) == [ChooseLeader("pharaoh-2"), ChooseLeader("pharaoh-5")]
    assert prompts(table) == [ChooseLeaderPrompt(0), ChooseLeaderPrompt(1)]


def test_leader_not_chosen_goes_back_unseen() -> None:
    """5.1 The offer is empty as soon as its seat has chosen."""
    table = started("kingdom-shared", "kingdom-shared", deck_building="shared_set")
    offers = [view(table, viewer, 0).game.seats[1].leader_offer for viewer in (0, 1, "public", "audit")]

    effects = act(table, 1, ChooseLeader("king-4"))

    audit = view(table, "audit", 0).game.seats[1]
    assert [(zone.count, zone.cards) for zone in offers] == [
        (2, None),
        (2, ("king-1", "king-4")),
        (2, None),
        (2, ("king-1", "king-4")),
    ]
    assert effects == [ChoseLeader(1, "king-4")]
    assert (audit.leader, audit.leader_offer.cards, audit.hand.count) == ("king-4", (), 0)
    assert view(table, 0, 0).game.seats[1].leader is None
    assert prompts(table) == [ChooseLeaderPrompt(0)]


def test_hands_are_chosen_when_both_leaders_are() -> None:
    table = started("kingdom-shared", "kingdom-shared", deck_building="shared_set")

    act(table, 1, ChooseLeader("king-4"))
    act(table, 0, ChooseLeader("king-2"))

    assert prompts(table) == [ChooseHandPrompt(0, 3), ChooseHandPrompt(1, 3)]
