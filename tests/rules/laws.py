"""The laws every ruleset obeys, as checks on a table in the middle of a random game.

Law 7, who is shown what, is in secrecy.py.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from common.text.naming import names_in
from common.text.sentences import choice_texts
from common.text.templates import templates
from rules.engine import (
    IllegalAction,
    LoggedEvent,
    NotAsked,
    Pass,
    QuickChance,
    SeededChance,
    Table,
    Viewer,
    act,
    canonical,
    legal_actions,
    prompts,
    redact,
    seats_to_act,
    state_hash,
    view,
)
from rules.engine.scorecards import Cell
from tests.rules.setups import Setup

MOST_ACTIONS = 520
LONGEST_GAME = 20_000


def random_game(setup: Setup, seed: int) -> Iterator[Table[Any, Any]]:
    """A game of random legal actions: the table at every prompt, and at the end."""
    rng = random.Random(seed)
    table = setup.start(seed)
    for _ in range(LONGEST_GAME):
        yield table
        if table.outcome is not None:
            return
        seat = rng.choice(list(seats_to_act(table)))
        act(table, seat, rng.choice(legal_actions(table, seat)))
    raise AssertionError(f"{setup} with seed {seed} does not end")


def random_moves(setup: Setup, seed: int) -> Iterator[tuple[Table[Any, Any], int | None, dict[str, Any]]]:
    """A game of random legal actions: the table at every prompt, with who acted just before, and how."""
    rng = random.Random(seed)
    table = setup.start(seed)
    mover, action = None, {}
    for _ in range(LONGEST_GAME):
        yield table, mover, action
        if table.outcome is not None:
            return
        mover = rng.choice(list(seats_to_act(table)))
        chosen = rng.choice(legal_actions(table, mover))
        action = msgspec.to_builtins(chosen)
        act(table, mover, chosen)
    raise AssertionError(f"{setup} with seed {seed} does not end")


def copy(table: Table[Any, Any]) -> Table[Any, Any]:
    assert isinstance(table.chance, SeededChance)
    return table.clone(table.chance.copy())


def check_legal_list(table: Table[Any, Any]) -> None:
    """1. Each seat with a prompt has a finite, non-empty, duplicate-free list, and no other seat has one. Each action
    decodes to itself.
    """
    seats = list(seats_to_act(table))
    assert seats == sorted(set(seats)) == [prompt.seat for prompt in prompts(table)]
    for seat in range(table.rules.seats(table.options)):
        actions = legal_actions(table, seat)
        assert bool(actions) == (seat in seats)
        texts = [canonical(action) for action in actions]
        assert len(set(texts)) == len(texts) <= MOST_ACTIONS
        assert [table.rules.decode_action(text) for text in texts] == actions
    assert bool(seats) == (table.outcome is None)


def check_snapshot(table: Table[Any, Any]) -> None:
    """3. decode(encode(table)) is the table."""
    raw = table.rules.encode(table)
    again = table.rules.decode(raw, table.chance)
    assert table.rules.encode(again) == raw
    assert state_hash(again) == state_hash(table)
    for seat in seats_to_act(table):
        assert legal_actions(again, seat) == legal_actions(table, seat)


def check_clone_apart(table: Table[Any, Any], rng: random.Random) -> None:
    """4. Acting on a clone leaves the original's bytes alone."""
    raw = table.rules.encode(table)
    clone = copy(table)
    assert clone.rules.encode(clone) == raw
    for _ in range(3):
        if clone.outcome is None:
            seat = rng.choice(list(seats_to_act(clone)))
            act(clone, seat, rng.choice(legal_actions(clone, seat)))
    assert table.rules.encode(table) == raw


def check_illegal_refused(table: Table[Any, Any], foreign: list[Any]) -> None:
    """5. An illegal action raises and leaves the bytes alone."""
    raw = table.rules.encode(table)
    for seat in range(table.rules.seats(table.options)):
        legal = legal_actions(table, seat)
        for action in [*foreign, Pass()]:
            if action in legal:
                continue
            try:
                act(table, seat, action)
            except (IllegalAction, NotAsked):
                pass
            else:
                raise AssertionError(f"seat {seat} took {action}")
    assert table.rules.encode(table) == raw


def sight(table: Table[Any, Any], viewer: Viewer) -> bytes:
    """All that a viewer is shown of a position: its view, prompts included, and a seat's legal actions."""
    return canonical([view(table, viewer, 0), [] if viewer == "public" else legal_actions(table, int(viewer))])


def check_words(table: Table[Any, Any]) -> None:
    """12. Every word that a viewer may meet, and every field of a view, has a name in both languages.

    Every choice has a sentence, and no two of a seat the same one.
    """
    names, fields = names_in(table.rules), table.rules.words["fields"]
    game = msgspec.to_builtins(table.rules.game(table, "audit"))
    for field, value in _texts([game, *map(_untagged, table.effects), *map(_untagged, prompts(table))]):
        assert not WORD.fullmatch(value) or value in names or f"{field}.{value}" in names, (field, value)
    for name in _keys(game):
        assert not WORD.fullmatch(name) or name in fields or name in names, name
    for prompt in prompts(table):
        choices = choice_texts(table.rules, legal_actions(table, prompt.seat))
        for language in ("ja", "en"):
            assert len({texts[language] for texts in choices if texts}) == len(choices)
    if table.outcome is not None:
        assert table.outcome.scores.keys() <= fields.keys()


def check_scorecard(table: Table[Any, Any], log: Sequence[LoggedEvent]) -> None:
    """13. The tally of a finished game survives being written, names a rule, and has a word for all that it says."""
    rules, words = table.rules, table.rules.words
    card = rules.tally(table, log)
    again = msgspec.json.decode(msgspec.json.encode(card), type=rules.definition.scorecard_type)
    assert again == card
    assert not {"version", "winners", "reason", "scores"} & msgspec.to_builtins(card).keys()
    assert card.decided.by in {*words["decided"], *templates("decided")}
    assert re.search(rf"(?<![\d.]){re.escape(card.decided.rule)}(?![\d])", rules_text(rules.slug))
    assert {tiebreak.measure for tiebreak in card.decided.tiebreaks} <= words["measures"].keys()
    known = {*names_in(rules), *words["scorecard"]}
    for shown in rules.score_tables(card):
        assert {shown.name, *(column.name for column in shown.columns if column.name)} <= words["scorecard"].keys()
        assert {len(row) for row in shown.rows} <= {len(shown.columns)}
        assert {said for row in shown.rows for cell in row for said in words_of_cell(cell)} <= known


def words_of_cell(cell: Cell) -> Sequence[str]:
    """What a cell of a scorecard says in words."""
    if isinstance(cell, str):
        return (cell,)
    return () if cell is None or isinstance(cell, int) else cell


@cache
def rules_text(slug: str) -> str:
    return (Path(__file__).parents[2] / "rules" / slug / "RULES.md").read_text(encoding="utf-8")


WORD = re.compile(r"[a-z]{2,}(_[a-z]+)*")


def _untagged(message: Any) -> dict[str, Any]:
    return {name: part for name, part in msgspec.to_builtins(message).items() if name not in ("type", "kind")}


def _texts(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Every string, with the field that it stands in."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _texts(part, name)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part, field)


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from _keys(part)


def check_conserved(table: Table[Any, Any], all_cards: Counter[str]) -> None:
    """2. No card appears or vanishes: `all_cards(table)` of the ruleset's setups.py never changes in a match."""
    assert import_module(f"tests.rules.{table.rules.slug}.setups").all_cards(table) == all_cards


def check_determinize(table: Table[Any, Any], memories: dict[int, Any], seed: int) -> None:
    """12. A possible world looks to its seat like the real one, continues its unfinished rules, and can be played to
    its end.
    """
    for seat in seats_to_act(table):
        real = sight(table, seat)
        table.rules.observe_choices(memories[seat], view(table, seat, 0), legal_actions(table, seat))
        raw = msgspec.msgpack.encode(memories[seat])
        memory = msgspec.msgpack.decode(raw, type=table.rules.definition.memory_type)
        world = table.rules.determinize(view(table, seat, 0), seat, memory, QuickChance(seed))
        assert msgspec.msgpack.encode(memory) == raw
        assert sight(world, seat) == real
        assert unfinished(world) == unfinished(table)
        rng = random.Random(seed)
        for _ in range(30):
            if world.outcome is not None:
                break
            mover = rng.choice(list(seats_to_act(world)))
            act(world, mover, rng.choice(legal_actions(world, mover)))


def unfinished(table: Table[Any, Any]) -> list[dict[str, Any]]:
    """The frames, outermost first, without the fields that depend on hidden cards (HIDDEN_IN_FRAMES of the ruleset's
    setups.py). All other fields follow from public facts.
    """
    setups = import_module(f"tests.rules.{table.rules.slug}.setups")
    hidden = getattr(setups, "HIDDEN_IN_FRAMES", frozenset())
    frames = [msgspec.to_builtins(frame) for frame in table.rules.definition.canonical_table(table).frames]
    return [
        {name: value for name, value in frame.items() if f"{frame['kind']}.{name}" not in hidden} for frame in frames
    ]


def check_effects_redacted(table: Table[Any, Any]) -> None:
    """What a viewer is shown of an effect is the effect with fields left out."""
    for effect in table.effects:
        full = msgspec.to_builtins(effect)
        for viewer in (*range(table.rules.seats(table.options)), "public"):
            shown = msgspec.to_builtins(redact(effect, viewer))
            assert shown.items() <= full.items() if _flat(full) else set(shown) <= set(full)


def _flat(document: dict[str, Any]) -> bool:
    return all(not isinstance(value, (list, dict)) for value in document.values())
