"""Evaluates Battle Line: sides by their prospects, flags by the chance to win them, games by flags and triples."""

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from heapq import nlargest
from itertools import chain
from typing import Any, cast

from rules.engine import Action, LinearEvaluation, Seat, Table

from .actions import Play, ScoutReturn
from .battlefield import other, with_card
from .cards import Cards
from .formations import BATTALION, HOST, PHALANX, SKIRMISHER, WEDGE
from .options import SEATS
from .reachable_formations import ReachableFormations, reachable_formations
from .state import Flag
from .turn import PlayPhase

Points = tuple[tuple[float, float], ...]
"""The values that a side may reach, highest first, each with its probability."""

FRESH: Points = (
    (WEDGE + 18, 0.16),
    (PHALANX + 18, 0.16),
    (BATTALION + 20, 0.33),
    (SKIRMISHER + 18, 0.15),
    (HOST + 18, 0.20),
)
"""The forecast for an empty side."""
MIDDLING = 6.5
"""The assumed number of an unknown card that a player chose to place."""

HELD = 0.8
"""The chance that the seat plays a fitting card from its hand where it fits."""
IN_TIME = 0.7
"""The share of fitting undrawn cards that arrive in time and are played where they fit."""

SHADES = 32
"""Chances are rounded to this many steps so that they can index tables."""
MOST_NEEDED, MOST_ALIKE = 5, 12
"""The largest counts in those tables: cards needed, and cards with the same number or colour."""

FEW = 6
"""The number of promising plays that a quick answer examines."""

WEIGHTS = {"flags": 0.3, "triples": 0.28, "tactics": -0.07, "tempo": 0.06}
"""Weights of the flags, of chances for three adjacent flags, of a tactics card in hand, and of playing next.

A tactics card in hand takes the place of a troop, so its weight is negative. These weights and the trust below were
chosen by the results of matches between bots.
"""
COMPLETE, ADVANCED, CONTESTED, ONE_SIDED = 0.97, 0.7, 0.55, 0.25
"""Trust in the chance to win a flag: with a complete side, with two cards on each side, with one on each, with fewer.

Trust in a complete side is below 1, so a claimed flag is worth more than one that could be claimed. A single card at a
new flag looks better than it is: the opponent can still choose what to play against it.
"""
EARLY = 0.3
"""The reduction of the last three while the deck is full."""


class BattleLineEvaluation(LinearEvaluation):
    weights = WEIGHTS
    horizon = 0
    level_margins = (0.235, 0.149, 0.087)
    hard_iterations = 300

    def features(self, table: Table[Any, Any], seat: Seat) -> tuple[float, ...]:
        chances = flag_chances(table, seat)
        tempo = 1 if table.state.active_seat == seat else -1
        return _flags_lead(chances), _triples_lead(chances), _tactics_lead(table, seat), tempo

    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        """Make every possible claim, draw troops, and play the best of the most promising plays."""
        if type(choices[0]) is ScoutReturn:
            returned: Action = min(choices, key=lambda choice: _worth_keeping(table.cards, choice.card))
            return returned
        if type(table.frames[-1]) is PlayPhase:
            return best_play(table, seat, choices)
        first: Action = choices[0]
        return first

    def is_quiet(self, table: Table[Any, Any]) -> bool:
        """True once the card is played, the claims are made and the hand is full."""
        return type(table.frames[-1]) is PlayPhase


def _tactics_lead(table: Table[Any, Any], seat: Seat) -> int:
    tactics, hands = table.cards.all_tactics, table.state.hands
    return len(tactics.intersection(hands[seat])) - len(tactics.intersection(hands[other(seat)]))


def _lead(chances: list[float]) -> float:
    """The value of the flags, singly and three in a row."""
    return WEIGHTS["flags"] * _flags_lead(chances) + WEIGHTS["triples"] * _triples_lead(chances)


def _flags_lead(chances: list[float]) -> float:
    return 2 * sum(chances) - len(chances)


def _triples_lead(chances: list[float]) -> float:
    in_a_row = zip(chances, chances[1:], chances[2:], strict=False)
    return sum([a * b * c - (1 - a) * (1 - b) * (1 - c) for a, b, c in in_a_row])


# The chances at each flag


def flag_chances(table: Table[Any, Any], seat: Seat) -> list[float]:
    """The seat's chance to win each flag, as far as it can know: from its own hand and the unseen cards."""
    return chances_for(table, seat).chances(table.state.flags)


class FlagChances(dict[Flag, float]):
    """The chances at all flags for one hand, one set of loose troops and one size of the decks.

    Each flag's chance is cached: most plays leave most flags unchanged.
    """

    def __init__(self, cards: Cards, seat: Seat, hand: int, loose: int, deck: int, opposing: int) -> None:
        """`hand` and `loose` are sets of troops. `deck` and `opposing` count cards in the troop deck and the opponent's
        hand.
        """
        super().__init__()
        self.cards, self.seat, self.hand, self.loose = cards, seat, hand, loose
        self._deck, self._opposing = deck, opposing
        self._mine, self._theirs = _coming(deck, opposing)
        dealt = SEATS * cards.hand_size
        self._trust = 1 - EARLY * deck / (len(cards.troops) - dealt)

    def chances(self, flags: list[Flag]) -> list[float]:
        seat = self.seat
        return [self[flag] if flag.owner is None else float(flag.owner == seat) for flag in flags]

    def __missing__(self, flag: Flag) -> float:
        unclaimed = _unclaimed_flag(self.cards, flag, self.seat)
        held, loose = self.hand & unclaimed.fitting, self.loose & unclaimed.sought
        chance = self[flag] = _chance(unclaimed, held, loose, self._mine, self._theirs, self._trust)
        return chance

    def after(self, flags: list[Flag], play: Play) -> list[float]:
        """The chances after the seat has placed one more card, before it draws."""
        where, hand = cast(int, play.flag), self.hand & ~self.cards.bit[play.card]
        changed = flags[:]
        changed[where] = with_card(self.cards, flags[where], self.seat, play.card)
        return _flag_chances(self.cards, self.seat, hand, self.loose, self._deck, self._opposing).chances(changed)


_flag_chances = lru_cache(1 << 6)(FlagChances)
"""Caches the chances of the last few look-aheads, which try the same plays in turn."""


def chances_for(table: Table[Any, Any], seat: Seat) -> FlagChances:
    """The chances, from what the seat knows at this table."""
    state, bit = table.state, table.cards.bit
    hand = sum([bit[card] for card in state.hands[seat]])
    return _flag_chances(
        table.cards, seat, hand, state.unseen & ~hand, len(state.troop_deck), len(state.hands[other(seat)])
    )


class UnclaimedFlag:
    """An unclaimed flag as one seat sees it: its cards, and the troops that could still matter."""

    __slots__ = ("fitting", "is_complete", "ours", "sought", "theirs", "tie", "trust")

    def __init__(self, cards: Cards, flag: Flag, seat: Seat) -> None:
        self.ours, self.theirs = SideForecast(cards, flag, seat), SideForecast(cards, flag, other(seat))
        self.fitting = self.ours.useful
        self.sought = self.ours.useful | self.theirs.useful
        self.is_complete = any(flag.values)
        self.trust = _trust(flag)
        self.tie = 1.0 if flag.first_complete == seat else 0.0 if flag.values[other(seat)] else 0.5


class SideForecast:
    """Forecasts one side of a flag: `settled` if no further troop matters, otherwise the `useful` troops."""

    __slots__ = ("_found", "_settled", "useful")

    def __init__(self, cards: Cards, flag: Flag, seat: Seat) -> None:
        side, value = flag.sides[seat], flag.values[seat]
        self._found = found = reachable_formations(cards, side, flag.size)
        self._settled: Points | None = None
        self.useful = 0
        if value:
            self._settled = ((value, 1.0),)
        elif flag.fog:
            self._settled = ((found.host + found.lacking * MIDDLING, 1.0),)
        elif not side:
            self._settled = FRESH
        else:
            self.useful = _useful(found)

    def points(self, held: int, loose: int, coming: int) -> Points:
        """The forecast with these held cards, and with loose cards that arrive with the given chance."""
        return self._settled or _become(self._found, held & self.useful, loose & self.useful, coming)


@lru_cache(1 << 13)
def _unclaimed_flag(cards: Cards, flag: Flag, seat: Seat) -> UnclaimedFlag:
    return UnclaimedFlag(cards, flag, seat)


@lru_cache(1 << 13)
def _chance(unclaimed: UnclaimedFlag, held: int, loose: int, mine: int, theirs: int, early_trust: float) -> float:
    """The chance to win a flag. Cached, as most plays leave the other flags unchanged."""
    trust = COMPLETE if unclaimed.is_complete else unclaimed.trust * early_trust
    if not trust:
        return 0.5
    ours = unclaimed.ours.points(held, loose, mine)
    others = unclaimed.theirs.points(0, loose, theirs)
    return 0.5 + trust * (_win(ours, others, unclaimed.tie) - 0.5)


def _trust(flag: Flag) -> float:
    """The trust in the chance at a flag without a complete side; 0 if the flag has no cards."""
    fewer, more = sorted(map(len, flag.sides))
    if fewer:
        return CONTESTED if fewer == 1 else ADVANCED
    return ONE_SIDED if more else 0.0


def _coming(deck: int, opposing: int) -> tuple[int, int]:
    """The chances, in shades, that an unseen card reaches the seat's side and the opponent's side."""
    total = max(1, deck + opposing)
    return round(SHADES * IN_TIME * deck / 2 / total), round(SHADES * IN_TIME * (deck / 2 + opposing) / total)


def _win(mine: Points, theirs: Points, tie: float) -> float:
    chance = 0.0
    for value, likely in mine:
        for against, likely_too in theirs:
            if value > against:
                chance += likely * likely_too
            elif value == against:
                chance += likely * likely_too * tie
    return chance


@lru_cache(1 << 15)
def _useful(found: ReachableFormations) -> int:
    """The troops that can make a side better than a host."""
    troops = 0
    for needed in chain(found.wedges, found.phalanxes, found.battalions):
        troops |= needed[1]
    for _, numbers in found.skirmishers:
        for of_number in numbers:
            troops |= of_number
    return troops


@lru_cache(1 << 13)
def _become(found: ReachableFormations, held: int, loose: int, shade: int) -> Points:
    """The best formation of each rank, with the chance that it succeeds and all better ones fail."""
    lacking, both = found.lacking, held | loose
    all_come, some_come = _all(shade), _at_least(shade)
    one, enough = some_come[1], some_come[lacking]
    points: list[tuple[float, float]] = []
    left = 1.0

    best, missed = 0, 1.0
    for value, needed in found.wedges:
        if needed & both == needed:
            best = best or value
            missed *= 1 - all_come[(needed & held).bit_count()][(needed & loose).bit_count()]
    if best:
        points.append((best, 1 - missed))
        left = missed

    for value, of_number in found.phalanxes:
        chance = enough[(of_number & held).bit_count()][(of_number & loose).bit_count()]
        points.append((value, left * chance))
        left *= 1 - chance

    for base, of_color in found.battalions:
        chance = enough[(of_color & held).bit_count()][(of_color & loose).bit_count()]
        points.append((base + lacking * MIDDLING, left * chance))
        left *= 1 - chance

    best, missed = 0, 1.0
    for value, numbers in found.skirmishers:
        chance = 1.0
        for of_number in numbers:
            chance *= one[(of_number & held).bit_count()][(of_number & loose).bit_count()]
        if chance:
            best = best or value
            missed *= 1 - chance
    if best:
        points.append((best, left * (1 - missed)))
        left *= missed

    points.append((found.host + lacking * MIDDLING, left))
    return tuple(points)


@cache
def _all(shade: int) -> list[list[float]]:
    """The chance that all the cards arrive, indexed by held and loose cards."""
    some = range(MOST_NEEDED + 1)
    return [[HELD**held * (shade / SHADES) ** loose for loose in some] for held in some]


@cache
def _at_least(shade: int) -> list[list[list[float]]]:
    """The chance that enough cards arrive, indexed by needed, held and loose cards. Loose ones have shade / SHADES."""
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
    """Add one more independent event to a distribution of how many events happen."""
    happens = [0.0, *(likely * chance for likely in by_number)]
    fails = [*(likely * (1 - chance) for likely in by_number), 0.0]
    return [a + b for a, b in zip(happens, fails, strict=True)]


# A quick answer


def best_play(table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
    """The best play for the seat among those that promise most at their own flag."""
    promising = nlargest(FEW, _promises(table, seat, choices))
    if len(promising) < 2:
        alone: Action = choices[promising[0][1] if promising else -1]
        return alone
    now, flags = chances_for(table, seat), table.state.flags

    def gain(play: Play) -> float:
        spent = 0.0 if play.card in table.cards.troops else WEIGHTS["tactics"]
        return _lead(now.after(flags, play)) - spent

    _, best = max((gain(choices[place]), -place) for _, place in promising)
    chosen: Action = choices[-best]
    return chosen


def _promises(table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Iterator[tuple[float, int]]:
    """Yields (gain of the side, index of the choice). Guile and weather are left to bots that search."""
    cards, flags = table.cards, table.state.flags
    for place, choice in enumerate(choices):
        where = choice.flag if type(choice) is Play else None
        if type(where) is int and choice.card not in cards.weather:
            yield _promised(cards, flags[where], seat, choice.card), place


@lru_cache(1 << 13)
def _promised(cards: Cards, flag: Flag, seat: Seat, card: str) -> float:
    """The gain of the seat's side of a flag from a card."""
    side, to_beat = flag.sides[seat], flag.values[other(seat)]
    before = _promise(cards, side, flag.size, flag.fog, to_beat)
    return _promise(cards, (*side, card), flag.size, flag.fog, to_beat) - before


@lru_cache(1 << 14)
def _promise(cards: Cards, side: tuple[str, ...], size: int, fog: bool, to_beat: int) -> float:
    """The expected worth of a side alone, if all unseen cards are loose. Against a complete side: the chance to beat
    it.
    """
    found = reachable_formations(cards, side, size)
    if fog:
        points: Points = ((found.host + found.lacking * MIDDLING, 1.0),)
    else:
        lying = sum(cards.troops[card].bit for card in side if card in cards.troops)
        points = _become(found, 0, (cards.all_troops & ~lying) & _useful(found), SHADES // 3) if side else FRESH
    if to_beat:
        return sum(likely for value, likely in points if value > to_beat)
    return sum(likely * value / WEDGE for value, likely in points)


def _worth_keeping(cards: Cards, card: str) -> float:
    """For the Scout: prefer high numbers to low ones, and tactics cards to both."""
    return cards.troops[card].number if card in cards.troops else math.inf


EVALUATION = BattleLineEvaluation()
