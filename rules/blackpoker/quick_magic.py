"""8.5–8.8 Quick magic: Up, Down, Twist, Counter, Search."""

from rules.engine import Question, Seat, Shuffled

from .actions import STATE_CHOICES, Search, SetState
from .characters import change_number, charge, destroy, drive, number_of
from .effects import Negated, Searched
from .prompts import ChooseSearchPrompt, ChooseStatePrompt
from .resolving import ask, do_nothing
from .stage import being_resolved, discard_keys, key_number
from .state import GameTable, Request, State
from .targets import target_of
from .zones import distinct, take_into_hand


def up(table: GameTable, request: Request) -> None:
    """8.5 The target's bonus grows by the number of the key card."""
    _, soldier = target_of(table, request)
    change_number(table, soldier, key_number(table, request))


def down(table: GameTable, request: Request) -> None:
    """8.5 The bonus shrinks. At 0 or less the target goes to the graveyard (R26)."""
    seat, soldier = target_of(table, request)
    change_number(table, soldier, -key_number(table, request))
    if number_of(table, soldier) <= 0:
        destroy(table, seat, soldier)


def twist(table: GameTable, request: Request) -> None:
    """8.6 The raiser chooses a state and the target changes to it."""
    ask(table, Twisting())


class ChoosingState(Question):
    """8.6, 8.14 Choose charged or driven."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[SetState]:
        return list(STATE_CHOICES)

    def prompt(self, table: GameTable, seat: Seat) -> ChooseStatePrompt:
        return ChooseStatePrompt(seat, being_resolved(table).id)


class Twisting(ChoosingState):
    """8.6 The target of Twist becomes charged or driven."""

    def answer(self, table: GameTable, seat: Seat, action: SetState) -> None:
        table.end(self)
        _, character = target_of(table, being_resolved(table))
        if action.state == "charged":
            charge(table, [character])
        else:
            drive(table, character)


def counter(table: GameTable, request: Request) -> None:
    """8.7 Negate an action with two key cards, or with one whose number is at most this key card's."""
    assert request.target is not None
    state = table.state
    (target,) = [staged for staged in state.stage if staged.id == request.target.request]
    if len(target.keys) == 2 or key_number(table, target) <= key_number(table, request):
        state.stage.remove(target)
        table.tell(Negated(target.id, target.action, request.id))
        discard_keys(table, target)
    else:
        do_nothing(table, request)


def search(table: GameTable, request: Request) -> None:
    """8.8 The seat chooses any card of its deck. It must choose one (R17)."""
    ask(table, Searching())


def has_deck_card(state: State, seat: Seat) -> bool:
    """8. Search needs a card in the deck."""
    return bool(state.sides[seat].deck)


class Searching(Question):
    """8.8 The card is shown and goes to the hand. The rest of the deck is shuffled."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[Search]:
        return [Search(card) for card in distinct(table.state.sides[seat].deck)]

    def answer(self, table: GameTable, seat: Seat, action: Search) -> None:
        table.end(self)
        side = table.state.sides[seat]
        side.deck.remove(action.card)
        take_into_hand(table, seat, (action.card,))
        table.tell(Searched(seat, action.card))
        order = table.chance.shuffle(side.deck)
        side.deck = order[::-1]
        table.tell(Shuffled(seat, "deck", tuple(order)))

    def prompt(self, table: GameTable, seat: Seat) -> ChooseSearchPrompt:
        return ChooseSearchPrompt(seat, being_resolved(table).id)
