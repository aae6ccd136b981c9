"""Turning what was said into sentences, in both languages, with a ruleset's own words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from cards.engine import Names, Problem, Ruleset

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


class _Fields(dict[str, Any]):
    """What a template may name; what is hidden or absent reads as an ellipsis."""

    def __missing__(self, name: str) -> str:
        return "…"


def _filled(rules: Ruleset, template: Names, content: Mapping[str, Any]) -> Names:
    names = card_names(rules)
    texts = {}
    for language, text in template.items():
        fields = _Fields({name: _named(value, language, names) for name, value in content.items()})
        try:
            texts[language] = text.format_map(fields)
        except (LookupError, AttributeError, ValueError):
            texts[language] = text
    return texts


def _named(value: Any, language: str, names: Mapping[str, Names]) -> Any:
    """Card slugs become the cards' names; lists are enumerated."""
    if isinstance(value, str):
        return names.get(value, {}).get(language, value)
    if isinstance(value, list | tuple):
        return ("、" if language == "ja" else ", ").join(str(_named(item, language, names)) for item in value)
    return value


@lru_cache(maxsize=64)
def card_names(rules: Ruleset) -> dict[str, Names]:
    """slug -> display name, for the cards that have one."""
    return {card["slug"]: card["names"] for card in rules.card_set["cards"] if "names" in card}
