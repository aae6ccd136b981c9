"""`python -m rules`: the rules console. Reads and writes one JSON object per line (contract, "The rules console")."""

import sys

from rules.console import Console


def main() -> None:
    console = Console()
    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.buffer.write(console.answer(line) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
