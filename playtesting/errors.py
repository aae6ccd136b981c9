"""Error codes of card tests, trials and reviews."""

from common.text.errors import ErrorCode
from rules.engine import Names

CODES: dict[str, ErrorCode] = {
    "card_tests_fail": ErrorCode(
        409,
        {"ja": "カードのテストに、失敗しているものがあります。", "en": "Some card tests fail."},
        {
            "ja": "カードを直すか、不要になったテストを削除してください。",
            "en": "Fix the cards, or remove tests you no longer need.",
        },
    ),
    "nothing_compared": ErrorCode(
        409,
        {"ja": "比較するものが選ばれていません。", "en": "Nothing is selected to compare."},
        {
            "ja": "効果か値を1つ以上選んでください。",
            "en": "Choose at least one effect or value.",
        },
    ),
    "no_card_test": ErrorCode(
        409,
        {
            "ja": "テストとして残せる手がないか、テストの数が上限に達しています。",
            "en": "There is no move to keep as a test, or you have reached the limit for tests.",
        },
        {
            "ja": "テストプレイで1手進めるか、どれかのテストを削除してください。",
            "en": "Make a move in the playtest, or remove a test.",
        },
    ),
    "no_trial": ErrorCode(
        409,
        {
            "ja": "今は試行を始められません。すでに試行中であるか、このゲームではデッキを組みません。",
            "en": "No trial can start now: one is already running, or this game has no deck building.",
        },
        {
            "ja": "試行が終わるまで待つか、中止してください。",
            "en": "Wait until the running trial is over, or cancel it.",
        },
    ),
    "review_waiting": ErrorCode(
        409,
        {
            "ja": "この下書きは、今の内容ですでにレビューを待っています。",
            "en": "This draft is already waiting for a review.",
        },
        {
            "ja": "公開できるスタッフの返事を待つか、依頼を取り下げてください。",
            "en": "Wait for a publisher, or withdraw the request.",
        },
    ),
    "review_over": ErrorCode(
        409,
        {
            "ja": "このレビューの依頼は、すでに取り下げられたか、返事が済んでいます。",
            "en": "This review has been withdrawn or decided in the meantime.",
        },
        {"ja": "ページを読み込み直してください。", "en": "Reload the page."},
    ),
    "draft_behind": ErrorCode(
        409,
        {
            "ja": "この下書きの元になった改訂よりも新しい改訂が公開されています。",
            "en": "The draft is based on an old revision. A newer one has been published.",
        },
        {
            "ja": "下書きを更新してから、レビューを依頼してください。",
            "en": "Update the draft, then request the review.",
        },
    ),
    "draft_changed": ErrorCode(
        409,
        {
            "ja": "レビューが依頼されたあとに、下書きが変更されています。公開はしていません。",
            "en": "The draft has changed since the review was requested. It was not published.",
        },
        {
            "ja": "依頼後の変更を読み、確認のチェックを入れて承認するか、コメントを付けて差し戻してください。",
            "en": "Read the changes, tick the box to confirm that, and approve. Or return the draft with remarks.",
        },
    ),
    "too_many_reviews": ErrorCode(
        409,
        {
            "ja": "レビュー待ちの依頼が多すぎます。",
            "en": "You have too many reviews waiting.",
        },
        {
            "ja": "どれかの返事を待つか、取り下げてください。",
            "en": "Wait until one is decided, or withdraw one.",
        },
    ),
}

DESK_FAULTS: dict[str, Names] = {
    # Faults of an archive
    "desk_too_many_tests": {
        "ja": "下書きのカードのテストは{most}個までです。",
        "en": "A draft has at most {most} card tests.",
    },
    "desk_no_such_effect": {
        "ja": "`expected`にない効果の番号があります。{most}より小さい番号が使えます。",
        "en": "It names an effect that `expected` lacks. Numbers below {most} are accepted.",
    },
    # Tests that an import leaves alone
    "desk_draft_missing": {"ja": "テストの下書きがここにありません。", "en": "Its draft is not here."},
    "desk_tests_full": {
        "ja": "ここの下書きには、上限の{most}個のテストがあります。",
        "en": "The draft has {most} tests here, which is the most.",
    },
    "desk_test_differs": {
        "ja": "ここではテストの内容が違います。置き換えを選ぶと、移行ファイルの内容にします。",
        "en": "The test has other content here. Replacing takes the archive's.",
    },
}
