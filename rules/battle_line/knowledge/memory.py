"""11.8.4 What a seat remembers."""

from msgspec import Struct, field

from rules.engine import Deck, Ruleset, Seat, SeenEvent

from ..actions import DeckName
from ..effects import CardPlayed, Drew, Returned, RoundStarted
from ..options import Options

DECKS: tuple[DeckName, ...] = ("troop", "tactics")


class Memory(Struct):
    """11.8.4 The cards that the seat itself has returned with Scout this round.

    `on_top` lists each deck's from the top; no card is ever placed above them. `held`: those that the opponent has
    drawn since.
    """

    seat: Seat
    on_top: dict[str, list[str]] = field(default_factory=lambda: {deck: [] for deck in DECKS})
    held: list[str] = field(default_factory=list)


def new_memory(options: Options, seat: Seat, deck: Deck) -> Memory:
    return Memory(seat)


def update_memory(rules: Ruleset, memory: Memory, event: SeenEvent) -> None:
    """11.8.4 Record the cards returned and drawn in one event, as the seat saw it."""
    for effect in event.effects:
        match effect:
            case RoundStarted():
                memory.on_top = {deck: [] for deck in DECKS}
                memory.held = []
            case Returned(seat=seat) if seat == memory.seat:
                memory.on_top[effect.deck].insert(0, effect.card)
            case Drew(seat=seat, deck=deck) if memory.on_top[deck]:
                card = memory.on_top[deck].pop(0)
                if seat != memory.seat:
                    memory.held.append(card)
            case CardPlayed(card=card) if card in memory.held:
                memory.held.remove(card)
