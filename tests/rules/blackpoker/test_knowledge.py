"""11.11 What a seat cannot know, what it remembers, and the worlds that are possible to it."""

from collections import Counter
from typing import Any

from rules.blackpoker.actions import PASS, ChooseHand, PlaceBulwark, PlaceOnDeck, Search, SetState
from rules.blackpoker.knowledge.memory import Memory, PossibleLocation
from rules.blackpoker.options import Options
from rules.blackpoker.state import GameTable
from rules.engine import QuickChance, SeenEvent, Table, act, canonical, legal_actions, redact, view
from tests.rules.blackpoker.positions import (
    at,
    bulwark,
    call,
    card,
    cards,
    drive,
    duel,
    side,
    soldier,
)

PACK = "♠A ♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♠9 ♠10 ♠J ♠Q ♠K ♥A ♥2 ♥3 ♥4 ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥J ♥Q ♥K"
PACK += " ♦A ♦2 ♦3 ♦4 ♦5 ♦6 ♦7 ♦8 ♦9 ♦10 ♦J ♦Q ♦K ♣A ♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8 ♣9 ♣10 ♣J ♣Q ♣K ★ ★"


def rest(*gone: str) -> str:
    """The pack without these cards: what else the deck of a full frame holds."""
    left = PACK.split()
    for one in " ".join(gone).split():
        left.remove(one)
    return " ".join(left)


class Watched:
    """A table, and what seat 0 remembers of it."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.rules = table.rules
        self.memory: Memory = self.rules.new_memory(table.options, 0, {"cards": Counter(cards(PACK))})
        for side_, known in zip(table.state.sides, self.memory.sides, strict=True):
            known.soldiers = {one.id: one.cards[:] for one in side_.soldiers}

    def do(self, seat: int, *actions: Any) -> None:
        for action in actions:
            self.rules.observe_choices(self.memory, view(self.table, 0, 0), legal_actions(self.table, 0))
            assert action in legal_actions(self.table, seat)
            effects = act(self.table, seat, action)
            shown = tuple(redact(effect, 0) for effect in effects)
            self.rules.update_memory(self.memory, SeenEvent(seat, redact(action, 0, seat), shown))

    @property
    def other(self) -> Any:
        return self.memory.sides[1]

    def determinized(self, seed: int = 0) -> Table[Any, Any]:
        return self.rules.determinize(view(self.table, 0, 0), 0, self.memory, QuickChance(seed))

    def checked(self) -> list[Table[Any, Any]]:
        """Twenty worlds, each of which looks like the real one to seat 0."""
        worlds = [self.determinized(seed) for seed in range(20)]
        real = canonical([view(self.table, 0, 0), legal_actions(self.table, 0)])
        for world in worlds:
            assert canonical([view(world, 0, 0), legal_actions(world, 0)]) == real
        return worlds


def test_11_11_4_a_redeal_exchanges_what_is_hidden_and_nothing_else() -> None:
    """There is something to leak, and the seat sees none of it."""
    mine = side("♠2", rest("♠2 ♥K"), "♥K")
    yours = side("♥9 ♥8", rest("♥9 ♥8 ♣5 ♣6 ♣7 ♦3"), "♣5 ♣6 ♣7", bulwarks=[bulwark("♦3")])
    table = duel(mine, yours)
    before, seen = view(table, "audit", 0).game, canonical(view(table, 0, 0))

    table.rules.redeal(table, 0, QuickChance(1))

    after = view(table, "audit", 0).game
    assert canonical(view(table, 0, 0)) == seen
    assert after.seats[0].deck.cards != before.seats[0].deck.cards
    for zone in ("deck", "hand", "graveyard", "bulwarks"):
        assert getattr(after.seats[1], zone) != getattr(before.seats[1], zone)
    assert after.seats[1].graveyard.top == card("♣7")


def test_11_11_3_during_a_search_deck_and_set_aside_do_not_mix() -> None:
    table = duel(side("★", "♣2 ♣3 ♣4", set_aside="♥2 ♥3 ♥4"), side("♠2"), frame="random40")
    act(table, 0, call("search", "★"))
    choices = legal_actions(table, 0)

    for seed in range(20):
        table.rules.redeal(table, 0, QuickChance(seed))
        assert legal_actions(table, 0) == choices


def test_11_11_3_before_it_they_do() -> None:
    table = duel(side("★", "♣2 ♣3 ♣4", set_aside="♥2 ♥3 ♥4"), side("♠2"), frame="random40")

    table.rules.redeal(table, 0, QuickChance(1))

    assert sorted(table.state.sides[0].deck) != cards("♣2 ♣3 ♣4")


def test_11_11_4_the_hand_is_not_mixed_while_it_is_seen() -> None:
    table = duel(side("♦2 ♣2"), side("♥9 ♥8", "♣4 ♣5 ♣6"))
    act(table, 0, call("hand_destruction", "♦2 ♣2"))
    act(table, 1, PASS)

    table.rules.redeal(table, 0, QuickChance(1))

    assert table.state.sides[1].hand == cards("♥8 ♥9")


def test_11_11_7_a_secret_deck_list_may_become_another_of_the_same_size() -> None:
    table = duel(side("♠2"), side("♥9", "♣4 ♣5 ♣6"), frame="regular")
    before = Counter(table.state.sides[1].deck + table.state.sides[1].hand)

    table.rules.redeal(table, 0, QuickChance(1))

    after = Counter(table.state.sides[1].deck + table.state.sides[1].hand)
    assert after != before and after.total() == before.total()


def test_11_11_5_what_comes_to_hand_openly_is_known() -> None:
    """Key cards of a recall, and a soldier that returns with them."""
    mine, yours = side("♠2 ♠3", rest("♠2 ♠3")), side("♥5 ♥6", rest("♥5 ♥6 ♣9 ♦2"), soldiers=[soldier("♣9")])
    yours.bulwarks = [bulwark("♦2")]
    watched = Watched(duel(mine, yours))
    watched.do(0, call("end"))
    watched.do(1, call("recall", "♥5 ♥6"), drive(2), at(1))
    watched.do(0, PASS)

    assert watched.other.hand == cards("♣9 ♥5 ♥6")
    assert all(world.state.sides[1].hand == sorted(cards("♣9 ♥5 ♥6")) for world in watched.checked())


def test_11_11_5_a_shown_hand_is_remembered_until_a_bulwark_may_be_any_of_it() -> None:
    watched = Watched(duel(side("♦2 ♣2 ♠2", rest("♦2 ♣2 ♠2")), side("♥9 ♥8 ♥7", rest("♥9 ♥8 ♥7"))))
    watched.do(0, call("hand_destruction", "♦2 ♣2"))
    watched.do(1, PASS)
    watched.do(0, ChooseHand(card("♥9")))
    assert watched.other.hand == cards("♥7 ♥8")
    watched.checked()

    watched.table.state.turn_player = watched.table.state.chance = 1
    watched.do(1, call("set_bulwark"), PlaceBulwark(card("♥8")))

    assert (watched.other.hand, watched.other.possible_locations) == (
        [],
        [PossibleLocation(card("♥7"), 1), PossibleLocation(card("♥8"), 1)],
    )
    worlds = [watched.determinized(seed) for seed in range(20)]
    walls = {world.state.sides[1].bulwarks[0].cards[0] for world in worlds}
    assert walls == set(cards("♥7 ♥8"))
    assert all({*world.state.sides[1].hand, *world.state.sides[1].bulwarks[0].cards} == walls for world in worlds)


def test_11_11_5_what_the_lance_put_on_a_deck_is_known_until_it_has_been_damaged() -> None:
    mine, yours = (
        side("♦A ♠A ♠2", rest("♦A ♠A ♠2")),
        side("♥9", rest("♥9 ♠5 ♠7 ♠9"), soldiers=[soldier("♠5 ♠7 ♠9")]),
    )
    watched = Watched(duel(mine, yours))
    watched.do(0, call("death_lance", "♦A ♠A"), at(1))
    watched.do(1, PASS)
    watched.do(0, PlaceOnDeck(card("♠9")), PlaceOnDeck(card("♠5")))

    assert watched.other.deck_top == cards("♠9 ♠5")
    assert card("♠7") in watched.other.graveyard
    assert all(world.state.sides[1].deck[-2:] == cards("♠9 ♠5") for world in watched.checked())


def test_11_11_5_a_reversed_soldier_is_known_face_down() -> None:
    mine, yours = side("♥2 ♣2 ♠2", rest("♥2 ♣2 ♠2")), side("♥9", rest("♥9 ♠5 ♠7"), soldiers=[soldier("♠5 ♠7")])
    watched = Watched(duel(mine, yours))
    watched.do(0, call("reverse", "♥2 ♣2"), at(1))
    watched.do(1, PASS)
    watched.do(0, SetState("charged"))

    assert watched.other.bulwarks == {2: card("♠5"), 3: card("♠7")}
    for world in watched.checked():
        assert [wall.cards for wall in world.state.sides[1].bulwarks] == [[card("♠5")], [card("♠7")]]


def test_11_11_6_what_generation_change_passed_over_is_low_and_what_it_found_is_high() -> None:
    deck = "♣2 ♣3 ♣4 ♥K " + rest("♣2 ♣3 ♣4 ♥K ♥9 ♦Q")
    watched = Watched(
        duel(side("♥2 ♦2 ♠2", rest("♥2 ♦2 ♠2")), side("♥9", deck, bulwarks=[bulwark("♦Q")])),
    )
    watched.do(0, call("destroy_bulwark", "♥2 ♦2"), at(1))
    watched.do(1, PASS)

    assert (watched.other.passed_over, watched.other.found) == (2, 1)
    assert watched.other.graveyard == cards("♦Q ♣4")
    generation = watched.table.cards.generation
    for world in watched.checked():
        unknown = world.state.sides[1]
        assert [one in generation for one in sorted(unknown.graveyard, key=card("♦Q").__eq__)] == [False] * 3 + [True]
        assert any(one in generation for one in unknown.hand)


def test_11_11_3_a_search_tells_the_deck_from_what_is_set_aside_for_ever() -> None:
    aside = " ".join(f"♥{rank}" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]) + " ★"
    mine = side("★ ♠2", rest(aside, "★ ♠2"), set_aside=aside)
    mine.hand = sorted(cards("★ ♠2"))
    watched = Watched(duel(mine, side("♥9", rest("♥9")), frame="random40"))
    watched.table.chance = QuickChance(0)

    watched.do(0, call("search", "★"), Search(card("♠K")))

    assert watched.memory.set_aside is not None
    assert sorted(watched.memory.set_aside) == sorted(cards(aside))
    assert all(sorted(world.state.sides[0].set_aside) == sorted(cards(aside)) for world in watched.checked())


def test_11_11_2_the_own_deck_is_the_own_list_in_another_order() -> None:
    watched = Watched(duel(side("♠2", rest("♠2")), side("♥9", rest("♥9"))))

    decks = [world.state.sides[0].deck for world in watched.checked()]

    assert all(Counter(deck) == Counter(cards(rest("♠2"))) for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 20


def test_11_11_2_what_the_lance_put_on_the_own_deck_stays_on_top() -> None:
    mine = side("♠2", rest("♠2 ♠5 ♠7 ♠9"), soldiers=[soldier("♠5 ♠7 ♠9")])
    watched = Watched(duel(mine, side("♦A ♠A ♥2", rest("♦A ♠A ♥2"))))
    watched.table.state.turn_player = watched.table.state.chance = 1
    watched.do(1, call("death_lance", "♦A ♠A"), at(1))
    watched.do(0, PASS)
    watched.do(1, PlaceOnDeck(card("♠9")), PlaceOnDeck(card("♠5")))

    worlds = watched.checked()

    assert all(world.state.sides[0].deck[-2:] == cards("♠9 ♠5") for world in worlds)


def test_11_11_7_a_secret_list_is_drawn_from_the_fitting_starter_decks_and_from_the_pack() -> None:
    spellbook = next(one for one in Watched(duel(side(), side())).table.cards.starters if one.slug == "spellbook40")
    listed = sorted(slug for slug, n in spellbook.cards.items() for _ in range(n))
    table = duel(side("♠2"), side("♥9"), frame="constructed40")
    table.state.sides[1].hand, table.state.sides[1].deck = ["joker"], [one for one in listed if one != "joker"]
    table.state.sides[1].deck.append("joker")
    rules = table.rules
    deck = {"cards": Counter([*table.state.sides[0].deck, "spade-2"])}
    memory = rules.new_memory(Options("std", "constructed40"), 0, deck)
    memory.sides[1].hand = ["joker"]

    worlds = [rules.determinize(view(table, 0, 0), 0, memory, QuickChance(seed)) for seed in range(20)]

    lists = [sorted(world.state.sides[1].deck + world.state.sides[1].hand) for world in worlds]
    assert 0 < lists.count(listed) < 20
    assert all(len(one) == 40 and "joker" in one for one in lists)


def test_11_11_8_a_known_joker_is_one_of_two() -> None:
    """The second card may be anywhere."""
    watched = Watched(duel(side("♠2", rest("♠2")), side("★ ♥9", rest("★ ♥9"))))
    watched.memory.sides[1].hand = ["joker"]

    worlds = watched.checked()

    assert all("joker" in world.state.sides[1].hand for world in worlds)
    assert any("joker" in world.state.sides[1].deck for world in worlds)
