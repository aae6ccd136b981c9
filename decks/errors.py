"""The codes of keeping decks."""

from common.text.errors import ErrorCode

CODES: dict[str, ErrorCode] = {
    "deck_changed": ErrorCode(
        412,
        {
            "ja": "このデッキは、その後ほかで保存されています。今回の内容は保存されていません。",
            "en": "The deck has been saved since. Nothing was changed.",
        },
        {
            "ja": (
                "`changes` にその後の変更があります。"
                "取り込んでから、`version` の番号を `If-Match` に入れて送り直してください。"
            ),
            "en": "`changes` tells what was changed since. Merge it, and send it again with `version` as `If-Match`.",
        },
    ),
    "starter_deck": ErrorCode(
        409,
        {"ja": "スターターデッキは削除できません。", "en": "Starter decks cannot be deleted."},
        {"ja": "複製して、写しを変更してください。", "en": "Duplicate it and change the copy."},
    ),
}
