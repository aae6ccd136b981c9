"""What is raised when the service says no, or says nothing."""

from typing import Any


class Refused(Exception):
    """The service said no: `code` is stable, `problem` is the whole document (RFC 9457)."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status = status
        self.problem = problem
        self.code: str = problem.get("code", f"http_{status}")
        super().__init__(f"{self.code}: {problem.get('detail', 'no reason was given')}")


class ConnectionLost(Exception):
    """No answer came, however often the request was sent. Whether it was carried out is not known."""
