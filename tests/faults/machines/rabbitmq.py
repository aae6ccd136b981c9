"""A RabbitMQ of its own on one of the machines."""

import os
import signal
import subprocess
from contextlib import suppress

from tests.faults.machines.network import Machine
from tests.faults.servers import _answers, wait_for

PORT = 5672
SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server"
CONFIGURATION = """
listeners.tcp.default = 0.0.0.0:5672
loopback_users = none
default_user = match
default_pass = match
"""


class RabbitMQ:
    """One node. Its data survive a restart."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.url = f"amqp://match:match@{machine.name}:{PORT}//"
        self._process: subprocess.Popen[bytes] | None = None
        (machine.folder / "rabbitmq.conf").write_text(CONFIGURATION)
        (machine.folder / "environment").touch()  # Not that of this system's own node.

    def start(self) -> None:
        folder = self.machine.folder
        variables = {
            "HOME": str(folder),
            "RABBITMQ_NODENAME": f"match@{self.machine.name}",
            "RABBITMQ_CONF_ENV_FILE": str(folder / "environment"),
            "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
            "RABBITMQ_LOG_BASE": str(folder / "log"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none",
        }
        with (folder / "rabbitmq.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self.machine.inside, SERVER],
                env={**os.environ, **variables},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for(lambda: _answers(PORT, self.machine.address), "RabbitMQ")

    def kill(self) -> None:
        """End it at once, with all its processes."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        wait_for(lambda: not _answers(PORT, self.machine.address), "RabbitMQ's end")
