"""Mail from the deployed stack: each worker reaches only what its networks in docker-compose.yml allow."""

from collections.abc import Iterator
from email import message_from_bytes
from email.header import decode_header, make_header
from queue import Empty, SimpleQueue
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from tests.faults.servers import free_port, wait_for
from tests.faults.stack import COMPOSE, Stack, running_stack

pytestmark = pytest.mark.exhaustive
WORKERS = ("worker", "background", "mail")


class Mailbox:
    """A mail server on this machine, with the mails it has received."""

    def __init__(self) -> None:
        self.taken: SimpleQueue[tuple[list[str], str]] = SimpleQueue()
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        subject = message_from_bytes(envelope.content)["Subject"]
        self.taken.put((envelope.rcpt_tos, str(make_header(decode_header(subject)))))
        return "250 OK"


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    box.controller.start()
    yield box
    box.controller.stop()


@pytest.fixture(scope="module")
def deployed(mailbox: Mailbox) -> Iterator[Stack]:
    with running_stack(
        "web",
        EMAIL_URL=f"smtp://127.0.0.1:{mailbox.controller.port}",
        MAIL_FROM="play@example.org",
        PUBLIC_URL="https://play.example.org",
    ) as stack:
        stack.networks = {name: COMPOSE["services"][name]["networks"] for name in WORKERS}
        for name in WORKERS:
            stack.start(name)
        yield stack


def ask_for_mail(stack: Stack, address: str) -> None:
    """Queue a mail as `/account/mail/` does."""
    given = f"from players.models import Player; p = Player.objects.create_user({address!r}, password='-' * 12)"
    asked = f"from common.sending import send_task; send_task('players.send_confirmation', p.pk, {address!r}, 'en')"
    done = stack.manage("shell", "-c", f"{given}; {asked}")
    assert done.returncode == 0, done.stderr


def test_mail_reaches_a_server_outside_through_the_worker_that_may_go_there(deployed: Stack, mailbox: Mailbox) -> None:
    ask_for_mail(deployed, "ann@example.org")

    to, subject = mailbox.taken.get(timeout=240)

    assert to == ["ann@example.org"]
    assert subject == "Confirm your mail address"


def test_no_other_worker_could_have_sent_it(deployed: Stack, mailbox: Mailbox) -> None:
    """A worker of the inside network runs the same task, and can't reach the mail server."""
    deployed.stop("mail")
    deployed.networks["mail"] = ["inside"]
    deployed.start("mail")

    ask_for_mail(deployed, "ben@example.org")

    wait_for(
        lambda: "did not accept a mail: OSError Network is unreachable" in deployed.log("mail"),
        "a worker that is refused",
        seconds=60,
    )
    with pytest.raises(Empty):
        mailbox.taken.get(timeout=1)
