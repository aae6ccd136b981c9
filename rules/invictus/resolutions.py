"""8.4 The choices that supports leave to their users when they take effect, each with its question and answer."""

from typing import Any

from rules.engine import Pass, Prompt, Question, Seat, Unchanging

from .actions import PASS, RESOLVE_CELL, RESOLVE_CELLS, Resolve, resolving, reviving
from .alliance import enemy_side, own_side, side_of
from .battlefield import deploy, empty, hit, occupied, swap
from .cards import Ability, Block, Damage, Negate, Revive, Spy, Support, Swap
from .cells import BACK, CELL, EVERY_CELL, FRONT_CENTER
from .effects import Queued
from .kingdom import recall
from .prompts import ResolveSupportPrompt
from .state import InvictusTable, SupportInUse

TARGETS = {"any": EVERY_CELL, "back": BACK, "front_center": (FRONT_CENTER,)}
"""Where a `damage` support may strike. The front centre is one cell, so it leaves no choice."""


def in_use(table: InvictusTable) -> SupportInUse:
    """The support in progress. Call this only while there is one."""
    support = table.state.support
    assert support is not None
    return support


def support_in_use(table: InvictusTable) -> Support:
    return table.cards.supports[in_use(table).support]


class Resolution(Unchanging, Question):
    """8.3 A support takes effect as its user chooses, even if only one choice is possible."""

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
    """8.4 アーチャー, 銃兵: damage one enemy card. This never captures (8.5)."""

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve]:
        ability = support_in_use(table).effect
        assert isinstance(ability, Damage)
        return [RESOLVE_CELL[cell] for cell in occupied(enemy_side(table, seat), TARGETS[ability.where])]

    def resolve(self, table: InvictusTable, ability: Damage, action: Resolve) -> None:
        assert isinstance(action.cell, str)
        hit(table, 1 - side_of(self.seat), CELL[action.cell], ability.amount)


class Exchange(Resolution):
    """8.4 プリースト: two cards of the user's side change places."""

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve]:
        cells = occupied(own_side(table, seat))
        return [RESOLVE_CELLS[a][b] for i, a in enumerate(cells) for b in cells[i + 1 :]]

    def resolve(self, table: InvictusTable, ability: Swap, action: Resolve) -> None:
        assert isinstance(action.cells, tuple)
        a, b = action.cells
        swap(table, side_of(self.seat), CELL[a], CELL[b])


class Infiltration(Resolution):
    """8.4 忍者: one soldier of the revealed hand goes to the tail of the enemy queue. Its support has no effect."""

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
    """8.4 アヌビス: place a card of the user's graveyard, active, on any empty cell of the user's side."""

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
    """8.7 ソーサラー: a card of the user's kingdom goes to the user's hand."""

    def choices(self, table: InvictusTable, seat: Seat) -> list[Resolve]:
        return [resolving(card) for card in dict.fromkeys(table.state.realms[seat].kingdom)]

    def resolve(self, table: InvictusTable, ability: Negate, action: Resolve) -> None:
        assert isinstance(action.card, str)
        recall(table, self.seat, action.card)


RESOLUTIONS: dict[type[Ability], type[Resolution]] = {
    Damage: Volley,
    Swap: Exchange,
    Spy: Infiltration,
    Revive: Revival,
    Block: Burden,
    Negate: Recall,
}
"""The choice that each kind of support leaves to its user, if any."""
