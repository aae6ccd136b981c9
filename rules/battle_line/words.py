"""The game's display names in Japanese and English. cards.json names the cards, option values and formations."""

from rules.engine import Names

FIELDS = {
    "round": "ラウンド", "turn": "手番", "first_seat": "先手の席", "active_seat": "手番の席", "phase": "フェイズ",
    "played": "出したカード", "scout": "偵察", "drawn": "引いた枚数", "returned": "戻した枚数",
    "idle_turns": "カードが動かなかった手番数", "flags": "フラッグ", "flag": "フラッグ", "owner": "獲得した席",
    "size": "フォーメーションの枚数", "fog": "霧", "mud": "泥濘", "first_complete": "先に完成した席", "claim": "獲得",
    "by": "根拠", "formation": "フォーメーション", "sum": "合計", "as": "ワイルドの扱い", "sides": "各席の側",
    "count": "枚数", "cards": "カード",
    "hands": "手札", "troop_deck": "部隊の山札", "tactics_deck": "戦術の山札", "guile": "謀略戦術",
    "removed": "除かれたカード", "tactics_played": "使った戦術カードの数", "leader_played": "リーダーの使用",
    "points": "得点", "rounds_won": "勝ったラウンド数", "results": "結果", "winner": "勝者", "reason": "理由",
    "card": "カード", "from_flag": "元のフラッグ", "from_index": "元の場所", "to_flag": "移す先のフラッグ",
    "deck": "山札", "play": "カードを出す", "draw": "補充", "over": "終了", "scout_draw": "偵察で引く",
    "scout_return": "偵察で戻す", "comparison": "比較", "proof": "証明", "ahead": "優勢",
    "unseen_troops": "まだ見ていない部隊", "in_a_row": "隣り合うフラッグ",
}  # fmt: skip
"""Japanese names of fields in views and actions, and of their words. The English names come from the fields."""

VALUES = {
    "troop": "部隊", "tactics": "戦術", "pass": "パス", "dealer": "スタートプレイヤーの抽選", "own": "自分",
    "opponent": "相手", "op.move": "移す", "op.move_or_remove": "移すか除く", "op.remove": "除く",
    "to.own_side_of_other_flag": "別のフラッグの自分側", "to.own_side_of_any_flag": "いずれかのフラッグの自分側",
    "to.removed": "ゲームの外",
}  # fmt: skip
"""Names of other values; `field.word` if the word has another meaning in that field."""

CARD_FIELDS = {
    "category": ("分類", "category"),
    "color": ("色", "colour"),
    "colors": ("色", "colours"),
    "rank": ("ランク", "rank"),
    "leader": ("リーダー", "leader"),
    "unit": ("ユニット", "unit"),
    "wild": ("ワイルド", "wild"),
    "numbers": ("番号", "numbers"),
    "flag_effect": ("フラッグへの効果", "effect on the flag"),
    "effect": ("効果", "effect"),
    "op": ("操作", "operation"),
    "from": ("元", "from"),
    "kinds": ("種類", "kinds"),
    "to": ("先", "to"),
    "draw": ("引く", "draw"),
    "return": ("戻す", "put back"),
    "skip_draw": ("補充なし", "no other draw"),
    "sum_only": ("合計だけで比べる", "the sum alone counts"),
    "size": ("枚数", "size"),
    "categories": ("分類", "categories"),
    "formations": ("フォーメーション", "formations"),
}
"""Names of the fields of cards, sets and reports, in reading order."""

SUMMARY: Names = {
    "ja": "9本のフラッグをはさみ、3枚一組のフォーメーションで競う。隣り合う3本か、合計5本のフラッグを獲得すれば勝ち。",
    "en": (
        "Nine flags stand between two players, who build formations of three cards at them. "
        "The first to claim three flags side by side, or any five, wins."
    ),
}
"""A summary for people who don't know the game."""

WORDS: dict[str, dict[str, Names]] = {
    "card_fields": {name: {"ja": ja, "en": en} for name, (ja, en) in CARD_FIELDS.items()},
    "actions": {
        "play": {
            "ja": (
                "[フラッグ{flag}に][フラッグ{from_flag}の{from_index}枚目に]"
                "{card}を出[!to_flag?す][し、対象をフラッグ{to_flag}へ移す]"
            ),
            "en": (
                "Play {card}[ at flag {flag}][ on card {from_index} of flag {from_flag}]"
                "[ and move that card to flag {to_flag}]"
            ),
        },
        "pass": {"ja": "パスする", "en": "Pass"},
        "claim": {"ja": "フラッグ{flag}を獲得する", "en": "Claim flag {flag}"},
        "end_claims": {"ja": "フラッグの獲得を終える", "en": "Claim no more flags"},
        "draw": {"ja": "{deck}の山札から引く", "en": "Draw from the {deck} deck"},
        "scout_draw": {"ja": "偵察：{deck}の山札から引く", "en": "Scout: draw from the {deck} deck"},
        "scout_return": {"ja": "偵察：{card}を山札に戻す", "en": "Scout: put {card} back"},
    },
    "done": {
        "play": {
            "ja": (
                "{actor}が[フラッグ{flag}に][フラッグ{from_flag}の{from_index}枚目に]"
                "{card}を出し[、対象をフラッグ{to_flag}へ移し]た。"
            ),
            "en": (
                "{actor} played {card}[ at flag {flag}][ on card {from_index} at flag {from_flag}]"
                "[ and moved that card to flag {to_flag}]."
            ),
        },
        "pass": {"ja": "{actor}がパスした。", "en": "{actor} passed."},
        "claim": {"ja": "{actor}がフラッグ{flag}を獲得した。", "en": "{actor} claimed flag {flag}."},
        "end_claims": {"ja": "{actor}がフラッグの獲得を終えた。", "en": "{actor} finished claiming flags."},
        "draw": {"ja": "{actor}が{deck}の山札から引いた。", "en": "{actor} drew from the {deck} deck."},
        "scout_draw": {
            "ja": "{actor}が偵察で{deck}の山札から引いた。",
            "en": "{actor} drew from the {deck} deck with the Scout.",
        },
        "scout_return": {
            "ja": "{actor}が偵察で[{card}][!card?カード]を山札に戻した。",
            "en": "{actor} put [{card}][!card?a card] back with the Scout.",
        },
    },
    "effects": {
        "picked": {
            "ja": "抽選の結果、{result!seat}がディーラーになった。[what?][n?]",
            "en": "{result!seat} was drawn at random to be the dealer.[what?][n?]",
        },
        "round_started": {
            "ja": "第{round}ラウンドが始まった。スタートプレイヤーは{first_seat}。",
            "en": "Round {round} began, and {first_seat} goes first.",
        },
        "shuffled": {"ja": "{zone}を切った[：{order}]。", "en": "The {zone} was shuffled[: {order}]."},
        "dealt": {
            "ja": "{seat}に{count}枚配られた[：{cards}]。",
            "en": "{seat} was dealt {count:card|cards}[: {cards}].",
        },
        "turn_started": {"ja": "{seat}の番になった（通算{turn}手番目）。", "en": "{seat} began turn {turn}."},
        "passed": {"ja": "{seat}がパスした。", "en": "{seat} passed."},
        "card_played": {
            "ja": "{seat}が[フラッグ{flag}に]{card}を出した。",
            "en": "{seat} played {card}[ at flag {flag}].",
        },
        "card_moved": {
            "ja": (
                "{from_seat}の{card}がフラッグ{from_flag}から"
                "フラッグ{to_flag}[to_seat!=from_seat?の{to_seat}側]へ移った。"
            ),
            "en": (
                "{from_seat}'s {card} moved from flag {from_flag} to "
                "[to_seat!=from_seat?{to_seat}'s side of ]flag {to_flag}."
            ),
        },
        "card_removed": {
            "ja": "{from_seat}の{card}がフラッグ{from_flag}から取り除かれた。",
            "en": "{from_seat}'s {card} was removed from flag {from_flag}.",
        },
        "formation_broken": {
            "ja": "フラッグ{flag}で{seat}のフォーメーションが崩れた。",
            "en": "{seat}'s formation at flag {flag} was broken.",
        },
        "formation_completed": {
            "ja": "{seat}がフラッグ{flag}のフォーメーションを完成させた。",
            "en": "{seat} completed a formation at flag {flag}.",
        },
        "drew": {
            "ja": "{seat}が{deck}の山札から{count}枚引いた[：{cards}]。",
            "en": "{seat} drew {count:card|cards} from the {deck} deck[: {cards}].",
        },
        "returned": {
            "ja": "{seat}がカードを{deck}の山札に戻した[：{card}]。",
            "en": "{seat} put [{card}][!card?a card] back on the {deck} deck.",
        },
        "flag_claimed": {
            "ja": "{seat}がフラッグ{flag}を獲得した（{by}：{formation}、合計{sum}[、{as}]）。",
            "en": "{seat} claimed flag {flag} by {by} ({formation}, sum {sum}[; wild cards: {as}]).",
        },
        "claims_ended": {"ja": "{seat}がフラッグの獲得を終えた。", "en": "{seat} finished claiming flags."},
        "round_ended": {
            "ja": (
                "[第{round}ラウンドは{winner}の勝ち（{reason}）。]"
                "[!winner?第{round}ラウンドは引き分け（{reason}）。]フラッグは{flags!each}。得点は{points!each}。"
            ),
            "en": (
                "[{winner} won round {round} ({reason}).][!winner?Round {round} "
                "was drawn ({reason}).] Flags: {flags!each}. Points: {points!each}."
            ),
        },
        "match_ended": {
            "ja": "[winners?{winners!and}の勝ち（{reason}）。][!winners?引き分け（{reason}）。][scores?]",
            "en": (
                "[winners?{winners!and} won the match ({reason}).][!winners?The match was drawn ({reason}).][scores?]"
            ),
        },
    },
    "prompts": {
        "play": {"ja": "カードを1枚出してください", "en": "Play a card"},
        "claim": {"ja": "獲得するフラッグを選んでください", "en": "Choose a flag to claim"},
        "draw": {"ja": "引く山札を選んでください", "en": "Choose the deck to draw from"},
        "scout_draw": {
            "ja": "偵察：引く山札を選んでください（あと{remaining}枚）",
            "en": "Scout: choose the deck to draw from ({remaining} to go)",
        },
        "scout_return": {
            "ja": "偵察：山札に戻すカードを選んでください（あと{remaining}枚）",
            "en": "Scout: choose a card to put back ({remaining} to go)",
        },
    },
    "problems": {
        "unknown_option": {
            "ja": "{option}というオプションはありません。使えるオプション：{known}。",
            "en": "Unknown option {option}. Options of this game: {known}.",
        },
        "bad_option": {
            "ja": "オプション「{option}」にこの値は使えません。",
            "en": "The option {option} can't have this value.",
        },
        "wrong_number_of_decks": {"ja": "席は{expected}つ必要です。", "en": "This match needs {expected} seats."},
        "unknown_card": {
            "ja": "「{card}」というカードはありません。デッキから外してください。",
            "en": "There is no card {card}. Take it out of the deck.",
        },
        "bad_copies": {
            "ja": "「{card}」の枚数は1以上の整数にしてください。",
            "en": "The number of copies of {card} must be a whole number, 1 or more.",
        },
        "not_the_shared_set": {
            "ja": "カードは共通です。デッキを送らないか、共通のカード一式をそのまま送ってください。",
            "en": "Both players share all cards. Send no deck, or exactly the shared set.",
        },
    },
    "reasons": {
        "breakthrough": {"ja": "突破", "en": "Breakthrough"},
        "envelopment": {"ja": "包囲", "en": "Envelopment"},
        "deadlock": {"ja": "手詰まり", "en": "Deadlock"},
        "points": {"ja": "得点", "en": "Points"},
    },
    "endings": {
        "breakthrough": {"ja": "隣り合うフラッグを3本獲得した。", "en": "Three flags side by side were claimed."},
        "envelopment": {"ja": "フラッグを5本獲得した。", "en": "Five flags were claimed."},
        "deadlock": {
            "ja": "カードを出しも引きもしない手番が2回続いた。フラッグの多い方が勝つ。",
            "en": "No card was played or drawn for two turns in a row. The player with more flags wins.",
        },
        "points": {
            "ja": "すべてのラウンドが終わった。得点の多い方が勝つ。",
            "en": "All rounds are over. The player with more points wins.",
        },
    },
    "decided": {
        "breakthrough": {
            "ja": "{winners}が隣り合う3本のフラッグを獲得した。",
            "en": "{winners} claimed three flags in a row.",
        },
        "envelopment": {"ja": "{winners}が5本のフラッグを獲得した。", "en": "{winners} claimed five flags."},
        "deadlock": {
            "ja": "手詰まり：{winners}のフラッグが多かった。",
            "en": "Deadlock: {winners} had claimed more flags.",
        },
        "deadlock_draw": {
            "ja": "手詰まり：フラッグは同数で、引き分けとなった。",
            "en": "Deadlock: both had the same number of flags, so the match was drawn.",
        },
        "points": {"ja": "{winners}の得点が多かった。", "en": "{winners} scored more points over all rounds."},
        "points_draw": {
            "ja": "得点は同じで、引き分けとなった。",
            "en": "Both scored the same, so the match was drawn.",
        },
    },
    "ordinals": {name: {"ja": "{}", "en": "{}"} for name in ("flag", "from_flag", "to_flag", "from_index")},
    "measures": {
        "flags": {"ja": "フラッグ", "en": "flag|flags"},
        "points": {"ja": "得点", "en": "point|points"},
    },
    "scorecard": {
        "rounds": {"ja": "ラウンドごとの得点", "en": "Points by round"},
        "round": {"ja": "ラウンド", "en": "Round"},
        "ended_by": {"ja": "終わり方", "en": "Ended by"},
        "flags": {"ja": "フラッグ", "en": "Flags"},
        "flag": {"ja": "フラッグ", "en": "Flag"},
        "sum": {"ja": "合計", "en": "Sum"},
        "claimed_in_turn": {"ja": "獲得した手番", "en": "Claimed in turn"},
        "claimed": {"ja": "獲得", "en": "claimed"},
        "proved": {"ja": "証明して獲得", "en": "claimed by proof"},
        "tactics": {"ja": "戦術カード", "en": "Tactics cards"},
        "cards_used": {"ja": "使った枚数", "en": "Used"},
    },
    "options": {
        "tactics": {"ja": "戦術カード", "en": "Tactics cards"},
        "claim_timing": {"ja": "フラッグ獲得のタイミング", "en": "Claim timing"},
        "rounds": {"ja": "ラウンド数", "en": "Rounds"},
    },
    "fields": {
        **{name: {"ja": ja, "en": name.replace("_", " ")} for name, ja in FIELDS.items()},
        "hands": {"ja": FIELDS["hands"], "en": "hand"},  # A board shows it for one seat.
    },
    "values": {name: {"ja": ja, "en": name.rpartition(".")[2].replace("_", " ")} for name, ja in VALUES.items()},
}
