"""For Schemathesis: it sends lines of JSON as they are, and its workers parse Python one after the other.

CPython 3.11 counts the depth of parsing for all threads together. Two at once can end in a SystemError ("AST
constructor recursion depth mismatch"), and Schemathesis would blame the operation that it was trying.
"""

import ast
import threading
from typing import Any

import schemathesis

_parse = ast.parse
_turn = threading.RLock()


def _parse_in_turn(*arguments: Any, **more: Any) -> Any:
    with _turn:
        return _parse(*arguments, **more)


ast.parse = _parse_in_turn


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")
