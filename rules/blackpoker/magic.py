"""8.9–8.14 Magic with two key cards."""

from rules.engine import Question, Seat

from .actions import ChooseGraveyard, ChooseHand, PlaceOnDeck, Reinforce, SetState
from .characters import (
    destroy,
    leave_field,
    new_character,
    number_of,
    place_bulwark,
    summon,
)
from .effects import HandRevealed, Made, ReturnedToDeck, Reversed
from .prompts import ChooseGraveyardPrompt, ChooseHandPrompt, OrderDeckPrompt, ReinforcePrompt
from .quick_magic import ChoosingState
from .resolving import ask, do_nothing
from .stage import being_resolved, key_number
from .state import Character, GameTable, Request, other
from .targets import target_of
from .zones import damage, discard, distinct


def destroy_bulwark(table: GameTable, request: Request) -> None:
    """8.9 The target goes to its owner's graveyard."""
    destroy(table, *target_of(table, request))


def throw(table: GameTable, request: Request) -> None:
    """8.9 Damage to the opponent equal to the spade's number."""
    damage(table, other(request.seat), key_number(table, request, "spade"), "throw")


# 8.10 Lance of Death


def death_lance(table: GameTable, request: Request) -> None:
    """8.10 Legal only if the target's number is not 0 and is divisible by the diamond's."""
    _, soldier = target_of(table, request)
    number, divisor = number_of(table, soldier), key_number(table, request, "diamond")
    if number == 0 or divisor == 0 or number % divisor:
        do_nothing(table, request)
    elif len(soldier.cards) == 1:
        put_on_deck(table, request, soldier.cards[:])
    else:
        ask(table, OrderingDeck([]))


class OrderingDeck(Question):
    """8.10 (1) The raiser chooses the cards one by one. The last card follows automatically and ends on top."""

    placed: list[str]

    def clone(self) -> "OrderingDeck":
        return OrderingDeck(self.placed[:])

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[PlaceOnDeck]:
        return [PlaceOnDeck(card) for card in distinct(self._left(table))]

    def answer(self, table: GameTable, seat: Seat, action: PlaceOnDeck) -> None:
        self.placed.append(action.card)
        left = self._left(table)
        if len(left) == 1:
            table.end(self)
            put_on_deck(table, being_resolved(table), self.placed + left)

    def prompt(self, table: GameTable, seat: Seat) -> OrderDeckPrompt:
        return OrderDeckPrompt(seat, being_resolved(table).id, tuple(self.placed))

    def _left(self, table: GameTable) -> list[str]:
        _, soldier = target_of(table, being_resolved(table))
        left = soldier.cards[:]
        for card in self.placed:
            left.remove(card)
        return left


def put_on_deck(table: GameTable, request: Request, cards: list[str]) -> None:
    """8.10 The soldier goes onto its owner's deck; (2) its owner then takes damage equal to the spade's number."""
    seat, soldier = target_of(table, request)
    side = table.state.sides[seat]
    leave_field(table.state, side, soldier)
    side.deck += cards
    table.tell(ReturnedToDeck(seat, soldier.id, tuple(cards)))
    damage(table, seat, key_number(table, request, "spade"), "death_lance")


# 8.11 Reinforce


def reinforce(table: GameTable, request: Request) -> None:
    """8.11 The raiser chooses 1 or 2. With an empty deck nothing happens."""
    if table.state.sides[request.seat].deck:
        ask(table, Reinforcing())
    else:
        do_nothing(table, request)


class Reinforcing(Question):
    """8.11 1: the top card enters as a charged bulwark. 2: the top two enter as driven ones."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[Reinforce]:
        return [Reinforce(count) for count in (1, 2) if count <= len(table.state.sides[seat].deck)]

    def answer(self, table: GameTable, seat: Seat, action: Reinforce) -> None:
        table.end(self)
        for _ in range(action.count):
            place_bulwark(table, seat, table.state.sides[seat].deck.pop(), action.count == 1, "deck")

    def prompt(self, table: GameTable, seat: Seat) -> ReinforcePrompt:
        return ReinforcePrompt(seat, being_resolved(table).id)


# 8.12 Reanimate


def reanimate(table: GameTable, request: Request) -> None:
    """8.12 With an empty graveyard only the target moves."""
    if table.state.sides[request.seat].graveyard:
        ask(table, Reanimating())
    else:
        destroy(table, *target_of(table, request))


class Reanimating(Question):
    """8.12 Take the card out, move the target to the graveyard, then place the card as a soldier (R42)."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[ChooseGraveyard]:
        return [ChooseGraveyard(card) for card in distinct(table.state.sides[seat].graveyard)]

    def answer(self, table: GameTable, seat: Seat, action: ChooseGraveyard) -> None:
        """Of two Jokers, take the lower one."""
        table.end(self)
        table.state.sides[seat].graveyard.remove(action.card)
        destroy(table, *target_of(table, being_resolved(table)))
        summon(table, seat, action.card, "graveyard")

    def prompt(self, table: GameTable, seat: Seat) -> ChooseGraveyardPrompt:
        return ChooseGraveyardPrompt(seat, being_resolved(table).id)


# 8.13 Hand Destruction


def destroy_hand(table: GameTable, request: Request) -> None:
    """8.13 The raiser sees the opponent's hand. If it is empty, nothing happens."""
    opponent = other(request.seat)
    hand = table.state.sides[opponent].hand
    if hand:
        table.tell(HandRevealed(opponent, request.seat, tuple(hand)))
        ask(table, ChoosingHand())
    else:
        do_nothing(table, request)


class ChoosingHand(Question):
    """8.13 The raiser chooses a card and the opponent discards it. Until then the raiser sees that hand (11.8)."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[ChooseHand]:
        return [ChooseHand(card) for card in distinct(table.state.sides[other(seat)].hand)]

    def answer(self, table: GameTable, seat: Seat, action: ChooseHand) -> None:
        table.end(self)
        discard(table, other(seat), action.card, "hand_destruction")

    def prompt(self, table: GameTable, seat: Seat) -> ChooseHandPrompt:
        return ChooseHandPrompt(seat, being_resolved(table).id)


# 8.14 Reverse


def reverse(table: GameTable, request: Request) -> None:
    """8.14 The raiser chooses a state. Then a soldier becomes bulwarks, or a bulwark a soldier."""
    ask(table, Reversing())


class Reversing(ChoosingState):
    """8.14 The bonus is lost, each card stays as fresh as it was, and nothing is triggered."""

    def answer(self, table: GameTable, seat: Seat, action: SetState) -> None:
        table.end(self)
        owner, character = target_of(table, being_resolved(table))
        side = table.state.sides[owner]
        leave_field(table.state, side, character)
        made = [
            new_character(table, self._kind(table, character, card), [card], action.state == "charged", [fresh])
            for card, fresh in zip(character.cards, character.fresh, strict=True)
        ]
        (side.soldiers if character.kind == "bulwark" else side.bulwarks).extend(made)
        into = tuple(Made(one.id, one.kind) for one in made)
        table.tell(Reversed(owner, character.id, into, tuple(character.cards)))

    def _kind(self, table: GameTable, character: Character, card: str) -> str:
        return table.cards.kind[card] if character.kind == "bulwark" else "bulwark"
