"""A `docker compose` that uses processes of this machine, so that tests can run the commands of the manuals.

`exec` and `run` run the command after the service's name, or else the service's own command, with the database that
docker-compose.yml gives it.
"""

import os
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> None:
    compose, verb, *rest = arguments
    if compose != "compose" or verb not in ("exec", "run"):
        raise SystemExit(f"only `compose exec` and `compose run` can be played, not {arguments}")
    service, *command = [word for number, word in enumerate(rest) if not _is_option(rest, number)]
    shape = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"][service]
    if url := shape.get("environment", {}).get("DATABASE_URL", "").rpartition("/")[2]:
        assert url == "${DATABASE:-match}}", url
        server = os.environ["DATABASE_URL"].rpartition("/")[0]
        os.environ["DATABASE_URL"] = f"{server}/{os.environ.get('DATABASE', 'match')}"
    command = command or shape["command"]
    os.chdir(ROOT)
    os.execvp(command[0], command)


def _is_option(words: list[str], number: int) -> bool:
    """Whether the word is an option, all of which stand before the service's name and have no value."""
    return all(word.startswith("-") for word in words[: number + 1])


if __name__ == "__main__":
    main(sys.argv[1:])
