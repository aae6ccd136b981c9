"""What actions say they would do is what they do."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from common.text.naming import card_names
from common.text.sentences import Occupancy, choice_texts
from rules.blackpoker.actions import Raise
from rules.blackpoker.costs import cost_of
from rules.engine import Ruleset, act, legal_actions, seats_to_act, view
from rules.engine.board import Foretold, square_name
from rules.invaders.actions import Cast, Resolve
from rules.invaders.effects import Paid
from rules.invictus.actions import Attack
from rules.invictus.effects import Attacked, Captured, Destroyed
from rules.lords_of_war.actions import BerserkMove, Deploy, Fire
from tests.rules.setups import Setup, all_setups

GAMES = 3


@dataclass(frozen=True)
class Done:
    """An action that says something, what it says, the table before it, and its effects."""

    action: Any
    foretold: tuple[Foretold, ...]
    analysis: Any
    effects: Any
    expected: Any


def played(
    slug: str,
    of_type: tuple[type, ...],
    setup: Setup | None = None,
    expect: Callable[[Any, int, Any], Any] = lambda table, seat, action: None,
) -> Iterator[Done]:
    """Random games in which an action of these types is taken whenever there is one. `expect` sees the table before."""
    setup = setup or next(setup for setup in all_setups() if setup.ruleset == slug)
    for seed in range(GAMES):
        rng, table = random.Random(seed), setup.start(seed)
        while table.outcome is None:
            seat = rng.choice(list(seats_to_act(table)))
            actions = list(legal_actions(table, seat))
            action = rng.choice([one for one in actions if isinstance(one, of_type)] or actions)
            if not isinstance(action, of_type):
                act(table, seat, action)
                continue
            rules: Ruleset = table.rules
            seen = view(table, seat, 0)
            foretold = rules.definition.board.foretold[type(action)](rules.cards, seen, seat, action)
            analysis = rules.definition.analysis(table, seat, action)
            expected = expect(table, seat, action)
            yield Done(action, foretold, analysis, act(table, seat, action), expected)


def test_a_unit_of_lords_of_war_says_what_it_hits_and_what_hits_back() -> None:
    setup = next(one for one in all_setups() if one.ruleset == "lords_of_war" and one.options.get("intermediate_rules"))
    said = set()
    for done in played("lords_of_war", (Deploy, BerserkMove), setup):
        square = done.action.square if isinstance(done.action, Deploy) else done.action.to
        forecast = {unit.square: unit for unit in done.analysis.considered}
        hits = {
            (
                unit.card,
                square_name(unit.square),
                unit.attack,
                unit.defence,
                *((0, "falls") if unit.falls else (unit.defence + 1 - unit.attack, "")),
            )
            for unit in forecast.values()
            if any(attack.square == square for attack in unit.attacks)
        }
        back = {(attack.card, square_name(attack.square), attack.strength) for attack in forecast[square].attacks}

        assert {(o.card, o.at, o.amount, o.goal, o.lacks, o.ends) for o in done.foretold if o.label == "hits"} == hits
        assert {(o.card, o.at, o.amount) for o in done.foretold if o.label == "hit_by"} == back
        takes = [(one.amount, one.goal, one.ends) for one in done.foretold if one.label == "takes"]
        own = forecast[square]
        assert takes == ([(own.attack, own.defence, "falls" if own.falls else "survives")] if back else [])
        said |= {one.label for one in done.foretold}

    assert said == {"hits", "hit_by", "takes"}


def test_a_shot_of_lords_of_war_counts_with_all_that_arrives() -> None:
    shots = list(played("lords_of_war", (Fire,)))

    for done in shots:
        target = next(unit for unit in done.analysis.considered if unit.square == done.action.target)
        (said,) = done.foretold
        assert (said.card, said.amount, said.goal) == (target.card, target.attack, target.defence)
        assert (said.ends == "falls") == target.falls
    assert shots


def test_an_attack_of_invictus_says_its_power_and_what_becomes_of_its_target() -> None:
    endings = set()
    for done in played("invictus", (Attack,)):
        (said,) = done.foretold
        assert [effect.power for effect in done.effects if isinstance(effect, Attacked)] == [said.amount]
        assert (said.lacks > 0) == (said.ends == "")
        if any(isinstance(effect, Captured) for effect in done.effects):
            endings.add(said.ends)
            assert said.ends == "captured"
        elif any(isinstance(effect, Destroyed) for effect in done.effects):
            endings.add(said.ends)
            assert said.ends == "destroyed"

    assert endings == {"captured", "destroyed"}


def test_a_cast_of_invaders_says_what_is_paid() -> None:
    casts = [done for done in played("invaders", (Cast,)) if done.foretold]

    for done in casts:
        (said,) = done.foretold
        paid = next(effect for effect in done.effects if isinstance(effect, Paid))
        assert paid.money + paid.savings == said.amount
    assert casts


def test_a_waiting_effect_says_its_card_its_place_and_its_ability() -> None:
    setup = next(setup for setup in all_setups() if setup.ruleset == "invaders")
    found = 0

    for done in played("invaders", (Resolve,), setup, expect=_told):
        waiting, texts = done.expected
        (one,) = done.foretold
        assert card_names(setup.rules)[waiting.card]["en"] in texts["en"]
        assert one.at in ("", (waiting.self or "").partition(":")[2])
        assert one.amount == (waiting.ability + 1 if isinstance(waiting.ability, int) else None)
        found += one.at != ""

    assert found > 3


def _told(table: Any, seat: int, action: Resolve) -> Any:
    """The waiting effect, and the choice in words."""
    seen = view(table, seat, 0)
    (texts,) = choice_texts(table.rules, [action], occupancy=Occupancy(table.rules, seen, seat))
    return seen.game.waiting[action.index], texts


def test_an_action_of_blackpoker_says_what_it_does_and_costs() -> None:
    labels = {
        "bulwarks_to_drive_as_cost": "B",
        "damage_to_take_as_cost": "L",
        "cards_to_discard_as_cost": "D",
    }
    costs = set()

    def cost(table: Any, seat: int, action: Raise) -> str:
        return cost_of(table.cards.actions[action.action], table.state.sides[seat])

    for done in played("blackpoker", (Raise,), expect=cost):
        text, *costly = done.foretold
        assert text.entry == done.action.action
        said = "".join(labels[one.label] * (one.amount or 0) for one in costly)
        assert sorted(said) == sorted(done.expected)
        costs.add(said)

    assert {"", "D"} <= costs and any("B" in cost and "L" in cost for cost in costs)
