"""Views and their parts."""

import msgspec

from rules.engine import (
    SeededChance,
    act,
    canonical,
    closed_zone,
    digest,
    hand_zone,
    match_key,
    open_zone,
    state_hash,
    view,
)
from tests import toy
from tests.toy import Keep

RULES = toy.raid_rules(toy.CARD_SET)
DECK = {"cards": {"raider-1": 3, "raider-2": 3}}


def started() -> toy.RaidTable:
    return RULES.start({}, [DECK, DECK], SeededChance(match_key(bytes(32), ["", ""])))


def test_zones_show_a_count_and_cards_or_null() -> None:
    assert msgspec.to_builtins(open_zone(["b", "a"])) == {"count": 2, "cards": ("b", "a")}
    assert msgspec.to_builtins(closed_zone(3)) == {"count": 3, "cards": None}


def test_a_hand_is_sorted_as_plain_strings() -> None:
    assert hand_zone(["red-2", "red-10"], seen=True).cards == ("red-10", "red-2")
    assert msgspec.to_builtins(hand_zone(["red-2", "red-10"], seen=False)) == {"count": 2, "cards": None}


def test_a_view_has_one_shape_for_every_viewer() -> None:
    table = started()

    documents = [msgspec.to_builtins(view(table, viewer, 5)) for viewer in (0, 1, "public", "audit")]

    for document in documents:
        assert list(document) == ["ruleset", "options", "version", "turn", "prompts", "outcome", "game"]
        assert document["ruleset"] == "raid"
        assert document["options"] == {"seats": 2, "goal": 15}
        assert (document["version"], document["turn"], document["outcome"]) == (5, 0, None)
        assert document["prompts"] == [{"kind": "mulligan", "seat": 0}, {"kind": "mulligan", "seat": 1}]
    hands = [[seat["hand"]["cards"] is not None for seat in document["game"]["seats"]] for document in documents]
    assert hands == [[True, False], [False, True], [False, False], [True, True]]


def test_state_hash_covers_game_prompts_and_turn_of_the_audit_view() -> None:
    table = started()
    audit = msgspec.to_builtins(view(table, "audit", 0))

    assert state_hash(table) == digest({key: audit[key] for key in ("game", "prompts", "turn")})


def test_state_hash_tells_half_made_answers_apart() -> None:
    keeping, redrawing = started(), started()
    assert state_hash(keeping) == state_hash(redrawing)

    act(keeping, 0, Keep(True))
    act(redrawing, 0, Keep(False))

    assert state_hash(keeping) != state_hash(redrawing)
    assert canonical(view(keeping, 1, 0)) == canonical(view(redrawing, 1, 0))
