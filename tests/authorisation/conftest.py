"""The scene, which is created once per file. The changes of each test are undone."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cards.sets.selectors import rules_of
from cards.sets.services import publish_card_set
from tests import toy
from tests.authorisation.scene import Scene, make_scene, undone, without_limits
from tests.conftest import raid_registered


@pytest.fixture(scope="module")
def _scene(django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    with pytest.MonkeyPatch.context() as patch, raid_registered(patch), django_db_blocker.unblock(), undone():
        without_limits(patch)
        publish_card_set(ruleset="raid", card_set=toy.CARD_SET, note="toy")
        yield make_scene()
    rules_of.cache_clear()


@pytest.fixture
def scene(_scene: Scene, caplog: pytest.LogCaptureFixture) -> Scene:
    caplog.set_level(logging.CRITICAL)  # Formatting a refusal takes longer than refusing.
    return replace(_scene, tokens=dict(_scene.tokens))
