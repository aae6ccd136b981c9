"""Runs commands of manage.py in forks of a process that has loaded Django, since loading takes most of the time.

`python -m tests.faults.commands` reads one command per line as JSON: `[arguments, output file, error file]`. It runs
each in its own process and prints the exit code.
"""

import json
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import django
from django.core.management import call_command, execute_from_command_line
from django.db import connections

ROOT = Path(__file__).resolve().parents[2]


class Commands:
    """A client of the loaded process."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = dict(environment)
        self._folder = tempfile.TemporaryDirectory(prefix="commands-")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.commands"],
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        assert self._process.stdin is not None and self._process.stdout is not None
        output, errors = Path(self._folder.name, "output"), Path(self._folder.name, "errors")
        self._process.stdin.write(json.dumps([arguments, str(output), str(errors)]) + "\n")
        self._process.stdin.flush()
        code = int(self._process.stdout.readline())
        return subprocess.CompletedProcess(arguments, code, output.read_text(), errors.read_text())

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()
        self._folder.cleanup()


def carry_out(arguments: list[str], output: str, errors: str) -> int:
    child = os.fork()
    if child == 0:
        os._exit(_in_the_copy(arguments, output, errors))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _in_the_copy(arguments: list[str], output: str, errors: str) -> int:
    """Run the command in the fork, and return the exit status that Python would give."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, name in ((1, output), (2, errors)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.argv = ["manage.py", *arguments]
    try:
        execute_from_command_line(sys.argv)
        code: object = 0
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        traceback.print_exc()
        code = 1
    if isinstance(code, str):
        print(code, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


def main() -> None:
    django.setup()
    call_command("check", verbosity=0, stdout=open(os.devnull, "w"))  # noqa: SIM115 -- loads the addresses and their views
    connections.close_all()
    for line in sys.stdin:
        print(carry_out(*json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
