"""What the kit itself refuses; `config.problems` turns it into a problem document."""

from typing import Any


class Malformed(Exception):
    """What was sent cannot be read. `place` is `{"pointer": …}` into the body, or a `parameter` or `header`.

    `accepted` is a JSON Schema of what would have been read.
    """

    def __init__(self, detail: str, *, place: dict[str, str] | None = None, accepted: Any = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.place = place or {}
        self.accepted = accepted


class Missing(Exception):
    """There is nothing here, or nothing that the asker may see."""


class NameTaken(Exception):
    """Somebody else has that name."""


class WrongCredentials(Exception):
    """Name and password do not belong together."""


class TooFast(Exception):
    """Too many requests; `wait` seconds from now there will be room for another one."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait
