"""13.11 Redeals on the true table everything that a seat can't know."""

from collections import Counter
from collections.abc import Container

from rules.engine import Chance

from ..cards import Cards
from ..decks import MOST_COPIES
from ..field import field_of
from ..places import EMERGENCY
from ..script.all_or_nothing import AllOrNothing
from ..script.browsing import Browsing
from ..script.connectives import Operating
from ..script.objects import Object, hand_object
from ..script.playing import Placing
from ..script.selectors import Choosing
from ..state import FieldCard, InvadersTable
from .worlds import fill_pending, named_cards


def redeal(table: InvadersTable, seat: int, chance: Chance) -> None:
    """Exchange on the true table the hidden cards of the seat's view: they change places or become other cards."""
    state, other = table.state, 1 - seat
    state.seats[seat].deck = chance.shuffle(state.seats[seat].deck)
    own = state.seats[other]
    held, placing = _chosen_in_hand(table, other), _awaiting_square(table, other)
    for slug in held:
        own.hand.remove(slug)
    looked = state.looked if state.looked is not None and state.looked.seat == other else None
    if looked is not None:
        for slug in placing:
            looked.cards.remove(slug)
    emergency = state.board[EMERGENCY[other]]
    face_down = emergency if emergency is not None and not emergency.face_up else None

    numbers = Counter(named_cards(state, other) + held + placing)
    pool = chance.shuffle(own.deck + own.hand + (looked.cards if looked else []) + _slugs(face_down))
    if face_down is not None:
        field_of(table).take(EMERGENCY[other])
        face_down.card = _take_emergency(table.cards, numbers, pool, chance)
        field_of(table).put(EMERGENCY[other], face_down)
    _exchange_some(table.cards, numbers, pool, chance)

    own.hand = sorted(pool[: len(own.hand)] + held)
    rest = pool[len(own.hand) - len(held) :]
    if looked is not None:
        looked.cards = rest[: len(looked.cards)] + placing
        rest = rest[len(looked.cards) - len(placing) :]
    own.deck = rest
    fill_pending(state, other, chance)


def _slugs(card: FieldCard | None) -> list[str]:
    return [] if card is None else [card.card]


def _chosen_in_hand(table: InvadersTable, seat: int) -> list[str]:
    """Hand cards that a half-done effect has selected. They stay, or the effect would be undone."""
    things: list[Object] = []
    for frame in table.frames:
        match frame:
            case Choosing():
                things += frame.chosen + frame.taken
            case Placing():
                things += frame.left
            case Operating():
                things += frame.things
            case AllOrNothing():
                things += [thing for chosen in frame.chosen for thing in chosen]
    chosen = [hand_object(thing) for thing in things if isinstance(thing, str)]
    held = Counter(slug for owner, slug in chosen if owner == seat) & Counter(table.state.seats[seat].hand)
    return list(held.elements())


def _awaiting_square(table: InvadersTable, seat: int) -> list[str]:
    """11.10 A card on its way from `looked` to the unit zone was shown to all. It stays until it has a square."""
    browsing = [frame for frame in table.frames if isinstance(frame, Browsing) and frame.source.seat == seat]
    return [frame.placing for frame in browsing if frame.placing and table.state.looked is not None]


def _take_emergency(cards: Cards, numbers: Counter[str], pool: list[str], chance: Chance) -> str:
    """13.11.5 An emergency from the pool, possibly another card. In either case it has an emergency ability."""
    fitting = [next(slug for slug in pool if slug in cards.set_emergency)]
    pool.remove(fitting[0])
    _exchange_some(cards, numbers, fitting, chance, cards.set_emergency)
    return fitting[0]


def _exchange_some(
    cards: Cards, numbers: Counter[str], pool: list[str], chance: Chance, kinds: Container[str] | None = None
) -> None:
    """13.11.7 Turn some free cards into others (of `kinds`) while the list stays legal. `numbers`: its copies."""
    nations = {cards.by_slug[slug].nation for slug in numbers.elements()} | {"stateless"}
    others = [
        slug for slug, card in cards.by_slug.items() if card.nation in nations and (kinds is None or slug in kinds)
    ]
    for i in range(0, len(pool), 4):
        slug = others[chance.below(len(others))]
        if numbers[slug] < MOST_COPIES:
            numbers[pool[i]] -= 1
            numbers[slug] += 1
            pool[i] = slug
