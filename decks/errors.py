"""The codes of keeping decks."""

from common.text.errors import ErrorCode

CODES: dict[str, ErrorCode] = {
    "deck_changed": ErrorCode(
        412,
        {
            "ja": "このデッキは、その間にほかで保存されています。今回の変更は保存されていません。",
            "en": "The deck was saved elsewhere in the meantime. Your changes were not saved.",
        },
        {
            "ja": (
                "`changes`にその後の変更があります。取り込んでから、"
                "`version`の番号を`If-Match`に入れて送り直してください。"
            ),
            "en": "`changes` tells what was changed since. Merge it, and send it again with `version` as `If-Match`.",
        },
    ),
    "starter_deck": ErrorCode(
        409,
        {"ja": "スターターデッキは削除できません。", "en": "Starter decks can't be deleted."},
        {
            "ja": "変更したい場合は、複製して写しを編集してください。",
            "en": "To change one, duplicate it and edit the copy.",
        },
    ),
}
