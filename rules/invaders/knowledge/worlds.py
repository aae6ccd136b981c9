"""13.11 Worlds that fit everything a seat has seen."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from rules.engine import Chance, Frame, QuickChance, Table, left_of, prompts

from ..actions import JANKEN, Janken, Mulligan
from ..cards import Cards
from ..decks import MOST_COPIES
from ..field import field_of
from ..frames import Frames
from ..places import EMERGENCY
from ..setup import sub_multisets
from ..state import InvadersTable, State, on_field
from .following import UNNAMED, World
from .from_view import table_parts
from .memory import Memory


def determinize(rules: Any, view: Any, seat: int, memory: Memory, chance: Chance) -> InvadersTable:
    """13.11.7 A world that fits. The opponent's list is one of the starter decks, changed to fit the cards seen."""
    world = _a_world(rules, view, seat, memory, chance)
    table: InvadersTable = Table(rules, view.options, world.state, chance, cast(list[Frame], world.frames))
    other = 1 - seat
    _fill(world.state, seat, chance.shuffle(_own_unseen(world.state, seat, memory.deck)))
    unseen = _other_unseen(rules, world, other, chance)
    _fill_emergency(rules.cards, world.state, other, unseen)
    _fill(world.state, other, unseen)
    fill_pending(world.state, other, chance)
    field_of(table)  # Built once for all copies of this world.
    return table


def _a_world(rules: Any, view: Any, seat: int, memory: Memory, chance: Chance) -> World:
    """One of the possible worlds or, if the match could not be followed, one made from the view."""
    may_be = memory.worlds
    if len(may_be) > 1:
        may_be = [world for world in may_be if _asks_alike(rules, view, world)]
    if not may_be:
        state, frames = table_parts(rules.cards, view, seat)
        return World(state, cast(list[Frames], frames), [[], []])
    return may_be[chance.below(len(may_be))].clone()


def _asks_alike(rules: Any, view: Any, world: World) -> bool:
    """Prompts are public, so they rule out worlds before the next effect does."""
    table: InvadersTable = Table(rules, view.options, world.state, QuickChance(0), cast(list[Frame], world.frames))
    return prompts(table) == list(view.prompts)


def named_cards(state: State, seat: int) -> list[str]:
    """All named cards of a seat, wherever they are."""
    return [card for card in _cards_of(state, seat) if card not in UNNAMED]


def _cards_of(state: State, seat: int) -> list[str]:
    own = state.seats[seat]
    cards = own.hand + own.deck + own.removed + [card.card for card in own.grave]
    cards += [card.card for card in on_field(state) if card.seat == seat]
    cards += [card.card for card in state.destroyed if card.seat == seat]
    cards += [card.card for card in state.resolving if card.seat == seat]
    for browsed in (state.opened, state.looked):
        if browsed is not None and browsed.seat == seat:
            cards += browsed.cards
    return cards


def _own_unseen(state: State, seat: int, deck: dict[str, int]) -> list[str]:
    return sorted(left_of(deck, _cards_of(state, seat)))


def _other_unseen(rules: Any, world: World, seat: int, chance: Chance) -> list[str]:
    """Cards for the opponent's hidden places in random order, including those known to be there."""
    lost = world.lost[seat]
    seen = _cards_of(world.state, seat) + lost
    cards: Cards = rules.cards
    nations = _nations(cards, set(seen))
    fitting = [deck for deck, of in _starter_lists(rules) if nations <= of]
    likely = fitting[chance.below(len(fitting))] if fitting else {}
    allowed = (nations or _nations(cards, likely)) | {"stateless"}
    hidden = _hidden_places(world.state, seat)
    pool = [*Counter(lost).elements(), *chance.shuffle(left_of(likely, seen))]
    for slug, card in cards.by_slug.items():
        if len(pool) >= hidden:
            break
        if card.nation in allowed:
            pool += [slug] * (MOST_COPIES - max(seen.count(slug), likely.get(slug, 0)))
    return chance.shuffle(pool[:hidden])


@lru_cache(maxsize=16)
def _starter_lists(rules: Any) -> list[tuple[dict[str, int], set[str]]]:
    """The starter decks, each with its nations."""
    return [(deck.cards, _nations(rules.cards, deck.cards)) for deck in rules.starter_decks]


def _nations(cards: Cards, deck: Iterable[str]) -> set[str]:
    nations: set[str] = {cards.by_slug[slug].nation for slug in deck if slug in cards.by_slug}
    return nations - {"stateless"}


def _hidden_places(state: State, seat: int) -> int:
    own = state.seats[seat]
    hidden = sum(map(UNNAMED.__contains__, own.hand + own.deck))
    for browsed in (state.opened, state.looked):
        if browsed is not None and browsed.seat == seat:
            hidden += sum(map(UNNAMED.__contains__, browsed.cards))
    card = state.board[EMERGENCY[seat]]
    return hidden + (card is not None and card.card in UNNAMED)


def _fill_emergency(cards: Cards, state: State, seat: int, unseen: list[str]) -> None:
    """13.11.5 The emergency has an emergency ability."""
    card = state.board[EMERGENCY[seat]]
    if card is None or card.card not in UNNAMED:
        return
    fitting = [slug for slug in unseen if cards.by_slug[slug].emergencies]
    if fitting:
        unseen.remove(fitting[0])
        card.card = fitting[0]
    else:
        known = Counter(named_cards(state, seat))
        free = [slug for slug in cards.set_emergency if known[slug] < MOST_COPIES]
        unseen.pop()
        card.card = (free or list(cards.set_emergency))[0]


def _fill(state: State, seat: int, unseen: list[str]) -> None:
    """Give names to unknown cards, taken from the end of `unseen`."""
    own = state.seats[seat]
    zones = [own.hand, own.deck]
    zones += [browsed.cards for browsed in (state.opened, state.looked) if browsed and browsed.seat == seat]
    for zone in zones:
        zone[:] = [unseen.pop() if card in UNNAMED else card for card in zone]
    own.hand.sort()


def fill_pending(state: State, seat: int, chance: Chance) -> None:
    """13.11.8"""
    own = state.seats[seat]
    if isinstance(own.pending, Janken):
        own.pending = JANKEN[chance.below(3)]
    elif isinstance(own.pending, Mulligan):
        selections = sub_multisets(own.hand)
        own.pending = Mulligan(selections[chance.below(len(selections))])
