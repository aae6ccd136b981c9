"""4.2 Characters: how they enter the field, their values, how they leave it."""

from rules.engine import Seat

from .effects import BulwarkPlaced, Charged, Destroyed, Drove, NumberChanged, Summoned
from .state import Character, Combat, GameTable, Side, State


def new_character(table: GameTable, kind: str, cards: list[str], charged: bool, fresh: list[bool]) -> Character:
    """4.2 Ids are numbered over the whole match, in the order in which characters enter."""
    state = table.state
    character = Character(state.next_character, kind, cards, charged, fresh)
    state.next_character += 1
    return character


def place_bulwark(table: GameTable, seat: Seat, card: str, charged: bool, source: str) -> None:
    """4.8 Place a card face down as the last of the owner's bulwarks."""
    bulwark = new_character(table, "bulwark", [card], charged, [True])
    table.state.sides[seat].bulwarks.append(bulwark)
    table.tell(BulwarkPlaced(seat, bulwark.id, card, charged, source))


def summon(table: GameTable, seat: Seat, card: str, source: str) -> None:
    """8.2 Place a card face up as a charged soldier. The card determines its kind."""
    soldier = new_character(table, table.cards.kind[card], [card], True, [True])
    table.state.sides[seat].soldiers.append(soldier)
    table.tell(Summoned(seat, soldier.id, soldier.kind, card, source))


def drive(table: GameTable, character: Character) -> None:
    """4.3 Driving a driven character is legal and changes nothing."""
    character.charged = False
    table.tell(Drove((character.id,)))


def charge(table: GameTable, characters: list[Character]) -> None:
    for character in characters:
        character.charged = True
    table.tell(Charged(tuple([character.id for character in characters])))


def change_number(table: GameTable, soldier: Character, by: int) -> None:
    """8.5 The change lasts until the turn ends."""
    soldier.bonus += by
    table.tell(NumberChanged(soldier.id, by, number_of(table, soldier)))


def destroy(table: GameTable, seat: Seat, character: Character) -> None:
    """7.6 Move a character to its owner's graveyard. Each Joker, A, J, Q or K among its cards sets off a trigger."""
    state, generation = table.state, table.cards.generation
    leave_field(state, state.sides[seat], character)
    state.sides[seat].graveyard += character.cards
    state.triggers[seat] += sum([card in generation for card in character.cards])
    table.tell(Destroyed(seat, character.id, character.kind, tuple(character.cards)))


def leave_field(state: State, side: Side, character: Character) -> None:
    """7.8 A character that leaves the field loses its bonus, attack and block."""
    if character.kind == "bulwark":
        side.bulwarks.remove(character)
    else:
        side.soldiers.remove(character)
    if state.combat is not None:
        _leave_combat(state.combat, character.id)


def _leave_combat(combat: Combat, character: int) -> None:
    combat.fights = [fight for fight in combat.fights if fight.attacker != character]
    for fight in combat.fights:
        if character in fight.blockers:
            fight.blockers.remove(character)


def number_of(table: GameTable, soldier: Character) -> int:
    """4.5 The sum of its cards' numbers, plus its bonus."""
    numbers = table.cards.number
    return sum([numbers[card] for card in soldier.cards]) + soldier.bonus


def may_attack(table: GameTable, soldier: Character) -> bool:
    """4.7, 8.17 It is charged, and either swift or has a card that is not fresh."""
    if not soldier.charged:
        return False
    return not all(soldier.fresh) or not table.cards.swift.isdisjoint(soldier.cards)


def characters_of(side: Side) -> list[Character]:
    """All soldiers, then all bulwarks."""
    return side.soldiers + side.bulwarks


def find(state: State, character: int) -> tuple[Seat, Character]:
    """A character on the field, with its owner's seat."""
    for seat, side in enumerate(state.sides):
        for one in characters_of(side):
            if one.id == character:
                return seat, one
    raise LookupError(f"character {character} is not on the field")
