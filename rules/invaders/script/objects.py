"""The objects that an effect can select: a card with an id, or a card in a hand, written `seat:slug`."""

from typing import NamedTuple

from ..field import field_of, place_of
from ..places import PLACES
from ..state import FieldCard, InvadersTable, State

Object = int | str
"""Cards in a hand have no identity (R31). All other objects have one."""


class Found(NamedTuple):
    """A card and where it is: `place` on the field, or `at`, its index in another zone."""

    zone: str
    seat: int
    slug: str
    place: int = -1
    at: int = -1


def in_hand(seat: int, slug: str) -> str:
    return f"{seat}:{slug}"


def hand_object(thing: str) -> tuple[int, str]:
    return int(thing[0]), thing[2:]


def find(table: InvadersTable, thing: Object) -> Found | None:
    """Where the card is; None once it has changed zone."""
    if isinstance(thing, str):
        seat, slug = hand_object(thing)
        return Found("hand", seat, slug) if slug in table.state.seats[seat].hand else None
    place = place_of(table, thing)
    if place is not None:
        card = table.state.board[place]
        assert card is not None
        return Found("field", card.seat, card.card, place=place)
    return _find_off_the_field(table.state, thing) if thing else None


def _find_off_the_field(state: State, identity: int) -> Found | None:
    for i, destroyed in enumerate(state.destroyed):
        if destroyed.id == identity:
            return Found("destroyed", destroyed.seat, destroyed.card, at=i)
    for i, used in enumerate(state.resolving):
        if used.id == identity:
            return Found("resolving", used.seat, used.card, at=i)
    for seat in (0, 1):
        for i, buried in enumerate(state.seats[seat].grave):
            if buried.id == identity:
                return Found("grave", seat, buried.card, at=i)
    return None


def on_field(table: InvadersTable, thing: Object) -> tuple[int, FieldCard] | None:
    """The card with its place, if it is on the field."""
    place = place_of(table, thing) if isinstance(thing, int) else None
    card = None if place is None else table.state.board[place]
    return None if place is None or card is None else (place, card)


class Lifted(NamedTuple):
    """A card that has just left its place (13.4)."""

    seat: int
    slug: str
    origin: str
    face_down: bool


def lift(table: InvadersTable, found: Found) -> Lifted:
    """4.6 Take the card out of its zone. It loses everything attached to it."""
    state = table.state
    face_down = found.zone == "hand"
    match found.zone:
        case "field":
            card = field_of(table).take(found.place)
            return Lifted(found.seat, found.slug, PLACES[found.place], face_down=not card.face_up)
        case "hand":
            state.seats[found.seat].hand.remove(found.slug)
        case "grave":
            del state.seats[found.seat].grave[found.at]
        case "destroyed":
            del state.destroyed[found.at]
        case "resolving":
            del state.resolving[found.at]
    return Lifted(found.seat, found.slug, found.zone, face_down)
