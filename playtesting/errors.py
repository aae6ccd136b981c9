"""Error codes of card tests and trials."""

from common.text.errors import ErrorCode

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
            "ja": "今は試行を始められません。すでに試行中か、デッキを組まないゲームです。",
            "en": "No trial can start now: one is already running, or this game has no deck building.",
        },
        {
            "ja": "試行が終わるまで待つか、中止してください。",
            "en": "Wait until the running trial is over, or cancel it.",
        },
    ),
}
