"""The messages that carry what a game says, once more for each game with its own types alone.

Whoever knows the ruleset of a match reads its answers by these: `InvictusEvent` is `Event` with Invictus' effects. The
component `Games` has them by ruleset, so that a type can be looked up by it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from common.http.description import REF

Schema = dict[str, Any]
SAID = ("Action", "LoggedAction", "Effect", "Prompt", "View", "Scorecard")
"""Unions over all games."""
OWN = ("Action", "LoggedAction", "Effect", "Prompt", "View", "Options", "Game", "Scorecard")
"""What each game has anyhow, under its prefix."""


def add_messages_of_games(document: Schema, prefixes: Mapping[str, str]) -> None:
    """`prefixes` are those of the components of each ruleset, by its slug."""
    components = document["components"]["schemas"]
    ours = {name for name in components if not name.startswith(tuple(prefixes.values()))}
    carrying = _carrying({name: components[name] for name in sorted(ours)})
    games = {}
    for slug, prefix in prefixes.items():
        for name in carrying:
            components[prefix + name] = _of_game(components[name], prefix, {*carrying, *SAID})
        messages = {name: {"$ref": REF.format(name=prefix + name)} for name in sorted({*carrying, *OWN})}
        said = _object(f"What is said in {slug}, by the name of its component.", messages)
        said["properties"]["games"] = {"$ref": REF.format(name="Games")}  # A linter asks that everything be used.
        components[f"{prefix}Messages"] = said
        games[slug] = {"$ref": REF.format(name=f"{prefix}Messages")}
    if games:
        components["Games"] = _object("The messages of each game: no answer, but types to be looked up.", games)
    document["components"]["schemas"] = dict(sorted(components.items()))


def _carrying(components: Mapping[str, Schema]) -> list[str]:
    """Those in which, however deep, one of SAID stands."""
    refers = {name: set(_refs(schema)) for name, schema in components.items() if name not in SAID}
    found: set[str] = set()
    while more := {name for name, refs in refers.items() if name not in found and refs & {*SAID, *found}}:
        found |= more
    return sorted(found)


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            else:
                yield from _refs(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _refs(item)


def _of_game(schema: Schema, prefix: str, names: set[str]) -> Schema:
    """The same, with the game's own components in place of those of all games."""
    ref = re.escape(REF.format(name="")) + f'({"|".join(sorted(names))})"'
    own = json.loads(re.sub(ref, lambda found: REF.format(name=f'{prefix}{found[1]}"'), json.dumps(schema)))
    if "title" in own:
        own["title"] = prefix + own["title"]
    return own  # type: ignore[no-any-return]


def _object(description: str, properties: Schema) -> Schema:
    required = list(properties)
    return {"type": "object", "description": description, "properties": {**properties}, "required": required}
