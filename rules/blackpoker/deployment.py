"""8.1–8.4 Deployment: bulwarks, soldiers, equipment, recall."""

from rules.engine import Question, Seat

from .actions import PlaceBulwark
from .characters import leave_field, place_bulwark, summon
from .effects import Equipped, KeysReturned, ReturnedToHand
from .prompts import PlaceBulwarkPrompt
from .resolving import ask
from .stage import being_resolved, take_keys
from .state import GameTable, Request, State
from .targets import target_of
from .zones import distinct, take_into_hand


def set_bulwark(table: GameTable, request: Request) -> None:
    """8.1 The seat chooses a hand card, which enters face down as a charged bulwark."""
    ask(table, PlacingBulwark())


def has_hand_card(state: State, seat: Seat) -> bool:
    """R13 An action whose cost buys nothing is not legal."""
    return bool(state.sides[seat].hand)


class PlacingBulwark(Question):
    """8.1 Choose the hand card that becomes the bulwark."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[PlaceBulwark]:
        return [PlaceBulwark(card) for card in distinct(table.state.sides[seat].hand)]

    def answer(self, table: GameTable, seat: Seat, action: PlaceBulwark) -> None:
        table.end(self)
        table.state.sides[seat].hand.remove(action.card)
        place_bulwark(table, seat, action.card, True, "hand")

    def prompt(self, table: GameTable, seat: Seat) -> PlaceBulwarkPrompt:
        return PlaceBulwarkPrompt(seat, being_resolved(table).id)


def summon_key(table: GameTable, request: Request) -> None:
    """8.2 The key card enters face up as a charged character and is no longer a key card."""
    (card,) = take_keys(request)
    summon(table, request.seat, card, "key")


def equip(table: GameTable, request: Request) -> None:
    """8.3 The key card is attached to the target, whose state, bonus, id and combat role don't change."""
    seat, soldier = target_of(table, request)
    (card,) = take_keys(request)
    soldier.kind = "equipped"
    soldier.cards.append(card)
    soldier.fresh.append(True)
    table.tell(Equipped(seat, soldier.id, card))


def recall(table: GameTable, request: Request) -> None:
    """8.4 A charged target goes to its owner's hand. The key cards always go to the raiser's hand."""
    seat, character = target_of(table, request)
    if character.charged:
        cards = tuple(character.cards)
        leave_field(table.state, table.state.sides[seat], character)
        take_into_hand(table, seat, cards)
        table.tell(ReturnedToHand(seat, character.id, character.kind, cards))
    keys = take_keys(request)
    take_into_hand(table, request.seat, keys)
    table.tell(KeysReturned(request.id, request.seat, keys))
