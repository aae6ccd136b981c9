"""7. The main step: casting, emergencies, labour, command and activated effects, in any order."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from .actions import (
    DISCARD_EMERGENCY,
    END_MAIN,
    Activate,
    Cast,
    DiscardEmergency,
    EndMain,
    Labour,
    SetEmergency,
    TakeCommand,
)
from .cards import COMMAND_FROM_UNIT, LABOURS, activation
from .effects import Activated, Commanded, EmergencySet, Laboured, Paid
from .modifiers import CURRENT, Auras, auras, cost, effective_unit, is_live, leader_cannot, untapped_units
from .places import ALL_SQUARES, EMERGENCY, HEADQUARTERS, INDEX, PLACES, ZONES
from .prompts import MainPrompt
from .script.playing import free_slots, free_squares, put_into_play, use
from .script.vocabulary import Activated as ActivatedAbility
from .settling import settle
from .state import NOTHING, Ask, FieldCard, InvadersTable, Source, Speaker
from .triggers import happen
from .verbs import bury, change_phase

MOST_ACTIONS = 200
"""6.8 After this many actions in the main and war steps of one year, a step can only be ended."""


class MainStep(Ask):
    """7 The turn player acts again and again until they end the step."""

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (table.state.turn_player,)

    def prompt(self, table: InvadersTable, seat: int) -> MainPrompt:
        return MainPrompt(seat)

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        if table.state.actions_this_year >= MOST_ACTIONS:
            return [END_MAIN]
        at_work = auras(table)
        hand = list(dict.fromkeys(table.state.seats[seat].hand))
        return [
            *_casts(table, seat, hand, at_work),
            *_emergencies(table, seat, hand, at_work),
            *_labours(table, seat, at_work),
            *_commands(table, seat, hand),
            *_activations(table, seat),
            END_MAIN,
        ]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.state.actions_this_year += 1
        if isinstance(action, EndMain):
            table.end(self)
            change_phase(table, "war")
            return
        _CARRY_OUT[type(action)](table, seat, action)
        settle(table)


# 7.1 Casting


def _casts(table: InvadersTable, seat: int, hand: list[str], at_work: Auras) -> list[Cast]:
    own = table.state.seats[seat]
    money = own.money + own.savings
    places = {"unit": free_squares(table, seat), "situation": free_slots(table, seat), "event": [-1]}
    if leader_cannot(table, seat, "cast_event", at_work):
        places["event"] = []
    casts: list[Cast] = []
    for slug in hand:
        price = cost(table, seat, slug, at_work)
        if price is not None and price <= money:
            by_place = table.cards.casts[slug]
            casts += [by_place[place] for place in places[table.cards.by_slug[slug].kind]]
    return casts


def _cast(table: InvadersTable, seat: int, action: Cast) -> None:
    price = cost(table, seat, action.card, auras(table))
    assert price is not None
    pay(table, seat, price)
    table.state.seats[seat].hand.remove(action.card)
    if action.place is UNSET:
        use(table, seat, action.card, as_cast=True)
    else:
        put_into_play(table, seat, action.card, INDEX[action.place], as_cast=True)


def pay(table: InvadersTable, seat: int, price: int) -> None:
    """Money pays first, then savings."""
    own = table.state.seats[seat]
    money = min(price, own.money)
    own.money -= money
    own.savings -= price - money
    table.tell(Paid(seat, money, price - money))


# 7.2, 7.3 The emergency


def _emergencies(table: InvadersTable, seat: int, hand: list[str], at_work: Auras) -> Iterator[Any]:
    own = table.state.seats[seat]
    if table.state.board[EMERGENCY[seat]] is not None:
        if not own.emergency_discarded:
            yield DISCARD_EMERGENCY
        return
    ready = [slug for slug in hand if slug in table.cards.set_emergency]
    if ready and not own.emergency_set and not leader_cannot(table, seat, "set_emergency", at_work):
        yield from (table.cards.set_emergency[slug] for slug in ready)


def _set_emergency(table: InvadersTable, seat: int, action: SetEmergency) -> None:
    state = table.state
    state.seats[seat].hand.remove(action.card)
    state.seats[seat].emergency_set = True
    state.board[EMERGENCY[seat]] = FieldCard(state.new_id(), action.card, seat, face_up=False)
    table.tell(EmergencySet(seat, action.card))


def _discard_emergency(table: InvadersTable, seat: int, action: DiscardEmergency) -> None:
    place = EMERGENCY[seat]
    card = table.state.board[place]
    assert card is not None
    table.state.board[place] = None
    table.state.seats[seat].emergency_discarded = True
    bury(table, seat, card.card, PLACES[place], by_effect=False)


# 7.4 Labour


def _labours(table: InvadersTable, seat: int, at_work: Auras) -> Iterator[Labour]:
    if table.state.seats[seat].labour_used:
        return
    for unit in untapped_units(table, seat, at_work):
        if unit.definition.subkind != "people" or unit.cannot("labour"):
            continue
        if not unit.card.sick or unit.has("ready"):
            yield LABOURS[unit.place]


def _labour(table: InvadersTable, seat: int, action: Labour) -> None:
    place = INDEX[action.unit]
    unit, own = effective_unit(table, place), table.state.seats[seat]
    amount = unit.labour
    unit.card.tapped = own.labour_used = True
    own.savings += amount
    table.tell(Laboured(seat, action.unit, amount))
    happen(table, "laboured", seat, unit.card.id, unit.card.card, amount)


# 7.5 Command


def _commands(table: InvadersTable, seat: int, hand: list[str]) -> Iterator[TakeCommand]:
    if table.state.board[HEADQUARTERS[seat]] is not None:
        return
    from_hand = table.cards.command_from_hand
    for slug in hand:
        if slug in from_hand and _may_command(table, slug, Speaker(seat)):
            yield from_hand[slug]
    board, from_unit = table.state.board, table.cards.command_from_unit
    for place in ALL_SQUARES:
        card = board[place]
        if card is None or card.seat != seat or card.card not in from_unit:
            continue
        if _may_command(table, card.card, Speaker(seat, card.id)):
            yield COMMAND_FROM_UNIT[place]


def _may_command(table: InvadersTable, slug: str, speaker: Speaker) -> bool:
    """3.3 Whether the condition for taking command holds."""
    command = table.cards.by_slug[slug].command
    assert command is not None
    return command.condition is None or CURRENT.holds(table, command.condition, speaker)


def _take_command(table: InvadersTable, seat: int, action: TakeCommand) -> None:
    state = table.state
    if action.unit is UNSET:
        assert action.card is not UNSET
        slug, origin = action.card, "hand"
        state.seats[seat].hand.remove(slug)
    else:
        card = state.board[INDEX[action.unit]]
        assert card is not None
        slug, origin = card.card, action.unit
        state.board[INDEX[action.unit]] = None
    commander = FieldCard(state.new_id(), slug, seat)
    state.board[HEADQUARTERS[seat]] = commander
    table.tell(Commanded(seat, slug, origin))
    happen(table, "commanded", seat, commander.id, slug)


# 7.6 Activated abilities


def _activations(table: InvadersTable, seat: int) -> Iterator[Activate]:
    for place, card in enumerate(table.state.board):
        if card is None or card.seat != seat:
            continue
        for index, ability in table.cards.by_slug[card.card].activated:
            if is_live(ability.command, ZONES[place]) and _may_activate(table, card, index, ability):
                yield activation(place, index)


def _may_activate(table: InvadersTable, card: FieldCard, index: int, ability: ActivatedAbility) -> bool:
    """Once a year. Summoning sickness doesn't matter."""
    if index in card.used or (ability.tap and card.tapped):
        return False
    return ability.condition is UNSET or CURRENT.holds(table, ability.condition, Speaker(card.seat, card.id))


def _activate(table: InvadersTable, seat: int, action: Activate) -> None:
    card = table.state.board[INDEX[action.place]]
    assert card is not None
    ability = table.cards.by_slug[card.card].abilities[action.ability]
    assert isinstance(ability, ActivatedAbility)
    card.used = tuple(sorted((*card.used, action.ability)))
    card.tapped |= ability.tap
    table.tell(Activated(seat, action.place, card.card, action.ability))
    for part in range(len(ability.effects)):
        source = Source(seat, card.id, NOTHING, card=card.card, ability=action.ability, part=part)
        table.state.waiting.append(source)


_CARRY_OUT: dict[type, Any] = {
    Cast: _cast,
    SetEmergency: _set_emergency,
    DiscardEmergency: _discard_emergency,
    Labour: _labour,
    TakeCommand: _take_command,
    Activate: _activate,
}
