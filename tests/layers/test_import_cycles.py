"""There are no import cycles between files. Imports only for types don't count."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.layers.rooms import ROOMS, ROOT


def modules() -> dict[str, Path]:
    """Dotted name -> path of every module of the project except migrations."""
    found = {}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if "migrations" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                found[".".join(parts[:-1] if path.name == "__init__.py" else parts)] = path
    return found


def run_time_nodes(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """The nodes of a module, including those inside functions, but not those under `if TYPE_CHECKING`."""
    for statement in body:
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from run_time_nodes(statement.orelse)
            continue
        yield statement
        for part in ("body", "orelse", "finalbody", "handlers"):
            yield from run_time_nodes(getattr(statement, part, []))


def imports(name: str, source: str, is_package: bool) -> Iterator[str]:
    """The dotted names that a module imports at run time. `from a import b` gives `a.b`."""
    for node in run_time_nodes(ast.parse(source).body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = name.split(".")[: None if is_package else -1]
            above = here[: len(here) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def cycle(sources: Mapping[str, tuple[str, bool]]) -> list[str]:
    """An import cycle among the modules (name -> source, is a package), or an empty list."""
    graph = {}
    for name, (source, is_package) in sources.items():
        wanted = [one if one in sources else one.rpartition(".")[0] for one in imports(name, source, is_package)]
        graph[name] = {one for one in wanted if one in sources and one != name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_import_cycle_at_run_time() -> None:
    assert cycle({name: (path.read_text(), path.name == "__init__.py") for name, path in modules().items()}) == []


@pytest.mark.parametrize("hidden", ["from .b import c", "def f():\n    from a.b import c", "import a.b"])
def test_a_cycle_is_found_wherever_the_import_stands(hidden: str) -> None:
    assert set(cycle({"a.a": (hidden, False), "a.b": ("from . import a", False)})) == {"a.a", "a.b"}


def test_an_import_for_types_alone_is_no_cycle() -> None:
    types = "if TYPE_CHECKING:\n    from .b import B"

    assert cycle({"a.a": (types, False), "a.b": ("from .a import A", False)}) == []
