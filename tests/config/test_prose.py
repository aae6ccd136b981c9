"""The check of our prose, `.ci/prose`: what it finds and what it accepts."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "prose"


@pytest.fixture(scope="module")
def prose() -> ModuleType:
    loader = SourceFileLoader("prose", str(SCRIPT))
    spec = spec_from_loader("prose", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("source", "text", "advice"),
    [
        ("messages", "Whose deck is empty has lost.", "start with the subject"),
        ("manuals", "Nobody is asked. Everybody waits.", "someone, no one, everyone"),
        ("docstrings", "The match and his seat.", "they, or name the thing"),
        ("messages", "word " * 26, "26 words"),
        ("japanese", "席 1", "no space"),
        ("japanese", "1 席", "no space"),
        ("japanese", "合法である必要があります", "say what to enter"),
    ],
)
def test_a_construction_is_found_with_advice(prose: ModuleType, source: str, text: str, advice: str) -> None:
    found = list(prose.faults_of(source, text))

    assert found and all(fault.startswith(advice) for fault in found)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("messages", "You lose when your deck is empty."),
        ("messages", "word " * 25),
        ("manuals", "`whoever` is the name of a field."),
        ("japanese", "席1の番です。"),
        ("japanese", "%(filter_title)s で絞り込む"),
    ],
)
def test_plain_sentences_are_left_alone(prose: ModuleType, source: str, text: str) -> None:
    assert list(prose.faults_of(source, text)) == []


def test_code_tables_and_addresses_are_no_prose(prose: ModuleType) -> None:
    text = "Read [the manual](https://whoever.example).\n\n    whoever()\n\n| whoever |\n\n```\nwhoever\n```\n"

    assert list(prose.paragraphs(text))[:1] == ["Read [the manual]."]
    assert "whoever" not in "".join(prose.paragraphs(text))


@pytest.mark.exhaustive
def test_every_source_is_read(prose: ModuleType) -> None:
    assert {source for source, _place, _text in prose.texts()} == {"messages", "manuals", "docstrings", "japanese"}
