"""13.7 What a seat cannot know, what it remembers, which worlds are possible to it."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec import UNSET

from rules.engine import Drew, Pass, QuickChance, SeenEvent, Table, act, legal_actions, redact, seats_to_act, view
from rules.lords_of_war import teams
from rules.lords_of_war.effects import (
    CardChosen,
    Deployed,
    DeploymentPassed,
    Eliminated,
    GeneralSetAside,
    HandShown,
    Recalled,
)
from rules.lords_of_war.knowledge.armies import of_army
from rules.lords_of_war.knowledge.memory import Memory
from tests.rules.laws import random_game
from tests.rules.lords_of_war.positions import CARDS, RULES, battle, kinds
from tests.rules.lords_of_war.setups import SETUPS, decks
from tests.rules.setups import Setup

ORCS, ELVES = decks("orcs-core", "elves-core")


def memory_of(seat: int = 0, mode: str = "duel", **options: Any) -> Memory:
    deck = [ORCS, ELVES, {"cards": {}}][seat % 3] if mode == "three_player" else [ORCS, ELVES][seat % 2]
    return RULES.new_memory(RULES.read_options({"mode": mode, **options}), seat, deck)  # type: ignore[no-any-return]


def show(memory: Memory, *effects: Any) -> Memory:
    """The effects, as a spectator of seat 1 would be shown them."""
    RULES.update_memory(memory, SeenEvent(1, None, effects))
    return memory


def hidden_start() -> list[Any]:
    """What seat 0 is shown of the other hand's deal."""
    return [
        redact(GeneralSetAside(1, "hand", "erendrial-aegis"), 0),
        redact(Drew(1, 5, ("elven-archer",) * 5), 0),
    ]


# Memory


def test_of_anothers_deal_only_the_place_of_the_general_is_known() -> None:
    """13.7.3"""
    assert hidden_start()[0].card is UNSET

    memory = show(memory_of(), *hidden_start())

    assert (memory.counts, memory.known, memory.hidden_generals) == ([0, 6], [[], []], [False, True])


def test_ones_own_cards_are_known_from_the_deal_on() -> None:
    """13.7.2"""
    memory = memory_of()

    show(memory, GeneralSetAside(0, "hand", "gonke-longtooth"), Drew(0, 2, ("orc-butcher", "orc-catapult")))

    assert memory.known[0] == ["gonke-longtooth", "orc-butcher", "orc-catapult"]
    assert memory.seen[0] == ["gonke-longtooth", "orc-butcher", "orc-catapult"]
    assert memory.hidden_generals == [False, False]


def test_a_recalled_card_is_known_until_deployed() -> None:
    """13.7.3"""
    memory = show(memory_of(), *hidden_start(), Deployed(1, "elven-archer", (4, 3), "challenge", "hand"))
    assert (memory.known[1], memory.seen[1], memory.counts[1]) == ([], ["elven-archer"], 5)

    show(memory, Recalled(1, "elven-archer", (4, 3), 1))
    assert (memory.known[1], memory.counts[1], memory.field) == (["elven-archer"], 6, {})

    show(memory, Deployed(1, "elven-archer", (4, 3), "engage", "hand"))
    assert (memory.known[1], memory.seen[1], memory.counts[1]) == ([], ["elven-archer"], 5)


def test_a_shown_hand_and_a_chosen_card_are_known() -> None:
    """13.7.3"""
    memory = show(memory_of(), *hidden_start(), CardChosen(1, "elven-archer"))
    assert memory.known[1] == ["elven-archer"]

    show(
        memory,
        Deployed(1, "elven-archer", (4, 3), "forced", "hand"),
        HandShown(1, ("elven-archer", "elven-archer", "elven-ballista", "elven-dragoon-e", "erendrial-aegis")),
    )

    assert sorted(memory.known[1]) == [
        "elven-archer",
        "elven-archer",
        "elven-ballista",
        "elven-dragoon-e",
        "erendrial-aegis",
    ]
    assert Counter(memory.seen[1])["elven-archer"] == 3
    assert memory.hidden_generals == [False, False]


def test_a_pass_tells_that_there_is_no_support_unit() -> None:
    """13.7.4: only with an empty square beside a friend."""
    told = show(memory_of(), *hidden_start(), Deployed(1, "palisade", (4, 3), "challenge", "hand"), DeploymentPassed(1))
    untold = show(memory_of(), *hidden_start(), DeploymentPassed(1))
    assert (told.no_support, untold.no_support) == ([0, 4], [0, 0])
    owners = {(0, 0): 1, (1, 0): 0, (0, 1): 0, (1, 1): 0}
    corner = [Deployed(owner, "palisade", square, "engage", "hand") for square, owner in owners.items()]
    assert show(memory_of(), *hidden_start(), *corner, DeploymentPassed(1)).no_support == [0, 0]

    show(told, redact(Drew(1, 1, ("elven-archer",)), 0), Deployed(1, "elven-dragoon-e", (5, 3), "engage", "hand"))
    assert told.no_support == [0, 3]
    show(told, Deployed(1, "elven-archer", (5, 4), "support", "hand"))
    assert told.no_support == [0, 3]
    show(told, Eliminated(1, "palisade", (4, 3), 9, 5, ((3, 3),)), HandShown(1, ("elven-dragoon-e",) * 3))
    assert told.no_support == [0, 0]


def test_the_general_in_reserve_is_in_no_hand() -> None:
    """9.6, 13.7.3"""
    memory = show(
        memory_of(mode="three_player"),
        GeneralSetAside(1, "reserve", "erendrial-aegis"),
        redact(Drew(1, 3, ("elven-archer",) * 3), 0),
        CardChosen(1, "erendrial-aegis"),
        Deployed(1, "erendrial-aegis", (4, 3), "challenge", "reserve"),
    )

    assert (memory.counts, memory.known, memory.hidden_generals) == ([0, 3, 0], [[], [], []], [False] * 3)
    show(memory, Recalled(2, "erendrial-aegis", (4, 3), 1), CardChosen(2, "erendrial-aegis"))
    assert (memory.counts, memory.known) == ([0, 3, 1], [[], [], ["erendrial-aegis"]])


# Exchanging what is not known


def game_of(name: str, seed: int, actions: int) -> Table[Any, Any]:
    setup = next(setup for setup in SETUPS if setup.name == name)
    for number, table in enumerate(random_game(setup, seed)):
        if number == actions:
            return table
    raise AssertionError("the game is over")


def redealt(table: Table[Any, Any], seat: int, seed: int) -> Table[Any, Any]:
    other = table.clone(QuickChance(0))
    RULES.redeal(other, seat, QuickChance(seed))
    return other


def test_a_core_deck_is_only_dealt_anew() -> None:
    """13.7.2, 13.7.5: deck and hand of the other seat change places, counts and generals stay."""
    table = game_of("duel", 3, 30)
    hand, deck = table.state.hands[1], table.state.decks[1]

    others = [redealt(table, 0, seed).state for seed in range(8)]

    for other in others:
        assert Counter(other.hands[1] + other.decks[1]) == Counter(hand + deck)
        assert len(other.hands[1]) == len(hand)
        assert Counter(other.decks[0]) == Counter(table.state.decks[0])
        assert other.hands[0] == table.state.hands[0]
        assert ("asul-the-bygone-king" in other.hands[1]) == ("asul-the-bygone-king" in hand)
    assert len({tuple(sorted(other.hands[1])) for other in others}) > 1
    assert len({tuple(other.decks[0]) for other in others}) > 1


def test_a_custom_deck_may_be_any_of_its_army() -> None:
    """13.7.5"""
    table = game_of("duel-custom", 2, 20)
    free = table.state.hands[1] + table.state.decks[1]

    others = [redealt(table, 0, seed).state for seed in range(8)]

    for other in others:
        dealt = other.hands[1] + other.decks[1]
        assert Counter(CARDS[slug].rank for slug in dealt) == Counter(CARDS[slug].rank for slug in free)
        assert {CARDS[slug].army for slug in dealt} == {"templars"}
        assert Counter(other.decks[0]) == Counter(table.state.decks[0])
    assert any(Counter(other.hands[1] + other.decks[1]) != Counter(free) for other in others)


def test_a_mercenary_deck_keeps_two_armies() -> None:
    """13.7.5, 4.7"""
    table = game_of("duel-unbounded-mercenary", 1, 25)
    free = table.state.hands[1] + table.state.decks[1]

    for seed in range(8):
        other = redealt(table, 0, seed).state
        dealt = other.hands[1] + other.decks[1]
        assert Counter(CARDS[slug].rank for slug in dealt) == Counter(CARDS[slug].rank for slug in free)
        assert len({CARDS[slug].army for slug in dealt}) > 1


def test_the_last_secret_cards_of_mercenaries_are_of_a_second_army() -> None:
    """13.7.5, 4.7: all that has been seen is of the orcs."""
    for seed in range(20):
        (drawn,) = of_army(RULES.cards, "mercenary", ["conscript"], ["orc-catapult"], QuickChance(seed))
        assert (CARDS[drawn].rank, CARDS[drawn].army != "orcs") == ("conscript", True)


def test_the_general_that_lay_in_reserve_stays_what_he_is() -> None:
    """5.2, 13.7.3, 13.7.5: the general was public from the start, so it stays known after a recall to a hand."""
    options = {"mode": "three_player", "army_rule": "mercenary"}
    hands = {0: ["gonke-longtooth"], 1: ["palisade", "erendrial-aegis"], 2: ["palisade"]}
    table = battle({(3, 3): ("palisade", 0)}, hands=hands, options=options)

    others = [redealt(table, 0, seed).state.hands for seed in range(8)]

    assert all("erendrial-aegis" in other[1] for other in others)


def test_in_three_player_one_deck_feeds_two_hands() -> None:
    """13.7.2: seat 1 does not know its partner's hand either."""
    table = game_of("three-player", 1, 12)
    hands = table.state.hands

    others = [redealt(table, 1, seed).state for seed in range(8)]

    for other in others:
        assert other.hands[1] == hands[1]
        assert Counter(other.hands[2] + other.decks[1]) == Counter(hands[2] + table.state.decks[1])
    assert len({tuple(sorted(other.hands[2])) for other in others}) > 1


def test_the_chosen_card_stays() -> None:
    """13.7.3"""
    table = battle({}, hands={1: ["orc-butcher", "palisade"]}, active=1, decks={1: ["elven-archer"] * 20})
    table.state.chosen_card = "orc-butcher"

    for seed in range(8):
        assert "orc-butcher" in redealt(table, 0, seed).state.hands[1]


# Possible worlds


def determinized(setup: Setup, seed: int, stop: int) -> tuple[Table[Any, Any], Table[Any, Any], int, Memory]:
    """The table after this many random actions, and a possible world of the seat with the prompt."""
    rng = random.Random(seed)
    table = setup.start(seed)
    options = table.options
    memories = [RULES.new_memory(options, s, setup.decks[s]) for s in range(teams.SEATS[options.mode])]
    action, mover = None, None
    for _ in range(stop):
        for seat, memory in enumerate(memories):
            RULES.update_memory(
                memory, SeenEvent(mover, action, tuple(redact(effect, seat) for effect in table.effects))
            )
        if table.outcome is not None:
            break
        mover = seats_to_act(table)[0]
        action = rng.choice(legal_actions(table, mover))
        act(table, mover, action)
    for seat, memory in enumerate(memories):
        RULES.update_memory(memory, SeenEvent(mover, action, tuple(redact(effect, seat) for effect in table.effects)))
    seat = seats_to_act(table)[0]
    return table, RULES.determinize(view(table, seat, 0), seat, memories[seat], QuickChance(seed)), seat, memories[seat]


@pytest.mark.parametrize("stop", [0, 3, 17, 40])
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_an_imagined_world_keeps_every_list_and_count(setup: Setup, stop: int) -> None:
    """13.7: decks and hands have their counts, decks their ranks, known cards lie where they are known to lie."""
    if setup.name == "duel-short":
        stop = min(stop, 3)
    table, world, seat, memory = determinized(setup, 5, stop)
    real, other = table.state, world.state

    assert [len(hand) for hand in other.hands] == [len(hand) for hand in real.hands]
    assert [len(deck) for deck in other.decks] == [len(deck) for deck in real.decks]
    assert other.hands[seat] == sorted(real.hands[seat])
    for place, known in enumerate(memory.known):
        assert not Counter(known) - Counter(real.hands[place])
        assert not Counter(known) - Counter(other.hands[place])
    everything = [[*s.reserve, *(c for zone in (*s.hands, *s.decks) for c in zone)] for s in (real, other)]
    if table.options.army_rule == "core":
        assert Counter(everything[0]) == Counter(everything[1])
    assert Counter(CARDS[c].rank for c in everything[0]) == Counter(CARDS[c].rank for c in everything[1])


def test_what_is_imagined_is_drawn_anew_each_time() -> None:
    table, _, seat, memory = determinized(SETUPS[0], 5, 20)
    sight = view(table, seat, 0)

    worlds = [RULES.determinize(sight, seat, memory, QuickChance(seed)).state for seed in range(8)]

    assert len({tuple(sorted(world.hands[1 - seat])) for world in worlds}) > 1
    assert len({tuple(world.decks[seat]) for world in worlds}) > 1


def test_a_hand_without_support_is_imagined_without() -> None:
    """13.7.4"""
    units = {
        (0, 5): ("palisade", 0),
        (0, 4): ("orc-butcher", 1),
        (1, 4): ("orc-butcher", 1),
        (1, 5): ("orc-butcher", 1),
    }
    plain = [slug for slug in ELVES["cards"] if not CARDS[slug].support and CARDS[slug].rank == "regular"]
    table = battle(
        units,
        hands={0: ["orc-butcher"], 1: plain[:3]},
        active=1,
        decks={0: ["orc-butcher"], 1: ["elven-archer"] * 32},
        armies=["orcs", "elves"],
    )
    memory = memory_of()
    memory.counts, memory.known[0] = [1, 3], ["orc-butcher"]
    memory.field = {place: unit.team for place, unit in table.state.units.items()}
    assert legal_actions(table, 1) == [Pass()]

    RULES.update_memory(memory, SeenEvent(1, Pass(), tuple(redact(effect, 0) for effect in act(table, 1, Pass()))))

    assert memory.no_support == [0, 3]
    memory.seen[0] = list((Counter(ORCS["cards"]) - Counter(["orc-butcher"])).elements())
    for seed in range(5):
        world = RULES.determinize(view(table, 0, 0), 0, memory, QuickChance(seed))
        assert [CARDS[slug].support for slug in world.state.hands[1]] == [False] * 3
    memory.no_support[1] = 0
    free = [RULES.determinize(view(table, 0, 0), 0, memory, QuickChance(seed)).state.hands[1] for seed in range(5)]
    assert any(CARDS[slug].support for hand in free for slug in hand)
    assert kinds(table) == [(1, "reinforce")]
