"""JSON Schemas of a ruleset's messages."""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.engine import Ruleset
from rules.json_schemas import components_of, json_schema, json_schema_components, members, prefix_of
from rules.registry import game_definition, slugs
from tests import toy
from tests.layers.rooms import ROOMS

REF = "#/components/schemas/{name}"


def test_names_carry_their_ruleset_and_kind(raid: Ruleset) -> None:
    found = components_of(toy.RULESET, REF)

    assert {"RaidAction", "RaidLoggedAction", "RaidEffect", "RaidPrompt", "RaidOptions", "RaidGame"} <= set(found)
    assert {"RaidKeepAction", "RaidKeepLoggedAction", "RaidAttackAction", "RaidDrewEffect", "RaidBlockPrompt"} <= set(
        found
    )
    assert "RaidAttackLoggedAction" not in found
    assert found["RaidAction"]["discriminator"]["mapping"]["keep"] == REF.format(name="RaidKeepAction")
    assert found["RaidLoggedAction"]["discriminator"]["mapping"]["keep"] == REF.format(name="RaidKeepLoggedAction")


def test_private_fields_may_be_missing_only_where_they_are_shown(raid: Ruleset) -> None:
    found = components_of(toy.RULESET, REF)

    assert found["RaidKeepAction"]["required"] == ["type", "keep"]
    assert found["RaidKeepLoggedAction"]["required"] == ["type"]
    assert found["RaidDrewEffect"]["required"] == ["type", "seat", "count"]
    assert found["RaidShuffledEffect"]["required"] == ["type", "seat", "zone"]


@pytest.mark.parametrize("slug", slugs())
def test_every_message_of_every_ruleset_has_a_component_and_every_reference_leads_to_one(slug: str) -> None:
    rules = game_definition(slug)
    found = components_of(rules, REF)

    for name, union in (
        ("Action", rules.action_types),
        ("Effect", rules.effect_types),
        ("Prompt", rules.prompt_types),
    ):
        tags = {member.__struct_config__.tag for member in members(union)}
        assert _tags(found, f"{prefix_of(rules)}{name}") == tags
    for reference in _references(found):
        assert reference.removeprefix("#/components/schemas/") in found


def _tags(found: dict[str, Any], name: str) -> set[str]:
    schema = found[name]
    if "discriminator" in schema:
        return set(schema["discriminator"]["mapping"])
    return set((schema["properties"].get("type") or schema["properties"]["kind"])["enum"])


def _references(found: Any) -> list[str]:
    text = json.dumps(found)
    return [part.split('"')[0] for part in text.split('"$ref": "')[1:]]


class Described(msgspec.Struct):
    """A sentence.

    Another one,
        with a line further in.
    """

    description: str = "   kept   "


DESCRIPTION = "A sentence.\n\nAnother one,\n    with a line further in."


@pytest.mark.parametrize("docstring", [Described.__doc__, cleandoc(Described.__doc__ or "")], ids=["indented", "clean"])
def test_a_docstring_becomes_the_same_description_on_every_version_of_python(
    monkeypatch: pytest.MonkeyPatch, docstring: str
) -> None:
    monkeypatch.setattr(Described, "__doc__", docstring)

    alone = json_schema(Described)["$defs"]["Described"]
    _, components = json_schema_components([Described], REF)

    assert alone["description"] == components["Described"]["description"] == DESCRIPTION
    assert alone["properties"] == {"description": {"type": "string", "default": "   kept   "}}


def test_every_schema_that_clients_read_goes_through_the_one_place_that_cleans_descriptions() -> None:
    root = Path(__file__).parents[2]
    sources = [file for part in ROOMS for file in (root / part).rglob("*.py")]

    found = {
        str(file.relative_to(root)) for file in sources if "msgspec.json.schema" in file.read_text(encoding="utf-8")
    }

    # The second looks up which names a query may have; no client reads it.
    assert found == {"rules/json_schemas.py", "matches/api/matches.py"}
