"""5. Setup: decks are shuffled, the first player is decided, hands are drawn and may be improved once."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

from rules.engine import Deck, Picked

from .actions import JANKEN, ChooseFirst, Mulligan
from .effects import Chose, FirstPlayerDecided, JankenShown, Mulliganed
from .prompts import ChooseFirstPrompt, JankenPrompt, MulliganPrompt
from .state import Ask, InvadersTable, Rule, Seat, State, empty_board
from .verbs import change_phase, draw, shuffle
from .year import Years

OPENING_HAND = 5
JANKEN_ROUNDS = 3
BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def new_state(cards: Any, options: Any, decks: Sequence[Deck]) -> State:
    """5.1 Decks in slug order."""
    lists: list[list[str]] = [sorted(Counter(deck["cards"]).elements()) for deck in decks]
    return State(seats=[Seat([], cards, [], []) for cards in lists], board=empty_board())


def set_up(table: InvadersTable, decks: Sequence[Deck]) -> None:
    shuffle(table, 0)
    shuffle(table, 1)
    match table.options.first_player:
        case "janken":
            change_phase(table, "janken")
            table.state.janken_round = 1
            table.begin(JankenQuestion())
        case "random":
            seat = table.chance.below(2)
            table.tell(Picked("first_player", 2, seat))
            decide_first(table, seat, "chance")
        case _:
            decide_first(table, 0, "option")


def decide_first(table: InvadersTable, seat: int, by: Any) -> None:
    table.state.first_player = seat
    table.tell(FirstPlayerDecided(seat, by))
    table.begin(OpeningHands())


class Simultaneous(Ask):
    """Both seats decide at the same time. A choice is held until both are made."""

    def asks(self, table: InvadersTable) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if table.state.seats[seat].pending is None)

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        seats = table.state.seats
        seats[seat].pending = action
        table.tell(Chose(seat))
        if seats[1 - seat].pending is not None:
            chosen = [own.pending for own in seats]
            for own in seats:
                own.pending = None
            self.decide(table, chosen)

    def decide(self, table: InvadersTable, chosen: list[Any]) -> None:
        raise NotImplementedError


class JankenQuestion(Simultaneous):
    """5.3 Rock-paper-scissors. After three ties chance decides [R4]."""

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        return list(JANKEN)

    def prompt(self, table: InvadersTable, seat: int) -> JankenPrompt:
        return JankenPrompt(seat, table.state.janken_round)

    def decide(self, table: InvadersTable, chosen: list[Any]) -> None:
        hands = (chosen[0].hand, chosen[1].hand)
        winner = None if hands[0] == hands[1] else 0 if BEATS[hands[0]] == hands[1] else 1
        if winner is None and table.state.janken_round == JANKEN_ROUNDS:
            winner = table.chance.below(2)
            table.tell(Picked("janken_winner", 2, winner))
        table.tell(JankenShown(hands, winner))
        if winner is None:
            table.state.janken_round += 1
            return
        table.end(self)
        table.state.janken_round = 0
        change_phase(table, "choose_first")
        table.begin(FirstQuestion(winner))


class FirstQuestion(Ask):
    """5.4 The winner chooses who goes first."""

    seat: int

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        return [ChooseFirst(True), ChooseFirst(False)]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.end(self)
        decide_first(table, seat if action.first else 1 - seat, "janken")

    def prompt(self, table: InvadersTable, seat: int) -> ChooseFirstPrompt:
        return ChooseFirstPrompt(seat)


class OpeningHands(Rule):
    """5.5 Both seats draw their opening hands."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        change_phase(table, "mulligan")
        for seat in in_play_order(table):
            draw(table, seat, OPENING_HAND)
        table.begin(MulliganQuestion(), Years())
        return False


class MulliganQuestion(Simultaneous):
    """5.5 Exchange any cards of the hand once."""

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        return [*_mulligans(tuple(table.state.seats[seat].hand))]

    def prompt(self, table: InvadersTable, seat: int) -> MulliganPrompt:
        return MulliganPrompt(seat)

    def decide(self, table: InvadersTable, chosen: list[Any]) -> None:
        table.end(self)
        for seat in in_play_order(table):
            _exchange(table, seat, chosen[seat].cards)


@lru_cache(maxsize=1024)
def _mulligans(hand: tuple[str, ...]) -> tuple[Mulligan, ...]:
    return tuple(map(Mulligan, sub_multisets(hand)))


def _exchange(table: InvadersTable, seat: int, cards: tuple[str, ...]) -> None:
    own = table.state.seats[seat]
    for slug in cards:
        own.hand.remove(slug)
        own.deck.append(slug)
    table.tell(Mulliganed(seat, len(cards), cards))
    if cards:
        shuffle(table, seat)
        draw(table, seat, len(cards))


def in_play_order(table: InvadersTable) -> tuple[int, int]:
    first = table.state.first_player
    assert first is not None
    return first, 1 - first


def sub_multisets(cards: Sequence[str]) -> list[tuple[str, ...]]:
    """All selections of the cards, without regard to identical copies, smallest first."""
    ordered = sorted(cards)
    sizes = range(len(ordered) + 1)
    return list(dict.fromkeys(chain.from_iterable(combinations(ordered, size) for size in sizes)))
