"""The effects of actions (11.1), in the past tense."""

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
    """4.4 A seat was dealt its first seven cards."""

    seat: Seat
    count: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]


class Passed(Effect, frozen=True):
    """8.2 A seat played no card."""

    seat: Seat


class CardPlayed(Effect, frozen=True):
    """8.2 A seat played a card. `flag` is null for guile cards."""

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
    """5.3 A complete side of `seat` is no longer complete."""

    seat: Seat
    flag: int


class FormationCompleted(Effect, frozen=True):
    """5.3 A side of `seat` became complete."""

    seat: Seat
    flag: int


class Drew(Effect, frozen=True):
    seat: Seat
    deck: DeckName
    count: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]


class Returned(Effect, frozen=True):
    """9.6 The Scout returned a card to the top of its deck."""

    seat: Seat
    deck: DeckName
    card: Annotated[CardSlug, SEAT]


class FlagClaimed(Effect, frozen=True):
    """7.6 A seat claimed a flag. `as` says what each morale card of the formation represents."""

    seat: Seat
    flag: int
    by: Proof
    formation: FormationName
    sum: int
    as_: Annotated[dict[CardSlug, CardSlug], PUBLIC] = field(name="as")


class ClaimsEnded(Effect, frozen=True):
    """8.3 A seat makes no more claims this turn."""

    seat: Seat


class RoundEnded(Effect, frozen=True):
    """10 A round ended. `flags` and `points` are those of this round, by seat."""

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
