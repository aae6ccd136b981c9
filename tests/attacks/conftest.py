"""Attacks over HTTP on the deployed shape: production settings, PostgreSQL, Redis, the commands of Compose."""

from collections.abc import Iterator

import pytest

from tests.faults.stack import Stack, running_stack


@pytest.fixture(scope="session")
def service() -> Iterator[Stack]:
    """The web service alone, one for all attacks that leave it as they found it."""
    with running_stack("web") as running:
        yield running
