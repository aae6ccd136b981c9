"""Takes screenshots of every page, in both languages, light and dark, wide and narrow.

    python -m tests.screenshots [--only PART] … [--into FOLDER]

PART is the beginning of a page's label: `boards`, `boards/invictus`, `admin/decks`. The database is a temporary SQLite
file, and the content is the same in every run. FOLDER (default: var/screenshots) gets
`<part>/<page>.<language>.<theme>.<width>.png` and an index.html with all of them. The exit code is 1 if a page is too
wide, logs an error, is in the wrong language, or answers with an unexpected status.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path


def main(only: list[str], folder: Path) -> int:
    with tempfile.TemporaryDirectory(prefix="screenshots-") as own:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "VAR_DIR": own,
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        }
        os.environ.pop("DATABASE_URL", None)
        import django  # noqa: PLC0415 -- settings come from the environment set above

        django.setup()

        from tests.screenshots.tour import tour  # noqa: PLC0415 -- only now there are settings

        begun = time.monotonic()
        found = tour(only, folder)
    print(f"{found.pictures} pictures of {found.pages} pages in {time.monotonic() - begun:.0f} s: {found.index}")
    print(*found.faults, sep="\n")
    return 1 if found.faults else 0


if __name__ == "__main__":
    reader = argparse.ArgumentParser(prog="python -m tests.screenshots")
    reader.add_argument("--only", action="append", default=[], metavar="PART")
    reader.add_argument("--into", type=Path, default=Path("var") / "screenshots", metavar="FOLDER")
    sent = reader.parse_args()
    sys.exit(main(sent.only, sent.into))
