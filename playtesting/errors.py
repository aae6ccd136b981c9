"""The codes of what is kept with drafts: tests of cards, and trials."""

from common.text.errors import ErrorCode

CODES: dict[str, ErrorCode] = {
    "card_tests_fail": ErrorCode(
        409,
        {"ja": "カードのテストが失敗しています。", "en": "Tests of the cards fail."},
        {
            "ja": "カードを直すか、不要になったテストを取り除いてください。",
            "en": "Mend the cards, or take away the tests that are not wanted any more.",
        },
    ),
    "nothing_compared": ErrorCode(
        409,
        {"ja": "何も比べないテストはできません。", "en": "A test that compares nothing cannot fail."},
        {
            "ja": "効果か値を一つは選んでください。",
            "en": "Choose at least one effect or figure.",
        },
    ),
    "no_card_test": ErrorCode(
        409,
        {
            "ja": "テストとして残せる手がないか、テストの数が上限に達しています。",
            "en": "There is no move to keep as a test, or as many as may be are kept already.",
        },
        {"ja": "テストプレイで1手進めてください。", "en": "Make a move in the playtest first."},
    ),
    "no_trial": ErrorCode(
        409,
        {
            "ja": "今は試せません：すでに試行中か、デッキを組まないゲームです。",
            "en": "It cannot be tried now: a trial is running, or the game builds no decks.",
        },
        {"ja": "試行が終わるまで待つか、中止してください。", "en": "Wait until the trial is over, or cancel it."},
    ),
}
