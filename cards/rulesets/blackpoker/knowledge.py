"""11.11 What a seat cannot know: exchanging it on the true table, and noticing what a list of choices tells."""

from collections.abc import Iterable, Mapping, Sequence

from cards.engine import Chance, Seat, View
from cards.rulesets.blackpoker import magic, quick_magic
from cards.rulesets.blackpoker.actions import Search
from cards.rulesets.blackpoker.memory import Memory
from cards.rulesets.blackpoker.stage import being_resolved
from cards.rulesets.blackpoker.state import GameTable, other
from cards.rulesets.blackpoker.view import Game, ShownSide

# Re-dealing


def redeal(table: GameTable, seat: Seat, chance: Chance) -> None:
    """11.11 Everything that the seat cannot tell apart changes places; memory is left out."""
    top = table.frames[-1] if table.frames else None
    is_resolving = top is not None and bool(table.state.resolving) and being_resolved(table).seat == seat
    _redeal_own(table, seat, chance, is_resolving and isinstance(top, quick_magic.Searching))
    _redeal_other(table, other(seat), chance, is_resolving and isinstance(top, magic.ChoosingHand))


def _redeal_own(table: GameTable, seat: Seat, chance: Chance, is_searching: bool) -> None:
    """11.11.2, 11.11.3 While he searches he knows what the deck holds and what is set aside."""
    side = table.state.sides[seat]
    if is_searching:
        side.deck, side.set_aside = chance.shuffle(side.deck), chance.shuffle(side.set_aside)
        return
    pool = chance.shuffle(side.deck + side.set_aside)
    side.deck, side.set_aside = pool[: len(side.deck)], pool[len(side.deck) :]


def _redeal_other(table: GameTable, seat: Seat, chance: Chance, is_hand_seen: bool) -> None:
    """11.11.4, 11.11.7 One pool; in free frames the cards of the pack that are not in the deck belong to it."""
    side = table.state.sides[seat]
    top = side.graveyard[-1:]
    places = [side.deck, side.graveyard[:-1], side.set_aside, *(bulwark.cards for bulwark in side.bulwarks)]
    if not is_hand_seen:
        places.append(side.hand)
    pool = [card for place in places for card in place]
    if table.cards.frames[table.options.frame].deck is None:
        pool += less(table.cards.copies, _cards_of(table, seat))

    pool = chance.shuffle(pool)
    side.deck = deal(pool, len(side.deck))
    side.graveyard = deal(pool, len(side.graveyard) - len(top)) + top
    side.set_aside = deal(pool, len(side.set_aside))
    for bulwark in side.bulwarks:
        bulwark.cards = deal(pool, 1)
    if not is_hand_seen:
        side.hand = sorted(deal(pool, len(side.hand)))


def _cards_of(table: GameTable, seat: Seat) -> list[str]:
    """All cards of a seat, wherever they lie."""
    state, side = table.state, table.state.sides[seat]
    requests = [*state.stage, state.raising] if state.raising is not None else state.stage
    return [
        *side.deck,
        *side.hand,
        *side.graveyard,
        *side.set_aside,
        *(card for character in side.soldiers + side.bulwarks for card in character.cards),
        *(card for request in requests if request.seat == seat for card in request.keys),
    ]


# Noticing


def observe_choices(memory: Memory, view: View, choices: Sequence[object]) -> None:
    """11.9, 11.11.3 The list of a search tells the deck from what is set aside."""
    shown: ShownSide = view.game.seats[memory.seat]
    if memory.set_aside is not None or not choices or not isinstance(choices[0], Search):
        return
    in_deck = [choice.card for choice in choices if isinstance(choice, Search)]
    unseen = less(memory.deck, seen(view.game, memory.seat))
    ordered = [card for card in unseen if card not in in_deck] + [card for card in unseen if card in in_deck]
    memory.set_aside = ordered[: shown.set_aside.count]


# Counting cards


def deal(pool: list[str], count: int) -> list[str]:
    """So many cards off the pool."""
    cut = len(pool) - count
    dealt = pool[cut:]
    del pool[cut:]
    return dealt


def less(cards: Mapping[str, int], gone: Iterable[str]) -> list[str]:
    """The cards that are left, sorted."""
    left = dict(cards)
    for card in gone:
        left[card] -= 1
    return sorted([card for card, copies in left.items() for _ in range(copies)])


def seen(game: Game, seat: Seat, with_private: bool = True) -> list[str]:
    """The seat's cards that lie open on the field and the stage; with what only he sees of his own."""
    shown = game.seats[seat]
    requests = [*game.stage, game.raising] if game.raising is not None else game.stage
    cards = [card for request in requests if request.seat == seat for card in request.keys]
    cards += [card for soldier in shown.soldiers for card in soldier.cards or ()]
    if with_private:
        cards += [*(shown.hand.cards or ()), *(shown.graveyard.cards or ())]
        cards += [card for bulwark in shown.bulwarks for card in bulwark.cards or ()]
    return cards
