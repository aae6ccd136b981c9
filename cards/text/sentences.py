"""Turning what was said into sentences, in both languages, with a ruleset's own words."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from cards.engine import GameDefinition, Names, Problem, Ruleset
from cards.rulesets.json_schemas import json_schema
from cards.text.infer_fields import vocabulary

SERVICE_PROBLEMS: dict[str, Names] = {
    "bad_clock": {"ja": "持ち時間の設定が正しくありません：{detail}", "en": "The clock cannot be read: {detail}"},
    "deck_missing": {"ja": "席 {seat} のデッキがありません", "en": "Seat {seat} has no deck"},
    "bot_disabled": {
        "ja": "席 {seat} のボット「{bot}」は現在停止中です",
        "en": "Seat {seat}: the bot {bot} takes no seats now",
    },
    "unknown_bot": {"ja": "席 {seat} のボット「{bot}」はありません", "en": "Seat {seat}: there is no bot {bot}"},
    "unknown_deck": {"ja": "席 {seat} のデッキ「{deck}」はありません", "en": "Seat {seat}: there is no deck {deck}"},
    "unknown_player": {
        "ja": "席 {seat} のプレイヤー「{player}」はいません",
        "en": "Seat {seat}: there is no player {player}",
    },
    "seated_twice": {"ja": "席 {seat} のプレイヤーはすでに座っています", "en": "Seat {seat}: the player sits twice"},
    "wrong_number_of_decks": {"ja": "席が{expected}つ必要です", "en": "There must be {expected} seats"},
}
"""Faults that no ruleset has words for, because they are the service's own."""
SERVICE_REASONS: dict[str, Names] = {
    "resignation": {"ja": "投了", "en": "Resignation"},
    "timeout": {"ja": "時間切れ", "en": "Out of time"},
    "aborted": {"ja": "中止", "en": "Aborted"},
}
"""Ends that the service brings about, not the rules."""
SERVICE_FIELDS: dict[str, Names] = {
    "winners": {"ja": "勝者の席", "en": "winning seats"},
    "reason": {"ja": "終了理由", "en": "reason"},
    "scores": {"ja": "得点", "en": "scores"},
}
"""Parts of every outcome."""
NOTHING: Names = {"ja": "なし", "en": "–"}
YES: Names = {"ja": "はい", "en": "yes"}
NO: Names = {"ja": "いいえ", "en": "no"}
COMMA: Names = {"ja": "、", "en": ", "}
BRACKETS: Names = {"ja": "（{}）", "en": " ({})"}


def explained(rules: Ruleset, problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Each problem with its text in both languages; of an option also what would be accepted, as a JSON Schema."""
    return [{**problem, **_accepted(rules, problem), "texts": explain(rules, problem)} for problem in problems]


def _accepted(rules: Ruleset, problem: Problem) -> dict[str, Any]:
    """What the option may be; of one that there is not, the names of those that there are."""
    if problem["code"] not in ("unknown_option", "bad_option"):
        return {}
    schema = json_schema(rules.definition.options_type)
    known = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return {"accepted": known.get(problem.get("option"), {"enum": list(known)})}


def explain(rules: Ruleset, problem: Problem) -> Names:
    code = problem["code"]
    if (template := rules.words.get("problems", {}).get(code)) is not None:
        return _filled(rules, template, problem)
    if (template := SERVICE_PROBLEMS.get(code)) is not None:  # What it names is nobody's vocabulary.
        return {language: text.format_map(_Fields(problem)) for language, text in template.items()}
    return {"ja": code, "en": code}


def told(rules: Ruleset, kind: str, message: Struct | Mapping[str, Any]) -> Names | None:
    """An action, effect or prompt (`kind` is `actions`, `effects` or `prompts`) as a sentence, if there are words."""
    content = message if isinstance(message, Mapping) else msgspec.to_builtins(message)
    template = rules.words.get(kind, {}).get(content.get("type", content.get("kind", "")))
    return None if template is None else _filled(rules, template, content)


def reason_told(rules: Ruleset, reason: str) -> Names:
    """Why a match ended: by its rules, or by the service."""
    texts = rules.words.get("reasons", {}).get(reason) or SERVICE_REASONS.get(reason)
    return {"ja": reason, "en": reason} if texts is None else texts


class _Fields(dict[str, Any]):
    """What a template may name; what is hidden or absent reads as an ellipsis."""

    def __missing__(self, name: str) -> str:
        return "…"


def _filled(rules: Ruleset, template: Names, content: Mapping[str, Any]) -> Names:
    texts = {}
    for language, text in template.items():
        fields = _Fields({name: value_name(rules, name, value, language) for name, value in content.items()})
        try:
            texts[language] = text.format_map(fields)
        except (LookupError, AttributeError, ValueError):
            texts[language] = text
    return texts


def value_name(rules: Ruleset, field: str, value: Any, language: str) -> str:
    """A value of a field in words: what has a name is called by it, lists are enumerated, objects told by field."""
    if isinstance(value, str):
        names = names_in(rules)
        name = names.get(f"{field}.{value}") or names.get(value)
        return value if name is None else name[language]
    if isinstance(value, bool):
        return (YES if value else NO)[language]
    if value is None or (isinstance(value, list | tuple) and not value):
        return NOTHING[language]
    if isinstance(value, list | tuple):
        comma = ", " if all(type(item) is int for item in value) else COMMA[language]
        return comma.join(value_name(rules, field, item, language) for item in value)
    if isinstance(value, Mapping):
        parts = [
            f"{word(rules, name, language)} {value_name(rules, name, part, language)}" for name, part in value.items()
        ]
        return COMMA[language].join(parts)
    return str(value)


@lru_cache(maxsize=64)
def card_names(rules: Ruleset) -> dict[str, Names]:
    """slug -> display name, for the cards that have one."""
    return {card["slug"]: card["names"] for card in rules.card_set["cards"] if "names" in card}


@lru_cache(maxsize=64)
def names_in(rules: Ruleset) -> dict[str, Names]:
    """All that has a name in a ruleset: its cards, the words of its views and actions, and those of its card set.

    `field.word` goes before `word` where the word means something else in that field.
    """
    reasons, options = rules.words.get("reasons", {}), rules.words.get("options", {})
    return {
        **rules.words.get("fields", {}),
        **vocabulary(rules.card_set),
        **SERVICE_REASONS,
        **reasons,
        **rules.words.get("values", {}),
        **{f"{field}.{name}": text for name, text in options.items() for field in ("option", "options")},
        **card_names(rules),
    }


def card_words(ruleset: GameDefinition, card_set: Mapping[str, Any]) -> dict[str, Names]:
    """The names of words in cards: as the set itself lists them, else as the ruleset says them."""
    return {**ruleset.words.get("fields", {}), **ruleset.words.get("values", {}), **vocabulary(card_set)}


# Choosing among actions


def distinctions(rules: Ruleset, actions: Sequence[Struct], language: str) -> list[tuple[str, dict[str, str]]]:
    """Each action's sentence, and what tells it from the others that have the same one: what it is called -> what."""
    contents = [msgspec.to_builtins(action) for action in actions]
    sentences = [sentence(rules, "actions", content, language) for content in contents]
    varying = _varying(sentences, contents)
    return [
        (text, _named(rules, content, varying[text], language))
        for text, content in zip(sentences, contents, strict=True)
    ]


def choices_told(rules: Ruleset, actions: Sequence[Struct]) -> list[Names | None]:
    """Each action as a sentence, if there are words; those that would say the same end with what tells them apart."""
    contents = [msgspec.to_builtins(action) for action in actions]
    texts = [told(rules, "actions", content) for content in contents]
    keys = ["" if text is None else "\n".join(text.values()) for text in texts]
    varying = _varying(keys, contents)
    return [
        None
        if text is None
        else {language: said + _told_apart(rules, content, varying[key], language) for language, said in text.items()}
        for key, text, content in zip(keys, texts, contents, strict=True)
    ]


def _told_apart(rules: Ruleset, content: Mapping[str, Any], names: Collection[str], language: str) -> str:
    parts = [f"{name} {value}" for name, value in _named(rules, content, names, language).items()]
    return BRACKETS[language].format(COMMA[language].join(parts)) if parts else ""


def _varying(sentences: Sequence[str], contents: Sequence[Mapping[str, Any]]) -> dict[str, set[str]]:
    """For each sentence, the fields in which the actions that it stands for differ."""
    first: dict[str, Mapping[str, Any]] = {}
    varying: dict[str, set[str]] = {}
    for text, content in zip(sentences, contents, strict=True):
        one = first.setdefault(text, content)
        names = varying.setdefault(text, set())
        if content is not one:
            names |= {name for name in (*one, *content) if one.get(name) != content.get(name)}
    return varying


def _named(rules: Ruleset, content: Mapping[str, Any], names: Collection[str], language: str) -> dict[str, str]:
    return {
        word(rules, name, language): in_words(rules, value, language)
        for name, value in content.items()
        if name in names
    }


def sentence(rules: Ruleset, kind: str, message: Struct | Mapping[str, Any], language: str) -> str:
    """An action, effect or prompt in one language; its fields where there are no words for it."""
    content = message if isinstance(message, Mapping) else msgspec.to_builtins(message)
    texts = told(rules, kind, content)
    if texts is not None:
        return texts[language]
    return " ".join(str(value).replace("_", " ") for value in content.values())


def word(rules: Ruleset, name: str, language: str) -> str:
    """What a field of a view or of an action is called."""
    texts = rules.words.get("fields", {}).get(name) or SERVICE_FIELDS.get(name)
    return name.replace("_", " ") if texts is None else texts[language]


def in_words(rules: Ruleset, value: Any, language: str) -> str:
    """Any value on one line, by the names that there are, keys before what they hold."""
    if isinstance(value, Mapping):
        parts = (f"{word(rules, name, language)} {in_words(rules, part, language)}" for name, part in value.items())
        return " ".join(parts)
    return in_a_row(rules, value if isinstance(value, list | tuple) else [value], language)


def in_a_row(rules: Ruleset, values: Sequence[Any], language: str) -> str:
    """Things after one another, by their names; what is absent is left out."""
    words = [value_name(rules, "", value, language) for value in values if value is not None]
    return COMMA[language].join(words) or NOTHING[language]
