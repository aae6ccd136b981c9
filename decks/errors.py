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
                "現在の段階は`status_now`にあります。列を選べるのは`asking`と`checked`、取り込めるのは`checked`のときです。"
                "取り込みが始まるまでは、取りやめられます。"
            ),
            "en": (
                "`status_now` is the current stage. You can choose columns at `asking` and `checked`, and start the "
                "import at `checked`. You can cancel the import until it starts."
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
        "ja": "1つの項目に2つの列は使えません：{names}",
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

DESK_FAULTS: dict[str, Names] = {
    # Faults of an archive
    "desk_deck_first": {"ja": "最初の行はデッキにしてください。", "en": "The first line must be a deck."},
    "desk_version_order": {
        "ja": "版はデッキのあとに順に並べてください。ここで使える番号は{first}～{last}です。",
        "en": "Versions follow their deck in order. {first} to {last} is accepted.",
    },
    "desk_too_many_versions": {
        "ja": "デッキの版は{most}個までです。",
        "en": "A deck has at most {most} versions.",
    },
    "desk_newest_version": {
        "ja": "最新の版の内容が、デッキの内容と違います。",
        "en": "The newest version must have the content of the deck.",
    },
    "desk_last_version": {
        "ja": "削除されたこのデッキには、版{version}が必要です。最後の版は{last}です。",
        "en": "Version {version} of this deleted deck must follow. {last} is the last.",
    },
    "desk_deck_or_slug": {
        "ja": "`deck`のIDと`slug`のどちらか一方だけが必要です。",
        "en": "It must have either an id in `deck`, or a `slug`.",
    },
    "desk_deck_dates": {
        "ja": "デッキには両方の日時が必要です。スターターデッキと削除されたデッキには付けられません。",
        "en": "Decks have both dates. Starter decks and deleted decks have none.",
    },
    "desk_starter_deleted": {
        "ja": "スターターデッキは削除できません。",
        "en": "A starter deck can't be deleted.",
    },
    "desk_tag_twice": {
        "ja": "同じタグが2つあります。それぞれ1回だけ使えます。",
        "en": "A tag occurs twice. Each may occur once.",
    },
    # Decks that an import leaves alone
    "desk_deck_deleted_here": {
        "ja": "ここでは削除されています。置き換えを選ぶと、もう一度作ります。",
        "en": "The deck was deleted here. Replacing makes it again.",
    },
    "desk_deck_of_other_ruleset": {
        "ja": "ここではルールセットが{ruleset}です。変更はできません。",
        "en": "Here its ruleset is {ruleset}, which can't change.",
    },
    "desk_deck_deleted_there": {
        "ja": "移行ファイルでは削除されています。ここのデッキは残します。",
        "en": "The archive has it as deleted. It stays here.",
    },
    "desk_deck_differs": {
        "ja": "ここでは内容が違います。置き換えを選ぶと、移行ファイルの内容を新しい版として保存します。",
        "en": "It has other content here. Replacing saves the archive's as a new version.",
    },
}
