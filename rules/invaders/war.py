"""8. The war step and the battle."""

from typing import Any

from rules.engine import Unchanging

from .actions import END_WAR, PASS, EndWar
from .cards import ATTACKS, BLOCKS, INVASIONS, TARGET_LEADERS, TARGETS
from .effects import (
    AttackAborted,
    AttackDeclared,
    BattleEnded,
    Blocked,
    Compared,
    Invaded,
    Targeted,
)
from .field import cards_of, field_card, field_of, place_of, untapped_units
from .main_step import MOST_ACTIONS
from .modifiers import EffectiveUnit, cannot, effective_unit, has, leader_cannot
from .places import COLUMN, COLUMNS, FRONT, INDEX, LEADERS, NOWHERE, PLACES, ZONES
from .prompts import BlockPrompt, InvadePrompt, TargetPrompt, WarPrompt
from .replacement import damage_by_rule, destroy
from .settling import settle, settle_after_next
from .state import NOTHING, Ask, Battle, InvadersTable, Rule
from .triggers import happen
from .verbs import untap

LEADER = -1
"""The enemy leader among the targets. Units are named by their place."""


class WarStep(Ask, Unchanging):
    """8.1 Attack with one unit after another until the step is ended."""

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (table.state.turn_player,)

    def prompt(self, table: InvadersTable, seat: int) -> WarPrompt:
        return WarPrompt(seat)

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        """8.2 The step cannot be ended while a unit that must attack can attack."""
        if table.state.actions_this_year >= MOST_ACTIONS:
            return [END_WAR]
        defence = Defence(table, 1 - seat)
        attacks: list[Any] = []
        may_end = True
        for place, card in untapped_units(table, seat):
            unit = EffectiveUnit(table, place, card)
            if can_attack(unit, defence):
                attacks.append(ATTACKS[place])
                may_end = may_end and not unit.must("attack")
        return [*attacks, END_WAR] if may_end else attacks

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.state.actions_this_year += 1
        if isinstance(action, EndWar):
            table.end(self)
            return
        declare_attack(table, seat, INDEX[action.unit])


# 8.1, 8.4 Legal attacks

PROTECTIONS = frozenset(("tapped", "front", "be_attacked"))
"""8.4 What keeps a unit from being a target, unless the attacker ignores it."""


class Defence:
    """What an attacker faces: the state of the enemy's leader, and its units, collected when first asked for.

    Attackers that ignore the same face the same units. Most ignore nothing.
    """

    __slots__ = ("_exposed", "_seat", "_table", "barred", "covered")

    def __init__(self, table: InvadersTable, seat: int) -> None:
        self._table, self._seat = table, seat
        self._exposed: dict[frozenset[str], list[EffectiveUnit]] = {}
        self.covered = is_covered(table, seat)
        self.barred = leader_cannot(table, seat, "be_attacked")

    def exposed_to(self, attacker: EffectiveUnit) -> list[EffectiveUnit]:
        """8.4 The units that it can attack: tapped, not shielded and not under a *cannot*, unless it ignores that."""
        ignored = attacker.ignored(PROTECTIONS)
        if ignored not in self._exposed:
            self._exposed[ignored] = self._collect(ignored)
        return self._exposed[ignored]

    def _collect(self, ignored: frozenset[str]) -> list[EffectiveUnit]:
        table = self._table
        found = [
            EffectiveUnit(table, place, card)
            for place, card in cards_of(table, self._seat)
            if (card.tapped or "tapped" in ignored)
            and ZONES[place] == "units"
            and ("front" in ignored or not is_shielded(table, place))
        ]
        return [unit for unit in found if "be_attacked" in ignored or not unit.cannot("be_attacked")]


def can_attack(unit: EffectiveUnit, defence: Defence) -> bool:
    """8.1 Whether the unit may attack."""
    if unit.card.tapped or unit.definition.subkind == "leader" or unit.cannot("attack"):
        return False
    return has_target(unit, defence)


def has_target(unit: EffectiveUnit, defence: Defence) -> bool:
    """8.4 Whether there is a legal target."""
    return _leader_is_target(unit, defence) or bool(_unit_targets(unit, defence))


def targets(unit: EffectiveUnit, defence: Defence) -> list[int]:
    """8.4 The legal targets: places of units, then LEADER."""
    found = _unit_targets(unit, defence)
    if not unit.ignores("be_attacked"):
        demanded = [target.place for target in found if target.must("be_attacked")]
        if demanded:
            return demanded
    places = [target.place for target in found]
    return [*places, LEADER] if _leader_is_target(unit, defence) else places


def facing(table: InvadersTable, place: int) -> tuple[EffectiveUnit, Defence]:
    """The unit on a square, and what it faces."""
    unit = effective_unit(table, place)
    return unit, Defence(table, 1 - unit.card.seat)


def _unit_targets(unit: EffectiveUnit, defence: Defence) -> list[EffectiveUnit]:
    if unit.definition.subkind != "military" or unit.cannot("attack_unit"):
        return []
    if unit.card.sick and not (unit.has("ready") or unit.has("undeclared_war")):
        return []
    return defence.exposed_to(unit)


def is_shielded(table: InvadersTable, place: int) -> bool:
    """4.4 Whether the square in front of a unit has a unit of the same controller."""
    card = table.state.board[place]
    assert card is not None
    front = FRONT[card.seat][place]
    guard = None if front == NOWHERE else table.state.board[front]
    return guard is not None and guard.seat == card.seat


def _leader_is_target(unit: EffectiveUnit, defence: Defence) -> bool:
    if unit.card.sick and not unit.has("undeclared_war"):
        return False
    if unit.cannot("attack_leader") or (defence.covered and not unit.ignores("columns")):
        return False
    return not defence.barred or unit.ignores("be_attacked")


def is_covered(table: InvadersTable, seat: int) -> bool:
    """4.4 Whether the seat controls a unit in each of the three columns, in any of its four squares [R3]."""
    return {COLUMN[place] for place in field_of(table).by_seat[seat]} >= COLUMNS


# The battle


def declare_attack(table: InvadersTable, seat: int, place: int) -> None:
    """8.1 Stage 0: declare an attack."""
    card = table.state.board[place]
    assert card is not None
    card.tapped = True
    table.state.battle = Battle(card.id)
    table.tell(AttackDeclared(seat, PLACES[place]))
    happen(table, "attack_declared", seat, card.id, card.card)
    table.begin(Fight())
    settle(table)


class Fight(Rule, Unchanging):
    """8.3 The stages of a battle. Each follows when the one before is settled."""

    def proceed(self, table: InvadersTable) -> bool:
        battle = _battle(table)
        if battle.ending or (battle.stage <= LAST_FORCED and _has_lost_a_side(table, battle)):
            end_battle(table, forced=True)
        elif battle.stage == len(STAGES):
            end_battle(table, forced=False)
        else:
            battle.stage += 1
            STAGES[battle.stage - 1](table, battle)
        return False


LAST_FORCED = 4


def _battle(table: InvadersTable) -> Battle:
    assert table.state.battle is not None
    return table.state.battle


def _has_lost_a_side(table: InvadersTable, battle: Battle) -> bool:
    """8.3 Whether the attacker or the target unit has left the field."""
    by_id = field_of(table).by_id
    return battle.attacker not in by_id or (battle.target != NOTHING and battle.target not in by_id)


def end_battle(table: InvadersTable, forced: bool) -> None:
    table.state.battle = None
    table.end(table.frames[-1])
    table.tell(BattleEnded(forced))


def _choose_target(table: InvadersTable, battle: Battle) -> None:
    """8.4 Stage 1: choose a target. Without one the attack is called off."""
    place = place_of(table, battle.attacker)
    assert place is not None
    attacker, defence = facing(table, place)
    if has_target(attacker, defence):
        table.begin(TargetQuestion(table.state.turn_player))
        return
    table.tell(AttackAborted(PLACES[place]))
    if attacker.card.tapped and not attacker.cannot("untap"):
        untap(table, place, attacker.card)
    table.state.battle = None
    table.end(table.frames[-1])


class TargetQuestion(Ask, Unchanging):
    """8.4 The attacker's seat chooses the target."""

    seat: int

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        place = place_of(table, _battle(table).attacker)
        assert place is not None
        found = targets(*facing(table, place))
        return [TARGET_LEADERS[1 - seat] if target == LEADER else TARGETS[target] for target in found]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.end(self)
        battle = _battle(table)
        if action.target in LEADERS:
            battle.at_leader = True
        else:
            card = table.state.board[INDEX[action.target]]
            assert card is not None
            battle.target = card.id
        table.tell(Targeted(_place_name(table, battle.attacker), action.target))

    def prompt(self, table: InvadersTable, seat: int) -> TargetPrompt:
        return TargetPrompt(seat, _place_name(table, _battle(table).attacker))


def _place_name(table: InvadersTable, identity: int) -> str:
    place = place_of(table, identity)
    assert place is not None
    return PLACES[place]


def _happen_to(table: InvadersTable, on: str, identity: int) -> None:
    """An event of a unit in battle, if it is still there."""
    card = field_card(table, identity)
    if card is not None:
        happen(table, on, card.seat, card.id, card.card)


def _trigger_attack(table: InvadersTable, battle: Battle) -> None:
    """8.5 Stage 2: the attack triggers."""
    _happen_to(table, "attacks", battle.attacker)
    settle(table)


def _open_block(table: InvadersTable, battle: Battle) -> None:
    """8.6 Stage 3: the block."""
    defender = 1 - table.state.turn_player
    if possible_blockers(table, defender):
        table.begin(BlockQuestion(defender))


def possible_blockers(table: InvadersTable, seat: int) -> list[EffectiveUnit]:
    """8.6 All of this is public, so a skipped prompt reveals nothing."""
    battle = _battle(table)
    blockers = [
        (place, card)
        for place, card in untapped_units(table, seat)
        if card.id != battle.target and has(table, place, card, "guard") and not cannot(table, place, card, "block")
    ]
    if not blockers or _cannot_be_blocked(table, battle):
        return []
    return [EffectiveUnit(table, place, card) for place, card in blockers]


def _cannot_be_blocked(table: InvadersTable, battle: Battle) -> bool:
    place = place_of(table, battle.attacker)
    assert place is not None
    card = table.state.board[place]
    assert card is not None
    return cannot(table, place, card, "be_blocked")


class BlockQuestion(Ask, Unchanging):
    """8.6 The defender blocks, or passes."""

    seat: int

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        blockers = possible_blockers(table, seat)
        actions: list[Any] = [BLOCKS[unit.place] for unit in blockers]
        return actions if any(unit.must("block") for unit in blockers) else [*actions, PASS]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.end(self)
        if action != PASS:
            block(table, seat, INDEX[action.unit])

    def prompt(self, table: InvadersTable, seat: int) -> BlockPrompt:
        battle = _battle(table)
        target = LEADERS[seat] if battle.at_leader else _place_name(table, battle.target)
        return BlockPrompt(seat, _place_name(table, battle.attacker), target)


def block(table: InvadersTable, seat: int, place: int) -> None:
    """8.6 The blocker is tapped and becomes the target."""
    battle, card = _battle(table), table.state.board[place]
    assert card is not None
    card.tapped = True
    battle.target, battle.at_leader, battle.blocked = card.id, False, True
    table.tell(Blocked(PLACES[place], _place_name(table, battle.attacker)))
    happen(table, "blocked", seat, card.id, card.card)
    settle(table)


def _engage(table: InvadersTable, battle: Battle) -> None:
    """8.7 Stage 4, for units only: the engagement."""
    if not battle.at_leader:
        _happen_to(table, "engages", battle.attacker)
        _happen_to(table, "engages", battle.target)
        settle(table)


def _strike(table: InvadersTable, battle: Battle) -> None:
    """8.8 Stage 5: comparison or damage."""
    if battle.at_leader:
        _damage_leader(table, battle)
    else:
        _compare(table, battle)


def _compare(table: InvadersTable, battle: Battle) -> None:
    """8.8 Stage 5a, 軍事力比べ: compare the units' military."""
    at, on = place_of(table, battle.attacker), place_of(table, battle.target)
    assert at is not None and on is not None
    attacker, defender = effective_unit(table, at), effective_unit(table, on)
    attacking, defending = attacker.military, defender.military
    table.tell(Compared(PLACES[at], PLACES[on], attacking, defending))
    fights = (attacker, defender, defending - attacking), (defender, attacker, attacking - defending)
    beaten = [unit.card.id for unit, other, lead in fights if is_beaten(unit, other, lead)]
    if beaten:
        settle_after_next(table)
        destroy(table, beaten, "battle")
    else:
        settle(table)


def is_beaten(unit: EffectiveUnit, other: EffectiveUnit, lead: int) -> bool:
    """14.7 and the rules beside it: deadly, armour, and what cannot be destroyed.

    `lead` is how much stronger the other unit is. With armour X, only an enemy at least X stronger destroys the unit.
    Without, an equal one does.
    """
    armor = 0 if other.ignores("armor") else unit.armor()
    if not other.has("deadly") and lead < armor:
        return False
    return not unit.cannot("be_destroyed") or other.ignores("be_destroyed")


def _damage_leader(table: InvadersTable, battle: Battle) -> None:
    """8.8 Stage 5b: damage to the leader."""
    place = place_of(table, battle.attacker)
    assert place is not None
    attacker = effective_unit(table, place)
    military = attacker.military
    attacker.card.attacked_leader = True
    if military > 0:
        settle_after_next(table)
        damage_by_rule(table, 1 - attacker.card.seat, military, "battle")
    else:
        settle(table)


def _open_invasion(table: InvadersTable, battle: Battle) -> None:
    """8.9 Stage 6: the invasion."""
    if battle.square is None or table.state.board[battle.square] is not None:
        return
    if possible_invaders(table, table.state.turn_player):
        table.begin(InvadeQuestion(table.state.turn_player, battle.square))


def possible_invaders(table: InvadersTable, seat: int) -> list[int]:
    """R9 The places of the untapped units that may invade, even with summoning sickness."""
    return [place for place, card in untapped_units(table, seat) if not cannot(table, place, card, "invade")]


class InvadeQuestion(Ask, Unchanging):
    """8.9 A unit may move into the square that became empty."""

    seat: int
    square: int

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        return [*(INVASIONS[place] for place in possible_invaders(table, seat)), PASS]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.end(self)
        if action != PASS:
            invade(table, seat, INDEX[action.unit], self.square)

    def prompt(self, table: InvadersTable, seat: int) -> InvadePrompt:
        return InvadePrompt(seat, PLACES[self.square])


def invade(table: InvadersTable, seat: int, place: int, square: int) -> None:
    """8.9 The unit is tapped and moved to the square."""
    field = field_of(table)
    card = field.take(place)
    card.tapped = True
    field.put(square, card)
    table.tell(Invaded(seat, PLACES[place], PLACES[square]))
    happen(table, "invaded", seat, card.id, card.card)
    settle(table)


def _trigger_end(table: InvadersTable, battle: Battle) -> None:
    """8.10 Stage 7: the end of the battle."""
    _happen_to(table, "battle_ends", battle.attacker)
    _happen_to(table, "battle_ends", battle.target)
    settle(table)


STAGES = (_choose_target, _trigger_attack, _open_block, _engage, _strike, _open_invasion, _trigger_end)
"""The functions of stages 1 to 7."""
