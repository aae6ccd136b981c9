"""docs/clients.md, run against a live server."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from matches.models import Match

DOCS = Path(settings.BASE_DIR) / "docs"
pytestmark = pytest.mark.django_db(transaction=True)


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
