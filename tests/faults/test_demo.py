"""`make demo` as a newcomer runs it: only SQLite and a folder, and it stops when asked to."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.faults.servers import free_port, wait_for


@pytest.mark.exhaustive
@pytest.mark.processes
def test_the_demo_plays_a_match_and_takes_its_processes_along(tmp_path: Path) -> None:
    port = free_port()
    own = {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings.dev"}
    others = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    command = [sys.executable, "manage.py", "demo", "--port", str(port)]
    demo = subprocess.Popen(command, env={**others, **own}, stdout=subprocess.PIPE, text=True)
    try:
        wait_for(lambda: _matches(port), "the first answer")
        wait_for(lambda: _matches(port)[0]["version"] > 0, "a move of the bots")
    finally:
        demo.send_signal(signal.SIGTERM)
    said, _ = demo.communicate(timeout=90)

    assert demo.returncode == 0
    assert f"http://127.0.0.1:{port}/admin/" in said and "Stopping" in said
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def _matches(port: int) -> list[dict[str, Any]]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/matches", timeout=5) as answer:
            return list(json.load(answer)["results"])
    except OSError:
        return []
