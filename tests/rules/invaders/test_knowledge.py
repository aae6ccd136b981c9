"""13.10, 13.11: what is hidden stays hidden, and what was seen is remembered."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine import (
    QuickChance,
    SeededChance,
    SeenEvent,
    canonical,
    legal_actions,
    match_key,
    redact,
    seats_to_act,
    view,
)
from rules.invaders.cards import UNKNOWN
from rules.invaders.effects import Cast
from rules.invaders.knowledge.following import UNNAMED, World
from rules.invaders.places import EMERGENCY, INDEX
from rules.invaders.script.all_or_nothing import AllOrNothing
from rules.invaders.script.connectives import Operating
from rules.invaders.state import Source
from tests.rules import laws
from tests.rules.invaders.positions import card, do, draw_table, rules_with, seen
from tests.rules.invaders.setups import SETUPS
from tests.rules.setups import starter


def follow(rules, options, decks, seed, check):
    """A random game, with a memory for each seat that is checked after every event."""
    rng = random.Random(seed)
    table = rules.start(options, decks, SeededChance(match_key(seed.to_bytes(32, "big"), ["", ""])))
    memories = {seat: rules.new_memory(table.options, seat, decks[seat]) for seat in (0, 1)}
    action, mover = None, None
    while True:
        for seat, memory in memories.items():
            shown = tuple(redact(effect, seat) for effect in table.effects)
            shown_action = None if action is None else redact(action, seat, mover)
            rules.update_memory(memory, SeenEvent(mover, shown_action, shown))
        check(table, memories)
        if table.outcome is not None:
            return
        mover = rng.choice(list(seats_to_act(table)))
        action = rng.choice(legal_actions(table, mover))
        laws.act(table, mover, action)


def test_a_followed_world_never_contradicts_what_is_shown() -> None:
    """Known cards are where memory has them, at every prompt of a game."""
    setup = SETUPS[0]

    def check(table, memories):
        for seat, memory in memories.items():
            assert memory.worlds
            for world in memory.worlds:
                for own, real in zip(world.state.seats, table.state.seats, strict=True):
                    known = Counter(card for card in own.hand if card not in UNNAMED)
                    assert known <= Counter(real.hand)
                    pairs = zip(own.deck, real.deck, strict=True)
                    assert all(card in UNNAMED or card == other for card, other in pairs)
                assert [card for card in world.state.seats[seat].hand if card in UNNAMED] == []

    follow(setup.rules, setup.options, setup.decks, 3, check)


def hand(pick: str, **more: object) -> dict[str, object]:
    return {"pick": pick, "zone": "hand", "side": "own", **more}


CHEAP = {"cost_max": 2}
BURIED = {"op": "exile", "select": {"pick": "choose", "zone": "grave", "side": "own"}}
BURIED_BY_ENEMY = {
    "op": "exile", "select": {"pick": "choose", "zone": "grave", "side": "enemy", "chooser": "enemy"},
}  # fmt: skip
IN_SECRET = {
    "one is chosen and played": [{"op": "play", "select": hand("choose"), "as_cast": False}],
    "two are chosen and played": [{"op": "play", "select": hand("choose", count=2, up_to=True), "as_cast": True}],
    "all that fit are played": [{"op": "play", "select": hand("all", filter=CHEAP), "as_cast": False}],
    "all that fit return": [{"op": "return", "select": hand("all", filter=CHEAP), "to": "deck_top"}],
    "all are discarded after a draw": [{"then": [{"op": "draw", "who": "own", "amount": 1},
                                                 {"op": "discard", "select": hand("all")}]}],
    "some are chosen long before they leave": [
        {"by": [{"op": "discard", "select": hand("choose")}, {"op": "exile", "select": hand("all", filter=CHEAP)}],
         "do": [BURIED, {"op": "draw", "who": "own", "amount": 2}]},
    ],
    "one is chosen, then the enemy chooses": [
        {"by": [{"op": "discard", "select": hand("choose")}, BURIED_BY_ENEMY],
         "do": [{"op": "draw", "who": "own", "amount": 2}]},
    ],
    "all that fit are meant, then the enemy chooses": [
        {"by": [{"op": "discard", "select": hand("all", filter=CHEAP)}, BURIED_BY_ENEMY],
         "do": [{"op": "draw", "who": "own", "amount": 2}]},
    ],
    "one of those looked at": [
        {"op": "look", "count": 3, "take": {"count": 1, "up_to": True, "to": "hand"}, "rest": "deck_top"},
        {"op": "look", "count": 2, "take": {"count": 1, "up_to": False, "to": "hand"}, "rest": "grave"},
    ],
}  # fmt: skip


@pytest.mark.parametrize("what", IN_SECRET)
def test_what_an_effect_does_with_hidden_cards_is_followed(what: str) -> None:
    """Law 12 for cards by authors. The other seat sees what they were when they are revealed."""
    asking = {"may": {"op": "draw", "who": "enemy", "amount": 1}}
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [*IN_SECRET[what], asking]}])
    rules = rules_with(spell)
    deck = dict(starter("invaders", "usa-starter")["cards"])
    deck["spell"] = deck.pop("armored-train")
    cast = Counter()

    def check(table, memories):
        cast.update(effect.card for effect in table.effects if isinstance(effect, Cast))
        for seat in seats_to_act(table):
            assert memories[seat].worlds
            world = rules.determinize(view(table, seat, 0), seat, memories[seat], QuickChance(1))
            mine, real = (canonical([view(t, seat, 0), legal_actions(t, seat)]) for t in (world, table))
            assert mine == real
            assert laws.unfinished(world) == laws.unfinished(table)

    for seed in range(2):
        follow(rules, {"first_player": "seat_0", "year_limit": 10}, [{"cards": deck}] * 2, seed, check)
    assert cast["spell"] > 2


def test_a_memory_survives_as_bytes() -> None:
    setup = SETUPS[0]
    memory = setup.rules.new_memory(setup.rules.read_options({}), 1, setup.decks[1])
    table = setup.start(1)
    setup.rules.update_memory(memory, SeenEvent(None, None, tuple(redact(effect, 1) for effect in table.effects)))

    assert [len(own.deck) for own in memory.worlds[0].state.seats] == [40, 40]
    assert memory.deck == setup.decks[1]["cards"]


@pytest.mark.parametrize("seed", range(3))
def test_a_determinized_list_is_legal(seed: int) -> None:
    """13.11.7"""
    setup = SETUPS[2]

    def check(table, memories):
        if table.state.turn % 5 == 3 and table.outcome is None and table.state.battle is None:
            for seat in seats_to_act(table):
                world = setup.rules.determinize(view(table, seat, 0), seat, memories[seat], QuickChance(seed))
                for owner in (0, 1):
                    cards = Counter(_all_of(world, owner))
                    assert setup.rules.check_deck(None, {"cards": cards}, owner) == []
                assert Counter(_all_of(world, seat)) == Counter(setup.decks[seat]["cards"])

    follow(setup.rules, setup.options, setup.decks, seed, check)


def _all_of(table, seat):
    own = table.state.seats[seat]
    cards = own.hand + own.deck + own.removed + [buried.card for buried in own.grave]
    cards += [card.card for card in table.state.board if card is not None and card.seat == seat]
    cards += [card.card for card in (*table.state.destroyed, *table.state.resolving) if card.seat == seat]
    for browsed in (table.state.opened, table.state.looked):
        if browsed is not None and browsed.seat == seat:
            cards += browsed.cards
    return cards


def test_what_is_shown_of_a_set_emergency() -> None:
    """13.10: there is something to leak, and it is left out."""
    table = draw_table(hands=(("fog-bank",), ()))
    (action,) = [
        action for action in legal_actions(table, 0) if hasattr(action, "card") and not hasattr(action, "place")
    ]
    effect = laws.act(table, 0, action)[0]

    assert b"fog-bank" in canonical([action, effect])
    assert b"fog-bank" in canonical([redact(action, 0, 0), redact(effect, 0)])
    for viewer in (1, "public"):
        assert b"fog-bank" not in canonical([redact(action, viewer, 0), redact(effect, viewer)])


def test_a_card_that_returns_from_the_hand_is_not_shown() -> None:
    """13.2, 13.10"""
    spell = card("spell", "event", cost=0, abilities=[
        {"kind": "event", "effects": [
            {"op": "return", "select": {"pick": "choose", "zone": "hand", "side": "own"}, "to": "deck_top"},
        ]},
    ])  # fmt: skip
    table = draw_table(cards=[spell], hands=(("spell", "census"), ()))
    do(table, 0, type="cast", card="spell")
    (action,) = legal_actions(table, 0)
    effect = laws.act(table, 0, action)[0]

    assert (effect.card, effect.face_down) == ("census", True)
    assert b"census" in canonical([action])
    assert b"census" not in canonical([redact(action, 1, 0), redact(effect, 1)])


@pytest.mark.parametrize("number", range(4))
def test_a_view_alone_is_enough_between_effects(number: int) -> None:
    """When a match could not be followed, every prompt but those inside an effect is rebuilt from the view."""
    setup = SETUPS[number]
    kinds = Counter()

    def check(table, memories):
        for seat in seats_to_act(table):
            (prompt,) = [p for p in view(table, seat, 0).prompts if p.seat == seat]
            kind = type(prompt).__name__
            blank = setup.rules.new_memory(table.options, seat, setup.decks[seat])
            blank.worlds = []
            if kind in ("MayPrompt", "ChoosePrompt"):
                continue
            kinds[kind] += 1
            world = setup.rules.determinize(view(table, seat, 0), seat, blank, QuickChance(1))
            mine, real = (canonical([view(t, seat, 0), legal_actions(t, seat)]) for t in (world, table))
            assert mine == real

    follow(setup.rules, setup.options, setup.decks, 1, check)
    assert kinds["MainPrompt"] > 3 and kinds["WarPrompt"] > 3


def shown_actions(effect, **words):
    """What an event that seat 0 casts makes its seat choose: the first action, and the effects of it."""
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [effect]}])
    table = draw_table(cards=[spell], hands=(("spell", "census"), ()), **words)
    do(table, 0, type="cast", card="spell")
    action = legal_actions(table, 0)[0]
    return action, laws.act(table, 0, action)


@pytest.mark.parametrize(
    ("op", "to", "named", "known"),
    [("look", "hand", False, False), ("look", "grave", False, True), ("open", "hand", True, True)],
)
def test_what_the_other_seat_is_shown_of_a_card_that_is_taken(op: str, to: str, named: bool, known: bool) -> None:
    """13.2, 13.10: of cards looked at neither the action nor, into the hand, the effect has its name."""
    take = {"count": 1, "up_to": False, "to": to}
    action, effects = shown_actions(
        {"op": op, "count": 1, "take": take, "rest": "deck_top"}, decks=(("convoy",), ())
    )  # fmt: skip

    for viewer in (1, "public"):
        assert (b"convoy" in canonical(redact(action, viewer, 0))) == named
        assert (b"convoy" in canonical([redact(effect, viewer) for effect in effects])) == known
    assert b"convoy" in canonical(redact(action, 0, 0))


def test_a_choice_in_a_grave_is_open() -> None:
    """13.10"""
    exile = {"op": "exile", "select": {"pick": "choose", "zone": "grave", "side": "own"}}
    action, _ = shown_actions(exile, graves=(("convoy",), ()))

    assert redact(action, 1, 0) == action


DIFFERENT = ("convoy", "fog-bank", "harvest-crew", "line-infantry", "rail-porters", "town-militia")


def test_a_redeal_exchanges_what_is_hidden_and_nothing_else() -> None:
    """13.11.2, 13.11.3, 13.11.7: there is something to leak, and the seat sees none of it."""
    browse = {"op": "look", "count": 2, "take": {"count": 1, "up_to": True, "to": "hand"}, "rest": "deck_top"}
    trap = card("trap", "event", cost=None, abilities=[
        {"kind": "emergency", "trigger": {"on": "cast", "whose": "enemy"}, "effects": [browse]},
    ])  # fmt: skip
    board = {"1:E": "trap", "1:A1": "rail-porters"}
    table = draw_table(
        board, cards=[trap], decks=(DIFFERENT, DIFFERENT), graves=((), ("line-infantry",)),
        hands=(("line-infantry", "census"), ("armored-train", "supply-drive")),
    )  # fmt: skip
    do(table, 0, type="cast", card="line-infantry", place="0:A1")
    before, shown = seen(table), canonical(view(table, 0, 0))
    lists, after = set(), []

    for seed in range(20):
        world = table.clone(QuickChance(0))
        table.rules.redeal(world, 0, QuickChance(seed))
        assert canonical(view(world, 0, 0)) == shown
        after.append(seen(world))
        lists.add(tuple(sorted(_all_of(world, 1))))

    assert all(game["seats"][0]["hand"] == before["seats"][0]["hand"] for game in after)
    assert any(game["seats"][0]["deck"] != before["seats"][0]["deck"] for game in after)
    for zone in ("deck", "hand"):
        assert any(game["seats"][1][zone] != before["seats"][1][zone] for game in after)
    assert any(game["looked"] != before["looked"] for game in after)
    assert all(len(cards) == len(_all_of(table, 1)) for cards in lists)
    assert len(lists) > 1


def trap_card(slug: str) -> dict[str, Any]:
    effect = {"op": "money", "who": "own", "amount": 1}
    return card(slug, "event", cost=None, abilities=[
        {"kind": "emergency", "trigger": {"on": "cast", "whose": "enemy"}, "effects": [effect]},
    ])  # fmt: skip


def redealt(table, seat=0, worlds=30):
    for seed in range(worlds):
        world = table.clone(QuickChance(0))
        table.rules.redeal(world, seat, QuickChance(seed))
        yield world


def test_a_face_down_emergency_is_dealt_anew() -> None:
    """13.11.3, 13.11.5: it comes from deck and hand, and stays a card with an emergency ability."""
    traps = [trap_card(slug) for slug in ("trap", "snare", "pit")]
    table = draw_table({"1:E": "trap"}, cards=traps, decks=((), (*DIFFERENT, "snare")), hands=((), ("pit", "census")))
    table.state.board[EMERGENCY[1]].face_up = False
    before = canonical(view(table, 0, 0))

    worlds = list(redealt(table))

    assert all(canonical(view(world, 0, 0)) == before for world in worlds)
    lying = {world.state.board[EMERGENCY[1]].card for world in worlds}
    assert {"trap", "snare", "pit"} <= lying <= set(table.rules.cards.set_emergency)
    assert any("trap" in world.state.seats[1].hand + world.state.seats[1].deck for world in worlds)
    assert {len(_all_of(world, 1)) for world in worlds} == {len(_all_of(table, 1))}


def test_an_emergency_stays_where_it_is_face_up_or_ones_own() -> None:
    """13.11.3: there is nothing that the seat cannot know."""
    traps = [trap_card(slug) for slug in ("trap", "snare")]
    table = draw_table(
        {"0:E": "trap", "1:E": "trap"}, cards=traps, decks=((*DIFFERENT, "snare"),) * 2, hands=(("snare",),) * 2
    )
    table.state.board[EMERGENCY[0]].face_up = False
    table.state.board[EMERGENCY[1]].face_up = True

    lying = {tuple(world.state.board[place].card for place in EMERGENCY) for world in redealt(table)}

    assert lying == {("trap", "trap")}


def test_what_a_half_done_effect_has_taken_hold_of_stays() -> None:
    """13.11.1: a card of `looked` that waits for its square was shown, and has to be there when it gets one."""
    browse = {"op": "look", "count": 4, "take": {"count": 1, "up_to": False, "to": "unit"}, "rest": "deck_shuffle"}
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [browse]}])
    table = draw_table(cards=[spell], decks=((), DIFFERENT * 2), hands=((), ("spell",)), turn=2)
    do(table, 1, type="cast", card="spell")
    do(table, 1, type="choose", zone="looked", seat=1, card="line-infantry")

    for world in redealt(table):
        assert "line-infantry" in world.state.looked.cards
        do(world, 1, type="choose", place="1:A1")
        assert world.state.board[INDEX["1:A1"]].card == "line-infantry"


def test_cards_of_a_hand_that_were_chosen_stay_until_they_are_used() -> None:
    """13.11.1: also when a replacement is asked about in between (10.9, 10.10)."""
    table = draw_table(decks=((), DIFFERENT * 2), hands=((), ("census", "supply-drive", "armored-train")))
    source = Source(seat=1, card="census", ability=0)

    for frame in (AllOrNothing(source, 0, [[], ["1:census"]]), Operating(source, 0, ["1:census"])):
        table.frames.append(frame)
        assert all("census" in world.state.seats[1].hand for world in redealt(table))
        table.frames.pop()

    assert not all("census" in world.state.seats[1].hand for world in redealt(table))


def test_a_redealt_list_stays_legal() -> None:
    """13.11.7: at most three of one name, and one nation beside the stateless."""
    setup = SETUPS[0]
    table = setup.start(1)
    for seed in range(20):
        world = table.clone(QuickChance(0))
        table.rules.redeal(world, 0, QuickChance(seed))
        assert setup.rules.check_deck(None, {"cards": Counter(_all_of(world, 1))}, 1) == []


def test_held_choices_are_dealt_anew() -> None:
    """13.11.8: any hand of janken, any part of a hand."""
    janken = SETUPS[0].start(1)
    do(janken, 1, type="janken", hand="rock")
    mulligan = SETUPS[2].start(1)
    do(mulligan, 1, type="mulligan", cards=[])

    def pending(table):
        for seed in range(20):
            world = table.clone(QuickChance(0))
            table.rules.redeal(world, 0, QuickChance(seed))
            yield seen(world)["seats"][1]["pending"]

    assert {choice["hand"] for choice in pending(janken)} == {"rock", "paper", "scissors"}
    assert len({len(choice["cards"]) for choice in pending(mulligan)}) > 3


class Watched:
    """A table in the year of seat 1, with an event in its hand, and what seat 0 remembers from here on."""

    def __init__(self, effect, board, hand) -> None:
        spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [effect]}])
        self.table = draw_table(board, cards=[spell], hands=((), ("spell", *hand)), turn=2)
        self.table.chance = QuickChance(1)
        rules = self.table.rules
        self.memory = rules.new_memory(self.table.options, 0, {"cards": Counter(_all_of(self.table, 0))})
        unseen = self.table.clone(QuickChance(0))
        for zone in (unseen.state.seats[0].deck, unseen.state.seats[1].deck, unseen.state.seats[1].hand):
            zone[:] = [UNKNOWN] * len(zone)
        self.memory.worlds, self.memory.started = [World(unseen.state, unseen.frames, [[], []])], True

    def do(self, **words) -> None:
        action = self.table.rules.decode_action(canonical(words))
        shown = tuple(redact(effect, 0) for effect in laws.act(self.table, 1, action))
        self.table.rules.update_memory(self.memory, SeenEvent(1, redact(action, 0, 1), shown))

    @property
    def known_hand(self) -> list[str]:
        (world,) = self.memory.worlds
        return [slug for slug in world.state.seats[1].hand if slug not in UNNAMED]

    def determinized(self) -> Iterator[Any]:
        for seed in range(20):
            yield self.table.rules.determinize(view(self.table, 0, 0), 0, self.memory, QuickChance(seed))


def all_units(to: str):
    return {"op": "return", "select": {"pick": "all", "zone": "units", "side": "own"}, "to": to}


def test_a_unit_that_returned_to_the_hand_is_known_there() -> None:
    """13.11.4"""
    watched = Watched(all_units("hand"), {"1:A1": "town-militia"}, ["census"])

    watched.do(type="cast", card="spell")

    assert watched.known_hand == ["town-militia"]
    assert all("town-militia" in world.state.seats[1].hand for world in watched.determinized())


def test_a_unit_that_was_shuffled_into_the_deck_is_known_but_not_where() -> None:
    """13.11.4"""
    watched = Watched(all_units("deck_shuffle"), {"1:A1": "town-militia"}, ["census"])

    watched.do(type="cast", card="spell")

    worlds = list(watched.determinized())
    assert all("town-militia" in _all_of(world, 1) for world in worlds)
    assert len({tuple(slug == "town-militia" for slug in world.state.seats[1].deck) for world in worlds}) > 2


def test_when_an_emergency_is_set_a_known_card_of_the_hand_may_be_it() -> None:
    """13.11.4, 13.11.5: whatever lies there has an emergency ability."""
    watched = Watched(all_units("hand"), {"1:A1": "trench-crew"}, ["fog-bank", "census"])
    watched.do(type="cast", card="spell")
    assert watched.known_hand == ["trench-crew"]

    watched.do(type="set_emergency", card="fog-bank")

    worlds = list(watched.determinized())
    set_cards = {world.state.board[INDEX["1:E"]].card for world in worlds}
    assert watched.known_hand == []
    assert all("trench-crew" in _all_of(world, 1) for world in worlds)
    assert all(watched.table.cards.by_slug[slug].emergencies for slug in set_cards)
