"""Turning what was said into sentences, in both languages, with a ruleset's own words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from cards.engine import Names, Problem, Ruleset
from cards.survey import vocabulary

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
    "wrong_number_of_decks": {"ja": "席は {expected} つ必要です", "en": "There must be {expected} seats"},
}
"""Faults that no ruleset has words for, because they are the service's own."""
SERVICE_REASONS: dict[str, Names] = {
    "resignation": {"ja": "投了", "en": "Resignation"},
    "timeout": {"ja": "時間切れ", "en": "Out of time"},
    "aborted": {"ja": "中止", "en": "Aborted"},
}
"""Ends that the service brings about, not the rules."""
NOTHING: Names = {"ja": "なし", "en": "–"}


def explained(rules: Ruleset, problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Each problem with its text in both languages."""
    return [{**problem, "texts": explain(rules, problem)} for problem in problems]


def explain(rules: Ruleset, problem: Problem) -> Names:
    code = problem["code"]
    template = rules.words.get("problems", {}).get(code) or SERVICE_PROBLEMS.get(code)
    return {"ja": code, "en": code} if template is None else _filled(rules, template, problem)


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
    names = names_in(rules)
    texts = {}
    for language, text in template.items():
        fields = _Fields({name: _named(value, language, names) for name, value in content.items()})
        try:
            texts[language] = text.format_map(fields)
        except (LookupError, AttributeError, ValueError):
            texts[language] = text
    return texts


def _named(value: Any, language: str, names: Mapping[str, Names]) -> Any:
    """What has a name is called by it; lists are enumerated."""
    if isinstance(value, str):
        return names.get(value, {}).get(language, value)
    if isinstance(value, list | tuple):
        return ("、" if language == "ja" else ", ").join(str(_named(item, language, names)) for item in value)
    return value


@lru_cache(maxsize=64)
def card_names(rules: Ruleset) -> dict[str, Names]:
    """slug -> display name, for the cards that have one."""
    return {card["slug"]: card["names"] for card in rules.card_set["cards"] if "names" in card}


@lru_cache(maxsize=64)
def names_in(rules: Ruleset) -> dict[str, Names]:
    """All that has a name in a ruleset: its cards, the words of its views and actions, and those of its card set."""
    fields, reasons = rules.words.get("fields", {}), rules.words.get("reasons", {})
    return {**vocabulary(rules.card_set), **reasons, **fields, **card_names(rules)}


# Choosing among actions


def distinctions(rules: Ruleset, actions: Sequence[Struct], language: str) -> list[tuple[str, dict[str, str]]]:
    """Each action's sentence, and what tells it from the others that have the same one: what it is called -> what."""
    contents = [msgspec.to_builtins(action) for action in actions]
    sentences = [sentence(rules, "actions", content, language) for content in contents]
    alike: dict[str, list[dict[str, Any]]] = {}
    for text, content in zip(sentences, contents, strict=True):
        alike.setdefault(text, []).append(content)
    return [
        (text, _differences(rules, content, alike[text], language))
        for text, content in zip(sentences, contents, strict=True)
    ]


def _differences(
    rules: Ruleset, content: Mapping[str, Any], others: Sequence[Mapping[str, Any]], language: str
) -> dict[str, str]:
    return {
        word(rules, name, language): in_words(rules, value, language)
        for name, value in content.items()
        if any(other.get(name) != value for other in others)
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
    texts = rules.words.get("fields", {}).get(name)
    return name.replace("_", " ") if texts is None else texts[language]


def in_words(rules: Ruleset, value: Any, language: str) -> str:
    """Any value on one line, by the names that there are, keys before what they hold."""
    if isinstance(value, Mapping):
        parts = (f"{word(rules, name, language)} {in_words(rules, part, language)}" for name, part in value.items())
        return " ".join(parts)
    return in_a_row(rules, value if isinstance(value, list | tuple) else [value], language)


def in_a_row(rules: Ruleset, values: Sequence[Any], language: str) -> str:
    """Things after one another, by their names; what is absent is left out."""
    names = names_in(rules)
    words = [str(_named(value, language, names)) for value in values if value is not None]
    return ("、" if language == "ja" else ", ").join(words) or NOTHING[language]
