"""The option sets and decks that the laws run over."""

from collections import Counter
from typing import Any

from rules.engine import Table
from tests.rules.setups import Setup, starter

STARTERS = (
    "japan-starter", "usa-starter", "uk-starter", "france-starter", "russia-starter", "germany-starter",
    "turkey-starter", "stateless-industry",
)  # fmt: skip


def _decks(one: str, other: str) -> list[dict[str, Any]]:
    return [starter("invaders", one), starter("invaders", other)]


SETUPS = [
    Setup("invaders", "japan-usa-janken", {}, _decks("japan-starter", "usa-starter")),
    Setup("invaders", "uk-france-random", {"first_player": "random"}, _decks("uk-starter", "france-starter")),
    Setup("invaders", "russia-germany-seat-0", {"first_player": "seat_0"}, _decks("russia-starter", "germany-starter")),
    Setup(
        "invaders",
        "turkey-stateless-short",
        {"first_player": "seat_0", "year_limit": 10},
        _decks("turkey-starter", "stateless-industry"),
    ),
]

PRIVATE_FIELDS = {
    "janken.hand", "mulligan.cards", "set_emergency.card", "choose.card", "shuffled.order", "drew.cards",
    "mulliganed.cards", "emergency_set.card", "returned.card", "looked.cards", "took.card",
}  # fmt: skip

HIDDEN_IN_FRAMES = {"all_or_nothing.chosen", "choosing.taken"}
"""Cards that an effect has taken hold of in a hand while the other seat is asked, and how many fit it (13.11.6)."""


def all_cards(table: Table[Any, Any]) -> Counter[str]:
    """Every card of both seats, wherever it lies, marked with its owner."""
    state = table.state
    found: Counter[str] = Counter()
    for seat, own in enumerate(state.seats):
        cards = own.hand + own.deck + own.removed + [card.card for card in own.grave]
        found.update(f"{seat}:{card}" for card in cards)
    for card in (*filter(None, state.board), *state.destroyed, *state.resolving):
        found[f"{card.seat}:{card.card}"] += 1
    for browsed in filter(None, (state.opened, state.looked)):
        found.update(f"{browsed.seat}:{card}" for card in browsed.cards)
    return found
