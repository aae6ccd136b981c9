"""What everything is called, in Japanese and English. Names of cards, actions, frames and formats: cards.json."""

from rules.engine import Names


def named(ja: str, en: str) -> Names:
    return {"ja": ja, "en": en}


ACTIONS = {
    "raise": named("「{action}」を起こす[（キーカード：{keys}）]", "Raise {action}[ (key cards: {keys})]"),
    "pass": named("パス", "Pass"),
    "pay_bulwark": named("防壁{character}をドライブする", "Drive bulwark {character}"),
    "pay_discard": named("コストとして{card}を捨てる", "Discard {card} as a cost"),
    "target": named(
        "対象を選ぶ[：キャラクター{character}][：要求{request}]",
        "Choose the target[: character {character}][: request {request}]",
    ),
    "place_bulwark": named("{card}を防壁に置く", "Place {card} as a bulwark"),
    "search": named("デッキから{card}を加える", "Take {card} from the deck"),
    "set_state": named("状態：{state}", "State: {state}"),
    "place_on_deck": named("{card}をデッキの上に置く", "Put {card} on the deck"),
    "reinforce": named("防壁を{count}枚補充する", "Reinforce with {count}"),
    "choose_graveyard": named("墓地の{card}を選ぶ", "Choose {card} from the graveyard"),
    "choose_hand": named("相手の手札の{card}を選ぶ", "Choose {card} from the opponent's hand"),
    "discard": named("{card}を捨てる", "Discard {card}"),
    "draw_more": named("もう1枚引く", "Draw another"),
    "draw_stop": named("引かない", "Draw no more"),
    "attacker": named("キャラクター{character}をアタッカーに指定", "Name character {character} an attacker"),
    "attackers_done": named("アタッカー指定終了", "No more attackers"),
    "block": named("キャラクター{attacker}を{blocker}でブロックする", "Block character {attacker} with {blocker}"),
    "blockers_done": named("ブロッカー指定終了", "No more blockers"),
}

PROMPTS = {
    "main": named("アクションを起こしてください", "Raise an action"),
    "respond": named("応じるかパス", "Respond or pass"),
    "pay_bulwark": named("ドライブする防壁を選択（残り{remaining}）", "Drive a bulwark ({remaining} left)"),
    "pay_discard": named("捨てる手札を選択（残り{remaining}）", "Discard a card ({remaining} left)"),
    "choose_target": named("対象を選択", "Choose the target"),
    "place_bulwark": named("防壁にする手札を選択", "Choose a card for the bulwark"),
    "choose_search": named("手札に加えるカードを選択", "Choose a card of your deck"),
    "choose_state": named("チャージかドライブかを選択", "Charged or driven?"),
    "order_deck": named("次にデッキの上に置くカードを選択", "Choose the next card for the deck"),
    "reinforce": named("補充する枚数を選択", "One bulwark or two?"),
    "choose_graveyard": named("墓地のカードを選択", "Choose a card of your graveyard"),
    "choose_hand": named("捨てさせるカードを選択", "Choose the card to be discarded"),
    "discard_to_limit": named("7枚になるまで捨てる（残り{remaining}）", "Discard down to the limit ({remaining} left)"),
    "draw_more": named("もう1枚引きますか", "Draw a second card?"),
    "declare_attackers": named("アタッカーを指定", "Name attackers"),
    "declare_blockers": named("ブロッカーを指定", "Name blockers"),
}

EFFECTS = {
    "shuffled": named("{seat}の{zone}を切りなおした[：{order}]", "{seat}'s {zone} was shuffled[: {order}]"),
    "set_aside": named("{seat}は{count}枚を除外した", "{count} cards of {seat} were set aside"),
    "drew": named("{seat}は{count}枚引いた[：{cards}]", "{seat} drew {count}[: {cards}]"),
    "preset": named("{seat}のプリセット", "{seat}'s preset came to the field"),
    "flipped": named("{seat}は{card}をめくった", "{seat} turned up {card}"),
    "picked": named("抽選（{what}、{n} 席から）：{result!seat}", "{result!seat} was drawn by lot of {n} ({what})"),
    "first_player": named("{seat}が先攻", "{seat} goes first"),
    "turn_started": named("ターン{turn}開始（{seat}）", "Turn {turn} started ({seat})"),
    "raised": named(
        "要求{request}：{seat}の「{action}」が起こされた（{by}[、キーカード：{keys}]）",
        "Request {request}: {action} was raised for {seat} by {by}[, with {keys}]",
    ),
    "drove": named("ドライブ：キャラクター{characters}", "Driven: characters {characters}"),
    "charged": named("チャージ：キャラクター{characters}", "Charged: characters {characters}"),
    "damaged": named(
        "{seat}に{amount}点ダメージ（{cause}）、{moved}枚が墓地へ[、一番上は{top}][：{cards}]",
        "{seat} took {amount} damage ({cause}): {moved} to the graveyard[, {top} on top][; {cards}]",
    ),
    "discarded": named("{seat}は{card}を捨てた（{cause}）", "{seat} discarded {card} ({cause})"),
    "targeted": named("要求{request}の対象：{target}", "Request {request} targets {target}"),
    "staged": named("要求{request}がステージに乗った", "Request {request} went on the stage"),
    "passed": named("{seat}はパス[auto?（手札なし）]", "{seat} passed[auto?, having no card in hand]"),
    "resolution_started": named(
        "要求{request}「{action}」を解決する", "{action} (request {request}) is being resolved"
    ),
    "fizzled": named("要求{request}「{action}」は対象を失った", "{action} (request {request}) has lost its target"),
    "had_no_effect": named(
        "要求{request}「{action}」は何も起こさなかった", "{action} (request {request}) had no effect"
    ),
    "negated": named(
        "要求{request}「{action}」は要求{by}に打ち消された", "{action} (request {request}) was negated by request {by}"
    ),
    "resolved": named("要求{request}「{action}」が解決した", "{action} (request {request}) was resolved"),
    "keys_discarded": named("キーカード{cards}は墓地へ", "Key cards {cards} went to the graveyard"),
    "keys_returned": named("キーカード{cards}は手札へ", "Key cards {cards} returned to the hand"),
    "bulwark_placed": named(
        "{seat}は{from}から防壁{character}を置いた[charged?（チャージ）][!charged?（ドライブ）][：{card}]",
        "{seat} placed bulwark {character} from the {from}[charged?, charged][!charged?, driven][: {card}]",
    ),
    "summoned": named(
        "{seat}は{from}から{card}を召喚した（{kind}、キャラクター{character}）",
        "{seat} summoned {card} from the {from} ({kind}, character {character})",
    ),
    "equipped": named("{seat}は{card}を装備した", "{seat} equipped {card}"),
    "number_changed": named(
        "キャラクター{character}の数字が{by}変わり{number}になった",
        "The number of character {character} changed by {by} to {number}",
    ),
    "revealed": named("防壁{card}が表になった", "The bulwark {card} was turned up"),
    "destroyed": named(
        "{seat}のキャラクター{character}（{kind}、{cards}）は墓地へ",
        "Character {character} of {seat} ({kind}: {cards}) went to the graveyard",
    ),
    "returned_to_hand": named("キャラクター{character}が手札に戻った", "Character {character} returned to the hand"),
    "returned_to_deck": named("{cards}はデッキの上へ", "{cards} went onto the deck"),
    "reversed": named("キャラクター{character}が裏返った", "Character {character} was reversed"),
    "searched": named("{seat}は{card}を手札に加えた", "{seat} took {card} from the deck"),
    "hand_revealed": named("{seat}の手札が{to}に公開された", "{seat}'s hand was shown to {to}"),
    "attacker_named": named(
        "キャラクター{character}がアタッカーに指定された", "Character {character} was named an attacker"
    ),
    "blocker_named": named("キャラクター{blocker}が{attacker}をブロックする", "Character {blocker} blocks {attacker}"),
    "combat_ended": named("攻防終了", "The combat ended"),
    "triggered": named("{seat}：「{action}」が誘発した", "{action} was triggered for {seat}"),
    "milled": named("{seat}は{count}枚を墓地に置いた", "{count} cards of {seat} went to the graveyard"),
    "turn_ended": named("ターン{turn}終了（{seat}）", "Turn {turn} ended ({seat})"),
    "match_ended": named("対戦終了（{reason}）", "The match ended ({reason})"),
}

PROBLEMS = {
    "unknown_option": named("{option}というオプションはありません", "There is no option {option}"),
    "bad_option": named("オプション{option}の値が正しくありません", "The value of the option {option} is not allowed"),
    "wrong_number_of_decks": named("席が{expected}つ必要です", "There must be {expected} seats"),
    "unknown_card": named("{card}というカードはありません", "There is no card {card}"),
    "bad_copies": named("{card}の枚数が正しくありません", "The number of {card} is not a positive integer"),
    "too_many_copies": named("{card}が多すぎます", "There are too many of {card}"),
    "deck_size": named(
        "デッキは{min}〜{max}枚（現在{actual}枚）", "A deck has {min} to {max} cards; this one has {actual}"
    ),
    "wrong_deck": named("このフレームで決められたデッキではありません", "This is not the deck of the frame"),
}

REASONS = {
    "deck_out": named("デッキ切れ", "Deck out"),
    "double_deck_out": named("両者デッキ切れ", "Both decks out"),
}

ENDINGS = {
    "deck_out": named("ライフであるデッキが尽きた。", "A deck, which is its player's life, is empty."),
    "double_deck_out": named("両者のデッキが同時に尽きた。", "Both decks are empty at once."),
}

DECIDED = {
    "deck_out": named("{losers}のデッキが尽きた。", "The deck of {losers} ran out."),
    "double_deck_out": named("両者のデッキが同時に尽き、引き分け。", "Both decks ran out at once, so nobody won."),
}

SCORECARD = {
    "life": named("ライフ（デッキのカード）", "Life (cards of the deck)"),
    "life_left": named("残り", "Left"),
    "life_regained": named("デッキに戻したカード", "Put back on the deck"),
    "last_card_taken_by": named("最後の1枚", "Last card taken by"),
    "set_up": named("準備", "Set-up"),
    "draw": named("ドロー", "Draws"),
    "field": named("場", "On the field"),
    "summoned": named("兵士の登場", "Soldiers summoned"),
    "bulwarks": named("防壁の設置", "Bulwarks placed"),
    "destroyed": named("破壊されたキャラクター", "Characters destroyed"),
    "attacks": named("アタック", "Attackers"),
    "blocks": named("ブロック", "Blocks"),
    "actions": named("起こしたアクション", "Actions taken"),
    "cost": named("コスト", "Costs"),
}

OPTIONS = {
    "format": named("フォーマット", "Format"),
    "frame": named("フレーム", "Frame"),
}

FIELDS = {
    "turn_player": "ターンプレイヤー", "first_player": "先攻", "chance": "チャンス", "passes": "続いたパス",
    "used": "使用済み", "attack": "攻撃", "set_bulwark": "防壁設置", "stage": "ステージ", "id": "番号",
    "action": "アクション", "seat": "席", "keys": "キーカード", "target": "対象", "character": "キャラクター",
    "request": "要求", "unpaid": "未払いのコスト", "raising": "起こし中", "resolving": "解決中", "combat": "攻防",
    "attackers": "アタッカー", "attacker": "アタッカー", "blockers": "ブロッカー", "blocker": "ブロッカー",
    "next_ids": "次の番号", "seats": "各席", "deck": "デッキ", "count": "枚数", "cards": "カード", "hand": "手札",
    "graveyard": "墓地", "top": "一番上", "set_aside": "除外", "soldiers": "兵士", "kind": "種類", "number": "数字",
    "bonus": "修正", "charged": "チャージ", "fresh": "出たばかり", "bulwarks": "防壁", "card": "カード",
    "state": "状態", "life": "ライフ",
}  # fmt: skip
"""What fields of views and actions are called, and the words in them, in Japanese; in English by themselves."""

VALUES = {
    "driven": "ドライブ", "cost": "コスト", "limit": "手札の上限", "player": "プレイヤー", "rule": "ルール",
    "key": "キーカード", "bulwark": "防壁", "equipped": "装備兵", "joker": "ジョーカー", "suit_card": "スートのカード",
    "spade": "スペード", "heart": "ハート", "diamond": "ダイヤ", "club": "クラブ", "rank.a": "A", "rank.j": "J",
    "rank.q": "Q", "rank.k": "K",
}  # fmt: skip
"""The other words that values may be; `field.word` where the word means something else in that field."""

CARD_FIELDS = {
    "character": ("キャラクター", "character"),
    "suit": ("スート", "suit"),
    "rank": ("ランク", "rank"),
    "ranks": ("ランク", "ranks"),
    "generation": ("世代交代", "generation"),
    "stats": ("数値", "figures"),
    "cost": ("コスト", "cost"),
    "value": ("値", "value"),
    "characters": ("キャラクター", "characters"),
    "actions": ("アクション", "actions"),
    "frames": ("フレーム", "frames"),
}
"""What fields of cards, sets and reports are called, in the order in which a card is read."""

SUMMARY: Names = {
    "ja": "トランプで戦う決闘。カードは兵士にも魔法にもなり、山札がそのままライフになる。山札が尽きたら負け。",
    "en": (
        "A duel with ordinary playing cards, which are soldiers, magic and life in one. Whose deck is empty has lost."
    ),
}
"""What it is about, for whoever does not know it."""

WORDS = {
    "card_fields": {name: {"ja": ja, "en": en} for name, (ja, en) in CARD_FIELDS.items()},
    "actions": ACTIONS,
    "effects": EFFECTS,
    "prompts": PROMPTS,
    "problems": PROBLEMS,
    "reasons": REASONS,
    "endings": ENDINGS,
    "decided": DECIDED,
    "measures": {},
    "scorecard": SCORECARD,
    "options": OPTIONS,
    "fields": {name: named(ja, name.replace("_", " ")) for name, ja in FIELDS.items()},
    "values": {name: named(ja, name.rpartition(".")[2].replace("_", " ")) for name, ja in VALUES.items()},
}
