"""Turns messages into sentences in both languages, with the words of a ruleset."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from common.text.message_sentences import Occupants, fill_message
from common.text.naming import (
    BRACKETS,
    COMMA,
    NOTHING,
    value_name,
    word,
)
from common.text.templates import templates
from rules.engine import Names, Problem, Ruleset, View
from rules.engine.board import Board, standing_on, waiting_in
from rules.engine.messages import fill
from rules.json_schemas import json_schema


def explained(rules: Ruleset, problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Each problem with its text in both languages.

    Problems that a rule of the game explains have its number (`rule`). Problems of an option have a JSON Schema of what
    is accepted (`accepted`).
    """
    return [
        {**problem, **_rule(rules, problem), **_accepted(rules, problem), "texts": explain(rules, problem)}
        for problem in problems
    ]


def _rule(rules: Ruleset, problem: Problem) -> dict[str, str]:
    code = "wrong_number_of_decks" if problem["code"] == "wrong_number_of_seats" else problem["code"]
    number = rules.definition.problem_rules.get(code)
    return {} if number is None else {"rule": number}


def _accepted(rules: Ruleset, problem: Problem) -> dict[str, Any]:
    """The schema of an option's values or, for an unknown option, of the known names."""
    if problem["code"] not in ("unknown_option", "bad_option"):
        return {}
    schema = json_schema(rules.definition.options_type)
    known = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return {"accepted": known.get(problem.get("option"), {"enum": list(known)})}


def explain(rules: Ruleset, problem: Problem) -> Names:
    code = problem["code"]
    if code == "unknown_option":  # Option names have no display names, known or not.
        known = ", ".join(f"`{name}`" for name in _accepted(rules, problem)["accepted"]["enum"])
        problem = {**problem, "option": f"`{problem['option']}`", "known": known}
    if (template := rules.words.get("problems", {}).get(code)) is not None:
        texts = _filled(rules, template, problem)
        return _with_allowed(rules, problem, texts) if code == "bad_option" else texts
    if (template := templates("problems").get(code)) is not None:  # The parameters have no display names.
        return fill(template, problem)
    return {"ja": code, "en": code}


ALLOWED: Names = {"ja": "{text}使える値：{values}", "en": "{text} Allowed: {values}."}
RANGE: Names = {"ja": "{minimum}～{maximum}", "en": "{minimum} to {maximum}"}


def _with_allowed(rules: Ruleset, problem: Problem, texts: Names) -> Names:
    """The sentence with the names of the option's values, if they are few or a range of numbers."""
    with_values = {}
    for language, text in texts.items():
        allowed = _allowed(rules, problem["option"], _accepted(rules, problem)["accepted"], language)
        with_values[language] = ALLOWED[language].format(text=text, values=allowed) if allowed else text
    return with_values


def _allowed(rules: Ruleset, option: str, schema: Mapping[str, Any], language: str) -> str:
    values = [True, False] if schema.get("type") == "boolean" else schema.get("enum", [])
    if "minimum" in schema and "maximum" in schema:
        return RANGE[language].format(**schema)
    parts = [_allowed(rules, option, part, language) for part in schema.get("prefixItems", [])]
    return COMMA[language].join([*parts, *(value_name(rules, option, value, language) for value in values)])


def message_texts(
    rules: Ruleset,
    kind: str,
    message: Struct | Mapping[str, Any],
    players: Sequence[str] = (),
    occupants: Occupants = MappingProxyType({}),
    reader: int | None = None,
) -> Names | None:
    """An action, effect or prompt as a sentence, or None if the ruleset has no template for it.

    `kind` is `actions`, `effects`, `prompts`, `entries` (of a stack), or `done` for an action in the log, whose message
    also has the `actor`, a seat.

    `players` are the names of the seats; seats without a name have a number. `occupants` are the cards on the squares
    that the message names (`Occupancy`). `reader` is the seat that reads it as its own choice: its places are "your".
    """
    content = message if isinstance(message, Mapping) else msgspec.to_builtins(message)
    template = rules.words.get(kind, {}).get(content.get("type", content.get("kind", "")))
    return None if template is None else fill_message(rules, kind, template, content, players, occupants, reader)


class Occupancy:
    """Finds the cards on the squares, and of the waiting effects, that a seat's actions and prompt name."""

    def __init__(self, rules: Ruleset, seen: View, seat: int) -> None:
        self._board, self.seat = rules.definition.board, seat
        board = self._board.board(seen, seat) if self._board.squares else Board(())
        self._cards = standing_on(board) | waiting_in(board)

    def of(self, message: Struct) -> Occupants:
        named = self._board.squares.get(type(message))
        fields = {} if named is None else named(message, self.seat)
        return {name: [self._cards.get(square) for square in squares] for name, squares in fields.items()}


def reason_texts(rules: Ruleset, reason: str) -> Names:
    """The reason of an end as text, whether by the rules or by the service."""
    texts = rules.words.get("reasons", {}).get(reason) or templates("ends").get(reason)
    return {"ja": reason, "en": reason} if texts is None else texts


class _Fields(dict[str, Any]):
    """The fields of a template. Hidden or absent fields read as an ellipsis."""

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


# Distinguishing actions


def distinctions(rules: Ruleset, actions: Sequence[Struct], language: str) -> list[tuple[str, dict[str, str]]]:
    """Each action's sentence, and how it differs from others with the same sentence: name of a field -> its value."""
    contents = [msgspec.to_builtins(action) for action in actions]
    sentences = [sentence(rules, "actions", content, language) for content in contents]
    varying = _varying(sentences, contents)
    return [
        (text, _named(rules, content, varying[text], language))
        for text, content in zip(sentences, contents, strict=True)
    ]


def choice_texts(
    rules: Ruleset, actions: Sequence[Struct], players: Sequence[str] = (), occupancy: Occupancy | None = None
) -> list[Names | None]:
    """Each action as a sentence, or None without a template. Equal sentences end with the fields that differ.

    `players` are the names of the seats; seats without a name have a number. With an `occupancy`, the choices are
    worded for the seat whose view it is.
    """
    contents = [msgspec.to_builtins(action) for action in actions]
    reader = None if occupancy is None else occupancy.seat
    texts = [
        message_texts(rules, "actions", content, players, {} if occupancy is None else occupancy.of(action), reader)
        for content, action in zip(contents, actions, strict=True)
    ]
    keys = ["" if text is None else "\n".join(text.values()) for text in texts]
    varying = _varying(keys, contents)
    return [
        None
        if text is None
        else {language: own + _difference(rules, content, varying[key], language) for language, own in text.items()}
        for key, text, content in zip(keys, texts, contents, strict=True)
    ]


def _difference(rules: Ruleset, content: Mapping[str, Any], names: Collection[str], language: str) -> str:
    parts = [f"{name} {value}" for name, value in _named(rules, content, names, language).items()]
    return BRACKETS[language].format(COMMA[language].join(parts)) if parts else ""


def _varying(sentences: Sequence[str], contents: Sequence[Mapping[str, Any]]) -> dict[str, set[str]]:
    """For each sentence, the fields in which its actions differ."""
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
    """An action, effect or prompt in one language. Without a template, the values of its fields."""
    content = message if isinstance(message, Mapping) else msgspec.to_builtins(message)
    texts = message_texts(rules, kind, content)
    if texts is not None:
        return texts[language]
    return " ".join(str(value).replace("_", " ") for value in content.values())


def in_words(rules: Ruleset, value: Any, language: str) -> str:
    """Any value on one line, with display names where available. Keys come before their values."""
    if isinstance(value, Mapping):
        parts = (f"{word(rules, name, language)} {in_words(rules, part, language)}" for name, part in value.items())
        return " ".join(parts)
    return in_a_row(rules, value if isinstance(value, list | tuple) else [value], language)


def in_a_row(rules: Ruleset, values: Sequence[Any], language: str) -> str:
    """Enumerates things by their names. Absent ones are left out."""
    words = [value_name(rules, "", value, language) for value in values if value is not None]
    return COMMA[language].join(words) or NOTHING[language]
