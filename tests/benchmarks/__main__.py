"""`python -m tests.benchmarks` (`make bench`): run all benchmarks, one after another, each in its own process.

Then print their ratios beside those of the last release, and say which have become worse. With `--keep`, the figures
become those of the release. With names of benchmarks, run only these.

All but the first need PostgreSQL (TEST_DATABASE_URL) and pgbench. `news`, `league` and `seasons` also need
redis-server, and `page_loads` needs Chromium. Some are smaller here than when run alone.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tests.benchmarks.figures import COLLECTED, RELEASED, compared, keep, read_collected, read_released

BENCHMARKS = (
    "plies",
    "stored",
    "http_moves",
    "flat --stored 20000",
    "growth --few 2000 --many 20000",
    "idle_memory --many 1000",
    "embedded",
    "answers",
    "requests_a_move --matches 1",
    "news",
    "news --sqlite",
    "import_beside_moves",
    "spectators --pairs 2",
    "page_loads --rounds 3",
    "desk_lists --matches 20000 --decks 2000",
    "league --matches 520",
    "league --matches 520 --greedy-every 0",
    "deals --deals 4",
    "seasons --random-deals 200 --greedy-deals 30 --pairs 1",
)
NAMES = list(dict.fromkeys(benchmark.split()[0] for benchmark in BENCHMARKS))


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks", description="All benchmarks, and what became worse.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"of these alone: {', '.join(NAMES)}")
    parser.add_argument("--keep", action="store_true", help=f"keep the figures as those of this release ({RELEASED})")
    wanted = parser.parse_args()
    if unknown := set(wanted.names) - set(NAMES):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; those in a run are {', '.join(NAMES)}")
    with tempfile.TemporaryDirectory() as folder:
        collected = Path(folder, "figures")
        collected.touch()
        failed = []
        for benchmark in BENCHMARKS:
            name, *options = benchmark.split()
            if wanted.names and name not in wanted.names:
                continue
            print(f"-- {benchmark}", flush=True)
            command = [sys.executable, "-m", f"tests.benchmarks.{name}", *options]
            if subprocess.run(command, env={**os.environ, COLLECTED: str(collected)}, check=False).returncode:
                failed.append(benchmark)
        figures = read_collected(collected)
    version, before = read_released()
    print(f"\n{compared(figures, version, before)}")
    if wanted.keep:
        keep(tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["version"], figures)
    if failed:
        sys.exit(f"\nFailed: {', '.join(failed)}")


main()
