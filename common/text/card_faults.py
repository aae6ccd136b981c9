"""Texts of the faults of a card, a card set or a deck, by code. Pure.

Faults of one game have their texts in the words of its ruleset (`card_faults`).
"""

from typing import Any

from common.text import unkeepable
from common.text.templates import templates
from rules.engine import Names, Problem, Ruleset
from rules.engine.messages import fill
from rules.engine.value_faults import VALUE_FAULTS

CARD_FAULTS: dict[str, Names] = {
    **VALUE_FAULTS,
    # Words of the rules
    "no_such_word": {
        "ja": "「{word}」という語はここでは使えません。使える語：{words}",
        "en": 'The word "{word}" can\'t be used here. Allowed: {words}.',
    },
    "unknown_word": {
        "ja": "「{word}」という語はここでは使えません。近い語：{nearest}",
        "en": 'The word "{word}" can\'t be used here. Similar words: {nearest}.',
    },
    "unknown_key": {
        "ja": "`{field}`というフィールドはありません。近いもの：{nearest}",
        "en": "There is no field `{field}` here. Similar fields: {nearest}.",
    },
    # JSON that can't be read (cards/sets/card_json.py)
    "at_line": {"ja": "{line}行目：{fault}", "en": "Line {line}: {fault}"},
    "value_expected": {"ja": "値が必要です。", "en": "A value is expected."},
    "key_expected": {
        "ja": "二重引用符で囲んだキーが必要です。",
        "en": "A key in double quotes is expected.",
    },
    "colon_expected": {"ja": "「:」が必要です。", "en": "A colon is expected."},
    "comma_expected": {"ja": "「,」が必要です。", "en": "A comma is expected."},
    "trailing_comma": {"ja": "最後のコンマは書けません。", "en": "Remove the comma after the last entry."},
    "extra_data": {"ja": "余分な文字があります。", "en": "There is extra text after the end."},
    "string_not_closed": {"ja": "文字列が閉じられていません。", "en": "A string is not closed."},
    "control_character": {"ja": "制御文字は使えません。", "en": "Strings can't contain control characters."},
    "bad_escape": {"ja": "エスケープの書き方が正しくありません。", "en": "This is not a valid escape sequence."},
    "no_json": {"ja": "JSONではありません（{reason}）。", "en": "It is not JSON: {reason}."},
    "nested_too_deeply": {"ja": "入れ子が深すぎます。", "en": "It is nested too deeply."},
    "number_no_integer": {"ja": "{number}：整数だけが使えます。", "en": "{number}: only integers are allowed."},
    "key_repeated": {"ja": "キー{key!r}が2回書かれています。", "en": "The key {key!r} is written twice."},
    "card_too_large": {
        "ja": "カードが大きすぎます（JSONで{most}文字まで）。",
        "en": "The card is too large. The limit is {most} characters of JSON.",
    },
    # Unsupported by canonical JSON or the database
    "key_not_ascii": {
        "ja": "キー{key!r}にASCII以外の文字があります。",
        "en": "The key {key!r} is not plain ASCII.",
    },
    **unkeepable.TEXTS,
    "only_integers": {"ja": "整数だけが使えます。", "en": "Only integers are allowed."},
    "number_not_exact": {"ja": "数が大きすぎます。", "en": "The number is too large."},
    # The shape that all sets share (cards/sets/validation.py)
    "part_missing": {"ja": "ありません。", "en": "It is missing."},
    "part_of_other_kind": {
        "ja": "前の改訂と型が異なります。",
        "en": "Its type differs from the last revision.",
    },
    "part_fixed": {"ja": "変更できません。", "en": "It can't be changed."},
    "set_without_cards": {"ja": "セットにはカードが必要です。", "en": "A set needs cards."},
    "card_no_object": {"ja": "カードは{{…}}の形で書いてください。", "en": "Write a card as an object: {{…}}."},
    "slug_missing": {"ja": "カードにはスラッグが必要です。", "en": "A card needs a slug."},
    "bad_slug": {
        "ja": "スラッグは英小文字・数字・単独のハイフンで、{most}文字以内です。",
        "en": "A slug can have lower-case letters, digits and single hyphens, at most {most} characters.",
    },
    "slug_repeated": {"ja": "{times}回使われています。", "en": "It is used {times} times."},
    "slug_taken": {
        "ja": "下書きの別のカードがこのスラッグを使っています。",
        "en": "Another card in the draft uses this slug.",
    },
    "names_needed": {"ja": "日本語と英語の両方が必要です。", "en": "It needs a Japanese and an English text."},
    "texts_needed": {
        "ja": "日本語と英語のテキストが必要です（空でも可）。",
        "en": "It needs a Japanese and an English text, even if empty.",
    },
    "name_empty": {"ja": "空にはできません。", "en": "It can't be empty."},
    # Faults found when a ruleset reads the card
    "thing_missing": {
        "ja": "{what}がないか、そのようなものは存在しません。",
        "en": "{what} is missing or doesn't exist.",
    },
    "unreadable_set": {
        "ja": "ルールセットが読み取れません：{what}",
        "en": "The ruleset can't read it: {what}",
    },
    "starter_deck": {"ja": "{deck}：{problem}", "en": "{deck}: {problem}"},
}


def card_fault_texts(problem: Problem, rules: Ruleset | None = None) -> Names:
    """The texts of a card's fault, from the ruleset if it has them. Lists are enumerated."""
    code = problem["code"]
    own = {} if rules is None else rules.words.get("card_faults", {})
    template = own.get(code) or templates("card_faults").get(code) or {"ja": code, "en": code}
    return fill(template, {name: _listed(value) for name, value in problem.items()})


def _listed(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
