"""`python -m tests.logs record [ruleset …]`: record the missing logs. Existing logs stay unchanged.

Don't record a log again because it folds differently: such a change needs a new version of the ruleset. `--again`
records the logs of a version again, which is allowed only before its release.
"""

import argparse

from replay import exports
from tests.logs.recording import FOLDER, current


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.logs", description="The stored logs of every way to end.")
    parser.add_argument("what", choices=["record"])
    parser.add_argument("rulesets", nargs="*", help="only these")
    parser.add_argument("--again", action="store_true", help="also those that are there already")
    asked = parser.parse_args()

    for path, make in current().items():
        ruleset = path.relative_to(FOLDER).parts[0]
        if (asked.rulesets and ruleset not in asked.rulesets) or (path.exists() and not asked.again):
            continue
        log = make()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(exports.whole(log))
        print(f"{path.relative_to(FOLDER)}: {len(log.events)} events")


main()
