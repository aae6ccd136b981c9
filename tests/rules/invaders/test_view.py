"""13: the view key by key, and who may see what."""

from typing import Any

from rules.engine import view
from rules.invaders.state import FieldCard
from tests.rules.invaders.positions import card, do, draw_table, plain, seen

LINE = "line-infantry"


def example() -> Any:
    """The table of 13.5 just before the cast."""
    board = {
        "0:B1": "town-militia", "0:S1": ("grain-exchange", {"countdown": 1}), "0:E": "signal-flares",
        "1:A2": ("rail-porters", {"tapped": True}), "1:HQ": "union-speaker",
    }  # fmt: skip
    hands = ((LINE, "census", "armored-train"), ("convoy", "fog-bank"))
    decks, graves = ((LINE,) * 3, (LINE,) * 4), ((), ("supply-drive",))
    table = draw_table(board, turn=3, hands=hands, decks=decks, graves=graves, money=4, health=(18, 20))
    table.state.seats[1].money = 1
    return table


def card_view(card: str, seat: int, military: int | None, **words: Any) -> Any:
    plain_card = {
        "card": card, "seat": seat, "tapped": False, "sick": False, "military": military, "labour": 0,
        "military_chips": 0, "labour_chips": 0, "countdown": None, "keywords": [], "attacked_leader": False,
        "used": [], "modifiers": [],
    }  # fmt: skip
    return {**plain_card, **words}


def test_the_whole_view_of_the_example() -> None:
    """13.5"""
    table = example()
    do(table, 0, type="cast", card=LINE, place="0:B2")
    seat = {
        "savings": 0, "deck_out_count": 0, "self_harm_count": 0, "labour_used": False, "emergency_set": False,
        "emergency_discarded": False, "removed": {"count": 0, "cards": []}, "modifiers": [], "declared": [],
        "pending": None,
    }  # fmt: skip
    empty = {
        f"{s}:{name}": None for s in (0, 1) for name in ("A1", "A2", "A3", "B1", "B2", "B3", "HQ", "S1", "S2")
    }  # fmt: skip

    assert plain(view(table, 0, 41)) == {
        "ruleset": "invaders",
        "options": {"first_player": "seat_0", "year_limit": 100},
        "version": 41,
        "turn": 3,
        "prompts": [{"seat": 0, "kind": "main"}],
        "outcome": None,
        "game": {
            "phase": "main", "first_player": 0, "turn_player": 0, "year": 2, "actions_this_year": 1, "revolted": False,
            "steps": 0, "janken": None,
            "seats": [
                {
                    **seat, "health": 18, "money": 2, "casts_this_turn": 1,
                    "hand": {"count": 2, "cards": ["armored-train", "census"]}, "deck": {"count": 3, "cards": None},
                    "grave": {"count": 0, "cards": []}, "emergency": {"card": "signal-flares", "face_up": False},
                },
                {
                    **seat, "health": 20, "money": 1, "casts_this_turn": 0,
                    "hand": {"count": 2, "cards": None}, "deck": {"count": 4, "cards": None},
                    "grave": {"count": 1, "cards": ["supply-drive"]}, "emergency": None,
                },
            ],
            "board": {
                **empty,
                "0:B1": card_view("town-militia", 0, 1, keywords=[{"name": "guard"}]),
                "0:B2": card_view(LINE, 0, 2, sick=True),
                "0:S1": card_view(
                    "grain-exchange", 0, None, labour=None, countdown=1, keywords=[{"name": "countdown", "value": 3}]
                ),
                "1:A2": card_view("rail-porters", 1, 1, labour=1, tapped=True, keywords=[{"name": "ready"}]),
                "1:HQ": card_view("union-speaker", 1, 1),
            },
            "destroyed": [], "resolving": [], "opened": None, "looked": None, "waiting": [], "in_progress": None,
            "battle": None,
        },
    }  # fmt: skip


def test_the_public_sees_neither_hand_and_audit_everything() -> None:
    """13.7"""
    table = example()
    hands = {
        viewer: [own["hand"]["cards"] for own in seen(table, viewer)["seats"]] for viewer in (0, 1, "public", "audit")
    }
    mine, theirs = ["armored-train", "census", LINE], ["convoy", "fog-bank"]

    assert hands == {0: [mine, None], 1: [None, theirs], "public": [None, None], "audit": [mine, theirs]}
    assert seen(table, "audit")["seats"][1]["deck"]["cards"] == [LINE] * 4
    assert seen(table, "public")["seats"][0]["emergency"] == {"card": None, "face_up": False}


def test_ids_of_cards_are_nowhere_to_be_seen() -> None:
    """Equal tables are equal, however they came about: bytes and views alike."""
    table, other = example(), example()
    for one in other.state.board:
        if isinstance(one, FieldCard):
            one.id = other.state.new_id()

    assert seen(table) == seen(other)
    assert table.rules.encode(table) == other.rules.encode(other)


def test_a_commander_shows_printed_values_and_a_unit_current_ones() -> None:
    """13.6"""
    table = draw_table(
        {"0:S1": "iron-foundry", "0:A1": (LINE, {"military_chips": -5}), "0:B1": LINE, "0:HQ": "works-director"}
    )
    board = seen(table)["board"]

    assert [board[place]["military"] for place in ("0:A1", "0:B1", "0:HQ", "0:S1")] == [0, 4, 2, None]


def test_a_commander_shows_printed_values_whatever_it_says_of_itself() -> None:
    """13.6"""
    proud = {"kind": "static", "command": True, "applies_to": {"zone": "self"}}
    chief = card("chief", subkind="leader", abilities=[{**proud, "modifier": {"stat": "military", "add": 5}}])

    shown = seen(draw_table({"0:HQ": "chief"}, cards=[chief]))["board"]["0:HQ"]

    assert (shown["military"], shown["labour"]) == (2, 1)


def test_nothing_is_half_done_but_at_a_prompt_inside_an_effect() -> None:
    """13.9, 12.5"""
    draw = {"op": "draw", "who": "own", "amount": 1}
    may, then = ({"may": draw}, {"then": [{"op": "lose"}, draw]})
    spells = [
        card(slug, "event", cost=0, abilities=[{"kind": "event", "effects": effects}])
        for slug, effects in (("asks", [may]), ("waits", [draw, draw]), ("ends", [then]))
    ]
    halves = {}
    for slug in ("asks", "waits", "ends"):
        table = draw_table(cards=spells, hands=((slug,), ()))
        assert seen(table)["in_progress"] == []
        do(table, 0, type="cast", card=slug)
        halves[slug] = seen(table)["in_progress"]

    assert halves["asks"] != [] and halves["waits"] == halves["ends"] == []


def test_how_a_waiting_effect_names_its_cards() -> None:
    """13.8: by place, in a grave by its index; the event's card as well."""
    relic = card("relic", abilities=[
        {"kind": "triggered", "trigger": {"on": "put_in_grave", "whose": "self"},
         "effects": [{"op": "heal", "to": "own", "amount": 1}] * 2},
    ])  # fmt: skip
    office = card("office", "situation", abilities=[
        {"kind": "triggered", "trigger": {"on": "entered", "whose": "own"},
         "effects": [{"op": "heal", "to": "own", "amount": 1}] * 2},
    ])  # fmt: skip
    mill = card("mill", "event", cost=0, abilities=[
        {"kind": "event", "effects": [{"op": "mill", "who": "own", "amount": 2}]},
    ])  # fmt: skip
    table = draw_table(
        {"0:S1": "office"}, cards=[relic, office, mill], hands=(("mill", LINE), ()), decks=(("census", "relic"), ())
    )

    do(table, 0, type="cast", card="mill")
    assert [(item["self"], item["event"]) for item in seen(table)["waiting"]] == [("0:grave:1", "0:grave:1")] * 2

    do(table, 0, type="resolve", index=0)
    do(table, 0, type="cast", card=LINE, place="0:B1")
    assert [(item["self"], item["event"]) for item in seen(table)["waiting"]] == [("0:S1", "0:B1")] * 2


def test_what_lies_on_a_leader_and_what_was_removed_is_open() -> None:
    """13.7"""
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [{"and": [
        {"op": "give", "select": {"pick": "leader", "side": "own"}, "modifier": {"rule": "cannot", "what": "save"},
         "duration": "permanent"},
        {"op": "exile", "select": {"pick": "all", "zone": "grave", "side": "own"}},
    ]}]}])  # fmt: skip
    table = draw_table(cards=[spell], hands=(("spell",), ()), graves=(("census",), ()))

    do(table, 0, type="cast", card="spell")

    for viewer in (1, "public"):
        own = seen(table, viewer)["seats"][0]
        assert len(own["modifiers"]) == 1
        assert own["removed"]["cards"] == ["census"]
