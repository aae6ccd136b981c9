"""7. Attack: declaring an attack, and its result if it isn't stopped."""

from bisect import insort

from rules.engine import Seat, Unchanging

from .actions import ATTACKS, Attack
from .alliance import enemy_side, own_side, side_of
from .battlefield import health, hit
from .cells import CELL, CELLS, FRONT
from .effects import Attacked, Captured
from .ending import check_banishment
from .kingdom import enter_kingdom
from .state import DeclaredAttack, InvictusTable, Unit
from .supports import BlockWindow


def attack_choices(table: InvictusTable, seat: Seat) -> list[Attack]:
    """6.2.1, 7.1 From an active card of the seat to an enemy card in its reach, not after a march in this turn."""
    state, cards = table.state, table.cards
    if state.marched:
        return []
    side = side_of(seat)
    targets = enemy_side(table, seat).cells
    choices: list[Attack] = []
    for cell, unit in enumerate(state.sides[side].cells):
        if unit is None or not unit.active:
            continue
        # R6 While 虚無僧 is pending, a soldier reaches exactly the enemy front row.
        bound = not state.unbound or unit.card not in cards.soldiers
        reached = cards.reach[unit.card][side][cell] if bound else FRONT
        choices += [ATTACKS[cell][target] for target in reached if targets[target] is not None]
    return choices


def declare_attack(table: InvictusTable, seat: Seat, action: Attack) -> None:
    """7.2 The attacker rests and the power is fixed. A soldier uses up the bonuses for the next soldier."""
    state = table.state
    cells, cell = own_side(table, seat).cells, CELL[action.from_]
    unit = cells[cell]
    assert unit is not None
    state.attacked = True
    cells[cell] = Unit(unit.card, False, unit.damage)

    attack = DeclaredAttack(action.from_, action.to, power(table, seat, unit.card))
    if unit.card in table.cards.soldiers:
        state.charge, state.unbound = 0, False
    state.attack = attack
    table.tell(Attacked(seat, attack.from_, attack.to, attack.power))
    table.begin(BlockWindow(state.reaction), Assault(seat))


def power(table: InvictusTable, seat: Seat, card: str) -> int:
    """7.2 The attack value (X: the current size of the hand, R16), the bonus for all and, for soldiers, the charge."""
    state, value = table.state, table.cards.cards[card].attack
    base = len(state.realms[seat].hand) if value == "X" else value
    charge = state.charge if card in table.cards.soldiers else 0
    return base + state.boost + charge


class Assault(Unchanging):
    """7.3 An attack hits unless it was blocked. A blocked attack is already over."""

    seat: Seat

    def proceed(self, table: InvictusTable) -> bool:
        table.end(self)
        attack, table.state.attack = table.state.attack, None
        if attack is not None:
            _land(table, self.seat, attack)
        return False


def _land(table: InvictusTable, seat: Seat, attack: DeclaredAttack) -> None:
    """7.3 Damage exactly equal to the health of an undamaged card captures it. Anything else is damage."""
    cell = CELL[attack.to]
    target = enemy_side(table, seat).cells[cell]
    assert target is not None
    if target.damage == 0 and attack.power == health(table, target):
        _capture(table, seat, cell, target.card)
    else:
        hit(table, 1 - side_of(seat), cell, attack.power)


def _capture(table: InvictusTable, seat: Seat, cell: int, card: str) -> None:
    """7.3 捕獲: to the captor's kingdom. A leader goes to its own side's graveyard and the game ends (R8)."""
    side = 1 - side_of(seat)
    enemy = table.state.sides[side]
    enemy.cells[cell] = None
    table.tell(Captured(side, CELLS[cell], card, seat))
    if card in table.cards.leaders:
        insort(enemy.graveyard, card)
        check_banishment(table, side, card)
    else:
        enter_kingdom(table, seat, card)
