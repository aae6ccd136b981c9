"""Names of cards, fields, words and values, from a ruleset and its card set. Pure."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from common.text.infer_fields import vocabulary
from common.text.templates import templates
from rules.engine import GameDefinition, Names, Ruleset
from rules.engine.board import square_name

SERVICE_FIELDS: dict[str, Names] = {
    "turn": {"ja": "ターン", "en": "turn"},
    "winners": {"ja": "勝者", "en": "winners"},
    "reason": {"ja": "終了理由", "en": "reason"},
    "scores": {"ja": "得点", "en": "scores"},
}
"""Names of parts that every view and outcome has."""
NOTHING: Names = {"ja": "なし", "en": "–"}
YES: Names = {"ja": "はい", "en": "yes"}
NO: Names = {"ja": "いいえ", "en": "no"}
COMMA: Names = {"ja": "、", "en": ", "}
BRACKETS: Names = {"ja": "（{}）", "en": " ({})"}
LABELLED: Names = {"ja": "{}：{}", "en": "{}: {}"}
LABELLED_NUMBER: Names = {"ja": "{}{}", "en": "{} {}"}


def value_name(rules: Ruleset, field: str, value: Any, language: str) -> str:
    """A value of a field in words: by name if it has one, lists as enumerations, objects field by field."""
    if isinstance(value, str):
        names = names_in(rules)
        name = names.get(f"{field}.{value}") or names.get(value)
        return value if name is None else name[language]
    if isinstance(value, bool):
        return (YES if value else NO)[language]
    if value is None or (isinstance(value, list | tuple) and not value):
        return NOTHING[language]
    if isinstance(value, int) and (ordinal := rules.words.get("ordinals", {}).get(field)) is not None:
        return ordinal[language].format(value + 1)
    if isinstance(value, list | tuple) and field in rules.words.get("squares", {}):
        squares = value if isinstance(value[0], list | tuple) else [value]
        return COMMA[language].join(map(square_name, squares))
    if isinstance(value, list | tuple):
        return COMMA[language].join(value_name(rules, field, item, language) for item in value)
    if isinstance(value, Mapping):
        if (phrase := _phrase(rules, field, value)) is not None:
            parts = {name: value_name(rules, name, part, language) for name, part in value.items()}
            return phrase[language].format_map(parts)
        cards = card_names(rules)
        labels = [
            labelled(
                cards[name][language] if name in cards else word(rules, name, language),
                value_name(rules, name, part, language),
                language,
            )
            for name, part in value.items()
        ]
        return COMMA[language].join(labels)
    return str(value)


def _phrase(rules: Ruleset, field: str, value: Mapping[str, Any]) -> Names | None:
    """The ruleset's phrase for an object in this field: one for its words, else one for its parts, else None."""
    names = names_in(rules)
    words = ".".join(map(str, value.values()))
    return names.get(f"{field}.{words}") or names.get(f"{field}({','.join(value)})")


def labelled(label: str, value: str, language: str) -> str:
    """A label and its value: a number follows directly ("request 4", 「要求4」), anything else after a colon."""
    template = LABELLED_NUMBER if value.lstrip("-").isdecimal() else LABELLED
    return template[language].format(label, value)


@lru_cache(maxsize=64)
def card_names(rules: Ruleset) -> dict[str, Names]:
    """slug -> display name, for cards that have one."""
    return {card["slug"]: card["names"] for card in rules.card_set["cards"] if "names" in card}


@lru_cache(maxsize=64)
def names_in(rules: Ruleset) -> dict[str, Names]:
    """All names of a ruleset: its cards, the words of its views and actions, and those of its card set.

    `field.word` takes precedence over `word`, for words with a special meaning in that field.
    """
    reasons, options = rules.words.get("reasons", {}), rules.words.get("options", {})
    return {
        **rules.words.get("fields", {}),
        **vocabulary(rules.card_set),
        **templates("ends"),
        **reasons,
        **rules.words.get("values", {}),
        **{f"{field}.{name}": text for name, text in options.items() for field in ("option", "options")},
        **card_names(rules),
    }


def card_words(ruleset: GameDefinition, card_set: Mapping[str, Any]) -> dict[str, Names]:
    """Names of words in cards. Those of the set take precedence over those of the ruleset."""
    return {**ruleset.words.get("fields", {}), **ruleset.words.get("values", {}), **vocabulary(card_set)}


def word(rules: Ruleset, name: str, language: str) -> str:
    """The name of a field of a view or an action."""
    texts = rules.words.get("fields", {}).get(name) or SERVICE_FIELDS.get(name)
    return name.replace("_", " ") if texts is None else texts[language]
