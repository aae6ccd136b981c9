"""Evaluates Lords of War: the units that have fallen, and those that the next deployments and shots may eliminate."""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar

from rules.engine import Action, Evaluation, Seat, Table

from . import teams
from .actions import ChooseCard, Deploy, Fire
from .cards import GENERAL, Card, Cards
from .deployment import openings, playable
from .field import field_of
from .ranged import targets
from .squares import MAT, Place, place_of
from .state import LordsTable
from .view import phase

STEEPNESS = 1.3
NEXT, LATER = 0.75, 0.3
"""The weight of a threat: the side to move can carry it out; the other must wait a turn, in which much may change."""
OTHERS = 0.3
"""The weight of lesser threats: one deployment rarely carries out two."""
PRESSURE = 0.12
"""The weight of damage that doesn't eliminate a unit, as a share of that unit."""
TEMPO = 0.05
"""The added value of a general for the extra turn."""


class LordsOfWarEvaluation(Evaluation):
    horizon: ClassVar[int] = 2
    level_margins = (0.15, 0.09, 0.05)
    hard_iterations = 40

    def value(self, table: Table[Any, Any], seat: Seat) -> float:
        mine = teams.team_of(table.options, seat)
        arriving = damage(table)
        own = progress(table, mine) - danger(table, mine, arriving)
        other = progress(table, 1 - mine) - danger(table, 1 - mine, arriving)
        return math.tanh(STEEPNESS * (own - other))

    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        first: Action = choices[0]
        if phase(table) == "challenge":
            worth = worths_at(table)
            return min(choices, key=lambda action: worth[action.card])  # type: ignore[no-any-return]
        if isinstance(first, Deploy):
            pairs = [(action.card, place_of(action.square)) for action in choices]
            return choices[best_deployment(table, seat, pairs)]  # type: ignore[no-any-return]
        if isinstance(first, ChooseCard):
            found = openings(table, seat, playable(table, seat))
            pairs = [(card, place) for card, places in found for place in places]
            return ChooseCard(pairs[best_deployment(table, seat, pairs)][0])
        if isinstance(first, Fire):
            return choices[best_shot(table, first.square, [place_of(shot.target) for shot in choices[:-1]])]  # type: ignore[no-any-return]
        return first

    def is_quiet(self, table: Table[Any, Any]) -> bool:
        """True between turns: before a card is deployed or chosen."""
        return table.state.chosen_card is None and phase(table) in ("challenge", "choose_card", "deploy")


def worths_at(table: LordsTable) -> Mapping[str, float]:
    """The progress from each card's fall: one kill and, for a commander, one commander kill."""
    return worths(table.cards, table.options.kill_goal, table.options.commander_goal)


@lru_cache(maxsize=64)
def worths(cards: Cards, kill_goal: int, commander_goal: int) -> Mapping[str, float]:
    return {slug: _worth(card, kill_goal, commander_goal) for slug, card in cards.by_slug.items()}


def _worth(card: Card, kill_goal: int, commander_goal: int) -> float:
    value = 1 / kill_goal
    if card.commands:
        value += 1 / commander_goal
    return value + TEMPO if card.rank == GENERAL else value


def progress(table: LordsTable, team: int) -> float:
    """A team's progress towards its goals. The nearer goal counts more as it gets closer."""
    kills: float = len(table.state.trophies[team]) / table.options.kill_goal
    commanders: float = table.state.commander_kills[team] / table.options.commander_goal
    nearer = max(kills, commanders)
    return kills + commanders + 0.5 * nearer * nearer * nearer * nearer


def danger(table: LordsTable, team: int, arriving: Mapping[Place, int]) -> float:
    """The losses that threaten a team: from arrows that point at it, free shots, and the best card of a hand."""
    units, cards, worth = table.state.units, table.cards.by_slug, worths_at(table)
    hand = arrows_in_hand(table, 1 - team)
    certain, others, greatest = 0.0, 0.0, 0.0
    for place, unit in units.items():
        if unit.team != team:
            continue
        defence, value = cards[unit.card].defence, worth[unit.card]
        received = arriving.get(place, 0)
        if received > defence:
            certain += value
            continue
        full = received + best_addition(table, place, hand)
        if full <= defence:
            certain += PRESSURE * value * full / (defence + 1)
        elif value > greatest:
            others, greatest = others + greatest, value
        else:
            others += value
    at_once = teams.team_of(table.options, table.state.active_seat) != team
    return (certain + greatest + OTHERS * others) * (NEXT if at_once else LATER)


def damage(table: LordsTable) -> dict[Place, int]:
    """The damage from arrows and free shots on each unit."""
    units, cards, aimed = table.state.units, table.cards.by_slug, field_of(table).aimed
    arriving = {place: aimed[1 - unit.team][place] for place, unit in units.items() if place in aimed[1 - unit.team]}
    # A unit at which an arrow points may not fire (8.1).
    free = [(place, shot) for place, unit in units.items() if (shot := cards[unit.card].shot) and place not in arriving]
    for place, shot in free:
        for target in targets(table, place):
            arriving[target] = arriving.get(target, 0) + shot
    return arriving


Arrows = tuple[tuple[Place, int], ...]
"""Directions, each with a strength, strongest first."""


def arrows_in_hand(table: LordsTable, team: int) -> Arrows:
    """The strongest arrows of the team's next seat to deploy."""
    state, options = table.state, table.options
    order = state.turn_order[state.turn_position :] + state.turn_order[: state.turn_position]
    seat = next(filter(teams.members(options, team).__contains__, order))
    return strongest_arrows(table.cards, frozenset(state.hands[seat]), teams.facing_of(options, state.first_seat, team))


@lru_cache(maxsize=4096)
def strongest_arrows(cards: Cards, hand: frozenset[str], facing: str) -> Arrows:
    """The strongest arrow of the cards in each direction. Cached, as the same hands recur while a bot looks ahead."""
    strongest: dict[Place, int] = {}
    for slug in hand:
        for step, strength in cards.by_slug[slug].arrows[facing]:
            if strength > strongest.get(step, 0):
                strongest[step] = strength
    return tuple(sorted(strongest.items(), key=lambda arrow: -arrow[1]))


def best_addition(table: LordsTable, place: Place, hand: Arrows) -> int:
    """The largest damage that one more card beside the unit could add."""
    units, unbounded = table.state.units, table.options.battlefield == "unbounded"
    for step, strength in hand:
        if place - step not in units and (unbounded or place - step in MAT):
            return strength
    return 0


_CARD = itemgetter(0)


def best_deployment(table: LordsTable, seat: Seat, pairs: list[tuple[str, Place]]) -> int:
    """The index of the pair of card and square that eliminates most and risks least. Pairs are listed by card."""
    state, cards, options = table.state, table.cards.by_slug, table.options
    worth = worths_at(table)
    team = teams.team_of(options, seat)
    facing = teams.facing_of(options, state.first_seat, team)
    arriving = damage(table)
    covered = field_of(table).aimed[1 - team]
    levels = {0, *covered.values()}
    foes = [
        (place, cards[unit.card], worth[unit.card], arriving.get(place, 0))
        for place, unit in state.units.items()
        if unit.team != team
    ]
    scores: list[float] = []
    for slug, of_card in groupby(pairs, _CARD):
        card = cards[slug]
        risks = {received: risk(card, worth[slug], received) for received in levels}
        at = {place: risks[covered.get(place, 0)] for _, place in of_card}
        for step, strength in card.arrows[facing]:
            for target, foe, value, received in foes:
                place = target - step
                if place in at:
                    at[place] += gain(foe, value, received, strength)
        scores += at.values()
    return scores.index(max(scores))


def risk(card: Card, worth: float, received: int) -> float:
    """The value of deploying a card where it receives this damage: the whole unit if it falls, else a part."""
    if received > card.defence:
        return -worth
    return -worth * (0.1 + 2 * PRESSURE * received / (card.defence + 1))


def gain(card: Card, worth: float, received: int, strength: int) -> float:
    """The value of more damage on a unit: 0 if it falls anyway, the whole unit if this damage decides it."""
    if received > card.defence:
        return 0.0
    if received + strength > card.defence:
        return worth
    return PRESSURE * worth * (received + strength) / (card.defence + 1)


def best_shot(table: LordsTable, square: tuple[int, int], choices: Iterable[Place]) -> int:
    """The index of the target that gains most from this shot, after the arrows and the earlier shots."""
    units, cards = table.state.units, table.cards.by_slug
    worth = worths_at(table)
    shooter = units[place_of(square)]
    arriving = field_of(table).aimed[shooter.team].copy()
    for shot in table.state.shots:
        arriving[shot.target] = arriving.get(shot.target, 0) + shot.strength
    power = cards[shooter.card].shot
    gains = [gain(cards[units[t].card], worth[units[t].card], arriving.get(t, 0), power) for t in choices]
    return gains.index(max(gains))


EVALUATION = LordsOfWarEvaluation()
