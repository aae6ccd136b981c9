"""Lords of War: count what has fallen, and what the next deployments and shots may bring down."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from cards.engine import Action, Seat, Table
from cards.rulesets.lords_of_war import teams
from cards.rulesets.lords_of_war.actions import ChooseCard, Deploy, Fire
from cards.rulesets.lords_of_war.board import AROUND, MAT, Place, place_of
from cards.rulesets.lords_of_war.cards import GENERAL, Card
from cards.rulesets.lords_of_war.deployment import openings, playable
from cards.rulesets.lords_of_war.engagement import engaged, strikes
from cards.rulesets.lords_of_war.options import Options
from cards.rulesets.lords_of_war.ranged import targets
from cards.rulesets.lords_of_war.state import LordsTable
from cards.rulesets.lords_of_war.view import phase
from matches.bots.advice import Advice

STEEPNESS = 1.3
NEXT, LATER = 0.75, 0.3
"""What a threat counts: the side to move can carry it out, or it must wait for a turn in which much may change."""
OTHERS = 0.3
"""What the lesser threats count: one deployment rarely carries out two."""
PRESSURE = 0.12
"""What damage counts that does not reach a unit's fall, as a share of it."""
TEMPO = 0.05
"""What the extra turn for a general counts beside him."""


class LordsOfWarAdvice(Advice):
    horizon: ClassVar[int] = 2

    def value(self, table: Table[Any, Any], seat: Seat) -> float:
        mine = teams.team_of(table.options, seat)
        standing = [progress(table, team) - danger(table, team) for team in (0, 1)]
        return math.tanh(STEEPNESS * (standing[mine] - standing[1 - mine]))

    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        first: Action = choices[0]
        if phase(table) == "challenge":
            cards = table.cards.by_slug
            return min(choices, key=lambda action: worth(table.options, cards[action.card]))  # type: ignore[no-any-return]
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
        """Between the turns: before anything is deployed or even chosen."""
        return table.state.chosen_card is None and phase(table) in ("challenge", "choose_card", "deploy")


def worth(options: Options, card: Card) -> float:
    """What a unit's fall brings nearer: one of the kills, and for a commander one of those."""
    value = 1 / options.kill_goal
    if card.commands:
        value += 1 / options.commander_goal
    return value + TEMPO if card.rank == GENERAL else value


def progress(table: LordsTable, team: int) -> float:
    """How near a team is to its goals; the nearer one weighs more the nearer it is."""
    kills: float = len(table.state.trophies[team]) / table.options.kill_goal
    commanders: float = table.state.commander_kills[team] / table.options.commander_goal
    nearer = max(kills, commanders)
    return kills + commanders + 0.5 * nearer * nearer * nearer * nearer


def danger(table: LordsTable, team: int) -> float:
    """What a team stands to lose: to what points at it already, to free shots, and to the best card of a hand."""
    units, cards = table.state.units, table.cards.by_slug
    arriving = damage(table, 1 - team)
    hand = strongest_arrows(table, 1 - team)
    certain, others, greatest = 0.0, 0.0, 0.0
    for place, unit in units.items():
        if unit.team != team:
            continue
        card = cards[unit.card]
        taken, value = arriving.get(place, 0), worth(table.options, card)
        if taken > card.defence:
            certain += value
            continue
        full = taken + best_addition(table, place, hand)
        if full <= card.defence:
            certain += PRESSURE * value * full / (card.defence + 1)
        elif value > greatest:
            others, greatest = others + greatest, value
        else:
            others += value
    at_once = teams.team_of(table.options, table.state.active_seat) != team
    return (certain + greatest + OTHERS * others) * (NEXT if at_once else LATER)


def damage(table: LordsTable, by: int) -> dict[Place, int]:
    """What arrows and free shots of a team bring on each unit of the other."""
    units, cards = table.state.units, table.cards.by_slug
    arriving: dict[Place, int] = {}
    for _, target, strength in strikes(units, cards, by):
        arriving[target] = arriving.get(target, 0) + strength
    ranged = [place for place, unit in units.items() if unit.team == by and cards[unit.card].shot]
    if ranged:
        busy = engaged(strikes(units, cards, 1 - by))
        for place in ranged:
            if place not in busy:
                for target in targets(table, place):
                    arriving[target] = arriving.get(target, 0) + cards[units[place].card].shot
    return arriving


def strongest_arrows(table: LordsTable, team: int) -> dict[Place, int]:
    """For each direction, the strongest arrow in the hand of the team's next seat to deploy."""
    state, cards = table.state, table.cards.by_slug
    order = state.turn_order[state.turn_position :] + state.turn_order[: state.turn_position]
    seat = next(seat for seat in order if teams.team_of(table.options, seat) == team)
    facing = teams.facing_of(table.options, state.first_seat, team)
    strongest: dict[Place, int] = {}
    for slug in state.hands[seat]:
        for step, strength in cards[slug].arrows[facing]:
            if strength > strongest.get(step, 0):
                strongest[step] = strength
    return strongest


def best_addition(table: LordsTable, place: Place, hand: Mapping[Place, int]) -> int:
    """The most that one more card beside the unit could add."""
    units, unbounded = table.state.units, table.options.battlefield == "unbounded"
    best = 0
    for step in AROUND:
        if hand.get(step, 0) > best and place - step not in units and (unbounded or place - step in MAT):
            best = hand[step]
    return best


def best_deployment(table: LordsTable, seat: Seat, pairs: list[tuple[str, Place]]) -> int:
    """Which of the pairs of card and square brings down most and risks least."""
    state, cards, options = table.state, table.cards.by_slug, table.options
    team = teams.team_of(options, seat)
    facing = teams.facing_of(options, state.first_seat, team)
    arriving = damage(table, team)
    covered = coverage(table, 1 - team)
    scores = []
    for slug, place in pairs:
        card = cards[slug]
        own = worth(options, card)
        taken = covered.get(place, 0)
        score = -own if taken > card.defence else -own * (0.1 + 2 * PRESSURE * taken / (card.defence + 1))
        for step, strength in card.arrows[facing]:
            unit = state.units.get(place + step)
            if unit is not None and unit.team != team:
                score += gain(options, cards[unit.card], arriving.get(place + step, 0), strength)
        scores.append(score)
    return scores.index(max(scores))


def coverage(table: LordsTable, team: int) -> dict[Place, int]:
    """What the team's arrows would bring on each square."""
    cards = table.cards.by_slug
    covered: dict[Place, int] = {}
    for place, unit in table.state.units.items():
        if unit.team == team:
            for step, strength in cards[unit.card].arrows[unit.facing]:
                covered[place + step] = covered.get(place + step, 0) + strength
    return covered


def gain(options: Options, card: Card, taken: int, strength: int) -> float:
    """What more damage on a unit is worth: nothing if it falls anyhow, its fall if this decides it."""
    if taken > card.defence:
        return 0.0
    if taken + strength > card.defence:
        return worth(options, card)
    return PRESSURE * worth(options, card) * (taken + strength) / (card.defence + 1)


def best_shot(table: LordsTable, square: tuple[int, int], choices: Iterable[Place]) -> int:
    """Which target gains most from this shot, after the arrows and the shots already fired."""
    units, cards = table.state.units, table.cards.by_slug
    shooter = units[place_of(square)]
    arriving: dict[Place, int] = {}
    for _, target, strength in strikes(units, cards, shooter.team):
        arriving[target] = arriving.get(target, 0) + strength
    for shot in table.state.shots:
        arriving[shot.target] = arriving.get(shot.target, 0) + shot.strength
    power = cards[shooter.card].shot
    gains = [gain(table.options, cards[units[t].card], arriving.get(t, 0), power) for t in choices]
    return gains.index(max(gains))


ADVICE = LordsOfWarAdvice()
