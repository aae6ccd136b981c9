"""The numbers of rules: what is named after a rule of RULES.md says so at the beginning of its docstring."""

import re
from functools import cache

_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)*)\b")


@cache
def rule_number(named: type) -> str | None:
    """The number of the rule that a class of a ruleset stands for; None for what several rules share."""
    found = _NUMBER.match(named.__doc__ or "")
    return None if found is None else found[1]
