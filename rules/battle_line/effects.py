"""What actions bring about (11.1), in the past tense."""

from typing import Annotated, Literal

from msgspec import field

from rules.engine import PUBLIC, SEAT, CardSlug, Effect, MatchEnded, Picked, Seat, Shuffled, TurnStarted

from .actions import DeckName

Proof = Literal["comparison", "proof"]
FormationName = Literal["wedge", "phalanx", "battalion", "skirmisher", "host"]


class RoundStarted(Effect, frozen=True):
    """4.6 A round began."""

    round: int
    first_seat: Seat


class Dealt(Effect, frozen=True):
    """4.4 The first seven cards of a seat."""

    seat: Seat
    count: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]


class Passed(Effect, frozen=True):
    """8.2 A seat played no card."""

    seat: Seat


class CardPlayed(Effect, frozen=True):
    """8.2 `flag` is null for guile cards."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    flag: int | None


class CardMoved(Effect, frozen=True):
    card: Annotated[CardSlug, PUBLIC]
    from_seat: Seat
    from_flag: int
    to_seat: Seat
    to_flag: int


class CardRemoved(Effect, frozen=True):
    card: Annotated[CardSlug, PUBLIC]
    from_seat: Seat
    from_flag: int


class FormationBroken(Effect, frozen=True):
    """5.3 A complete side of `seat` is complete no longer."""

    seat: Seat
    flag: int


class FormationCompleted(Effect, frozen=True):
    """5.3 A side of `seat` has become complete."""

    seat: Seat
    flag: int


class Drew(Effect, frozen=True):
    seat: Seat
    deck: DeckName
    count: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]


class Returned(Effect, frozen=True):
    """9.6 The Scout put a card back on top of its deck."""

    seat: Seat
    deck: DeckName
    card: Annotated[CardSlug, SEAT]


class FlagClaimed(Effect, frozen=True):
    """7.6 `as` says what each morale card of the formation stands for."""

    seat: Seat
    flag: int
    by: Proof
    formation: FormationName
    sum: int
    as_: Annotated[dict[CardSlug, CardSlug], PUBLIC] = field(name="as")


class ClaimsEnded(Effect, frozen=True):
    """8.3 A seat claims no more this turn."""

    seat: Seat


class RoundEnded(Effect, frozen=True):
    """10 `flags` and `points` are this round's, by seat."""

    round: int
    winner: Seat | None
    reason: str
    flags: tuple[int, ...]
    points: tuple[int, ...]


Effects = (
    Picked
    | RoundStarted
    | Shuffled
    | Dealt
    | TurnStarted
    | Passed
    | CardPlayed
    | CardMoved
    | CardRemoved
    | FormationBroken
    | FormationCompleted
    | Drew
    | Returned
    | FlagClaimed
    | ClaimsEnded
    | RoundEnded
    | MatchEnded
)
