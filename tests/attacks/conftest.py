"""Attacks over HTTP on the deployed shape: production settings, PostgreSQL, Redis, the commands of Compose."""

from collections.abc import Iterator

import pytest

from tests.faults.stack import Stack, running_stack


@pytest.fixture(scope="session")
def service() -> Iterator[Stack]:
    """The web service and the streams, one for all attacks that leave it as they found it."""
    with running_stack("web", "streams") as running:
        yield running
