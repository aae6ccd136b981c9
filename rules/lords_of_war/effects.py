"""12 The effects of actions, in the past tense."""

from typing import Annotated

from msgspec import field

from rules.engine import PUBLIC, CardSlug, Drew, Effect, MatchEnded, Rolled, Seat, Shuffled, readers

from .squares import Square


class GeneralSetAside(Effect, frozen=True):
    """5.1 A deck's general went to the hand or, face up, to the team's reserve."""

    seat: Seat
    zone: str
    card: Annotated[CardSlug, readers(lambda effect, actor, viewer: effect.zone == "reserve" or viewer == effect.seat)]


class TurnStarted(Effect, frozen=True):
    """6.2 A turn began. `extra`: it was earned by a general's fall."""

    seat: Seat
    turn: int
    extra: bool


class Deployed(Effect, frozen=True):
    """7.1 A card was deployed by this rule."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    square: Square
    rule: str
    from_: str = field(name="from")


class CardChosen(Effect, frozen=True):
    """7.8 A seat showed the card that it will deploy."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class HandShown(Effect, frozen=True):
    """7.5 After a forced deployment the rest of the hand was shown to all players."""

    seat: Seat
    cards: Annotated[tuple[CardSlug, ...], PUBLIC]


class DeploymentPassed(Effect, frozen=True):
    """7.6 No card could be deployed."""

    seat: Seat


class Fired(Effect, frozen=True):
    """8.1 A ranged unit fired; `seat` owns it."""

    seat: Seat
    square: Square
    target: Square
    strength: int


class HeldFire(Effect, frozen=True):
    """8.2 A ranged unit did not fire; `seat` owns it."""

    seat: Seat
    square: Square


class Eliminated(Effect, frozen=True):
    """8.4 A unit took more damage than its defence. `seat` owned it; `attackers` took part in it."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    square: Square
    damage: int
    defence: int
    attackers: tuple[Square, ...]


class BerserkerMoved(Effect, frozen=True):
    """8.10 A berserker followed up. `seat` owns it."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    from_: Square = field(name="from")
    to: Square


class ExtraTurnEarned(Effect, frozen=True):
    """8.13 The seat will take an extra turn right after this one."""

    seat: Seat


class Recalled(Effect, frozen=True):
    """9.2 A unit returned to the hand of `seat`. `from_seat` owned it."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    square: Square
    from_seat: Seat


class ReinforcementPassed(Effect, frozen=True):
    """9.5 With an empty deck the seat chose to recall no unit."""

    seat: Seat


Effects = (
    Rolled
    | GeneralSetAside
    | Shuffled
    | Drew
    | TurnStarted
    | Deployed
    | CardChosen
    | HandShown
    | DeploymentPassed
    | Fired
    | HeldFire
    | Eliminated
    | BerserkerMoved
    | ExtraTurnEarned
    | Recalled
    | ReinforcementPassed
    | MatchEnded
)
