"""11, 11.13: the reader of cards and cards.schema.json refuse the same cards, each mistake at its own place.

The tests change valid cards, shipped and random, in one place. They list what the reader refuses beyond the schema.
"""

import json
import random
from collections.abc import Iterator
from importlib import resources
from itertools import product
from typing import Any, NamedTuple, get_args, get_type_hints

import jsonschema
import pytest

from cards.sets.card_json import lines_of
from rules.engine.json_pointers import within
from rules.invaders.cards import Definition, read_form
from rules.invaders.check import check_card
from rules.invaders.describe import describe
from rules.invaders.script import vocabulary as v
from rules.invaders.script.reading import collect
from rules.registry import shipped_set
from tests.rules.invaders.positions import card
from tests.rules.invaders.random_cards import random_set

Json = Any
Place = tuple[str | int, ...]

WHOLE = json.loads(resources.files("rules.invaders").joinpath("cards.schema.json").read_text(encoding="utf-8"))
SCHEMA = jsonschema.Draft202012Validator({**WHOLE["$defs"]["card"], "$defs": WHOLE["$defs"]})


def _combinations(values: dict[str, list[Any]]) -> list[Any]:
    """Every object with one of the values for each key; ABSENT: without the key."""
    rows = product(*values.values())
    return [{key: value for key, value in zip(values, row, strict=True) if value is not ABSENT} for row in rows]


BEYOND = (
    "countdown_of_situation",
    "ability_of_event",
    "command_of_leader",
    "keyword_trigger",
)
"""11.13 What no schema of one place can say, because it depends on another place of the card."""
CHANGES = 50
"""Of each seed; a hundred times as many were tried when this was written."""
JUNK = (None, True, False, 0, 1, -1, 7, "", "x", "X Y", [], {}, ["x"], [1], {"x": 1})


def problems_of(written: Json) -> list[Json]:
    """What the reader refuses, but for what it may refuse beyond the schema."""
    return [problem for problem in check_card(None, written) if problem["code"] not in BEYOND]


class Changed(NamedTuple):
    """A card and where it was changed: the place itself, and what it is in."""

    card: Json
    how: str
    at: str
    around: str


class Editor:
    """Changes cards in one place, from one source of chance."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        cards = [*shipped_set("invaders")["cards"], *random_set(seed)["cards"]]
        self.cards = [text for text in map(json.dumps, cards) if len(text) < 1200]
        self.words = sorted({word for word in _words(WHOLE["$defs"]) if isinstance(word, str)})
        self.parts: dict[str, list[str]] = {}
        for text in self.cards:
            written = json.loads(text)
            for place in _places(written):
                self.parts.setdefault(_key(place), []).append(json.dumps(_at(written, place)))

    def changed(self) -> Changed:
        """One card, changed in one place, in one of the ways below."""
        written = json.loads(self.rng.choice(self.cards))
        place = self.rng.choice([place for place in _places(written) if place])
        how = self.rng.choice(("drop", "add", "add_known", "retype", "reword", "resize", "graft", "repeat"))
        place = getattr(self, f"_{how}")(written, place)
        return Changed(written, how, _pointer(place), _pointer(place[:-1]))

    def _drop(self, written: Json, place: Place) -> Place:
        del _at(written, place[:-1])[place[-1]]
        return place

    def _add(self, written: Json, place: Place) -> Place:
        return self._put(written, place, self.rng.choice(("colour", "Filter", "a/b~c")), self.rng.choice(JUNK))

    def _add_known(self, written: Json, place: Place) -> Place:
        key = self.rng.choice(sorted(self.parts))
        return self._put(written, place, key, json.loads(self.rng.choice(self.parts[key])))

    def _put(self, written: Json, place: Place, key: str, value: Json) -> Place:
        """Into the nearest object."""
        while not isinstance(_at(written, place), dict):
            place = place[:-1]
        _at(written, place)[key] = value
        return (*place, key)

    def _retype(self, written: Json, place: Place) -> Place:
        _at(written, place[:-1])[place[-1]] = json.loads(json.dumps(self.rng.choice(JUNK)))
        return place

    def _reword(self, written: Json, place: Place) -> Place:
        place = self.rng.choice([p for p in _places(written) if isinstance(_at(written, p), str)])
        _at(written, place[:-1])[place[-1]] = self.rng.choice(self.words)
        return place

    def _resize(self, written: Json, place: Place) -> Place:
        numbers = [p for p in _places(written) if type(_at(written, p)) is int]
        if not numbers:
            return self._retype(written, place)
        place = self.rng.choice(numbers)
        _at(written, place[:-1])[place[-1]] = self.rng.choice((-5, -1, 0, 1, 6, 7, 10**9))
        return place

    def _graft(self, written: Json, place: Place) -> Place:
        """A part of another card that stands there under the same key."""
        _at(written, place[:-1])[place[-1]] = json.loads(self.rng.choice(self.parts[_key(place)]))
        return place

    def _repeat(self, written: Json, place: Place) -> Place:
        lists = [p for p in _places(written) if isinstance(_at(written, p), list)]
        place = self.rng.choice(lists)
        entries = _at(written, place)
        entries.append(json.loads(json.dumps(entries[0])) if entries else "x")
        return (*place, len(entries) - 1)


def _words(schema: Json) -> Iterator[Json]:
    """Every fixed word of a schema."""
    if isinstance(schema, dict):
        yield from schema.get("enum", [])
        yield from (word for part in schema.values() for word in _words(part))
    elif isinstance(schema, list):
        yield from (word for part in schema for word in _words(part))


def _places(value: Json, at: Place = ()) -> Iterator[Place]:
    yield at
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _places(part, (*at, key))


def _at(value: Json, place: Place) -> Json:
    for key in place:
        value = value[key]
    return value


def _key(place: Place) -> str:
    """The nearest name; entries of a list are of the kind of the list's."""
    return next((key for key in reversed(place) if isinstance(key, str)), "")


def _pointer(place: Place) -> str:
    return within("", *place)


# Forms that demand more than the types of their keys say: everything that can be put together from these values

ABSENT = object()
FIT = [ABSENT, {"cost_max": 2}]
SIDES = [ABSENT, "own", "enemy", "any"]
DRAW = {"op": "draw", "who": "own", "amount": 1}
GUARD, ARMOR, COUNTDOWN = {"name": "guard"}, {"name": "armor", "value": 1}, {"name": "countdown", "value": 1}
SELECT = {
    "pick": ["self", "attacker", "leader", "all", "choose"],
    "zone": [ABSENT, "units", "situations", "emergency", "hand", "grave"],
    "side": SIDES,
    "filter": FIT,
    "count": [ABSENT, 0, 2],
    "up_to": [ABSENT, True],
    "chooser": [ABSENT, "enemy"],
}
MODIFIER = {
    "stat": [ABSENT, "military"],
    "add": [ABSENT, -1],
    "cost": [ABSENT, 1],
    "keyword": [ABSENT, GUARD, ARMOR, COUNTDOWN],
    "rule": [ABSENT, "cannot", "must", "ignore"],
    "what": [ABSENT, "attack", "tapped", "be_attacked", "heal"],
}
WITH = {
    "destroy": {"ignore_cannot": True},
    "return": {"to": "hand"},
    "chips": {"military": 1, "labour": 0},
    "give": {"modifier": {"keyword": GUARD}, "duration": "permanent"},
    "countdown": {"amount": 1},
    "play": {"as_cast": False},
}
"""What an operation on cards has besides its selector."""
OPERATIONS = ("discard", "exile", "tap", "untap", "move", *WITH)
OWN = {
    **SELECT,
    "pick": ["self", "all", "choose"],
    "zone": [ABSENT, "units", "hand", "grave"],
    "side": [ABSENT, "own", "any"],
    "count": [ABSENT, 1],
}
"""What `play` and `move` select is mostly the own seat's, or nothing would be right."""
FORMS: dict[str, tuple[Any, dict[str, list[Any]]]] = {
    "keyword": (v.Keyword, {"name": ["guard", "armor", "chain", "flying"], "value": [ABSENT, -1, 0, 1, True, "1"]}),
    "filter": (v.Filter, {"tapped": [ABSENT, True, 1], "slug": [ABSENT, "a-b", "A"], "military_min": [ABSENT, -1]}),
    "count_of": (v.CountOf, {"zone": list(get_args(v.Zone)), "side": SIDES, "filter": FIT}),
    "trigger": (
        v.Trigger,
        {"on": list(get_args(get_type_hints(v.Trigger)["on"])), "whose": ["self", *SIDES], "filter": FIT},
    ),
    "scope": (
        v.Scope,
        {"zone": ["self", "units", "situations", "hand", "leader", "grave"], "side": SIDES, "filter": FIT},
    ),
    "modifier": (v.Modifier, MODIFIER),
    "condition": (v.Condition, {"state": ["front", "chain", "peace"], "x": [ABSENT, 0, 1], "any": [ABSENT, []]}),
    **{
        f"effect: {op}": (v.Effect, {"op": [op], "select": _combinations(select), **{k: [w] for k, w in more.items()}})
        for op in OPERATIONS
        for select, more in [(OWN if op in ("play", "move") else SELECT, WITH.get(op, {}))]
    },
    "effect: give what": (
        v.Effect,
        {
            "op": ["give"],
            "select": [{"pick": "self"}, {"pick": "leader", "side": "own"}],
            "modifier": _combinations(MODIFIER),
            "duration": ["this_turn", "always"],
        },
    ),
    "effect: by": (
        v.Effect,
        {
            "by": [[], [DRAW], [{"op": "return", "select": {"pick": "self"}, "to": "deck_shuffle"}]],
            "do": [
                [DRAW],
                [{"may": DRAW}],
                [{"op": "play", "select": {"pick": "self"}, "as_cast": True}],
                [{"op": "win"}],
            ],
        },
    ),
}
MOST = 80
"""The most examples of each form to try."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_refused_by_both_or_by_neither(form: str) -> None:
    kind, values = FORMS[form]
    definition = {"$ref": f"#/$defs/{form.partition(':')[0]}", "$defs": WHOLE["$defs"]}
    schema = jsonschema.Draft202012Validator(definition)
    made = _combinations(values)
    verdicts = set()

    for written in random.Random(form).sample(made, min(MOST, len(made))):
        _made, problems = collect(kind, written)
        assert schema.is_valid(written) == (not problems), (written, problems)
        assert all(problem["at"] in lines_of(written) for problem in problems), (written, problems)
        verdicts.add(not problems)
    assert verdicts == {True, False}


# Cards


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(5))
def test_a_changed_card_is_refused_by_both_or_by_neither(seed: int) -> None:
    editor = Editor(seed)
    refused = 0

    for _ in range(CHANGES):
        made = editor.changed()
        problems = problems_of(made.card)

        assert SCHEMA.is_valid(made.card) == (not problems), (made, problems)
        lines = lines_of(made.card)
        for problem in problems:
            assert f"{problem['at']}/".startswith(f"{made.around}/"), (made, problem)
            assert problem["at"] in lines, (made, problem)
        if problems:
            refused += 1
        else:
            Definition(read_form(made.card))
            describe(made.card)
    assert CHANGES // 3 < refused < CHANGES


@pytest.mark.parametrize("how", ["retype", "resize"])
def test_a_value_that_cannot_stand_there_is_told_at_its_own_place(how: str) -> None:
    """Not beside it: unless it says what its neighbours must be, a wrong value makes nothing else wrong."""
    editor = Editor(9)
    telling = ("op", "kind", "pick", "zone", "on", "whose", "subkind", "name", "state", "rule", "to", "keyword")

    checked = 0
    for _ in range(400):
        written = json.loads(editor.rng.choice(editor.cards))
        place = getattr(editor, f"_{how}")(written, editor.rng.choice([p for p in _places(written) if p]))
        problems = problems_of(written)
        if not problems or _key(place) in telling:
            continue
        checked += 1
        here, around = _pointer(place), _pointer(place[:-1])
        beside = {p["at"] for p in problems if not f"{p['at']}/".startswith(f"{here}/")}
        assert beside <= {around}, (written, here, problems)
    assert checked > 30


def test_random_cards_are_valid_and_can_be_described() -> None:
    """The generator keeps to the schema, and so does `check_card`, except for what 11.13 demands beyond."""
    for written in random_set(1, cards=25)["cards"]:
        SCHEMA.validate(written)
        assert problems_of(written) == []
        assert all(describe(written).values()) or not (
            written["abilities"] or written["keywords"] or "command" in written
        )


@pytest.mark.parametrize(
    ("faulty", "at"),
    [
        (card("x", **{"a/b~c": 1}), "/a~1b~0c"),
        (card("x\n"), "/slug"),
        (card("x", types=["rail\n"]), "/types/0"),
    ],
)
def test_a_place_is_a_json_pointer_and_a_pattern_means_all_of_the_text(faulty: Json, at: str) -> None:
    assert [problem["at"] for problem in check_card(None, faulty)] == [at]


def test_what_the_rules_demand_beyond_the_schema_is_all_that_it_lets_pass() -> None:
    """The list of differences: each of them is one."""
    draw = {"op": "draw", "who": "own", "amount": 1}
    marked = [{"kind": "triggered", "trigger": {"on": "year_start", "whose": "own"}, "effects": [draw]}]
    beyond = [
        card("x", keywords=[{"name": "countdown", "value": 2}]),
        card("x", abilities=[{"kind": "event", "effects": [draw]}]),
        card("x", abilities=[{"kind": "activated", "tap": True, "command": True, "effects": [draw]}]),
        *(card("x", abilities=[{**marked[0], "keyword": word}]) for word in ("fanfare", "last_word", "recollection")),
    ]

    for written, code in zip(beyond, (*BEYOND, *BEYOND[-1:] * 2), strict=True):
        SCHEMA.validate(written)
        (problem,) = check_card(None, written)
        assert problem["code"] == code
