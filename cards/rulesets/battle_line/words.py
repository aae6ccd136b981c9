"""What everything is called, in Japanese and English. Names of cards, options' values and formations: cards.json."""

from cards.engine import Names

WORDS: dict[str, dict[str, Names]] = {
    "actions": {
        "play": {"ja": "{card} を出す", "en": "Play {card}"},
        "pass": {"ja": "パスする", "en": "Pass"},
        "claim": {"ja": "フラッグ {flag} を獲得する", "en": "Claim flag {flag}"},
        "end_claims": {"ja": "獲得を終える", "en": "Claim no more flags"},
        "draw": {"ja": "山札 {deck} から引く", "en": "Draw from the {deck} deck"},
        "scout_draw": {"ja": "偵察：山札 {deck} から引く", "en": "Scout: draw from the {deck} deck"},
        "scout_return": {"ja": "偵察：{card} を山札に戻す", "en": "Scout: put {card} back"},
    },
    "effects": {
        "picked": {"ja": "抽選（{what}）：{result}", "en": "Drawn by lot ({what}): {result}"},
        "round_started": {
            "ja": "第 {round} ラウンド開始、スタートプレイヤーは席 {first_seat}",
            "en": "Round {round} started; seat {first_seat} goes first",
        },
        "shuffled": {"ja": "{zone} が切られた", "en": "{zone} was shuffled"},
        "dealt": {"ja": "席 {seat} に {count} 枚配られた", "en": "Seat {seat} was dealt {count} cards"},
        "turn_started": {"ja": "第 {turn} 手番、席 {seat}", "en": "Turn {turn}: seat {seat}"},
        "passed": {"ja": "席 {seat} がパスした", "en": "Seat {seat} passed"},
        "card_played": {"ja": "席 {seat} が {card} を出した", "en": "Seat {seat} played {card}"},
        "card_moved": {
            "ja": "{card} がフラッグ {from_flag} からフラッグ {to_flag} へ移った",
            "en": "{card} moved from flag {from_flag} to flag {to_flag}",
        },
        "card_removed": {
            "ja": "{card} がフラッグ {from_flag} から取り除かれた",
            "en": "{card} was removed from flag {from_flag}",
        },
        "formation_broken": {
            "ja": "フラッグ {flag} の席 {seat} のフォーメーションが崩れた",
            "en": "The formation of seat {seat} at flag {flag} is no longer complete",
        },
        "formation_completed": {
            "ja": "フラッグ {flag} の席 {seat} のフォーメーションが完成した",
            "en": "The formation of seat {seat} at flag {flag} is complete",
        },
        "drew": {"ja": "席 {seat} が山札 {deck} から引いた", "en": "Seat {seat} drew from the {deck} deck"},
        "returned": {
            "ja": "席 {seat} がカードを山札 {deck} に戻した",
            "en": "Seat {seat} put a card back on the {deck} deck",
        },
        "flag_claimed": {
            "ja": "席 {seat} がフラッグ {flag} を獲得した（{formation}、合計 {sum}）",
            "en": "Seat {seat} claimed flag {flag} ({formation}, sum {sum})",
        },
        "claims_ended": {"ja": "席 {seat} が獲得を終えた", "en": "Seat {seat} claims no more flags"},
        "round_ended": {"ja": "第 {round} ラウンド終了（{reason}）", "en": "Round {round} ended ({reason})"},
        "match_ended": {"ja": "対戦終了（{reason}）", "en": "The match ended ({reason})"},
    },
    "prompts": {
        "play": {"ja": "カードを1枚出す", "en": "Play a card"},
        "claim": {"ja": "フラッグを獲得する", "en": "Claim flags"},
        "draw": {"ja": "引く山札を選ぶ", "en": "Choose the deck to draw from"},
        "scout_draw": {
            "ja": "偵察：引く山札を選ぶ（あと {remaining} 枚）",
            "en": "Scout: choose the deck to draw from ({remaining} to go)",
        },
        "scout_return": {
            "ja": "偵察：山札に戻すカードを選ぶ（あと {remaining} 枚）",
            "en": "Scout: choose a card to put back ({remaining} to go)",
        },
    },
    "problems": {
        "unknown_option": {"ja": "{option} というオプションはない", "en": "There is no option {option}"},
        "bad_option": {
            "ja": "オプション {option} の値が正しくない",
            "en": "The value of option {option} is not allowed",
        },
        "wrong_number_of_decks": {"ja": "デッキは {expected} 個必要", "en": "{expected} decks are needed"},
        "unknown_card": {"ja": "席 {seat}：{card} というカードはない", "en": "Seat {seat}: there is no card {card}"},
        "bad_copies": {
            "ja": "席 {seat}：{card} の枚数が正しくない",
            "en": "Seat {seat}: the number of copies of {card} must be at least 1",
        },
        "not_the_shared_set": {
            "ja": "席 {seat}：カードは共通で、デッキは作れない（空か共通の一式のみ）",
            "en": "Seat {seat}: all cards are shared; hand in nothing, or exactly the shared set",
        },
    },
    "reasons": {
        "breakthrough": {"ja": "突破", "en": "Breakthrough"},
        "envelopment": {"ja": "包囲", "en": "Envelopment"},
        "deadlock": {"ja": "手詰まり", "en": "Deadlock"},
        "points": {"ja": "得点", "en": "Points"},
    },
    "options": {
        "tactics": {"ja": "戦術カード", "en": "Tactics cards"},
        "claim_timing": {"ja": "フラッグ獲得のタイミング", "en": "Claim timing"},
        "rounds": {"ja": "ラウンド数", "en": "Rounds"},
    },
}
