"""Matches for tests of what happens when things go wrong; every test here commits for real."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.fire.stack import Stack
from tests.matches.conftest import ann, ben, duel, published

__all__ = ["ann", "ben", "duel", "published"]


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """The deployed shape, up, on servers of its own; tried in the part of the suite that asks for servers."""
    if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        pytest.skip("tried where the suite runs on PostgreSQL")
    folder = Path(tempfile.mkdtemp(prefix="stack-"))
    running = Stack(folder)
    try:
        running.up()
        yield running
    finally:
        running.down()
        shutil.rmtree(folder, ignore_errors=True)
