"""Rule numbers: a class named after a rule of RULES.md has the number at the start of its docstring."""

import re
from functools import cache

_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)*)\b")


@cache
def rule_number(named: type) -> str | None:
    """The number of the rule that a ruleset's class implements; None if several rules share the class."""
    found = _NUMBER.match(named.__doc__ or "")
    return None if found is None else found[1]
