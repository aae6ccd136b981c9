"""What exactly is wrong with a request that the kit of the API cannot read: texts by code. Pure."""

from common.text import unkeepable
from rules.engine import Names
from rules.engine.value_faults import VALUE_FAULTS

SENTENCES: dict[str, Names] = {
    **VALUE_FAULTS,
    # The body
    "not_json": {"ja": "本文が JSON ではありません（{reason}）。", "en": "The body is not JSON: {reason}."},
    "not_utf8": {"ja": "本文が UTF-8 ではありません。", "en": "The body is not UTF-8."},
    "nested_too_deeply": {"ja": "本文の入れ子が深すぎます。", "en": "The body is nested too deeply."},
    **unkeepable.TEXTS,
    "body_cut_short": {
        "ja": "本文が宣言より短いか、チャンクを読み取れません。",
        "en": "The body is shorter than the request says, or its chunks cannot be read.",
    },
    "body_length_ambiguous": {
        "ja": "本文の長さが分かりません。",
        "en": "The length of the body cannot be told.",
    },
    # Parameters and headers
    "if_match_unreadable": {
        "ja": "`If-Match` には `ETag` の値をそのまま、または `*` を入れてください。",
        "en": "`If-Match` must be an `ETag` as it was sent, or `*`.",
    },
    "unknown_parameter": {
        "ja": "ここに `{parameter}` というパラメーターはありません。",
        "en": "There is no parameter `{parameter}` here.",
    },
    "repeated_parameter": {
        "ja": "`{parameter}` が2回以上指定されています。",
        "en": "`{parameter}` is given more than once.",
    },
    "nul_in_parameter": {
        "ja": "`{parameter}` に文字 U+0000 が含まれています。",
        "en": "`{parameter}` contains the character U+0000.",
    },
    "parameter_needs": {"ja": "`{parameter}` には `{needed}` が必要です。", "en": "`{parameter}` needs `{needed}`."},
    "unknown_cursor": {
        "ja": "ここで渡したカーソルではありません。最初から読むには指定を外してください。",
        "en": "This is not a cursor that was given out here; leave it away to begin anew.",
    },
    "idempotency_key_unreadable": {
        "ja": "Idempotency-Key は印字できる ASCII 文字で{least}文字以上{most}文字以下です。",
        "en": "An Idempotency-Key is {least} to {most} printable ASCII characters.",
    },
    # The request as a whole
    "no_such_address": {
        "ja": (
            "このような API のアドレスはありません。末尾にスラッシュは付かず、ID は小文字です。"
            "/api/docs/ をご覧ください。"
        ),
        "en": "The API has no such address; addresses end without a slash, ids are in lower case. See /api/docs/.",
    },
    "not_http": {
        "ja": "アドレス・ヘッダー・本文のどれかが HTTP に合っていません。",
        "en": "The address, a header or the body is not as HTTP has it.",
    },
}

PROBLEMS: dict[str, Names] = {
    "wrong_number_of_decks": {"ja": "席が{expected}つ必要です", "en": "There must be {expected} seats"},
}
"""What the engine says of a setup where the ruleset has no words of its own for it."""
