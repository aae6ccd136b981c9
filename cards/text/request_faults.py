"""What cannot be read in a request, in Japanese. msgspec and the kit say it in English. Pure."""

import re
from functools import cache

JAPANESE: dict[str, str] = {
    # msgspec
    "Expected {}, got {}.": "{} が必要ですが、{} です。",
    "Expected `array` of length >= {}.": "配列には{}個以上の要素が必要です。",
    "Expected `array` of length <= {}.": "配列の要素は{}個までです。",
    "Expected `object` of length <= {}.": "オブジェクトのキーは{}個までです。",
    "Expected `str` of length >= {}.": "{}文字以上の文字列が必要です。",
    "Expected `str` of length <= {}.": "文字列は{}文字までです。",
    "Expected `str` matching regex {}.": "正規表現 {} に一致する文字列が必要です。",
    "Expected `int` >= {}.": "{} 以上の整数が必要です。",
    "Expected `int` <= {}.": "{} 以下の整数が必要です。",
    "Number out of range.": "数値が範囲外です。",
    "Integer value out of range.": "整数が範囲外です。",
    "Invalid value {}.": "{} は使えない値です。",
    "Invalid enum value {}.": "{} は使えない値です。",
    "Invalid RFC3339 encoded datetime.": "RFC 3339 形式の日時が必要です。",
    "Object missing required field {}.": "必須のフィールド {} がありません。",
    "Object contains unknown field {}.": "{} というフィールドはありません。",
    # The kit
    "The body is not JSON: {}.": "本文が JSON ではありません（{}）。",
    "The body is not UTF-8.": "本文が UTF-8 ではありません。",
    "The body is nested too deeply.": "本文の入れ子が深すぎます。",
    "Strings must not contain the character U+0000.": "文字列に文字 U+0000 は使えません。",
    "There is no parameter {} here.": "ここに {} というパラメーターはありません。",
    "{} is given more than once.": "{} が2回以上指定されています。",
    "{} contains the character U+0000.": "{} に文字 U+0000 が含まれています。",
    "{} must say its offset, such as Z.": "{} には Z のような時差の指定が必要です。",
    "{} must be from 1970-01-01 to 9998-12-31.": "{} は 1970-01-01 から 9998-12-31 までにしてください。",
    "{} needs {}.": "{} には {} が必要です。",
    "This is not a cursor that was given out here; leave it away to begin anew.": (
        "ここで渡したカーソルではありません。最初から読むには指定を外してください。"
    ),
    "An Idempotency-Key is {} printable ASCII characters.": ("Idempotency-Key は印字できる ASCII 文字 {} 文字です。"),
    # The service
    "The API has no such address; addresses end without a slash, ids are in lower case. See /api/docs/.": (
        "このような API のアドレスはありません。末尾にスラッシュは付かず、ID は小文字です。/api/docs/ をご覧ください。"
    ),
    "The address, a header or the body is not as HTTP has it.": (
        "アドレス・ヘッダー・本文のどれかが HTTP に合っていません。"
    ),
    "Only one of your own legal actions can be considered.": "検討できるのは自分の合法手だけです。",
    "No prompt of this game is of the kind {}.": "このゲームに {} という種類の選択はありません。",
    "No effect of this game is called {}.": "このゲームに {} という効果はありません。",
    "No more streams can be open now; ask for the events with `wait`, or again later.": (
        "今はこれ以上ストリームを開けません。`wait` を付けてイベントを読むか、後でもう一度お試しください。"
    ),
    "A Last-Event-ID is the seq of an event.": "Last-Event-ID はイベントの seq です。",
    "There is no such type of event.": "そのような種類のイベントはありません。",
    "It must name the seats whose clocks ran out.": "時間切れになった席の番号が必要です。",
}
"""An English sentence, with {} for what differs -> the Japanese one, with the same things in the same order."""


def in_japanese(sentence: str) -> str:
    """As it stands where nobody has translated it."""
    for pattern, japanese in _patterns():
        if found := pattern.fullmatch(sentence):
            return japanese.format(*found.groups())
    return sentence


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The longest sentences first: they say more."""
    sentences = sorted(JAPANESE, key=len, reverse=True)
    return [(re.compile(re.escape(text).replace(r"\{\}", "(.+?)"), re.DOTALL), JAPANESE[text]) for text in sentences]
