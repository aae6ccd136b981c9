"""Labels of a builder's steps in the page's language: the ruleset's words, otherwise those common to all cards."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from common.text.labels import value_label, word
from common.text.language import in_language
from rules.engine import Names
from rules.engine.card_grammar import Alternative, CardGrammar

NAMELESS = "{…}"
"""An object without a name in the ruleset."""
PLAIN = {
    "number": gettext_lazy("a whole number"),
    "word": gettext_lazy("a word"),
    "text": gettext_lazy("a text"),
    "flag": gettext_lazy("true or false"),
    "list": gettext_lazy("a list"),
}


class Labels:
    """`names` are those of cards and of the words listed in the card set."""

    def __init__(self, given: CardGrammar, names: Mapping[str, Names]) -> None:
        self.given, self.names = given, names

    def alternative(self, one: Alternative) -> str:
        mark, marked = one.words[0] if one.words else ("", "")
        found = self._word(one.code, f"{one.name}.{mark}.{marked}", f"{mark}.{marked}", one.name)
        return found or str(PLAIN.get(one.code, NAMELESS))

    def key(self, struct: str, key: str) -> str:
        return self._word(f"{struct}.{key}", key) or word(key)

    def value(self, struct: str, key: str, value: Any) -> str:
        spelt = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
        return self._word(f"{struct}.{key}.{spelt}", f"{key}.{spelt}") or value_label(value, self.names, key)

    def _word(self, *codes: str) -> str:
        return next((in_language(self.given.words[code]) for code in codes if code in self.given.words), "")
