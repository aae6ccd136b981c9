"""Error codes of replays, exports and imports, and the sentences of their details."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "not_verified": ErrorCode(
        422,
        {
            "ja": "記録を検証できないため、取り込めません。",
            "en": "The match could not be verified, so it was not imported.",
        },
        {
            "ja": "理由と場所は`reasons`にあります。終了した対戦の書き出しを、欠けも変更もない状態で送ってください。",
            "en": "`reasons` says why, and where. Send a complete, unchanged export of a finished match.",
        },
    ),
    "match_damaged": ErrorCode(
        500,
        {
            "ja": "この対戦の記録は壊れているため、表示できません。",
            "en": "The record of this match is damaged, so it can't be shown.",
        },
        {
            "ja": (
                "再試行しても変わりません。運営者に対戦のIDを知らせてください。"
                "壊れているイベントと項目は`reasons`にあります。"
            ),
            "en": (
                "Trying again doesn't help. Tell the operators the match id. `reasons` lists the damaged events "
                "and fields."
            ),
        },
    ),
    "no_root_yet": ErrorCode(
        409,
        {
            "ja": "この対戦は、まだ公開された日次ルートに含まれていません。",
            "en": "This match is not in a published daily root yet.",
        },
        {
            "ja": "次の日次ルートに含まれます。日付（UTC）が変わって公開された後で、もう一度お試しください。",
            "en": "The next root will include it. It is published after midnight UTC; try again then.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "offset_missing": {
        "ja": "`{parameter}`には、Zや+09:00のような時差の指定が必要です。",
        "en": "`{parameter}` needs a time zone offset, such as Z or +09:00.",
    },
    "moment_out_of_range": {
        "ja": "`{parameter}`は{first}から{last}までにしてください。",
        "en": "`{parameter}` must be between {first} and {last}.",
    },
    "unknown_event_type": {"ja": "そのような種類のイベントはありません。", "en": "There is no such event type."},
    "no_late_seats": {
        "ja": "時間切れになった席の番号が必要です。",
        "en": "Send the numbers of the seats that ran out of time.",
    },
}

IMPORT_REFUSALS: dict[str, Names] = {
    "unreadable": {"ja": "書き出しファイルを読み取れません：{error}", "en": "{error}"},
    "too_long": {"ja": "取り込めるイベントは{most}件までです", "en": "an import can have at most {most} events"},
    "not_over": {
        "ja": "取り込めるのは終了した対戦だけです：`server_seed`が必要です",
        "en": "only finished matches can be imported: the export must have a `server_seed`",
    },
    "aborted": {
        "ja": "中止された対戦は取り込めません：隠されていた情報が公開されることはありません",
        "en": "an aborted match can't be imported because its hidden information is never shown",
    },
    "continues_another": {
        "ja": "別の対戦の続きである練習対戦は取り込めません",
        "en": "a practice match that continues another match can't be imported",
    },
    "unknown_card_set": {
        "ja": "このダイジェストを持つカードセットは、ここでは公開されていません",
        "en": "the card set with the digest in the export was never published here",
    },
}
"""Reasons why an export is refused before the audit."""
