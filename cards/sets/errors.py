"""The error codes of editing and publishing card sets."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "outdated": ErrorCode(
        409,
        {
            "ja": "編集中に他の人が変更しました。今回の内容は保存されていません。",
            "en": "Someone changed this in the meantime. Nothing was saved.",
        },
        {
            "ja": "読み込み直して変更を確認し、もう一度編集してください。",
            "en": "Reload, check the changes and try again.",
        },
    ),
    "nothing_new": ErrorCode(
        409,
        {"ja": "すでに公開されている内容と同じです。", "en": "This is already the published version."},
        {"ja": "公開する必要はありません。", "en": "There is nothing to publish."},
    ),
    "faulty_card_set": ErrorCode(
        422,
        {"ja": "カードセットに誤りがあります。", "en": "The card set has errors."},
        {
            "ja": "誤りはすべて、カードと場所とともに`faults`にあります。直してからもう一度お試しください。",
            "en": "`faults` lists them all, each with its card and place. Correct them and try again.",
        },
    ),
}

DESK_FAULTS: dict[str, Names] = {
    # Faults of an archive
    "desk_set_digest": {
        "ja": "このカードセットのダイジェストは{digest}です。",
        "en": "The digest of this card set is {digest}.",
    },
    "desk_set_unreadable": {
        "ja": "{ruleset}のルールでは、このカードセットを読み取れません：{error}",
        "en": "The rules of {ruleset} can't read this card set: {error}",
    },
    "desk_newest_set": {
        "ja": "{file}：{ruleset}の最新のカードセットに誤りがあります。",
        "en": "{file}: The newest card set of {ruleset} has faults.",
    },
    "desk_in_set": {"ja": "カード{card}、{at}：{fault}", "en": "card {card}, {at}: {fault}"},
    "desk_draft_cards": {"ja": "カードのリストが必要です。", "en": "It must be a list of cards."},
    "desk_draft_card": {
        "ja": "カードは、スラッグのあるオブジェクトにしてください。",
        "en": "A card must be an object with a slug.",
    },
    # Rows that an import leaves alone
    "desk_set_differs": {
        "ja": (
            "この番号かそれより前の番号に、ここでは別のカードセットがあります。"
            "置き換えを選ぶと、最新の改訂として公開します。"
        ),
        "en": "This number, or an earlier one, has another card set here. Replacing publishes it as the newest.",
    },
    "desk_base_missing": {
        "ja": "元になった改訂{revision}がここにありません。置き換えを選ぶと追加します。",
        "en": "Its base, revision {revision}, is not here. Replacing adds it.",
    },
    "desk_draft_differs": {
        "ja": "ここでは下書きの内容が違います。置き換えを選ぶと、移行ファイルの内容にします。",
        "en": "The draft has other content here. Replacing takes the archive's.",
    },
}
