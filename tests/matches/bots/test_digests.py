"""House bots with equal digests play alike."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from matches.bots import digests
from matches.bots.bot import Budget
from matches.bots.digests import CODE, bot_digest
from matches.bots.roster import HOUSE_BOTS


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    digests._code.cache_clear()
    yield
    digests._code.cache_clear()


def test_every_bot_has_another_digest_and_always_the_same() -> None:
    first = [bot_digest(bot) for bot in HOUSE_BOTS]
    digests._code.cache_clear()

    assert len(set(first)) == len(HOUSE_BOTS)
    assert [bot_digest(bot) for bot in HOUSE_BOTS] == first


@pytest.mark.parametrize("change", [{"version": 9}, {"budget": Budget(iterations=7)}])
def test_another_version_or_budget_is_another_digest(change: dict[str, object]) -> None:
    bot = HOUSE_BOTS[-1]

    assert bot_digest(replace(bot, **change)) != bot_digest(bot)  # type: ignore[arg-type]


@pytest.mark.parametrize("changed", ["bots/ismcts.py", "rules/raid/cards.json", "rules/raid/turn.py"])
def test_a_change_of_what_decides_moves_is_another_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    for name in (*(f"bots/{file}" for file in CODE), "rules/raid/cards.json", "rules/raid/turn.py", "rules/RULES.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was")
    monkeypatch.setattr(digests, "BOTS", tmp_path / "bots")
    monkeypatch.setattr(digests, "_RULES", tmp_path / "rules")
    before = bot_digest(HOUSE_BOTS[0])

    (tmp_path / "rules" / "RULES.md").write_text("other words")
    digests._code.cache_clear()
    assert bot_digest(HOUSE_BOTS[0]) == before
    (tmp_path / changed).write_text("as it is now")
    digests._code.cache_clear()

    assert bot_digest(HOUSE_BOTS[0]) != before


def test_the_code_of_the_bots_is_named_in_full() -> None:
    """Every bot module that the roster or a module in CODE imports is itself in CODE, or is the roster."""
    folder = Path(digests.__file__).parent
    imported = {
        f"{line.split()[1].rpartition('.')[2]}.py"
        for name in (*CODE, "roster.py")
        for line in (folder / name).read_text().splitlines()
        if line.startswith("from matches.bots.")
    }

    assert imported - {*CODE, "roster.py"} == set()
    assert len(imported) > 2
