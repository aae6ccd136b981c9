"""Finds a position in which a card of a draft is used, by playing quick matches in memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from playtesting.playtests import Plan
from rules.engine import Action, Effect, Ruleset, SeededChance, View, act, legal_actions, match_key, seats_to_act, view

SEAT = 0
GAMES, LONGEST = 6, 240
"""The number of matches searched, and of actions in each. A page waits for the search."""


@dataclass(frozen=True)
class CardInUse:
    """The view before an action, the action, and its effects."""

    seen: View
    action: Action
    effects: Sequence[Effect]


def card_in_use(rules: Ruleset, plan: Plan, slug: str) -> CardInUse | None:
    """The first action of seat 0 that names the card and has an effect naming it; None if the matches have none."""
    for game in range(GAMES):
        chance = SeededChance(match_key(game.to_bytes(32, "big"), [""] * len(plan.decks)))
        table = rules.start(plan.options, plan.decks, chance)
        for version in range(LONGEST):
            if table.outcome is not None:
                break
            seat = seats_to_act(table)[0]
            actions = list(legal_actions(table, seat))
            for action in actions if seat == SEAT else ():
                if _names(action, slug) and (found := _tried(table, action, slug, version)):
                    return found
            act(table, seat, actions[chance.below(len(actions))])
    return None


def _tried(table: Any, action: Action, slug: str, version: int) -> CardInUse | None:
    tried = table.clone(SeededChance(match_key(bytes(32), [str(version)])))
    effects = act(tried, SEAT, action)
    if not any(_names(effect, slug) for effect in effects):
        return None
    return CardInUse(view(table, SEAT, version), action, effects)


def _names(message: Any, slug: str) -> bool:
    """Whether a message contains the card's slug anywhere."""
    return f'"{slug}"' in msgspec.json.encode(message).decode()
