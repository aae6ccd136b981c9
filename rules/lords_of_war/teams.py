"""2 Seats, players and teams, and what they share, in tables by mode."""

from rules.engine import Seat

from .options import Options
from .squares import Place, place_of

SEATS = {"duel": 2, "three_player": 3, "team_4": 4, "team_6": 6}  # 2.1
TEAMS = {  # 2.2
    "duel": (0, 1),
    "three_player": (0, 1, 1),
    "team_4": (0, 1, 0, 1),
    "team_6": (0, 1, 0, 1, 0, 1),
}
MEMBERS = {
    mode: tuple(tuple(seat for seat, of in enumerate(of_seats) if of == team) for team in (0, 1))
    for mode, of_seats in TEAMS.items()
}
DECK_SEATS = {mode: tuple(range(seats)) for mode, seats in SEATS.items()} | {"three_player": (0, 1, 1)}  # 4.5
DECKS_BROUGHT = {mode: tuple(sorted(set(decks))) for mode, decks in DECK_SEATS.items()}
HAND_LIMITS = {mode: (6,) * seats for mode, seats in SEATS.items()} | {"three_player": (7, 3, 3)}  # 5.2
STARTING_PLACES = tuple(place_of(square) for square in ((2, 2), (4, 3), (6, 2), (8, 3), (10, 2), (12, 3)))  # 5.4
CHALLENGERS = SEATS | {"three_player": 2}  # 5.3


def team_of(options: Options, seat: Seat) -> int:
    return TEAMS[options.mode][seat]


def members(options: Options, team: int) -> tuple[Seat, ...]:
    return MEMBERS[options.mode][team]


def players(options: Options, first: Seat) -> list[Seat]:
    """2.4 The seats of players 1, 2, … n."""
    seats = SEATS[options.mode]
    return [(first + number) % seats for number in range(seats)]


def turn_cycle(options: Options, first: Seat) -> list[Seat]:
    """2.5 The cycle of turns. The single player's turn comes between those of the team."""
    return [0, 1, 0, 2] if options.mode == "three_player" else players(options, first)


def starting_place(options: Options, first: Seat, seat: Seat) -> Place | None:
    """5.4 By player number. Player 3 of three has none."""
    number = players(options, first).index(seat)
    return STARTING_PLACES[number] if number < CHALLENGERS[options.mode] else None


def facing_of(options: Options, first: Seat, team: int) -> str:
    """2.6 The team of player 1 faces up, the other team down."""
    return "up" if team == TEAMS[options.mode][first] else "down"


def deck_seat(options: Options, seat: Seat) -> Seat:
    """4.5 The seat whose deck this seat draws from."""
    return DECK_SEATS[options.mode][seat]


def seats(options: Options) -> int:
    """2.1"""
    return SEATS[options.mode]


def has_teams(options: Options) -> bool:
    """In a duel each player is a team."""
    return options.mode != "duel"


def brings_deck(options: Options, seat: Seat) -> bool:
    """2.3 False for a seat that shares another seat's deck."""
    return deck_seat(options, seat) == seat
