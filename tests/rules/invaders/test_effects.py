"""10, 11: waiting effects, connectives, replacement, operations."""

from typing import get_args

from rules.invaders.script.performing import PERFORMERS
from rules.invaders.script.vocabulary import Effect
from tests.rules.invaders.positions import asked_for, at, card, do, draw_table, legal, of_type, seen, types

LINE = "line-infantry"


def event(slug, *effects, **words):
    return card(slug, "event", cost=0, abilities=[{"kind": "event", "effects": list(effects), **words}])


def cast(*effects, board=None, hand=(), seat=0, **words):
    """A table on which an event with these effects has just been cast, and what that told."""
    hands = (("spell", *hand), words.pop("enemy_hand", ()))
    cards = [event("spell", *effects), *words.pop("cards", ())]
    table = draw_table(board, cards=cards, hands=hands, **words)
    return table, do(table, seat, type="cast", card="spell")


DRAW = {"op": "draw", "who": "own", "amount": 1}
HEAL = {"op": "heal", "to": "own", "amount": 1}
HURT = {"op": "damage", "to": "own", "amount": 1}
SELF = {"pick": "self"}
GRAVE_3 = {"op": "exile", "select": {"pick": "choose", "zone": "grave", "side": "own", "count": 3}}


def choose(zone, side="own", **words):
    return {"pick": "choose", "zone": zone, "side": side, **words}


def test_the_authored_card_read_aloud() -> None:
    """11.15, and the example of 13.9"""
    kill = event("kill", {"op": "destroy", "select": choose("units", "enemy")})
    table = draw_table({"1:B1": "old-garrison"}, cards=[kill], hands=(("kill",), ()), graves=((), (LINE,) * 3))
    do(table, 0, type="cast", card="kill")

    effects = do(table, 0, type="choose", target="1:B1")

    assert types(effects) == ["destroyed", "effect_started"]
    view = seen(table)
    assert (view["waiting"], view["steps"]) == ([], 2)
    assert len(view["in_progress"]) > 0 and seen(table, 0)["in_progress"] is None
    for remaining in (3, 2, 1):
        (prompt,) = (table.frames[-1].prompt(table, 1),)
        assert (prompt.op, prompt.remaining) == ("exile", remaining)
        effects = do(table, 1, type="choose", zone="grave", seat=1, card=LINE)
    assert types(effects) == ["exiled", "exiled", "exiled", "returned", "put_in_grave"]
    assert effects[3] == {
        "type": "returned", "seat": 1, "card": "old-garrison", "from": "destroyed", "to": "hand", "face_down": False,
    }  # fmt: skip
    assert table.state.seats[1].hand == ["old-garrison"]
    assert asked_for(table) == [(0, "main")]


def test_the_authored_card_with_too_few_in_the_grave() -> None:
    """11.15, R30"""
    kill = event("kill", {"op": "destroy", "select": choose("units", "enemy")})
    table = draw_table({"1:B1": "old-garrison"}, cards=[kill], hands=(("kill",), ()), graves=((), (LINE,) * 2))
    do(table, 0, type="cast", card="kill")

    effects = do(table, 0, type="choose", target="1:B1")

    assert types(effects) == ["destroyed", "effect_started", "rolled_back", "put_in_grave", "put_in_grave"]
    assert [e["from"] for e in of_type(effects, "put_in_grave")] == ["destroyed", "resolving"]
    assert asked_for(table) == [(0, "main")]


def test_all_or_nothing_is_put_back() -> None:
    """14.10, R22"""
    table, _ = cast({"by": [GRAVE_3], "do": [{**DRAW, "amount": 2}]}, graves=((LINE,) * 3, ()), decks=((LINE,), ()))
    before = table.state.seats[0].grave[:]
    for _ in range(3):
        effects = do(table, 0, type="choose", zone="grave", seat=0, card=LINE)

    assert types(effects) == ["rolled_back", "put_in_grave"]
    assert table.state.seats[0].grave[:3] == before
    assert (table.state.seats[0].removed, len(table.state.seats[0].deck)) == ([], 1)
    assert asked_for(table) == [(0, "main")]


def test_all_or_nothing_fails_if_any_replacement_would_apply() -> None:
    """10.9: neither it nor the replacement is carried out."""
    effect = {"by": [HURT], "do": [DRAW]}

    table, effects = cast(effect, board={"0:S1": "border-fort"})

    assert types(effects) == ["paid", "cast", "effect_started", "rolled_back", "put_in_grave"]
    assert at(table, "0:S1") is not None and table.state.seats[0].health == 20
    assert types(cast(effect)[1])[3:5] == ["damaged", "drew"]


def test_if_done_needs_the_first_and_then_does_not() -> None:
    """10.7"""
    assert types(cast({"if_done": [HEAL, DRAW]})[1]) == ["paid", "cast", "effect_started", "put_in_grave"]
    assert types(cast({"then": [HEAL, DRAW]})[1]) == ["paid", "cast", "effect_started", "drew", "put_in_grave"]
    assert types(cast({"if_done": [HEAL, DRAW]}, health=(19, 20))[1])[3:5] == ["healed", "drew"]


def test_then_is_checked_for_the_end_and_and_is_not() -> None:
    """10.5, R20"""
    deadly = [{**HURT, "amount": 2}, {"op": "win"}]

    lost, _ = cast({"then": deadly}, health=(1, 20))
    won, _ = cast({"and": deadly}, health=(1, 20))

    assert (lost.outcome.winners, lost.outcome.reason) == ((1,), "leader_defeated")
    assert (won.outcome.winners, won.outcome.reason) == ((0,), "effect_win")


def test_may_and_choose_one_are_prompts() -> None:
    table, effects = cast({"may": {"choose_one": [{"names": {"ja": "a", "en": "a"}, "do": e} for e in (DRAW, HURT)]}})
    assert types(effects) == ["paid", "cast", "effect_started"]
    assert legal(table, 0) == [{"type": "accept"}, {"type": "pass"}]
    do(table, 0, type="accept")
    assert legal(table, 0) == [{"type": "choose", "option": 0}, {"type": "choose", "option": 1}]

    assert types(do(table, 0, type="choose", option=1)) == ["damaged", "put_in_grave"]
    assert table.state.seats[0].self_harm_count == 1
    assert asked_for(table) == [(0, "main")]


def test_the_turn_player_orders_his_effects_and_comes_first() -> None:
    """10.3, R25, R26"""
    table = draw_table({"1:E": "price-controls"}, cards=[event("spell", DRAW, HEAL)], hands=(("spell",), ()))
    effects = do(table, 0, type="cast", card="spell")
    assert types(effects) == ["paid", "cast", "emergency_revealed"]
    assert [item["seat"] for item in seen(table)["waiting"]] == [0, 0, 1]
    assert legal(table, 0) == [{"type": "resolve", "index": 0}, {"type": "resolve", "index": 1}]

    effects = do(table, 0, type="resolve", index=1)

    assert [e["seat"] for e in of_type(effects, "effect_started")] == [0, 0, 1]
    assert [e["from"] for e in of_type(effects, "put_in_grave")] == ["resolving", "1:E"]
    assert asked_for(table) == [(0, "main")]


def test_a_mandatory_replacement_and_its_order() -> None:
    """10.10, R21: the first in trigger order takes the event."""
    table, effects = cast(HURT, board={"0:S1": "border-fort", "0:S2": "border-fort"})

    assert types(effects)[3:] == ["replaced", "destroyed", "put_in_grave", "put_in_grave"]
    assert effects[3] == {"type": "replaced", "seat": 0, "card": "border-fort", "ability": 0, "event": "leader_damage"}
    assert at(table, "0:S1") is None and at(table, "0:S2") is not None
    assert table.state.seats[0].health == 20


def test_an_optional_replacement_is_asked_about() -> None:
    """10.10"""
    kill = {"op": "destroy", "select": choose("units")}
    board = {"0:B1": "mountain-troops", "0:S1": "grain-exchange"}
    for answer, kept in (("accept", True), ("pass", False)):
        table, _ = cast(kill, board=board)
        do(table, 0, type="choose", target="0:B1")
        assert asked_for(table) == [(0, "may")]
        effects = do(table, 0, type=answer)
        if kept:
            assert types(effects) == ["replaced"]
            effects = do(table, 0, type="choose", target="0:S1")
        assert (at(table, "0:B1") is not None) == kept
        assert ("destroyed" in types(effects)) != kept
        assert asked_for(table) == [(0, "main")]


def test_cards_destroyed_together_are_judged_together() -> None:
    """R36: the protector replaces its own destruction and no longer protects any unit."""
    shield = card("shield", "situation", abilities=[
        {"kind": "static", "applies_to": {"zone": "units", "side": "own"},
         "modifier": {"rule": "cannot", "what": "be_destroyed"}},
    ])  # fmt: skip
    everything = {"op": "destroy", "select": {"pick": "all", "zone": "units", "side": "any"}}

    table, effects = cast(
        everything, board={"0:S1": "shield", "0:B1": LINE, "1:A1": LINE, "1:B1": LINE}, cards=[shield]
    )

    assert [e["place"] for e in of_type(effects, "destroyed")] == ["1:A1", "1:B1"]
    assert at(table, "0:B1") is not None


def test_damage_to_both_leaders() -> None:
    """R15, R33, 14.9"""
    both = {"op": "damage", "to": "each", "amount": 2}
    table, effects = cast(both)
    assert [(e["seat"], e["self_harm"]) for e in of_type(effects, "damaged")] == [(0, True), (1, False)]

    table, _ = cast(both, health=(2, 2))

    assert (table.outcome.winners, table.outcome.reason) == ((1,), "leader_defeated")
    _, effects = cast(both, board={"0:S1": "border-fort"})
    assert [(e["seat"]) for e in of_type(effects, "damaged")] == [1]
    assert types(effects)[3:5] == ["replaced", "destroyed"]


def test_win_comes_before_loss() -> None:
    """14.9, 12.1, 12.3"""
    both, _ = cast({"and": [{"op": "win"}, {"op": "lose"}]})
    assert (both.outcome.winners, both.outcome.reason) == ((0,), "effect_win")
    assert seen(both)["seats"][0]["declared"] == ["lose", "win"]

    lost, effects = cast({"op": "lose"})

    assert (lost.outcome.winners, lost.outcome.reason) == ((1,), "effect_loss")
    assert types(effects)[-2:] == ["declared", "match_ended"]
    assert effects[-2] == {"type": "declared", "seat": 0, "card": "spell", "result": "lose"}  # 13.2
    assert seen(lost)["phase"] == "over" and seen(lost)["resolving"] == [{"seat": 0, "card": "spell"}]


def test_a_loop_is_a_draw_at_the_301st_effect() -> None:
    """R6, 10.6"""
    echo = card("echo", "situation", abilities=[
        {"kind": "triggered", "trigger": {"on": "leader_damaged", "whose": "any"},
         "effects": [{"if_done": [HURT, HEAL]}]},
    ])  # fmt: skip

    table, effects = cast(HURT, board={"0:S1": "echo"}, cards=[echo])

    assert (table.outcome.winners, table.outcome.reason) == ((), "endless_loop")
    assert len(of_type(effects, "effect_started")) == 300
    assert seen(table)["steps"] == 300


def test_the_chooser_of_a_hand_is_its_owner_and_the_filter_is_believed() -> None:
    """R32: the prompt comes whenever the hand is not empty."""
    discard = {"op": "discard", "select": choose("hand", "enemy", filter={"kind": "event"})}
    table, _ = cast(discard, enemy_hand=(LINE,))
    assert asked_for(table) == [(1, "choose")]
    assert legal(table, 1) == [{"type": "done"}]
    assert types(do(table, 1, type="done")) == ["put_in_grave"]

    table, _ = cast(discard, enemy_hand=(LINE, "census"))
    assert legal(table, 1) == [{"type": "choose", "zone": "hand", "seat": 1, "card": "census"}]
    effects = do(table, 1, type="choose", zone="hand", seat=1, card="census")
    assert effects[0] == {"type": "put_in_grave", "seat": 1, "card": "census", "from": "hand", "by_effect": True}
    assert "choose" not in types(cast(discard)[1]) and asked_for(cast(discard)[0]) == [(0, "main")]


def test_units_that_cannot_be_chosen_by_their_enemy() -> None:
    """11.5"""
    board = {"1:HQ": "admiralty-board", "1:B1": "town-militia", "1:B2": LINE, "0:B1": LINE}

    table, _ = cast({"op": "tap", "select": choose("units", "any")}, board=board)

    assert [action["target"] for action in legal(table, 0)] == ["0:B1", "1:B2"]


def test_choosing_up_to() -> None:
    table, _ = cast({"op": "tap", "select": choose("units", count=2, up_to=True)}, board={"0:B1": LINE, "0:B2": LINE})
    assert legal(table, 0)[-1] == {"type": "done"}
    do(table, 0, type="choose", target="0:B2")

    assert types(do(table, 0, type="done")) == ["tapped", "put_in_grave"]
    assert asked_for(table) == [(0, "main")]


def test_the_oldest_of_equal_cards_in_a_grave_is_meant() -> None:
    """R31"""
    table, _ = cast(
        {"op": "return", "select": choose("grave"), "to": "hand"}, graves=((LINE, "census", LINE), ())
    )  # fmt: skip

    do(table, 0, type="choose", zone="grave", seat=0, card=LINE)

    assert [buried.card for buried in table.state.seats[0].grave] == ["census", LINE, "spell"]


def test_open_takes_what_fits_and_puts_the_rest_away() -> None:
    """11.10"""
    take = {"filter": {"kind": "event"}, "count": 1, "up_to": False, "to": "hand"}
    deck = (LINE, "census", "convoy", LINE)
    table, effects = cast({"op": "open", "count": 3, "take": take, "rest": "deck_bottom"}, decks=(deck, ()))
    assert effects[-1] == {"type": "opened", "seat": 0, "cards": [LINE, "census", "convoy"]}
    assert [action["card"] for action in legal(table, 0)] == ["census", "convoy"]

    effects = do(table, 0, type="choose", zone="opened", seat=0, card="convoy")

    assert effects[:2] == [
        {"type": "took", "seat": 0, "card": "convoy", "from": "opened", "to": "hand"},
        {"type": "rest_placed", "seat": 0, "count": 2, "to": "deck_bottom"},
    ]
    assert table.state.seats[0].deck == [LINE, LINE, "census"]
    nothing, effects = cast({"op": "open", "count": 1, "take": take, "rest": "grave"}, decks=(deck, ()))
    assert types(effects)[3:] == ["opened", "put_in_grave", "put_in_grave"]
    assert asked_for(nothing) == [(0, "main")]


def test_look_always_asks_while_cards_are_left() -> None:
    """11.10: what does not fit is not told."""
    take = {"filter": {"kind": "event"}, "count": 1, "up_to": False, "to": "hand"}
    table, _ = cast({"op": "look", "count": 2, "take": take, "rest": "deck_top"}, decks=((LINE,) * 3, ()))
    assert legal(table, 0) == [{"type": "done"}]
    assert seen(table, 1)["looked"] == {"seat": 0, "count": 2, "cards": None}
    assert seen(table, 0)["looked"] == {"seat": 0, "count": 2, "cards": [LINE, LINE]}

    assert types(do(table, 0, type="done")) == ["rest_placed", "put_in_grave"]


def test_a_unit_taken_from_the_deck_gets_a_square_of_its_own() -> None:
    table, _ = cast(
        {"op": "open", "count": 1, "take": {"count": 1, "up_to": True, "to": "unit"}, "rest": "deck_top"}
    )  # fmt: skip
    effects = do(table, 0, type="choose", zone="opened", seat=0, card=LINE)
    assert types(effects) == ["took"]
    prompt = table.frames[-1].prompt(table, 0)
    assert (prompt.op, prompt.remaining, len(legal(table, 0))) == ("play", 1, 6)

    effects = do(table, 0, type="choose", place="0:A2")

    assert types(effects) == ["entered", "put_in_grave"]
    assert table.state.seats[0].casts_this_turn == 1
    assert asked_for(table) == [(0, "main")]


def test_play_from_the_grave_as_a_cast_or_not() -> None:
    """11.9"""
    for as_cast, expected in ((True, ["cast", "entered", "effect_started", "savings_gained"]), (False, ["entered"])):
        play = {"op": "play", "select": choose("grave", filter={"kind": "unit"}), "as_cast": as_cast}
        table, _ = cast(play, graves=(("foundry-hands",), ()))
        do(table, 0, type="choose", zone="grave", seat=0, card="foundry-hands")
        effects = do(table, 0, type="choose", place="0:B3")
        assert types(effects) == [*expected, "put_in_grave"]
        assert table.state.seats[0].casts_this_turn == 1 + as_cast


def test_an_emergency_that_plays_itself() -> None:
    table = draw_table({"0:B1": LINE, "1:E": "trench-crew"}, step="war")
    do(table, 0, type="attack", unit="0:B1")
    effects = do(table, 0, type="target", target="1:L")
    assert types(effects) == ["targeted", "emergency_revealed", "effect_started"]

    effects = do(table, 1, type="choose", place="1:A1")

    assert types(effects) == ["entered"]
    assert asked_for(table) == [(1, "block")]


def test_recollection_only_by_an_effect() -> None:
    """R10, 11.12"""
    by_effect, effects = cast({"op": "discard", "select": choose("hand")}, hand=("caravan-hands",))
    effects = do(by_effect, 0, type="choose", zone="hand", seat=0, card="caravan-hands")
    assert types(effects) == ["put_in_grave", "effect_started", "money_changed", "put_in_grave"]

    table = draw_table({"0:B1": LINE, "1:B1": ("caravan-hands", {"tapped": True})}, step="war")
    do(table, 0, type="attack", unit="0:B1")
    assert "effect_started" not in types(do(table, 0, type="target", target="1:B1"))


def test_a_destroyed_card_triggers_nothing_but_its_last_word() -> None:
    """R37"""
    mourner = card("mourner", abilities=[
        {"kind": "triggered", "trigger": {"on": "destroyed", "whose": "any"}, "effects": [DRAW]},
    ])  # fmt: skip
    everything = {"op": "destroy", "select": {"pick": "all", "zone": "units", "side": "any"}}

    _, effects = cast(everything, board={"0:B1": "mourner", "0:B2": LINE}, cards=[mourner])

    assert types(effects)[3:] == ["destroyed", "destroyed", "put_in_grave", "put_in_grave", "put_in_grave"]


def test_a_card_that_has_changed_zone_is_another_card() -> None:
    """R34"""
    boomerang = card("boomerang", cost=0, abilities=[
        {"kind": "triggered", "keyword": "fanfare", "trigger": {"on": "cast", "whose": "self"},
         "effects": [{"op": "return", "select": SELF, "to": "hand"}, {"op": "tap", "select": SELF}]},
    ])  # fmt: skip
    table = draw_table(cards=[boomerang], hands=(("boomerang",), ()))
    do(table, 0, type="cast", card="boomerang", place="0:A1")

    effects = do(table, 0, type="resolve", index=0)

    assert types(effects) == ["effect_started", "returned", "effect_started"]
    assert table.state.seats[0].hand == ["boomerang"]


def test_countdown_is_destroyed_at_the_next_check() -> None:
    """R18, 9.7"""
    countdown = {"op": "countdown", "select": choose("situations"), "amount": 1}
    table, _ = cast(countdown, board={"0:S1": ("grain-exchange", {"countdown": 2})})

    effects = do(table, 0, type="choose", target="0:S1")

    assert types(effects)[:2] == ["countdown_placed", "destroyed"]
    assert effects[1]["cause"] == "countdown"
    assert at(table, "0:S1") is None


def test_emergencies_face_down_are_chosen_by_place_only() -> None:
    """R35"""
    board = {"1:E": "fog-bank"}
    plain, _ = cast({"op": "discard", "select": choose("emergency", "enemy")}, board=board)
    filtered, _ = cast(
        {"op": "discard", "select": choose("emergency", "enemy", filter={"emergency": True})}, board=board
    )

    assert legal(plain, 0) == [{"type": "choose", "target": "1:E"}]
    assert asked_for(filtered) == [(0, "main")]


def test_front_needs_two_other_units() -> None:
    """9.9, R34"""
    front = {"state": "front"}
    rider = card("rider", keywords=[{"name": "front"}], abilities=[
        {"kind": "static", "condition": front, "applies_to": {"zone": "self"},
         "modifier": {"stat": "military", "add": 1}},
    ])  # fmt: skip
    two = draw_table({"0:A1": "rider", "0:A2": "rider"}, cards=[rider])
    three = draw_table({"0:A1": "rider", "0:A2": "rider", "0:A3": "rider"}, cards=[rider])

    assert seen(two)["board"]["0:A1"]["military"] == 2
    assert seen(three)["board"]["0:A1"]["military"] == 3


def test_money_can_be_lost_only_as_far_as_it_goes() -> None:
    loss = {"op": "money", "who": "enemy", "amount": -2}
    table, effects = cast({"if_done": [loss, DRAW]})

    assert types(effects) == ["paid", "cast", "effect_started", "put_in_grave"]
    assert table.state.seats[1].money == 0


def test_moving_is_not_leaving() -> None:
    table, _ = cast({"op": "move", "select": choose("units")}, board={"0:A1": LINE})
    identity = at(table, "0:A1").id
    do(table, 0, type="choose", target="0:A1")
    assert [action["place"] for action in legal(table, 0)] == ["0:A2", "0:A3", "0:B1", "0:B2", "0:B3"]

    effects = do(table, 0, type="choose", place="0:B1")

    assert effects[0] == {"type": "moved", "from": "0:A1", "to": "0:B1"}
    assert at(table, "0:B1").id == identity


def test_a_die_with_cases() -> None:
    table = draw_table(hands=(("desperate-wager",), ()), chance=[5])

    effects = do(table, 0, type="cast", card="desperate-wager")

    assert of_type(effects, "rolled", "damaged") == [
        {"type": "rolled", "seat": 0, "sides": 6, "result": 5},
        {"type": "damaged", "seat": 1, "amount": 4, "cause": "effect", "self_harm": False, "health": 16},
    ]


def test_replacing_a_draw() -> None:
    """10.10, with the council of the Turkish deck."""
    table = draw_table(
        {"0:HQ": "council-of-elders"}, cards=[event("spell", {**DRAW, "amount": 2})], hands=(("spell",), ())
    )  # fmt: skip
    do(table, 0, type="cast", card="spell")
    assert asked_for(table) == [(0, "may")]

    effects = do(table, 0, type="accept")

    assert types(effects) == ["replaced", "put_in_grave", "put_in_grave"]
    assert asked_for(table) == [(0, "choose")]
    effects = do(table, 0, type="choose", zone="grave", seat=0, card=LINE)
    assert types(effects) == ["returned", "put_in_grave"]


def test_every_effect_that_a_card_may_have_can_be_carried_out() -> None:
    """11.4, 11.5, 11.6"""
    assert set(PERFORMERS) == set(get_args(Effect))
