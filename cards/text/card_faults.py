"""What is wrong with a card that somebody wrote, in both languages.

Rulesets, msgspec and the JSON reader say it in one English sentence; here is the Japanese one. Pure.
"""

import re
from functools import cache

from cards.engine import Names

JAPANESE: dict[str, str] = {
    # What may stand somewhere (the reader of Invaders)
    "must be an integer": "整数でなければなりません",
    "must be true or false": "true か false でなければなりません",
    "must be a string": "文字列でなければなりません",
    "must be a list": "リストでなければなりません",
    "must be an object": "オブジェクトでなければなりません",
    "must be at least {}": "{} 以上でなければなりません",
    "must be at most {}": "{} 以下でなければなりません",
    "must match {}": "{} に一致しなければなりません",
    "must have at least {} entries": "{}個以上必要です",
    "must have {} entries": "ちょうど {}個必要です",
    "must have the texts `ja` and `en`": "日本語（`ja`）と英語（`en`）のテキストが必要です",
    "must have at least one key": "キーが1つ以上必要です",
    "must be one of stat and add, cost, keyword, rule and what": (
        "stat と add、cost、keyword、rule と what のいずれかです"
    ),
    "must be one of {}": "次のいずれかでなければなりません：{}",
    "must be own units": "自分のユニットでなければなりません",
    "must be cards of the own hand or grave": "自分の手札か墓地のカードでなければなりません",
    "must be this card, or cards of the own hand or grave that the own seat chooses": (
        "このカード自身か、自分が選ぶ自分の手札・墓地のカードでなければなりません"
    ),
    "must be this card, or own units that the own seat chooses": (
        "このカード自身か、自分が選ぶ自分のユニットでなければなりません"
    ),
    "must be own": "own でなければなりません",
    "must not repeat a type": "同じタイプは1度だけ書けます",
    "must not repeat an origin": "同じ場所は1度だけ書けます",
    "is not known here": "ここでは使えません",
    "is not known for {}": "{} では使えません",
    "{} is missing": "{} がありません",
    "{} has a value": "{} には数値が必要です",
    "{} has no value": "{} に数値は書けません",
    "{} occurs {} times": "{} は{}回使われています",
    "{} alone has no side": "side を書かないのは {} だけです",
    "cards of zone {} are only counted": "{} のカードは枚数だけを数えます",
    "this event has no card that could be filtered": "この出来事には絞り込むカードがありません",
    "a leader can only be given a modifier": "リーダーには修正だけを与えられます",
    "a cost is changed by static abilities only": "コストを変えられるのは常在能力だけです",
    "only situations count down": "カウントダウンはシチュエーションだけが持てます",
    "only events have an ability of this kind": "この種類の能力はイベントだけが持てます",
    "only leader units can command": "指揮は指導者ユニットだけが持てます",
    "{} means the trigger {} of the card itself": "{} は、このカード自身の {} で誘発する能力です",
    # What a set does not list
    "there is no support {}": "{} という後方支援はありません",
    "there is no army {}; there are {}": "{} という軍はありません（あるのは {}）",
    # msgspec
    "Expected {}, got {}": "{} が必要ですが {} です",
    "Expected `array` of at least length {}": "{}個以上必要です",
    "Expected `array` of length >= {}": "{}個以上必要です",
    "Expected `array` of length {}, got {}": "ちょうど {}個必要ですが {}個です",
    "Expected `int` >= {}": "{} 以上の整数でなければなりません",
    "Expected `int` <= {}": "{} 以下の整数でなければなりません",
    "Invalid enum value {}": "{} は使えない値です",
    "Object missing required field {}": "{} がありません",
    # The JSON reader
    "only integers are allowed": "整数だけが使えます",
    "{}: only integers are allowed": "{}：整数だけが使えます",
    "nested too deeply": "入れ子が深すぎます",
    "the key {} is written twice": "キー {} が2回書かれています",
    "the key {} is not plain ASCII": "キー {} に ASCII 以外の文字があります",
    "the number is too large": "数が大きすぎます",
    "holds a character that cannot be stored": "保存できない文字が含まれています",
    "Expecting value": "値が必要です",
    "Expecting property name enclosed in double quotes": "二重引用符で囲んだキーが必要です",
    "Expecting ':' delimiter": "「:」が必要です",
    "Expecting ',' delimiter": "「,」が必要です",
    "Extra data": "余分な文字があります",
    "Unterminated string starting at": "文字列が閉じられていません",
    "Invalid control character at": "制御文字は使えません",
    "Invalid \\escape": "エスケープの書き方が正しくありません",
    "Invalid \\uXXXX escape": "エスケープの書き方が正しくありません",
    "Illegal trailing comma before end of {}": "最後のコンマは書けません（{}）",
}
"""An English sentence, with {} for what differs -> the Japanese one, with the same things in the same order."""


ENGLISH: dict[str, str] = {
    "Expected {}, got {}": "must be {}, not {}",
    "Expected `array` of at least length {}": "must have at least {} entries",
    "Expected `array` of length >= {}": "must have at least {} entries",
    "Expected `array` of length {}, got {}": "must have {} entries, not {}",
    "Expected `int` >= {}": "must be at least {}",
    "Expected `int` <= {}": "must be at most {}",
    "Invalid enum value {}": "{} is not known here",
    "Object missing required field {}": "{} is missing",
}
"""What msgspec says, in our words."""


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The longest sentences first: they say more."""
    sentences = sorted(JAPANESE, key=len, reverse=True)
    return [(re.compile(re.escape(text).replace(r"\{\}", "(.+?)")), text) for text in sentences]


def in_both(detail: str) -> Names:
    """The sentence in both languages; as it stands in English where nobody has translated it."""
    for pattern, text in _patterns():
        if found := pattern.fullmatch(detail):
            japanese, english = JAPANESE[text], ENGLISH.get(text, text)
            return {"ja": japanese.format(*found.groups()), "en": english.format(*found.groups())}
    return {"ja": detail, "en": detail}
