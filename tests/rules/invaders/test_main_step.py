"""7: casting, emergencies, labour, command, activated effects."""

from tests.rules.invaders.positions import asked_for, at, card, do, draw_table, legal, of_type, seen, types

LINE = "line-infantry"


def test_casting_a_unit_as_in_the_view_example() -> None:
    """7.1, 13.5"""
    table = draw_table(hands=((LINE,), ()), money=4)

    effects = do(table, 0, type="cast", card=LINE, place="0:B2")

    assert effects == [
        {"type": "paid", "seat": 0, "money": 2, "savings": 0},
        {"type": "cast", "seat": 0, "card": LINE, "place": "0:B2"},
        {"type": "entered", "seat": 0, "card": LINE, "place": "0:B2"},
    ]
    assert seen(table, 0)["board"]["0:B2"] == {
        "card": LINE, "seat": 0, "tapped": False, "sick": True, "military": 2, "labour": 0, "military_chips": 0,
        "labour_chips": 0, "countdown": None, "keywords": [], "attacked_leader": False, "used": [], "modifiers": [],
    }  # fmt: skip
    assert asked_for(table) == [(0, "main")]


def test_money_is_spent_before_savings() -> None:
    """7.1"""
    table = draw_table(hands=((LINE,), ()), money=1)
    assert legal(table, 0, "cast") == []
    table.state.seats[0].savings = 1

    effects = do(table, 0, type="cast", card=LINE, place="0:A1")

    assert effects[0] == {"type": "paid", "seat": 0, "money": 1, "savings": 1}


def test_savings_are_kept_as_long_as_there_is_money() -> None:
    """7.1"""
    table = draw_table(hands=((LINE,), ()), money=3)
    table.state.seats[0].savings = 9

    effects = do(table, 0, type="cast", card=LINE, place="0:A1")

    assert effects[0] == {"type": "paid", "seat": 0, "money": 2, "savings": 0}
    assert (table.state.seats[0].money, table.state.seats[0].savings) == (1, 9)


def test_an_event_goes_to_its_grave_when_nothing_waits() -> None:
    table = draw_table(hands=(("supply-drive",), ()), health=(19, 20))
    effects = do(table, 0, type="cast", card="supply-drive")
    assert types(effects) == ["paid", "cast"]
    assert asked_for(table) == [(0, "order")]
    assert [item["self"] for item in seen(table)["waiting"]] == ["resolving:0", "resolving:0"]
    assert seen(table)["resolving"] == [{"seat": 0, "card": "supply-drive"}]

    effects = do(table, 0, type="resolve", index=1)

    assert types(effects) == ["effect_started", "healed", "effect_started", "drew", "put_in_grave"]
    assert effects[-1] == {
        "type": "put_in_grave", "seat": 0, "card": "supply-drive", "from": "resolving", "by_effect": False,
    }  # fmt: skip
    assert asked_for(table) == [(0, "main")]


def test_an_event_may_be_cast_in_vain_but_not_when_it_is_forbidden() -> None:
    """7.1, 11.7"""
    table = draw_table(hands=(("artillery-barrage",), ()))
    assert legal(table, 0, "cast") == [{"type": "cast", "card": "artillery-barrage"}]
    assert types(do(table, 0, type="cast", card="artillery-barrage")) == [
        "paid", "cast", "effect_started", "put_in_grave",
    ]  # fmt: skip
    gag = card("gag", "situation", abilities=[
        {"kind": "static", "applies_to": {"zone": "leader", "side": "enemy"},
         "modifier": {"rule": "cannot", "what": "cast_event"}},
    ])  # fmt: skip
    assert legal(draw_table({"1:S1": "gag"}, cards=[gag], hands=(("artillery-barrage",), ())), 0, "cast") == []


def test_costs_are_changed_by_static_abilities_and_never_negative() -> None:
    """11.8"""
    board = {"0:S1": "assembly-hall", "0:S2": "assembly-hall"}
    table = draw_table(board, hands=(("supply-drive", LINE, "tulip-festival"), ()), money=0)

    assert legal(table, 0, "cast") == [
        {"type": "cast", "card": "supply-drive"},
        {"type": "cast", "card": "tulip-festival"},
    ]
    assert do(table, 0, type="cast", card="tulip-festival")[0] == {"type": "paid", "seat": 0, "money": 0, "savings": 0}


def test_an_emergency_is_set_and_discarded_once_a_year() -> None:
    """7.2, 7.3, R7"""
    table = draw_table(hands=(("fog-bank", "signal-flares", LINE), ()))
    assert legal(table, 0, "set_emergency") == [
        {"type": "set_emergency", "card": "fog-bank"}, {"type": "set_emergency", "card": "signal-flares"},
    ]  # fmt: skip

    assert do(table, 0, type="set_emergency", card="fog-bank") == [
        {"type": "emergency_set", "seat": 0, "card": "fog-bank"}
    ]
    assert seen(table, 1)["seats"][0]["emergency"] == {"card": None, "face_up": False}
    assert seen(table, 0)["seats"][0]["emergency"] == {"card": "fog-bank", "face_up": False}
    assert table.state.seats[0].casts_this_turn == 0
    assert do(table, 0, type="discard_emergency") == [
        {"type": "put_in_grave", "seat": 0, "card": "fog-bank", "from": "0:E", "by_effect": False}
    ]
    assert legal(table, 0, "set_emergency") == legal(table, 0, "discard_emergency") == []


def test_labour() -> None:
    """14.5, 7.4"""
    board = {
        "0:A1": "harvest-crew", "0:A2": ("harvest-crew", {"sick": True}), "0:A3": ("rail-porters", {"sick": True}),
        "0:B1": ("harvest-crew", {"tapped": True}), "0:B2": LINE,
    }  # fmt: skip
    table = draw_table(board)
    assert [action["unit"] for action in legal(table, 0, "labour")] == ["0:A1", "0:A3"]

    effects = do(table, 0, type="labour", unit="0:A1")

    assert effects[0] == {"type": "laboured", "seat": 0, "place": "0:A1", "amount": 2}
    assert types(effects) == ["laboured", "effect_started", "chipped"]
    assert table.state.seats[0].savings == 2
    assert legal(table, 0, "labour") == []


def test_command_from_hand_and_from_the_unit_zone() -> None:
    """7.5, R8"""
    board = {"0:A1": ("union-speaker", {"tapped": True, "military_chips": 2}), "0:B1": "harvest-crew"}
    table = draw_table(board, hands=(("union-speaker",), ()))
    assert legal(table, 0, "take_command") == []
    table = draw_table({**board, "0:B2": "harvest-crew"}, hands=(("union-speaker",), ()))
    assert legal(table, 0, "take_command") == [
        {"type": "take_command", "card": "union-speaker"}, {"type": "take_command", "unit": "0:A1"},
    ]  # fmt: skip

    effects = do(table, 0, type="take_command", unit="0:A1")

    assert effects == [{"type": "commanded", "seat": 0, "card": "union-speaker", "from": "0:A1"}]
    commander = seen(table)["board"]["0:HQ"]
    assert (commander["tapped"], commander["military_chips"], commander["military"]) == (False, 0, 1)
    assert legal(table, 0, "take_command") == []


def test_abilities_of_command_work_in_the_headquarters_alone() -> None:
    """9.8"""
    unit, commander = (
        draw_table({"0:A1": "works-director", "0:B1": LINE}),
        draw_table({"0:HQ": "works-director", "0:B1": LINE}),
    )

    assert seen(unit)["board"]["0:B1"]["military"] == 2
    assert seen(commander)["board"]["0:B1"]["military"] == 3


def test_activated_effects_once_a_year_and_by_tapping() -> None:
    """7.6"""
    table = draw_table({"0:S1": "telegraph-office", "0:S2": ("telegraph-office", {"tapped": True})}, money=2)
    assert legal(table, 0, "activate") == [{"type": "activate", "place": "0:S1", "ability": 0}]

    effects = do(table, 0, type="activate", place="0:S1", ability=0)

    assert types(effects) == ["activated", "effect_started", "money_changed", "drew"]
    assert (at(table, "0:S1").tapped, at(table, "0:S1").used) == (True, (0,))
    assert legal(table, 0, "activate") == []


def test_chain_counts_the_present_card() -> None:
    """9.9, R16"""
    table = draw_table(hands=(("foundry-hands", "foundry-hands"), ()))

    assert "savings_gained" not in types(do(table, 0, type="cast", card="foundry-hands", place="0:A1"))
    assert of_type(do(table, 0, type="cast", card="foundry-hands", place="0:A2"), "savings_gained") == [
        {"type": "savings_gained", "seat": 0, "amount": 1}
    ]


DRAW = {"op": "draw", "who": "own", "amount": 1}
SAVE = {"op": "savings", "who": "own", "amount": 1}


def situation(slug, *abilities):
    return card(slug, "situation", cost=0, abilities=list(abilities))


def triggered(on, *effects, whose="own"):
    return {"kind": "triggered", "trigger": {"on": on, "whose": whose}, "effects": list(effects)}


def static(zone, side, modifier, **words):
    return {"kind": "static", "applies_to": {"zone": zone, "side": side, **words}, "modifier": modifier}


def activated(*effects, tap=False, **words):
    return {"kind": "activated", "tap": tap, "effects": list(effects), **words}


def test_no_emergency_is_set_by_who_cannot_and_none_is_discarded_twice() -> None:
    """7.2, 7.3"""
    ban = situation("ban", static("leader", "enemy", {"rule": "cannot", "what": "set_emergency"}))
    assert legal(draw_table({"1:S1": "ban"}, cards=[ban], hands=(("fog-bank",), ())), 0, "set_emergency") == []
    table = draw_table({"0:E": "fog-bank"}, hands=(("signal-flares",), ()))

    do(table, 0, type="discard_emergency")
    do(table, 0, type="set_emergency", card="signal-flares")

    assert legal(table, 0, "discard_emergency") == []


def test_discarding_an_emergency_is_no_effect() -> None:
    """7.3, R10: no recollection."""
    relic = card("relic", "event", abilities=[
        {"kind": "emergency", "trigger": {"on": "revolted", "whose": "enemy"}, "effects": [DRAW]},
        {**triggered("put_in_grave", DRAW, whose="self"), "keyword": "recollection"},
    ])  # fmt: skip
    table = draw_table({"0:E": "relic"}, cards=[relic])

    assert types(do(table, 0, type="discard_emergency")) == ["put_in_grave"]


def test_labour_counts_what_the_unit_is_worth_now_and_tells_how_much() -> None:
    """7.4, 11.3, 11.8"""
    mill = situation(
        "mill",
        static("units", "own", {"stat": "labour", "add": 1}),
        triggered("laboured", {"op": "savings", "who": "own", "amount": {"value": "event_amount"}}),
    )
    crew = card("crew", subkind="people", labour=1)
    table = draw_table({"0:S1": "mill", "0:A1": ("crew", {"labour_chips": 2})}, cards=[mill, crew], money=0)

    effects = do(table, 0, type="labour", unit="0:A1")

    assert effects[0] == {"type": "laboured", "seat": 0, "place": "0:A1", "amount": 4}
    assert (table.state.seats[0].money, table.state.seats[0].savings) == (0, 8)


def test_who_cannot_labour() -> None:
    """7.4"""
    strike = situation("strike", static("units", "any", {"rule": "cannot", "what": "labour"}))

    assert legal(draw_table({"1:S1": "strike", "0:A1": "harvest-crew"}, cards=[strike]), 0, "labour") == []


def test_from_where_a_leader_unit_takes_command_and_what_it_sets_off() -> None:
    """3.3, 7.5"""

    def leader(slug, origin):
        abilities = [{**triggered("commanded", DRAW, whose="self"), "command": True}]
        return card(slug, subkind="leader", command={"from": [origin], "condition": None}, abilities=abilities)

    cards = [leader("heir", "hand"), leader("veteran", "unit")]
    table = draw_table({"0:A1": "heir", "0:A2": "veteran"}, cards=cards, hands=(("heir", "veteran"), ()))
    assert legal(table, 0, "take_command") == [
        {"type": "take_command", "card": "heir"}, {"type": "take_command", "unit": "0:A2"},
    ]  # fmt: skip

    effects = do(table, 0, type="take_command", card="heir")

    assert types(effects) == ["commanded", "effect_started", "drew"]
    assert effects[0]["from"] == "hand"
    assert not at(table, "0:HQ").sick


def test_other_abilities_of_a_leader_do_not_work_in_the_headquarters() -> None:
    """9.8"""
    leader = card("leader", subkind="leader", abilities=[
        static("units", "own", {"stat": "military", "add": 1}), activated(DRAW), triggered("cast", DRAW),
    ])  # fmt: skip
    for place, military, able in (("0:A1", 3, True), ("0:HQ", 2, False)):
        table = draw_table({place: "leader", "0:B1": LINE}, cards=[leader], hands=((LINE,), ()))
        assert seen(table)["board"]["0:B1"]["military"] == military
        assert bool(legal(table, 0, "activate")) == able
        assert ("drew" in types(do(table, 0, type="cast", card=LINE, place="0:B2"))) == able


def test_each_ability_is_activated_once_and_taps_only_if_it_says_so() -> None:
    """7.6: sick or not; every part waits for itself."""
    engine = card("engine", abilities=[activated(DRAW, SAVE), activated(SAVE, tap=True), activated(SAVE, tap=True)])
    table = draw_table({"0:A1": ("engine", {"sick": True})}, cards=[engine])
    assert [action["ability"] for action in legal(table, 0, "activate")] == [0, 1, 2]

    effects = do(table, 0, type="activate", place="0:A1", ability=0)
    assert types(effects) == ["activated"]
    assert not at(table, "0:A1").tapped
    assert len(seen(table)["waiting"]) == 2
    do(table, 0, type="resolve", index=0)
    assert [action["ability"] for action in legal(table, 0, "activate")] == [1, 2]
    do(table, 0, type="activate", place="0:A1", ability=2)

    assert at(table, "0:A1").tapped
    assert legal(table, 0, "activate") == []


def test_an_ability_whose_condition_fails_is_not_activated() -> None:
    """7.6"""
    engine = card("engine", abilities=[activated(DRAW, condition={"state": "total_war"})])

    for health, number in ((11, 0), (10, 1)):
        table = draw_table({"0:A1": "engine"}, cards=[engine], health=(health, 20))
        assert len(legal(table, 0, "activate")) == number


def test_a_static_cost_is_for_its_own_seat_and_for_what_it_names() -> None:
    """11.8"""
    tax = situation("tax", static("hand", "own", {"cost": 2}, filter={"kind": "unit"}))
    hands = ((LINE, "artillery-barrage"), ())

    def paid(slot: str, **action: str) -> int:
        table = draw_table({slot: "tax"}, cards=[tax], hands=hands)
        return do(table, 0, type="cast", **action)[0]["money"]

    unit, event = {"card": LINE, "place": "0:A1"}, {"card": "artillery-barrage"}
    assert paid("0:S1", **unit) == paid("1:S1", **unit) + 2
    assert paid("0:S1", **event) == paid("1:S1", **event)


def test_a_situation_is_never_sick_and_enters_nothing() -> None:
    """11.3, 13.6: `entered` is for units."""
    depot = situation("depot", triggered("entered", DRAW))
    table = draw_table({"0:S1": "depot"}, cards=[depot], hands=(("depot",), ()))

    assert types(do(table, 0, type="cast", card="depot", place="0:S2")) == ["paid", "cast", "situation_placed"]
    assert seen(table)["waiting"] == []
    assert not seen(table)["board"]["0:S2"]["sick"]


def test_what_a_cast_sets_off_waits_in_order() -> None:
    """7.1, 10.2: the event's own effects, then `cast`, then `entered`; the turn player's cards first, by place."""
    office = situation("office", triggered("entered", SAVE, whose="any"), triggered("cast", SAVE, whose="any"))
    board = {"0:S1": "office", "1:S2": "office", "1:S1": "office"}
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [DRAW]}])
    table = draw_table(board, cards=[office, spell], turn=2, hands=((), (LINE, "spell")))
    other = draw_table(board, cards=[office, spell], turn=2, hands=((), (LINE, "spell")))

    do(table, 1, type="cast", card=LINE, place="1:A1")
    do(other, 1, type="cast", card="spell")

    assert [(item["self"], item["ability"]) for item in seen(table)["waiting"]] == [
        ("1:S1", 1), ("1:S2", 1), ("0:S1", 1), ("1:S1", 0), ("1:S2", 0), ("0:S1", 0),
    ]  # fmt: skip
    assert [item["self"] for item in seen(other)["waiting"]] == ["resolving:0", "1:S1", "1:S2", "0:S1"]
