"""A layout describes the form of stored data: it doesn't change when code moves, and it changes with every field."""

from dataclasses import replace
from enum import Enum
from typing import Any

import msgspec
import pytest
from msgspec import Struct, inspect

from matches.log.layouts import layout_of, shape_of
from rules.engine import Ruleset
from rules.registry import shipped_ruleset, slugs
from tests.toy import RULESET


def layout(*parts: Any) -> str:
    state = msgspec.defstruct("State", [(f"part{i}", part) for i, part in enumerate(parts)], array_like=True)
    return layout_of(Ruleset(replace(RULESET, state_type=state), {"cards": []}))


def part(*fields: Any, module: str = "raid", name: str = "Part", **more: Any) -> type[Struct]:
    return msgspec.defstruct(name, fields, module=module, **{"array_like": True, **more})


@pytest.mark.parametrize("slug", slugs())
def test_code_that_is_moved_reads_what_it_wrote(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = shipped_ruleset(slug)
    before = layout_of(rules)
    classes = _classes(rules)
    assert len(classes) > 5

    for cls in classes:
        monkeypatch.setattr(cls, "__module__", f"frozen.{slug}_1.{cls.__module__}")
        monkeypatch.setattr(cls, "__doc__", "Said otherwise.")

    assert layout_of(rules) == before


def _classes(rules: Any) -> set[type]:
    found: set[type] = set()

    def visit(part: Any) -> None:
        if isinstance(part, inspect.StructType):
            if part.cls not in found:
                found.add(part.cls)
                visit(tuple(field.type for field in part.fields))
        elif isinstance(part, inspect.Type):
            visit(msgspec.structs.astuple(part))
        elif isinstance(part, tuple):
            for one in part:
                visit(one)

    visit(
        inspect.multi_type_info(
            [rules.definition.state_type, rules.definition.options_type, rules.definition.frame_types]
        )
    )
    return found


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(part(("y", int), ("x", int)), id="fields that change places"),
        pytest.param(part(("x", int), ("z", int)), id="another name"),
        pytest.param(part(("x", int), ("y", str)), id="another type"),
        pytest.param(part(("x", int), ("y", int), ("z", int)), id="one more"),
        pytest.param(part(("x", int)), id="one less"),
        pytest.param(part(("x", int), ("y", int, 0)), id="a default"),
        pytest.param(part(("x", int), ("y", int), array_like=False), id="stored by name"),
        pytest.param(part(("x", int), ("y", int), tag="part"), id="a tag"),
        pytest.param(part(("x", int), ("y", int), name="Piece"), id="another class"),
        pytest.param(part(("x", int), ("y", list[part(("x", int))])), id="deeper"),
    ],
)
def test_whatever_changes_the_stored_form_is_another_layout(changed: type[Struct]) -> None:
    sound = part(("x", int), ("y", int))

    assert layout(sound) == layout(part(("x", int), ("y", int), module="elsewhere"))
    assert layout(sound) != layout(changed)


def test_two_classes_of_one_name_stay_two() -> None:
    """Each is identified by its own fields, wherever it occurs."""
    one, two = part(("x", int), module="a"), part(("y", int), module="b")

    assert len({layout(one, two), layout(two, one), layout(one, one), layout(two, two)}) == 4
    assert layout(one, two) == layout(part(("x", int), module="c"), part(("y", int), module="c"))


def test_a_class_within_itself_and_an_enum_are_described_once() -> None:
    class Suit(Enum):
        RED = "red"

    class Node(Struct):
        suit: Suit
        next: "Any" = None

    described = shape_of([Node, list[Node], Suit])

    assert [found["name"].rpartition(".")[2] for found in described["classes"]] == ["Node", "Suit"]
    assert described["types"] == [["StructType", 0], ["ListType", ["StructType", 0], None, None], ["EnumType", 1]]
    assert described["classes"][1]["members"] == [["RED", "red"]]
