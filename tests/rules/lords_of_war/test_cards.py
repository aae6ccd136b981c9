"""3.4 to 3.6 The card definitions: data alone, whatever their figures."""

from collections import Counter
from typing import Any

import pytest

from rules.engine import QuickChance, act, legal_actions
from rules.lords_of_war.effects import Eliminated
from rules.registry import bound_ruleset, shipped_set
from tests.rules.lords_of_war.positions import CARDS, RULES, battle, deploy, kinds, of_type
from tests.rules.lords_of_war.setups import decks

SHIPPED = shipped_set("lords_of_war")


@pytest.mark.parametrize("card", SHIPPED["cards"], ids=lambda card: card["slug"])
def test_every_definition_keeps_to_the_rules(card: dict[str, Any]) -> None:
    """3.4, 3.5"""
    assert card["support"] == (card["class"] in ("spear", "ranged"))
    assert (card["ranged"] is not None) == (card["class"] == "ranged")
    assert all(1 <= strength <= 5 for strength in card["arrows"].values())
    assert set(card["names"]) == {"ja", "en"}
    assert card["rank"] in RULES.cards.rank_counts
    assert (CARDS[card["slug"]].commands, CARDS[card["slug"]].rank) == (
        card["rank"] in ("commander", "general"),
        card["rank"],
    )


@pytest.mark.parametrize("army", ["templars", "undead", "orcs", "dwarves", "elves", "lizardmen"])
def test_every_army_has_a_core_deck_of_the_right_ranks(army: str) -> None:
    """4.1, 4.2, 3.6: six commanders, the general among them."""
    deck = RULES.cards.core_decks[army]

    ranks = Counter(dict.fromkeys(RULES.cards.rank_counts, 0))
    for slug, copies in deck.items():
        ranks[CARDS[slug].rank] += copies
    assert ranks == RULES.cards.rank_counts
    assert sum(copies for slug, copies in deck.items() if CARDS[slug].commands) == 6


def changed(slug: str, **figures: Any) -> dict[str, Any]:
    """The shipped set with other figures of one card."""
    cards = [{**card, **figures} if card["slug"] == slug else card for card in SHIPPED["cards"]]
    return {**SHIPPED, "cards": cards}


def test_another_revision_plays_by_its_own_figures() -> None:
    """16.2, with a marauder of defence 5 that strikes for 3."""
    rules = bound_ruleset("lords_of_war", None, changed("dwarf-marauder-ne", defence=5, arrows={"n": 3}))
    shipped, table = (
        battle({(3, 3): ("dwarf-marauder-ne", 1)}, hands={0: ["orc-deathbringer-n"]}, rules=which)
        for which in (RULES, rules)
    )

    before = of_type(deploy(shipped, "orc-deathbringer-n", (3, 2)), Eliminated)
    after = of_type(deploy(table, "orc-deathbringer-n", (3, 2)), Eliminated)

    assert before == [Eliminated(1, "dwarf-marauder-ne", (3, 3), 5, 4, ((3, 2),))]
    assert after == [Eliminated(0, "orc-deathbringer-n", (3, 2), 3, 2, ((3, 3),))]
    assert kinds(table) == [(1, "deploy")]


def test_another_revision_has_its_own_core_decks() -> None:
    """4.2"""
    cards = [
        {**card, "copies": 3 if card["slug"] == "orc-warhog-e" else 1}
        if card["slug"].startswith("orc-warhog")
        else card
        for card in SHIPPED["cards"]
    ]
    rules = bound_ruleset("lords_of_war", None, {**SHIPPED, "cards": cards})

    assert rules.check_setup({}, decks("orcs-core", "elves-core")) == [{"code": "not_core_army", "seat": 0}]
    table = rules.start({}, [{"cards": rules.cards.core_decks["orcs"]}, *decks("elves-core")], QuickChance(1))
    seat = table.state.active_seat
    assert act(table, seat, legal_actions(table, seat)[0])


@pytest.mark.parametrize(
    "figures",
    [
        {"arrows": [3, 1]},
        {"arrows": {"n": "3"}},
        {"arrows": {"up": 3}},
        {"defence": "4"},
        {"defence": True},
        {"copies": None},
        {"rank": ["regular"]},
        {"class": 5},
        {"ranged": []},
        {"ranged": {"strength": 3}},
        {"ranged": {"strength": 3, "grid": [[0]]}},
        {"ranged": {"strength": 3, "grid": {"n": 1}}},
    ],
)
def test_a_definition_of_another_shape_is_refused(figures: dict[str, Any]) -> None:
    """3.4"""
    with pytest.raises((KeyError, TypeError, ValueError)):
        bound_ruleset("lords_of_war", None, changed("dwarf-marauder-ne", **figures))
