"""docs/clients.md and the examples, run against a live server."""

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection

from matches.models import Match
from matches.notifications import wake
from matches.workers.bot_runner import play_bots

DOCS = Path(settings.BASE_DIR) / "docs"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _bots_play(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A worker for the test: a bot that is woken plays in a thread of its own."""
    running: list[threading.Thread] = []

    def play(match_id: UUID) -> None:
        try:
            play_bots(match_id, sleep=lambda seconds: None)
        finally:
            connection.close()

    def run_at_once(task: str, match_id: UUID, **options: object) -> None:
        if task == wake.PLAY_BOTS:
            running.append(threading.Thread(target=play, args=(match_id,)))
            running[-1].start()

    monkeypatch.setattr(wake, "wake", run_at_once)
    yield
    for thread in running:
        thread.join()


def commands() -> str:
    """All the shell of the page, in order."""
    page = (DOCS / "clients.md").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```sh\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page is about curl")
@pytest.mark.usefixtures("published", "_bots_play")
def test_the_page_from_sign_up_to_a_finished_match_works_as_it_stands(live_server: object) -> None:
    script = f"set -eu\nBASE={live_server}\nRULESET=raid\nDECK=even\n{commands()}"

    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)

    assert ran.returncode == 0, (ran.stdout[-2000:], ran.stderr)
    match = Match.objects.get()
    assert (match.status, match.end_reason, match.version) == ("over", "resignation", match.version)
    assert match.version >= 2
    assert "Well played." in ran.stdout


@pytest.mark.usefixtures("published", "_bots_play")
def test_the_bot_of_twenty_lines_plays_a_match_to_its_end(live_server: object) -> None:
    command = [sys.executable, str(DOCS / "examples" / "bot.py"), str(live_server), "raid", "steep"]

    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert ran.returncode == 0, ran.stderr
    assert Match.objects.get().end_reason in ("goal", "exhausted")
    assert Match.objects.get().end_reason in ran.stdout
    code = (DOCS / "examples" / "bot.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in code if line.strip()]) <= 20
