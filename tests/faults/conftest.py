"""Matches for tests of faults. Every test here really commits."""

from collections.abc import Iterator

import pytest

from tests.faults.stack import Stack, running_stack
from tests.matches.conftest import ann, ben, duel, published

__all__ = ["ann", "ben", "duel", "published"]


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """The deployed shape, up, on servers of its own; tried in the part of the suite that asks for servers."""
    # All who wait come from one address, and chance alone deals them to the two processes.
    with running_stack(WAITERS_OF_ONE_ADDRESS="48") as running:
        yield running
