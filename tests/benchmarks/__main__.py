"""`python -m tests.benchmarks`: all of them, one after another."""

from tests.benchmarks import plies


def main() -> None:
    plies.main([])


if __name__ == "__main__":
    main()
