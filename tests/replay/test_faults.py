"""What can be wrong is said in both languages, with the same parameters."""

from string import Formatter

import pytest

from replay.faults import FAULTS
from replay.imports import REASONS


def places(text: str) -> set[str | None]:
    return {place for _text, place, _spec, _conversion in Formatter().parse(text)} - {None}


@pytest.mark.parametrize("texts", [*FAULTS.values(), *REASONS.values()], ids=[*FAULTS, *REASONS])
def test_both_languages_tell_the_same_facts(texts: dict[str, str]) -> None:
    assert set(texts) == {"ja", "en"} and all(texts.values())
    assert places(texts["ja"]) == places(texts["en"])
    assert not texts["ja"].isascii()
