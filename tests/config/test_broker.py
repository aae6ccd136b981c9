"""The broker without a server: a worker finds a message whole or not at all."""

from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from config.settings import dev


def test_a_message_that_is_being_written_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {name: str(tmp_path) for name in ("data_folder_in", "data_folder_out", "control_folder")}
    connection = Connection("filesystem://localhost", transport=dev.CELERY_BROKER_TRANSPORT, transport_options=options)
    channel = connection.channel()
    write, looked = Path.write_bytes, []

    def halting(path: Path, data: bytes) -> int:
        write(path, data[:5])
        with pytest.raises(Empty):
            channel._get("bots")
        looked.append(path)
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", halting)
    channel._put("bots", {"body": "a match"})

    assert len(looked) == 1
    assert channel._get("bots") == {"body": "a match"}
    with pytest.raises(Empty):
        channel._get("bots")
