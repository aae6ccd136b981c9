"""The cache of views by path keeps those of running matches, and no path long enough to fill the memory."""

from uuid import UUID

import pytest
from django.test import Client

from config.middleware import LONGEST_PATH_KEPT, _resolved

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("path", "kept"), [(f"matches/{UUID(int=1)}/actions", 1), ("leagues/" + "a" * 1000, 0)])
def test_short_paths_are_kept_and_long_ones_are_not(client: Client, path: str, kept: int) -> None:
    _resolved.cache_clear()

    client.get(f"/api/v1/{path}")

    assert _resolved.cache_info().currsize == kept
    assert len(f"/api/v1/matches/{UUID(int=1)}/actions") <= LONGEST_PATH_KEPT
