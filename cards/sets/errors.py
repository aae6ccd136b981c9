"""The codes of editing and publishing card sets."""

from common.text.errors import ErrorCode

CODES: dict[str, ErrorCode] = {
    "outdated": ErrorCode(
        409,
        {
            "ja": "編集中に他の人が変更しました。今回の内容は保存されていません。",
            "en": "Somebody has changed this since. Nothing was saved.",
        },
        {"ja": "もう一度ご確認ください。", "en": "Look at it again."},
    ),
    "nothing_new": ErrorCode(
        409,
        {"ja": "すでに公開されている内容と同じです。", "en": "This is what is published already."},
        {"ja": "公開する必要はありません。", "en": "There is nothing to publish."},
    ),
    "faulty_card_set": ErrorCode(
        422,
        {"ja": "カードセットに誤りがあります。", "en": "The card set has faults."},
        {
            "ja": "誤りはすべて `faults` に、カードと場所とともに並んでいます。",
            "en": "`faults` lists them all, each with its card and place.",
        },
    ),
}
