"""10: what is triggered, in which order it waits and is cleared away, and what is replaced."""

import pytest

from tests.rules.invaders.positions import asked_for, at, card, do, draw_table, legal, of_type, seen, types
from tests.rules.invaders.test_effects import DRAW, HEAL, HURT, SELF, cast, choose, event

LINE = "line-infantry"
SAVE = {"op": "savings", "who": "own", "amount": 1}
DESTROY = {"op": "destroy", "select": {"pick": "all", "zone": "units", "side": "any"}}


def situation(slug, *abilities, **words):
    return card(slug, "situation", abilities=list(abilities), **words)


def triggered(on, *effects, whose="own", **words):
    filter_ = {"filter": words.pop("filter")} if "filter" in words else {}
    return {"kind": "triggered", "trigger": {"on": on, "whose": whose, **filter_}, "effects": list(effects), **words}


def replacement(event_, effect, whose="own", optional=False, **words):
    return {"kind": "replacement", "event": event_, "whose": whose, "optional": optional, "effect": effect, **words}


def static(zone, side, what):
    return {"kind": "static", "applies_to": {"zone": zone, "side": side}, "modifier": {"rule": "cannot", "what": what}}


# 10.2 Triggering


@pytest.mark.parametrize(("whose", "number"), [("own", 1), ("enemy", 2), ("any", 3)])
def test_whose_events_a_card_hears(whose: str, number: int) -> None:
    """11.2: one own unit and two of the enemy are destroyed."""
    office = situation("office", triggered("destroyed", SAVE, whose=whose))
    table, _ = cast(DESTROY, board={"0:S1": "office", "0:A1": LINE, "1:A1": LINE, "1:A2": LINE}, cards=[office])
    while asked_for(table) == [(0, "order")]:
        do(table, 0, type="resolve", index=legal(table, 0)[0]["index"])

    assert table.state.seats[0].savings == number


def test_what_a_trigger_asks_of_the_card() -> None:
    """11.2: on the field, and of a card that has left it."""
    office = situation(
        "office",
        triggered("entered", SAVE, filter={"slug": "town-militia"}),
        triggered("destroyed", HURT, whose="any", filter={"slug": "town-militia"}),
    )
    for slug, expected in ((LINE, False), ("town-militia", True)):
        table = draw_table({"0:S1": "office"}, cards=[office], hands=((slug,), ()))
        effects = do(table, 0, type="cast", card=slug, place="0:A1")
        assert bool(of_type(effects, "savings_gained")) == expected
        _, effects = cast(DESTROY, board={"0:S1": "office", "1:A1": slug}, cards=[office])
        assert bool(of_type(effects, "damaged")) == expected


def test_conditions_are_looked_at_when_it_happens() -> None:
    """10.2, 11.14: of triggered and of event abilities, and not again."""
    cond = {"condition": {"state": "total_war"}}
    office = situation("office", triggered("cast", SAVE, **cond))
    spell = card("spell", "event", cost=0, abilities=[
        {"kind": "event", "effects": [DRAW], **cond}, {"kind": "event", "effects": [{**HEAL, "amount": 9}]},
    ])  # fmt: skip
    for health, waiting in ((11, 0), (10, 3)):
        table = draw_table({"0:S1": "office"}, cards=[office, spell], hands=(("spell",), ()), health=(health, 20))
        effects = do(table, 0, type="cast", card="spell")
        assert len(seen(table)["waiting"]) == waiting
    do(table, 0, type="resolve", index=1)
    effects = do(table, 0, type="resolve", index=0)

    assert types(effects) == ["effect_started", "drew", "effect_started", "savings_gained", "put_in_grave"]


def test_a_face_down_emergency_is_turned_up_by_the_first_ability_that_fits() -> None:
    """9.3, 10.2: only one of them, and only if its condition holds; its other abilities do not work there."""
    trap = card("trap", "situation", abilities=[
        {"kind": "emergency", "trigger": {"on": "cast", "whose": "enemy"}, "condition": {"state": "total_war"},
         "effects": [SAVE]},
        {"kind": "emergency", "trigger": {"on": "cast", "whose": "enemy"}, "effects": [DRAW]},
        {"kind": "emergency", "trigger": {"on": "cast", "whose": "enemy"}, "effects": [HEAL]},
        triggered("cast", HURT, whose="enemy"), static("units", "enemy", "attack"),
    ])  # fmt: skip
    for health, expected in ((20, "drew"), (10, "savings_gained")):
        table = draw_table({"1:E": "trap"}, cards=[trap], hands=((LINE,), ()), health=(20, health))
        effects = do(table, 0, type="cast", card=LINE, place="0:A1")
        assert types(effects) == [
            "paid", "cast", "entered", "emergency_revealed", "effect_started", expected, "put_in_grave",
        ]  # fmt: skip
    assert legal(draw_table({"1:E": "trap", "0:B1": LINE}, cards=[trap], step="war"), 0, "attack") != []


def test_damage_is_heard_before_self_harm_with_its_amount() -> None:
    """9.9, 11.3"""
    gain = {"op": "savings", "who": "own", "amount": {"value": "event_amount"}}
    office = situation("office", triggered("self_harmed", gain), triggered("leader_damaged", gain))
    table, _ = cast({**HURT, "amount": 3}, board={"0:S1": "office"}, cards=[office])

    assert [(item["ability"], item["amount"]) for item in seen(table)["waiting"]] == [(1, 3), (0, 3)]
    do(table, 0, type="resolve", index=0)
    assert table.state.seats[0].savings == 6
    assert table.state.seats[0].self_harm_count == 1


# 10.3, 10.5 Settling


def test_everything_is_cleared_away_before_what_that_sets_off() -> None:
    """10.3: destroyed cards, used events, then emergencies; then recollections."""
    relic = card("relic", abilities=[triggered("put_in_grave", DRAW, whose="self")])
    trap = card("trap", "event", cost=None, abilities=[
        {"kind": "emergency", "trigger": {"on": "destroyed", "whose": "own"}, "effects": [HEAL]},
    ])  # fmt: skip

    _, effects = cast(DESTROY, board={"1:A1": "relic", "1:E": "trap"}, cards=[relic, trap])

    assert types(effects)[3:] == [
        "destroyed", "emergency_revealed", "effect_started", "put_in_grave", "put_in_grave", "put_in_grave",
        "effect_started", "drew",
    ]  # fmt: skip
    assert [effect["from"] for effect in of_type(effects, "put_in_grave")] == ["destroyed", "resolving", "1:E"]


def test_used_events_and_emergencies_are_not_recollected() -> None:
    """9.3, R10, 11.12"""
    recollection = triggered("put_in_grave", DRAW, whose="self")
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [HURT]}, recollection])
    trap = card("trap", "event", cost=None, abilities=[
        {"kind": "emergency", "trigger": {"on": "cast", "whose": "enemy"}, "effects": [HEAL]}, recollection,
    ])  # fmt: skip
    table = draw_table({"1:E": "trap"}, cards=[spell, trap], hands=(("spell",), ()))

    effects = do(table, 0, type="cast", card="spell")

    assert len(of_type(effects, "put_in_grave")) == 2
    assert of_type(effects, "drew") == []


def test_a_full_countdown_destroys_unless_that_cannot_be_and_is_recollected() -> None:
    """9.7, 11.12: more chips than it counts are as good as enough."""
    bomb = situation(
        "bomb", triggered("put_in_grave", DRAW, whose="self"), keywords=[{"name": "countdown", "value": 2}]
    )
    shield = situation("shield", static("situations", "own", "be_destroyed"))
    count = {"op": "countdown", "select": {"pick": "all", "zone": "situations", "side": "any"}, "amount": 3}

    _, effects = cast(count, board={"0:S1": "bomb"}, cards=[bomb, shield])
    assert of_type(effects, "destroyed")[0]["cause"] == "countdown"
    assert of_type(effects, "drew") != []
    table, effects = cast(count, board={"0:S1": "bomb", "0:S2": "shield"}, cards=[bomb, shield])
    assert of_type(effects, "destroyed") == []
    assert at(table, "0:S1").countdown == 3


def test_steps_are_counted_while_effects_wait_and_a_replacement_is_one() -> None:
    """10.6: the view's `steps` is 0 when a settling is over."""
    ask = {"may": DRAW}
    fort = situation("fort", replacement("leader_damage", ask))
    table, _ = cast(HURT, board={"0:S1": "fort"}, cards=[fort])
    assert (asked_for(table), seen(table)["steps"]) == ([(0, "may")], 2)

    do(table, 0, type="pass")

    assert seen(table)["steps"] == 0


def test_steps_begin_anew_with_each_settling() -> None:
    """10.6: what stood there before does not count."""
    table = draw_table(cards=[event("spell", {"may": DRAW})], hands=(("spell",), ()))
    table.state.steps = 7

    do(table, 0, type="cast", card="spell")

    assert seen(table)["steps"] == 1


# 10.10 Replacement


def test_a_replacement_needs_its_condition() -> None:
    """10.10"""
    fort = situation("fort", replacement("leader_damage", DRAW, condition={"state": "total_war"}))

    for health, expected in ((11, "damaged"), (10, "replaced")):
        assert types(cast(HURT, board={"0:S1": "fort"}, cards=[fort], health=(health, 20))[1])[3] == expected


@pytest.mark.parametrize(
    ("whose", "seat", "expected"),
    [("own", "own", True), ("own", "enemy", False), ("enemy", "own", False), ("enemy", "enemy", True)],
)
def test_whose_damage_and_draws_are_replaced(whose: str, seat: str, expected: bool) -> None:
    """10.10"""
    for op, name in (({**HURT, "to": seat}, "leader_damage"), ({**DRAW, "who": seat}, "draw")):
        fort = situation("fort", replacement(name, SAVE, whose=whose))
        assert (types(cast(op, board={"0:S1": "fort"}, cards=[fort])[1])[3] == "replaced") == expected


@pytest.mark.parametrize(
    ("whose", "given", "spared"),
    [("own", {}, {"0:A1", "0:A2"}), ("enemy", {}, {"1:A1"}), ("own", {"filter": {"slug": LINE}}, {"0:A1"})],
)
def test_whose_destruction_is_replaced(whose: str, given, spared: set[str]) -> None:
    """10.10: the cards are gone through one by one, then all that were not spared are destroyed together."""
    fort = situation("fort", replacement("destroy", SAVE, whose=whose, **given))
    board = {"0:S1": "fort", "0:A1": LINE, "0:A2": "town-militia", "1:A1": LINE}

    table, effects = cast(DESTROY, board=board, cards=[fort])

    assert {place for place in ("0:A1", "0:A2", "1:A1") if at(table, place)} == spared
    assert types(effects)[3:-1][: 2 * len(spared)] == ["replaced", "savings_gained"] * len(spared)


def test_an_offer_that_is_passed_leaves_the_next() -> None:
    """10.10, R21"""
    forts = [situation(slug, replacement("leader_damage", SAVE, optional=True)) for slug in ("one", "two")]
    table, _ = cast(HURT, board={"0:S1": "one", "1:S1": "two", "0:S2": "two"}, cards=forts)
    assert table.frames[-1].prompt(table, 0).card == "one"
    do(table, 0, type="pass")
    assert table.frames[-1].prompt(table, 0).card == "two"

    effects = do(table, 0, type="accept")

    assert types(effects) == ["replaced", "savings_gained", "put_in_grave"]
    assert table.state.seats[0].health == 20


def test_a_replacement_does_not_replace_what_it_brings_about_itself() -> None:
    """10.10: the same ability of the same card; another one does."""
    fort = situation("fort", replacement("leader_damage", {**HURT, "amount": 2}))

    assert of_type(cast(HURT, board={"0:S1": "fort"}, cards=[fort])[1], "damaged")[0]["amount"] == 2
    _, effects = cast(HURT, board={"0:S1": "fort", "0:S2": "fort"}, cards=[fort])
    assert types(effects)[3:] == ["replaced", "replaced", "damaged", "put_in_grave"]


@pytest.mark.parametrize("op", [HURT, DRAW, {**DESTROY, "select": {"pick": "all", "zone": "units", "side": "own"}}])
def test_what_was_replaced_was_not_done(op) -> None:
    """10.8"""
    fort = situation("fort", *(replacement(name, SAVE) for name in ("leader_damage", "draw", "destroy")))

    table, effects = cast({"if_done": [op, {"op": "win"}]}, board={"0:S1": "fort", "0:A1": LINE}, cards=[fort])

    assert "replaced" in types(effects)
    assert table.outcome is None


def test_from_an_empty_deck_no_draw_is_replaced() -> None:
    """11.6"""
    fort = situation("fort", replacement("draw", SAVE))

    assert "replaced" not in types(cast(DRAW, board={"0:S1": "fort"}, cards=[fort], decks=((), ()))[1])


def test_what_cannot_be_destroyed_is_not_replaced() -> None:
    """10.10: *cannot* comes before."""
    fort = situation("fort", replacement("destroy", SAVE), static("units", "own", "be_destroyed"))

    assert "replaced" not in types(cast(DESTROY, board={"0:S1": "fort", "0:A1": LINE}, cards=[fort])[1])


def test_a_replacing_effect_knows_the_card_and_the_number() -> None:
    """10.10"""
    fort = situation(
        "fort",
        replacement("leader_damage", {"op": "savings", "who": "own", "amount": {"value": "event_amount"}}),
        replacement("destroy", {"op": "return", "select": {"pick": "event"}, "to": "hand"}),
    )

    table, _ = cast({**HURT, "amount": 4}, board={"0:S1": "fort"}, cards=[fort])
    assert table.state.seats[0].savings == 4
    table, effects = cast(DESTROY, board={"0:S1": "fort", "0:A1": LINE}, cards=[fort])
    assert types(effects)[3:5] == ["replaced", "returned"]
    assert table.state.seats[0].hand == [LINE]


# 12.1


@pytest.mark.parametrize(
    ("turn", "declared", "health", "winner", "reason"),
    [
        (1, {0: "win", 1: "win"}, (20, 20), 0, "effect_win"),
        (2, {0: "win", 1: "win"}, (20, 20), 1, "effect_win"),
        (2, {0: "win"}, (0, 20), 0, "effect_win"),
        (1, {0: "lose", 1: "lose"}, (20, 20), 1, "effect_loss"),
        (2, {0: "lose", 1: "lose"}, (20, 20), 0, "effect_loss"),
        (1, {1: "lose"}, (20, 20), 0, "effect_loss"),
        (1, {0: "lose"}, (0, 20), 1, "leader_defeated"),
        (1, {}, (0, 0), 1, "leader_defeated"),
        (2, {}, (-1, 0), 0, "leader_defeated"),
    ],
)  # fmt: skip
def test_who_wins_when_several_things_strike_at_once(turn, declared, health, winner, reason) -> None:
    """12.1, 12.3"""
    table = draw_table(turn=turn, cards=[event("spell", SAVE)], hands=(("spell",), ("spell",)), health=health)
    for seat, word in declared.items():
        setattr(table.state.seats[seat], "wins" if word == "win" else "loses", True)

    do(table, 1 - turn % 2, type="cast", card="spell")

    assert (table.outcome.winners, table.outcome.reason) == ((winner,), reason)


def test_a_commander_takes_hold_of_itself_and_is_chosen_in_its_zone_alone() -> None:
    """4.5, 11.5 `self`"""
    back = {"op": "return", "select": SELF, "to": "hand"}
    ability = {"kind": "activated", "tap": False, "command": True, "effects": [back]}
    chief = card("chief", subkind="leader", abilities=[ability])
    table = draw_table({"0:HQ": "chief"}, cards=[chief])

    effects = do(table, 0, type="activate", place="0:HQ", ability=0)

    assert of_type(effects, "returned")[0]["from"] == "0:HQ"
    for zone, asked in (("commander", "choose"), ("units", "main")):
        table, _ = cast({"op": "tap", "select": choose(zone, "any")}, board={"0:HQ": "chief"}, cards=[chief])
        assert asked_for(table) == [(0, asked)]
