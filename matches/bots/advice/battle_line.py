"""Battle Line: a side is worth what it may become, a flag the chance to win it, a game its flags and its triples."""

import math
from functools import cache, lru_cache
from typing import Any

from cards.engine import Action, Seat, Table
from cards.rulesets.battle_line.actions import Play, ScoutReturn
from cards.rulesets.battle_line.battlefield import other
from cards.rulesets.battle_line.cards import Cards
from cards.rulesets.battle_line.formations import BATTALION, HOST, PHALANX, RANK, SKIRMISHER, WEDGE
from cards.rulesets.battle_line.prospects import Prospects, prospects
from cards.rulesets.battle_line.state import BattleLineState, Flag
from cards.rulesets.battle_line.turn import PlayPhase
from matches.bots.advice import Advice

Points = list[tuple[float, float]]
"""What a side may become: values, highest first, each with its probability."""

FRESH: Points = [
    (WEDGE + 18, 0.16),
    (PHALANX + 18, 0.16),
    (BATTALION + 20, 0.33),
    (SKIRMISHER + 18, 0.15),
    (HOST + 18, 0.20),
]
"""What a side without a card becomes."""
MIDDLING = 6.5
"""The number of a card of which no more is known than that somebody chose to put it there."""

HELD = 0.8
"""The chance that a fitting card of the own hand is played where it fits."""
IN_TIME = 0.7
"""The share of the fitting cards still to be drawn that come in time, and are played where they fit."""

SHADES = 32
"""So finely are chances told apart where they are looked up."""
MOST_NEEDED, MOST_ALIKE = 5, 12
"""So many cards of one number or colour are told apart there."""

FLAGS, TRIPLES, TACTICS = 0.3, 0.5, 0.05
"""How much flags, the chances to have three adjacent ones, and a tactics card in the hand weigh."""
TEMPO, LAST_TEMPO = 0.2, 0.06
"""How much it weighs to be the next to play, while the deck lasts and at all; measured, half of what a turn gains."""


class BattleLineAdvice(Advice):
    horizon = 0

    def value(self, table: Table[Any, Any], seat: Seat) -> float:
        chances = flag_chances(table, seat)
        flags = 2 * sum(chances) - len(chances)
        in_a_row = zip(chances, chances[1:], chances[2:], strict=False)
        triples = [(a * b * c, (1 - a) * (1 - b) * (1 - c)) for a, b, c in in_a_row]
        lead = FLAGS * flags + TRIPLES * sum(won - lost for won, lost in triples)
        return math.tanh(lead + TACTICS * _tactics_lead(table, seat) + _tempo(table, seat))

    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        """Claims what can be claimed, draws troops, and plays where a card promises most."""
        if type(choices[0]) is ScoutReturn:
            returned: Action = min(choices, key=lambda choice: _worth_keeping(table.cards, choice.card))
            return returned
        if type(table.frames[-1]) is PlayPhase:
            return best_play(table, seat, choices)
        first: Action = choices[0]
        return first

    def is_quiet(self, table: Table[Any, Any]) -> bool:
        """When the card is played, what can be claimed is claimed, and the hand is filled."""
        return type(table.frames[-1]) is PlayPhase


def _tactics_lead(table: Table[Any, Any], seat: Seat) -> int:
    """Two tactics cards in the hand are useful, more of them are in the way."""
    held = [min(2, sum(card not in table.cards.troops for card in hand)) for hand in table.state.hands]
    return held[seat] - held[other(seat)]


def _tempo(table: Table[Any, Any], seat: Seat) -> float:
    """Every card improves the position of whoever plays it: without this, an even game looks lost to the last mover."""
    state: BattleLineState = table.state
    tempo = LAST_TEMPO + TEMPO * len(state.troop_deck) / len(table.cards.troops)
    return tempo if state.active_seat == seat else -tempo


# The chances at each flag


def flag_chances(table: Table[Any, Any], seat: Seat) -> list[float]:
    """How likely the seat is to win each flag, as far as it can know: its own hand, and what is unseen."""
    state: BattleLineState = table.state
    cards: Cards = table.cards
    hand = sum(cards.troops[card].bit for card in state.hands[seat] if card in cards.troops)
    loose = state.unseen & ~hand
    mine, theirs = _coming(state, seat)
    opponent = other(seat)
    chances = []
    for flag in state.flags:
        if flag.owner is not None:
            chances.append(1.0 if flag.owner == seat else 0.0)
            continue
        ours = _points(cards, flag, seat, hand, loose, mine)
        others = _points(cards, flag, opponent, 0, loose, theirs)
        chances.append(
            _win(ours, others, 1.0 if flag.first_complete == seat else 0.0 if flag.values[opponent] else 0.5)
        )
    return chances


def _coming(state: BattleLineState, seat: Seat) -> tuple[float, float]:
    """The chance that a card which neither lies face up nor is in the seat's hand comes to it, and to the other."""
    deck, held = len(state.troop_deck), len(state.hands[other(seat)])
    total = max(1, deck + held)
    return IN_TIME * deck / 2 / total, IN_TIME * (deck / 2 + held) / total


def _win(mine: Points, theirs: Points, tie: float) -> float:
    chance = 0.0
    for value, likely in mine:
        for against, likely_too in theirs:
            if value > against:
                chance += likely * likely_too
            elif value == against:
                chance += likely * likely_too * tie
    return chance


def _points(cards: Cards, flag: Flag, seat: Seat, held: int, loose: int, coming: float) -> Points:
    """What a side may become with the cards held, and with loose ones that come to it with the given chance."""
    if flag.values[seat]:
        return [(flag.values[seat], 1.0)]
    side = flag.sides[seat]
    found = prospects(cards, side, flag.size)
    if flag.fog:
        return [(found.host + found.lacking * MIDDLING, 1.0)]
    return _become(found, held, loose, coming) if side else FRESH


def _become(found: Prospects, held: int, loose: int, coming: float) -> Points:
    """Rank by rank: the best of its formations, and the chance that one of them comes about and nothing better."""
    lacking, both = found.lacking, held | loose
    some = _at_least(round(coming * SHADES))
    points: Points = []
    left = 1.0

    best, missed = 0, 1.0
    for value, needed in found.wedges:
        if needed & both == needed:
            best = best or value
            missed *= 1 - HELD ** (needed & held).bit_count() * coming ** (needed & loose).bit_count()
    if best:
        points.append((best, 1 - missed))
        left = missed

    for value, of_number in found.phalanxes:
        chance = some[lacking][(of_number & held).bit_count()][(of_number & loose).bit_count()]
        points.append((value, left * chance))
        left *= 1 - chance

    for base, of_color in found.battalions:
        chance = some[lacking][(of_color & held).bit_count()][(of_color & loose).bit_count()]
        points.append((base + lacking * MIDDLING, left * chance))
        left *= 1 - chance

    best, missed = 0, 1.0
    for value, numbers in found.skirmishers:
        chance = 1.0
        for of_number in numbers:
            chance *= some[1][(of_number & held).bit_count()][(of_number & loose).bit_count()]
        if chance:
            best = best or value
            missed *= 1 - chance
    if best:
        points.append((best, left * (1 - missed)))
        left *= missed

    points.append((found.host + lacking * MIDDLING, left))
    return points


@cache
def _at_least(shade: int) -> list[list[list[float]]]:
    """By needed, held and loose cards: the chance that enough of them come. A loose one has shade / SHADES."""
    tables: list[list[list[float]]] = [[] for _ in range(MOST_NEEDED + 1)]
    by_held = [1.0]
    for _ in range(MOST_ALIKE + 1):
        rows: list[list[float]] = [[] for _ in tables]
        by_number = by_held
        for _ in range(MOST_ALIKE + 1):
            for needed, row in enumerate(rows):
                row.append(sum(by_number[needed:]))
            by_number = _one_more(by_number, shade / SHADES)
        for table, row in zip(tables, rows, strict=True):
            table.append(row)
        by_held = _one_more(by_held, HELD)
    return tables


def _one_more(by_number: list[float], chance: float) -> list[float]:
    """How many of independent things happen: the chances by number, after one more of them."""
    happens = [0.0, *(likely * chance for likely in by_number)]
    fails = [*(likely * (1 - chance) for likely in by_number), 0.0]
    return [a + b for a, b in zip(happens, fails, strict=True)]


# A quick answer


def best_play(table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
    """The card and flag at which the side gains most; guile and weather are left to those who look ahead."""
    cards, flags, opponent = table.cards, table.state.flags, other(seat)
    before = [
        _promise(cards, flag.sides[seat], flag.size, flag.fog, flag.values[opponent]) if flag.owner is None else 0.0
        for flag in flags
    ]
    best: Action = choices[-1]
    most = -math.inf
    for choice in choices:
        where = choice.flag if type(choice) is Play else None
        if type(where) is not int or choice.card in cards.weather:
            continue
        flag = flags[where]
        side = (*flag.sides[seat], choice.card)
        gain = _promise(cards, side, flag.size, flag.fog, flag.values[opponent]) - before[where]
        if gain > most:
            best, most = choice, gain
    return best


@lru_cache(1 << 17)
def _promise(cards: Cards, side: tuple[str, ...], size: int, fog: bool, to_beat: int) -> float:
    """What a side promises by itself, all other cards being loose: against a complete one, to beat it."""
    if not side:
        points = FRESH
    else:
        found = prospects(cards, side, size)
        lying = sum(cards.troops[card].bit for card in {*side} if card in cards.troops)
        if fog:
            points = [(found.host + found.lacking * MIDDLING, 1.0)]
        else:
            points = _become(found, 0, cards.all_troops & ~lying, 0.3)
    if to_beat:
        return sum(likely for value, likely in points if value > to_beat)
    return sum(likely * value / RANK * 0.2 for value, likely in points)


def _worth_keeping(cards: Cards, card: str) -> float:
    """For the Scout: high numbers rather than low ones, and tactics cards rather than those."""
    return cards.troops[card].number if card in cards.troops else math.inf


ADVICE = BattleLineAdvice()
