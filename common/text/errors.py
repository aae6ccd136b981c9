"""ServiceError, with which all layers above the rules refuse a request, and the registry of its codes.

An app declares its codes and its sentences by kind (`templates`) in its `errors.py`, and registers them in
`AppConfig.ready`. `config.problems` builds the problem document; admin pages show the texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from common.text.templates import declare, templates
from rules.engine import Names
from rules.engine.messages import fill


class ErrorCode(NamedTuple):
    """The meaning of a code, and advice for clients. Text between backticks is code."""

    status: int
    meaning: Names
    advice: Names


_codes: dict[str, ErrorCode] = {}


def register(codes: Mapping[str, ErrorCode], **kinds: Mapping[str, Names]) -> None:
    """Register an app's codes, and its sentences by kind. Raises ValueError for one that is declared twice."""
    for code, entry in codes.items():
        if _codes.setdefault(code, entry) != entry:
            raise ValueError(f"{code} is declared twice")
    for kind, sentences in kinds.items():
        declare(kind, sentences)


def error_codes() -> Mapping[str, ErrorCode]:
    """Every code of the service, sorted by status."""
    return dict(sorted(_codes.items(), key=lambda item: (item[1].status, item[0])))


@dataclass(frozen=True, slots=True)
class Detail:
    """What exactly is wrong: a stable code with its parameters.

    `place` is `{"pointer": …}` into the body, or a `parameter` or `header`; if empty, the detail is about the whole
    request. `accepted` is a JSON Schema of what is accepted there.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    place: Mapping[str, str] = field(default_factory=dict)
    accepted: Any = None

    @property
    def texts(self) -> Names:
        return fill(templates("details")[self.code], self.params)


class ServiceError(Exception):
    """Refuses a request; nothing has changed. The parameters become fields of the problem document."""

    def __init__(self, code: str, *details: Detail, **params: Any) -> None:
        super().__init__(code, *(detail.code for detail in details))
        self.code = code
        self.details = details
        self.params = params

    @property
    def status(self) -> int:
        return _codes[self.code].status

    @property
    def texts(self) -> Names:
        return _codes[self.code].meaning

    @property
    def advice(self) -> Names:
        return _codes[self.code].advice


def malformed(
    code: str, *, place: Mapping[str, str] | None = None, accepted: Any = None, **params: Any
) -> ServiceError:
    """The error `malformed_request` with one detail."""
    return ServiceError("malformed_request", Detail(code, params, place or {}, accepted))
