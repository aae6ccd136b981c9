"""2, 3: options, cards and decks; the faults of a setup, and their order."""

from typing import Any

import pytest

from rules.blackpoker.effects import Damaged
from rules.blackpoker.options import Options
from rules.blackpoker.prompts import RespondPrompt
from rules.registry import bound_ruleset, shipped_ruleset
from tests.rules.blackpoker.positions import both_pass, call, card, cards, do, duel, may, prompts, side
from tests.rules.setups import starter

RULES = shipped_ruleset("blackpoker")
PACK = starter("blackpoker", "full54")


def deck(**copies: Any) -> dict[str, Any]:
    """The whole pack, some slugs changed (`_` for `-`); None takes one out."""
    changed = {slug.replace("_", "-"): number for slug, number in copies.items()}
    return {"cards": {slug: n for slug, n in {**PACK["cards"], **changed}.items() if n is not None}}


def of_size(size: int) -> dict[str, Any]:
    return {"cards": dict.fromkeys([slug for slug in PACK["cards"] if slug != "joker"][:size], 1)}


def test_r1_defaults_are_lite_and_full() -> None:
    assert RULES.read_options({}) == Options("lite", "full")


def test_2_2_unknown_options_come_first_and_decks_are_not_looked_at() -> None:
    options = {"zeta": 1, "frame": ["full"], "alpha": 2, "format": True}

    assert RULES.check_setup(options, []) == [
        {"code": "unknown_option", "option": "alpha"},
        {"code": "unknown_option", "option": "zeta"},
        {"code": "bad_option", "option": "format"},
        {"code": "bad_option", "option": "frame"},
    ]


@pytest.mark.parametrize("format_", ["lite", "std"])
@pytest.mark.parametrize("frame", ["full", "regular", "constructed40", "random40", "entry20", "entry16"])
def test_r6_any_format_goes_with_any_frame(format_: str, frame: str) -> None:
    fitting = next(one for one in RULES.cards.starters if frame in one.frames)

    assert RULES.check_setup({"format": format_, "frame": frame}, [{"cards": fitting.cards}] * 2) == []


@pytest.mark.parametrize("brought", [[], [PACK], [PACK, PACK, {"cards": {"x": 1}}]])
def test_3_4_two_decks_or_nothing_else_is_said(brought: list[Any]) -> None:
    assert RULES.check_setup({}, brought) == [{"code": "wrong_number_of_decks", "expected": 2}]


def test_3_4_faults_of_cards_by_seat_then_code_then_slug() -> None:
    bad = deck(zz=0, aa=1, spade_a=2, joker=3, club_2=True, club_10=0, heart_2="1")

    faults = RULES.check_setup({}, [bad, deck(unheard=1)])

    assert faults == [
        {"code": "unknown_card", "seat": 0, "card": "aa"},
        {"code": "unknown_card", "seat": 0, "card": "zz"},
        {"code": "bad_copies", "seat": 0, "card": "club-10"},
        {"code": "bad_copies", "seat": 0, "card": "club-2"},
        {"code": "bad_copies", "seat": 0, "card": "heart-2"},
        {"code": "too_many_copies", "seat": 0, "card": "joker"},
        {"code": "too_many_copies", "seat": 0, "card": "spade-a"},
        {"code": "unknown_card", "seat": 1, "card": "unheard"},
    ]


def test_3_4_the_deck_as_a_whole_is_judged_only_if_its_cards_are_sound() -> None:
    """Too few cards, one of them unknown: only the unknown card is reported, and the other seat's own fault."""
    faults = RULES.check_setup({"frame": "regular"}, [{"cards": {"zz": 1}}, of_size(3)])

    assert faults == [
        {"code": "unknown_card", "seat": 0, "card": "zz"},
        {"code": "deck_size", "seat": 1, "min": 20, "max": 54, "actual": 3},
    ]


@pytest.mark.parametrize(
    ("frame", "size", "most"),
    [("regular", 19, 54), ("constructed40", 19, 40), ("constructed40", 41, 40)],
)
def test_r3_a_free_deck_too_small_or_too_large(frame: str, size: int, most: int) -> None:
    fault = {"code": "deck_size", "seat": 1, "min": 20, "max": most, "actual": size}

    assert RULES.check_setup({"frame": frame}, [of_size(20), of_size(size)]) == [fault]


@pytest.mark.parametrize(("frame", "size"), [("regular", 20), ("constructed40", 20), ("constructed40", 40)])
def test_r3_a_free_deck_of_just_the_right_size(frame: str, size: int) -> None:
    assert RULES.check_setup({"frame": frame}, [of_size(size)] * 2) == []
    assert RULES.check_setup({"frame": "regular"}, [PACK] * 2) == []


@pytest.mark.parametrize("frame", ["full", "random40", "entry20", "entry16"])
def test_3_4_a_fixed_deck_is_exactly_that_of_the_frame(frame: str) -> None:
    exact = {"cards": RULES.cards.frames[frame].deck}
    one_short = {"cards": dict(list(exact["cards"].items())[1:])}

    assert RULES.check_setup({"frame": frame}, [exact, one_short]) == [{"code": "wrong_deck", "seat": 1}]


def test_3_4_one_deck_by_itself_for_the_editor() -> None:
    assert RULES.check_deck(Options(), deck(joker=1), 0) == [{"code": "wrong_deck", "seat": 0}]
    assert RULES.check_deck(Options(), PACK, 0) == []


def test_starter_decks_are_legal_where_they_say_they_fit() -> None:
    for starter_ in RULES.cards.starters:
        for frame in starter_.frames:
            assert RULES.check_deck(Options("std", frame), {"cards": starter_.cards}, 0) == []
    assert [(one.slug, one.options) for one in RULES.starter_decks] == [
        ("full54", {"frame": "full"}),
        ("vanguard40", {"frame": "constructed40"}),
        ("spellbook40", {"frame": "constructed40"}),
        ("entry20", {"frame": "entry20"}),
        ("entry16", {"frame": "entry16"}),
    ]


def test_3_1_numbers_suits_and_kinds() -> None:
    cards = RULES.cards

    assert [cards.number[f"heart-{rank}"] for rank in ("a", "2", "10", "j", "q", "k")] == [1, 2, 10, 11, 12, 13]
    assert (cards.number["joker"], cards.suit["joker"], cards.copies["joker"]) == (0, None, 2)
    assert [cards.kind[slug] for slug in ("club-10", "club-k", "club-a", "joker")] == [
        "soldier",
        "hero",
        "ace",
        "magician",
    ]
    assert cards.swift == {"spade-a", "heart-a", "diamond-a", "club-a", "joker"}
    assert len(cards.generation) == 17


def test_2_4_lite_has_19_actions_and_std_26() -> None:
    """Generation Change, which is no request, is the 19th and the 26th."""
    formats = [one.formats for one in RULES.cards.actions.values()]

    assert len([one for one in formats if "lite" in one]) + 1 == 19
    assert len([one for one in formats if "std" in one]) + 1 == 26


def with_cards(slug: str, **changed: Any) -> list[dict[str, Any]]:
    """The shipped cards, one of them with other figures."""
    cards = RULES.card_set["cards"]
    return [{**one, "stats": {**one["stats"], **changed}} if one["slug"] == slug else one for one in cards]


def test_another_card_set_plays_with_its_own_figures() -> None:
    """A spade eight of 3 throws 3 and is summoned as what its definition says."""
    other = bound_ruleset("blackpoker", None, {**RULES.card_set, "cards": with_cards("spade-8", number=3)})
    table = duel(side("♠8 ♣2"), side("♠2"))
    table.rules, table.cards = other, other.cards
    do(table, 0, call("throw", "♠8 ♣2"))

    effects = both_pass(table)

    assert effects[2] == Damaged(1, 3, 3, tuple(cards("♣2 ♥2 ♣3")), card("♣3"), "throw")


def test_another_card_set_may_change_costs_and_timing() -> None:
    rows = [
        {**row, "cost": "LL", "timing": "quick"} if row["id"] == "summon_ace" else row
        for row in RULES.card_set["actions"]
    ]
    other = bound_ruleset("blackpoker", None, {**RULES.card_set, "actions": rows})
    table = duel(side("♥A ♥2"), side("♣A"))
    table.rules, table.cards = other, other.cards
    do(table, 0, call("end"))
    assert may(table, 1, "summon_ace") == [("club-a",)]

    do(table, 1, call("summon_ace", "♣A"))

    assert len(table.state.sides[1].deck) == 8
    assert prompts(table) == [RespondPrompt(0, 2)]
