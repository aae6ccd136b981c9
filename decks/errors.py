"""The error codes of decks, and the sentences of their details."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "deck_changed": ErrorCode(
        412,
        {
            "ja": "このデッキは、あなたが読み込んだ後に、ほかで保存されました。今回の変更は保存されていません。",
            "en": "The deck was saved elsewhere in the meantime. Your changes were not saved.",
        },
        {
            "ja": (
                "`changes`にその後の変更があります。取り込んでから、"
                "`version`の番号を`If-Match`に入れて送り直してください。"
            ),
            "en": (
                "`changes` shows what changed. Merge these changes into your deck, then send it again with `version` "
                "as `If-Match`."
            ),
        },
    ),
    "import_not_ready": ErrorCode(
        409,
        {
            "ja": "インポートの今の段階では、この操作はできません。",
            "en": "You can't do this at the current stage of the import.",
        },
        {
            "ja": (
                "`status_now`に現在の状態があります。列を選べるのは`asking`と`checked`、取り込めるのは`checked`、"
                "取りやめられるのは取り込みが始まるまでです。"
            ),
            "en": (
                "`status_now` is its current status. You can choose columns while it is `asking` or `checked`, start "
                "it when it is `checked`, and cancel it until it starts."
            ),
        },
    ),
    "starter_deck": ErrorCode(
        409,
        {"ja": "スターターデッキは削除できません。", "en": "Starter decks can't be deleted."},
        {
            "ja": "変更したい場合は、複製したデッキを編集してください。",
            "en": "To change one, duplicate it and edit the copy.",
        },
    ),
}

SENTENCES: dict[str, Names] = {
    "wrong_number_of_columns": {
        "ja": "`fields`には、ファイルの列と同じ数（{columns}個）の値を、列の順に入れてください。",
        "en": "`fields` needs one entry for each column of the file ({columns}), in their order.",
    },
    "field_filled_twice": {
        "ja": "一つの項目に二つの列は使えません：{names}",
        "en": "Choose only one column for each field: {names}.",
    },
    "no_ruleset_of_rows": {
        "ja": "`ruleset`を指定するか、`ruleset`の列を選んでください。",
        "en": "Send `ruleset`, or choose the column that contains the ruleset.",
    },
    "no_such_row": {
        "ja": "{row}行目はありません。最後の行は{rows}行目です。",
        "en": "There is no row {row}. The last row is {rows}.",
    },
}
