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
    "name_taken": (
        409,
        "Somebody else has this name, or one that looks like it.",
        "その名前か、見分けにくい名前が使われています。",
    ),
    "match_not_started": (409, "The match has not started yet.", "対戦はまだ始まっていません。"),
    "match_started": (409, "The match has already started.", "対戦はすでに始まっています。"),
    "match_over": (409, "The match is over.", "対戦は終了しています。"),
    "match_not_over": (409, "The match is still being played.", "対戦はまだ続いています。"),
    "not_disclosed": (
        409,
        "The match was aborted; what was hidden in it stays hidden.",
        "対戦は中止されました。隠されていた内容は公開されません。",
    ),
    "no_root_yet": (
        409,
        "The match is in no published root yet.",
        "この対戦はまだ公開されたルートに含まれていません。",
    ),
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
    "too_many_transfers": (
        503,
        "Too many bodies and long answers are on their way at once.",
        "送受信中のリクエストが多すぎます。",
    ),
    "server_error": (500, "Something went wrong on our side.", "サーバーでエラーが発生しました。"),
    "not_ready": (503, "A part of the service does not answer.", "サービスの一部が応答していません。"),
}

CODES = tuple(_TEXTS)

_ADVICE: dict[str, tuple[str, str]] = {
    "malformed_request": (
        "`errors` says where and what would have been accepted, as a JSON Schema.",
        "`errors` に、どこが誤りで何なら受け付けるかが JSON スキーマで書かれています。",
    ),
    "malformed_action": (
        "`errors` says where; take an entry of the legal actions and send it as it stands.",
        "`errors` に誤りの場所が書かれています。合法手の一つをそのまま送ってください。",
    ),
    "unknown_version": (
        "`version` is what the match has. Send one that you have been told.",
        "`version` が対戦の現在のバージョンです。受け取ったことのあるバージョンを送ってください。",
    ),
    "wrong_credentials": (
        "Check name and password; after too many failures one has to wait.",
        "名前とパスワードを確かめてください。失敗が続くと、しばらく待つ必要があります。",
    ),
    "not_signed_in": (
        "Send `Authorization: Bearer <token>`; the token is missing, unknown, revoked or has expired.",
        "`Authorization: Bearer <token>` を送ってください。トークンがないか、不明か、取り消されたか、期限切れです。",
    ),
    "not_your_seat": (
        "Only who sits in a match may do this.",
        "この操作ができるのは、対戦の席に着いているプレイヤーだけです。",
    ),
    "not_allowed": (
        "It belongs to somebody else, or needs a permission that you do not have.",
        "他の人のものか、あなたにない権限が必要です。",
    ),
    "not_found": (
        "It does not exist, or it is private; which of the two is not told.",
        "存在しないか、非公開です。どちらであるかはお知らせしません。",
    ),
    "unknown_ruleset": (
        "`accepted` lists those that there are.",
        "使えるルールセットは `accepted` にあります。",
    ),
    "method_not_allowed": (
        "The `Allow` header says what can be done here.",
        "ここでできる操作は `Allow` ヘッダーにあります。",
    ),
    "name_taken": (
        "Choose another name; upper and lower case, and letters that look alike, make no difference.",
        "別の名前を選んでください。大文字と小文字、見た目の似た文字は区別されません。",
    ),
    "match_not_started": (
        "Wait until every seat is ready.",
        "すべての席の準備が整うまでお待ちください。",
    ),
    "match_started": (
        "Joining and leaving are for the time before; afterwards there is resigning, or aborting by consent of all.",
        "参加・退席ができるのは開始前だけです。開始後は投了するか、全員の同意で中止できます。",
    ),
    "match_over": (
        "Read the match: it has its outcome. `version` is its last event.",
        "対戦を読み取ると結果が分かります。`version` は最後のイベントです。",
    ),
    "match_not_over": (
        "What is asked for is shown to nobody while the match lives.",
        "この内容は、対戦が続いている間は誰にも公開されません。",
    ),
    "not_disclosed": (
        "Ask for what you were shown while it was played: your own seat's view, or the public's.",
        "対戦中に見えていた内容（自分の席、または観戦者の見え方）だけを読み取れます。",
    ),
    "no_root_yet": (
        "It enters the next one, which is published when the day (UTC) is over. Ask again then.",
        "次のルートに含まれます。ルートは日付（UTC）が変わった後に公開されます。その後でもう一度お試しください。",
    ),
    "stale_version": (
        "Something has happened that changed what you are asked. Read again, decide again.",
        "あなたの選択に関わる変化がありました。読み直してから、選び直してください。",
    ),
    "not_asked": (
        "Wait for an event after which you are asked; the match resource lists the asked seats.",
        "あなたの選択が必要になるイベントを待ってください。選択を待っている席は対戦のリソースにあります。",
    ),
    "seat_taken": (
        "Look for another match with an open seat.",
        "席の空いている別の対戦を探してください。",
    ),
    "already_seated": (
        "You are ready already; there is nothing to do.",
        "すでに準備ができています。何もする必要はありません。",
    ),
    "too_large": (
        "A body has at most a million bytes, that of an import 16 MiB.",
        "本文は100万バイトまで、インポートの本文は16 MiB までです。",
    ),
    "illegal_action": (
        "`prompt` says what you are asked; `legal_actions` is where all possible answers are.",
        "求められている選択は `prompt` に、選べるアクションの一覧の場所は `legal_actions` にあります。",
    ),
    "key_reused": (
        "A key stands for one request. Take a new one for another.",
        "一つのキーは一つのリクエストを表します。別のリクエストには新しいキーを使ってください。",
    ),
    "bad_setup": (
        "`problems` lists all faults at once, each with texts in both languages.",
        "誤りはすべて `problems` に、両言語の説明とともに並んでいます。",
    ),
    "too_busy": (
        "Send the same request again, with the same `Idempotency-Key`.",
        "同じリクエストを、同じ `Idempotency-Key` でもう一度送ってください。",
    ),
    "not_verified": (
        "`reasons` names the first event that fails, and the fields. Only what verifies is taken in.",
        "最初に一致しなかったイベントと項目が `reasons` にあります。検証できた記録だけを取り込みます。",
    ),
    "too_fast": (
        "Wait as many seconds as `Retry-After` says.",
        "`Retry-After` の秒数だけ待ってください。",
    ),
    "too_many_transfers": (
        "Nothing has happened. Try again as `Retry-After` says, with fewer bodies and exports at the same time.",
        "何も実行されていません。`Retry-After` の秒数だけ待ち、同時に送受信する数を減らしてください。",
    ),
    "server_error": (
        "Try again later. If it goes on, tell us the `request_id`.",
        "しばらくしてからもう一度お試しください。続くようなら `request_id` をお知らせください。",
    ),
    "not_ready": (
        "`broken` names the parts. Nothing has been lost: try again, with the same `Idempotency-Key` if you sent one.",
        "応答しない部分は `broken` にあります。失われたものはありません。同じ `Idempotency-Key` で再送してください。",
    ),
}
"""What a client can do about it."""


def catalogue() -> list[dict[str, Any]]:
    """Every code with its status, meaning and advice, by status. Texts are in both languages; code is in backticks."""
    entries = [
        {"code": code, "status": status, "meaning": _both(en, ja), "advice": _both(*_ADVICE[code])}
        for code, (status, en, ja) in _TEXTS.items()
    ]
    return sorted(entries, key=lambda entry: (entry["status"], entry["code"]))


def _both(en: str, ja: str) -> dict[str, str]:
    return {"en": en, "ja": ja}


def catalogue_page() -> str:
    """docs/errors.md: a test holds the file to this."""
    lines = [
        "# Errors of the API",
        "",
        "Every refusal is a problem document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`,",
        "`detail` and a stable `code`. `detail` says what exactly is wrong, or else what to do, in Japanese or English",
        "as `Accept-Language` asks. Whatever was refused has changed nothing. This page is written by",
        "`manage.py error_catalogue`.",
        "",
        "| status | code | meaning | what to do | 意味 | 対処 |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for entry in catalogue():
        told = [entry[part][language] for language in ("en", "ja") for part in ("meaning", "advice")]
        lines.append(f"| {entry['status']} | `{entry['code']}` | {' | '.join(told)} |")
    return "\n".join(lines) + "\n"


class Refusal(Exception):
    """The request is refused and nothing has changed. `more` joins the problem document."""

    def __init__(self, code: str, reason: str = "", **more: Any) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason
        self.more = more
        self.status, en, ja = _TEXTS[code]
        self.texts = _both(en, ja)
        self.advice = _both(*_ADVICE[code])
