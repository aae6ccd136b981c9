"""4. The things on the table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from msgspec import UNSET, Struct, UnsetType

from rules.engine import Deck, GameState, Seat, Table

if TYPE_CHECKING:
    from .cards import Cards  # noqa: F401  Named in GameTable.


class Target(Struct, frozen=True):
    """11.4 A character, a request on the stage, or a seat."""

    character: int | UnsetType = UNSET
    request: int | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET


class Character(Struct, array_like=True):
    """4.2 A soldier or a bulwark. `fresh` has one entry for each card (4.6)."""

    id: int
    kind: str
    cards: list[str]
    charged: bool
    fresh: list[bool]
    bonus: int = 0

    def clone(self) -> "Character":
        return Character(self.id, self.kind, self.cards[:], self.charged, self.fresh[:], self.bonus)


class Request(Struct, array_like=True):
    """4.1 An action that has been raised, with its key cards sorted. `unpaid` has the cost letters still due."""

    id: int
    action: str
    seat: Seat
    keys: tuple[str, ...]
    unpaid: str = ""
    target: Target | None = None

    def clone(self) -> "Request":
        return Request(self.id, self.action, self.seat, self.keys, self.unpaid, self.target)


class Fight(Struct, array_like=True):
    """An attacker and its blockers, in the order they were chosen."""

    attacker: int
    blockers: list[int]

    def clone(self) -> "Fight":
        return Fight(self.attacker, self.blockers[:])


class Combat(Struct, array_like=True):
    """11.6 The combat, from when Attack starts to resolve until Damage Judgment is resolved."""

    fights: list[Fight]

    def clone(self) -> "Combat":
        return Combat([fight.clone() for fight in self.fights])


class Used(Struct, array_like=True):
    """8. The once-a-turn marks, by action."""

    attack: bool = False
    set_bulwark: bool = False


class Side(Struct, array_like=True):
    """4.1 The things of one seat. Deck and graveyard are piles: the last card is on top. The hand is sorted."""

    deck: list[str]
    hand: list[str]
    graveyard: list[str]
    set_aside: list[str]
    soldiers: list[Character]
    bulwarks: list[Character]

    def clone(self) -> "Side":
        return Side(
            self.deck[:],
            self.hand[:],
            self.graveyard[:],
            self.set_aside[:],
            [soldier.clone() for soldier in self.soldiers],
            [bulwark.clone() for bulwark in self.bulwarks],
        )


class State(GameState):
    """The whole game. `chance`: the seat that may raise (6.1). `triggers`: the number waiting for each seat (7.6)."""

    turn_player: Seat
    first_player: Seat
    chance: Seat | None
    passes: int
    used: Used
    stage: list[Request]
    raising: Request | None
    resolving: int | None
    combat: Combat | None
    next_character: int
    next_request: int
    triggers: list[int]
    sides: list[Side]

    def clone(self) -> Self:
        return type(self)(
            self.turn,
            self.turn_player,
            self.first_player,
            self.chance,
            self.passes,
            Used(self.used.attack, self.used.set_bulwark),
            [request.clone() for request in self.stage],
            None if self.raising is None else self.raising.clone(),
            self.resolving,
            None if self.combat is None else self.combat.clone(),
            self.next_character,
            self.next_request,
            self.triggers[:],
            [side.clone() for side in self.sides],
        )


GameTable = Table["State", "Cards"]


def other(seat: Seat) -> Seat:
    return 1 - seat


def empty_side() -> Side:
    return Side([], [], [], [], [], [])


def new_state(cards: Any, options: Any, decks: Sequence[Deck]) -> State:
    """The state before the set-up, when no seat has the turn."""
    return State(
        turn=0,
        turn_player=0,
        first_player=0,
        chance=None,
        passes=0,
        used=Used(),
        stage=[],
        raising=None,
        resolving=None,
        combat=None,
        next_character=1,
        next_request=1,
        triggers=[0, 0],
        sides=[empty_side(), empty_side()],
    )
