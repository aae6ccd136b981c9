"""JSON Schemas of a ruleset's messages, for its own page and for the OpenAPI document.

Component names are global there, so each has its ruleset as a prefix: `InvictusAttackAction`. A message that is shown
may lack its private fields, depending on the reader. A message that is sent is complete.
"""

from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import Struct

from rules.engine import Action, Effect, GameDefinition, Prompt, private_fields

Schema = dict[str, Any]
KINDS: tuple[tuple[type[Struct], str], ...] = ((Action, "Action"), (Effect, "Effect"), (Prompt, "Prompt"))


def json_schema(shape: Any) -> Schema:
    """msgspec's JSON Schema of a type, with descriptions that are identical on every Python version."""
    cleaned: Schema = _with_clean_descriptions(msgspec.json.schema(shape))
    return cleaned


def json_schema_components(types: Iterable[Any], ref_template: str) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """msgspec's schemas of several types and the types they refer to, with descriptions as in `json_schema`."""
    schemas, components = msgspec.json.schema_components(types, ref_template=ref_template)
    return tuple(map(_with_clean_descriptions, schemas)), _with_clean_descriptions(components)


def _with_clean_descriptions(schema: Any) -> Any:
    """Clean up descriptions, which are docstrings: Python 3.13 removes their indentation, earlier versions don't."""
    if isinstance(schema, list | tuple):
        return type(schema)(_with_clean_descriptions(item) for item in schema)
    if not isinstance(schema, dict):
        return schema
    return {
        key: cleandoc(value) if key == "description" and isinstance(value, str) else _with_clean_descriptions(value)
        for key, value in schema.items()
    }


def members(union: Any) -> tuple[Any, ...]:
    return getattr(union, "__args__", (union,))


def prefix_of(definition: GameDefinition) -> str:
    """`battle_line` -> `BattleLine`."""
    return "".join(word.capitalize() for word in definition.slug.split("_"))


def components_of(definition: GameDefinition, ref_template: str) -> dict[str, Schema]:
    """All named schemas of a ruleset: one for each message, and the unions and shapes that clients use directly.

    These are `…Action`, `…LoggedAction`, `…Effect`, `…Prompt`, `…Options`, `…Game` and `…Scorecard`.
    """
    prefix = prefix_of(definition)
    found: dict[str, Schema] = {}
    for name, union, redacted in (
        ("Action", definition.action_types, False),
        ("LoggedAction", definition.action_types, True),
        ("Effect", definition.effect_types, True),
        ("Prompt", definition.prompt_types, False),
        ("Options", definition.options_type, False),
        ("Game", definition.game_type, False),
        ("Scorecard", definition.scorecard_type, False),
    ):
        for key, schema in _of_union(prefix, name, union, redacted, ref_template).items():
            if found.setdefault(key, schema) != schema:
                raise ValueError(f"{definition.slug} says two different things under the name {key}")
    return found


def _of_union(prefix: str, name: str, union: Any, redacted: bool, ref_template: str) -> dict[str, Schema]:
    logged = name == "LoggedAction"
    (root,), parts = json_schema_components((union,), ref_template="{name}")
    classes = {cls.__name__: cls for cls in members(union) if isinstance(cls, type)}
    names = {part: prefix + _named(part, classes.get(part), logged) for part in parts}
    if len(parts) and root.get("$ref") in parts:
        names[root["$ref"]] = prefix + name  # A single class is its own union.
    for part, schema in parts.items():
        private = {field for field, _ in private_fields(classes[part])} if redacted and part in classes else set()
        if private and "required" in schema:
            schema["required"] = [field for field in schema["required"] if field not in private]
        schema["title"] = names[part]
    renamed = {names[part]: _renamed(schema, names, ref_template) for part, schema in parts.items()}
    if root.get("$ref") not in parts:
        renamed[prefix + name] = {"title": prefix + name, **_renamed(root, names, ref_template)}
    return renamed


def _named(part: str, cls: type | None, logged: bool) -> str:
    for kind, suffix in KINDS:
        if cls is not None and issubclass(cls, kind):
            stem = part.rstrip("_").removesuffix(suffix)
            return f"{stem}Logged{suffix}" if logged and private_fields(cls) else f"{stem}{suffix}"
    return part.rstrip("_")


def _renamed(schema: Any, names: Mapping[str, str], ref_template: str) -> Any:
    if isinstance(schema, list):
        return [_renamed(item, names, ref_template) for item in schema]
    if not isinstance(schema, dict):
        return schema
    renamed: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "$ref":
            renamed[key] = ref_template.format(name=names[value])
        elif key == "mapping":
            renamed[key] = {tag: ref_template.format(name=names[part]) for tag, part in value.items()}
        else:
            renamed[key] = _renamed(value, names, ref_template)
    return renamed


def schemas_of(definition: GameDefinition) -> dict[str, Schema]:
    """Each shape as a self-contained JSON Schema, for a ruleset's own page."""
    prefix = prefix_of(definition)
    parts = components_of(definition, "#/$defs/{name}")
    return {
        key: {"$ref": f"#/$defs/{prefix}{name}", "$defs": _needed(f"{prefix}{name}", parts)}
        for key, name in (
            ("actions", "Action"),
            ("logged_actions", "LoggedAction"),
            ("prompts", "Prompt"),
            ("effects", "Effect"),
            ("options", "Options"),
            ("game", "Game"),
            ("scorecard", "Scorecard"),
        )
    }


def _needed(name: str, parts: Mapping[str, Schema]) -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found[current] = parts[current]
            waiting += [ref.rpartition("/")[2] for ref in _refs(parts[current])]
    return dict(sorted(found.items()))


def _refs(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [ref for item in schema for ref in _refs(item)]
    if not isinstance(schema, dict):
        return []
    return [
        ref
        for key, value in schema.items()
        for ref in ([value] if key == "$ref" else _refs(value) if key != "mapping" else [])
    ]
