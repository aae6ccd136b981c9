"""The registry of the service's sentences: kind -> code -> a template in both languages. Pure.

The app that raises a code declares its sentence and registers it in `AppConfig.ready`. Rulesets have `words`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine import Names

KINDS = (
    "details",  # Unreadable parts of a request
    "problems",  # Why a match cannot be set up
    "rules_errors",  # Why the rules refuse an action
    "card_faults",  # What is wrong with a card, set or deck
    "events",  # What happened in a match, in its transcript
    "ends",  # Why a match ended, if not by its rules
    "decided",  # The same as a whole sentence, with `{winners}` and `{losers}`
    "findings",  # What an audit finds wrong
    "import_refusals",  # Why an export is refused before its audit
    "desk_faults",  # Why an archive of a desk is refused, or a row of it left alone
)
_templates: dict[str, dict[str, Names]] = {kind: {} for kind in KINDS}


def declare(kind: str, templates: Mapping[str, Names]) -> None:
    """Register sentences of a kind. Raises ValueError if a code already has another one."""
    for code, texts in templates.items():
        if _templates[kind].setdefault(code, texts) != texts:
            raise ValueError(f"{code} is declared twice")


def templates(kind: str) -> Mapping[str, Names]:
    """The sentences of a kind, by their codes."""
    return MappingProxyType(_templates[kind])
