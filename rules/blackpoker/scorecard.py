"""10.2 The scorecard: the life left, what cost the rest, and who was summoned and lost."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from rules.engine import Cell, Column, Decision, Drew, LoggedEvent, ScoreTable
from rules.engine import Scorecard as Base

from .effects import (
    AttackerNamed,
    BlockerNamed,
    BulwarkPlaced,
    Damaged,
    Destroyed,
    Flipped,
    Milled,
    Preset,
    Raised,
    ReturnedToDeck,
    Searched,
    Summoned,
)
from .state import GameTable

VERSION = 1
SET_UP, DRAW, SEARCH, GENERATION_CHANGE, REINFORCE = "set_up", "draw", "search", "generation_change", "reinforce"
"""What takes cards from a deck besides damage. The causes of damage are words of the rules (7.5)."""
TALLIED = frozenset(
    (
        *(AttackerNamed, BlockerNamed, BulwarkPlaced, Damaged, Destroyed, Drew, Flipped, Milled, Preset, Raised),
        *(ReturnedToDeck, Searched, Summoned),
    )
)
"""Most effects only report the progress of requests and are skipped."""
RULES = {"deck_out": "10.1", "double_deck_out": "10.1"}


class SeatTally(Struct):
    """One seat. The cards of its deck are its life."""

    life: int
    """Cards in the deck at the end."""
    life_lost: dict[str, int] = field(default_factory=dict)
    """Cards that left the deck, by cause: each cause of damage, draws, searches, the set-up and so on."""
    life_regained: int = 0
    """Cards that were put back on the deck."""
    last_card_taken_by: str | None = None
    """What took the last card of the deck; null if cards are left."""
    summoned: dict[str, int] = field(default_factory=dict)
    """Soldiers that entered the field, by kind."""
    bulwarks: int = 0
    """Bulwarks that were placed."""
    destroyed: dict[str, int] = field(default_factory=dict)
    """Characters of the seat that were destroyed, by kind."""
    attacks: int = 0
    """Soldiers that attacked."""
    blocks: int = 0
    actions: dict[str, int] = field(default_factory=dict)
    """Actions that the player raised: action -> number of times."""


class Scorecard(Base):
    """A finished match of BlackPoker in numbers."""

    seats: list[SeatTally]


class _Counted:
    """Collects the counts of one seat."""

    def __init__(self) -> None:
        self.lost: Counter[str] = Counter()
        self.summoned: Counter[str] = Counter()
        self.destroyed: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.last: str | None = None

    def lose(self, cards: int, by: str) -> None:
        if cards:
            self.lost[by] += cards
            self.last = by


def tally(table: GameTable, log: Iterable[LoggedEvent]) -> Scorecard:
    """Everything comes from the log except the life left, which is on the table."""
    seats = [SeatTally(life=len(side.deck)) for side in table.state.sides]
    counted = [_Counted() for _ in seats]
    for event in log:
        for effect in event.effects:
            if type(effect) not in TALLIED:
                continue
            match effect:
                case Drew():
                    counted[effect.seat].lose(effect.count, DRAW)
                case Damaged():
                    counted[effect.seat].lose(effect.moved, effect.cause)
                case Milled():
                    counted[effect.seat].lose(effect.count + effect.hit, GENERATION_CHANGE)
                case Searched():
                    counted[effect.seat].lose(1, SEARCH)
                case Flipped():
                    counted[effect.seat].lose(1, SET_UP)
                case Preset():
                    counted[effect.seat].lose(2, SET_UP)
                case ReturnedToDeck():
                    seats[effect.seat].life_regained += len(effect.cards)
                case Summoned():
                    counted[effect.seat].summoned[effect.kind] += 1
                case BulwarkPlaced():
                    seats[effect.seat].bulwarks += 1
                    counted[effect.seat].lose(effect.from_ == "deck", REINFORCE)
                case Destroyed():
                    counted[effect.seat].destroyed[effect.kind] += 1
                case AttackerNamed():
                    seats[effect.seat].attacks += 1
                case BlockerNamed():
                    seats[effect.seat].blocks += 1
                case Raised(by="player"):
                    counted[effect.seat].actions[effect.action] += 1
    for seat, one in zip(seats, counted, strict=True):
        seat.life_lost, seat.summoned = _sorted(one.lost), _sorted(one.summoned)
        seat.destroyed, seat.actions = _sorted(one.destroyed), _sorted(one.actions)
        seat.last_card_taken_by = None if seat.life else one.last
    assert table.outcome is not None
    reason = table.outcome.reason
    return Scorecard(decided=Decision(reason, RULES.get(reason, "")), seats=seats)


def _sorted(counted: Counter[str]) -> dict[str, int]:
    return dict(sorted(counted.items()))


def score_tables(card: Scorecard) -> Sequence[ScoreTable]:
    """Tables of life by cause of loss, of the field, and of the actions by seat."""
    columns = [Column(), *(Column(seats=(seat,)) for seat in range(len(card.seats)))]
    life: list[Sequence[Cell]] = [("life_left", *(seat.life for seat in card.seats))]
    life += _rows([seat.life_lost for seat in card.seats])
    if any(seat.life_regained for seat in card.seats):
        life.append(("life_regained", *(seat.life_regained for seat in card.seats)))
    if any(seat.last_card_taken_by for seat in card.seats):
        life.append(["last_card_taken_by", *(seat.last_card_taken_by for seat in card.seats)])
    on_field: list[Sequence[Cell]] = [
        ("summoned", *(sum(seat.summoned.values()) for seat in card.seats)),
        ("bulwarks", *(seat.bulwarks for seat in card.seats)),
        ("destroyed", *(sum(seat.destroyed.values()) for seat in card.seats)),
        ("attacks", *(seat.attacks for seat in card.seats)),
        ("blocks", *(seat.blocks for seat in card.seats)),
    ]
    tables = [
        ScoreTable("life", columns, life),
        ScoreTable("field", columns, on_field),
        ScoreTable("actions", columns, _rows([seat.actions for seat in card.seats])),
    ]
    return [one for one in tables if one.rows]


def _rows(counted: Sequence[dict[str, int]]) -> list[Sequence[Cell]]:
    return [(name, *(one.get(name, 0) for one in counted)) for name in sorted(set().union(*counted))]
