"""The error codes of editing and publishing card sets."""

from common.text.errors import ErrorCode

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
