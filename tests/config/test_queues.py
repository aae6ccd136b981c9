"""Every task goes to a queue that a worker serves."""

import re
import socket
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings
from kombu.exceptions import OperationalError

from config.celery import app
from matches.management.commands import demo
from matches.notifications.wake import ANSWERS
from tests.config.test_compose import SERVICES

QUEUES = {*settings.TASK_QUEUES, ANSWERS}


def tasks() -> set[str]:
    app.loader.import_default_modules()
    return {name for name in app.tasks if not name.startswith("celery.")}


def served(name: str) -> set[str]:
    command = SERVICES[name].get("command", [])
    return set(command[command.index("--queues") + 1].split(",")) if "--queues" in command else set()


def test_every_task_is_named_with_its_queue_and_no_other_is() -> None:
    named = [task for queue in settings.TASK_QUEUES.values() for task in queue]

    assert sorted(named) == sorted(tasks())


def test_every_queue_has_one_service_in_the_deployed_shape() -> None:
    served_by = [queue for name in SERVICES for queue in served(name)]

    assert sorted(served_by) == sorted(QUEUES)


def test_the_demo_serves_every_queue() -> None:
    (queues,) = re.findall(r"--queues ([a-z,]+)", Path(demo.__file__).read_text())

    assert set(queues.split(",")) == QUEUES


@pytest.mark.parametrize("queue", ["files"])
def test_uploaded_files_share_no_process_with_answers_and_clocks(queue: str) -> None:
    (service,) = [name for name in SERVICES if queue in served(name)]

    assert served(service) == {queue}


def test_a_worker_can_take_over_the_control_queue_of_a_dead_one() -> None:
    """RabbitMQ keeps an exclusive queue for a machine that is gone, and refuses it to the one that replaces it."""
    queue = app.control.mailbox.get_queue("celery@work1")

    assert (queue.exclusive, queue.durable) == (False, True)


@pytest.mark.parametrize("scheme", ["amqp", "redis"])
def test_a_broker_that_hangs_up_is_tried_twice_and_no_more(scheme: str) -> None:
    calls = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up() -> None:
            with suppress(OSError):
                while True:
                    calls.append(server.accept()[0].close())

        threading.Thread(target=hang_up, daemon=True).start()
        client = Celery(broker=f"{scheme}://127.0.0.1:{server.getsockname()[1]}//", set_as_current=False)
        client.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
        with pytest.raises(OperationalError):
            client.signature("nothing").apply_async(retry=False)
        server.shutdown(socket.SHUT_RDWR)

    assert 1 <= len(calls) <= 2
