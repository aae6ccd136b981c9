"""Evaluates BlackPoker. The deck is life, so every card counts wherever it is."""

from collections.abc import Callable
from typing import Any

from rules.engine import Action, LinearEvaluation, Pass, Seat, Table

from . import actions as send
from .characters import find, number_of
from .state import Character, GameTable, Side, State, other
from .targets import target_of
from .window import Window

Choice = Any
"""One of the legal actions."""

USEFUL_BULWARKS = 3
"""Results show no gain from more bulwarks than this."""

# What a blocker is worth, in cards of the deck.
BULWARK = 2.6
SOLDIER = 2.0
STRENGTH = 0.45
"""For each point of a soldier's number."""

FULL_HAND = 6
"""From this hand size on, drawing a second card wastes life."""
WORTH_A_BULWARK = 4
"""The lowest number of an attacker that is worth blocking with a bulwark."""

MAIN_ORDER = (
    "summon_ace",
    "attack",
    "throw",
    "summon_hero",
    "summon_soldier",
    "set_bulwark",
    "summon_magician",
    "end",
)
"""A quick answer raises the first of these that is legal."""


class BlackPokerEvaluation(LinearEvaluation):
    """Compares life, threats, hands and fields of both sides."""

    weights = {"life": 2.0, "threat": 0.744, "hand": 0.159, "soldiers": 0.156, "bulwarks": 0.236, "attacked": -0.264}
    """From a second round of `python -m matches.bots.training blackpoker --deals 3000 --seed 2`. The bots of the first
    round had weights set by hand.
    """

    level_margins = (0.328, 0.25, 0.157)
    hard_iterations = 200

    def features(self, table: Table[Any, Any], seat: Seat) -> tuple[float, ...]:
        state: State = table.state
        mine, theirs = state.sides[seat], state.sides[other(seat)]
        my_life, their_life = len(mine.deck), len(theirs.deck)
        return (
            (my_life - their_life) / (my_life + their_life + 1),
            _threat(table, mine, their_life) - _threat(table, theirs, my_life),
            len(mine.hand) - len(theirs.hand),
            len(mine.soldiers) - len(theirs.soldiers),
            min(len(mine.bulwarks), USEFUL_BULWARKS) - min(len(theirs.bulwarks), USEFUL_BULWARKS),
            state.used.attack * (1 if state.turn_player == seat else -1),
        )

    def is_quiet(self, table: Table[Any, Any]) -> bool:
        return not table.state.stage and type(table.frames[-1]) is Window

    def reply(self, table: Table[Any, Any], seat: Seat, choices: list[Any]) -> Action:
        answer = ANSWERS.get(type(choices[0]))
        reply: Action = choices[0] if answer is None else answer(table, seat, choices)
        return reply

    def reply_now(self, table: Table[Any, Any], seat: Seat) -> Action:
        """Pass without listing what else could be raised."""
        return send.PASS if table.state.stage and type(table.frames[-1]) is Window else super().reply_now(table, seat)


def _threat(table: GameTable, side: Side, life: int) -> float:
    """The share of the opponent's life that all soldiers of the side would take without a block."""
    number = table.cards.number
    strength = sum([number[card] for soldier in side.soldiers for card in soldier.cards])
    return min(1.0, strength / life) if life else 1.0


# The chance


def _raise(table: GameTable, seat: Seat, choices: list[Choice]) -> Choice:
    """In the main phase: the first in the order. Among several of the same name, the one with the highest key card."""
    if isinstance(choices[0], Pass):
        return choices[0]
    numbers = table.cards.number
    best: dict[str, send.Raise] = {}
    for choice in choices:
        known = best.get(choice.action)
        if known is None or numbers[choice.keys[0]] > numbers[known.keys[0]]:
            best[choice.action] = choice
    if "attack" in best and not _wants_attack(table, seat):
        del best["attack"]
    if "set_bulwark" in best and len(table.state.sides[seat].bulwarks) >= 3:
        del best["set_bulwark"]
    return next(best[action] for action in MAIN_ORDER if action in best)


def _wants_attack(table: GameTable, seat: Seat) -> bool:
    side = table.state.sides[seat]
    return any(soldier.charged and _pays_to_attack(table, seat, soldier) for soldier in side.soldiers)


def _pays_to_attack(table: GameTable, seat: Seat, soldier: Character) -> bool:
    """No charged enemy soldier is stronger."""
    number = number_of(table, soldier)
    blockers = table.state.sides[other(seat)].soldiers
    return number > 0 and all(number_of(table, one) <= number for one in blockers if one.charged)


# Costs and discards


def _cheapest(table: GameTable, seat: Seat, choices: list[Choice]) -> Choice:
    """The least useful card for summoning or throwing."""
    cards = table.cards
    return min(choices, key=lambda choice: cards.number[choice.card] if choice.card not in cards.jokers else 5)


def _dearest(table: GameTable, seat: Seat, choices: list[Choice]) -> Choice:
    return max(choices, key=lambda choice: table.cards.number[choice.card])


# Targets


def _target(table: GameTable, seat: Seat, choices: list[Choice]) -> Choice:
    """Choose the greatest of the seat's own characters to help, or of the opponent's to harm."""
    state = table.state
    request = state.raising
    assert request is not None
    if request.action == "counter":
        theirs = [choice for choice in choices if _request_seat(state, choice.request) != seat]
        return (theirs or choices)[-1]
    helps = request.action in ("up", "equip", "recall", "reanimate")
    aims = [(choice, *find(state, choice.character)) for choice in choices]
    ranked = [
        (_rank(table, character) * (1 if (owner == seat) == helps else -1), i)
        for i, (_, owner, character) in enumerate(aims)
    ]
    if request.action in ("recall", "reanimate"):
        ranked = [(-rank, i) for rank, i in ranked]
    return choices[max(ranked)[1]]


def _rank(table: GameTable, character: Character) -> float:
    if character.kind == "bulwark":
        return 3.0
    return 3.0 + number_of(table, character)


def _request_seat(state: State, request: int) -> Seat:
    return next(staged.seat for staged in state.stage if staged.id == request)


# Effects


def _state(table: GameTable, seat: Seat, choices: list[Choice]) -> Choice:
    """Charge the seat's own characters, drive the opponent's."""
    owner, _ = target_of(table, table.state.stage[-1])
    return choices[0] if owner == seat else choices[1]


def _draw(table: GameTable, seat: Seat, choices: list[Choice]) -> Choice:
    side = table.state.sides[seat]
    return choices[0] if len(side.hand) < FULL_HAND and len(side.deck) > 6 else choices[1]


def _attacker(table: GameTable, seat: Seat, choices: list[Choice]) -> Choice:
    for choice in choices[:-1]:
        if _pays_to_attack(table, seat, find(table.state, choice.character)[1]):
            return choice
    return choices[-1]


def _block(table: GameTable, seat: Seat, choices: list[Choice]) -> Choice:
    """Block with a soldier that survives or falls together with the attacker; against a strong attacker, with a
    bulwark.
    """
    state = table.state
    life = len(state.sides[seat].deck)
    open_fights = {fight.attacker for fight in state.combat.fights if not fight.blockers} if state.combat else set()
    best, best_gain = choices[-1], 0.0
    for choice in choices[:-1]:
        if choice.attacker not in open_fights:
            continue
        attacker = number_of(table, find(state, choice.attacker)[1])
        blocker = find(state, choice.blocker)[1]
        if attacker <= 0:
            continue
        gain = _gain(table, attacker, blocker, life)
        if gain > best_gain:
            best, best_gain = choice, gain
    return best


def _gain(table: GameTable, attacker: int, blocker: Character, life: int) -> float:
    saved = attacker if attacker < life else 100.0
    if blocker.kind == "bulwark":
        return saved - BULWARK - 1 if attacker >= WORTH_A_BULWARK or attacker >= life else 0.0
    number = number_of(table, blocker)
    worth = SOLDIER + STRENGTH * number
    if number > attacker:
        return saved + 3.0
    return saved - worth + (2.0 if number == attacker else 0.0)


ANSWERS: dict[type, Callable[[GameTable, Seat, list[Choice]], Choice]] = {
    send.Raise: _raise,
    send.PayDiscard: _cheapest,
    send.Discard: _cheapest,
    send.PlaceBulwark: _cheapest,
    send.Search: _dearest,
    send.ChooseHand: _dearest,
    send.ChooseGraveyard: _dearest,
    send.ChooseTarget: _target,
    send.SetState: _state,
    send.DrawMore: _draw,
    send.Attacker: _attacker,
    send.Block: _block,
}

EVALUATION = BlackPokerEvaluation()
