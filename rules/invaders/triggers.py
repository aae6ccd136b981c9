"""10.1, 10.2 Events, and the effects that wait because of them."""

from msgspec import UNSET
from msgspec.structs import replace

from .cards import Definition, is_live
from .effects import EmergencyRevealed
from .field import field_of, in_trigger_order, place_of
from .modifiers import CURRENT
from .places import ZONES
from .script.vocabulary import Emergency, EventAbility, Trigger, Triggered
from .state import NOTHING, FieldCard, InvadersTable, Source


def happen(table: InvadersTable, on: str, seat: int, identity: int = NOTHING, slug: str = "", amount: int = 0) -> None:
    """10.2 An event occurs. `identity` and `slug` name its card, if it has one."""
    reacting = field_of(table).reacting.get(on, ())
    reacts_itself = bool(slug) and on in table.cards.by_slug[slug].triggered
    if not (reacting or reacts_itself):
        return
    event = _Event(table, on, seat, identity, slug, amount)
    if reacts_itself:
        if event.place is None:
            _hear_off_the_field(table, event)
        elif event.place not in reacting:
            reacting = tuple(sorted((*reacting, event.place)))
    for place, card in in_trigger_order(table, reacting):
        _hear(table, event, place, card)


class _Event:
    """11.3 An event while its sources are examined."""

    __slots__ = ("amount", "id", "on", "place", "seat", "slug")

    def __init__(self, table: InvadersTable, on: str, seat: int, identity: int, slug: str, amount: int) -> None:
        self.on, self.seat, self.id, self.slug, self.amount = on, seat, identity, slug, amount
        self.place = place_of(table, identity)


def _hear(table: InvadersTable, event: _Event, place: int, card: FieldCard) -> None:
    definition = table.cards.by_slug[card.card]
    if ZONES[place] == "emergency":
        _hear_face_down(table, event, card, definition)
        return
    for index, ability in definition.triggered_by(event.on):
        if is_live(ability.command, ZONES[place]):
            _trigger(table, event, card.seat, card.id, card.card, index, ability)


def _hear_face_down(table: InvadersTable, event: _Event, card: FieldCard, definition: Definition) -> None:
    """9.3 The first ability that fits turns the emergency up. A face-up emergency no longer reacts."""
    for index, ability in definition.emergencies:
        if not card.face_up and ability.trigger.on == event.on:
            source = Source(card.seat, card.id, event.id, event.amount, card=card.card, ability=index)
            if _fits(table, event, ability, source):
                card.face_up = True
                table.tell(EmergencyRevealed(card.seat, card.card))
                wait(table, source, ability)


def _hear_off_the_field(table: InvadersTable, event: _Event) -> None:
    """The event's own card: destroyed, in its grave or being used. A destroyed card has only its last word [R37]."""
    for index, ability in table.cards.by_slug[event.slug].triggered_by(event.on):
        if ability.command is UNSET and (event.on != "destroyed" or ability.trigger.whose == "self"):
            _trigger(table, event, event.seat, event.id, event.slug, index, ability)


def _trigger(
    table: InvadersTable, event: _Event, seat: int, identity: int, slug: str, index: int, ability: Triggered
) -> None:
    source = Source(seat, identity, event.id, event.amount, card=slug, ability=index)
    if _fits(table, event, ability, source):
        wait(table, source, ability)


def _fits(table: InvadersTable, event: _Event, ability: Triggered | Emergency, source: Source) -> bool:
    """Whether trigger, filter and condition hold at this moment."""
    return (
        _is_meant(table, event, ability.trigger, source)
        and (ability.condition is UNSET or CURRENT.holds(table, ability.condition, source))
    )  # fmt: skip


def _is_meant(table: InvadersTable, event: _Event, trigger: Trigger, source: Source) -> bool:
    """11.2 Whether the trigger means this event."""
    if trigger.whose == "self":
        return event.id == source.this
    if trigger.whose != "any" and (trigger.whose == "own") != (event.seat == source.seat):
        return False
    if trigger.filter is UNSET:
        return True
    if event.place is None:
        return CURRENT.matches_slug(table, trigger.filter, source, event.slug, event.id)
    card = table.state.board[event.place]
    assert card is not None
    return CURRENT.matches_on_field(table, trigger.filter, source, event.place, card)


def wait(table: InvadersTable, source: Source, ability: Triggered | Emergency | EventAbility) -> None:
    """10.1 Each part of an ability waits separately."""
    waiting = table.state.waiting
    waiting.append(source)
    for part in range(1, len(ability.effects)):
        waiting.append(replace(source, part=part))


def wait_for_event_card(table: InvadersTable, seat: int, identity: int, slug: str) -> None:
    """11.14 The effects of an event that is being used."""
    for index, ability in table.cards.by_slug[slug].events:
        source = Source(seat, identity, card=slug, ability=index)
        if ability.condition is UNSET or CURRENT.holds(table, ability.condition, source):
            wait(table, source, ability)
