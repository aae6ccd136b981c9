"""11.5, 11.6, 11.9, 11.10: what operations do, whether they are done, and who chooses."""

import pytest

from tests.rules.invaders.positions import asked_for, at, card, do, draw_table, legal, of_type, plain, seen, types
from tests.rules.invaders.test_effects import DRAW, HEAL, HURT, SELF, cast, choose, event

LINE = "line-infantry"
GUARDED = card("guarded", abilities=[
    {"kind": "static", "applies_to": {"zone": "self"}, "modifier": {"rule": "cannot", "what": what}}
    for what in ("be_destroyed", "untap")
])  # fmt: skip


def every(zone, side="any", **words):
    return {"pick": "all", "zone": zone, "side": side, **words}


def static(what, zone="leader", side="own"):
    return {"kind": "static", "applies_to": {"zone": zone, "side": side}, "modifier": {"rule": "cannot", "what": what}}


def is_done(effect, *answers, **words) -> bool:
    """Whether what follows そうしたとき is carried out: here, a win."""
    table, _ = cast({"if_done": [effect, {"op": "win"}]}, **words)
    for answer in answers:
        seat = asked_for(table)[0][0]
        do(table, seat, **answer)
    assert table.outcome is not None or asked_for(table) == [(0, "main")]
    return table.outcome is not None and table.outcome.reason == "effect_win"


def target(place):
    return {"type": "choose", "target": place}


TAP = {"op": "tap", "select": choose("units", "any")}
UNTAP = {"op": "untap", "select": choose("units", "any")}
DESTROY = {"op": "destroy", "select": every("units")}
MILL = {"op": "mill", "who": "own", "amount": 2}
TAPPED = (LINE, {"tapped": True})


@pytest.mark.parametrize(
    ("effect", "done", "answers", "words"),
    [
        (HEAL, True, [], {"health": (19, 20)}),
        ({**HEAL, "amount": 0}, False, [], {"health": (19, 20)}),
        ({**HURT, "amount": 0}, False, [], {}),
        ({**HURT, "amount": -1}, False, [], {}),
        ({**DRAW, "amount": 2}, True, [], {"decks": ((LINE,) * 2, ())}),
        ({**DRAW, "amount": 2}, False, [], {"decks": ((LINE,), ())}),
        (DRAW, False, [], {"decks": ((), ())}),
        (MILL, True, [], {"decks": ((LINE,) * 2, ())}),
        (MILL, False, [], {"decks": ((LINE,), ())}),
        ({"op": "money", "who": "own", "amount": 0}, False, [], {}),
        ({"op": "money", "who": "own", "amount": -9}, True, [], {}),
        ({"op": "money", "who": "own", "amount": -10}, False, [], {}),
        ({"op": "savings", "who": "enemy", "amount": 0}, False, [], {}),
        ({"op": "end_battle"}, False, [], {}),
        (TAP, True, [target("0:A1")], {"board": {"0:A1": LINE}}),
        (TAP, False, [target("0:A1")], {"board": {"0:A1": TAPPED}}),
        (TAP, False, [], {}),
        (UNTAP, True, [target("0:A1")], {"board": {"0:A1": TAPPED}}),
        (UNTAP, False, [target("0:A1")], {"board": {"0:A1": LINE}}),
        (UNTAP, False, [target("0:A1")], {"board": {"0:A1": ("guarded", {"tapped": True})}, "cards": [GUARDED]}),
        ({**TAP, "select": choose("units", count=2)}, False, [target("0:A1")], {"board": {"0:A1": LINE}}),
        ({**TAP, "select": choose("units", count=2, up_to=True)}, True, [target("0:A1")], {"board": {"0:A1": LINE}}),
        ({**TAP, "select": every("units")}, False, [], {"board": {"0:A1": LINE, "1:A1": TAPPED}}),
        (DESTROY, True, [], {"board": {"0:A1": LINE, "1:A1": LINE}}),
        (DESTROY, False, [], {"board": {"0:A1": LINE, "1:A1": "guarded"}, "cards": [GUARDED]}),
        (DESTROY, False, [], {"board": {"1:A1": "guarded"}, "cards": [GUARDED]}),
        ({"op": "discard", "select": choose("grave")}, False,
         [{"type": "choose", "zone": "grave", "seat": 0, "card": LINE}], {"graves": ((LINE,), ())}),
        ({"op": "countdown", "select": choose("situations"), "amount": 1}, False, [target("0:S1")],
         {"board": {"0:S1": "telegraph-office"}}),
        ({"op": "countdown", "select": choose("situations"), "amount": 1}, True, [target("0:S1")],
         {"board": {"0:S1": "grain-exchange"}}),
        ({"op": "chips", "select": choose("situations"), "military": 1, "labour": 0}, False, [target("0:S1")],
         {"board": {"0:S1": "grain-exchange"}}),
        ({"op": "chips", "select": choose("units"), "military": 0, "labour": 0}, True, [target("0:A1")],
         {"board": {"0:A1": LINE}}),
        ({"may": HURT}, False, [{"type": "pass"}], {}),
        ({"may": HURT}, True, [{"type": "accept"}], {}),
        ({"may": HEAL}, False, [{"type": "accept"}], {}),
        ({"if": {"state": "total_war"}, "do": HURT}, False, [], {}),
        ({"if": {"state": "total_war"}, "do": HEAL, "else": HURT}, True, [], {}),
        ({"if": {"state": "total_war"}, "do": HURT, "else": HEAL}, False, [], {}),
        ({"and": [HEAL, HURT]}, False, [], {}),
        ({"then": [HEAL, HURT]}, False, [], {}),
        ({"then": [HURT, HEAL]}, True, [], {}),
        ({"op": "open", "count": 3, "rest": "grave"}, True, [], {}),
        ({"op": "open", "count": 3, "rest": "grave"}, False, [], {"decks": ((LINE,) * 2, ())}),
        ({"op": "look", "count": 1, "rest": "deck_top"}, False, [], {"decks": ((), ())}),
        (HURT, False, [], {"board": {"0:S1": "border-fort"}}),
        ({**HURT, "to": "each"}, False, [], {"board": {"0:S1": "border-fort"}}),
        ({"by": [HEAL], "do": [HURT]}, False, [], {}),
        ({"by": [HURT], "do": [HEAL]}, True, [], {}),
    ],
)  # fmt: skip
def test_whether_an_effect_was_done(effect, done: bool, answers, words) -> None:
    """10.8, 11.6"""
    assert is_done(effect, *answers, **words) == done


def test_the_result_of_a_die_is_that_of_its_case() -> None:
    """11.6: the first case that the die does not exceed."""
    roll = {"op": "roll", "cases": [{"max": 2, "do": HURT}, {"max": 4, "do": DRAW}, {"max": 6, "do": HEAL}]}

    expected = {1: "damaged", 2: "damaged", 3: "drew", 4: "drew", 5: None, 6: None}
    for result, name in expected.items():
        _, effects = cast(roll, chance=[result])
        assert types(effects)[3:] == ["rolled", *([name] if name else []), "put_in_grave"]
        assert is_done(roll, chance=[result]) == (name is not None)


def test_chips_of_both_kinds_add_up_and_no_value_falls_below_zero() -> None:
    """9.6, 11.6, 11.8"""
    chips = {"op": "chips", "select": every("units"), "military": -3, "labour": 2}
    table, effects = cast({"and": [chips, chips]}, board={"0:A1": "crew"}, cards=[card("crew", military=4, labour=1)])

    assert of_type(effects, "chipped") == [{"type": "chipped", "place": "0:A1", "military": -3, "labour": 2}] * 2
    shown = seen(table)["board"]["0:A1"]
    assert (shown["military_chips"], shown["labour_chips"]) == (-6, 4)
    assert (shown["military"], shown["labour"]) == (0, 5)


def test_healing_stops_at_twenty_and_may_be_forbidden() -> None:
    """4.9, 11.7"""
    plague = card("plague", "situation", abilities=[static("heal", side="enemy")])
    heal = {**HEAL, "amount": 5}

    _, effects = cast(heal, health=(18, 20))
    assert of_type(effects, "healed") == [{"type": "healed", "seat": 0, "amount": 2, "health": 20}]
    assert of_type(cast(heal, health=(18, 20), board={"1:S1": "plague"}, cards=[plague])[1], "healed") == []
    assert of_type(cast(heal, health=(18, 20), board={"0:S1": "plague"}, cards=[plague])[1], "healed") != []


def test_what_is_milled_comes_from_the_top_and_counts_for_recollection() -> None:
    """11.6, 11.12"""
    relic = card("relic", abilities=[
        {"kind": "triggered", "keyword": "recollection", "trigger": {"on": "put_in_grave", "whose": "self"},
         "effects": [DRAW]},
    ])  # fmt: skip
    _, effects = cast(MILL, decks=((LINE, "relic", "census", LINE), ()), cards=[relic])

    assert [effect["card"] for effect in of_type(effects, "put_in_grave")][:2] == [LINE, "relic"]
    assert of_type(effects, "drew")[0]["cards"] == ["census"]


@pytest.mark.parametrize(
    ("to", "deck"),
    [("deck_top", ["town-militia", LINE, "census"]), ("deck_bottom", ["census", LINE, "town-militia"])],
)
def test_several_cards_return_in_the_order_they_were_chosen(to: str, deck: list[str]) -> None:
    """11.6: each on top, or at the bottom."""
    table, _ = cast(
        {"op": "return", "select": choose("units", count=2), "to": to}, decks=(("census",), ()),
        board={"0:A1": LINE, "0:A2": "town-militia"},
    )  # fmt: skip

    do(table, 0, type="choose", target="0:A1")
    do(table, 0, type="choose", target="0:A2")

    assert table.state.seats[0].deck == deck


def test_cards_shuffled_into_decks_the_turn_players_first() -> None:
    """11.6: one shuffle for each owner."""
    spell = event("spell", {"op": "return", "select": every("units"), "to": "deck_shuffle"})
    table = draw_table(
        {"0:A1": LINE, "0:A2": LINE, "1:A1": LINE}, cards=[spell], hands=((), ("spell",)), turn=2,
        decks=((LINE,), (LINE,)), chance=[[LINE] * 2, [LINE] * 3],
    )  # fmt: skip

    effects = do(table, 1, type="cast", card="spell")

    assert [(effect["seat"], len(effect["order"])) for effect in of_type(effects, "shuffled")] == [(1, 2), (0, 3)]
    assert table.state.seats[0].deck == [LINE] * 3


def test_the_turn_players_things_come_first() -> None:
    """11.5, R33: in the year of seat 1."""

    def by_seat_1(*effects):
        spell = event("spell", *effects)
        table = draw_table(
            {"0:A1": LINE, "1:A1": LINE}, cards=[spell], hands=((), ("spell",)), turn=2, money=0
        )  # fmt: skip
        return do(table, 1, type="cast", card="spell")

    assert [e["seat"] for e in of_type(by_seat_1({**HURT, "to": "each"}), "damaged")] == [1, 0]
    assert [e["place"] for e in of_type(by_seat_1({**TAP, "select": every("units")}), "tapped")] == ["1:A1", "0:A1"]
    assert [e["place"] for e in of_type(by_seat_1(DESTROY), "destroyed")] == ["1:A1", "0:A1"]


def test_what_cannot_be_destroyed_falls_to_an_effect_that_does_not_mind() -> None:
    """11.6 `ignore_cannot`; commanders are never destroyed."""
    board = {"1:A1": "guarded", "1:HQ": "works-director"}
    for words, places in (({}, []), ({"ignore_cannot": True}, ["1:A1"])):
        for zone in ("units", "commander"):
            _, effects = cast({**DESTROY, "select": every(zone), **words}, board=board, cards=[GUARDED])
            assert [e["place"] for e in of_type(effects, "destroyed")] == (places if zone == "units" else [])


def test_an_emergency_is_not_tapped() -> None:
    """11.6"""
    _, effects = cast({"op": "tap", "select": every("emergency")}, board={"1:E": "fog-bank"})

    assert of_type(effects, "tapped") == []


def test_harm_inside_all_or_nothing_is_self_harm_too() -> None:
    """9.9: counted once for each damage dealt."""
    table, effects = cast({"by": [{**HURT, "amount": 3}], "do": [DRAW]})

    assert of_type(effects, "damaged")[0]["self_harm"] is True
    assert table.state.seats[0].self_harm_count == 1


@pytest.mark.parametrize("chooser", ["own", "enemy"])
def test_an_effect_may_let_its_enemy_choose(chooser: str) -> None:
    """11.5"""
    table, _ = cast({**TAP, "select": choose("units", chooser=chooser)}, board={"0:A1": LINE})

    assert asked_for(table) == [(0 if chooser == "own" else 1, "choose")]


def test_what_cannot_be_chosen_is_chosen_by_its_own_seat() -> None:
    """11.5"""
    modifier = {"rule": "cannot", "what": "be_chosen"}
    hidden = card("hidden", abilities=[{"kind": "static", "applies_to": {"zone": "self"}, "modifier": modifier}])

    table, _ = cast(
        {**TAP, "select": choose("units", "any")}, board={"0:A1": "hidden", "1:A1": "hidden"}, cards=[hidden]
    )

    assert [action["target"] for action in legal(table, 0)] == ["0:A1"]


def test_equal_cards_in_a_hand_are_each_chosen_once() -> None:
    """11.5, R31; `remaining` counts down."""
    table, _ = cast({"op": "discard", "select": choose("hand", count=3)}, hand=(LINE, LINE))
    left = []
    while asked_for(table) == [(0, "choose")]:
        left.append(plain(table.frames[-1].prompt(table, 0))["remaining"])
        do(table, 0, type="choose", zone="hand", seat=0, card=LINE)

    assert left == [3, 2]
    assert table.state.seats[0].hand == []


def test_a_hand_without_anything_that_fits_any_more_is_still_asked() -> None:
    """R32"""
    table, _ = cast(
        {"op": "discard", "select": choose("hand", count=2, filter={"kind": "event"})}, hand=("census", LINE)
    )

    do(table, 0, type="choose", zone="hand", seat=0, card="census")

    assert legal(table, 0) == [{"type": "done"}]


def test_the_card_of_an_event_is_touched_where_it_is() -> None:
    """11.5: not once it is destroyed; `opposing` is nothing for what stands outside the battle."""
    reaper = card("reaper", "situation", abilities=[
        {"kind": "triggered", "trigger": {"on": on, "whose": "any"},
         "effects": [{"op": "exile", "select": {"pick": "event"}}]}
        for on in ("destroyed", "entered")
    ])  # fmt: skip

    _, effects = cast(DESTROY, board={"0:A1": LINE, "1:S1": "reaper"}, cards=[reaper])
    assert of_type(effects, "exiled") == []
    table = draw_table({"1:S1": "reaper"}, cards=[reaper], hands=((LINE,), ()))
    effects = do(table, 0, type="cast", card=LINE, place="0:A1")
    assert of_type(effects, "exiled") == [{"type": "exiled", "seat": 0, "card": LINE, "from": "0:A1"}]


@pytest.mark.parametrize("pick", ["attacker", "defender", "opposing"])
def test_who_is_who_in_a_battle(pick: str) -> None:
    """11.5: seen from the attacked unit, and from the attacker."""
    effect = {"op": "chips", "select": {"pick": pick}, "military": -1, "labour": 0}
    fighter = card("fighter", abilities=[
        {"kind": "triggered", "trigger": {"on": "engages", "whose": "self"}, "effects": [effect]},
    ])  # fmt: skip
    meant = {"attacker": ("0:A1", "0:A1"), "defender": ("1:A1", "1:A1"), "opposing": ("1:A1", "0:A1")}[pick]

    for speaker, expected in zip(("0:A1", "1:A1"), meant, strict=True):
        board = {"0:A1": LINE, "1:A1": (LINE, {"tapped": True})}
        board[speaker] = ("fighter", {"tapped": speaker == "1:A1"})
        table = draw_table(board, cards=[fighter], step="war")
        do(table, 0, type="attack", unit="0:A1")
        effects = do(table, 0, type="target", target="1:A1")
        assert [effect["place"] for effect in of_type(effects, "chipped")] == [expected]


def test_who_has_left_the_battle_is_opposed_by_nobody() -> None:
    """11.5, R34: its second effect still waits, but knows it no more."""
    leaver = card("leaver", abilities=[
        {"kind": "triggered", "trigger": {"on": "attacks", "whose": "self"}, "effects": [
            {"op": "return", "select": SELF, "to": "hand"},
            {"op": "chips", "select": {"pick": "opposing"}, "military": -1, "labour": 0},
        ]},
    ])  # fmt: skip
    for first, expected in ((0, []), (1, ["1:A1"])):
        table = draw_table({"0:A1": "leaver", "1:A1": (LINE, {"tapped": True})}, cards=[leaver], step="war")
        do(table, 0, type="attack", unit="0:A1")
        do(table, 0, type="target", target="1:A1")
        effects = do(table, 0, type="resolve", index=first)
        assert [effect["place"] for effect in of_type(effects, "chipped")] == expected


def test_for_a_card_that_is_gone_every_card_is_another() -> None:
    """R34: also on a table that was stored in between."""
    boomerang = card("boomerang", cost=0, abilities=[
        {"kind": "triggered", "keyword": "fanfare", "trigger": {"on": "cast", "whose": "self"}, "effects": [
            {"op": "return", "select": SELF, "to": "hand"},
            {"op": "discard", "select": choose("hand", filter={"other": True})},
        ]},
    ])  # fmt: skip
    table = draw_table(cards=[boomerang], hands=(("boomerang",), ()))
    do(table, 0, type="cast", card="boomerang", place="0:A1")
    do(table, 0, type="resolve", index=0)

    stored = table.rules.decode(table.rules.encode(table), table.chance)

    for one in (table, stored):
        assert legal(one, 0) == [{"type": "choose", "zone": "hand", "seat": 0, "card": "boomerang"}]


# 10.9


def test_all_or_nothing_does_not_take_one_card_twice_nor_ask_in_vain() -> None:
    """10.9"""
    exile = {"op": "exile", "select": choose("grave")}

    table, _ = cast({"by": [exile, exile], "do": [DRAW]}, graves=((LINE, "census"), ()))
    do(table, 0, type="choose", zone="grave", seat=0, card=LINE)
    assert [action["card"] for action in legal(table, 0)] == ["census"]

    table, _ = cast({"by": [exile, exile], "do": [DRAW]}, graves=((LINE,), ()))
    effects = do(table, 0, type="choose", zone="grave", seat=0, card=LINE)
    assert types(effects) == ["rolled_back", "put_in_grave"]

    two = {"op": "exile", "select": choose("grave", count=2)}
    table, _ = cast({"by": [exile, two], "do": [DRAW]}, graves=((LINE, "census"), ()))
    effects = do(table, 0, type="choose", zone="grave", seat=0, card=LINE)
    assert types(effects) == ["rolled_back", "put_in_grave"]

    up_to = {"op": "exile", "select": choose("grave", count=2, up_to=True)}
    table, _ = cast({"by": [up_to], "do": [DRAW]}, graves=((LINE,), ()))
    assert types(do(table, 0, type="choose", zone="grave", seat=0, card=LINE)) == ["exiled", "drew", "put_in_grave"]


@pytest.mark.parametrize(
    "op",
    [TAP | {"select": every("units")}, {"op": "tap", "select": {"pick": "attacker"}}, DESTROY],
    ids=["affected in part", "a reference to nothing", "spared in part"],
)
def test_all_or_nothing_fails_when_something_is_not_affected(op) -> None:
    """10.9"""
    board = {"0:A1": LINE, "0:A2": ("guarded", {"tapped": True})}

    table, effects = cast({"by": [DRAW, op], "do": [HURT]}, board=board, cards=[GUARDED])

    assert types(effects)[3:] == ["rolled_back", "put_in_grave"]
    assert (len(table.state.seats[0].deck), at(table, "0:A1").tapped) == (5, False)


def test_what_was_set_off_is_put_back_too() -> None:
    """10.9, R22"""
    watcher = card("watcher", "situation", abilities=[
        {"kind": "triggered", "trigger": {"on": "leader_damaged", "whose": "own"}, "effects": [DRAW]},
    ])  # fmt: skip

    _, effects = cast({"by": [HURT], "do": [HEAL, HEAL]}, board={"0:S1": "watcher"}, cards=[watcher])

    assert types(effects)[3:] == ["rolled_back", "put_in_grave"]


@pytest.mark.parametrize(
    ("replaced", "op"),
    [("leader_damage", HURT), ("draw", DRAW), ("destroy", {**DESTROY, "select": every("units", "own")})],
)
@pytest.mark.parametrize("answer", ["accept", "pass", None])
def test_all_or_nothing_asks_about_every_replacement_first(replaced: str, op, answer: str | None) -> None:
    """10.9: one that is mandatory, or accepted, fails the whole, and is not carried out either."""
    keeper = card("keeper", "situation", abilities=[
        {"kind": "replacement", "event": replaced, "whose": "own", "optional": answer is not None,
         "effect": {"op": "win"}},
    ])  # fmt: skip
    board = {"0:S1": "keeper", "0:A1": LINE}
    table, effects = cast(
        {"by": [op], "do": [{"op": "savings", "who": "own", "amount": 1}]}, board=board, cards=[keeper]
    )
    if answer is not None:
        assert (asked_for(table), types(effects)[3:]) == ([(0, "may")], [])
        effects = do(table, 0, type=answer)

    assert table.outcome is None
    assert ("rolled_back" in types(effects)) == (answer != "pass")
    assert ("savings_gained" in types(effects)) == (answer == "pass")


# 11.9


def test_no_more_is_played_than_there_is_room_for() -> None:
    """11.9: without a place a card is not affected."""
    full = {f"0:{name}": LINE for name in ("A1", "A2", "A3", "B1", "B2", "B3")}
    play = {"op": "play", "select": choose("hand"), "as_cast": False}
    answer = {"type": "choose", "zone": "hand", "seat": 0, "card": LINE}

    assert not is_done(play, answer, board=full, hand=(LINE,))
    del full["0:B3"]
    assert is_done(play, answer, {"type": "choose", "place": "0:B3"}, board=full, hand=(LINE,))


@pytest.mark.parametrize("as_cast", [True, False])
def test_an_event_is_played_from_the_grave(as_cast: bool) -> None:
    """11.9, 10.11: a play as a cast needs a seat that may cast events. Otherwise the effect is `event_played`."""
    gag = card("gag", "situation", abilities=[static("cast_event")])
    other = event("other", DRAW)
    play = {"op": "play", "select": choose("grave"), "as_cast": as_cast}

    speaker = card("speaker", abilities=[{"kind": "activated", "tap": False, "effects": [play]}])

    for board, played in (({}, True), ({"0:S1": "gag"}, not as_cast)):
        table = draw_table({**board, "0:A1": "speaker"}, cards=[gag, other, speaker], graves=(("other",), ()))
        do(table, 0, type="activate", place="0:A1", ability=0)
        effects = do(table, 0, type="choose", zone="grave", seat=0, card="other")
        expected = ["cast" if as_cast else "event_played", "effect_started", "drew", "put_in_grave"]
        assert types(effects) == (expected if played else [])
        assert table.state.seats[0].casts_this_turn == (as_cast and played)


def test_two_that_are_to_be_played_and_one_that_is_there() -> None:
    """11.6, 11.9; a square is asked for one by one (13.1 `remaining`)."""
    play = {"op": "play", "select": choose("grave", count=2), "as_cast": False}
    pick, put = {"type": "choose", "zone": "grave", "seat": 0, "card": LINE}, {"type": "choose", "place": "0:A1"}
    assert not is_done(play, pick, put, graves=((LINE,), ()))
    assert is_done(play, pick, pick, put, {**put, "place": "0:A2"}, graves=((LINE, LINE), ()))

    table, _ = cast(play, graves=((LINE, LINE), ()))
    do(table, 0, **pick)
    do(table, 0, **pick)
    prompt = plain(table.frames[-1].prompt(table, 0))
    assert (prompt["op"], prompt["remaining"]) == ("play", 1)


def test_a_unit_is_moved_wherever_it_stands_to_the_own_zone() -> None:
    """11.6"""
    move = {"op": "move", "select": choose("units")}

    assert not is_done(move, board={})
    assert is_done(move, target("1:B2"), {"type": "choose", "place": "0:A1"}, board={"1:B2": (LINE, {"seat": 0})})


# 11.10


def take(to="hand", count=1, up_to=False, **words):
    return {"count": count, "up_to": up_to, "to": to, **words}


DECK = (LINE, "census", "convoy", "town-militia")


@pytest.mark.parametrize(
    ("rest", "deck"),
    [
        ("deck_top", [LINE, "convoy", "town-militia"]), ("deck_bottom", ["town-militia", LINE, "convoy"]),
        ("deck_shuffle", ["convoy", "town-militia", LINE]), ("grave", ["town-militia"]),
    ],
)  # fmt: skip
def test_where_the_rest_goes(rest: str, deck: list[str]) -> None:
    """11.10: in the order they had."""
    chance = [["convoy", "town-militia", LINE]] if rest == "deck_shuffle" else []
    table, _ = cast({"op": "open", "count": 3, "take": take(), "rest": rest}, decks=(DECK, ()), chance=chance)

    effects = do(table, 0, type="choose", zone="opened", seat=0, card="census")

    expected = {"grave": ["put_in_grave"] * 2, "deck_shuffle": ["rest_placed", "shuffled"]}.get(rest, ["rest_placed"])
    assert types(effects) == ["took", *expected, "put_in_grave"]
    assert table.state.seats[0].deck == deck
    if rest == "grave":
        assert [(e["card"], e["by_effect"]) for e in effects[1:3]] == [(LINE, True), ("convoy", True)]


def test_nothing_is_told_of_a_rest_of_nothing() -> None:
    """11.10"""
    table, _ = cast({"op": "open", "count": 1, "take": take("grave"), "rest": "deck_top"}, decks=(DECK, ()))

    effects = do(table, 0, type="choose", zone="opened", seat=0, card=LINE)

    assert types(effects) == ["took", "put_in_grave", "put_in_grave"]
    assert effects[1]["by_effect"] is True


@pytest.mark.parametrize(
    ("count", "up_to", "taken", "done"),
    [(2, False, 2, True), (2, False, 1, False), (2, True, 1, True), (2, True, 0, False)],
)
def test_when_enough_was_taken(count: int, up_to: bool, taken: int, done: bool) -> None:
    """11.10; `remaining` counts down."""
    cards = ("census", "convoy") if taken == 2 else ("census", LINE)
    browse = {
        "op": "look",
        "count": 2,
        "take": take(count=count, up_to=up_to, filter={"kind": "event"}),
        "rest": "grave",
    }
    table, _ = cast({"if_done": [browse, {"op": "win"}]}, decks=(cards, ()))
    for i in range(taken):
        assert plain(table.frames[-1].prompt(table, 0))["remaining"] == count - i
        do(table, 0, type="choose", zone="looked", seat=0, card=cards[i])
    if taken < 2:
        assert {"type": "done"} in legal(table, 0)
        do(table, 0, type="done")

    assert (table.outcome is not None) == done


def test_only_units_are_taken_to_a_square_and_only_while_one_is_free() -> None:
    """11.10; what is taken so is not cast."""
    full = {f"0:{name}": LINE for name in ("A1", "A2", "A3", "B1", "B2")}
    browse = {"op": "open", "count": 3, "take": take("unit", 2), "rest": "deck_top"}
    table, _ = cast(browse, decks=((LINE, "census", "town-militia"), ()), board=full)
    assert [action["card"] for action in legal(table, 0)] == [LINE, "town-militia"]
    do(table, 0, type="choose", zone="opened", seat=0, card=LINE)

    effects = do(table, 0, type="choose", place="0:B3")

    assert types(effects) == ["entered", "rest_placed", "put_in_grave"]
    assert seen(table)["opened"] is None


def test_a_returned_card_is_face_down_where_it_came_from_a_hidden_place() -> None:
    """13.2"""
    back = {"op": "return", "to": "deck_top"}
    _, effects = cast({**back, "select": every("units")}, board={"1:A1": LINE})
    assert of_type(effects, "returned")[0]["face_down"] is False
    _, effects = cast({**back, "select": every("emergency")}, board={"1:E": "fog-bank"})
    assert of_type(effects, "returned")[0]["face_down"] is True
    _, effects = cast({**back, "select": every("hand", "own")}, hand=(LINE,))
    assert of_type(effects, "returned")[0]["face_down"] is True
