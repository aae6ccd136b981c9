"""9.4 The scorecard: kingdoms by colour, captures, losses, and the rule that decided."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from rules.engine import Cell, Column, Decision, LoggedEvent, ScoreTable, Seat, Tiebreak, decide
from rules.engine import Scorecard as Base

from .effects import Attacked, Captured, Destroyed, RevealedLeader, Settled, Supported
from .ending import points
from .state import InvictusTable

VERSION = 1
RULES = {"banishment": ("leader", "9.1"), "founding": ("founding", "9.2"), "ruin": ("ruin", "9.3")}
"""9.1 to 9.3 By reason: what decided, and its rule."""


class ColorTally(Struct):
    """9.2 One colour in two facing kingdoms. The one with more cards of it has a kingdom point."""

    color: str
    seats: tuple[Seat, Seat]
    cards: tuple[int, int]
    """By seat, in the order of `seats`."""
    point: Seat | None
    """The seat that has the point; null if both have as many cards."""


class SeatTally(Struct):
    """One seat's gains and actions."""

    leader: str | None = None
    """Null until revealed."""
    kingdom_points: int = 0
    kingdom: int = 0
    """Cards in the kingdom at the end."""
    settled: int = 0
    """Soldiers from the hand that were placed in the kingdom, during the setup too."""
    captured: dict[str, int] = field(default_factory=dict)
    """Enemy cards that the seat captured, including leaders: card -> copies."""
    attacks: int = 0
    supports: int = 0


class SideTally(Struct):
    """One side's losses."""

    graveyard: int
    """Cards in the graveyard at the end."""
    destroyed: dict[str, int]
    """Its cards that were destroyed: card -> copies."""
    captured: dict[str, int]
    """Its cards that were captured: card -> copies."""


class Scorecard(Base):
    """A finished match of Invictus in numbers."""

    colors: list[ColorTally]
    """Every colour with a card in one of two facing kingdoms."""
    seats: list[SeatTally]
    sides: list[SideTally]


def tally(table: InvictusTable, log: Iterable[LoggedEvent]) -> Scorecard:
    """Actions and losses come from the log, points and piles from the final table."""
    state = table.state
    seats = [SeatTally(kingdom_points=won, kingdom=0) for won in points(table)]
    captures: list[Counter[str]] = [Counter() for _ in seats]
    captured: list[Counter[str]] = [Counter() for _ in state.sides]
    destroyed: list[Counter[str]] = [Counter() for _ in state.sides]
    for event in log:
        for effect in event.effects:
            match effect:
                case Captured(side=side, card=card, seat=seat):
                    captures[seat][card] += 1
                    captured[side][card] += 1
                case Destroyed(side=side, card=card):
                    destroyed[side][card] += 1
                case Settled(seat=seat):
                    seats[seat].settled += 1
                case Attacked(seat=seat):
                    seats[seat].attacks += 1
                case Supported(seat=seat):
                    seats[seat].supports += 1
                case RevealedLeader(seat=seat, card=card):
                    seats[seat].leader = card
    for seat, realm in enumerate(state.realms):
        seats[seat].kingdom, seats[seat].captured = len(realm.kingdom), _sorted(captures[seat])
    return Scorecard(
        decided=_decision(table),
        colors=_colors(table),
        seats=seats,
        sides=[
            SideTally(len(side.graveyard), _sorted(destroyed[number]), _sorted(captured[number]))
            for number, side in enumerate(state.sides)
        ],
    )


def _sorted(cards: Counter[str]) -> dict[str, int]:
    return dict(sorted(cards.items()))


def _colors(table: InvictusTable) -> list[ColorTally]:
    """9.2 The kingdoms of each pair of facing seats."""
    color, facing = table.cards.color, table.state.facing
    found: list[ColorTally] = []
    for one, other in enumerate(facing):
        if one > other:
            continue
        held = [Counter(color[card] for card in table.state.realms[seat].kingdom) for seat in (one, other)]
        for name in sorted(held[0] | held[1]):
            cards = (held[0][name], held[1][name])
            point = None if cards[0] == cards[1] else one if cards[0] > cards[1] else other
            found.append(ColorTally(name, (one, other), cards, point))
    return found


def _decision(table: InvictusTable) -> Decision:
    """9.1 to 9.4, 9.6"""
    assert table.outcome is not None
    reason, scores = table.outcome.reason, table.outcome.scores
    if reason != "armistice":
        return Decision(*RULES.get(reason, (reason, "")))
    tiebreaks = decide(
        (
            Tiebreak("kingdom_points", tuple(scores["kp"])),
            Tiebreak("kingdom_cards", tuple(scores["kingdom"])),
            Tiebreak("graveyard_cards", tuple(scores["graveyard"]), "fewer"),
        )
    )
    return Decision(tiebreaks[-1].measure if table.outcome.winners else "draw", "9.4", tiebreaks)


def score_tables(card: Scorecard) -> Sequence[ScoreTable]:
    """Tables of the colours of each two facing kingdoms, each seat's actions, the captures, and each side's losses."""
    everyone = range(len(card.seats))
    by_seat = [Column(), *(Column(seats=(seat,)) for seat in everyone)]
    by_side = [Column(), *(Column(seats=tuple(everyone[side::2])) for side in (0, 1))]
    pairs = dict.fromkeys(color.seats for color in card.colors)
    return [
        *(_kingdoms(card, pair) for pair in pairs),
        ScoreTable(
            "seats",
            by_seat,
            [
                ["leader", *(seat.leader for seat in card.seats)],
                ["kingdom_cards", *(seat.kingdom for seat in card.seats)],
                ["settled_cards", *(seat.settled for seat in card.seats)],
                ["captured_cards", *(sum(seat.captured.values()) for seat in card.seats)],
                ["attacks", *(seat.attacks for seat in card.seats)],
                ["supports", *(seat.supports for seat in card.seats)],
            ],
        ),
        ScoreTable(
            "losses",
            by_side,
            [
                ["destroyed_cards", *(sum(side.destroyed.values()) for side in card.sides)],
                ["graveyard_cards", *(side.graveyard for side in card.sides)],
            ],
        ),
        *_captures(card, by_seat),
    ]


def _kingdoms(card: Scorecard, pair: tuple[Seat, Seat]) -> ScoreTable:
    rows: list[Sequence[Cell]] = [(color.color, *color.cards) for color in card.colors if color.seats == pair]
    rows.append(("kingdom_points", *(card.seats[seat].kingdom_points for seat in pair)))
    return ScoreTable("kingdoms", [Column(), *(Column(seats=(seat,)) for seat in pair)], rows)


def _captures(card: Scorecard, columns: Sequence[Column]) -> list[ScoreTable]:
    cards = sorted({name for seat in card.seats for name in seat.captured})
    rows: list[Sequence[Cell]] = [(name, *(seat.captured.get(name, 0) for seat in card.seats)) for name in cards]
    return [ScoreTable("captures", columns, rows)] if rows else []
