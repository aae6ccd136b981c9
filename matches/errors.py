"""The codes of matches, and what exactly is wrong with a request to one."""

from cards.engine import Names
from cards.text.errors import ErrorCode

CODES: dict[str, ErrorCode] = {
    "malformed_action": ErrorCode(
        400,
        {"ja": "アクションを読み取れません。", "en": "The action cannot be read."},
        {
            "ja": "`errors` に誤りの場所が書かれています。合法手の一つをそのまま送ってください。",
            "en": "`errors` says where; take an entry of the legal actions and send it as it stands.",
        },
    ),
    "unknown_version": ErrorCode(
        400,
        {"ja": "そのバージョンはまだ存在しません。", "en": "The match has no such version yet."},
        {
            "ja": "`version` が対戦の現在のバージョンです。受け取ったことのあるバージョンを送ってください。",
            "en": "`version` is what the match has. Send one that you have been told.",
        },
    ),
    "not_your_seat": ErrorCode(
        403,
        {"ja": "この対戦にあなたの席はありません。", "en": "You have no seat in this match."},
        {
            "ja": "この操作ができるのは、対戦の席に着いているプレイヤーだけです。",
            "en": "Only who sits in a match may do this.",
        },
    ),
    "match_not_started": ErrorCode(
        409,
        {"ja": "対戦はまだ始まっていません。", "en": "The match has not started yet."},
        {"ja": "すべての席の準備が整うまでお待ちください。", "en": "Wait until every seat is ready."},
    ),
    "match_started": ErrorCode(
        409,
        {"ja": "対戦はすでに始まっています。", "en": "The match has already started."},
        {
            "ja": "参加・退席ができるのは開始前だけです。開始後は投了するか、全員の同意で中止できます。",
            "en": (
                "Joining and leaving are for the time before; afterwards "
                "there is resigning, or aborting by consent of all."
            ),
        },
    ),
    "match_over": ErrorCode(
        409,
        {"ja": "対戦は終了しています。", "en": "The match is over."},
        {
            "ja": "対戦を読み取ると結果が分かります。`version` は最後のイベントです。",
            "en": "Read the match: it has its outcome. `version` is its last event.",
        },
    ),
    "match_not_over": ErrorCode(
        409,
        {"ja": "対戦はまだ続いています。", "en": "The match is still being played."},
        {
            "ja": "この内容は、対戦が続いている間は誰にも公開されません。",
            "en": "What is asked for is shown to nobody while the match lives.",
        },
    ),
    "not_disclosed": ErrorCode(
        409,
        {
            "ja": "対戦は中止されました。隠されていた内容は公開されません。",
            "en": "The match was aborted; what was hidden in it stays hidden.",
        },
        {
            "ja": "対戦中に見えていた内容（自分の席、または観戦者の見え方）だけを読み取れます。",
            "en": "Ask for what you were shown while it was played: your own seat's view, or the public's.",
        },
    ),
    "stale_version": ErrorCode(
        409,
        {
            "ja": "あなたが見たバージョンより後に選択が発生しています。読み直してください。",
            "en": "Your prompt was opened after the version you have seen. Read the match again.",
        },
        {
            "ja": "あなたの選択に関わる変化がありました。読み直してから、選び直してください。",
            "en": "Something has happened that changed what you are asked. Read again, decide again.",
        },
    ),
    "not_asked": ErrorCode(
        409,
        {"ja": "今、あなたの選択はありません。", "en": "You are not asked to decide anything now."},
        {
            "ja": "あなたの選択が必要になるイベントを待ってください。選択を待っている席は対戦のリソースにあります。",
            "en": "Wait for an event after which you are asked; the match resource lists the asked seats.",
        },
    ),
    "seat_taken": ErrorCode(
        409,
        {"ja": "空いている席がありません。", "en": "There is no seat free for you."},
        {"ja": "席の空いている別の対戦を探してください。", "en": "Look for another match with an open seat."},
    ),
    "already_seated": ErrorCode(
        409,
        {"ja": "すでに席に着いています。", "en": "You already have a seat in this match."},
        {
            "ja": "すでに準備ができています。何もする必要はありません。",
            "en": "You are ready already; there is nothing to do.",
        },
    ),
    "illegal_action": ErrorCode(
        422,
        {"ja": "そのアクションは合法手に含まれていません。", "en": "The action is not among your legal actions."},
        {
            "ja": "求められている選択は `prompt` に、選べるアクションの一覧の場所は `legal_actions` にあります。",
            "en": "`prompt` says what you are asked; `legal_actions` is where all possible answers are.",
        },
    ),
    "key_reused": ErrorCode(
        422,
        {
            "ja": "この Idempotency-Key は別のリクエストで使われています。",
            "en": "This Idempotency-Key was used for another request.",
        },
        {
            "ja": "一つのキーは一つのリクエストを表します。別のリクエストには新しいキーを使ってください。",
            "en": "A key stands for one request. Take a new one for another.",
        },
    ),
    "bad_setup": ErrorCode(
        422,
        {"ja": "この設定では対戦を始められません。", "en": "The match cannot be started like this."},
        {
            "ja": "誤りはすべて `problems` に、両言語の説明とともに並んでいます。",
            "en": "`problems` lists all faults at once, each with texts in both languages.",
        },
    ),
    "too_busy": ErrorCode(
        503,
        {"ja": "混み合っています。もう一度お試しください。", "en": "The match is too busy. Try again."},
        {
            "ja": "同じリクエストを、同じ `Idempotency-Key` でもう一度送ってください。",
            "en": "Send the same request again, with the same `Idempotency-Key`.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "not_your_action": {
        "ja": "検討できるのは自分の合法手だけです。",
        "en": "Only one of your own legal actions can be considered.",
    },
    "unknown_prompt": {
        "ja": "このゲームに `{kind}` という種類の選択はありません。",
        "en": "No prompt of this game is of the kind `{kind}`.",
    },
    "unknown_effect": {
        "ja": "このゲームに `{effect}` という効果はありません。",
        "en": "No effect of this game is called `{effect}`.",
    },
    "no_stream_free": {
        "ja": "今はこれ以上ストリームを開けません。`wait` を付けてイベントを読むか、後でもう一度お試しください。",
        "en": "No more streams can be open now; ask for the events with `wait`, or again later.",
    },
    "not_a_seq": {
        "ja": "Last-Event-ID はイベントの seq です。",
        "en": "A Last-Event-ID is the seq of an event.",
    },
    "note_too_long": {
        "ja": "`note` は{most}文字までです。",
        "en": "`note` must have at most {most} characters.",
    },
    "no_reason": {"ja": "`reason` は必須です。", "en": "`reason` must not be empty."},
    "entropy_not_printable": {
        "ja": "`entropy` は印字できる ASCII 文字で{most}文字までです。",
        "en": "`entropy` must be at most {most} printable ASCII characters.",
    },
}
