"""The codes of looking back, and what exactly is wrong with a search or with an event."""

from cards.engine import Names
from cards.text.errors import ErrorCode

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
