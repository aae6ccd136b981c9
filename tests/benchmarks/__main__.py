"""`python -m tests.benchmarks` (`make bench`): run all benchmarks, one after another, each in its own process.

All but the first need PostgreSQL (TEST_DATABASE_URL) and pgbench. `news`, `league` and `seasons` also need
redis-server, and `page_loads` needs Chromium. Some are smaller here than when run alone.
"""

import subprocess
import sys

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

for benchmark in BENCHMARKS:
    print(f"-- {benchmark}", flush=True)
    name, *options = benchmark.split()
    subprocess.run([sys.executable, "-m", f"tests.benchmarks.{name}", *options], check=True)
