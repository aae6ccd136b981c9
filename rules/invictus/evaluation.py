"""Evaluates a position: leads in the kingdoms, safe leaders, strong battlefields, captures before damage."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from rules.engine import Action, Evaluation, Seat

from .actions import Attack, Divert, March, Resolve, Settle
from .alliance import enemy_side, own_side, side_of
from .battlefield import health
from .cards import Block, Cards, Damage
from .cells import CELL, FRONT
from .combat import power
from .diversion import Diversion
from .resolutions import Volley, support_in_use
from .setup import BattlefieldSetup, QueueSetup
from .state import InvictusTable
from .supports import BlockWindow, NegateWindow
from .turn import MainPhase

# Kingdoms

LEAD = (0.0, 1.0, 1.25, 1.35)
"""The value of a lead of so few cards in a colour over the facing seat. Leads above three are worth no more."""

KINGDOM_POINT, LATE_POINT = 0.08, 0.10
"""The value of leading in a colour. It grows as the armistice approaches."""
THIRD_POINT = 0.05
"""The bonus for leading in three colours: a fourth point wins."""
KINGDOM_CARD = 0.01
LONGEST_DECK = 17

# Forces

UNIT, RESTED_UNIT = 0.045, 0.034
HAND_CARD = 0.018
QUEUED_CARD, FULL_QUEUE = 0.004, -0.03
BURIED_CARD = -0.002
LEADER_IN_HAND, LEADER_IN_FRONT, LEADER_BEHIND = 0.05, -0.12, -0.07
"""In hand, a leader offers every support and is safe."""


class InvictusEvaluation(Evaluation):
    horizon = 16
    level_margins = (0.47, 0.22, 0.09)
    hard_iterations = 10

    def value(self, table: InvictusTable, seat: Seat) -> float:
        side = side_of(seat)
        return _kingdoms(table, side) + _forces(table, side) - _forces(table, 1 - side)

    def is_quiet(self, table: InvictusTable) -> bool:
        """True in a main phase and during the setup."""
        return table.state.phase == "setup" or type(table.frames[-1]) is MainPhase

    def reply(self, table: InvictusTable, seat: Seat, choices: list[Any]) -> Action:
        return _REPLIES.get(type(table.frames[-1]), _indifferent)(table, seat, choices)


# Value


def _kingdoms(table: InvictusTable, side: int) -> float:
    """The leads of a side. Each pair of facing seats counts once."""
    state = table.state
    if not state.facing:
        return 0.0
    left = max([len(realm.deck) for realm in state.realms])
    point = KINGDOM_POINT + LATE_POINT * (1.0 - left / LONGEST_DECK)
    total = 0.0
    for seat in range(side, len(state.realms), 2):
        own, facing = state.realms[seat].kingdom, state.realms[state.facing[seat]].kingdom
        worth, more, thirds = _leads(table.cards, tuple(own), tuple(facing))
        total += point * worth + KINGDOM_CARD * more
        total += THIRD_POINT * thirds
    return total


@lru_cache(maxsize=4096)
def _leads(cards: Cards, own: tuple[str, ...], facing: tuple[str, ...]) -> tuple[float, int, int]:
    """The value of a kingdom's leads over the facing one, its surplus of cards, and whether it leads in three colours.

    Cached, as most actions that a bot tries leave every kingdom unchanged.
    """
    color = cards.color
    leads: dict[str, int] = {}
    for card in own:
        leads[color[card]] = leads.get(color[card], 0) + 1
    for card in facing:
        leads[color[card]] = leads.get(color[card], 0) - 1
    worth, ahead, behind = 0.0, 0, 0
    for lead in leads.values():
        if lead > 0:
            ahead += 1
            worth += LEAD[min(lead, 3)]
        elif lead < 0:
            behind += 1
            worth -= LEAD[min(-lead, 3)]
    return worth, sum(leads.values()), (ahead == 3) - (behind == 3)


def _forces(table: InvictusTable, side: int) -> float:
    """The fighting strength of a side."""
    state, leaders = table.state, table.cards.leaders
    own = state.sides[side]
    worth = QUEUED_CARD * len(own.queue) + BURIED_CARD * len(own.graveyard)
    if len(own.queue) >= table.options.queue_limits[side]:
        worth += FULL_QUEUE
    for cell, unit in enumerate(own.cells):
        if unit is None:
            continue
        worth += UNIT if unit.active else RESTED_UNIT
        if unit.card in leaders:
            worth += LEADER_IN_FRONT if cell in FRONT else LEADER_BEHIND
    for seat in range(side, len(state.realms), 2):
        realm = state.realms[seat]
        worth += HAND_CARD * len(realm.hand)
        if realm.leader in realm.hand:
            worth += LEADER_IN_HAND
    if state.active % 2 != side:
        worth += HAND_CARD / 2  # The next card drawn is this side's.
    return worth


# Replies


def _indifferent(table: InvictusTable, seat: Seat, choices: list[Any]) -> Action:
    return cast(Action, choices[table.chance.below(len(choices))])


def _main(table: InvictusTable, seat: Seat, choices: list[Any]) -> Action:
    """Capture; otherwise settle for a new lead, attack, march if nothing can be attacked, settle, or end the phase."""
    best, best_worth = choices[-1], 0.0
    for action in choices:
        kind = type(action)
        if kind is Attack:
            worth = _attack_worth(table, seat, action)
        elif kind is Settle:
            worth = _settle_worth(table, seat, action)
        elif kind is March:
            worth = _march_worth(table, seat, action)
        else:
            continue
        if worth > best_worth:
            best, best_worth = action, worth
    return cast(Action, best)


def _attack_worth(table: InvictusTable, seat: Seat, action: Attack) -> float:
    attacker = own_side(table, seat).cells[CELL[action.from_]]
    target = enemy_side(table, seat).cells[CELL[action.to]]
    assert attacker is not None and target is not None
    force, stand = power(table, seat, attacker.card), health(table, target)
    if target.damage + force >= stand:
        if target.card in table.cards.leaders:
            return 100.0
        return 10.0 if target.damage == 0 and force == stand else 5.0
    risk = 1.5 if attacker.card in table.cards.leaders else 0.0
    return 2.0 - risk if force else 0.0


def _settle_worth(table: InvictusTable, seat: Seat, action: Settle) -> float:
    """Keeps enough cards in hand to react with."""
    state, color = table.state, table.cards.color
    new = color[action.card]
    own = sum(color[card] == new for card in state.realms[seat].kingdom)
    facing = sum(color[card] == new for card in state.realms[state.facing[seat]].kingdom)
    if own == facing:
        return 8.0
    return 3.0 if own == facing - 1 else 1.0


def _march_worth(table: InvictusTable, seat: Seat, action: March) -> float:
    if action.card in table.cards.leaders:
        return 0.0
    cell = CELL[action.cell]
    return 1.5 if own_side(table, seat).cells[cell] is None else 0.0


def _block(table: InvictusTable, seat: Seat, choices: list[Any]) -> Action:
    """Stop an attack that would capture the card."""
    attack = table.state.attack
    assert attack is not None
    target = own_side(table, seat).cells[CELL[attack.to]]
    assert target is not None
    if target.damage + attack.power < health(table, target):
        return cast(Action, choices[0])
    return _soldier_of(table, choices, or_leader=target.card in table.cards.leaders)


def _negate(table: InvictusTable, seat: Seat, choices: list[Any]) -> Action:
    """Negate blocks and damage."""
    support = table.state.support
    assert support is not None
    if type(table.cards.supports[support.support].effect) not in (Block, Damage):
        return cast(Action, choices[0])
    return _soldier_of(table, choices, or_leader=False)


def _soldier_of(table: InvictusTable, choices: list[Any], or_leader: bool) -> Action:
    """The first support that doesn't cost a leader, then a leader's if that is worthwhile; otherwise pass."""
    for action in choices[1:]:
        if action.card in table.cards.soldiers:
            return cast(Action, action)
    return cast(Action, choices[-1] if or_leader else choices[0])


def _volley(table: InvictusTable, seat: Seat, choices: list[Any]) -> Action:
    """A leader that would be destroyed, otherwise any such card, otherwise the card nearest to it."""
    cells = enemy_side(table, seat).cells
    ability = support_in_use(table).effect
    assert isinstance(ability, Damage)

    def worth(action: Resolve) -> int:
        unit = cells[CELL[str(action.cell)]]
        assert unit is not None
        left = health(table, unit) - unit.damage - ability.amount
        return -left if left > 0 else 200 if unit.card in table.cards.leaders else 100

    return cast(Action, max(choices, key=worth))


def _divert(table: InvictusTable, seat: Seat, choices: list[Any]) -> Action:
    """Take a card of a colour in which the enemy kingdom leads by one or is level."""
    state, color = table.state, table.cards.color
    facing = state.realms[state.facing[seat]].kingdom
    own = state.realms[seat].kingdom

    def worth(action: Divert) -> int:
        mine, theirs = (sum(color[card] == color[action.card] for card in kingdom) for kingdom in (own, facing))
        return {1: 3, 0: 2}.get(theirs - mine, 0)

    return cast(Action, max(choices, key=worth))


def _deploy(table: InvictusTable, seat: Seat, choices: list[Any]) -> Action:
    """Any soldier. The leader stays in hand."""
    soldiers = [action for action in choices if action.card in table.cards.soldiers]
    return _indifferent(table, seat, soldiers or choices)


_REPLIES: dict[type, Callable[[InvictusTable, Seat, list[Any]], Action]] = {
    MainPhase: _main,
    BlockWindow: _block,
    NegateWindow: _negate,
    Volley: _volley,
    Diversion: _divert,
    BattlefieldSetup: _deploy,
    QueueSetup: _deploy,
}
"""Replies by type of prompt. Any other prompt is answered at random."""

EVALUATION = InvictusEvaluation()
