"""5 Setup and challenge."""

from collections.abc import Sequence

from rules.engine import Deck, Drew, Question, Rolled, Seat, Shuffled, Unchanging

from . import teams
from .actions import Deploy
from .cards import GENERAL, Cards
from .deployment import arriving, deploy, playable
from .effects import GeneralSetAside
from .options import Options
from .prompts import ChallengePrompt
from .reinforcement import draw
from .squares import Place, square_of
from .state import LordsTable, State
from .turn import Battle


def new_state(cards: Cards, options: Options, decks: Sequence[Deck]) -> State:
    """An empty field, and every deck with its general, sorted by slug. 5.1 puts the cards where they belong."""
    seats = range(teams.SEATS[options.mode])
    listed = [[card for card, copies in sorted(deck["cards"].items()) for _ in range(copies)] for deck in decks]
    armies = [cards.army_of(decks[teams.deck_seat(options, seat)]) for seat in seats]
    return State(
        turn=0,
        hands=[[] for _ in seats],
        decks=listed,
        armies=armies,
        reserve=[],
        units={},
        trophies=[[], []],
        commander_kills=[0, 0],
    )


def set_up(table: LordsTable, decks: Sequence[Deck]) -> None:
    """5.1 to 5.3 Toss for player 1, deal, and begin the challenge."""
    first = toss(table)
    table.state.turn_order = teams.turn_cycle(table.options, first)

    for seat, deck in enumerate(table.state.decks):
        if deck:
            set_general_aside(table, seat)
            shuffle_deck(table, seat)
            draw_hand(table, seat)
    if table.options.mode == "three_player":
        draw_hand(table, 2)

    challengers = teams.players(table.options, first)[: teams.CHALLENGERS[table.options.mode]]
    table.begin(*(Challenge(seat) for seat in challengers), Battle())


def toss(table: LordsTable) -> Seat:
    """2.4 Which seat is player 1."""
    if table.options.first_seat != "random":
        return int(table.options.first_seat)
    result = table.chance.roll(2)
    table.tell(Rolled(2, result))
    return result - 1


def set_general_aside(table: LordsTable, seat: Seat) -> None:
    """5.1, 5.2 The general goes to the hand or, in three_player, face up to the team's reserve."""
    state = table.state
    general = next(slug for slug in state.decks[seat] if table.cards.by_slug[slug].rank == GENERAL)
    state.decks[seat].remove(general)
    in_reserve = table.options.mode == "three_player" and seat == 1
    (state.reserve if in_reserve else state.hands[seat]).append(general)
    table.tell(GeneralSetAside(seat, "reserve" if in_reserve else "hand", general))


def shuffle_deck(table: LordsTable, seat: Seat) -> None:
    order = table.chance.shuffle(table.state.decks[seat])
    table.state.decks[seat] = order
    table.tell(Shuffled(seat, "deck", tuple(order)))


def draw_hand(table: LordsTable, seat: Seat) -> None:
    """5.2 Draw up to the hand limit, in one draw."""
    hand, deck = table.state.hands[seat], table.state.decks[teams.deck_seat(table.options, seat)]
    missing = teams.HAND_LIMITS[table.options.mode][seat] - len(hand)
    drawn = deck[:missing]
    del deck[:missing]
    hand.extend(drawn)
    table.tell(Drew(seat, len(drawn), tuple(drawn)))


class Challenge(Unchanging, Question):
    """5.3 Each player deploys a card on their starting square, then draws."""

    seat: Seat

    def proceed(self, table: LordsTable) -> bool:
        table.state.active_seat = self.seat
        return True

    def place(self, table: LordsTable) -> Place:
        place = teams.starting_place(table.options, table.state.first_seat, self.seat)
        assert place is not None
        return place

    def prompt(self, table: LordsTable, seat: Seat) -> ChallengePrompt:
        return ChallengePrompt(seat, square_of(self.place(table)))

    def choices(self, table: LordsTable, seat: Seat) -> list[Deploy]:
        square = square_of(self.place(table))
        return [Deploy(card, square) for card in playable(table, seat)]

    def answer(self, table: LordsTable, seat: Seat, action: Deploy) -> None:
        table.end(self)
        deploy(table, arriving(table, seat, action.card), self.place(table), "challenge")
        if len(table.state.hands[seat]) < teams.HAND_LIMITS[table.options.mode][seat]:
            draw(table, seat)
