"""The option sets of Invictus that the laws run over."""

from collections import Counter
from typing import Any

from rules.invictus.state import InvictusTable
from tests.rules.setups import Setup, starter


def _setup(name: str, *decks: str, **options: Any) -> Setup:
    return Setup("invictus", name, options, [starter("invictus", deck) for deck in decks])


SETUPS: list[Setup] = [
    _setup("kingdom-egypt", "kingdom-standard", "egypt-standard"),
    _setup("sengoku-kingdom", "sengoku-assault", "kingdom-assault", open_back_row=True),
    _setup("egypt-sengoku", "egypt-bastion", "sengoku-standard", queue_limits=[4, 2]),
    _setup("home-match", "sengoku-standard", "sengoku-assault", foreign_match=False, queue_limits=[1, 3]),
    _setup("multinational", "multinational-vanguard", "multinational-desert", multinational=True),
    _setup("short-match", "egypt-short", "kingdom-short", short_match=True),
    _setup("shared-set", "kingdom-shared", "kingdom-shared", deck_building="shared_set"),
    _setup("alliance", "kingdom-short", "egypt-short", "sengoku-short", "kingdom-short", alliance=True),
    _setup("alliance-home", *["sengoku-short"] * 4, alliance=True, foreign_match=False, queue_limits=[3, 5]),
]

PRIVATE_FIELDS = {
    "choose_leader.card",
    "choose_hand.cards",
    "offered_leaders.cards",
    "chose_leader.card",
    "chose_hand.cards",
    "shuffled.order",
    "drew.cards",
}


def all_cards(table: InvictusTable) -> Counter[str]:
    """Every soldier in every zone, and one leader a seat: it may lie aside, or not be chosen yet (5.1, 5.2)."""
    state, leaders = table.state, table.cards.leaders
    lying = [
        *(card for realm in state.realms for zone in (realm.hand, realm.deck, realm.kingdom) for card in zone),
        *(card for side in state.sides for zone in (side.queue, side.graveyard) for card in zone),
        *(unit.card for side in state.sides for unit in side.cells if unit is not None),
    ]
    aside = len(state.realms) if state.first_side is None else 0
    counted = Counter("leader" if card in leaders else card for card in lying)
    return counted + Counter(leader=aside)
