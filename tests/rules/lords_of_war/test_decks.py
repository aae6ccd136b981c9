"""4 Decks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.lords_of_war.decks import RankReport, Swap, deck_report
from tests.levels import examples
from tests.rules.lords_of_war.positions import CARDS, RULES
from tests.rules.lords_of_war.setups import decks
from tests.rules.setups import starter


def cards_of(slug: str, **changes: int) -> dict[str, Any]:
    """A starter deck with other copies of some cards (`_` for `-`); 0 takes a card out."""
    cards = dict(starter("lords_of_war", slug)["cards"])
    cards.update({name.replace("_", "-"): copies for name, copies in changes.items()})
    return {"cards": {name: copies for name, copies in cards.items() if copies != 0}}


def faults(deck: dict[str, Any], rule: str = "core", seat: int = 0, mode: str = "duel") -> list[dict[str, Any]]:
    return RULES.check_deck(RULES.read_options({"army_rule": rule, "mode": mode}), deck, seat)


@pytest.mark.parametrize("deck", RULES.starter_decks, ids=lambda deck: deck.slug)
def test_every_starter_deck_is_legal_under_its_options(deck: Any) -> None:
    """4.1 to 4.4"""
    options = RULES.read_options(deck.options)

    assert RULES.check_options(deck.options) == []
    assert RULES.check_deck(options, {"cards": deck.cards}, 1) == []


def test_there_are_starter_decks_of_six_armies() -> None:
    armies = {RULES.cards.army_of({"cards": deck.cards}) for deck in RULES.starter_decks}

    assert armies == {"templars", "undead", "orcs", "dwarves", "elves", "lizardmen", "mercenary"}


def test_unknown_cards_then_bad_copies_and_nothing_further() -> None:
    """4.6"""
    deck = {"cards": {"zombie-shambler": 0, "unicorn": 1, "palisade": True, "Ork": 2, "banshee": "2", "hellhound": 1.0}}

    assert faults(deck, seat=1) == [
        {"code": "unknown_card", "seat": 1, "card": "Ork"},
        {"code": "unknown_card", "seat": 1, "card": "unicorn"},
        {"code": "bad_copies", "seat": 1, "card": "banshee"},
        {"code": "bad_copies", "seat": 1, "card": "hellhound"},
        {"code": "bad_copies", "seat": 1, "card": "palisade"},
        {"code": "bad_copies", "seat": 1, "card": "zombie-shambler"},
    ]


def test_size_then_ranks_in_order_then_armies() -> None:
    """4.6"""
    deck = cards_of("orcs-core", gonke_longtooth=2, orc_butcher=1, lizardman_quillshot=2, goblin_shanker_ne=0)

    assert faults(deck) == [
        {"code": "deck_size", "seat": 0, "expected": 36, "actual": 37},
        {"code": "rank_count", "seat": 0, "rank": "general", "expected": 1, "actual": 2},
        {"code": "rank_count", "seat": 0, "rank": "special", "expected": 4, "actual": 3},
        {"code": "rank_count", "seat": 0, "rank": "elite", "expected": 4, "actual": 6},
        {"code": "rank_count", "seat": 0, "rank": "conscript", "expected": 8, "actual": 7},
        {"code": "mixed_armies", "seat": 0, "armies": ["lizardmen", "orcs"]},
    ]


def test_an_empty_deck_lacks_everything() -> None:
    """4.6: of no army, so neither mixed nor compared with a core deck."""
    counts = {"general": 1, "commander": 5, "special": 4, "elite": 4, "veteran": 6, "regular": 8, "conscript": 8}

    assert faults({"cards": {}}) == [
        {"code": "deck_size", "seat": 0, "expected": 36, "actual": 0},
        *({"code": "rank_count", "seat": 0, "rank": r, "expected": n, "actual": 0} for r, n in counts.items()),
    ]


def test_any_number_of_copies_is_custom_but_not_core() -> None:
    """4.3 R3"""
    deck = cards_of("dwarves-core", dwarf_sharpshooter=8)
    for slug in list(deck["cards"]):
        if CARDS[slug].rank == "regular" and slug != "dwarf-sharpshooter":
            del deck["cards"][slug]

    assert faults(deck, "custom") == []
    assert faults(deck, "core") == [{"code": "not_core_army", "seat": 0}]


def test_the_general_is_exactly_one() -> None:
    """R3"""
    deck = cards_of("dwarves-core", krod_klouthammer=0, dwarf_ballista=5)

    assert [fault["rank"] for fault in faults(deck, "custom") if fault["code"] == "rank_count"] == [
        "general",
        "special",
    ]


def test_the_number_of_decks_is_the_only_fault() -> None:
    """4.6"""
    given = [{"cards": {"unicorn": 1}}]

    assert RULES.check_setup({}, given) == [{"code": "wrong_number_of_decks", "expected": 2}]
    assert RULES.check_setup({"mode": "team_6"}, given * 5) == [{"code": "wrong_number_of_decks", "expected": 6}]


def test_faults_come_in_seat_order() -> None:
    """4.6"""
    given = [cards_of("orcs-core", orc_catapult=1), {"cards": {"unicorn": 1}}]

    assert RULES.check_setup({}, given) == [
        {"code": "deck_size", "seat": 0, "expected": 36, "actual": 35},
        {"code": "rank_count", "seat": 0, "rank": "veteran", "expected": 6, "actual": 5},
        {"code": "unknown_card", "seat": 1, "card": "unicorn"},
    ]


def test_seat_2_of_three_players_brings_no_deck() -> None:
    """4.5 R4"""
    options = {"mode": "three_player"}
    assert RULES.check_setup(options, decks("orcs-core", "elves-core", "")) == []

    assert RULES.check_setup(options, decks("orcs-core", "elves-core", "elves-core")) == [
        {"code": "deck_not_used", "seat": 2}
    ]
    unknown = [*decks("orcs-core", "elves-core"), {"cards": {"unicorn": 1, "palisade": 0}}]
    assert RULES.check_setup(options, unknown) == [
        {"code": "unknown_card", "seat": 2, "card": "unicorn"},
        {"code": "bad_copies", "seat": 2, "card": "palisade"},
    ]


def test_the_army_of_a_deck() -> None:
    """4.7"""
    armies = RULES.cards.army_of

    assert armies(starter("lords_of_war", "undead-core")) == "undead"
    assert armies(starter("lords_of_war", "orcs-artillery")) == "orcs"
    assert armies(starter("lords_of_war", "orcs-with-quillshots")) == "mercenary"


def test_every_message_has_words() -> None:
    """4.6, 1.2"""
    assert set(RULES.words["problems"]) == {
        "unknown_option",
        "bad_option",
        "wrong_number_of_decks",
        "unknown_card",
        "bad_copies",
        "deck_not_used",
        "deck_size",
        "rank_count",
        "mixed_armies",
        "not_core_army",
    }


# For the deck editor


def test_the_report_says_which_rank_is_short_and_what_would_fill_it() -> None:
    deck = cards_of("orcs-core", orc_catapult=1)

    report = deck_report(RULES.cards, RULES.read_options({"army_rule": "core"}), deck)

    assert (report.size, report.expected, report.armies) == (35, 36, ("orcs",))
    assert report.ranks[4] == RankReport("veteran", 6, 5, 1, 0, ("orc-catapult",), ())
    assert [rank.rank for rank in report.ranks if rank.missing or rank.surplus] == ["veteran"]


def test_the_report_says_which_rank_is_over_and_what_may_go() -> None:
    deck = cards_of("orcs-core", orc_warhog_e=3)

    report = deck_report(RULES.cards, RULES.read_options({"army_rule": "custom"}), deck)

    assert report.ranks[3] == RankReport("elite", 4, 5, 0, 1, (), ("orc-warhog-e", "orc-warhog-w"))


def test_swaps_keep_rank_and_army() -> None:
    """4.3, 4.4"""
    deck = starter("lords_of_war", "orcs-core")

    custom = deck_report(RULES.cards, RULES.read_options({"army_rule": "custom"}), deck)
    mercenary = deck_report(RULES.cards, RULES.read_options({"army_rule": "mercenary"}), deck)
    core = deck_report(RULES.cards, RULES.read_options({}), deck)

    assert Swap("orc-catapult", ("orc-ravager-ne", "orc-ravager-nw")) in custom.swaps
    assert "gonke-longtooth" not in [swap.card for swap in custom.swaps]
    generals = tuple(sorted(card.slug for card in CARDS.values() if card.rank == "general"))
    assert Swap("gonke-longtooth", tuple(g for g in generals if g != "gonke-longtooth")) in mercenary.swaps
    assert core.swaps == ()


def test_in_a_core_deck_only_what_is_too_many_gives_way() -> None:
    """4.2: the catapults are right as they are."""
    changed = deck_report(
        RULES.cards, RULES.read_options({}), cards_of("orcs-core", orc_ravager_ne=1, orc_ravager_nw=3)
    )
    larger = deck_report(RULES.cards, RULES.read_options({}), cards_of("orcs-core", orc_ravager_nw=3))

    assert changed.swaps == (Swap("orc-ravager-nw", ("orc-ravager-ne",)),)
    assert larger.ranks[4] == RankReport("veteran", 6, 7, 0, 1, (), ("orc-ravager-nw",))
    assert larger.swaps == ()


def test_of_a_rank_that_is_over_the_strays_go_if_they_are_enough() -> None:
    """4.3, 4.4: two quillshots beside four warhogs, then beside five."""
    custom, mercenary = (RULES.read_options({"army_rule": rule}) for rule in ("custom", "mercenary"))
    full = cards_of("orcs-core", lizardman_quillshot=2)
    larger = cards_of("orcs-core", lizardman_quillshot=2, orc_warhog_e=3)
    everything = ("lizardman-quillshot", "orc-warhog-e", "orc-warhog-w")

    assert deck_report(RULES.cards, custom, full).ranks[3].may_remove == ("lizardman-quillshot",)
    assert deck_report(RULES.cards, custom, larger).ranks[3].may_remove == everything
    assert deck_report(RULES.cards, mercenary, full).ranks[3].may_remove == everything


def test_strays_give_way_to_the_army_of_most_cards() -> None:
    """4.3"""
    deck = starter("lords_of_war", "orcs-with-quillshots")

    report = deck_report(RULES.cards, RULES.read_options({"army_rule": "custom"}), deck)

    assert report.armies == ("lizardmen", "orcs")
    assert Swap("lizardman-quillshot", ("orc-warhog-e", "orc-warhog-w")) in report.swaps
    assert Swap("orc-catapult", ("orc-ravager-ne", "orc-ravager-nw")) in report.swaps


def test_an_empty_deck_may_become_any_army() -> None:
    generals = tuple(sorted(card.slug for card in CARDS.values() if card.rank == "general"))

    report = deck_report(RULES.cards, RULES.read_options({}), {"cards": {"unicorn": 3, "palisade": 0}})

    assert (report.size, report.armies, report.swaps) == (0, (), ())
    assert report.ranks[0] == RankReport("general", 1, 0, 1, 0, generals, ())


@examples(40)
@given(st.data())
def test_every_swap_of_a_legal_deck_gives_a_legal_deck(data: st.DataObject) -> None:
    """4.3, 4.4"""
    rule, slug = data.draw(st.sampled_from([("custom", "elves-core"), ("mercenary", "grave-company")]))
    options, deck = RULES.read_options({"army_rule": rule}), starter("lords_of_war", slug)

    for _ in range(5):
        report = deck_report(RULES.cards, options, deck)
        swap = data.draw(st.sampled_from(report.swaps))
        other = data.draw(st.sampled_from(swap.others))
        cards = dict(deck["cards"])
        cards[swap.card] -= 1
        cards[other] = cards.get(other, 0) + 1
        deck = {"cards": {name: copies for name, copies in cards.items() if copies}}

        assert RULES.check_deck(options, deck, 0) == []
