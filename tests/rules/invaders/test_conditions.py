"""11.4 Conditions and values, 11.11 filters, 11.8 what static abilities read."""

import pytest

from tests.rules.invaders.positions import asked_for, card, do, draw_table, legal, seen, types
from tests.rules.invaders.test_effects import DRAW, HURT, cast, choose

LINE = "line-infantry"


def is_so(condition, **words) -> bool:
    """Whether an event that seat 0 casts now finds it true."""
    _, effects = cast({"if": condition, "do": DRAW, "else": HURT}, **words)
    assert ("drew" in types(effects)) != ("damaged" in types(effects))
    return "drew" in types(effects)


def is_equal(value, number):
    return {"compare": [value, "==", number]}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("own_health", 13), ("enemy_health", 17), ("own_hand", 2), ("enemy_hand", 3), ("own_grave", 4),
        ("enemy_grave", 5), ("own_deck", 6), ("enemy_deck", 7), ("own_money", 8), ("enemy_money", 0),
        ("own_savings", 0), ("casts_this_turn", 1), ("self_harm_count", 0), ("year", 3), ("event_amount", 0),
        ("self_military", 0), ("self_countdown", 0),
    ],
)  # fmt: skip
def test_what_each_value_names(name: str, number: int) -> None:
    """11.4 Own and enemy are seen from the seat that speaks."""
    words = {
        "turn": 5, "health": (13, 17), "hand": (LINE,) * 2, "enemy_hand": (LINE,) * 3,
        "decks": ((LINE,) * 6, (LINE,) * 7),
        "graves": ((LINE,) * 4, (LINE,) * 5), "money": 8,
    }  # fmt: skip

    assert is_so(is_equal({"value": name}, number), **words)


@pytest.mark.parametrize(("name", "number"), [("own_savings", 4), ("enemy_money", 6), ("self_harm_count", 2)])
def test_what_has_been_gathered_is_counted(name: str, number: int) -> None:
    """11.4"""
    spell = card("spell", "event", cost=0, abilities=[
        {"kind": "event", "effects": [{"if": is_equal({"value": name}, number), "do": DRAW}]},
    ])  # fmt: skip
    table = draw_table(cards=[spell], hands=(("spell",), ()))
    table.state.seats[0].savings, table.state.seats[1].money, table.state.seats[0].self_harm_count = 4, 6, 2

    assert "drew" in types(do(table, 0, type="cast", card="spell"))


@pytest.mark.parametrize(
    ("sign", "holds"),
    [
        ("<", (True, False, False)), ("<=", (True, True, False)), ("==", (False, True, False)),
        (">=", (False, True, True)), (">", (False, False, True)),
    ],
)  # fmt: skip
def test_comparisons(sign: str, holds: tuple[bool, ...]) -> None:
    """11.4: 1, 2 and 3 against 2."""
    assert tuple(is_so({"compare": [{"add": [number, 0]}, sign, 2]}) for number in (1, 2, 3)) == holds


def test_all_any_not_and_sums() -> None:
    """11.4"""
    yes, no = is_equal({"add": [1, 2, 3]}, 6), is_equal(1, 2)

    assert is_so({"all": [yes, yes]}) and not is_so({"all": [yes, no]})
    assert is_so({"any": [no, yes]}) and not is_so({"any": [no, no]})
    assert is_so({"not": no}) and not is_so({"not": yes})


@pytest.mark.parametrize(
    ("parts", "number"),
    [
        ([999_999, 1], 1_000_000),
        ([1_000_000, 1], 1_000_000),
        ([-1_000_000, -1], -1_000_000),
        ([1_000_000, -1], 999_999),
    ],
)
def test_no_value_is_more_than_a_million(parts: list[int], number: int) -> None:
    """R38"""
    assert is_so(is_equal({"add": parts}, number))


def test_total_war_begins_at_ten() -> None:
    """9.9"""
    assert [is_so({"state": "total_war"}, health=(health, 9)) for health in (11, 10)] == [False, True]


def test_a_chain_counts_the_present_card_and_civil_war_the_harm_done() -> None:
    """9.9, R16"""
    harm = {"then": [HURT, {"if": {"state": "civil_war", "x": 1}, "do": DRAW}]}
    more = {"then": [HURT, {"if": {"state": "civil_war", "x": 2}, "do": DRAW}]}

    assert is_so({"state": "chain", "x": 1}) and not is_so({"state": "chain", "x": 2})
    assert "drew" in types(cast(harm)[1]) and "drew" not in types(cast(more)[1])


def test_own_turn_is_that_of_the_cards_seat() -> None:
    """11.4"""
    watch = card("watch", "situation", abilities=[
        {"kind": "static", "condition": {"state": "own_turn"}, "applies_to": {"zone": "units", "side": "own"},
         "modifier": {"stat": "military", "add": 1}},
    ])  # fmt: skip

    for turn, military in ((1, 2), (2, 3)):
        table = draw_table({"1:S1": "watch", "1:A1": LINE}, cards=[watch], turn=turn)
        assert seen(table)["board"]["1:A1"]["military"] == military


def test_the_front_is_of_own_units_and_may_be_lent() -> None:
    """9.9, 11.8"""
    rider = card("rider", keywords=[{"name": "front"}])
    banner = card("banner", "situation", abilities=[
        {"kind": "static", "applies_to": {"zone": "units", "side": "own"}, "modifier": {"keyword": {"name": "front"}}},
    ])  # fmt: skip
    front, cards = {"state": "front"}, [rider, banner]

    assert is_so(front, board={"0:A1": "rider", "0:A2": "rider"}, cards=cards)
    assert not is_so(front, board={"0:A1": "rider", "1:A2": "rider", "1:A1": "rider"}, cards=cards)
    assert is_so(front, board={"0:A1": LINE, "0:A2": LINE, "0:S1": "banner"}, cards=cards)


@pytest.mark.parametrize(
    ("count", "number"),
    [
        ({"zone": "units", "side": "own"}, 2), ({"zone": "units", "side": "enemy"}, 3),
        ({"zone": "units", "side": "any"}, 5), ({"zone": "units", "side": "any", "filter": {"tapped": True}}, 2),
        ({"zone": "situations", "side": "own"}, 1), ({"zone": "commander", "side": "enemy"}, 1),
        ({"zone": "emergency", "side": "enemy"}, 1), ({"zone": "emergency", "side": "own"}, 0),
        ({"zone": "hand", "side": "enemy"}, 2), ({"zone": "grave", "side": "own"}, 3),
        ({"zone": "grave", "side": "own", "filter": {"kind": "unit"}}, 2), ({"zone": "grave", "side": "enemy"}, 0),
    ],
)  # fmt: skip
def test_counts(count, number: int) -> None:
    """11.4 A seat's units count wherever they stand."""
    tapped = {"tapped": True}
    board = {
        "0:A1": LINE, "1:B1": (LINE, {"seat": 0, **tapped}),
        "1:A1": LINE, "1:A2": (LINE, tapped), "0:B3": (LINE, {"seat": 1}),
        "0:S1": "grain-exchange", "1:HQ": "works-director", "1:E": "fog-bank",
    }  # fmt: skip

    assert is_so(
        is_equal({"count": count}, number), board=board, enemy_hand=(LINE,) * 2, graves=((LINE, LINE, "census"), ())
    )


@pytest.mark.parametrize(("side", "number"), [("own", 1), ("enemy", 2)])
def test_a_card_counts_from_its_own_seat_in_the_others_year_too(side: str, number: int) -> None:
    """1.4"""
    watch = card("watch", "situation", abilities=[
        {"kind": "static", "condition": is_equal({"count": {"zone": "units", "side": side}}, number),
         "applies_to": {"zone": "units", "side": "own"}, "modifier": {"stat": "military", "add": 1}},
    ])  # fmt: skip
    table = draw_table({"1:S1": "watch", "1:A1": LINE, "0:A1": LINE, "0:A2": LINE}, cards=[watch])

    assert [seen(table)["board"][place]["military"] for place in ("0:A1", "1:A1")] == [2, 3]


def test_a_card_speaks_of_itself() -> None:
    """11.4 `self_military` is the current value, 0 for anything but a unit. `self_countdown` counts its chips."""

    def speaker(slug, kind, value, **words):
        effect = {"op": "savings", "who": "own", "amount": {"value": value}}
        return card(slug, kind, abilities=[{"kind": "activated", "tap": False, "effects": [effect], **words}])

    strong = speaker("strong", "unit", "self_military")
    chief = speaker("chief", "unit", "self_military", command=True) | {"subkind": "leader"}
    clock = speaker("clock", "situation", "self_countdown") | {"keywords": [{"name": "countdown", "value": 9}]}
    board = {"0:A1": ("strong", {"military_chips": 3}), "0:HQ": "chief", "0:S1": ("clock", {"countdown": 4})}
    table = draw_table(board, cards=[strong, chief, clock])

    gained = []
    for place in ("0:A1", "0:HQ", "0:S1"):
        do(table, 0, type="activate", place=place, ability=0)
        gained.append(table.state.seats[0].savings)

    assert gained == [5, 5, 9]


# 11.11

BOARD = {
    "0:A1": "plain", "0:A2": ("costless", {"military_chips": 4}), "0:B1": ("sentry", {"tapped": True}),
    "1:A1": "plain", "1:B1": ("sentry", {"seat": 0}), "1:B3": ("costless", {"seat": 1}), "1:S1": "banner",
}  # fmt: skip
CARDS = [
    card("plain", cost=2, military=3, nation="japan"),
    card("costless", cost=None, military=1, subkind="people", types=["trade"]),
    card("sentry", cost=4, keywords=[{"name": "guard"}], abilities=[
        {"kind": "emergency", "trigger": {"on": "revolted", "whose": "own"}, "effects": [DRAW]},
    ]),
    card("banner", "situation", abilities=[
        {"kind": "static", "applies_to": {"zone": "units", "side": "own"}, "modifier": {"keyword": {"name": "ready"}}},
    ]),
]  # fmt: skip
PLAIN, COSTLESS, SENTRIES = ["0:A1", "1:A1"], ["0:A2", "1:B3"], ["0:B1", "1:B1"]


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ({"cost_max": 3}, PLAIN), ({"cost_max": 2}, PLAIN), ({"cost_max": 1}, []), ({"cost_min": 3}, SENTRIES),
        ({"cost_min": 0}, PLAIN + SENTRIES), ({"military_min": 3}, [*PLAIN, "0:A2"]), ({"military_min": 4}, ["0:A2"]),
        ({"military_max": 2}, [*SENTRIES, "1:B3"]), ({"military_max": 1}, ["1:B3"]), ({"tapped": True}, ["0:B1"]),
        ({"tapped": False, "slug": "sentry"}, ["1:B1"]), ({"keyword": "guard"}, SENTRIES),
        ({"keyword": "ready"}, ["1:A1", "1:B3"]), ({"subkind": "people"}, COSTLESS), ({"nation": "japan"}, PLAIN),
        ({"type": "trade"}, COSTLESS), ({"type": "craft"}, []), ({"emergency": True}, SENTRIES),
        ({"emergency": False}, PLAIN + COSTLESS), ({"territory": "enemy"}, ["1:B1"]),
        ({"territory": "own"}, [*PLAIN, *COSTLESS, "0:B1"]), ({"kind": "situation"}, []),
        ({"slug": "plain", "territory": "enemy"}, []),
    ],
)  # fmt: skip
def test_filters_on_the_board(given, places: list[str]) -> None:
    """11.11 Current values, wherever the unit stands; a territory is that of the unit's own controller."""
    table, _ = cast({"op": "chips", "select": choose("units", "any", filter=given), "military": 1, "labour": 0},
                    board=BOARD, cards=CARDS)  # fmt: skip

    if not places:
        assert asked_for(table) == [(0, "main")]
        return
    assert sorted(action["target"] for action in legal(table, 0)) == sorted(places)


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ({"other": True}, ["0:A2", "0:B1", "1:A1"]), ({"other": False}, ["0:A1"]),
        ({"same_column": True}, ["0:A1", "0:B1", "1:A1"]), ({"same_column": False}, ["0:A2"]),
    ],
)  # fmt: skip
def test_filters_that_look_from_where_the_speaker_stands(given, places: list[str]) -> None:
    """11.11"""
    effect = {"op": "chips", "select": choose("units", "any", filter=given), "military": 1, "labour": 0}
    speaker = card("speaker", abilities=[{"kind": "activated", "tap": False, "effects": [effect]}])
    table = draw_table({"0:A1": "speaker", "0:A2": LINE, "0:B1": LINE, "1:A1": LINE}, cards=[speaker])

    do(table, 0, type="activate", place="0:A1", ability=0)

    assert [action["target"] for action in legal(table, 0)] == places


def test_a_grave_is_read_as_printed() -> None:
    """11.11"""
    select = choose("grave", filter={"military_min": 2, "cost_max": 2})
    table, _ = cast(
        {"op": "return", "select": select, "to": "hand"}, graves=((LINE, "census", "plain"), ()), cards=CARDS
    )

    assert sorted(action["card"] for action in legal(table, 0)) == [LINE, "plain"]


def test_no_filter_of_a_static_ability_reads_what_another_gives() -> None:
    """11.8 Military and keywords as printed: chips and what was lent do not count."""

    def drill(given):
        return {"kind": "static", "applies_to": {"zone": "units", "side": "own", "filter": given},
                "modifier": {"stat": "military", "add": 10}}  # fmt: skip

    guard = {
        "kind": "static",
        "applies_to": {"zone": "units", "side": "own"},
        "modifier": {"keyword": {"name": "guard"}},
    }
    cards = [
        card("weak", military=1, keywords=[{"name": "guard"}]), card("strong", military=3),
        card("by-strength", "situation", abilities=[drill({"military_min": 3})]),
        card("by-word", "situation", abilities=[guard, drill({"keyword": "guard"})]),
    ]  # fmt: skip
    board = {"0:A1": ("weak", {"military_chips": 4}), "0:A2": ("strong", {"military_chips": -1})}

    def military(slug):
        table = draw_table({**board, "0:S1": slug}, cards=cards)
        return [seen(table)["board"][place]["military"] for place in ("0:A1", "0:A2")]

    assert military("by-strength") == [5, 12]
    assert military("by-word") == [15, 2]


def test_keywords_are_shown_once_in_the_order_they_are_found() -> None:
    """13.6 Printed, then of static abilities in trigger order, then given; the highest armour counts (9.6)."""

    def lends(slug, value):
        modifier = {"keyword": {"name": "armor", "value": value}}
        return card(slug, "situation", abilities=[
            {"kind": "static", "applies_to": {"zone": "units", "side": "any"}, "modifier": modifier},
        ])  # fmt: skip

    own = {"kind": "static", "applies_to": {"zone": "self"}, "modifier": {"keyword": {"name": "armor", "value": 5}}}
    unit = card("unit", keywords=[{"name": "armor", "value": 1}], abilities=[own])
    board = {"0:A1": "unit", "0:A2": LINE, "0:S1": "two", "0:S2": "one", "1:S1": "three"}

    for turn, values, plain in ((1, [1, 5, 2, 3], [2, 1, 3]), (2, [1, 3, 5, 2], [3, 2, 1])):
        table = draw_table(board, cards=[unit, lends("one", 1), lends("two", 2), lends("three", 3)], turn=turn)
        for place, expected in (("0:A1", values), ("0:A2", plain)):
            assert [keyword["value"] for keyword in seen(table)["board"][place]["keywords"]] == expected
