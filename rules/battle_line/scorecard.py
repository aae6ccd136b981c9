"""10.7 The scorecard: every flag of each round with both formations, and the flags that won."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from rules.engine import Cell, Column, Decision, LoggedEvent, ScoreTable, Seat, Tiebreak, TurnStarted
from rules.engine import Scorecard as Base

from .battlefield import BattleLineTable
from .cards import Cards
from .effects import CardMoved, CardPlayed, CardRemoved, FlagClaimed, FormationName, RoundEnded, RoundStarted
from .formations import name_and_sum
from .reachable_formations import side_value
from .state import State

VERSION = 1
RULES = {"breakthrough": "10.1", "envelopment": "10.1", "deadlock": "10.3", "points": "10.6"}


class SideTally(Struct):
    """One side of a flag."""

    cards: list[str]
    """In the order of placing."""
    formation: FormationName | None
    """6.1 Null if the side is incomplete."""
    sum: int | None


class FlagTally(Struct):
    """A flag at the end of its round."""

    weather: list[str]
    sides: list[SideTally]
    """By seat."""
    owner: Seat | None
    """The seat that claimed it, or null."""
    turn: int | None
    """The turn of the claim. Null if unclaimed, or claimed in the match that this one continues."""
    is_proved: bool
    """7.2 Whether it was claimed by proof while the other side could still get cards."""


class RoundTally(Struct):
    """A round. Its reason and points are null if the service ended it."""

    round: int
    flags: list[FlagTally]
    winner: Seat | None
    reason: str | None
    points: list[int] | None
    """By seat."""
    line: list[int]
    """10.1 The flags that won: three in a row, or five. Empty after any other end."""


class Scorecard(Base):
    """A finished match of Battle Line in numbers."""

    rounds: list[RoundTally]
    tactics_played: list[int]
    """Tactics cards that each seat played, over all rounds."""


class _Field:
    """The nine flags of one round, rebuilt from its effects."""

    def __init__(self, cards: Cards, number: int) -> None:
        self.cards, self.number = cards, number
        self.sides: list[list[list[str]]] = [[[], []] for _ in range(cards.flags)]
        self.weather: list[list[str]] = [[] for _ in range(cards.flags)]
        self.claims: dict[int, tuple[Seat, bool, int | None]] = {}

    def play(self, effect: CardPlayed) -> None:
        if effect.flag is None:
            return
        if effect.card in self.cards.weather:
            self.weather[effect.flag].append(effect.card)
        else:
            self.sides[effect.flag][effect.seat].append(effect.card)

    def take(self, seat: Seat, flag: int, card: str) -> None:
        if card in self.sides[flag][seat]:  # The log of a continued match doesn't mention its first cards.
            self.sides[flag][seat].remove(card)

    def lies(self, state: State) -> None:
        """Take the last round from the table: a match that continues another has only part of it in its log."""
        for where, flag in enumerate(state.flags):
            self.sides[where] = [list(side) for side in flag.sides]
            self.weather[where] = [
                slug
                for slug, card in self.cards.weather.items()
                if (card.sum_only and flag.fog) or (card.size is not None and flag.mud)
            ]
            if flag.owner is not None and where not in self.claims:
                self.claims[where] = (flag.owner, flag.claim is not None and flag.claim.by == "proof", None)

    def tally(self, end: RoundEnded | None) -> RoundTally:
        flags = [self._flag(where) for where in range(self.cards.flags)]
        return RoundTally(
            round=self.number,
            flags=flags,
            winner=None if end is None else end.winner,
            reason=None if end is None else end.reason,
            points=None if end is None else list(end.points),
            line=[] if end is None else _line(self.cards, flags, end),
        )

    def _flag(self, where: int) -> FlagTally:
        weather = [self.cards.weather[card] for card in self.weather[where]]
        size = next((card.size for card in weather if card.size is not None), self.cards.formation_size)
        fog = any(card.sum_only for card in weather)
        owner, is_proved, turn = self.claims.get(where, (None, False, None))
        return FlagTally(
            weather=sorted(self.weather[where]),
            sides=[self._side(side, size, fog=fog) for side in self.sides[where]],
            owner=owner,
            turn=turn,
            is_proved=is_proved,
        )

    def _side(self, side: list[str], size: int, *, fog: bool) -> SideTally:
        if len(side) != size:
            return SideTally(side, None, None)
        return SideTally(side, *name_and_sum(side_value(self.cards, tuple(side), fog)))


def _line(cards: Cards, flags: Sequence[FlagTally], end: RoundEnded) -> list[int]:
    owned = [where for where, flag in enumerate(flags) if flag.owner == end.winner]
    if end.reason == "envelopment":
        return owned
    if end.reason != "breakthrough":
        return []
    wanted = cards.adjacent_to_win
    return next(row for first in owned if set(row := list(range(first, first + wanted))) <= set(owned))


def tally(table: BattleLineTable, log: Iterable[LoggedEvent]) -> Scorecard:
    """Tally each round from the log, and the cards of the last round from the table."""
    cards, state = table.cards, table.state
    rounds: list[RoundTally] = []
    tactics = [0, 0]
    field, turn, end = _Field(cards, state.round), 0, None
    for event in log:
        for effect in event.effects:
            match effect:
                case TurnStarted():
                    turn = effect.turn
                case CardPlayed():
                    field.play(effect)
                    tactics[effect.seat] += effect.card in cards.all_tactics
                case FlagClaimed():
                    field.claims[effect.flag] = (effect.seat, effect.by == "proof", turn)
                case CardMoved():
                    field.take(effect.from_seat, effect.from_flag, effect.card)
                    field.sides[effect.to_flag][effect.to_seat].append(effect.card)
                case CardRemoved():
                    field.take(effect.from_seat, effect.from_flag, effect.card)
                case RoundEnded():
                    end = effect
                case RoundStarted():
                    if end is not None:
                        rounds.append(field.tally(end))
                    field, end = _Field(cards, effect.round), None
    field.lies(state)
    return Scorecard(decided=_decision(table), rounds=[*rounds, field.tally(end)], tactics_played=tactics)


def _decision(table: BattleLineTable) -> Decision:
    """10.1, 10.3, 10.6"""
    assert table.outcome is not None
    reason, state = table.outcome.reason, table.state
    if reason not in RULES:
        return Decision(reason)
    by = reason if table.outcome.winners else f"{reason}_draw"
    if reason == "deadlock":
        return Decision(by, RULES[reason], (Tiebreak("flags", state.results[-1].flags),))
    if reason == "points":
        return Decision(by, RULES[reason], (Tiebreak("points", tuple(state.points)),))
    return Decision(by, RULES[reason])


def score_tables(card: Scorecard) -> Sequence[ScoreTable]:
    """The points of the rounds, if there are several, and the flags of each round."""
    by_seat = [Column(seats=(seat,)) for seat in (0, 1)]
    tables = [ScoreTable("rounds", [Column("round"), Column("ended_by"), *by_seat], _rounds(card))]
    return [
        *(tables if len(card.rounds) > 1 else ()),
        *(_flags(played, by_seat) for played in card.rounds),
        ScoreTable("tactics", [Column(), *by_seat], [("cards_used", *card.tactics_played)]),
    ]


def _rounds(card: Scorecard) -> list[Sequence[Cell]]:
    return [(played.round, played.reason, *(played.points or (None, None))) for played in card.rounds]


def _flags(played: RoundTally, by_seat: Sequence[Column]) -> ScoreTable:
    columns = [Column("flag"), by_seat[0], Column("sum"), by_seat[1], Column("sum"), Column("claimed_in_turn")]
    rows: list[Sequence[Cell]] = [
        (
            where + 1,
            *(cell for seat in (0, 1) for cell in (_formation(flag, seat), flag.sides[seat].sum)),
            flag.turn,
        )
        for where, flag in enumerate(played.flags)
    ]
    return ScoreTable("flags", columns, rows)


def _formation(flag: FlagTally, seat: Seat) -> Sequence[str]:
    formation = flag.sides[seat].formation
    cells = [] if formation is None else [str(formation)]
    return [*cells, "proved" if flag.is_proved else "claimed"] if flag.owner == seat else cells
