"""`python -m rules`: the rules console. Reads and writes one JSON object per line (contract, "The rules console")."""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter

from rules.console import Console

HELP = """Play any game with JSON, without a server. Send one request per line; each gets one line as its answer:

  {"op": "new", "ruleset": ..., "options": {...}, "decks": [...], "seed": "<64 hexadecimal digits>"}
  {"op": "act", "seat": 0, "action": {...}}
  {"op": "show"}
  {"op": "undo"}

docs/contract.md ("The rules console") lists all requests."""


def main() -> None:
    ArgumentParser("python -m rules", description=HELP, formatter_class=RawDescriptionHelpFormatter).parse_args()
    console = Console()
    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.buffer.write(console.answer(line) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
