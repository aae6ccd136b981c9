"""RULES.md 15.7: what a seat cannot know, what it remembers, and the worlds that are possible to it."""

from collections import Counter
from typing import Any

import pytest

from rules.engine import Pass, QuickChance, SeenEvent, Table, canonical, legal_actions, redact, seats_to_act, view
from rules.invictus.actions import Attack, UseSupport
from rules.invictus.combat import Assault
from rules.invictus.effects import (
    Deployed,
    Queued,
    Recalled,
    RevealedHand,
    RevealedLeader,
    Settled,
    Supported,
    Withdrew,
)
from rules.invictus.knowledge.memory import Known, Memory, new_memory, update_memory
from rules.invictus.resolutions import Burden
from rules.invictus.state import InvictusTable
from rules.invictus.supports import BlockWindow
from rules.invictus.turn import MainPhase, Turns
from rules.registry import shipped_ruleset
from tests.rules import laws
from tests.rules.invictus.positions import asked_now, play, position
from tests.rules.invictus.setups import SETUPS
from tests.rules.setups import Setup, starter

RULES = shipped_ruleset("invictus")
BOARD = """
    . . .
    . guardian anubis
    wizard archer .
    . . .
"""


def setup_named(name: str) -> Setup:
    return next(setup for setup in SETUPS if setup.name == name)


def list_of(table: InvictusTable, seat: int) -> dict[str, Any]:
    """What lies in hand and deck, and the leader, as a deck: the whole list while nothing has left them."""
    realm = table.state.realms[seat]
    cards = Counter(card for card in realm.hand + realm.deck if card in table.cards.soldiers)
    if realm.leader is not None:
        cards[realm.leader] = 1
    return {"cards": dict(cards)}


def redealt(table: InvictusTable, seat: int, seed: int) -> InvictusTable:
    other = table.clone(QuickChance(seed))
    table.rules.redeal(other, seat, QuickChance(seed))
    return other


# Memory


def memory_after(*effects: Any) -> Known:
    """What seat 0 knows of seat 1 after one event."""
    memory = new_memory(RULES.read_options({}), 0, starter("invictus", "kingdom-standard"))
    update_memory(RULES, memory, SeenEvent(1, None, effects))
    known = memory.known[1]
    return Known({card: copies for card, copies in known.hand.items() if copies}, known.seen)


def test_revealed_leader_lies_in_the_hand() -> None:
    """15.7.3"""
    assert memory_after(RevealedLeader(1, "pharaoh-1")) == Known({"pharaoh-1": 1}, {})


@pytest.mark.parametrize(
    "effect",
    [
        Deployed(1, 1, "hand", "anubis", "f0", True),
        Queued(1, "anubis", "hand", 1),
        Settled(1, "anubis"),
        Supported(1, "anubis", "anubis"),
    ],
)
def test_whatever_leaves_a_hand_unknown_was_of_its_list(effect: Any) -> None:
    """15.7.4"""
    assert memory_after(effect) == Known({}, {"anubis": 1})


def test_card_that_came_openly_is_known_and_not_of_the_list() -> None:
    """15.7.3"""
    assert memory_after(Withdrew(1, "f0", "archer", "hand", 1), Recalled(1, "priest")) == Known(
        {"archer": 1, "priest": 1}, {}
    )


def test_what_moves_elsewhere_is_no_matter_of_hands() -> None:
    assert memory_after(
        Withdrew(1, "f0", "archer", "queue", None),
        Deployed(1, 1, "queue", "anubis", "f1", True),
        Queued(1, "priest", "graveyard", None),
    ) == Known({}, {})


def test_march_takes_its_card_out_before_the_withdrawn_one_comes() -> None:
    """15.7.3 An anubis marches onto an anubis, which stays known although `withdrew` comes before `deployed`."""
    effects = (Withdrew(1, "f0", "anubis", "hand", 1), Deployed(1, 1, "hand", "anubis", "f0", True))

    assert memory_after(*effects) == Known({"anubis": 1}, {"anubis": 1})


def test_revealed_hand_is_known_and_its_unknown_cards_are_of_the_list() -> None:
    """15.7.3 One medjay had come openly. The second one and the anubis are new."""
    memory = new_memory(RULES.read_options({}), 0, starter("invictus", "kingdom-standard"))
    update_memory(RULES, memory, SeenEvent(1, None, (Withdrew(1, "f0", "medjay", "hand", 1),)))

    update_memory(RULES, memory, SeenEvent(0, None, (RevealedHand(1, ("anubis", "medjay", "medjay")),)))

    assert memory.known[1] == Known({"anubis": 1, "medjay": 2}, {"anubis": 1, "medjay": 1})


def test_known_cards_are_counted_by_slug() -> None:
    """15.7.3 When a card of that slug leaves the hand, one of the known ones is gone."""
    memory = new_memory(RULES.read_options({}), 0, starter("invictus", "kingdom-standard"))
    update_memory(RULES, memory, SeenEvent(0, None, (RevealedHand(1, ("medjay", "medjay")),)))

    update_memory(RULES, memory, SeenEvent(1, None, (Supported(1, "medjay", "medjay"),)))

    assert memory.known[1] == Known({"medjay": 1}, {"medjay": 2})


def test_own_deck_is_what_has_not_been_drawn() -> None:
    setup = setup_named("kingdom-egypt")
    table = setup.start(3)
    memory = new_memory(RULES.read_options({}), 0, setup.decks[0])
    for _ in range(60):
        shown = tuple(redact(effect, 0) for effect in table.effects)
        update_memory(RULES, memory, SeenEvent(None, None, shown))
        left = {card: copies for card, copies in memory.deck.items() if copies and card in table.cards.soldiers}
        assert left == dict(Counter(table.state.realms[0].deck))
        seat = seats_to_act(table)[0]
        laws.act(table, seat, legal_actions(table, seat)[-1])


# Re-deal


def test_redeal_changes_what_is_hidden_and_nothing_that_is_seen() -> None:
    """15.7.1-15.7.4 The test first checks that some cards can be exchanged."""
    table = position(BOARD, hands=["archer", "anubis medjay pharaoh-1"], decks=["archer priest wizard", "slinger " * 9])
    audits, sights, own_decks = set(), set(), set()
    for seed in range(20):
        other = redealt(table, 0, seed)
        own_decks.add(tuple(other.state.realms[0].deck))
        audits.add(canonical(view(other, "audit", 0)))
        sights.add(canonical([view(other, 0, 0), legal_actions(other, 0)]))
        assert "pharaoh-1" in other.state.realms[1].hand
        assert other.state.realms[0].hand == ["archer"]
        assert sorted(other.state.realms[0].deck) == ["archer", "priest", "wizard"]

    assert len(audits) > 10 and len(own_decks) > 1
    assert sights == {canonical([view(table, 0, 0), legal_actions(table, 0)])}


def test_redealt_list_has_no_more_copies_than_a_box() -> None:
    """15.7.4, 4.2 All ten medjays lie open, though in the other's kingdom."""
    table = position(BOARD, hands=["archer", "anubis"], kingdoms=["medjay " * 10], decks=["archer", "slinger " * 5])

    for seed in range(20):
        realm = redealt(table, 0, seed).state.realms[1]
        assert "medjay" not in realm.hand + realm.deck
        assert len(realm.deck) == 5


def test_redeal_exchanges_the_partners_cards_as_well_as_the_enemies() -> None:
    """15.7.3, R13"""
    table = position(
        BOARD,
        hands=["archer", "anubis medjay", "musha samurai", "priest wizard"],
        decks=["archer", "slinger " * 5, "gunner " * 5, "archer " * 5],
        options={"alliance": True},
    )

    others = [redealt(table, 0, seed) for seed in range(10)]

    for seat in (1, 2, 3):
        assert len({tuple(other.state.realms[seat].hand) for other in others}) > 1
        assert len({tuple(other.state.realms[seat].deck) for other in others}) > 1
    assert all(other.state.realms[0].hand == ["archer"] for other in others)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_redealt_lists_are_legal(setup: Setup) -> None:
    """15.7.4, 15.7.5 While nothing has left hands and decks, a list can be read off them."""
    decks = set()
    for seed in range(8):
        for step, table in enumerate(laws.random_game(setup, seed)):
            if step > 2 * len(setup.decks) + 1 or any(any(side.cells) for side in table.state.sides):
                break
            other = redealt(table, 0, seed)
            lists = [setup.decks[0], *(list_of(other, seat) for seat in range(1, len(setup.decks)))]
            decks.add(canonical(lists))
            problems = table.rules.check_setup(setup.options, lists)
            chosen = {"leader_not_allowed"} if table.options.is_shared_set else set()
            assert {problem["code"] for problem in problems} <= chosen

    assert len(decks) > 8


def test_hand_that_a_spy_has_revealed_stays_while_his_prompt_shows_it() -> None:
    """15.7.3, 14.1 The deck behind it does not."""
    table = position(BOARD, hands=["ninja", "anubis medjay"], decks=["archer", "slinger sorcerer"])
    play(table, (0, UseSupport("ninja", "ninja_spy")), (1, Pass()))

    others = [redealt(table, 0, seed) for seed in range(10)]

    assert all(other.state.realms[1].hand == ["anubis", "medjay"] for other in others)
    assert len({tuple(other.state.realms[1].deck) for other in others}) > 1


def test_before_the_reveal_any_list_is_possible_its_leader_included() -> None:
    """15.7.5"""
    table = setup_named("kingdom-egypt").start(1)

    leaders = {redealt(table, 0, seed).state.realms[1].leader for seed in range(60)}

    assert len(leaders) > 8
    assert {str(leader).split("-")[0] for leader in leaders} == {"king", "shogun", "pharaoh"}


def test_home_match_has_lists_of_the_own_edition_alone() -> None:
    """15.7.5"""
    table = setup_named("home-match").start(1)

    leaders = {redealt(table, 0, seed).state.realms[1].leader for seed in range(60)}

    assert leaders == {f"shogun-{number}" for number in range(1, 6)}


def test_leaders_of_one_box_are_dealt_anew_but_for_the_two_that_were_offered() -> None:
    """15.7.6"""
    table = setup_named("shared-set").start(1)
    own = table.state.realms[0].offer

    offers = {tuple(redealt(table, 0, seed).state.realms[1].offer) for seed in range(40)}

    assert len(offers) == 3
    assert all(not set(offer) & set(own) for offer in offers)


def test_multinational_list_may_have_another_kind_of_a_colour_of_which_none_was_seen() -> None:
    """15.7.4, 4.3"""
    table = position(
        BOARD.replace("guardian anubis", "priest priest"),
        hands=["", "wizard"],
        decks=["archer", "wizard wizard warrior warrior"],
        options={"multinational": True},
    )
    table.state.sides[0].cells[0] = None

    blues = {
        card
        for seed in range(40)
        for card in redealt(table, 0, seed).state.realms[1].deck
        if table.cards.color[card] == "blue"
    }

    assert blues == {"warrior", "samurai", "commander"}


# Possible worlds


def memories(setup: Setup) -> list[Memory]:
    options = setup.rules.read_options(setup.options)
    return [RULES.new_memory(options, seat, deck) for seat, deck in enumerate(setup.decks)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_possible_world_looks_like_the_real_one_at_every_prompt(setup: Setup) -> None:
    """12 Of every asked seat, through a whole game."""
    known = memories(setup)
    for step, table in enumerate(laws.random_game(setup, 11)):
        for seat, memory in enumerate(known):
            RULES.update_memory(memory, SeenEvent(None, None, tuple(redact(effect, seat) for effect in table.effects)))
        for seat in seats_to_act(table):
            world = RULES.determinize(view(table, seat, 0), seat, known[seat], QuickChance(step))
            sights = [canonical([view(each, seat, 0), legal_actions(each, seat)]) for each in (world, table)]
            assert sights[0] == sights[1]
            assert [type(frame) for frame in world.frames] == [type(frame) for frame in table.frames]


def test_possible_attack_that_is_blocked_ends_like_the_real_one() -> None:
    """8.6 The block has taken effect and the attack is over, but its windows close only after the burden."""
    board = """
        . . .
        . guardian anubis
        . wizard .
        . . .
    """
    table = position(board, hands=["", "musha"], graveyards=["archer"])
    play(table, (0, Attack("f1", "f1")), (1, UseSupport("musha", "musha")))

    world = determinized(table, 1, Known({}, {}), 1)

    assert [type(frame) for frame in world.frames] == [Turns, MainPhase, Assault, BlockWindow, Burden]
    assert laws.unfinished(world) == laws.unfinished(table)


def test_determinized_leaders_of_one_box_are_not_those_that_were_offered() -> None:
    """15.7.6 Neither while the other seat chooses nor when it has chosen."""
    setup = setup_named("shared-set")
    table = setup.start(1)
    memory = memories(setup)[0]
    RULES.update_memory(memory, SeenEvent(None, None, tuple(redact(effect, 0) for effect in table.effects)))
    own = set(table.state.realms[0].offer)
    choosing = view(table, 0, 0)
    laws.act(table, 1, legal_actions(table, 1)[0])
    chosen = view(table, 0, 0)

    offers, leaders = set(), set()
    for seed in range(40):
        offers.add(tuple(RULES.determinize(choosing, 0, memory, QuickChance(seed)).state.realms[1].offer))
        leaders.add(RULES.determinize(chosen, 0, memory, QuickChance(seed)).state.realms[1].leader)

    assert len(offers) == len(leaders) == 3
    assert not own & leaders and not any(own & set(offer) for offer in offers)


def test_determinized_own_deck_is_sorted_until_it_is_shuffled() -> None:
    """15.7.2, 15.4"""
    setup = setup_named("kingdom-egypt")
    table = setup.start(1)

    world = RULES.determinize(view(table, 0, 0), 0, memories(setup)[0], QuickChance(5))

    assert world.state.realms[0].deck == table.state.realms[0].deck == sorted(table.state.realms[0].deck)


def determinized(table: Table[Any, Any], seat: int, known: Known, seed: int) -> InvictusTable:
    memory = Memory(seat, {"archer": 5}, [], [Known({}, {}), Known({}, {})])
    memory.known[1 - seat] = known
    return RULES.determinize(view(table, seat, 0), seat, memory, QuickChance(seed))


def test_determinized_hand_holds_what_is_known_of_it() -> None:
    table = position(BOARD, hands=["", "anubis medjay pharaoh-1"], decks=["archer", "slinger slinger"])
    known = Known({"pharaoh-1": 1, "medjay": 1}, {"medjay": 4, "anubis": 12})
    hands = set()

    for seed in range(30):
        world = determinized(table, 0, known, seed)
        hand = world.state.realms[1].hand
        assert {"pharaoh-1", "medjay"} <= set(hand) and len(hand) == 3
        assert hand == sorted(hand)
        hands.add(tuple(hand))

    assert len(hands) > 1


def test_determinized_list_goes_on_from_what_was_seen_of_it() -> None:
    """15.7.4 Ten copies of a kind are all there can be: no possible world has an eleventh."""
    table = position(BOARD, hands=["", "anubis pharaoh-1"], decks=["archer", "slinger " * 9])
    known = Known({"pharaoh-1": 1}, {"medjay": 10})

    for seed in range(30):
        realm = determinized(table, 0, known, seed).state.realms[1]
        assert "medjay" not in realm.hand + realm.deck
        assert len(realm.deck) == 9


@pytest.mark.parametrize(
    ("hands", "graveyards", "answers"),
    [
        (("", "musha"), ("archer",), ((0, Attack("f1", "f1")), (1, UseSupport("musha", "musha")))),
        (("ninja", "medjay"), (), ((0, UseSupport("ninja", "ninja_spy")), (1, Pass()))),
        (("wizard", "medjay"), (), ((0, Attack("f1", "f1")), (1, UseSupport("medjay", "medjay")))),
        (("archer", "sorcerer"), (), ((0, UseSupport("archer", "archer")), (1, UseSupport("sorcerer", "sorcerer")))),
    ],
)
def test_possible_world_in_the_middle_of_something_goes_on_like_the_real_one(
    hands: tuple[str, str], graveyards: tuple[str, ...], answers: tuple[Any, ...]
) -> None:
    """The prompt and the attack or support in progress determine the frames."""
    table = position(
        """
        . . .
        . guardian anubis
        archer guardian .
        . . .
        """,
        hands=hands,
        graveyards=graveyards,
        kingdoms=("", "archer"),
    )
    play(table, *answers)
    seat = asked_now(table)[0].seat
    other = table.state.realms[1 - seat].hand

    world = determinized(table, seat, Known(dict(Counter(other)), {}), 1)
    choice = legal_actions(world, seat)[0]

    assert play(world, (seat, choice)) == play(table, (seat, choice))
    assert asked_now(world) == asked_now(table)
