"""8.4-8.7 The effects of supports. Two tables, `NEEDS` and `DEEDS`, define every `op` of the card data.

A deed either is done immediately and returns None, or returns the choice that its user still has to make.
"""

from collections.abc import Callable
from typing import Any

from rules.engine import Seat

from .alliance import enemy_side, own_side, side_of
from .battlefield import hit, occupied, ready, rested_cells, withdraw_to_hand
from .cards import (
    Ability,
    Block,
    BoostAll,
    Charge,
    Damage,
    Negate,
    ReadySoldiers,
    Revive,
    Spy,
    Support,
    Swap,
    Unbound,
)
from .cells import CELL, FRONT_CENTER
from .effects import Blocked, Boosted, RevealedHand
from .resolutions import RESOLUTIONS, TARGETS, Resolution, in_use, support_in_use
from .state import InvictusTable, has_room

NEGATABLE: dict[str, Callable[[Support], bool]] = {
    "any": lambda support: True,
    "purple": lambda support: support.color == "purple",
    "not_block": lambda support: support.timing != "block",
}
"""8.7 What a `negate` support can be used against. A leader's support has the colour and timing declared (R9)."""


# What a support needs when it is used. Supports that are not listed need nothing (R17).


def _has_target(table: InvictusTable, seat: Seat, ability: Damage) -> bool:
    """銃兵, スリンガー: a card where it strikes."""
    cells = enemy_side(table, seat).cells
    return any(cells[cell] is not None for cell in TARGETS[ability.where])


def _has_two_cards(table: InvictusTable, seat: Seat, ability: Swap) -> bool:
    """プリースト: two cards of the user's side on the battlefield."""
    return len(occupied(own_side(table, seat))) >= 2


def _can_spy(table: InvictusTable, seat: Seat, ability: Spy) -> bool:
    """忍者: the enemy hand is not empty, and the enemy queue has room."""
    return bool(table.state.realms[table.state.reaction].hand) and has_room(table, 1 - side_of(seat))


def _has_rested_soldier(table: InvictusTable, seat: Seat, ability: ReadySoldiers) -> bool:
    """コマンダー: a rested soldier on the user's battlefield."""
    return bool(rested_cells(table, side_of(seat), soldiers_only=True))


def _can_revive(table: InvictusTable, seat: Seat, ability: Revive) -> bool:
    """アヌビス: the user's graveyard is not empty, and one of the user's cells is."""
    side = own_side(table, seat)
    return bool(side.graveyard) and None in side.cells


def _can_block(table: InvictusTable, seat: Seat, ability: Block) -> bool:
    """武者: the attacker's side has a card in its graveyard."""
    return ability.then != "burden" or bool(enemy_side(table, seat).graveyard)


def _can_negate(table: InvictusTable, seat: Seat, ability: Negate) -> bool:
    """忍者, ソーサラー: the support is of the right kind; ソーサラー: the user's kingdom is not empty."""
    if not NEGATABLE[ability.what](support_in_use(table)):
        return False
    return ability.then != "recall" or bool(table.state.realms[seat].kingdom)


NEEDS: dict[type[Ability], Callable[[InvictusTable, Seat, Any], bool]] = {
    Damage: _has_target,
    Swap: _has_two_cards,
    Spy: _can_spy,
    ReadySoldiers: _has_rested_soldier,
    Revive: _can_revive,
    Block: _can_block,
    Negate: _can_negate,
}


# What a support does


def _leave_choice(table: InvictusTable, seat: Seat, ability: Ability) -> Resolution:
    """プリースト, アヌビス: the user's choice is the whole effect."""
    return RESOLUTIONS[type(ability)](seat)


def _boost_all(table: InvictusTable, seat: Seat, ability: BoostAll) -> None:
    """ウォーリアー: every card on the user's battlefield attacks with a bonus, including cards placed later."""
    table.state.boost += ability.amount
    table.tell(Boosted("all", table.state.boost))


def _charge(table: InvictusTable, seat: Seat, ability: Charge) -> None:
    """侍: the next soldier to attack has a bonus."""
    table.state.charge += ability.amount
    table.tell(Boosted("charge", table.state.charge))


def _unbind(table: InvictusTable, seat: Seat, ability: Unbound) -> None:
    """虚無僧: the next soldier to attack may choose any card of the enemy front row (R6)."""
    table.state.unbound = True
    table.tell(Boosted("unbound", True))


def _damage(table: InvictusTable, seat: Seat, ability: Damage) -> Resolution | None:
    """アーチャー, 銃兵, スリンガー."""
    if ability.where != "front_center":
        return _leave_choice(table, seat, ability)
    hit(table, 1 - side_of(seat), FRONT_CENTER, ability.amount)
    return None


def _spy(table: InvictusTable, seat: Seat, ability: Spy) -> Resolution | None:
    """忍者: reveal the enemy hand, the reaction seat's (R2), to all players."""
    victim = table.state.reaction
    hand = table.state.realms[victim].hand
    table.tell(RevealedHand(victim, tuple(hand)))
    return _leave_choice(table, seat, ability) if table.cards.soldiers.intersection(hand) else None


def _ready_soldiers(table: InvictusTable, seat: Seat, ability: ReadySoldiers) -> None:
    ready(table, side_of(seat), soldiers_only=True)


def _block(table: InvictusTable, seat: Seat, ability: Block) -> Resolution | None:
    """8.6 The attack is over. The attacker stays rested."""
    attack = table.state.attack
    assert attack is not None
    table.state.attack = None
    table.tell(Blocked(seat, in_use(table).support))
    if ability.then == "retreat":
        withdraw_to_hand(table, side_of(seat), CELL[attack.to], seat)
    if ability.then == "burden" and has_room(table, 1 - side_of(seat)):
        return _leave_choice(table, seat, ability)
    return None


def _follow_negation(table: InvictusTable, seat: Seat, ability: Negate) -> Resolution | None:
    """8.7 What follows a negation, besides the negation itself."""
    return _leave_choice(table, seat, ability) if ability.then == "recall" else None


DEEDS: dict[type[Ability], Callable[[InvictusTable, Seat, Any], Resolution | None]] = {
    BoostAll: _boost_all,
    Charge: _charge,
    Unbound: _unbind,
    Damage: _damage,
    Swap: _leave_choice,
    Spy: _spy,
    ReadySoldiers: _ready_soldiers,
    Revive: _leave_choice,
    Block: _block,
    Negate: _follow_negation,
}
