import logging

import pytest
from celery.canvas import Signature
from kombu.exceptions import OperationalError

from common.sending import send_task


@pytest.mark.parametrize("error", [OperationalError("amqp://guest:secret@broker"), ConnectionRefusedError("refused")])
def test_a_broker_that_is_away_fails_no_request_and_no_address_is_logged(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[object] = []

    def apply_async(task: Signature, **options: object) -> None:
        sent.append((task.task, task.args, options))
        raise error

    monkeypatch.setattr(Signature, "apply_async", apply_async)

    with caplog.at_level(logging.WARNING):
        send_task("players.send_confirmation", 1, "ann@example.org", expires=30)

    assert sent == [("players.send_confirmation", (1, "ann@example.org"), {"retry": False, "expires": 30})]
    assert caplog.messages == [
        f"broker unreachable, so players.send_confirmation was not queued: {type(error).__name__}"
    ]
