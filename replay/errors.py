"""The codes of looking back, and what exactly is wrong with a search or with an event."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "not_verified": ErrorCode(
        422,
        {
            "ja": "記録を検証できないため、取り込めません。理由は reasons にあります。",
            "en": "The log does not verify, so it is not taken in. `reasons` says where.",
        },
        {
            "ja": "最初に一致しなかったイベントと項目が `reasons` にあります。検証できた記録だけを取り込みます。",
            "en": "`reasons` names the first event that fails, and the fields. Only what verifies is taken in.",
        },
    ),
    "match_damaged": ErrorCode(
        500,
        {
            "ja": "この対戦の記録は壊れているため、表示できません。",
            "en": "The record of this match is damaged, so it cannot be shown.",
        },
        {
            "ja": (
                "検証で一致しなかったイベントと項目が `reasons` にあります。再試行しても変わりません。"
                "運営者に対戦の ID を知らせてください。"
            ),
            "en": (
                "`reasons` names the events and fields that do not verify. Trying again changes nothing: "
                "tell the operators the id of the match."
            ),
        },
    ),
    "no_root_yet": ErrorCode(
        409,
        {"ja": "この対戦はまだ公開されたルートに含まれていません。", "en": "The match is in no published root yet."},
        {
            "ja": (
                "次のルートに含まれます。ルートは日付（UTC）が変わった後に公開されます。"
                "その後でもう一度お試しください。"
            ),
            "en": "It enters the next one, which is published when the day (UTC) is over. Ask again then.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "offset_missing": {
        "ja": "`{parameter}` には Z のような時差の指定が必要です。",
        "en": "`{parameter}` must say its offset, such as Z.",
    },
    "moment_out_of_range": {
        "ja": "`{parameter}` は {first} から {last} までにしてください。",
        "en": "`{parameter}` must be from {first} to {last}.",
    },
    "unknown_event_type": {"ja": "そのような種類のイベントはありません。", "en": "There is no such type of event."},
    "no_late_seats": {
        "ja": "時間切れになった席の番号が必要です。",
        "en": "It must name the seats whose clocks ran out.",
    },
}

IMPORT_REFUSALS: dict[str, Names] = {
    "unreadable": {"ja": "書き出しファイルを読み取れません：{error}", "en": "{error}"},
    "too_long": {"ja": "取り込めるイベントは{most}件までです", "en": "an import has at most {most} events"},
    "not_over": {
        "ja": "検証できるのは終了した対戦だけです：`server_seed` が必要です",
        "en": "only finished matches can be verified: the export must have a `server_seed`",
    },
    "aborted": {
        "ja": "中止された対戦は取り込めません：隠されていた内容が公開されることはありません",
        "en": "an aborted match is not taken in: what was hidden in it is never shown to anybody",
    },
    "continues_another": {
        "ja": "別の対戦の続きである練習対戦は取り込めません",
        "en": "practice that continues another match is not taken in",
    },
    "unknown_card_set": {
        "ja": "このルールセットの公開されたカードセットに、同じダイジェストのものがありません",
        "en": "no published card set of this ruleset has the digest of the export",
    },
}
"""Why an export is not even audited."""
