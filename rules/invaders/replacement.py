"""10.10 Destruction, leader damage and drawing: each can be replaced just before it happens."""

from typing import Any, cast

from msgspec import UNSET

from rules.engine import Unchanging

from .actions import ACCEPT, PASS
from .cards import is_live
from .effects import Replaced
from .ending import check_end, end_match
from .field import field_of, in_trigger_order, place_of
from .identity import respoken
from .modifiers import CURRENT
from .places import ZONES
from .prompts import MayPrompt
from .script.performing import perform
from .script.vocabulary import Replacement
from .state import (
    NOTHING,
    Ask,
    InvadersTable,
    Rule,
    Source,
)
from .text import ability_of, part_of
from .verbs import damage_leader, destroy_together, draw

MOST_STEPS = 300
ENDLESS_LOOP = "endless_loop"
DONE, FAILED, REPLACED = "done", "failed", "replaced"


def tell_beneath(table: InvadersTable, result: str) -> None:
    """10.8 Tell the frame below how something ended."""
    cast(Rule, table.frames[-1]).heard(table, result)


def count_step(table: InvadersTable) -> None:
    """10.6 Count one more effect. The 301st ends the match instead."""
    if table.state.steps >= MOST_STEPS:
        end_match(table, (), ENDLESS_LOOP)
    table.state.steps += 1


# Applicable replacements


def _may_be_replaced(table: InvadersTable, event: str) -> bool:
    """Whether a card on the field may replace such an event. Usually none may, and the event needs no frame."""
    return bool(field_of(table).reacting.get(event))


def applicable(table: InvadersTable, event: str, seat: int, target: int, amount: int) -> list[Source]:
    """The replacements of one event, in trigger order. `target` is the card that is about to be destroyed."""
    found = []
    for place, card in in_trigger_order(table, field_of(table).reacting.get(event, ())):
        for index, ability in table.cards.by_slug[card.card].replacements:
            source = Source(card.seat, card.id, target, amount, card=card.card, ability=index)
            if (
                ability.event == event
                and is_live(ability.command, ZONES[place])
                and _concerns(table, ability, source, seat)
                and (ability.condition is UNSET or CURRENT.holds(table, ability.condition, source))
                and not _is_carried_out(table, source)
            ):
                found.append(source)
    return found


def _concerns(table: InvadersTable, ability: Replacement, source: Source, seat: int) -> bool:
    if ability.event != "destroy":
        return (ability.whose == "enemy") == (seat != source.seat)
    if ability.whose == "self":
        return source.event == source.this
    if (ability.whose == "own") != (seat == source.seat):
        return False
    place = place_of(table, source.event)
    card = None if place is None else table.state.board[place]
    if place is None or card is None or ability.filter is UNSET:
        return True
    return CURRENT.matches_on_field(table, ability.filter, source, place, card)


def _is_carried_out(table: InvadersTable, source: Source) -> bool:
    return any(
        isinstance(frame, CarryingOut) and (frame.source.this, frame.source.ability) == (source.this, source.ability)
        for frame in table.frames
    )


def is_optional(table: InvadersTable, source: Source) -> bool:
    ability = ability_of(table, source)
    assert isinstance(ability, Replacement)
    return ability.optional


# Offering and carrying out


class ReplacementOffer(Ask):
    """10.10 An optional replacement: its controller accepts or passes."""

    source: Source

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (self.source.seat,)

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        return [ACCEPT, PASS]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.end(self)
        if action == ACCEPT:
            cast(Rule, table.frames[-1]).accepted(table, self.source)

    def prompt(self, table: InvadersTable, seat: int) -> MayPrompt:
        return MayPrompt(seat, self.source.card, self.source.ability, 0)


class CarryingOut(Rule):
    """A replacement takes the place of an event. The end of its effect has no consequences."""

    source: Source

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        return False


def carry_out(table: InvadersTable, source: Source, event: str) -> None:
    count_step(table)
    assert isinstance(source.ability, int)
    table.tell(Replaced(source.seat, source.card, source.ability, event))
    table.begin(CarryingOut(source))
    perform(table, source, part_of(table, source))


class Replaceable(Rule):
    """Something that is about to happen. `asked`: the number of applicable replacements already declined."""

    def offered(self, table: InvadersTable, sources: list[Source], asked: int) -> bool:
        """Offer the next replacement, or carry it out if it is mandatory. False if there is none."""
        if asked >= len(sources):
            return False
        source = sources[asked]
        if is_optional(table, source):
            table.begin(ReplacementOffer(source))
        else:
            self.accepted(table, source)
        return True


class Destruction(Replaceable):
    """Goes through the cards one by one, then destroys together all that were not spared.

    `left`: cards still to come. `result`: how it ends if nothing is replaced.
    """

    left: list[int]
    cause: str
    result: str = DONE
    going: list[int] = []
    asked: int = 0
    replaced: bool = False

    def clone(self) -> "Destruction":
        return Destruction(self.left[:], self.cause, self.result, self.going[:], self.asked, self.replaced)

    def relabel(self, new: dict[int, int]) -> None:
        self.left = [new[i] for i in self.left if i in new]
        self.going = [new[i] for i in self.going if i in new]

    def proceed(self, table: InvadersTable) -> bool:
        while self.left:
            target = self.left[0]
            place = place_of(table, target)
            card = None if place is None else table.state.board[place]
            if card is not None:
                sources = applicable(table, "destroy", card.seat, target, 0)
                self.asked += 1
                if self.offered(table, sources, self.asked - 1):
                    return False
                self.going.append(target)
            self._next()
        return self._destroy(table)

    def accepted(self, table: InvadersTable, source: Source) -> None:
        self._next()
        self.replaced = True
        carry_out(table, source, "destroy")

    def _next(self) -> None:
        del self.left[0]
        self.asked = 0

    def _destroy(self, table: InvadersTable) -> bool:
        table.end(self)
        going = [target for target in self.going if place_of(table, target) is not None]
        _destroy(table, going, self.cause, REPLACED if self.replaced else self.result)
        return False


def _destroy(table: InvadersTable, going: list[int], cause: str, result: str) -> None:
    if cause == "battle":
        _note_conquest(table, going)
    destroy_together(table, going, cause)
    tell_beneath(table, result)


def _note_conquest(table: InvadersTable, going: list[int]) -> None:
    """8.9 If the comparison destroys only the enemy unit, that unit's square may be invaded."""
    battle = table.state.battle
    assert battle is not None
    if battle.target in going and battle.attacker not in going:
        battle.square = place_of(table, battle.target)


def destroy(table: InvadersTable, targets: list[int], cause: str, result: str = DONE) -> None:
    """Destroy cards, the turn player's first, by place: at once, or in a frame if that may be replaced."""
    by_id = field_of(table).by_id
    places = sorted(by_id[target] for target in targets if target in by_id)
    going = [card.id for _, card in in_trigger_order(table, places)]
    if _may_be_replaced(table, "destroy"):
        table.begin(Destruction(going, cause, result))
    else:
        _destroy(table, going, cause, result)


class LeaderDamage(Replaceable):
    seat: int
    amount: int
    cause: str
    self_harm: bool = False
    asked: int = 0

    def proceed(self, table: InvadersTable) -> bool:
        self.asked += 1
        sources = applicable(table, "leader_damage", self.seat, NOTHING, self.amount)
        if self.offered(table, sources, self.asked - 1):
            return False
        table.end(self)
        damage_leader(table, self.seat, self.amount, self.cause, self.self_harm)
        tell_beneath(table, DONE)
        return False

    def accepted(self, table: InvadersTable, source: Source) -> None:
        table.end(self)
        tell_beneath(table, REPLACED)
        carry_out(table, source, "leader_damage")


class Drawing(Replaceable):
    """Done if the full number is drawn."""

    seat: int
    amount: int
    asked: int = 0

    def proceed(self, table: InvadersTable) -> bool:
        self.asked += 1
        if self.offered(table, applicable(table, "draw", self.seat, NOTHING, self.amount), self.asked - 1):
            return False
        table.end(self)
        tell_beneath(table, DONE if draw(table, self.seat, self.amount) == self.amount else FAILED)
        return False

    def accepted(self, table: InvadersTable, source: Source) -> None:
        table.end(self)
        tell_beneath(table, REPLACED)
        carry_out(table, source, "draw")


class EndCheck(Rule, Unchanging):
    """10.5 Damage by a rule is checked immediately."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        check_end(table)
        return False


END_CHECK = EndCheck()


def damage_by_rule(table: InvadersTable, seat: int, amount: int, cause: str) -> None:
    """R15 Damage by a rule is not self-harm."""
    if _may_be_replaced(table, "leader_damage"):
        table.begin(LeaderDamage(seat, amount, cause), END_CHECK)
        return
    damage_leader(table, seat, amount, cause, self_harm=False)
    check_end(table)


def draw_by_rule(table: InvadersTable, seat: int) -> None:
    """6.2d Draw a card. With an empty deck nothing is drawn, and nothing replaced."""
    if table.state.seats[seat].deck and _may_be_replaced(table, "draw"):
        table.begin(Drawing(seat, 1), END_CHECK)
        return
    draw(table, seat, 1)
    check_end(table)
