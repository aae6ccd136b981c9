"""7. The main step: casting, emergencies, labour, command and activated effects, in any order."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from rules.engine import Unchanging

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
from .cards import COMMAND_FROM_UNIT, LABOURS, activation, is_live
from .effects import Activated, Commanded, EmergencySet, Laboured, Paid
from .field import Field, field_of
from .modifiers import CURRENT, cannot, cost, costs, effective_unit, has, leader_cannot
from .places import EMERGENCY, HEADQUARTERS, INDEX, PLACES, ZONES
from .prompts import MainPrompt
from .script.playing import put_into_play, use
from .script.vocabulary import Activated as ActivatedAbility
from .settling import settle
from .state import NOTHING, Ask, FieldCard, InvadersTable, Source, Speaker
from .triggers import happen
from .verbs import bury, change_phase

MOST_ACTIONS = 200
"""6.8 After this many actions in the main and war steps of one year, a step can only be ended."""


class MainStep(Ask, Unchanging):
    """7 The turn player acts again and again until they end the step."""

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (table.state.turn_player,)

    def prompt(self, table: InvadersTable, seat: int) -> MainPrompt:
        return MainPrompt(seat)

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        if table.state.actions_this_year >= MOST_ACTIONS:
            return [END_MAIN]
        field = field_of(table)
        hand = list(dict.fromkeys(table.state.seats[seat].hand))
        return [
            *_casts(table, seat, hand, field),
            *_emergencies(table, seat, hand),
            *_labours(table, seat, field),
            *_commands(table, seat, hand, field),
            *_activations(table, seat, field),
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


def _casts(table: InvadersTable, seat: int, hand: list[str], field: Field) -> list[Cast]:
    own = table.state.seats[seat]
    money = own.money + own.savings
    with_events = not leader_cannot(table, seat, "cast_event")
    castings = table.cards.castings(field.free[seat], with_events)
    prices = costs(table, seat, hand)
    casts: list[Cast] = []
    for slug in hand:
        price = prices[slug]
        if price is not None and price <= money:
            casts += castings[slug]
    return casts


def _cast(table: InvadersTable, seat: int, action: Cast) -> None:
    price = cost(table, seat, action.card)
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


def _emergencies(table: InvadersTable, seat: int, hand: list[str]) -> Sequence[Any]:
    own = table.state.seats[seat]
    if table.state.board[EMERGENCY[seat]] is not None:
        return () if own.emergency_discarded else (DISCARD_EMERGENCY,)
    if own.emergency_set:
        return ()
    actions = table.cards.set_emergency
    ready = [actions[slug] for slug in hand if slug in actions]
    return () if ready and leader_cannot(table, seat, "set_emergency") else ready


def _set_emergency(table: InvadersTable, seat: int, action: SetEmergency) -> None:
    state = table.state
    state.seats[seat].hand.remove(action.card)
    state.seats[seat].emergency_set = True
    field_of(table).put(EMERGENCY[seat], FieldCard(state.new_id(), action.card, seat, face_up=False))
    table.tell(EmergencySet(seat, action.card))


def _discard_emergency(table: InvadersTable, seat: int, action: DiscardEmergency) -> None:
    place = EMERGENCY[seat]
    card = field_of(table).take(place)
    table.state.seats[seat].emergency_discarded = True
    bury(table, seat, card.card, PLACES[place], by_effect=False)


# 7.4 Labour


def _labours(table: InvadersTable, seat: int, field: Field) -> Sequence[Labour]:
    places = field.able["labour"]
    if not places or table.state.seats[seat].labour_used:
        return ()
    board: list[Any] = field.board
    return [
        LABOURS[place]
        for place in places
        if (card := board[place]).seat == seat
        and not card.tapped
        and ZONES[place] == "units"
        and (not card.sick or has(table, place, card, "ready"))
        and not cannot(table, place, card, "labour")
    ]


def _labour(table: InvadersTable, seat: int, action: Labour) -> None:
    place = INDEX[action.unit]
    unit, own = effective_unit(table, place), table.state.seats[seat]
    amount = unit.labour
    unit.card.tapped = own.labour_used = True
    own.savings += amount
    table.tell(Laboured(seat, action.unit, amount))
    happen(table, "laboured", seat, unit.card.id, unit.card.card, amount)


# 7.5 Command


def _commands(table: InvadersTable, seat: int, hand: list[str], field: Field) -> Sequence[TakeCommand]:
    if table.state.board[HEADQUARTERS[seat]] is not None:
        return ()
    from_hand = table.cards.command_from_hand
    commands = [from_hand[slug] for slug in hand if slug in from_hand and _may_command(table, slug, Speaker(seat))]
    board: list[Any] = field.board
    for place in field.able["command"]:
        card = board[place]
        if card.seat == seat and ZONES[place] == "units" and _may_command(table, card.card, Speaker(seat, card.id)):
            commands.append(COMMAND_FROM_UNIT[place])
    return commands


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
        slug, origin = field_of(table).take(INDEX[action.unit]).card, action.unit
    commander = FieldCard(state.new_id(), slug, seat)
    field_of(table).put(HEADQUARTERS[seat], commander)
    table.tell(Commanded(seat, slug, origin))
    happen(table, "commanded", seat, commander.id, slug)


# 7.6 Activated abilities


def _activations(table: InvadersTable, seat: int, field: Field) -> list[Activate]:
    board: list[Any] = field.board
    activations = []
    for place in field.able["activate"]:
        card = board[place]
        if card.seat == seat:
            for index, ability in table.cards.by_slug[card.card].activated:
                if is_live(ability.command, ZONES[place]) and _may_activate(table, card, index, ability):
                    activations.append(activation(place, index))
    return activations


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
