"""Evaluates Invaders: the worth of a leader, a field and a hand, and a ranking of sensible answers."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rules.engine import Action, Evaluation, Pass, Seat, Table

from .actions import (
    Accept,
    Activate,
    Attack,
    Block,
    Cast,
    Choose,
    EndMain,
    EndWar,
    Invade,
    Labour,
    Mulligan,
    Save,
    SetEmergency,
    TakeCommand,
    Target,
)
from .cards import Definition
from .main_step import MainStep
from .places import COLUMN, INDEX, LEADERS, LINES, ZONES
from .war import WarStep

HEALTH = 0.7
LOW_HEALTH = 9
FEAR = 0.6
"""The added weight of each point of health below LOW_HEALTH."""
CARD = 1.1
MONEY = 0.06
SAVINGS = 0.12
UNIT = 0.9
MILITARY = 0.8
LABOUR = 0.4
COLUMN_COVERED = 0.6
THREAT = 0.3
"""The weight of each point of military that can attack an unprotected leader."""
MORTAL = 4.0
"""The weight of a total threat that would kill the leader."""
WATCHFUL = 0.8
"""The added worth of a guard while it can block."""
ELSEWHERE = {"situations": 1.3, "commander": 1.6, "emergency": 1.3}
"""The worth of a card in the zones of the field that are not for units."""
KEYWORD = 0.4
UNSEEN_DECK = 6
"""With this many cards left, the size of the deck doesn't matter."""
DECK_CARD = 0.6
CERTAINTY = 18.0
"""A lead of this many points counts as half of certainty."""


class InvadersEvaluation(Evaluation):
    horizon = 12
    level_margins = (1.9, 0.47, 0.16)
    hard_iterations = 50

    def value(self, table: Table[Any, Any], seat: Seat) -> float:
        strengths = _strengths(table)
        lead = strengths[seat] - strengths[1 - seat]
        return lead / (CERTAINTY + abs(lead))

    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        best = choices[0]
        best_rank = -1.0
        for action in choices:
            rank = _RANK.get(type(action), _plain)(table, seat, action)
            if rank > best_rank:
                best, best_rank = action, rank
        return best  # type: ignore[no-any-return]

    def is_quiet(self, table: Table[Any, Any]) -> bool:
        return isinstance(table.frames[-1], MainStep | WarStep)


# The worth of a seat


def _strengths(table: Table[Any, Any]) -> list[float]:
    """By seat: the worth of its health, cards and units, minus the threats against it."""
    state, by_slug = table.state, table.cards.by_slug
    worths = [_means(own) for own in state.seats]
    columns: tuple[set[int], set[int]] = (set(), set())
    threats = [0, 0]
    for place, card in enumerate(state.board):
        if card is None:
            continue
        seat = card.seat
        if ZONES[place] != "units":
            worths[seat] += ELSEWHERE[ZONES[place]]
            continue
        worth, force = _unit(by_slug[card.card], card.military_chips, card.labour_chips, card.tapped)
        worths[seat] += worth
        columns[seat].add(COLUMN[place])
        threats[1 - seat] += force
    for seat, (threat, own) in enumerate(zip(threats, state.seats, strict=True)):
        if len(columns[seat]) < 3:
            worths[seat] -= THREAT * threat + (MORTAL if threat >= own.health else 0)
        worths[seat] += COLUMN_COVERED * len(columns[seat])
    return worths


def _means(own: Any) -> float:
    """The worth of health, hand, money and the rest of the deck."""
    worth: float = HEALTH * own.health - FEAR * max(0, LOW_HEALTH - own.health)
    worth += CARD * len(own.hand) + MONEY * own.money + SAVINGS * own.savings
    worth -= DECK_CARD * max(0, UNSEEN_DECK - len(own.deck)) + own.deck_out_count
    return worth


@lru_cache(maxsize=4096)
def _unit(definition: Definition, military_chips: int, labour_chips: int, tapped: bool) -> tuple[float, int]:
    """The worth of a unit, and its damage to a leader that it attacks."""
    military = max(0, definition.military + military_chips)
    labour = max(0, definition.labour + labour_chips)
    watchful = WATCHFUL if "guard" in definition.keyword_names and not tapped else 0.0
    worth = watchful + UNIT + MILITARY * military + LABOUR * labour + KEYWORD * len(definition.keywords)
    return worth, 0 if definition.subkind == "leader" else military


# Answers: the action with the highest rank is chosen


def _plain(table: Table[Any, Any], seat: Seat, action: Any) -> float:
    return 0.5


def _cast(table: Table[Any, Any], seat: Seat, action: Any) -> float:
    card = table.cards.by_slug[action.card]
    front = 0.3 if action.place and action.place[2] == "B" else 0.0
    fresh = 0.5 if action.place and _opens_column(table, seat, action.place) else 0.0
    return 2.0 + (card.cost or 0) + (0.5 if card.kind != "event" else 0.0) + front + fresh


def _opens_column(table: Table[Any, Any], seat: Seat, place: str) -> bool:
    """Whether the seat has no unit in the column yet."""
    if place[2] == "S":
        return False
    board = table.state.board
    for square in LINES[seat][COLUMN[INDEX[place]]]:
        unit = board[square]
        if unit is not None and unit.seat == seat:
            return False
    return True


def _target(table: Table[Any, Any], seat: Seat, action: Any) -> float:
    if action.target in LEADERS:
        return 2.0
    battle = table.state.battle
    mine = _military_of(table, battle.attacker)
    return 3.0 if mine > _military_at(table, action.target) else 1.0


def _military_at(table: Table[Any, Any], place: str) -> int:
    card = table.state.board[INDEX[place]]
    return int(table.cards.by_slug[card.card].military + card.military_chips)


def _military_of(table: Table[Any, Any], identity: int) -> int:
    for card in table.state.board:
        if card is not None and card.id == identity:
            return int(table.cards.by_slug[card.card].military + card.military_chips)
    return 0


def _attack(table: Table[Any, Any], seat: Seat, action: Any) -> float:
    """A unit without military rarely attacks."""
    return 2.0 + _military_at(table, action.unit) if _military_at(table, action.unit) else 0.1


def _block(table: Table[Any, Any], seat: Seat, action: Any) -> float:
    battle = table.state.battle
    margin = _military_at(table, action.unit) - _military_of(table, battle.attacker)
    return 2.0 + margin if margin >= 0 or table.state.seats[seat].health <= LOW_HEALTH else 0.1


def _save(table: Table[Any, Any], seat: Seat, action: Any) -> float:
    """Saving less than five is not worth the risk."""
    return 1.0 if action.amount >= 5 else 0.1


def _choose(table: Table[Any, Any], seat: Seat, action: Any) -> float:
    if action.target and action.target in INDEX:
        card = table.state.board[INDEX[action.target]]
        return 0.8 if card is not None and card.seat != seat else 0.6
    return 0.6


def _mulligan(table: Table[Any, Any], seat: Seat, action: Any) -> float:
    """Put expensive cards back."""
    by_slug = table.cards.by_slug
    return float(sum(1 if (by_slug[slug].cost or 0) >= 4 else -1 for slug in action.cards)) + 5.0


def _constant(rank: float) -> Callable[[Table[Any, Any], Seat, Any], float]:
    return lambda table, seat, action: rank


_RANK: dict[type, Callable[[Table[Any, Any], Seat, Any], float]] = {
    Mulligan: _mulligan,
    Cast: _cast,
    SetEmergency: _constant(3.0),
    Labour: _constant(9.0),
    TakeCommand: _constant(2.5),
    Activate: _constant(2.2),
    EndMain: _constant(1.0),
    Attack: _attack,
    EndWar: _constant(1.0),
    Target: _target,
    Block: _block,
    Invade: _constant(0.6),
    Accept: _constant(0.9),
    Choose: _choose,
    Save: _save,
    Pass: _constant(0.55),
}


EVALUATION = InvadersEvaluation()
