"""13. The effects of actions, in the past tense. Each field declares its readers."""

from typing import Annotated, Literal

from msgspec import field

from rules.engine import PUBLIC, SEAT, CardSlug, Drew, Effect, MatchEnded, Picked, Seat, Shuffled, TurnStarted

from .actions import SupportName

# 5. Setup


class OfferedLeaders(Effect, frozen=True):
    """5.1 A seat was dealt two leaders of the box, sorted."""

    seat: Seat
    cards: Annotated[tuple[CardSlug, ...], SEAT]


class ChoseLeader(Effect, frozen=True):
    """5.1 A seat chose one of its two leaders."""

    seat: Seat
    card: Annotated[CardSlug, SEAT]


class ChoseHand(Effect, frozen=True):
    """5.2 A seat chose its first hand."""

    seat: Seat
    cards: Annotated[tuple[CardSlug, ...], SEAT]


class RevealedLeader(Effect, frozen=True):
    """5.3 The leader joined the seat's hand."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class OrderSet(Effect, frozen=True):
    """5.4 The turn order of all seats was fixed."""

    order: tuple[Seat, ...]


# 6. Turn, march


class Readied(Effect, frozen=True):
    """2.5 The rested cards on these cells became active."""

    side: int
    cells: tuple[str, ...]


class Advanced(Effect, frozen=True):
    """6.1.2 A back card moved to the empty cell ahead."""

    side: int
    from_: str = field(name="from")
    to: str
    card: Annotated[CardSlug, PUBLIC]


class Withdrew(Effect, frozen=True):
    """A card left the battlefield for the queue, or for the hand of `seat`."""

    side: int
    cell: str
    card: Annotated[CardSlug, PUBLIC]
    to: Literal["queue", "hand"]
    seat: Seat | None


class Deployed(Effect, frozen=True):
    """A card was placed on a battlefield by `seat`."""

    seat: Seat
    side: int
    from_: Literal["hand", "queue", "graveyard", "kingdom"] = field(name="from")
    card: Annotated[CardSlug, PUBLIC]
    cell: str
    active: bool


class Queued(Effect, frozen=True):
    """2.6 A card from the hand of `seat` joined the tail of a queue without using a support."""

    side: int
    card: Annotated[CardSlug, PUBLIC]
    from_: Literal["hand", "graveyard"] = field(name="from")
    seat: Seat | None


class Settled(Effect, frozen=True):
    """6.2.3 A soldier went from the hand to the kingdom."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class TurnEnded(Effect, frozen=True):
    """6.3.2 A seat's turn ended."""

    seat: Seat
    turn: int


# 7. Attack


class Attacked(Effect, frozen=True):
    """7.2 An attack was declared and its power fixed."""

    seat: Seat
    from_: str = field(name="from")
    to: str
    power: int


class Damaged(Effect, frozen=True):
    """2.5 A card took damage. `total` is the damage that it has now."""

    side: int
    cell: str
    card: Annotated[CardSlug, PUBLIC]
    amount: int
    total: int


class Destroyed(Effect, frozen=True):
    """2.8 A card went to the graveyard of its side."""

    side: int
    cell: str
    card: Annotated[CardSlug, PUBLIC]


class Captured(Effect, frozen=True):
    """7.3 A card went to the kingdom of `seat`, the captor. A leader goes to its own graveyard (R8)."""

    side: int
    cell: str
    card: Annotated[CardSlug, PUBLIC]
    seat: Seat


# 8. Supports


class Supported(Effect, frozen=True):
    """8.1 A card from the hand joined the tail of the queue to use a support."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]
    support: Annotated[SupportName, PUBLIC]


class Negated(Effect, frozen=True):
    """8.7 The support of `seat` failed."""

    seat: Seat
    support: Annotated[SupportName, PUBLIC]


class Blocked(Effect, frozen=True):
    """8.6 `seat` stopped the attack."""

    seat: Seat
    support: Annotated[SupportName, PUBLIC]


class Boosted(Effect, frozen=True):
    """2.12 A bonus of the active side has a new value."""

    bonus: Literal["all", "charge", "unbound"]
    value: int | bool


class Swapped(Effect, frozen=True):
    """8.4 Two cards of a side changed places."""

    side: int
    cells: tuple[str, str]


class RevealedHand(Effect, frozen=True):
    """8.4 A whole hand, sorted, was shown to all players."""

    seat: Seat
    cards: Annotated[tuple[CardSlug, ...], PUBLIC]


class Recalled(Effect, frozen=True):
    """8.4 A card went from the seat's kingdom to its hand."""

    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


# 10. Diversion


class DiversionStarted(Effect, frozen=True):
    """10.3 `seat` must put two cards on the empty battlefield."""

    seat: Seat


Effects = (
    Shuffled
    | OfferedLeaders
    | ChoseLeader
    | ChoseHand
    | RevealedLeader
    | Picked
    | OrderSet
    | TurnStarted
    | Drew
    | Readied
    | Advanced
    | Withdrew
    | Deployed
    | Queued
    | Settled
    | Supported
    | Negated
    | Attacked
    | Blocked
    | Boosted
    | Swapped
    | RevealedHand
    | Recalled
    | Damaged
    | Destroyed
    | Captured
    | DiversionStarted
    | TurnEnded
    | MatchEnded
)
