"""9.3 The effects of actions. `Shuffled`, `Drew`, `Picked`, `TurnStarted` and `MatchEnded` come from the engine."""

from typing import Annotated

from msgspec import Struct, UnsetType, field

from rules.engine import (
    AUDIT,
    PUBLIC,
    SEAT,
    CardSlug,
    Drew,
    Effect,
    MatchEnded,
    Picked,
    Seat,
    Shuffled,
    TurnStarted,
    readers,
)

from .state import Target

UNLESS_FACE_DOWN = readers(lambda message, actor, viewer: message.kind != "bulwark" or viewer == message.seat)
UNLESS_INTO_BULWARKS = readers(
    lambda message, actor, viewer: message.into[0].kind != "bulwark" or viewer == message.seat
)
BOTH_SEATS = readers(lambda message, actor, viewer: viewer in (message.seat, message.to))


class SetAside(Effect, frozen=True):
    """5.1 Cards were set aside for the whole match."""

    seat: Seat
    count: int
    cards: Annotated[tuple[CardSlug, ...], AUDIT]


class Preset(Effect, frozen=True):
    """5.3 The first two cards of a small deck were placed on the field."""

    seat: Seat
    bulwark: int
    bulwark_card: Annotated[CardSlug, SEAT]
    soldier: int
    soldier_card: Annotated[CardSlug, PUBLIC]


class Flipped(Effect, frozen=True):
    """5.4 A card was turned up to decide the first turn, then put into the graveyard."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class FirstPlayer(Effect, frozen=True):
    """5.4 The first player was determined."""

    seat: Seat


class Raised(Effect, frozen=True):
    """A request was created; `by` is `player` or `rule`."""

    request: int
    action: str
    seat: Seat
    keys: Annotated[tuple[CardSlug, ...], PUBLIC]
    by: str


class Drove(Effect, frozen=True):
    characters: tuple[int, ...]


class Charged(Effect, frozen=True):
    characters: tuple[int, ...]


class Damaged(Effect, frozen=True):
    """7.5 `moved` cards went from the deck to the graveyard, whose top card is now `top`."""

    seat: Seat
    amount: int
    moved: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]
    top: Annotated[CardSlug | None, PUBLIC]
    cause: str


class Discarded(Effect, frozen=True):
    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    cause: str


class Targeted(Effect, frozen=True):
    """6.2 A request was given its target."""

    request: int
    target: Target


class Staged(Effect, frozen=True):
    """6.3 A request went on top of the stage."""

    request: int


class Passed(Effect, frozen=True):
    """6.4 A seat passed. `auto`: it has no card in hand and was not asked (6.8)."""

    seat: Seat
    auto: bool


class ResolutionStarted(Effect, frozen=True):
    """6.4 After two consecutive passes, the top request is resolved."""

    request: int
    action: str


class Fizzled(Effect, frozen=True):
    """7.2 The target is gone or no longer fits, so there is no effect at all."""

    request: int
    action: str


class HadNoEffect(Effect, frozen=True):
    """7.3 No part of the request could be carried out."""

    request: int
    action: str


class Negated(Effect, frozen=True):
    """8.7 A request was negated. `by` is the id of the counter."""

    request: int
    action: str
    by: int


class Resolved(Effect, frozen=True):
    """7.1 A request was carried out and left the stage."""

    request: int
    action: str


class KeysDiscarded(Effect, frozen=True):
    """7.1 The key cards went to the raiser's graveyard."""

    request: int
    seat: Seat
    cards: Annotated[tuple[CardSlug, ...], PUBLIC]


class KeysReturned(Effect, frozen=True):
    """8.4 The key cards went to the raiser's hand."""

    request: int
    seat: Seat
    cards: Annotated[tuple[CardSlug, ...], PUBLIC]


class BulwarkPlaced(Effect, frozen=True):
    seat: Seat
    character: int
    card: Annotated[CardSlug, SEAT]
    charged: bool
    from_: str = field(name="from")


class Summoned(Effect, frozen=True):
    seat: Seat
    character: int
    kind: str
    card: Annotated[CardSlug, PUBLIC]
    from_: str = field(name="from")


class Equipped(Effect, frozen=True):
    """8.3 The key card was laid on a soldier."""

    seat: Seat
    character: int
    card: Annotated[CardSlug, PUBLIC]


class NumberChanged(Effect, frozen=True):
    """8.5 A soldier's number changed."""

    character: int
    by: int
    number: int


class Revealed(Effect, frozen=True):
    """8.19 A blocking bulwark was turned up."""

    seat: Seat
    character: int
    card: Annotated[CardSlug, PUBLIC]


class Destroyed(Effect, frozen=True):
    """A character went from the field to its owner's graveyard."""

    seat: Seat
    character: int
    kind: str
    cards: Annotated[tuple[CardSlug, ...], PUBLIC]


class ReturnedToHand(Effect, frozen=True):
    seat: Seat
    character: int
    kind: str
    cards: Annotated[tuple[CardSlug, ...], UNLESS_FACE_DOWN]


class ReturnedToDeck(Effect, frozen=True):
    """8.10 A soldier's cards went to its owner's deck. The last of them is on top."""

    seat: Seat
    character: int
    cards: Annotated[tuple[CardSlug, ...], PUBLIC]


class Made(Struct, frozen=True):
    """A character that a reverse created."""

    id: int
    kind: str


class Reversed(Effect, frozen=True):
    """8.14 A soldier became bulwarks, or a bulwark a soldier."""

    seat: Seat
    character: int
    into: tuple[Made, ...]
    cards: Annotated[tuple[CardSlug, ...], UNLESS_INTO_BULWARKS]


class Searched(Effect, frozen=True):
    """8.8 A card was taken from the deck."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class HandRevealed(Effect, frozen=True):
    """8.13 The raiser saw the opponent's hand."""

    seat: Seat
    to: Seat
    cards: Annotated[tuple[CardSlug, ...] | UnsetType, BOTH_SEATS]


class AttackerNamed(Effect, frozen=True):
    """8.17 A soldier attacked."""

    seat: Seat
    character: int


class BlockerNamed(Effect, frozen=True):
    """8.18 A character blocked an attacker."""

    seat: Seat
    attacker: int
    blocker: int


class CombatEnded(Effect, frozen=True):
    """8.19 Every attacker has been judged."""


class Triggered(Effect, frozen=True):
    """7.6 A trigger began."""

    seat: Seat
    action: str


class Milled(Effect, frozen=True):
    """7.7 `count` cards went to the graveyard and, if there was a `hit`, `found` went to the hand."""

    seat: Seat
    count: int
    cards: Annotated[tuple[CardSlug, ...], SEAT]
    top: Annotated[CardSlug | None, PUBLIC]
    hit: bool
    found: Annotated[CardSlug | None, SEAT]


class TurnEnded(Effect, frozen=True):
    """8.15 The turn passed to the other seat."""

    seat: Seat
    turn: int


Effects = (
    Shuffled
    | SetAside
    | Drew
    | Preset
    | Flipped
    | Picked
    | FirstPlayer
    | TurnStarted
    | Raised
    | Drove
    | Charged
    | Damaged
    | Discarded
    | Targeted
    | Staged
    | Passed
    | ResolutionStarted
    | Fizzled
    | HadNoEffect
    | Negated
    | Resolved
    | KeysDiscarded
    | KeysReturned
    | BulwarkPlaced
    | Summoned
    | Equipped
    | NumberChanged
    | Revealed
    | Destroyed
    | ReturnedToHand
    | ReturnedToDeck
    | Reversed
    | Searched
    | HandRevealed
    | AttackerNamed
    | BlockerNamed
    | CombatEnded
    | Triggered
    | Milled
    | TurnEnded
    | MatchEnded
)
