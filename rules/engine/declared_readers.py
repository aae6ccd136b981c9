"""Refuses a game whose messages name a card or a hidden place without saying who reads it."""

from collections.abc import Iterator
from typing import Any, get_args

from msgspec import inspect

from rules.engine.messages import PUBLIC, declared_fields
from rules.engine.ruleset import GameDefinition


class UndeclaredReaders(TypeError):
    """Fields of a game's messages lack a declaration of their readers. The message names all of them."""


def check_readers(game: GameDefinition) -> None:
    """Raise UndeclaredReaders unless every action, effect, prompt and view of the game declares who reads its cards.

    A prompt is the same for all viewers, so all of its cards are PUBLIC.
    """
    missing = [field for kind in _kinds(game) for cls in kind for field in undeclared(inspect.type_info(cls))]
    hidden = [f"{cls.__name__}.{name}" for cls in _classes(game.prompt_types) for name in not_public(cls)]
    if missing:
        raise UndeclaredReaders(f"{game.slug}: no readers are declared for {', '.join(sorted(set(missing)))}")
    if hidden:
        raise UndeclaredReaders(f"{game.slug}: prompts hide {', '.join(sorted(hidden))}, but are the same for everyone")


def undeclared(kind: inspect.Type, declared: bool = False, within: tuple[type, ...] = ()) -> Iterator[str]:
    """The fields, to any depth, that name a card or a hidden place, while nothing around them says who reads them."""
    if isinstance(kind, inspect.Metadata):
        extra = kind.extra or {}
        declared = declared or "readers" in extra
        if "names" in extra and not declared:
            yield ""
        yield from undeclared(kind.type, declared, within)
    elif isinstance(kind, inspect.StructType):
        if kind.cls not in within:
            for field in kind.fields:
                for place in undeclared(field.type, declared, (*within, kind.cls)):
                    yield place or f"{kind.cls.__name__}.{field.name}"
    else:
        for part in parts(kind):
            yield from undeclared(part, declared, within)


def not_public(cls: type) -> set[str]:
    """The fields of a class that not everyone may read."""
    return {name for name, meta in declared_fields(cls).items() if meta is not PUBLIC}


def parts(kind: Any) -> list[inspect.Type]:
    """The types that a type is made of."""
    found = [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    return found + [
        getattr(kind, name) for name in ("item_type", "key_type", "value_type", "type") if hasattr(kind, name)
    ]


def _kinds(game: GameDefinition) -> Iterator[tuple[type, ...]]:
    for union in (game.action_types, game.effect_types, game.prompt_types, game.game_type):
        yield _classes(union)


def _classes(union: Any) -> tuple[type, ...]:
    return get_args(union) or (union,)
