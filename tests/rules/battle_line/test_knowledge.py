"""11.8 What a seat cannot know, and what it remembers."""

import random
from collections import Counter
from typing import Any

import msgspec

from rules.battle_line.actions import Draw, Play, ScoutDraw, ScoutReturn
from rules.battle_line.knowledge.memory import Memory
from rules.engine import QuickChance, SeenEvent, Table, act, canonical, legal_actions, redact, seats_to_act, view
from tests.rules.battle_line.positions import CARDS, RULES, drawn, started
from tests.rules.battle_line.setups import SETUPS, all_cards
from tests.rules.laws import random_game


def play_and_remember(table: Table, memory: Memory, *actions: Any) -> None:
    """Take the actions and let the memory's seat be shown each event."""
    for action in actions:
        mover = table.state.active_seat
        effects = act(table, mover, action)
        shown = tuple(redact(effect, memory.seat) for effect in effects)
        RULES.update_memory(memory, SeenEvent(mover, redact(action, memory.seat, mover), shown))


def troops_in(cards: list[str]) -> int:
    return sum(card in CARDS.troops for card in cards)


def test_a_redeal_changes_only_what_the_seat_cannot_know() -> None:
    """11.8.1 - 11.8.3 Two pools; how many troop cards the opponent holds stays."""
    flags = {4: ("red-1", "blue-1")}
    table = drawn(flags, ("red-2 fog", "blue-2 blue-3 blue-4 blue-5 mud darius"), removed="green-1")
    before = table.state.clone()

    held = Counter[str]()
    for seed in range(300):
        RULES.redeal(table, 0, QuickChance(seed))
        held.update(table.state.hands[1])
        assert (len(table.state.hands[1]), troops_in(table.state.hands[1])) == (6, 4)
        assert table.state.hands[1] == sorted(table.state.hands[1])
        assert (troops_in(table.state.troop_deck), troops_in(table.state.tactics_deck)) == (len(before.troop_deck), 0)
        assert Counter(table.state.hands[1] + table.state.troop_deck + table.state.tactics_deck) == Counter(
            before.hands[1] + before.troop_deck + before.tactics_deck
        )
        for name in ("hands", "troop_deck", "tactics_deck"):
            setattr(before, name, getattr(table.state, name))
        assert table.state == before
    assert set(held) == {*CARDS.troops, *CARDS.tactics} - {"red-1", "blue-1", "red-2", "fog", "green-1"}


def test_the_own_hand_is_never_dealt_again() -> None:
    table = drawn({}, ("red-2 fog", "blue-2 mud"))

    RULES.redeal(table, 1, QuickChance(1))

    assert table.state.hands[1] == ["blue-2", "mud"]
    assert table.state.hands[0] != ["fog", "red-2"]


def test_cards_put_back_by_scout_are_remembered_on_their_deck() -> None:
    """11.8.4 From the top."""
    table = drawn({}, ("scout blue-1 blue-2", "green-1"), troop_deck="red-1 red-2 red-3", tactics_deck="fog mud")
    memory = Memory(0)

    play_and_remember(table, memory, Play("scout"), ScoutDraw("troop"), ScoutDraw("tactics"), ScoutDraw("tactics"))
    play_and_remember(table, memory, ScoutReturn("blue-1"))
    assert memory.on_top == {"troop": ["blue-1"], "tactics": []}
    play_and_remember(table, memory, ScoutReturn("red-1"))

    assert memory == Memory(0, {"troop": ["red-1", "blue-1"], "tactics": []}, [])


def test_a_known_card_goes_with_the_opponent_who_draws_it_until_he_plays_it() -> None:
    """11.8.4"""
    table = drawn({}, ("scout blue-1 blue-2", "green-1 green-2"), troop_deck="red-1 red-2 red-3", tactics_deck="")
    memory = Memory(0)
    play_and_remember(table, memory, Play("scout"), ScoutReturn("red-1"), ScoutReturn("blue-1"))

    play_and_remember(table, memory, Play("green-1", 0))
    assert memory == Memory(0, {"troop": ["red-1"], "tactics": []}, ["blue-1"])
    play_and_remember(table, memory, Play("blue-2", 0))
    assert memory == Memory(0, {"troop": [], "tactics": []}, ["blue-1"])
    play_and_remember(table, memory, Play("blue-1", 0))

    assert memory == Memory(0)


def test_what_the_opponent_has_put_back_is_not_known() -> None:
    """11.8.4"""
    table = drawn({}, ("scout blue-1 blue-2", "green-1"), troop_deck="red-1 red-2 red-3", tactics_deck="")
    memory = Memory(1)

    play_and_remember(table, memory, Play("scout"), ScoutReturn("red-1"), ScoutReturn("blue-1"))

    assert memory == Memory(1)


def test_every_round_begins_with_nothing_known() -> None:
    """11.8.5"""
    memory = Memory(0, {"troop": ["red-1"], "tactics": ["fog"]}, ["blue-1"])

    RULES.update_memory(memory, SeenEvent(None, None, tuple(started().effects)))

    assert memory == Memory(0)


def test_known_cards_lie_in_every_possible_world_where_they_are_known_to_lie() -> None:
    """11.8.4"""
    table = drawn({}, ("scout fog blue-1 blue-2", "green-1 green-2"))
    memory = Memory(0)
    play_and_remember(table, memory, Play("scout"), ScoutDraw("troop"), ScoutDraw("tactics"), ScoutDraw("troop"))
    play_and_remember(table, memory, ScoutReturn("fog"), ScoutReturn("blue-1"), Play("green-1", 0), Draw("troop"))

    worlds = [RULES.determinize(view(table, 0, 9), 0, memory, QuickChance(seed)) for seed in range(20)]

    assert all(world.state.hands[1].count("blue-1") == 1 for world in worlds)
    assert all(world.state.tactics_deck[0] == "fog" for world in worlds)
    assert len({tuple(world.state.hands[1]) for world in worlds}) > 1


def test_what_lies_open_is_in_no_possible_hand_or_deck() -> None:
    """11.7, 11.8.1 Placed, removed, played as guile by either seat, or beside a flag: every card is there once."""
    weather = {2: "fog", 3: "mud"}
    table = drawn({4: ("red-1 alexander", "blue-1")}, ("blue-2", "green-1 traitor"), weather=weather, removed="darius")
    table.state.guile = [["scout"], ["deserter"]]
    table.state.tactics_deck = ["redeploy", "shield-bearers", "companion-cavalry"]

    for seed in range(5):
        for seat in (0, 1):
            world = RULES.determinize(view(table, seat, 9), seat, Memory(seat), QuickChance(seed))
            assert all_cards(world) == all_cards(table)
            assert world.state.hands[seat] == table.state.hands[seat]


def test_a_basic_game_is_determinized_without_tactics_cards() -> None:
    """11.8.3, 13.1"""
    table = drawn({}, ("blue-1", "green-1"), options={"tactics": False})

    world = RULES.determinize(view(table, 0, 9), 0, Memory(0), QuickChance(1))

    assert (world.state.tactics_deck, all_cards(world)) == ([], all_cards(table))


def test_the_number_of_troop_cards_that_the_opponent_holds_is_known() -> None:
    """11.8.2, 11.8.5"""
    table = drawn({}, ("blue-1", "green-1 fog mud"))

    for seed in range(10):
        world = RULES.determinize(view(table, 0, 9), 0, Memory(0), QuickChance(seed))
        assert (len(world.state.hands[1]), troops_in(world.state.hands[1])) == (3, 1)


def test_a_possible_world_differs_from_the_real_one_in_hidden_cards_only() -> None:
    """At every prompt of random games; and seats' views of it are made of the same cards."""
    differed = 0
    for setup in SETUPS:
        for seed, table in zip(range(40), random_game(setup, 21), strict=False):
            for seat in seats_to_act(table):
                world = RULES.determinize(view(table, seat, 9), seat, Memory(seat), QuickChance(seed))
                differed += world.state.hands != table.state.hands
                RULES.redeal(world, seat, QuickChance(seed))
                for name in ("hands", "troop_deck", "tactics_deck"):
                    setattr(world.state, name, getattr(table.state, name))
                assert world.state == table.state
                assert msgspec.msgpack.encode(world.frames) == msgspec.msgpack.encode(table.frames)
    assert differed > 100


def test_determinizing_needs_no_more_than_view_and_memory() -> None:
    """The memory may come out of a store."""
    table = drawn({4: ("red-1 alexander", "blue-1")}, ("scout blue-2", "green-1"))
    memory = Memory(0)
    play_and_remember(table, memory, Play("scout"), ScoutDraw("troop"), ScoutDraw("troop"), ScoutDraw("troop"))
    play_and_remember(table, memory, ScoutReturn("red-4"))
    shown = view(table, 0, 9)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(memory), type=Memory)

    world = RULES.determinize(shown, 0, again, QuickChance(1))

    assert canonical([view(world, 0, 9), legal_actions(world, 0)]) == canonical([shown, legal_actions(table, 0)])
    assert all_cards(world) == all_cards(table)
    rng = random.Random(1)
    while world.outcome is None:
        (seat,) = seats_to_act(world)
        act(world, seat, rng.choice(legal_actions(world, seat)))
