"""What exactly is wrong with a request that the kit of the API cannot read: texts by code. Pure."""

from cards.engine import Names

SENTENCES: dict[str, Names] = {
    # A value of JSON (cards/http/schema_faults.py reads msgspec's messages)
    "wrong_type": {
        "ja": "`{expected}` が必要ですが、`{found}` です。",
        "en": "Expected `{expected}`, got `{found}`.",
    },
    "type_required": {"ja": "`{expected}` が必要です。", "en": "Expected `{expected}`."},
    "array_too_short": {
        "ja": "配列には{least}個以上の要素が必要です。",
        "en": "Expected `array` of length >= {least}.",
    },
    "array_too_long": {"ja": "配列の要素は{most}個までです。", "en": "Expected `array` of length <= {most}."},
    "array_length": {
        "ja": "配列には{length}個の要素が必要ですが、{found}個です。",
        "en": "Expected `array` of length {length}, got {found}.",
    },
    "object_too_small": {
        "ja": "オブジェクトには{least}個以上のキーが必要です。",
        "en": "Expected `object` of length >= {least}.",
    },
    "object_too_large": {
        "ja": "オブジェクトのキーは{most}個までです。",
        "en": "Expected `object` of length <= {most}.",
    },
    "string_too_short": {
        "ja": "{least}文字以上の文字列が必要です。",
        "en": "Expected `str` of length >= {least}.",
    },
    "string_too_long": {"ja": "文字列は{most}文字までです。", "en": "Expected `str` of length <= {most}."},
    "pattern_mismatch": {
        "ja": "正規表現 {pattern!r} に一致する文字列が必要です。",
        "en": "Expected `str` matching regex {pattern!r}.",
    },
    "number_too_small": {"ja": "{least} 以上の整数が必要です。", "en": "Expected `int` >= {least}."},
    "number_too_large": {"ja": "{most} 以下の整数が必要です。", "en": "Expected `int` <= {most}."},
    "number_out_of_range": {"ja": "数値が範囲外です。", "en": "Number out of range."},
    "integer_out_of_range": {"ja": "整数が範囲外です。", "en": "Integer value out of range."},
    "unknown_value": {"ja": "{value!r} は使えない値です。", "en": "Invalid value {value!r}."},
    "unknown_enum_value": {"ja": "{value!r} は使えない値です。", "en": "Invalid enum value {value!r}."},
    "not_a_datetime": {
        "ja": "RFC 3339 形式の日時が必要です。",
        "en": "Invalid RFC3339 encoded datetime.",
    },
    "not_a_uuid": {"ja": "UUID が必要です。", "en": "Invalid UUID."},
    "missing_field": {
        "ja": "必須のフィールド `{field}` がありません。",
        "en": "Object missing required field `{field}`.",
    },
    "unknown_field": {
        "ja": "`{field}` というフィールドはありません。",
        "en": "Object contains unknown field `{field}`.",
    },
    "unreadable": {"ja": "読み取れません（{reason}）。", "en": "{reason}."},
    # The body
    "not_json": {"ja": "本文が JSON ではありません（{reason}）。", "en": "The body is not JSON: {reason}."},
    "not_utf8": {"ja": "本文が UTF-8 ではありません。", "en": "The body is not UTF-8."},
    "nested_too_deeply": {"ja": "本文の入れ子が深すぎます。", "en": "The body is nested too deeply."},
    "nul_in_string": {
        "ja": "文字列に文字 U+0000 は使えません。",
        "en": "Strings must not contain the character U+0000.",
    },
    "body_cut_short": {
        "ja": "本文が宣言より短いか、チャンクを読み取れません。",
        "en": "The body is shorter than the request says, or its chunks cannot be read.",
    },
    "body_length_ambiguous": {
        "ja": "本文の長さが分かりません。",
        "en": "The length of the body cannot be told.",
    },
    # Parameters and headers
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
