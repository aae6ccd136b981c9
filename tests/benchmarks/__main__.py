"""`python -m tests.benchmarks` (`make bench`): all of them, one after another, each in a process of its own.

The last two need PostgreSQL (TEST_DATABASE_URL) and pgbench.
"""

import subprocess
import sys

for name in ("plies", "stored", "door"):
    print(f"-- {name}", flush=True)
    subprocess.run([sys.executable, "-m", f"tests.benchmarks.{name}"], check=True)
