"""4. Changes of cards, money and health that several chapters make."""

from bisect import insort

from rules.engine import Drew, Shuffled

from .effects import (
    Damaged,
    Entered,
    Exiled,
    PhaseChanged,
    PutInGrave,
    Returned,
    SituationPlaced,
    Tapped,
    Untapped,
)
from .effects import Destroyed as DestroyedEffect
from .field import field_of
from .places import PLACES
from .state import Buried, Destroyed, FieldCard, InvadersTable, Phase, Used
from .triggers import happen


def change_phase(table: InvadersTable, phase: Phase) -> None:
    """6.6 Begin another phase."""
    table.state.phase = phase
    table.tell(PhaseChanged(phase))


def shuffle(table: InvadersTable, seat: int) -> None:
    own = table.state.seats[seat]
    own.deck = table.chance.shuffle(own.deck)
    table.tell(Shuffled(seat, "deck", tuple(own.deck)))


def draw(table: InvadersTable, seat: int, amount: int) -> int:
    """Draw cards, or all if there are fewer."""
    own = table.state.seats[seat]
    cards = own.deck[:amount]
    if cards:
        del own.deck[:amount]
        for card in cards:
            insort(own.hand, card)
        table.tell(Drew(seat, len(cards), tuple(cards)))
    return len(cards)


def bury(table: InvadersTable, seat: int, slug: str, origin: str, by_effect: bool) -> None:
    """A card goes to its grave. If an effect moves it, recollection is triggered (11.12)."""
    grave = table.state.seats[seat].grave
    grave.append(Buried(table.state.new_id(), slug))
    table.tell(PutInGrave(seat, slug, origin, by_effect))
    if by_effect:
        happen(table, "put_in_grave", seat, grave[-1].id, grave[-1].card)


def mill(table: InvadersTable, seat: int, amount: int) -> int:
    deck = table.state.seats[seat].deck
    number = min(amount, len(deck))
    for _ in range(number):
        bury(table, seat, deck.pop(0), "deck", by_effect=True)
    return number


def exile(table: InvadersTable, seat: int, slug: str, origin: str) -> None:
    """4.8 Removed from the game."""
    table.state.seats[seat].removed.append(slug)
    table.tell(Exiled(seat, slug, origin))


def give_back(table: InvadersTable, seat: int, slug: str, origin: str, to: str, face_down: bool) -> None:
    """戻す: return a card to its owner's hand or deck."""
    own = table.state.seats[seat]
    if to == "hand":
        insort(own.hand, slug)
    elif to == "deck_top":
        own.deck.insert(0, slug)
    else:
        own.deck.append(slug)
    table.tell(Returned(seat, slug, origin, to, face_down))


def enter(table: InvadersTable, seat: int, slug: str, place: int) -> int:
    """A unit enters a unit zone. Returns its id."""
    identity = table.state.new_id()
    field_of(table).put(place, FieldCard(identity, slug, seat, sick=True))
    table.tell(Entered(seat, slug, PLACES[place]))
    return identity


def place_situation(table: InvadersTable, seat: int, slug: str, place: int) -> int:
    identity = table.state.new_id()
    field_of(table).put(place, FieldCard(identity, slug, seat))
    table.tell(SituationPlaced(seat, slug, PLACES[place]))
    return identity


def use_event(table: InvadersTable, seat: int, slug: str) -> int:
    """An event goes to `resolving`."""
    identity = table.state.new_id()
    table.state.resolving.append(Used(identity, seat, slug))
    return identity


def damage_leader(table: InvadersTable, seat: int, amount: int, cause: str, self_harm: bool) -> None:
    """Deal damage to a leader. 9.9 Self-harm is counted."""
    own = table.state.seats[seat]
    own.health -= amount
    table.tell(Damaged(seat, amount, cause, self_harm, own.health))
    if self_harm:
        own.self_harm_count += 1
    happen(table, "leader_damaged", seat, amount=amount)
    if self_harm:
        happen(table, "self_harmed", seat, amount=amount)


def destroy_together(table: InvadersTable, identities: list[int], cause: str) -> None:
    """10.10 The cards leave their squares at the same time. Then each one triggers."""
    state, field = table.state, field_of(table)
    gone = []
    for identity in identities:
        place = field.by_id[identity]
        card = field.take(place)
        gone.append(Destroyed(state.new_id(), card.seat, card.card, cause))
        table.tell(DestroyedEffect(card.seat, PLACES[place], card.card, cause))
    state.destroyed += gone
    for buried in gone:
        happen(table, "destroyed", buried.seat, buried.id, buried.card)


def tap(table: InvadersTable, place: int, card: FieldCard) -> None:
    card.tapped = True
    table.tell(Tapped(PLACES[place]))


def untap(table: InvadersTable, place: int, card: FieldCard) -> None:
    card.tapped = False
    table.tell(Untapped(PLACES[place]))
