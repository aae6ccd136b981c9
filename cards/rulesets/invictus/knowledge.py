"""15.7 What a seat cannot know, and what it remembers: the measure of all secrets of this game."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from cards.engine import Chance, Deck, Drew, Effect, Ruleset, Seat, Shown
from cards.rulesets.invictus.cards import Cards
from cards.rulesets.invictus.decks import copy_limit, needs_one_edition, soldier_count
from cards.rulesets.invictus.effects import (
    ChoseHand,
    Deployed,
    OfferedLeaders,
    Queued,
    Recalled,
    RevealedHand,
    RevealedLeader,
    Settled,
    Supported,
    Withdrew,
)
from cards.rulesets.invictus.options import Options, seats
from cards.rulesets.invictus.resolutions import Infiltration
from cards.rulesets.invictus.state import InvictusTable, Realm
from cards.rulesets.invictus.view import is_revealed

# Memory: what follows from earlier effects alone


class Known(Struct):
    """15.7.3, 15.7.4 What is known of one seat: cards that lie in its hand, and soldiers of its list that were seen."""

    hand: dict[str, int]
    seen: dict[str, int]


class Memory(Struct):
    """What a seat knows beyond the view of the moment: its own deck, the leaders dealt to it, and of every seat."""

    seat: Seat
    deck: dict[str, int]
    offered: list[str]
    known: list[Known]


def new_memory(options: Options, seat: Seat, deck: Deck) -> Memory:
    return Memory(seat, dict(deck["cards"]), [], [Known({}, {}) for _ in range(seats(options))])


def update_memory(rules: Ruleset, memory: Memory, shown: Shown) -> None:
    """15.7.3 What leaves a hand does so before anything comes: a march withdraws no card that it could deploy."""
    for effect in shown.effects:
        _forget_departed(memory, effect)
    for effect in shown.effects:
        _learn(memory, effect)


def _forget_departed(memory: Memory, effect: Effect) -> None:
    """One known card of that slug is gone; if there was none, a card of the seat's own list has been seen."""
    match effect:
        case Deployed(seat=seat, from_="hand", card=card) | Settled(seat, card) | Supported(seat, card):
            _depart(memory.known[seat], card)
        case Queued(from_="hand", seat=int(seat), card=card):
            _depart(memory.known[seat], card)


def _depart(known: Known, card: str) -> None:
    if known.hand.get(card):
        known.hand[card] -= 1
    else:
        _add(known.seen, card)


def _learn(memory: Memory, effect: Effect) -> None:
    match effect:
        case Withdrew(to="hand", seat=int(seat), card=card) | Recalled(seat, card) | RevealedLeader(seat, card):
            _add(memory.known[seat].hand, card)
        case RevealedHand(seat, cards):
            _learn_hand(memory.known[seat], cards)
        case OfferedLeaders(seat, cards) if seat == memory.seat:
            memory.offered = list(cards)
        case ChoseHand(seat=seat, cards=cards) | Drew(seat=seat, cards=cards) if seat == memory.seat:
            for card in cards:
                memory.deck[card] -= 1


def _learn_hand(known: Known, cards: Iterable[str]) -> None:
    """Whatever of a revealed hand was not known is of the seat's own list."""
    hand = dict(Counter(cards))
    for card, copies in hand.items():
        for _ in range(copies - known.hand.get(card, 0)):
            _add(known.seen, card)
    known.hand = hand


def _add(cards: dict[str, int], card: str) -> None:
    cards[card] = cards.get(card, 0) + 1


# Secret lists: what a list may be, as far as a seat can tell


def home_edition(cards: Cards, options: Options, own_soldier: str) -> str | None:
    """15.7.5 The edition that every secret list has, if the options ask for one: then it is that of the own deck."""
    return cards.cards[own_soldier].edition if needs_one_edition(options) else None


def possible_leaders(cards: Cards, edition: str | None) -> list[str]:
    return sorted(cards.leaders) if edition is None else cards.leaders_of(edition)


def possible_kinds(cards: Cards, options: Options, edition: str, seen: Mapping[str, int], chance: Chance) -> list[str]:
    """4.3 The kinds of a list: those of its edition; in a multinational one, one kind a colour."""
    if not options.multinational:
        return cards.soldiers_of(edition)
    settled = {cards.color[card]: card for card in seen if card in cards.soldiers}
    return [settled.get(color) or pick(kinds, chance) for color, kinds in cards.kinds_by_color.items()]


def pick(cards: list[str], chance: Chance) -> str:
    return cards[chance.below(len(cards))]


# Re-deal: exchange on the true table whatever the seat cannot know


def redeal(table: InvictusTable, seat: Seat, chance: Chance) -> None:
    """15.7 The own deck, and for every other seat, a partner too, its deck, its unknown hand and its list."""
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
    """15.7.3, 15.7.4 The free cards become other soldiers over the same places, as far as the list stays legal."""
    realm = table.state.realms[other]
    outside = Counter(_in_open_zones(table))
    outside.update(card for seat, its in enumerate(table.state.realms) if seat != other for card in its.hand)

    kinds = _exchangeable_kinds(table, realm, outside, chance)
    free = [] if _lies_open(table, other) else [card for card in realm.hand if card in kinds]
    kept = list((Counter(realm.hand) - Counter(free)).elements())
    pool = Counter(realm.deck + free)
    bag: list[str] = []
    for kind in kinds:
        limit = copy_limit(table.cards, table.options, kind)
        bag += [kind] * max(pool[kind], limit - outside[kind])

    dealt = chance.shuffle(bag)[: pool.total()]
    realm.hand = sorted(kept + dealt[: len(free)])
    realm.deck = dealt[len(free) :]


def _lies_open(table: InvictusTable, other: Seat) -> bool:
    """14.1 The prompt of a spy shows the whole hand to everybody."""
    spying = bool(table.frames) and isinstance(table.frames[-1], Infiltration)
    return spying and other == table.state.reaction


def _exchangeable_kinds(table: InvictusTable, realm: Realm, outside: Counter[str], chance: Chance) -> list[str]:
    """4.3 Multinational: a colour of which nothing lies outside may be of any one kind; otherwise it stays."""
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
    """Every card that lies open."""
    state = table.state
    for side in state.sides:
        yield from side.queue
        yield from side.graveyard
        yield from (unit.card for unit in side.cells if unit is not None)
    for realm in state.realms:
        yield from realm.kingdom


def _exchange_list(table: InvictusTable, own: Realm, other: Realm, chance: Chance) -> None:
    """15.7.5 Before the reveal a whole list may be any legal one; a chosen hand is any part of it."""
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
    """15.7.6 Of the three leaders that the seat was not offered. Once it has chosen, the table no longer tells
    which one it put back: then all stays."""
    if not own.offer:
        return
    edition = table.cards.cards[own.offer[0]].edition
    rest = chance.shuffle(leader for leader in table.cards.leaders_of(edition) if leader not in own.offer)
    if other.offer:
        other.offer = sorted(rest[: len(other.offer)])
    else:
        other.leader = rest[0]
