"""The cards that an event moved on the table, worked out from its effects and the views before and after it.

Each ruleset declares the motions of its effects (`BoardDefinition.motions`). The law is that the board before, plus
these motions, is the board after, for every viewer (tests/matches/pages/motion_laws.py).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import structs

from rules.engine.board import (
    AWAY,
    WHEREVER,
    Board,
    BoardDefinition,
    Grid,
    Lanes,
    Layout,
    Motion,
    Piece,
    Pile,
    Place,
    Row,
    Stack,
)
from rules.engine.messages import Effect
from rules.engine.views import View


@dataclass
class Held:
    """The cards at one place: their number, and those that lie face up for the viewer."""

    count: int = 0
    cards: Counter[str] = field(default_factory=Counter)

    def add(self, *cards: str | None) -> None:
        self.count += len(cards)
        self.cards.update(card for card in cards if card is not None)

    @property
    def is_seen(self) -> bool:
        """Whether all of its cards lie face up."""
        return self.count == self.cards.total()


def held(board: Board) -> dict[Place, Held]:
    """The cards of a board by the place that holds them: a hand, row, pile, square, side of a lane, stack or piece."""
    found: dict[Place, Held] = {}
    for part in board.parts:
        for place, cards in _lying(part.layout):
            found.setdefault(place, Held()).add(*cards)
    return found


def _lying(layout: Layout) -> Iterator[tuple[Place, Sequence[str | None]]]:
    match layout:
        case Row(place, pieces, count):
            yield place, [None] * (count - len(pieces))
            for piece in pieces:
                yield place if holder(piece.place, {place}) else piece.place, _cards_of(piece)
        case Pile(place, count, cards, top):
            yield (
                place,
                cards if cards is not None else [*([] if top is None else [top]), *[None] * (count - bool(top))],
            )
        case Grid(_, rows):
            for cell in (cell for row in rows for cell in row if cell is not None):
                yield cell.place, [] if cell.piece is None else _cards_of(cell.piece)
        case Lanes(_, lanes):
            for side in (side for lane in lanes for side in (lane.far, lane.near)):
                yield side.place, [card for piece in side.pieces for card in _cards_of(piece)]
        case Stack(place, entries):
            yield place, [card for entry in entries for piece in entry.pieces for card in _cards_of(piece)]


def _cards_of(piece: Piece) -> list[str | None]:
    return [piece.card, *piece.attached]


def holder(place: Place, places: Iterable[Place]) -> Place:
    """The place among `places` that contains this one, or empty: `hand:0` for `hand:0:archer`."""
    known = frozenset(places)
    while place and place not in known:
        place = place.rpartition(":")[0]
    return place


def motions_of(definition: BoardDefinition, effects: Iterable[Effect], before: View, after: View) -> tuple[Motion, ...]:
    """The motions of an event, each card from where it first lay to where it came to rest.

    `effects` are those of the event, as the viewer of both views may see them.
    """
    told = [motion for effect in effects for motion in definition.motions[type(effect)](effect, before, after)]
    if any(motion.from_ == WHEREVER for motion in told):
        told = _with_sources(told, held(definition.board(before, 0)), held(definition.board(after, 0)))
    return tuple(_joined(told))


def _with_sources(told: Sequence[Motion], before: dict[Place, Held], after: dict[Place, Held]) -> list[Motion]:
    """Give a motion of unknown origin a place that lost more cards than the other motions explain."""
    places = {*before, *after}
    places |= {place for one in told for place in (one.from_, one.to) if place and not holder(place, places)}
    left: dict[Place, Held] = {}
    for place in places:
        was, now = before.get(place, Held()), after.get(place, Held())
        left[place] = Held(was.count - now.count, Counter(was.cards))
        left[place].cards.subtract(now.cards)
    for motion in told:
        _move(left, holder(motion.to, places), motion.card, 1)
        _move(left, holder(motion.from_, places), motion.card, -1)
    return [
        structs.replace(motion, from_=_source(motion, left)) if motion.from_ == WHEREVER else motion for motion in told
    ]


def _source(motion: Motion, left: dict[Place, Held]) -> Place:
    """The place that still has a card to lose, first among those where it was seen. It then has one less."""
    places = sorted(
        (place for place, one in left.items() if one.count > 0),
        key=lambda place: (left[place].cards[motion.card or ""] <= 0, place),
    )
    if not places:
        return AWAY
    _move(left, places[0], motion.card, -1)
    return places[0]


def _move(left: dict[Place, Held], place: Place, card: str | None, by: int) -> None:
    if place in left:
        left[place].count += by
        if card is not None:
            left[place].cards[card] += by


def _joined(told: Sequence[Motion]) -> list[Motion]:
    """A card that moved on from where it had just come to makes one motion."""
    whole: list[Motion] = []
    for motion in told:
        earlier = next((one for one in whole if one.to == motion.from_ and one.card == motion.card), None)
        if earlier is None:
            whole.append(motion)
        else:
            whole[whole.index(earlier)] = structs.replace(earlier, to=motion.to)
    return [motion for motion in whole if motion.from_ != motion.to]
