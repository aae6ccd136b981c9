"""Texts of the faults of an unreadable request, by code. Pure."""

from common.text import unkeepable
from rules.engine import Names
from rules.engine.value_faults import VALUE_FAULTS

SENTENCES: dict[str, Names] = {
    **VALUE_FAULTS,
    # The body
    "not_json": {"ja": "本文がJSONではありません（{reason}）。", "en": "The body is not valid JSON: {reason}."},
    "not_utf8": {"ja": "本文がUTF-8ではありません。", "en": "The body is not valid UTF-8."},
    "nested_too_deeply": {"ja": "本文の入れ子が深すぎます。", "en": "The body is nested too deeply."},
    **unkeepable.TEXTS,
    "body_cut_short": {
        "ja": "本文がリクエストで示された長さより短いか、チャンクを読み取れません。",
        "en": "The body is shorter than the request says, or its chunks can't be read.",
    },
    "body_length_ambiguous": {
        "ja": "本文の長さが分かりません。正しい`Content-Length`を付けるか、チャンクで送ってください。",
        "en": "The length of the body is unclear. Send a valid `Content-Length`, or chunks.",
    },
    # Parameters and headers
    "if_match_unreadable": {
        "ja": "`If-Match`には、受け取った`ETag`の値をそのまま、または`*`を入れてください。",
        "en": "`If-Match` must be an `ETag` exactly as you received it, or `*`.",
    },
    "unknown_parameter": {
        "ja": "`{parameter}`というパラメーターはありません。使えるものは`accepted`にあります。",
        "en": "There is no parameter `{parameter}` here. `accepted` lists those you can use.",
    },
    "repeated_parameter": {
        "ja": "`{parameter}`が2回以上指定されています。1回だけ指定してください。",
        "en": "`{parameter}` is given more than once. Send it only once.",
    },
    "nul_in_parameter": {
        "ja": "`{parameter}`にU+0000の文字は使えません。",
        "en": "`{parameter}` can't contain the character U+0000.",
    },
    "parameter_needs": {
        "ja": "`{parameter}`を指定するときは、`{needed}`も指定してください。",
        "en": "`{parameter}` needs `{needed}`. Send both.",
    },
    "unknown_cursor": {
        "ja": "このカーソルは、この一覧のものではありません。最初から読むには、指定を外してください。",
        "en": "This cursor is not from this list. Leave it out to start from the first page.",
    },
    "idempotency_key_unreadable": {
        "ja": "Idempotency-Keyは、印字可能なASCII文字で{least}～{most}文字にしてください。",
        "en": "An Idempotency-Key must be {least} to {most} printable ASCII characters.",
    },
    # The request as a whole
    "no_such_address": {
        "ja": (
            "このようなAPIのアドレスはありません。末尾にスラッシュは付かず、IDは小文字です。/api/docs/をご覧ください。"
        ),
        "en": (
            "The API has no such address. Addresses have no slash at the end, and ids are in lower case. See "
            "/api/docs/."
        ),
    },
    "not_http": {
        "ja": "アドレス、ヘッダー、本文のどれかがHTTPの規格に合っていません。",
        "en": "The address, a header or the body is not valid HTTP.",
    },
}

PROBLEMS: dict[str, Names] = {
    "wrong_number_of_decks": {"ja": "席は{expected}つ必要です。", "en": "This match needs {expected} seats."},
    "wrong_number_of_seats": {
        "ja": "このオプションでは席が{expected}つ必要です（送られた席：{actual}）。",
        "en": "With these options the match needs {expected} seats. You sent {actual}.",
    },
}
"""Texts for the engine's problems with a setup, if the ruleset has none of its own."""
