"""The codes that any part of the API answers with; details of a request are in common/text/request_faults.py."""

from common.text.errors import ErrorCode

CODES: dict[str, ErrorCode] = {
    "malformed_request": ErrorCode(
        400,
        {"ja": "リクエストを読み取れません。", "en": "The request cannot be read."},
        {
            "ja": "`errors` に、どこが誤りで何なら受け付けるかが JSON スキーマで書かれています。",
            "en": "`errors` says where and what would have been accepted, as a JSON Schema.",
        },
    ),
    "not_signed_in": ErrorCode(
        401,
        {"ja": "サインインしてください。", "en": "Sign in first."},
        {
            "ja": (
                "`Authorization: Bearer <token>` を送ってください。"
                "トークンがないか、不明か、取り消されたか、期限切れです。"
            ),
            "en": "Send `Authorization: Bearer <token>`; the token is missing, unknown, revoked or has expired.",
        },
    ),
    "not_allowed": ErrorCode(
        403,
        {"ja": "この操作は許可されていません。", "en": "You may not do this."},
        {
            "ja": "他の人のものか、あなたにない権限が必要です。",
            "en": "It belongs to somebody else, or needs a permission that you do not have.",
        },
    ),
    "scope_missing": ErrorCode(
        403,
        {"ja": "このトークンではこの操作はできません。", "en": "This token may not be used for this."},
        {
            "ja": "`scope` のスコープを持つトークンを使ってください。",
            "en": "Use a token that has the scope in `scope`.",
        },
    ),
    "not_found": ErrorCode(
        404,
        {"ja": "見つからないか、見ることができません。", "en": "There is nothing here that you may see."},
        {
            "ja": "存在しないか、非公開です。どちらであるかはお知らせしません。",
            "en": "It does not exist, or it is private; which of the two is not told.",
        },
    ),
    "unknown_ruleset": ErrorCode(
        404,
        {"ja": "そのルールセットはありません。", "en": "There is no such ruleset."},
        {"ja": "使えるルールセットは `accepted` にあります。", "en": "`accepted` lists those that there are."},
    ),
    "method_not_allowed": ErrorCode(
        405,
        {"ja": "ここではその操作はできません。", "en": "This cannot be done here."},
        {
            "ja": "ここでできる操作は `Allow` ヘッダーにあります。",
            "en": "The `Allow` header says what can be done here.",
        },
    ),
    "too_large": ErrorCode(
        413,
        {"ja": "リクエストが長すぎます。", "en": "The request is too long."},
        {
            "ja": "本文は100万バイトまで、インポートの本文は4 MiB までです。",
            "en": "A body has at most a million bytes, that of an import 4 MiB.",
        },
    ),
    "too_fast": ErrorCode(
        429,
        {"ja": "リクエストが多すぎます。しばらく待ってください。", "en": "Too many requests. Wait and try again."},
        {"ja": "`Retry-After` の秒数だけ待ってください。", "en": "Wait as many seconds as `Retry-After` says."},
    ),
    "too_many_transfers": ErrorCode(
        503,
        {
            "ja": "送受信中のリクエストが多すぎます。",
            "en": "Too many bodies and long answers are on their way at once.",
        },
        {
            "ja": "何も実行されていません。`Retry-After` の秒数だけ待ち、同時に送受信する数を減らしてください。",
            "en": (
                "Nothing has happened. Try again as `Retry-After` says, with fewer bodies and exports at the same time."
            ),
        },
    ),
    "server_error": ErrorCode(
        500,
        {"ja": "サーバーでエラーが発生しました。", "en": "Something went wrong on our side."},
        {
            "ja": "しばらくしてからもう一度お試しください。続くようなら `request_id` をお知らせください。",
            "en": "Try again later. If it goes on, tell us the `request_id`.",
        },
    ),
    "not_ready": ErrorCode(
        503,
        {"ja": "サービスの一部が応答していません。", "en": "A part of the service does not answer."},
        {
            "ja": (
                "応答しない部分は `broken` にあります。失われたものはありません。"
                "同じ `Idempotency-Key` で再送してください。"
            ),
            "en": (
                "`broken` names the parts. Nothing has been lost: try again, "
                "with the same `Idempotency-Key` if you sent one."
            ),
        },
    ),
}
