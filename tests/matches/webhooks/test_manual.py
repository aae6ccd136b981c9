"""The receiver of docs/clients.md answers the challenge and verifies what it gets."""

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as service

from matches.webhooks import hooks
from matches.webhooks.delivering import deliver
from matches.webhooks.models import WebhookDelivery
from players.models import Player
from tests.faults.servers import free_port
from tests.matches.webhooks.conftest import notify

pytestmark = [pytest.mark.django_db, pytest.mark.processes]
MANUAL = Path(service.BASE_DIR) / "docs" / "clients.md"


def receiver_of_manual() -> str:
    (code,) = [
        block
        for block in re.findall(r"^```python\n(.*?)^```$", MANUAL.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        if "standardwebhooks" in block
    ]
    return code


def wait_until_open(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("it does not listen")


@pytest.mark.parametrize("is_own", [True, False])
def test_the_receiver_of_the_manual_takes_only_what_is_signed(
    ann: Player, settings: Any, tmp_path: Path, is_own: bool
) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    port = free_port()
    webhook, secret = hooks.create_webhook(player=ann, url=f"http://127.0.0.1:{port}/", types=[])
    (tmp_path / "receiver.py").write_text(receiver_of_manual())
    known = {"WEBHOOK_SECRET": secret if is_own else "whsec_" + "A" * 44, "PORT": str(port)}
    with subprocess.Popen(
        [sys.executable, "receiver.py"],
        cwd=tmp_path,
        env={**os.environ, **known},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as running:
        wait_until_open(port)
        deliver()
        notify(ann)
        deliver()
        running.terminate()
        printed, _ = running.communicate(timeout=90)

    webhook.refresh_from_db()
    assert webhook.status == ("active" if is_own else "unproven")
    if is_own:
        id_, type_ = printed.split()[:2]
        assert (id_, type_) == (f"msg_{WebhookDelivery.objects.latest('pk').pk.hex}", "seat_taken")
    else:
        assert printed == ""
        assert WebhookDelivery.objects.get().http_status == 401
