"""8.17–8.19 Battle: Attack, Block and Damage Judgment. Each raises the next."""

from rules.engine import Question, Seat

from .actions import (
    ATTACKERS_DONE,
    BLOCKERS_DONE,
    Attacker,
    AttackersDone,
    Block,
    BlockersDone,
)
from .characters import destroy, drive, find, may_attack, number_of
from .effects import AttackerNamed, BlockerNamed, CombatEnded, Revealed
from .prompts import DeclareAttackersPrompt, DeclareBlockersPrompt
from .resolving import ask
from .stage import being_resolved
from .state import Character, Combat, Fight, GameTable, Request, other
from .zones import damage


def attack(table: GameTable, request: Request) -> None:
    """8.17 TP chooses attackers. Block follows even if there are none (R33)."""
    table.state.combat = Combat([])
    ask(table, DeclaringAttackers())


class DeclaringAttackers(Question):
    """8.17 TP chooses attackers one by one until they stop or no other soldier may attack."""

    def proceed(self, table: GameTable) -> bool:
        if self._able(table):
            return True
        table.end(self)
        return False

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (being_resolved(table).seat,)

    def choices(self, table: GameTable, seat: Seat) -> list[Attacker | AttackersDone]:
        return [*(Attacker(soldier.id) for soldier in self._able(table)), ATTACKERS_DONE]

    def answer(self, table: GameTable, seat: Seat, action: Attacker | AttackersDone) -> None:
        """An attacker is driven as soon as it is chosen."""
        if isinstance(action, AttackersDone):
            table.end(self)
            return
        _, soldier = find(table.state, action.character)
        _combat(table).fights.append(Fight(soldier.id, []))
        table.tell(AttackerNamed(seat, soldier.id))
        drive(table, soldier)

    def prompt(self, table: GameTable, seat: Seat) -> DeclareAttackersPrompt:
        return DeclareAttackersPrompt(seat, being_resolved(table).id)

    def _able(self, table: GameTable) -> list[Character]:
        side = table.state.sides[being_resolved(table).seat]
        return [soldier for soldier in side.soldiers if may_attack(table, soldier)]


def block(table: GameTable, request: Request) -> None:
    """8.18 The other seat chooses blockers. Damage Judgment follows."""
    ask(table, DeclaringBlockers())


class DeclaringBlockers(Question):
    """8.18 The seat chooses blockers until it stops or no legal pair is left. Blocking doesn't drive (R20)."""

    def proceed(self, table: GameTable) -> bool:
        if self._pairs(table):
            return True
        table.end(self)
        return False

    def asks(self, table: GameTable) -> tuple[Seat]:
        return (other(being_resolved(table).seat),)

    def choices(self, table: GameTable, seat: Seat) -> list[Block | BlockersDone]:
        return [*self._pairs(table), BLOCKERS_DONE]

    def answer(self, table: GameTable, seat: Seat, action: Block | BlockersDone) -> None:
        if isinstance(action, BlockersDone):
            table.end(self)
            return
        (fight,) = [fight for fight in _combat(table).fights if fight.attacker == action.attacker]
        fight.blockers.append(action.blocker)
        table.tell(BlockerNamed(seat, action.attacker, action.blocker))

    def prompt(self, table: GameTable, seat: Seat) -> DeclareBlockersPrompt:
        return DeclareBlockersPrompt(seat, being_resolved(table).id)

    def _pairs(self, table: GameTable) -> list[Block]:
        """A bulwark blocks alone, soldiers may block together (R19). A character blocks only one attacker."""
        fights = _combat(table).fights
        busy = {blocker for fight in fights for blocker in fight.blockers}
        side = table.state.sides[other(being_resolved(table).seat)]
        soldiers = [one.id for one in side.soldiers if one.charged and one.id not in busy]
        bulwarks = [one.id for one in side.bulwarks if one.charged and one.id not in busy]
        walls = {one.id for one in side.bulwarks}
        pairs = []
        for fight in fights:
            if walls.isdisjoint(fight.blockers):
                pairs += [Block(fight.attacker, blocker) for blocker in soldiers]
            if not fight.blockers:
                pairs += [Block(fight.attacker, blocker) for blocker in bulwarks]
        return pairs


def judge_damage(table: GameTable, request: Request) -> None:
    """8.19 Judge the attackers in the order they were chosen. Triggers wait until all are judged (R24)."""
    attacking, defending = request.seat, other(request.seat)
    for fight in list(_combat(table).fights):
        _, attacker = find(table.state, fight.attacker)
        blockers = [find(table.state, blocker)[1] for blocker in fight.blockers]
        if not blockers:
            _hit(table, defending, attacker)
        elif blockers[0].kind == "bulwark":
            _break_bulwark(table, attacking, attacker, blockers[0])
        else:
            _clash(table, attacking, attacker, blockers)
    table.state.combat = None
    table.tell(CombatEnded())


def _clash(table: GameTable, attacking: Seat, attacker: Character, blockers: list[Character]) -> None:
    """8.19 (a) The lower side goes to the graveyard. If equal, the attacker goes first, then the blockers."""
    strength = number_of(table, attacker)
    resistance = sum(number_of(table, blocker) for blocker in blockers)
    if strength <= resistance:
        destroy(table, attacking, attacker)
    if strength >= resistance:
        for blocker in blockers:
            destroy(table, other(attacking), blocker)


def _break_bulwark(table: GameTable, attacking: Seat, attacker: Character, bulwark: Character) -> None:
    """8.19 (b) Turn the bulwark up. A Joker, or a number printed on the attacker's cards (R25), destroys the attacker
    too.
    """
    cards, (card,) = table.cards, bulwark.cards
    table.tell(Revealed(other(attacking), bulwark.id, card))
    if card in cards.jokers or cards.number[card] in [cards.number[one] for one in attacker.cards]:
        destroy(table, attacking, attacker)
    destroy(table, other(attacking), bulwark)


def _hit(table: GameTable, defending: Seat, attacker: Character) -> None:
    """8.19 (c) The attacker was not blocked, or no blocker is left (R22)."""
    number = number_of(table, attacker)
    if number > 0:
        damage(table, defending, number, "damage_judgment")


def _combat(table: GameTable) -> Combat:
    assert table.state.combat is not None
    return table.state.combat
