"""13.2 What actions bring about, in the past tense; `Shuffled`, `Drew` and other common ones are the engine's."""

from typing import Annotated, Literal

from msgspec import field

from cards.engine import SEAT, Effect, readers
from cards.rulesets.invaders.script.vocabulary import Duration, Modifier

Place = str


class Chose(Effect, frozen=True):
    """A simultaneous choice is held."""

    seat: int


class JankenShown(Effect, frozen=True):
    hands: tuple[str, ...]
    winner: int | None


class FirstPlayerDecided(Effect, frozen=True):
    seat: int
    by: Literal["janken", "chance", "option"]


class Mulliganed(Effect, frozen=True):
    seat: int
    count: int
    cards: Annotated[tuple[str, ...], SEAT]


class TurnStarted(Effect, frozen=True):
    seat: int
    turn: int
    year: int


class Rolled(Effect, frozen=True):
    """A die; here it has a seat."""

    seat: int
    sides: int
    result: int


class DeckOut(Effect, frozen=True):
    seat: int
    amount: int


class Refilled(Effect, frozen=True):
    seat: int
    amount: int


class PhaseChanged(Effect, frozen=True):
    phase: str


class Untapped(Effect, frozen=True):
    place: Place


class Tapped(Effect, frozen=True):
    place: Place


class Paid(Effect, frozen=True):
    seat: int
    money: int
    savings: int


class Cast(Effect, frozen=True):
    seat: int
    card: str
    place: Place | None


class Entered(Effect, frozen=True):
    seat: int
    card: str
    place: Place


class SituationPlaced(Effect, frozen=True):
    seat: int
    card: str
    place: Place


class EventPlayed(Effect, frozen=True):
    """An event was used without being cast."""

    seat: int
    card: str


class EmergencySet(Effect, frozen=True):
    seat: int
    card: Annotated[str, SEAT]


class EmergencyRevealed(Effect, frozen=True):
    seat: int
    card: str


class Laboured(Effect, frozen=True):
    seat: int
    place: Place
    amount: int


class Commanded(Effect, frozen=True):
    seat: int
    card: str
    from_: str = field(name="from")


class Activated(Effect, frozen=True):
    seat: int
    place: Place
    card: str
    ability: int


class AttackDeclared(Effect, frozen=True):
    seat: int
    unit: Place


class Targeted(Effect, frozen=True):
    unit: Place
    target: str


class AttackAborted(Effect, frozen=True):
    unit: Place


class Blocked(Effect, frozen=True):
    unit: Place
    attacker: Place


class Compared(Effect, frozen=True):
    attacker: Place
    defender: Place
    attacker_military: int
    defender_military: int


class Invaded(Effect, frozen=True):
    seat: int
    from_: Place = field(name="from")
    to: Place


class BattleEnded(Effect, frozen=True):
    forced: bool


class Damaged(Effect, frozen=True):
    seat: int
    amount: int
    cause: str
    self_harm: bool
    health: int


class Healed(Effect, frozen=True):
    seat: int
    amount: int
    health: int


class Destroyed(Effect, frozen=True):
    seat: int
    place: Place
    card: str
    cause: str


class PutInGrave(Effect, frozen=True):
    seat: int
    card: str
    from_: str = field(name="from")
    by_effect: bool


class Exiled(Effect, frozen=True):
    seat: int
    card: str
    from_: str = field(name="from")


def _face_up(effect: "Returned", actor: int | None, viewer: object) -> bool:
    return not effect.face_down or viewer == effect.seat


class Returned(Effect, frozen=True):
    """Face down: from a hand, or face down from the emergency zone."""

    seat: int
    card: Annotated[str, readers(_face_up)]
    from_: str = field(name="from")
    to: str
    face_down: bool


class Chipped(Effect, frozen=True):
    place: Place
    military: int
    labour: int


class CountdownPlaced(Effect, frozen=True):
    place: Place
    amount: int
    total: int


class Given(Effect, frozen=True):
    place: str
    modifier: Modifier
    duration: Duration


class MoneyChanged(Effect, frozen=True):
    seat: int
    amount: int


class SavingsGained(Effect, frozen=True):
    seat: int
    amount: int


class Moved(Effect, frozen=True):
    from_: Place = field(name="from")
    to: Place


class Opened(Effect, frozen=True):
    seat: int
    cards: tuple[str, ...]


class Looked(Effect, frozen=True):
    seat: int
    count: int
    cards: Annotated[tuple[str, ...], SEAT]


def _taken_openly(effect: "Took", actor: int | None, viewer: object) -> bool:
    return (effect.from_, effect.to) != ("looked", "hand") or viewer == effect.seat


class Took(Effect, frozen=True):
    seat: int
    card: Annotated[str, readers(_taken_openly)]
    from_: Literal["opened", "looked"] = field(name="from")
    to: str


class RestPlaced(Effect, frozen=True):
    seat: int
    count: int
    to: str


class SavingsRemoved(Effect, frozen=True):
    seat: int
    amount: int


class Saved(Effect, frozen=True):
    seat: int
    amount: int


class Revolted(Effect, frozen=True):
    seat: int


class EffectStarted(Effect, frozen=True):
    """10.4 A waiting effect is being resolved; `ability` is an index, or the name of a keyword."""

    seat: int
    card: str
    ability: int | str
    part: int


class Replaced(Effect, frozen=True):
    """10.10"""

    seat: int
    card: str
    ability: int
    event: str


class RolledBack(Effect, frozen=True):
    """10.9 An all-or-nothing effect came to nothing."""

    seat: int
    card: str


class Declared(Effect, frozen=True):
    seat: int
    card: str
    result: Literal["win", "lose"]
