"""Luck in matches of bot accounts: house bots play the same deal, and their result is the control variate. Pure.

Points stay as they are. The table also shows the share that each entrant would have if all deals were equally good.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import Any, NamedTuple

from leagues.seeds import control_seed
from leagues.sides import Sides, points_of_first
from leagues.standings import Result
from matches.bots.roster import house_bot
from matches.bots.seated import SeatedBot
from rules.engine import Deck, Ruleset, SeededChance, apply, seats_to_act

BOT, VERSION = "greedy", 3
METHOD = f"{BOT}/{VERSION}"
"""The house bot on all seats. Season files name it, so older files stay correct if it changes."""
PLAYS = 2
"""How often the house bots play each deal, every time with a new seed of their own."""
Controls = Mapping[tuple[int, int], int]
"""(deal, seating) -> the first entrant's points in all PLAYS of that match's deal by house bots."""


class Adjusted(NamedTuple):
    """An entrant's share of the points without luck, and the width of its interval as a part of the raw one's."""

    share_per_mille: int
    width_per_mille: int


def control_points(
    rules: Ruleset, options: Mapping[str, Any], decks: Sequence[Deck], key: bytes, sides: Sides, seating: int
) -> int:
    """The first entrant's points in PLAYS matches of house bots that are dealt like this one."""
    winners = (_winners(rules, options, decks, key, number) for number in range(PLAYS))
    return sum(points_of_first(sides, seating, who) for who in winners)


def _winners(
    rules: Ruleset, options: Mapping[str, Any], decks: Sequence[Deck], key: bytes, number: int
) -> Sequence[int]:
    table = rules.start(options, decks, SeededChance(key))
    bot = house_bot(BOT, VERSION)

    bots = [
        SeatedBot(bot, rules, table.options, seat, deck, partial(control_seed, key, number, seat))
        for seat, deck in enumerate(decks)
    ]
    for one in bots:
        one.see(None, None, table.effects)
    seq = 0
    while table.outcome is None:
        seat = seats_to_act(table)[0]
        action = bots[seat].choose(table, seq)
        effects = apply(table, seat, action)  # `choose` has checked it.
        seq += 1
        for one in bots:
            one.see(seat, action, effects)
    return table.outcome.winners


class _Deal(NamedTuple):
    """The first entrant's points above the middle, and the points that house bots scored in its place."""

    first: int
    second: int
    own: Fraction
    control: Fraction


def adjusted(entrants: int, results: Iterable[Result], controls: Controls) -> list[Adjusted | None]:
    """By entrant, from the deals of which both matches have a control; None without any, or if too few tell.

    The regression is within pairs, so that it measures luck and not how strong the two are.
    """
    deals = _deals(results, controls)
    slope = _slope(deals)
    if slope is None:
        return [None] * entrants
    freedom = len(deals) - len({(deal.first, deal.second) for deal in deals})
    return [_adjusted(entrant, deals, slope, freedom) for entrant in range(entrants)]


def _deals(results: Iterable[Result], controls: Controls) -> list[_Deal]:
    of_deal: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        of_deal[result.deal].append(result)
    found = []
    for deal, both in sorted(of_deal.items()):
        places = [(deal, seating) for seating in range(len(both))]
        if len(both) == 2 and all(place in controls for place in places):
            own = Fraction(sum(result.points for result in both) - 2)
            control = Fraction(sum(controls[place] for place in places) - 2 * PLAYS)
            found.append(_of_ordered(both[0].first, both[0].second, own, control))
    return found


def _of_ordered(first: int, second: int, own: Fraction, control: Fraction) -> _Deal:
    """From the side of the entrant with the smaller number."""
    return _Deal(first, second, own, control) if first < second else _Deal(second, first, -own, -control)


def _slope(deals: Sequence[_Deal]) -> Fraction | None:
    """How many points a point of the house bots is worth; None if the deals do not tell."""
    centred = _centred(deals)
    spread = sum((deal.control**2 for deal in centred), Fraction())
    pairs = len({(deal.first, deal.second) for deal in deals})
    if not spread or len(deals) - pairs < 2:
        return None
    return sum((deal.own * deal.control for deal in centred), Fraction()) / spread


def _centred(deals: Sequence[_Deal]) -> list[_Deal]:
    """The deals less the mean of their pair."""
    of_pair: dict[tuple[int, int], list[_Deal]] = defaultdict(list)
    for deal in deals:
        of_pair[deal.first, deal.second].append(deal)
    found = []
    for (first, second), own in of_pair.items():
        mean = sum((deal.own for deal in own), Fraction()) / len(own)
        control = sum((deal.control for deal in own), Fraction()) / len(own)
        found += [_Deal(first, second, deal.own - mean, deal.control - control) for deal in own]
    return found


def _adjusted(entrant: int, deals: Sequence[_Deal], slope: Fraction, freedom: int) -> Adjusted | None:
    own = [deal for deal in deals if entrant in (deal.first, deal.second)]
    if not own:
        return None
    points = [(1 if deal.first == entrant else -1) * (deal.own - slope * deal.control) for deal in own]
    centred = _centred(own)
    raw = sum((deal.own**2 for deal in centred), Fraction())
    left = sum(((deal.own - slope * deal.control) ** 2 for deal in centred), Fraction())
    if not raw:
        return None
    share = (sum(points, Fraction()) / len(points) + 2) / 4
    width = left / raw * freedom / (freedom - 1)
    return Adjusted(_rounded(1000 * share), isqrt(int(1_000_000 * width)))


def _rounded(value: Fraction) -> int:
    """The value, rounded half up."""
    return int((2 * value + 1) // 2)
