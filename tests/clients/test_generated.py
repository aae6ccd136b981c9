"""The generated files in clients/ are up to date with the OpenAPI document."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

pytestmark = pytest.mark.processes

PACKAGE = Path(settings.BASE_DIR) / "clients" / "python"


@pytest.fixture
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", PACKAGE / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_python_client_are_those_of_the_document(generate: ModuleType) -> None:
    assert (PACKAGE / "src/match_client/schema.py").read_text() == generate.types(generate.DOCUMENT), "make openapi"


def test_its_synchronous_client_is_made_of_the_asynchronous_one(generate: ModuleType) -> None:
    for made in generate.SYNCHRONOUS:
        assert (PACKAGE / "src/match_client" / made).read_text() == generate.synchronous(made), "make openapi"
