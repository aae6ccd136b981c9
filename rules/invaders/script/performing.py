"""10.7 An effect is carried out by a function, found by the kind of its clause.

The functions are entered by the file that defines them (connectives.py). An effect brings about events, and an effect
may replace an event (10.10): so replacement.py can have an effect carried out without importing what it is used by.
"""

from collections.abc import Callable
from typing import Any

from ..state import InvadersTable, Source
from . import vocabulary as v

PERFORMERS: dict[type, Callable[[InvadersTable, Source, Any], None]] = {}


def perform(table: InvadersTable, source: Source, clause: v.Clause) -> None:
    """Carry an effect out, or begin it; the rule beneath hears how it ends."""
    PERFORMERS[type(clause)](table, source, clause)
