"""8. Targets: what each action may target, and the choice."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct

from rules.engine import Question, Seat

from .actions import ChooseTarget
from .characters import characters_of, find
from .effects import Targeted
from .prompts import ChooseTargetPrompt
from .stage import raising
from .state import Character, GameTable, Request, Side, State, Target, other

if TYPE_CHECKING:
    from .cards import Cards


class Condition(Struct, frozen=True):
    """The condition for a target. `exists` works before there is a request, from the raiser and the key card's suit."""

    candidates: Callable[[GameTable, Request], list[Target]]
    exists: Callable[["Cards", State, Seat, str | None], bool]


class Targeting(Question):
    """6.2 The raiser chooses the target."""

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (raising(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[ChooseTarget]:
        return [ChooseTarget(target.character, target.request) for target in candidates(table, raising(table))]

    def answer(self, table: GameTable, seat: Seat, action: ChooseTarget) -> None:
        table.end(self)
        aim(table, raising(table), Target(action.character, action.request))

    def prompt(self, table: GameTable, seat: Seat) -> ChooseTargetPrompt:
        return ChooseTargetPrompt(seat, raising(table).id)


def choose_target(table: GameTable, request: Request) -> None:
    """6.2 The target "opponent" needs no prompt."""
    if table.cards.actions[request.action].target == "opponent":
        aim(table, request, Target(seat=other(request.seat)))
    else:
        table.begin(Targeting())


def aim(table: GameTable, request: Request, target: Target) -> None:
    request.target = target
    table.tell(Targeted(request.id, target))


def candidates(table: GameTable, request: Request) -> list[Target]:
    condition = table.cards.actions[request.action].target
    return [] if condition is None else CONDITIONS[condition].candidates(table, request)


def has_lost_target(table: GameTable, request: Request) -> bool:
    """7.2 The target must still exist and fit its condition."""
    return request.target is not None and request.target not in candidates(table, request)


def target_of(table: GameTable, request: Request) -> tuple[Seat, Character]:
    """The targeted character, with its owner's seat."""
    assert request.target is not None and request.target.character is not UNSET
    return find(table.state, request.target.character)


def _named(characters: list[Character]) -> list[Target]:
    return [Target(character.id) for character in characters]


def _soldiers(table: GameTable, request: Request) -> list[Target]:
    return [target for side in table.state.sides for target in _named(side.soldiers)]


def _bulwarks(table: GameTable, request: Request) -> list[Target]:
    return [target for side in table.state.sides for target in _named(side.bulwarks)]


def _characters(table: GameTable, request: Request) -> list[Target]:
    return [target for side in table.state.sides for target in _named(characters_of(side))]


def _own_characters(table: GameTable, request: Request) -> list[Target]:
    return _named(characters_of(table.state.sides[request.seat]))


def _own_soldiers_of_the_suit(table: GameTable, request: Request) -> list[Target]:
    cards = table.cards
    suit = cards.suit[request.keys[0]]
    return _named([s for s in table.state.sides[request.seat].soldiers if _can_carry(cards, s, suit)])


def _requests(table: GameTable, request: Request) -> list[Target]:
    return [Target(request=staged.id) for staged in table.state.stage if _can_be_countered(staged)]


def _opponent(table: GameTable, request: Request) -> list[Target]:
    return [Target(seat=other(request.seat))]


def _can_carry(cards: "Cards", soldier: Character, suit: str | None) -> bool:
    """8.3 Not a magician, and of the key card's suit."""
    return soldier.kind != "magician" and cards.suit[soldier.cards[0]] == suit


def _can_be_countered(request: Request) -> bool:
    """R36 Whether the number suffices is checked later."""
    return len(request.keys) in (1, 2)


def _any_soldier(sides: list[Side]) -> bool:
    return bool(sides[0].soldiers or sides[1].soldiers)


def _any_bulwark(sides: list[Side]) -> bool:
    return bool(sides[0].bulwarks or sides[1].bulwarks)


CONDITIONS: dict[str, Condition] = {
    "soldier": Condition(_soldiers, lambda cards, state, seat, suit: _any_soldier(state.sides)),
    "bulwark": Condition(_bulwarks, lambda cards, state, seat, suit: _any_bulwark(state.sides)),
    "character": Condition(
        _characters, lambda cards, state, seat, suit: _any_soldier(state.sides) or _any_bulwark(state.sides)
    ),
    "own_character": Condition(
        _own_characters,
        lambda cards, state, seat, suit: bool(state.sides[seat].soldiers or state.sides[seat].bulwarks),
    ),
    "own_soldier_same_suit": Condition(
        _own_soldiers_of_the_suit,
        lambda cards, state, seat, suit: any(_can_carry(cards, s, suit) for s in state.sides[seat].soldiers),
    ),
    "request": Condition(
        _requests, lambda cards, state, seat, suit: any(_can_be_countered(request) for request in state.stage)
    ),
    "opponent": Condition(_opponent, lambda cards, state, seat, suit: True),
}
