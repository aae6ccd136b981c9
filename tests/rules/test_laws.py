"""The laws of tests/rules/laws.py over every registered ruleset and option set, by random play."""

import random
import re
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import inspect

from rules.engine import (
    LoggedEvent,
    Pass,
    SeenEvent,
    legal_actions,
    private_fields,
    prompts,
    redact,
    seats_to_act,
    state_hash,
)
from rules.engine.declared_readers import not_public, undeclared
from rules.registry import shipped_ruleset, slugs
from tests.rules import laws, secrecy
from tests.rules.lords_of_war.positions import battle
from tests.rules.setups import Setup, all_setups

SETUPS = all_setups()
GAMES = 2


@pytest.mark.sampled(len(SETUPS))
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(GAMES))
def test_laws_hold_at_every_prompt(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)
    foreign: list[Any] = []
    table = setup.start(seed)
    everyone = range(table.rules.seats(table.options))
    all_cards = import_module(f"tests.rules.{setup.ruleset}.setups").all_cards(table)
    memories = _memories(setup)
    action, mover = None, None
    log: list[LoggedEvent] = []
    for _ in range(laws.LONGEST_GAME):
        log.append(LoggedEvent(mover, tuple(table.effects)))
        for seat in everyone:
            shown = tuple(redact(effect, seat) for effect in table.effects)
            shown_action = None if action is None else redact(action, seat, mover)
            table.rules.update_memory(memories[seat], SeenEvent(mover, shown_action, shown))
        laws.check_legal_list(table)
        laws.check_conserved(table, all_cards)
        laws.check_effects_redacted(table)
        if rng.random() < 0.2:
            laws.check_words(table)
            laws.check_snapshot(table)
            laws.check_clone_apart(table, rng)
            laws.check_illegal_refused(table, foreign)
            secrecy.check_cards_are_typed(table)
            secrecy.check_view_keeps_to_its_declarations(table)
            secrecy.check_redeal(table, rng)
            laws.check_determinize(table, memories, rng.randrange(1 << 30))
        if table.outcome is not None:
            break
        mover = rng.choice(list(seats_to_act(table)))
        choices = legal_actions(table, mover)
        foreign = rng.sample(choices, min(5, len(choices)))
        action = rng.choice(choices)
        laws.act(table, mover, action)
    laws.check_words(table)
    laws.check_scorecard(table, log)
    assert table.outcome is not None
    assert table.outcome.reason in table.rules.words["reasons"]
    assert set(table.outcome.scores) <= set(table.rules.words["fields"])


def _memories(setup: Setup) -> dict[int, Any]:
    options = setup.rules.read_options(setup.options)
    return {
        seat: setup.rules.new_memory(options, seat, setup.decks[seat]) for seat in range(setup.rules.seats(options))
    }


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_start_shows_nothing_of_what_it_hides(setup: Setup) -> None:
    for seed in range(8):
        secrecy.check_start(setup, seed)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_folding_again_gives_the_same_hashes(setup: Setup) -> None:
    """6. The same seed and actions give the same effects and state hashes."""
    first = [(tuple(table.effects), state_hash(table)) for table in laws.random_game(setup, 7)]

    second = [(tuple(table.effects), state_hash(table)) for table in laws.random_game(setup, 7)]

    assert first == second


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_equal_hash_means_equal_state(setup: Setup) -> None:
    """11. Whatever the future depends on is in what the hash covers."""
    by_hash: dict[str, bytes] = {}
    for seed in range(GAMES):
        for table in laws.random_game(setup, seed):
            raw = table.rules.encode(table)
            assert by_hash.setdefault(state_hash(table), raw) == raw


RARE = {"lords_of_war": [battle({}, hands={0: []}, options={"battlefield": "unbounded"})]}
"""Positions that random play does not come to."""


@pytest.mark.parametrize("slug", slugs())
def test_the_prompts_that_can_be_passed_are_those_that_the_game_says(slug: str) -> None:
    """What an auto-pass is accepted for acts somewhere; where it is not, no pass is ever legal."""
    declared = shipped_ruleset(slug).definition.passable_prompts
    kinds = {prompt.__struct_config__.tag for prompt in get_args(declared) or (declared,)}
    games = (laws.random_game(setup, seed) for seed in range(12) for setup in SETUPS if setup.ruleset == slug)
    passed: set[str] = set()
    for game in [RARE.get(slug, []), *islice(games, 2 * len(SETUPS))]:
        for table in game:
            passed |= {
                prompt.__struct_config__.tag for prompt in prompts(table) if Pass() in legal_actions(table, prompt.seat)
            }

    assert passed == kinds


@pytest.mark.parametrize("slug", slugs())
def test_everything_a_viewer_may_meet_has_a_name_in_both_languages(slug: str) -> None:
    rules = shipped_ruleset(slug)
    tags = {
        kind: {message.__struct_config__.tag for message in (get_args(union) or (union,))}
        for kind, union in (
            ("actions", rules.definition.action_types),
            ("effects", rules.definition.effect_types),
            ("prompts", rules.definition.prompt_types),
        )
    }

    for kind, expected in tags.items():
        assert set(rules.words[kind]) == expected
    for texts in rules.words.values():
        for text in texts.values():
            assert set(text) == {"ja", "en"} and all(text.values())


@pytest.mark.parametrize("slug", slugs())
def test_every_field_of_views_and_actions_has_a_name(slug: str) -> None:
    rules = shipped_ruleset(slug)
    said = [*(get_args(rules.definition.action_types) or (rules.definition.action_types,)), rules.definition.game_type]

    fields = {name for kind in said for name in _fields(inspect.type_info(kind))}

    assert fields - set(rules.words["fields"]) == set()
    assert not rules.definition.loop_reason or rules.definition.loop_reason in rules.words["reasons"]
    assert rules.words["endings"].keys() == rules.words["reasons"].keys()


def _fields(kind: Any) -> set[str]:
    """The names of all fields in a type, to any depth."""
    if isinstance(kind, inspect.StructType):
        return {name for f in kind.fields for name in (f.encode_name, *_fields(f.type))}
    parts = [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    parts += [getattr(kind, name) for name in ("item_type", "value_type", "type") if hasattr(kind, name)]
    return {name for part in parts for name in _fields(part)}


@pytest.mark.parametrize("slug", slugs())
def test_every_field_that_names_a_card_says_who_reads_it(slug: str) -> None:
    """7. Includes PUBLIC fields. A prompt, which is the same for all viewers, names no card that some may not see."""
    said = secrecy.said(shipped_ruleset(slug).definition)

    kinds = [inspect.type_info(kind) for classes in said.values() for kind in classes]

    assert [field for kind in kinds for field in undeclared(kind)] == []
    assert {kind for kind in said["prompt"] if not_public(kind)} == set()


@pytest.mark.parametrize("slug", slugs())
def test_private_fields_are_those_written_down(slug: str) -> None:
    """A second list per ruleset, so that a field cannot become public by a slip of one word."""
    rules = shipped_ruleset(slug)
    declared = {
        f"{message.__struct_config__.tag}.{name}"
        for union in (rules.definition.action_types, rules.definition.effect_types)
        for message in (get_args(union) or (union,))
        for name, _ in private_fields(message)
    }

    assert declared == import_module(f"tests.rules.{slug}.setups").PRIVATE_FIELDS


@pytest.mark.parametrize("slug", slugs())
def test_every_revelation_names_a_message_its_fields_and_a_rule(slug: str) -> None:
    rules = shipped_ruleset(slug)
    said = secrecy.said(rules.definition)
    written = Path(str(import_module(f"rules.{slug}").__file__)).with_name("RULES.md").read_text()

    for revelation in rules.definition.revelations:
        assert revelation.message in said["effect"] + said["prompt"]
        assert {*revelation.fields, *revelation.where} <= set(revelation.message.__struct_fields__)
        assert re.search(rf"(?<![\d.]){re.escape(revelation.rule)}(?![\d])", written), revelation
