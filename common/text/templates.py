"""The one registry of the service's sentences: kind -> code -> a template in both languages. Pure.

Whoever raises a code declares its sentence; `AppConfig.ready` takes them in. A ruleset's own are its `words`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine import Names

KINDS = (
    "details",  # What in a request cannot be read
    "problems",  # What keeps a match from being set up
    "rules_errors",  # Why the rules refuse an action
    "card_faults",  # What is wrong with what an author wrote
    "events",  # What happened in a match, in its transcript
    "ends",  # Why a match ended, where it was not by its rules
    "decided",  # The same as a sentence, with `{winners}` and `{losers}`
    "findings",  # What an audit finds wrong
    "import_refusals",  # Why an export is not even audited
)
_templates: dict[str, dict[str, Names]] = {kind: {} for kind in KINDS}


def declare(kind: str, templates: Mapping[str, Names]) -> None:
    """Take in sentences of a kind. Raises ValueError for one that is declared otherwise already."""
    for code, texts in templates.items():
        if _templates[kind].setdefault(code, texts) != texts:
            raise ValueError(f"{code} is declared twice")


def templates(kind: str) -> Mapping[str, Names]:
    """The sentences of a kind, by their codes."""
    return MappingProxyType(_templates[kind])
