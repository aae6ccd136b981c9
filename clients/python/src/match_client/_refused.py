"""What is raised when the service says no, or says nothing."""

from typing import Any


class Refused(Exception):
    """The service said no: `code` is stable, `problem` is the whole document (RFC 9457). Its text has every fault."""

    def __init__(self, status: int, problem: dict[str, Any], language: str = "en") -> None:
        self.status = status
        self.problem = problem
        self.code: str = problem.get("code", f"http_{status}")
        faults = [
            *(f"{fault.get('pointer', '')} {fault.get('detail', '')}".strip() for fault in _faults(problem, "errors")),
            *(fault.get("texts", {}).get(language, fault.get("code")) for fault in _faults(problem, "problems")),
        ]
        said = f"{self.code}: {problem.get('detail', 'no reason was given')}"
        super().__init__("\n- ".join([said, *map(str, faults)]))


def _faults(problem: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Not everything that answers is the service: a proxy may mean something else by the name."""
    faults = problem.get(name)
    return [fault for fault in faults if isinstance(fault, dict)] if isinstance(faults, list) else []


class ConnectionLost(Exception):
    """No answer came, however often the request was sent. Whether it was carried out is not known."""
