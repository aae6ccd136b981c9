"""Secrecy of cards: every field that names a card declares its readers, views agree with it, and effects reveal no
more.

The declarations are read from the types, before any game. Play shows whether they are true.
"""

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, zip_longest
from typing import Any, get_args

from msgspec import UNSET, Struct, inspect, structs

from rules.engine import (
    PUBLIC,
    GameDefinition,
    Picked,
    QuickChance,
    Revelation,
    Rolled,
    Table,
    Viewer,
    act,
    canonical,
    declared_fields,
    legal_actions,
    prompts,
    redact,
    seats_to_act,
    view,
)
from rules.engine.declared_readers import parts
from tests.rules.laws import copy, sight
from tests.rules.setups import Setup

# What the types declare


def said(game: GameDefinition) -> dict[str, tuple[type, ...]]:
    """The classes of all that a ruleset says, by kind."""
    return {
        kind: get_args(union) or (union,)
        for kind, union in (
            ("action", game.action_types),
            ("effect", game.effect_types),
            ("prompt", game.prompt_types),
            ("view", game.game_type),
        )
    }


# What is said in play in fields that are no cards


def check_cards_are_typed(table: Table[Any, Any]) -> None:
    """A card is named in fields of type CardSlug alone: no other text of a message or a view ever is one."""
    slugs = _slugs(table)
    messages: list[Any] = [*table.effects, *prompts(table), table.rules.game(table, "audit"), table.outcome]
    messages += [action for seat in seats_to_act(table) for action in legal_actions(table, seat)[:20]]
    for message in filter(None, messages):
        for place, text in _texts_of(message):
            assert slugs.isdisjoint(_PIECES.findall(text)), f"{place} names a card and is no CardSlug: {text!r}"


_PIECES = re.compile(r"[a-z0-9-]+")


def _slugs(table: Table[Any, Any]) -> set[str]:
    return {card["slug"] for card in table.rules.card_set["cards"]}


def _texts_of(message: Struct) -> Iterator[tuple[str, str]]:
    """The texts in fields that declare no card, with their fields."""
    for name, kind in _text_fields(type(message)):
        for text in _texts(getattr(message, name), kind, name in declared_fields(type(message))):
            yield text if isinstance(text, tuple) else (f"{type(message).__name__}.{name}", text)


def _texts(value: Any, kind: inspect.Type, declared: bool) -> Iterator[str | tuple[str, str]]:
    """What is of any shape is no fault where the field that holds it declares its readers."""
    if declared and isinstance(kind, inspect.AnyType):
        return
    if isinstance(value, str):
        if not any(_is_word(one, value) for one in _alternatives(kind)):
            yield value
    elif isinstance(value, Struct):
        yield from _texts_of(value)
    elif isinstance(value, dict):
        for key, part in value.items():
            for one in _alternatives(kind):
                yield from _texts(key, getattr(one, "key_type", one), declared)
                yield from _texts(part, getattr(one, "value_type", one), declared)
    elif isinstance(value, list | tuple):
        for one in _alternatives(kind):
            kinds = getattr(one, "item_types", None) or [getattr(one, "item_type", one)] * len(value)
            for part, of in zip(value, kinds, strict=True):
                yield from _texts(part, of, declared)


def _is_word(kind: inspect.Type, value: str) -> bool:
    """A declared card, or one of the words that the type lists."""
    if isinstance(kind, inspect.Metadata):
        return "names" in (kind.extra or {})
    return isinstance(kind, inspect.LiteralType) and value in kind.values


def _alternatives(kind: inspect.Type) -> list[inspect.Type]:
    """The members of a union that may hold text; a declaration around a type is looked through."""
    if isinstance(kind, inspect.Metadata) and "names" not in (kind.extra or {}):
        return _alternatives(kind.type)
    members = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return [member for member in members if not isinstance(member, inspect.NoneType | inspect.StructType)]


@cache
def _text_fields(cls: type) -> tuple[tuple[str, inspect.Type], ...]:
    """The fields of a class that may hold text which is not declared a card."""
    return tuple((f.name, f.type) for f in inspect.type_info(cls).fields if _holds_text(f.type))  # type: ignore[union-attr]


def _holds_text(kind: inspect.Type, within: tuple[type, ...] = (), declared: bool = False) -> bool:
    """A declaration covers everything below it, whatever its shape."""
    if isinstance(kind, inspect.Metadata):
        extra = kind.extra or {}
        return "names" not in extra and _holds_text(kind.type, within, declared or "readers" in extra)
    if isinstance(kind, inspect.StructType):
        return kind.cls not in within and any(_holds_text(f.type, (*within, kind.cls), declared) for f in kind.fields)
    if isinstance(kind, inspect.AnyType):
        return not declared
    return isinstance(kind, inspect.StrType) or any(_holds_text(part, within, declared) for part in parts(kind))


# What views declare is true


def check_view_keeps_to_its_declarations(table: Table[Any, Any]) -> None:
    """A viewer sees no card in a field of other readers, and everything that the auditor sees in a PUBLIC one."""
    slugs, seats = _slugs(table), table.rules.seats(table.options)
    full = table.rules.game(table, "audit")
    for viewer in viewers(table):
        _compare_views(full, table.rules.game(table, viewer), viewer, None, seats, slugs)


def _compare_views(full: Any, shown: Any, viewer: Viewer, owner: int | None, seats: int, slugs: set[str]) -> None:
    if isinstance(full, Struct):
        declared = declared_fields(type(full))
        for name in full.__struct_fields__:
            theirs, its = getattr(shown, name, None), getattr(full, name)
            if name in declared:
                _compare_declared(declared[name], full, its, theirs, viewer, owner, slugs)
            else:
                _compare_views(its, theirs, viewer, owner, seats, slugs)
    elif isinstance(full, list | tuple):
        by_seat = owner is None and len(full) == seats
        for index, (its, theirs) in enumerate(zip(full, shown or [None] * len(full), strict=True)):
            _compare_views(its, theirs, viewer, index if by_seat else owner, seats, slugs)
    elif isinstance(full, dict):
        for key, its in full.items():
            _compare_views(its, shown[key], viewer, owner, seats, slugs)


def _compare_declared(
    meta: Any, of: Struct, full: Any, shown: Any, viewer: Viewer, owner: int | None, slugs: set[str]
) -> None:
    if meta is PUBLIC:
        assert shown == full, (viewer, of, full, shown)
    elif owner is None and isinstance(full, tuple) and isinstance(full[0], Struct):  # A list by seat, as a whole.
        for index, theirs in enumerate(shown):
            assert meta.extra["readers"](of, index, viewer) or not _names(theirs, slugs), (viewer, index, theirs)
    else:
        assert meta.extra["readers"](of, owner, viewer) or not _names(shown, slugs), (viewer, owner, shown)


def _names(value: Any, slugs: set[str]) -> set[str]:
    return set() if value is UNSET else slugs.intersection(_PIECES.findall(canonical(value).decode()))


# The re-deal law


def viewers(table: Table[Any, Any]) -> list[Viewer]:
    return [*range(table.rules.seats(table.options)), "public"]


def redeal(table: Table[Any, Any], viewer: Viewer, seed: int) -> None:
    """Exchange what the viewer cannot know. The public knows nothing that any seat does not."""
    chance = QuickChance(seed)
    for seat in range(table.rules.seats(table.options)) if viewer == "public" else (viewer,):
        table.rules.redeal(table, seat, chance)  # type: ignore[arg-type]


def check_redeal(table: Table[Any, Any], rng: random.Random) -> None:
    """7. Two worlds that differ only in facts that a viewer can't know look the same to this viewer. View, prompts and
    legal actions are the same. So is everything that the viewer sees of the effects of the next action, except listed
    revelations.
    """
    for viewer in viewers(table):
        other = copy(table)
        redeal(other, viewer, rng.randrange(1 << 30))
        assert sight(other, viewer) == sight(table, viewer), f"{viewer!r} can tell two worlds apart"
        if table.outcome is None:
            _check_next_action(copy(table), other, viewer, rng)


def check_start(setup: Setup, seed: int) -> None:
    """7. Of two starts with the same dice and picks, but with other shuffles, a viewer is shown the same, but for what
    the rules show."""
    one = setup.start(seed)
    two = next(table for table in map(setup.start, count(seed + 1)) if _open_chance(table) == _open_chance(one))
    for viewer in viewers(one):
        compare(one.rules.definition.revelations, one.effects, two.effects, viewer)


def _open_chance(table: Table[Any, Any]) -> list[Any]:
    return [effect for effect in table.effects if isinstance(effect, Picked | Rolled)]


def _check_next_action(one: Table[Any, Any], two: Table[Any, Any], viewer: Viewer, rng: random.Random) -> None:
    mover = rng.choice(list(seats_to_act(one)))
    taken = alike(legal_actions(one, mover), legal_actions(two, mover), viewer, mover, rng)
    if taken is None:  # Whatever he does shows which world it is.
        return
    act(one, mover, taken[0])
    act(two, mover, taken[1])
    shown = [[*table.effects, *prompts(table)] for table in (one, two)]
    if compare(one.rules.definition.revelations, *shown, viewer):
        told = canonical(view(one, viewer, 0)), canonical(view(two, viewer, 0))
        assert told[0] == told[1], f"{viewer!r} sees what no effect of {taken[0]!r} has told"


def alike(ones: list[Any], twos: list[Any], viewer: Viewer, mover: int, rng: random.Random) -> tuple[Any, Any] | None:
    """An action for each world that look the same to the viewer, different ones if there are such."""
    looks: dict[Any, list[Any]] = {}
    for action in twos:
        looks.setdefault(redact(action, viewer, mover), []).append(action)
    fitting = [action for action in ones if redact(action, viewer, mover) in looks]
    if not fitting:
        return None
    one = rng.choice(fitting)
    same = looks[redact(one, viewer, mover)]
    return one, rng.choice([action for action in same if action != one] or same)


def compare(revelations: Iterable[Revelation], ones: list[Any], twos: list[Any], viewer: Viewer) -> bool:
    """Whether the viewer is shown exactly the same in both worlds; raises AssertionError at the first difference that
    the rules do not list. After a revelation that steers, what follows is not compared."""
    rules = list(revelations)
    same = True
    for one, two in zip_longest(ones, twos):
        if (shown := redact(one, viewer)) == (other := redact(two, viewer)) and canonical(shown) == canonical(other):
            continue
        if any(_applies(rule, one) != _applies(rule, two) for rule in rules if not rule.fields):
            return False
        assert type(one) is type(two), f"{viewer!r} is shown {shown!r} in one world, {other!r} in another"
        different = {name for name, told in structs.asdict(shown).items() if _differ(told, getattr(other, name))}
        listed = [
            rule
            for rule in rules
            if different.intersection(rule.fields) and _is_shown(rule, one, viewer) and _is_shown(rule, two, viewer)
        ]
        kept = different.difference(*(rule.fields for rule in listed))
        assert not kept, f"{sorted(kept)} tell {viewer!r} two worlds apart: {shown!r}, {other!r}"
        same = False
        if any(rule.steers for rule in listed):
            return False
    return same


def _applies(rule: Revelation, message: Any) -> bool:
    return type(message) is rule.message and all(getattr(message, at) in values for at, values in rule.where.items())


def _is_shown(rule: Revelation, message: Any, viewer: Viewer) -> bool:
    return _applies(rule, message) and bool((rule.to.extra or {})["readers"](message, None, viewer))


def _differ(one: Any, two: Any) -> bool:
    return canonical([] if one is UNSET else [one]) != canonical([] if two is UNSET else [two])
