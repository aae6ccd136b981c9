"""What a seat can send (sections 5, 7, 8, 10 and 11 say when). `pass` is the engine's."""

from typing import Annotated, Literal, Union

from msgspec import UNSET, UnsetType

from rules.engine import ACTOR, PUBLIC, Action, CardSlug, Pass, Seat, SeatPlace, readers

Hand = Literal["rock", "paper", "scissors"]


class Janken(Action, frozen=True):
    """5.3"""

    hand: Annotated[Hand, ACTOR]


class ChooseFirst(Action, frozen=True):
    """5.4"""

    first: bool


class Mulligan(Action, frozen=True):
    """5.5 The cards to be put back, sorted."""

    cards: Annotated[tuple[CardSlug, ...], ACTOR]


class Cast(Action, frozen=True):
    """7.1"""

    card: Annotated[CardSlug, PUBLIC]
    place: SeatPlace | UnsetType = UNSET


class SetEmergency(Action, frozen=True):
    """7.2"""

    card: Annotated[CardSlug, ACTOR]


class DiscardEmergency(Action, frozen=True):
    """7.3"""


class Labour(Action, frozen=True):
    """7.4"""

    unit: SeatPlace


class TakeCommand(Action, frozen=True):
    """7.5 From the hand (`card`) or from the unit zone (`unit`)."""

    card: Annotated[CardSlug | UnsetType, PUBLIC] = UNSET
    unit: SeatPlace | UnsetType = UNSET


class Activate(Action, frozen=True):
    """7.6"""

    place: SeatPlace
    ability: int


class EndMain(Action, frozen=True):
    """7.7"""


class Attack(Action, frozen=True):
    """8.1"""

    unit: SeatPlace


class EndWar(Action, frozen=True):
    """8.2"""


class Target(Action, frozen=True):
    """8.4"""

    target: SeatPlace


class Block(Action, frozen=True):
    """8.6"""

    unit: SeatPlace


class Invade(Action, frozen=True):
    """8.9"""

    unit: SeatPlace


class Resolve(Action, frozen=True):
    """10.3 An index into the list of waiting effects."""

    index: int


class Accept(Action, frozen=True):
    """10.7 Of a prompt `may`."""


def _not_from_a_hidden_zone(action: "Choose", actor: int | None, viewer: object) -> bool:
    """13.10"""
    return viewer == actor or action.zone not in ("hand", "looked")


class Choose(Action, frozen=True):
    """11.5 One object: a card on the board, a card of another zone, an empty place, or an option."""

    target: SeatPlace | UnsetType = UNSET
    zone: Literal["hand", "grave", "opened", "looked"] | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    card: Annotated[CardSlug | UnsetType, readers(_not_from_a_hidden_zone)] = UNSET
    place: SeatPlace | UnsetType = UNSET
    option: int | UnsetType = UNSET


class Done(Action, frozen=True):
    """11.5 Enough is chosen."""


class Save(Action, frozen=True):
    """6.5c"""

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
