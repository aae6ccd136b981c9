"""Battle Line: a side is worth what it may become, a flag the chance to win it, a game its flags and its triples."""

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from heapq import nlargest
from itertools import chain
from typing import Any, cast

from cards.engine import Action, Seat, Table
from cards.rulesets.battle_line.actions import Play, ScoutReturn
from cards.rulesets.battle_line.battlefield import other, with_card
from cards.rulesets.battle_line.cards import Cards
from cards.rulesets.battle_line.formations import BATTALION, HOST, PHALANX, SKIRMISHER, WEDGE
from cards.rulesets.battle_line.prospects import Prospects, prospects
from cards.rulesets.battle_line.state import BattleLineState, Flag
from cards.rulesets.battle_line.turn import PlayPhase
from matches.bots.advice import Advice

Points = tuple[tuple[float, float], ...]
"""What a side may become: values, highest first, each with its probability."""

FRESH: Points = (
    (WEDGE + 18, 0.16),
    (PHALANX + 18, 0.16),
    (BATTALION + 20, 0.33),
    (SKIRMISHER + 18, 0.15),
    (HOST + 18, 0.20),
)
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

FEW = 6
"""So many promising plays a quick answer looks at."""

FLAGS, TRIPLES, TACTICS, TEMPO = 0.3, 0.28, 0.1, 0.06
"""How much flags, the chances to have three adjacent ones, a tactics card in the hand, and being next to play weigh.

These and the trust below are fitted to the results of 400 games of quick answers.
"""
MOST_TACTICS = 2
"""So many tactics cards in the hand are useful."""
ADVANCED, CONTESTED, ONE_SIDED = 0.7, 0.55, 0.25
"""How far a chance to win a flag is to be trusted while no side is complete: two cards on each, one on each, or less.

One card on a new flag looks better than it is, for the other side still chooses what to put against it.
"""
EARLY = 0.3
"""The share of that trust that is missing while the deck is full."""


class BattleLineAdvice(Advice):
    horizon = 0

    def value(self, table: Table[Any, Any], seat: Seat) -> float:
        chances = flag_chances(table, seat)
        state: BattleLineState = table.state
        tempo = TEMPO if state.active_seat == seat else -TEMPO
        return math.tanh(_lead(chances) + TACTICS * _tactics_lead(table, seat) + tempo)

    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        """Claims what can be claimed, draws troops, and of the most promising plays takes the best."""
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
    held = [min(MOST_TACTICS, sum(card not in table.cards.troops for card in hand)) for hand in table.state.hands]
    return held[seat] - held[other(seat)]


def _lead(chances: list[float]) -> float:
    """What the flags are worth, alone and three in a row."""
    flags = 2 * sum(chances) - len(chances)
    in_a_row = zip(chances, chances[1:], chances[2:], strict=False)
    triples = sum([a * b * c - (1 - a) * (1 - b) * (1 - c) for a, b, c in in_a_row])
    return FLAGS * flags + TRIPLES * triples


# The chances at each flag


def flag_chances(table: Table[Any, Any], seat: Seat) -> list[float]:
    """How likely the seat is to win each flag, as far as it can know: its own hand, and what is unseen."""
    known = Known(table, seat)
    return [known.chance(flag, known.hand) for flag in table.state.flags]


class Known:
    """What the chances at all flags depend on beside the flags: the seat's hand, and the troops that are loose."""

    __slots__ = ("_cards", "_loose", "_mine", "_seat", "_theirs", "_trust", "hand")

    def __init__(self, table: Table[Any, Any], seat: Seat) -> None:
        state: BattleLineState = table.state
        self._cards = cards = cast(Cards, table.cards)
        self._seat = seat
        self.hand = sum([cards.troops[card].bit for card in state.hands[seat] if card in cards.troops])
        self._loose = state.unseen & ~self.hand
        self._mine, self._theirs = _coming(state, seat)
        dealt = len(state.hands) * cards.hand_size
        self._trust = 1 - EARLY * len(state.troop_deck) / (len(cards.troops) - dealt)

    def chance(self, flag: Flag, hand: int) -> float:
        """How likely the seat is to win the flag with these troops in its hand."""
        seat, opponent = self._seat, other(self._seat)
        if flag.owner is not None:
            return 1.0 if flag.owner == seat else 0.0
        trust = 1.0 if any(flag.values) else _trust(flag) * self._trust
        if not trust:
            return 0.5
        ours = _points(self._cards, flag, seat, hand, self._loose, self._mine)
        others = _points(self._cards, flag, opponent, 0, self._loose, self._theirs)
        tie = 1.0 if flag.first_complete == seat else 0.0 if flag.values[opponent] else 0.5
        return 0.5 + trust * (_win(ours, others, tie) - 0.5)

    def needs(self, flag: Flag, bit: int) -> bool:
        """Whether the seat's side of the flag could use this troop of its hand."""
        side = flag.sides[self._seat]
        if flag.owner is not None or flag.values[self._seat] or not side:
            return False
        return bool(_useful(prospects(self._cards, side, flag.size)) & bit)

    def after(self, flags: list[Flag], chances: list[float], play: Play) -> list[float]:
        """The chances when the seat has put down one more card, not yet counting what it draws."""
        changed, where, troop = chances[:], cast(int, play.flag), self._cards.troops.get(play.card)
        hand = self.hand
        if troop is not None:
            hand &= ~troop.bit
            for place, flag in enumerate(flags):
                if place != where and self.needs(flag, troop.bit):
                    changed[place] = self.chance(flag, hand)
        changed[where] = self.chance(with_card(self._cards, flags[where], self._seat, play.card), hand)
        return changed


def _trust(flag: Flag) -> float:
    """How far the chance at a flag without a complete side is to be trusted; not at all where no card lies."""
    fewer, more = sorted(map(len, flag.sides))
    if fewer:
        return CONTESTED if fewer == 1 else ADVANCED
    return ONE_SIDED if more else 0.0


def _coming(state: BattleLineState, seat: Seat) -> tuple[int, int]:
    """The chance, in shades, that a card neither face up nor in the seat's hand comes to it, and to the other."""
    deck, held = len(state.troop_deck), len(state.hands[other(seat)])
    total = max(1, deck + held)
    return round(SHADES * IN_TIME * deck / 2 / total), round(SHADES * IN_TIME * (deck / 2 + held) / total)


def _win(mine: Points, theirs: Points, tie: float) -> float:
    chance = 0.0
    for value, likely in mine:
        for against, likely_too in theirs:
            if value > against:
                chance += likely * likely_too
            elif value == against:
                chance += likely * likely_too * tie
    return chance


def _points(cards: Cards, flag: Flag, seat: Seat, held: int, loose: int, coming: int) -> Points:
    """What a side may become with the cards held, and with loose ones that come to it with the given chance."""
    if flag.values[seat]:
        return ((flag.values[seat], 1.0),)
    side = flag.sides[seat]
    found = prospects(cards, side, flag.size)
    if flag.fog:
        return ((found.host + found.lacking * MIDDLING, 1.0),)
    if not side:
        return FRESH
    useful = _useful(found)
    return _become(found, held & useful, loose & useful, coming)


@lru_cache(1 << 15)
def _useful(found: Prospects) -> int:
    """The troops that can make more than a host of a side."""
    troops = 0
    for needed in chain(found.wedges, found.phalanxes, found.battalions):
        troops |= needed[1]
    for _, numbers in found.skirmishers:
        for of_number in numbers:
            troops |= of_number
    return troops


@lru_cache(1 << 17)
def _become(found: Prospects, held: int, loose: int, shade: int) -> Points:
    """Rank by rank: the best of its formations, and the chance that one of them comes about and nothing better."""
    lacking, both, coming = found.lacking, held | loose, shade / SHADES
    some = _at_least(shade)
    points: list[tuple[float, float]] = []
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
    return tuple(points)


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
    """Of the plays that promise most at their own flag, the one that leaves the seat best off."""
    promising = nlargest(FEW, _promises(table, seat, choices))
    if len(promising) < 2:
        alone: Action = choices[promising[0][1] if promising else -1]
        return alone
    known, flags = Known(table, seat), table.state.flags
    chances = [known.chance(flag, known.hand) for flag in flags]
    spare = sum(card not in table.cards.troops for card in table.state.hands[seat]) > MOST_TACTICS

    def gain(play: Play) -> float:
        kept = play.card in table.cards.troops or spare
        return _lead(known.after(flags, chances, play)) - (0.0 if kept else TACTICS)

    _, best = max((gain(choices[place]), -place) for _, place in promising)
    chosen: Action = choices[-best]
    return chosen


def _promises(table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Iterator[tuple[float, int]]:
    """(what a side gains by a card, the place among the choices); guile and weather are left to bots that search."""
    cards, flags, opponent = table.cards, table.state.flags, other(seat)
    before = [
        0.0 if flag.owner is not None else _promise(cards, flag.sides[seat], flag.size, flag.fog, flag.values[opponent])
        for flag in flags
    ]
    for place, choice in enumerate(choices):
        where = choice.flag if type(choice) is Play else None
        if type(where) is int and choice.card not in cards.weather:
            flag = flags[where]
            side = (*flag.sides[seat], choice.card)
            yield _promise(cards, side, flag.size, flag.fog, flag.values[opponent]) - before[where], place


@lru_cache(1 << 17)
def _promise(cards: Cards, side: tuple[str, ...], size: int, fog: bool, to_beat: int) -> float:
    """What a side promises by itself, all other cards being loose: against a complete one, to beat it."""
    found = prospects(cards, side, size)
    if fog:
        points: Points = ((found.host + found.lacking * MIDDLING, 1.0),)
    else:
        lying = sum(cards.troops[card].bit for card in side if card in cards.troops)
        points = _become(found, 0, (cards.all_troops & ~lying) & _useful(found), SHADES // 3) if side else FRESH
    if to_beat:
        return sum(likely for value, likely in points if value > to_beat)
    return sum(likely * value / WEDGE for value, likely in points)


def _worth_keeping(cards: Cards, card: str) -> float:
    """For the Scout: high numbers rather than low ones, and tactics cards rather than those."""
    return cards.troops[card].number if card in cards.troops else math.inf


ADVICE = BattleLineAdvice()
