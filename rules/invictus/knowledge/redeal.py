"""15.7 Redeals on the true table everything that a seat can't know. This defines all secrets of the game."""

from collections import Counter
from collections.abc import Iterable

from rules.engine import Chance, Seat

from ..decks import copy_limit, soldier_count
from ..resolutions import Infiltration
from ..state import InvictusTable, Realm
from ..view import is_revealed
from .lists import home_edition, pick, possible_kinds, possible_leaders


def redeal(table: InvictusTable, seat: Seat, chance: Chance) -> None:
    """15.7 Redeal the seat's own deck and, for each other seat (partners too), its deck, unknown hand and list."""
    realms = table.state.realms
    others = [other for other in range(len(realms)) if other != seat]
    if is_revealed(table):
        realms[seat].deck = chance.shuffle(realms[seat].deck)
        for other in others:
            _exchange_pool(table, other, chance)
    else:
        for other in others:
            _exchange_list(table, realms[seat], realms[other], chance)


def _exchange_pool(table: InvictusTable, other: Seat, chance: Chance) -> None:
    """15.7.3, 15.7.4 The free cards become other soldiers in the same places, as far as the list stays legal."""
    realm = table.state.realms[other]
    outside = Counter(_in_open_zones(table))
    outside.update(card for seat, its in enumerate(table.state.realms) if seat != other for card in its.hand)

    kinds = _exchangeable_kinds(table, realm, outside, chance)
    free = [] if _lies_open(table, other) else [card for card in realm.hand if card in kinds]
    remaining = list((Counter(realm.hand) - Counter(free)).elements())
    pool = Counter(realm.deck + free)
    bag: list[str] = []
    for kind in kinds:
        limit = copy_limit(table.cards, table.options, kind)
        bag += [kind] * max(pool[kind], limit - outside[kind])

    dealt = chance.shuffle(bag)[: pool.total()]
    realm.hand = sorted(remaining + dealt[: len(free)])
    realm.deck = dealt[len(free) :]


def _lies_open(table: InvictusTable, other: Seat) -> bool:
    """14.1 A spy's prompt shows the whole hand to all players."""
    spying = bool(table.frames) and isinstance(table.frames[-1], Infiltration)
    return spying and other == table.state.reaction


def _exchangeable_kinds(table: InvictusTable, realm: Realm, outside: Counter[str], chance: Chance) -> list[str]:
    """4.3 Multinational: a colour may be of any one kind unless a card of it is visible."""
    cards = table.cards
    assert realm.leader is not None
    if not table.options.multinational:
        return cards.soldiers_of(cards.cards[realm.leader].edition)
    open_colors = {cards.color[card] for card in [*outside, *realm.hand]}
    kinds = []
    for color, every_kind in cards.kinds_by_color.items():
        own = {card for card in realm.deck if cards.color[card] == color}
        kinds += sorted(own) if color in open_colors else [pick(every_kind, chance)]
    return kinds


def _in_open_zones(table: InvictusTable) -> Iterable[str]:
    """Every visible card."""
    state = table.state
    for side in state.sides:
        yield from side.queue
        yield from side.graveyard
        yield from (unit.card for unit in side.cells if unit is not None)
    for realm in state.realms:
        yield from realm.kingdom


def _exchange_list(table: InvictusTable, own: Realm, other: Realm, chance: Chance) -> None:
    """15.7.5 Before the reveal a list may be any legal one, and a chosen hand any part of it."""
    cards, options = table.cards, table.options
    edition = home_edition(cards, options, (own.deck + own.hand)[0])
    if options.is_shared_set:
        _exchange_offer(table, own, other, chance)
    else:
        other.leader = pick(possible_leaders(cards, edition), chance)
        edition = cards.cards[other.leader].edition
    assert edition is not None

    kinds = possible_kinds(cards, options, edition, {}, chance)
    bag = [kind for kind in kinds for _ in range(copy_limit(cards, options, kind))]
    soldiers = chance.shuffle(bag)[: soldier_count(options)]
    chosen = len(other.hand)
    other.hand, other.deck = sorted(soldiers[:chosen]), sorted(soldiers[chosen:])


def _exchange_offer(table: InvictusTable, own: Realm, other: Realm, chance: Chance) -> None:
    """15.7.6 Choose from the three leaders that the seat was not offered.

    Once it has chosen, the table no longer says which one it returned, so all stay unchanged.
    """
    if not own.offer:
        return
    edition = table.cards.cards[own.offer[0]].edition
    rest = chance.shuffle(leader for leader in table.cards.leaders_of(edition) if leader not in own.offer)
    if other.offer:
        other.offer = sorted(rest[: len(other.offer)])
    else:
        other.leader = rest[0]
