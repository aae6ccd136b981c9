"""Commands of manage.py in processes that begin as copies of one that has Django loaded: that takes the time.

`python -m tests.faults.commands` reads a command a line, `[arguments, file of its output, file of its errors]` as JSON,
carries it out in a process of its own and says how it ended.
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
    """The loaded process, as a client sees it."""

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
    """Its exit status, as Python would give it."""
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
