"""10.7 Each kind of clause has a function that carries it out.

connectives.py registers the functions. This avoids an import cycle: effects cause events, and effects may replace
events (10.10). So replacement.py can carry out an effect without importing connectives.py, which imports it.
"""

from collections.abc import Callable
from typing import Any

from ..state import InvadersTable, Source
from . import vocabulary as v

PERFORMERS: dict[type, Callable[[InvadersTable, Source, Any], None]] = {}


def perform(table: InvadersTable, source: Source, clause: v.Clause) -> None:
    """Carry out an effect or begin it. The frame below learns how it ends."""
    PERFORMERS[type(clause)](table, source, clause)
