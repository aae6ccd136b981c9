"""The errors raised when the service refuses or doesn't answer."""

from typing import Any


class Refused(Exception):
    """The service refused: `code` is stable, `problem` is the whole document (RFC 9457). The text has every fault."""

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
    """The faults in a problem document. The answer may come from a proxy, which can use the name differently."""
    faults = problem.get(name)
    return [fault for fault in faults if isinstance(fault, dict)] if isinstance(faults, list) else []


class ConnectionLost(Exception):
    """No answer came, after several attempts. Whether the request was carried out isn't known."""
