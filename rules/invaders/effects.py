"""13.2 The effects of actions, in the past tense. `Shuffled`, `Drew` and other common ones come from the engine."""

from typing import Annotated, Literal, Union

from msgspec import field

from rules.engine import PUBLIC, SEAT, CardSlug, Drew, Effect, MatchEnded, Picked, Seat, SeatPlace, Shuffled, readers

from .script.vocabulary import Duration, Modifier


class Chose(Effect, frozen=True):
    """5 A simultaneous choice was made. It stays secret until both seats have chosen."""

    seat: Seat


class JankenShown(Effect, frozen=True):
    """5.3 Both hands were shown, with the winner; null for a tie."""

    hands: tuple[str, ...]
    winner: Seat | None


class FirstPlayerDecided(Effect, frozen=True):
    """5 The first player was decided, with the reason."""

    seat: Seat
    by: Literal["janken", "chance", "option"]


class Mulliganed(Effect, frozen=True):
    """5.5 `count` cards were put back and as many drawn."""

    seat: Seat
    count: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]


class TurnStarted(Effect, frozen=True):
    """6.2 A year of a seat began."""

    seat: Seat
    turn: int
    year: int


class Rolled(Effect, frozen=True):
    """A die was rolled. In this game it belongs to a seat."""

    seat: Seat
    sides: int
    result: int


class DeckOut(Effect, frozen=True):
    """6.2 The deck was empty at the year start."""

    seat: Seat
    amount: int


class Refilled(Effect, frozen=True):
    """6.2 A seat's money was raised by this amount."""

    seat: Seat
    amount: int


class PhaseChanged(Effect, frozen=True):
    """6.6 Another phase began."""

    phase: str


class Untapped(Effect, frozen=True):
    """13.3 A card was untapped."""

    place: SeatPlace


class Tapped(Effect, frozen=True):
    """13.3 A card was tapped."""

    place: SeatPlace


class Paid(Effect, frozen=True):
    """7.1 A seat paid the cost of a card, from money and savings."""

    seat: Seat
    money: int
    savings: int


class Cast(Effect, frozen=True):
    """7.1 A card was cast for its cost."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    place: SeatPlace | None


class Entered(Effect, frozen=True):
    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    place: SeatPlace


class SituationPlaced(Effect, frozen=True):
    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    place: SeatPlace


class EventPlayed(Effect, frozen=True):
    """11.9 An event was used without being cast."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class EmergencySet(Effect, frozen=True):
    """7.2 A card was set face down."""

    seat: Seat
    card: Annotated[CardSlug, SEAT]


class EmergencyRevealed(Effect, frozen=True):
    """9.3 An emergency was turned up."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class Laboured(Effect, frozen=True):
    """7.4 A unit was tapped for savings."""

    seat: Seat
    place: SeatPlace
    amount: int


class Commanded(Effect, frozen=True):
    """7.5 A leader unit took command in the headquarters."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    from_: str = field(name="from")


class Activated(Effect, frozen=True):
    """7.6 An ability of the main step was used."""

    seat: Seat
    place: SeatPlace
    card: Annotated[CardSlug, PUBLIC]
    ability: int


class AttackDeclared(Effect, frozen=True):
    """8.1 A unit declared an attack."""

    seat: Seat
    unit: SeatPlace


class Targeted(Effect, frozen=True):
    """8.4 The target of the attack was chosen."""

    unit: SeatPlace
    target: SeatPlace


class AttackAborted(Effect, frozen=True):
    """8.4 The attack was called off: there was no legal target left."""

    unit: SeatPlace


class Blocked(Effect, frozen=True):
    """8.6 A unit with guard became the target."""

    unit: SeatPlace
    attacker: SeatPlace


class Compared(Effect, frozen=True):
    """8.8 Both military values were compared."""

    attacker: SeatPlace
    defender: SeatPlace
    attacker_military: int
    defender_military: int


class Invaded(Effect, frozen=True):
    """8.9 A unit moved to the square of the destroyed one."""

    seat: Seat
    from_: SeatPlace = field(name="from")
    to: SeatPlace


class BattleEnded(Effect, frozen=True):
    """8.10 The battle ended. `forced`: before its last stage."""

    forced: bool


class Damaged(Effect, frozen=True):
    seat: Seat
    amount: int
    cause: str
    self_harm: bool
    health: int


class Healed(Effect, frozen=True):
    """11.6 A leader's health rose."""

    seat: Seat
    amount: int
    health: int


class Destroyed(Effect, frozen=True):
    """4.7 A card entered the destroyed state."""

    seat: Seat
    place: SeatPlace
    card: Annotated[CardSlug, PUBLIC]
    cause: str


class PutInGrave(Effect, frozen=True):
    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    from_: str = field(name="from")
    by_effect: bool


class Exiled(Effect, frozen=True):
    """4.8 A card was removed from the game."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    from_: str = field(name="from")


def _face_up(effect: "Returned", actor: int | None, viewer: object) -> bool:
    return not effect.face_down or viewer == effect.seat


class Returned(Effect, frozen=True):
    """11.6 A card was returned. It is face down if it came from a hand, or lay face down as an emergency."""

    seat: Seat
    card: Annotated[CardSlug, readers(_face_up)]
    from_: str = field(name="from")
    to: str
    face_down: bool


class Chipped(Effect, frozen=True):
    """9.6 Chips were put on a unit."""

    place: SeatPlace
    military: int
    labour: int


class CountdownPlaced(Effect, frozen=True):
    """9.7 Chips of a countdown were placed."""

    place: SeatPlace
    amount: int
    total: int


class Given(Effect, frozen=True):
    """11.7 A modifier took effect."""

    place: SeatPlace
    modifier: Modifier
    duration: Duration


class MoneyChanged(Effect, frozen=True):
    """11.6 Money was gained or lost."""

    seat: Seat
    amount: int


class SavingsGained(Effect, frozen=True):
    """11.6 Savings were gained."""

    seat: Seat
    amount: int


class Moved(Effect, frozen=True):
    """11.6 A unit moved to another square."""

    from_: SeatPlace = field(name="from")
    to: SeatPlace


class Opened(Effect, frozen=True):
    """11.10 The top of the deck was shown to all."""

    seat: Seat
    cards: Annotated[tuple[CardSlug, ...], PUBLIC]


class Looked(Effect, frozen=True):
    """11.10 The top of the deck was shown to its seat."""

    seat: Seat
    count: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]


def _is_public(effect: "Took", actor: int | None, viewer: object) -> bool:
    return (effect.from_, effect.to) != ("looked", "hand") or viewer == effect.seat


class Took(Effect, frozen=True):
    """11.10 One of the opened or looked-at cards was taken."""

    seat: Seat
    card: Annotated[CardSlug, readers(_is_public)]
    from_: Literal["opened", "looked"] = field(name="from")
    to: str


class RestPlaced(Effect, frozen=True):
    """11.10 The rest of these cards was placed."""

    seat: Seat
    count: int
    to: str


class SavingsRemoved(Effect, frozen=True):
    """6.5 Savings were lost at the year end."""

    seat: Seat
    amount: int


class Saved(Effect, frozen=True):
    """6.5 Money became savings."""

    seat: Seat
    amount: int


class Revolted(Effect, frozen=True):
    """6.5 The saving failed."""

    seat: Seat


class EffectStarted(Effect, frozen=True):
    """10.4 A waiting effect began. `ability` is an index, or the name of a keyword."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    ability: int | str
    part: int


class Replaced(Effect, frozen=True):
    """10.10 A replacement took the place of an event."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    ability: int
    event: str


class RolledBack(Effect, frozen=True):
    """10.9 An all-or-nothing effect failed and changed nothing."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class Declared(Effect, frozen=True):
    """11.6 An effect made a seat win or lose the match."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    result: Literal["win", "lose"]


Effects = Union[  # noqa: UP007 -- a list
    Shuffled, Picked, Rolled, Drew, MatchEnded,
    Chose, JankenShown, FirstPlayerDecided, Mulliganed, TurnStarted,
    DeckOut, Refilled, PhaseChanged, Untapped, Tapped, Paid,
    Cast, Entered, SituationPlaced, EventPlayed, EmergencySet,
    EmergencyRevealed, Laboured, Commanded, Activated, AttackDeclared,
    Targeted, AttackAborted, Blocked, Compared, Invaded,
    BattleEnded, Damaged, Healed, Destroyed, PutInGrave, Exiled,
    Returned, Chipped, CountdownPlaced, Given, MoneyChanged,
    SavingsGained, Moved, Opened, Looked, Took, RestPlaced,
    SavingsRemoved, Saved, Revolted, EffectStarted, Replaced,
    RolledBack, Declared,
]  # fmt: skip
