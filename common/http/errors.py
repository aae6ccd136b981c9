"""Error codes used by all parts of the API. Details of unreadable requests are in common/text/request_faults.py."""

from common.text.errors import ErrorCode

CODES: dict[str, ErrorCode] = {
    "malformed_request": ErrorCode(
        400,
        {"ja": "リクエストの内容が正しくありません。", "en": "The request is invalid."},
        {
            "ja": (
                "`errors`に誤りの内容と場所があります。使える値は、各項目の`accepted`にJSONスキーマで示されています。"
            ),
            "en": (
                "`errors` shows what is wrong and where. "
                "In each entry, `accepted` is a JSON Schema of the allowed values."
            ),
        },
    ),
    "not_signed_in": ErrorCode(
        401,
        {"ja": "ログインしていません。", "en": "You are not signed in."},
        {
            "ja": (
                "有効なトークンを`Authorization: Bearer <token>`で送ってください。トークンがないか、無効か、"
                "取り消されたか、期限切れです。"
            ),
            "en": (
                "Send a valid token as `Authorization: Bearer <token>`. Yours is missing, unknown, revoked or expired."
            ),
        },
    ),
    "not_allowed": ErrorCode(
        403,
        {"ja": "この操作をする権限がありません。", "en": "You don't have permission to do this."},
        {
            "ja": (
                "対象がほかの人のものであるか、アカウントの権限が足りません。別のアカウントを使うか、"
                "運営者に相談してください。"
            ),
            "en": (
                "It belongs to someone else, or your account lacks a permission. Use another account, or ask an "
                "operator."
            ),
        },
    ),
    "scope_missing": ErrorCode(
        403,
        {"ja": "このトークンではこの操作はできません。", "en": "This token can't be used for this."},
        {
            "ja": "`scope`に示されたスコープを持つトークンを使ってください。",
            "en": "Use a token with the scope named in `scope`.",
        },
    ),
    "not_found": ErrorCode(
        404,
        {"ja": "見つからないか、非公開です。", "en": "Not found, or private."},
        {
            "ja": "アドレスを確認してください。非公開の場合は、見られるアカウントでログインしてください。",
            "en": "Check the address. If it is private, sign in with an account that can see it.",
        },
    ),
    "unknown_ruleset": ErrorCode(
        404,
        {"ja": "そのルールセットはありません。", "en": "There is no such ruleset."},
        {"ja": "`accepted`にあるルールセットから選んでください。", "en": "Choose one of the rulesets in `accepted`."},
    ),
    "method_not_allowed": ErrorCode(
        405,
        {"ja": "このアドレスでは、そのメソッドは使えません。", "en": "This address doesn't support that method."},
        {
            "ja": "`Allow`ヘッダーにあるメソッドを使ってください。",
            "en": "Use one of the methods in the `Allow` header.",
        },
    ),
    "too_large": ErrorCode(
        413,
        {"ja": "リクエストが大きすぎます。", "en": "The request is too large."},
        {
            "ja": "1,000,000バイト以内（対戦のインポートは4 MiB以内、デッキのファイルは16 MiB以内）で送ってください。",
            "en": "Send at most 1,000,000 bytes (4 MiB to import a match, 16 MiB for a file of decks).",
        },
    ),
    "too_fast": ErrorCode(
        429,
        {
            "ja": "リクエストが多すぎます。しばらく待ってからもう一度お試しください。",
            "en": "Too many requests. Try again later.",
        },
        {"ja": "待つ秒数は`Retry-After`に示されています。", "en": "`Retry-After` says how many seconds to wait."},
    ),
    "too_many_transfers": ErrorCode(
        503,
        {
            "ja": "同時に送受信されているデータが多すぎます。",
            "en": "Too many uploads and downloads at once.",
        },
        {
            "ja": "何も変更されていません。`Retry-After`の秒数だけ待ち、同時に送るリクエストを減らしてください。",
            "en": (
                "Nothing has changed. Wait the number of seconds in `Retry-After`, then send fewer requests at the "
                "same time."
            ),
        },
    ),
    "server_error": ErrorCode(
        500,
        {"ja": "サーバーでエラーが発生しました。", "en": "Something went wrong on our side."},
        {
            "ja": "しばらくしてからもう一度お試しください。何度も発生する場合は、`request_id`をお知らせください。",
            "en": "Try again later. If it keeps happening, tell us the `request_id`.",
        },
    ),
    "not_ready": ErrorCode(
        503,
        {"ja": "サービスの一部が応答していません。", "en": "Part of the service is not responding."},
        {
            "ja": (
                "データは失われていません。もう一度送ってください。`Idempotency-Key`を付けていた場合は、"
                "同じキーを使ってください。応答していない部分は`broken`にあります。"
            ),
            "en": (
                "Nothing was lost. Try again, with the same `Idempotency-Key` if you sent one. `broken` names the "
                "parts that are down."
            ),
        },
    ),
}
