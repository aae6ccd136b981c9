"""11.6 Operations: what each does to its cards and leaders, and whether it was done."""

from collections.abc import Callable
from typing import Any

from ..effects import (
    Chipped,
    CountdownPlaced,
    Declared,
    Healed,
    MoneyChanged,
    Moved,
    SavingsGained,
)  # fmt: skip
from ..effects import (
    Given as GivenEffect,
)
from ..field import field_of, place_of
from ..modifiers import CURRENT, cannot, leader_cannot
from ..places import LEADERS, PLACES, ZONES
from ..state import FULL_HEALTH, FieldCard, Given, InvadersTable, Source
from ..verbs import (
    bury,
    damage_leader,
    destroy_together,
    draw,
    exile,
    give_back,
    mill,
    shuffle,
    tap,
    untap,
)
from . import vocabulary as v
from .objects import Object, find, lift, on_field


def side(source: Source, word: str) -> int:
    return source.seat if word == "own" else 1 - source.seat


def leaders_meant(table: InvadersTable, source: Source, operation: v.Damage) -> list[int]:
    """`each`: the turn player's leader first [R33]."""
    if operation.to == "each":
        return [table.state.turn_player, 1 - table.state.turn_player]
    return [side(source, operation.to)]


# Operations on leaders, money and decks


def _heal(table: InvadersTable, source: Source, operation: v.Heal) -> bool:
    seat = side(source, operation.to)
    own = table.state.seats[seat]
    gain = min(CURRENT.value(table, operation.amount, source), FULL_HEALTH - own.health)
    if gain <= 0 or leader_cannot(table, seat, "heal"):
        return False
    own.health += gain
    table.tell(Healed(seat, gain, own.health))
    return True


def _mill(table: InvadersTable, source: Source, operation: v.Mill) -> bool:
    amount = CURRENT.value(table, operation.amount, source)
    return amount > 0 and mill(table, side(source, operation.who), amount) == amount


def _money(table: InvadersTable, source: Source, operation: v.Money) -> bool:
    seat = side(source, operation.who)
    own = table.state.seats[seat]
    amount = CURRENT.value(table, operation.amount, source)
    change = max(amount, -own.money)
    if change:
        own.money += change
        table.tell(MoneyChanged(seat, change))
    return amount != 0 and change == amount


def _savings(table: InvadersTable, source: Source, operation: v.Savings) -> bool:
    seat = side(source, operation.who)
    amount = CURRENT.value(table, operation.amount, source)
    if amount <= 0:
        return False
    table.state.seats[seat].savings += amount
    table.tell(SavingsGained(seat, amount))
    return True


def _end_battle(table: InvadersTable, source: Source, operation: v.EndBattle) -> bool:
    if table.state.battle is None:
        return False
    table.state.battle.ending = True
    return True


def _win(table: InvadersTable, source: Source, operation: v.Win) -> bool:
    table.state.seats[source.seat].wins = True
    table.tell(Declared(source.seat, source.card, "win"))
    return True


def _lose(table: InvadersTable, source: Source, operation: v.Lose) -> bool:
    table.state.seats[source.seat].loses = True
    table.tell(Declared(source.seat, source.card, "lose"))
    return True


def _damage_at_once(table: InvadersTable, source: Source, operation: v.Damage) -> bool:
    amount = CURRENT.value(table, operation.amount, source)
    if amount <= 0:
        return False
    for seat in leaders_meant(table, source, operation):
        damage_leader(table, seat, amount, "effect", seat == source.seat)
    return True


def _draw_at_once(table: InvadersTable, source: Source, operation: v.Draw) -> bool:
    amount = CURRENT.value(table, operation.amount, source)
    return amount > 0 and draw(table, side(source, operation.who), amount) == amount


Plain = Callable[[InvadersTable, Source, Any], bool]
PLAIN: dict[type, Plain] = {
    v.Heal: _heal, v.Mill: _mill, v.Money: _money, v.Savings: _savings, v.EndBattle: _end_battle, v.Win: _win,
    v.Lose: _lose,
}  # fmt: skip
"""Operations carried out immediately. They return whether they were done."""
PLAIN_INSIDE: dict[type, Plain] = {**PLAIN, v.Damage: _damage_at_once, v.Draw: _draw_at_once}
"""The same inside an all-or-nothing effect, where nothing can be replaced any more (10.9)."""


# Operations on cards: each returns the number of cards it affected


def _discard(table: InvadersTable, source: Source, operation: v.Discard, things: list[Object]) -> int:
    affected = 0
    for thing in things:
        found = find(table, thing)
        if found and found.zone != "grave":
            card = lift(table, found)
            bury(table, card.seat, card.slug, card.origin, by_effect=True)
            affected += 1
    return affected


def _exile(table: InvadersTable, source: Source, operation: v.Exile, things: list[Object]) -> int:
    affected = 0
    for thing in things:
        if found := find(table, thing):
            card = lift(table, found)
            exile(table, card.seat, card.slug, card.origin)
            affected += 1
    return affected


def _return(table: InvadersTable, source: Source, operation: v.Return, things: list[Object]) -> int:
    owners = set()
    affected = 0
    for thing in things:
        if found := find(table, thing):
            card = lift(table, found)
            give_back(table, card.seat, card.slug, card.origin, operation.to, card.face_down)
            owners.add(card.seat)
            affected += 1
    if operation.to == "deck_shuffle":
        for seat in sorted(owners, key=lambda seat: seat != table.state.turn_player):
            shuffle(table, seat)
    return affected


def _chips(table: InvadersTable, source: Source, operation: v.Chips, things: list[Object]) -> int:
    military, labour = CURRENT.value(table, operation.military, source), CURRENT.value(table, operation.labour, source)
    affected = 0
    for place, card in _units(table, things):
        card.military_chips += military
        card.labour_chips += labour
        table.tell(Chipped(PLACES[place], military, labour))
        affected += 1
    return affected


def _units(table: InvadersTable, things: list[Object]) -> list[tuple[int, FieldCard]]:
    cards = (on_field(table, thing) for thing in things)
    return [entry for entry in cards if entry and ZONES[entry[0]] == "units"]


def _tap(table: InvadersTable, source: Source, operation: v.Tap, things: list[Object]) -> int:
    affected = 0
    for thing in things:
        entry = on_field(table, thing)
        if entry and not entry[1].tapped and ZONES[entry[0]] != "emergency":
            tap(table, *entry)
            affected += 1
    return affected


def _untap(table: InvadersTable, source: Source, operation: v.Untap, things: list[Object]) -> int:
    affected = 0
    for thing in things:
        entry = on_field(table, thing)
        if entry and entry[1].tapped and not cannot(table, *entry, "untap"):
            untap(table, *entry)
            affected += 1
    return affected


def _give(table: InvadersTable, source: Source, operation: v.Give, things: list[Object]) -> int:
    given = Given(operation.modifier, operation.duration, source.seat)
    affected = 0
    for place, card in _units(table, things):
        card.modifiers += (given,)
        table.tell(GivenEffect(PLACES[place], operation.modifier, operation.duration))
        affected += 1
    return affected


def give_leader(table: InvadersTable, source: Source, operation: v.Give) -> bool:
    seat = source.seat if operation.select.side == "own" else 1 - source.seat
    table.state.seats[seat].modifiers += (Given(operation.modifier, operation.duration, source.seat),)
    table.tell(GivenEffect(LEADERS[seat], operation.modifier, operation.duration))
    return True


def _countdown(table: InvadersTable, source: Source, operation: v.Countdown, things: list[Object]) -> int:
    amount = CURRENT.value(table, operation.amount, source)
    if amount <= 0:
        return 0
    return sum(place_countdown(table, thing, amount) for thing in things)


def place_countdown(table: InvadersTable, thing: Object, amount: int) -> bool:
    """9.7 Chips on a situation that counts down."""
    entry = on_field(table, thing)
    if entry is None or ZONES[entry[0]] != "situations":
        return False
    place, card = entry
    if "countdown" not in table.cards.by_slug[card.card].keyword_names:
        return False
    card.countdown += amount
    table.tell(CountdownPlaced(PLACES[place], amount, card.countdown))
    return True


def destructible(table: InvadersTable, operation: v.Destroy, things: list[Object]) -> list[int]:
    """Destroy units and situations that are not spared, the turn player's first, by place [R36]."""
    found = []
    for thing in things:
        entry = on_field(table, thing)
        if entry and ZONES[entry[0]] in ("units", "situations"):
            place, card = entry
            if operation.ignore_cannot or not cannot(table, place, card, "be_destroyed"):
                found.append((card.seat != table.state.turn_player, place, card.id))
    return [identity for _, _, identity in sorted(found)]


def _destroy_at_once(table: InvadersTable, source: Source, operation: v.Destroy, things: list[Object]) -> int:
    targets = destructible(table, operation, things)
    destroy_together(table, targets, "effect")
    return len(targets)


OnCards = Callable[[InvadersTable, Source, Any, list[Object]], int]
ON_CARDS: dict[type, OnCards] = {
    v.Discard: _discard, v.Exile: _exile, v.Return: _return, v.Chips: _chips, v.Tap: _tap, v.Untap: _untap,
    v.Give: _give, v.Countdown: _countdown,
}  # fmt: skip
ON_CARDS_INSIDE: dict[type, OnCards] = {**ON_CARDS, v.Destroy: _destroy_at_once}


def is_enough(select: v.Selector, things: list[Object]) -> bool:
    """At least one object or, for a choice without `up_to`, the full count."""
    return bool(things) and (select.pick != "choose" or select.up_to or len(things) >= select.count)


def move_unit(table: InvadersTable, identity: int, to: int) -> None:
    """A unit moves to another square of its zone."""
    place = place_of(table, identity)
    assert place is not None
    field = field_of(table)
    field.put(to, field.take(place))
    table.tell(Moved(PLACES[place], PLACES[to]))
