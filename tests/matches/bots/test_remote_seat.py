"""A bot that follows its match through JSON decides and remembers like a bot with direct access."""

from typing import Any

import msgspec
import pytest

from matches.bots.bot import Budget, Observation
from matches.bots.pairings import pairings
from matches.bots.remote_seat import RemoteSeat
from matches.bots.roster import HouseBot, house_bot
from matches.bots.seated import SeatedBot
from rules.engine import Ruleset, SeededChance, act, legal_actions, match_key, redact, seats_to_act, view
from rules.registry import shipped_ruleset, slugs

RULESETS = [slug for slug in slugs() if slug != "raid"]
MOST = 60
"""Most decisions compared in a match."""


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def event_for(seat: int, seq: int, mover: int | None, action: Any, effects: Any) -> dict[str, Any]:
    """An event in the form in which the API shows it to a seat."""
    own: dict[str, Any] = {"seq": seq, "effects": [redact(effect, seat, mover) for effect in effects]}
    if action is not None:
        own |= {"seat": mover, "action": redact(action, seat, mover)}
    return as_json(own)  # type: ignore[no-any-return]


class Watcher:
    """A bot that answers at random, and is shown events and views like one that thinks."""

    def choose(self, observation: Observation) -> Any:
        return observation.legal_actions[observation.chance.below(len(observation.legal_actions))]


WATCHER = HouseBot("watcher", 2, {}, Watcher, Budget(iterations=1))


def compared(rules: Ruleset, option_set: str, bot: HouseBot, seed: int) -> int:
    """Play with local bots, and compare each decision with a bot that gets JSON. Returns the number of decisions."""
    pairing = pairings(rules, option_set)[seed % len(pairings(rules, option_set))]
    seats = range(len(pairing.decks))
    table = rules.start(pairing.options, pairing.decks, SeededChance(match_key(seed.to_bytes(32, "big"), [""])))
    beside = [SeatedBot(bot, rules, table.options, seat, pairing.decks[seat], seat) for seat in seats]
    told = [RemoteSeat(bot, rules, table.options, seat, pairing.decks[seat], seat) for seat in seats]
    mover, action, effects = None, None, table.effects
    for version in range(MOST):
        for seat in seats:
            beside[seat].see(mover, action, effects)
            told[seat].see(event_for(seat, version, mover, action, effects))
            assert repr(told[seat].seated.memory) == repr(beside[seat].memory), (option_set, version, seat)
        if table.outcome is not None:
            return version
        mover = seats_to_act(table)[0]
        choices = as_json(legal_actions(table, mover))
        answer = told[mover].choose(as_json(view(table, mover, version)), choices)
        action = beside[mover].choose(table, version)
        assert answer == as_json(action), (option_set, version, mover)
        effects = act(table, mover, action)
    return MOST


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_is_what_is_seen(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)

    decisions = [compared(rules, option_set, WATCHER, seed) for seed, option_set in enumerate(rules.option_sets)]

    assert sum(decisions) > 50


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_bot_that_looks_ahead_sees_the_same(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.MOST", 8)
    rules = shipped_ruleset(ruleset)

    assert compared(rules, next(iter(rules.option_sets)), house_bot("greedy"), 3) > 5


def test_an_event_that_was_told_already_changes_nothing() -> None:
    rules = shipped_ruleset("battle_line")
    pairing = pairings(rules, "tactics")[0]
    table = rules.start(pairing.options, pairing.decks, SeededChance(match_key(bytes(32), [""])))
    bot = RemoteSeat(WATCHER, rules, table.options, 0, pairing.decks[0], 1)
    event = event_for(0, 0, None, None, table.effects)

    bot.see(event)
    once = msgspec.msgpack.encode(bot.seated.memory)
    bot.see({**event, "effects": event["effects"] * 2})

    assert (msgspec.msgpack.encode(bot.seated.memory), bot.version) == (once, 0)
