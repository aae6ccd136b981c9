"""8.4-8.7 What supports do. Two tables, `NEEDS` and `DEEDS`, give every `op` of the card data its meaning.

A deed either is done at once (it returns None) or returns the choice that is still to be made.
"""

from collections.abc import Callable
from typing import Any

from cards.engine import Pass, Prompt, Question, Seat
from cards.rulesets.invictus.actions import (
    PASS,
    RESOLVE_CELL,
    RESOLVE_CELLS,
    Resolve,
    resolving,
    reviving,
)
from cards.rulesets.invictus.alliance import enemy_side, own_side, side_of
from cards.rulesets.invictus.battlefield import (
    deploy,
    empty,
    hit,
    occupied,
    ready,
    rested_cells,
    swap,
    withdraw_to_hand,
)
from cards.rulesets.invictus.board import BACK, CELL, EVERY_CELL, FRONT_CENTER
from cards.rulesets.invictus.cards import (
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
from cards.rulesets.invictus.effects import Blocked, Boosted, Queued, RevealedHand
from cards.rulesets.invictus.kingdom import recall
from cards.rulesets.invictus.prompts import ResolveSupportPrompt
from cards.rulesets.invictus.state import InvictusTable, SupportInUse, has_room

TARGETS = {"any": EVERY_CELL, "back": BACK, "front_center": (FRONT_CENTER,)}
"""Where a `damage` support may strike. The front centre is one cell, so it leaves nothing to choose."""

NEGATABLE: dict[str, Callable[[Support], bool]] = {
    "any": lambda support: True,
    "purple": lambda support: support.color == "purple",
    "not_block": lambda support: support.timing != "block",
}
"""8.7 Against what a `negate` support can be used. A leader's support has the colour and timing declared (R9)."""


def in_use(table: InvictusTable) -> SupportInUse:
    """The support that is under way; only asked while one is."""
    support = table.state.support
    assert support is not None
    return support


def support_in_use(table: InvictusTable) -> Support:
    return table.cards.supports[in_use(table).support]


# What a support needs at the moment of use; a support that is not listed needs nothing (R17)


def _has_target(table: InvictusTable, seat: Seat, ability: Damage) -> bool:
    """銃兵, スリンガー: a card where it strikes."""
    cells = enemy_side(table, seat).cells
    return any(cells[cell] is not None for cell in TARGETS[ability.where])


def _has_two_cards(table: InvictusTable, seat: Seat, ability: Swap) -> bool:
    """プリースト: two own cards on the battlefield."""
    return own_side(table, seat).cells.count(None) <= len(EVERY_CELL) - 2


def _can_spy(table: InvictusTable, seat: Seat, ability: Spy) -> bool:
    """忍者: the enemy hand is not empty, and the enemy queue has room."""
    return bool(table.state.realms[table.state.reaction].hand) and has_room(table, 1 - side_of(seat))


def _has_rested_soldier(table: InvictusTable, seat: Seat, ability: ReadySoldiers) -> bool:
    """コマンダー: a rested soldier on the own battlefield."""
    return bool(rested_cells(table, side_of(seat), soldiers_only=True))


def _can_revive(table: InvictusTable, seat: Seat, ability: Revive) -> bool:
    """アヌビス: the own graveyard is not empty, and an own cell is."""
    side = own_side(table, seat)
    return bool(side.graveyard) and None in side.cells


def _can_block(table: InvictusTable, seat: Seat, ability: Block) -> bool:
    """武者: the attacker's side has a card in its graveyard."""
    return ability.then != "burden" or bool(enemy_side(table, seat).graveyard)


def _can_negate(table: InvictusTable, seat: Seat, ability: Negate) -> bool:
    """忍者, ソーサラー: the support is of the right sort; ソーサラー: the own kingdom is not empty."""
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


# The choices of supports, made when they take effect


class Resolution(Question):
    """8.3 A support takes effect as its user chooses, also if there is one possibility only."""

    seat: Seat

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return ResolveSupportPrompt(seat, in_use(table).support)

    def answer(self, table: InvictusTable, seat: Seat, action: Any) -> None:
        table.end(self)
        ability = support_in_use(table).effect
        table.state.support = None
        self.resolve(table, ability, action)

    def resolve(self, table: InvictusTable, ability: Any, action: Any) -> None:
        raise NotImplementedError


class Volley(Resolution):
    """8.4 アーチャー, 銃兵: damage to one enemy card. It never captures (8.5)."""

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve]:
        ability = support_in_use(table).effect
        assert isinstance(ability, Damage)
        return [RESOLVE_CELL[cell] for cell in occupied(enemy_side(table, seat), TARGETS[ability.where])]

    def resolve(self, table: InvictusTable, ability: Damage, action: Resolve) -> None:
        assert isinstance(action.cell, str)
        hit(table, 1 - side_of(self.seat), CELL[action.cell], ability.amount)


class Exchange(Resolution):
    """8.4 プリースト: two own cards change places."""

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve]:
        cells = occupied(own_side(table, seat))
        return [RESOLVE_CELLS[a][b] for i, a in enumerate(cells) for b in cells[i + 1 :]]

    def resolve(self, table: InvictusTable, ability: Swap, action: Resolve) -> None:
        assert isinstance(action.cells, tuple)
        a, b = action.cells
        swap(table, side_of(self.seat), CELL[a], CELL[b])


class Infiltration(Resolution):
    """8.4 忍者: one soldier of the revealed hand goes to the tail of the enemy queue; its support does nothing."""

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return ResolveSupportPrompt(seat, in_use(table).support, tuple(table.state.realms[table.state.reaction].hand))

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve]:
        hand = dict.fromkeys(table.state.realms[table.state.reaction].hand)
        return [resolving(card) for card in hand if card in table.cards.soldiers]

    def resolve(self, table: InvictusTable, ability: Spy, action: Resolve) -> None:
        assert isinstance(action.card, str)
        victim = table.state.reaction
        table.state.realms[victim].hand.remove(action.card)
        own_side(table, victim).queue.append(action.card)
        table.tell(Queued(side_of(victim), action.card, "hand", victim))


class Revival(Resolution):
    """8.4 アヌビス: a card of the own graveyard is placed, active, on any empty own cell."""

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve]:
        side = own_side(table, seat)
        cells = empty(side)
        return [reviving(card)[cell] for card in dict.fromkeys(side.graveyard) for cell in cells]

    def resolve(self, table: InvictusTable, ability: Revive, action: Resolve) -> None:
        assert isinstance(action.card, str) and isinstance(action.cell, str)
        own_side(table, self.seat).graveyard.remove(action.card)
        deploy(table, self.seat, side_of(self.seat), "graveyard", action.card, CELL[action.cell])


class Burden(Resolution):
    """8.6 武者: a card of the attacker's graveyard may go to the tail of the attacker's queue."""

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve | Pass]:
        return [*map(resolving, dict.fromkeys(enemy_side(table, seat).graveyard)), PASS]

    def resolve(self, table: InvictusTable, ability: Block, action: Resolve | Pass) -> None:
        if isinstance(action, Pass):
            return
        assert isinstance(action.card, str)
        side = enemy_side(table, self.seat)
        side.graveyard.remove(action.card)
        side.queue.append(action.card)
        table.tell(Queued(1 - side_of(self.seat), action.card, "graveyard", None))


class Recall(Resolution):
    """8.7 ソーサラー: a card of the own kingdom goes to the own hand."""

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve]:
        return [resolving(card) for card in dict.fromkeys(table.state.realms[seat].kingdom)]

    def resolve(self, table: InvictusTable, ability: Negate, action: Resolve) -> None:
        assert isinstance(action.card, str)
        recall(table, self.seat, action.card)


# What a support does


def _boost_all(table: InvictusTable, seat: Seat, ability: BoostAll) -> None:
    """ウォーリアー: every card of the own battlefield attacks harder, also later ones."""
    table.state.boost += ability.amount
    table.tell(Boosted("all", table.state.boost))


def _charge(table: InvictusTable, seat: Seat, ability: Charge) -> None:
    """侍: the next soldier to attack attacks harder."""
    table.state.charge += ability.amount
    table.tell(Boosted("charge", table.state.charge))


def _unbind(table: InvictusTable, seat: Seat, ability: Unbound) -> None:
    """虚無僧: the next soldier to attack may choose any card of the enemy front row (R6)."""
    table.state.unbound = True
    table.tell(Boosted("unbound", True))


def _damage(table: InvictusTable, seat: Seat, ability: Damage) -> Resolution | None:
    """アーチャー, 銃兵, スリンガー."""
    if ability.where != "front_center":
        return Volley(seat)
    hit(table, 1 - side_of(seat), FRONT_CENTER, ability.amount)
    return None


def _swap(table: InvictusTable, seat: Seat, ability: Swap) -> Resolution:
    return Exchange(seat)


def _spy(table: InvictusTable, seat: Seat, ability: Spy) -> Resolution | None:
    """忍者: the enemy hand, that is the reaction seat's (R2), is revealed to all."""
    victim = table.state.reaction
    hand = table.state.realms[victim].hand
    table.tell(RevealedHand(victim, tuple(hand)))
    return Infiltration(seat) if any(card in table.cards.soldiers for card in hand) else None


def _ready_soldiers(table: InvictusTable, seat: Seat, ability: ReadySoldiers) -> None:
    ready(table, side_of(seat), soldiers_only=True)


def _revive(table: InvictusTable, seat: Seat, ability: Revive) -> Resolution:
    return Revival(seat)


def _block(table: InvictusTable, seat: Seat, ability: Block) -> Resolution | None:
    """8.6 The attack is over; the attacker stays rested."""
    attack = table.state.attack
    assert attack is not None
    table.state.attack = None
    table.tell(Blocked(seat, in_use(table).support))
    if ability.then == "retreat":
        withdraw_to_hand(table, side_of(seat), CELL[attack.to], seat)
    if ability.then == "burden" and has_room(table, 1 - side_of(seat)):
        return Burden(seat)
    return None


def _follow_negation(table: InvictusTable, seat: Seat, ability: Negate) -> Resolution | None:
    """8.7 What comes of a negation beyond the negation itself."""
    return Recall(seat) if ability.then == "recall" else None


DEEDS: dict[type[Ability], Callable[[InvictusTable, Seat, Any], Resolution | None]] = {
    BoostAll: _boost_all,
    Charge: _charge,
    Unbound: _unbind,
    Damage: _damage,
    Swap: _swap,
    Spy: _spy,
    ReadySoldiers: _ready_soldiers,
    Revive: _revive,
    Block: _block,
    Negate: _follow_negation,
}
