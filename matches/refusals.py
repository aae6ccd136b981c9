"""Every way the service says no. Codes are a promise to clients; texts are for people."""

from typing import Any

_TEXTS: dict[str, tuple[int, str, str]] = {
    "malformed_request": (400, "The request cannot be read.", "リクエストを読み取れません。"),
    "malformed_action": (400, "The action cannot be read.", "アクションを読み取れません。"),
    "unknown_version": (400, "The match has no such version yet.", "そのバージョンはまだ存在しません。"),
    "wrong_credentials": (401, "Name and password do not belong together.", "名前とパスワードが一致しません。"),
    "not_signed_in": (401, "Sign in first.", "サインインしてください。"),
    "not_your_seat": (403, "You have no seat in this match.", "この対戦にあなたの席はありません。"),
    "not_allowed": (403, "You may not do this.", "この操作は許可されていません。"),
    "not_found": (404, "There is nothing here that you may see.", "見つからないか、見ることができません。"),
    "unknown_ruleset": (404, "There is no such ruleset.", "そのルールセットはありません。"),
    "method_not_allowed": (405, "This cannot be done here.", "ここではその操作はできません。"),
    "name_taken": (409, "Somebody else has this name.", "その名前はすでに使われています。"),
    "match_not_started": (409, "The match has not started yet.", "対戦はまだ始まっていません。"),
    "match_started": (409, "The match has already started.", "対戦はすでに始まっています。"),
    "match_over": (409, "The match is over.", "対戦は終了しています。"),
    "match_not_over": (409, "The match is still being played.", "対戦はまだ続いています。"),
    "stale_version": (
        409,
        "Your prompt was opened after the version you have seen. Read the match again.",
        "あなたが見たバージョンより後に選択が発生しています。読み直してください。",
    ),
    "not_asked": (409, "You are not asked to decide anything now.", "今、あなたの選択はありません。"),
    "seat_taken": (409, "There is no seat free for you.", "空いている席がありません。"),
    "already_seated": (409, "You already have a seat in this match.", "すでに席に着いています。"),
    "too_large": (413, "The request is too long.", "リクエストが長すぎます。"),
    "illegal_action": (
        422,
        "The action is not among your legal actions.",
        "そのアクションは合法手に含まれていません。",
    ),
    "key_reused": (
        422,
        "This Idempotency-Key was used for another request.",
        "この Idempotency-Key は別のリクエストで使われています。",
    ),
    "bad_setup": (422, "The match cannot be started like this.", "この設定では対戦を始められません。"),
    "not_verified": (
        422,
        "The log does not verify, so it is not taken in. `reasons` says where.",
        "記録を検証できないため、取り込めません。理由は reasons にあります。",
    ),
    "too_fast": (429, "Too many requests. Wait and try again.", "リクエストが多すぎます。しばらく待ってください。"),
    "too_busy": (503, "The match is too busy. Try again.", "混み合っています。もう一度お試しください。"),
    "server_error": (500, "Something went wrong on our side.", "サーバーでエラーが発生しました。"),
    "not_ready": (503, "A part of the service does not answer.", "サービスの一部が応答していません。"),
}

CODES = tuple(_TEXTS)


class Refusal(Exception):
    """The request is refused and nothing has changed. `more` joins the problem document."""

    def __init__(self, code: str, reason: str = "", **more: Any) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason
        self.more = more
        self.status, en, ja = _TEXTS[code]
        self.texts = {"en": en, "ja": ja}
