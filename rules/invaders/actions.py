"""All actions that a seat can send; sections 5, 7, 8, 10 and 11 say when. `pass` comes from the engine."""

from typing import Annotated, Literal, Union

from msgspec import UNSET, UnsetType

from rules.engine import ACTOR, PUBLIC, Action, CardSlug, Pass, Seat, SeatPlace, readers

Hand = Literal["rock", "paper", "scissors"]


class Janken(Action, frozen=True):
    """5.3 Show a hand of rock-paper-scissors."""

    hand: Annotated[Hand, ACTOR]


class ChooseFirst(Action, frozen=True):
    """5.4 Choose to go first or second."""

    first: bool


class Mulligan(Action, frozen=True):
    """5.5 Put cards of the opening hand back, sorted, to draw as many new ones."""

    cards: Annotated[tuple[CardSlug, ...], ACTOR]


class Cast(Action, frozen=True):
    """7.1 Cast a card from the hand."""

    card: Annotated[CardSlug, PUBLIC]
    place: SeatPlace | UnsetType = UNSET


class SetEmergency(Action, frozen=True):
    """7.2 Set an emergency face down."""

    card: Annotated[CardSlug, ACTOR]


class DiscardEmergency(Action, frozen=True):
    """7.3 Discard your emergency."""


class Labour(Action, frozen=True):
    """7.4 Tap a unit and gain its labour as savings."""

    unit: SeatPlace


class TakeCommand(Action, frozen=True):
    """7.5 Take a leader unit to the headquarters, from the hand (`card`) or the unit zone (`unit`)."""

    card: Annotated[CardSlug | UnsetType, PUBLIC] = UNSET
    unit: SeatPlace | UnsetType = UNSET


class Activate(Action, frozen=True):
    """7.6 Use an ability of the main step."""

    place: SeatPlace
    ability: int


class EndMain(Action, frozen=True):
    """7.7 End the main step."""


class Attack(Action, frozen=True):
    """8.1 Attack with a unit."""

    unit: SeatPlace


class EndWar(Action, frozen=True):
    """8.2 End the war step."""


class Target(Action, frozen=True):
    """8.4 Choose the target of the attack."""

    target: SeatPlace


class Block(Action, frozen=True):
    """8.6 Block the attack with a unit."""

    unit: SeatPlace


class Invade(Action, frozen=True):
    """8.9 Move a unit to the square of the destroyed one."""

    unit: SeatPlace


class Resolve(Action, frozen=True):
    """10.3 Resolve a waiting effect. `index` is its place in the list of waiting effects."""

    index: int


class Accept(Action, frozen=True):
    """10.7 Accept what a `may` prompt offers."""


def _not_from_a_hidden_zone(action: "Choose", actor: int | None, viewer: object) -> bool:
    """13.10 The card is public unless it is chosen from a hidden zone."""
    return viewer == actor or action.zone not in ("hand", "looked")


class Choose(Action, frozen=True):
    """11.5 Choose one object: a card on the board, a card of another zone, an empty place, or an option."""

    target: SeatPlace | UnsetType = UNSET
    zone: Literal["hand", "grave", "opened", "looked"] | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    card: Annotated[CardSlug | UnsetType, readers(_not_from_a_hidden_zone)] = UNSET
    place: SeatPlace | UnsetType = UNSET
    option: int | UnsetType = UNSET


class Done(Action, frozen=True):
    """11.5 Choose nothing more."""


class Save(Action, frozen=True):
    """6.5c Save this amount of money."""

    amount: int


ACCEPT, PASS, DONE = Accept(), Pass(), Done()
END_MAIN, END_WAR, DISCARD_EMERGENCY = EndMain(), EndWar(), DiscardEmergency()
JANKEN: tuple[Janken, ...] = (Janken("rock"), Janken("paper"), Janken("scissors"))
SAVES = tuple(Save(amount) for amount in range(1, 7))


Actions = Union[  # noqa: UP007 -- a list
    Janken, ChooseFirst, Mulligan, Cast, SetEmergency,
    DiscardEmergency, Labour, TakeCommand, Activate, EndMain,
    Attack, EndWar, Target, Block, Invade, Resolve,
    Accept, Choose, Done, Save, Pass,
]  # fmt: skip
