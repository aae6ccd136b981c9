"""What everything is called, in Japanese and English."""

from cards.engine import Names


def _(ja: str, en: str) -> Names:
    return {"ja": ja, "en": en}


ACTIONS = {
    "raise": _("アクションを起こす", "Raise an action"),
    "pass": _("パス", "Pass"),
    "pay_bulwark": _("防壁をドライブする", "Drive a bulwark"),
    "pay_discard": _("手札を捨てて支払う", "Discard as a cost"),
    "target": _("対象を選ぶ", "Choose the target"),
    "place_bulwark": _("防壁を置く", "Place a bulwark"),
    "search": _("デッキから探す", "Take from the deck"),
    "set_state": _("状態を選ぶ", "Choose the state"),
    "place_on_deck": _("デッキの上に置く", "Put on the deck"),
    "reinforce": _("防壁を補充する", "Reinforce"),
    "choose_graveyard": _("墓地から選ぶ", "Choose from the graveyard"),
    "choose_hand": _("相手の手札を選ぶ", "Choose from the opponent's hand"),
    "discard": _("捨てる", "Discard"),
    "draw_more": _("もう1枚引く", "Draw another"),
    "draw_stop": _("引かない", "Draw no more"),
    "attacker": _("アタッカーに指定", "Name an attacker"),
    "attackers_done": _("アタッカー指定終了", "No more attackers"),
    "block": _("ブロックする", "Block"),
    "blockers_done": _("ブロッカー指定終了", "No more blockers"),
}

PROMPTS = {
    "main": _("アクションを起こしてください", "Raise an action"),
    "respond": _("応じるかパス", "Respond or pass"),
    "pay_bulwark": _("ドライブする防壁を選択（残り{remaining}）", "Drive a bulwark ({remaining} left)"),
    "pay_discard": _("捨てる手札を選択（残り{remaining}）", "Discard a card ({remaining} left)"),
    "choose_target": _("対象を選択", "Choose the target"),
    "place_bulwark": _("防壁にする手札を選択", "Choose a card for the bulwark"),
    "choose_search": _("手札に加えるカードを選択", "Choose a card of your deck"),
    "choose_state": _("チャージかドライブかを選択", "Charged or driven?"),
    "order_deck": _("次にデッキの上に置くカードを選択", "Choose the next card for the deck"),
    "reinforce": _("補充する枚数を選択", "One bulwark or two?"),
    "choose_graveyard": _("墓地のカードを選択", "Choose a card of your graveyard"),
    "choose_hand": _("捨てさせるカードを選択", "Choose the card to be discarded"),
    "discard_to_limit": _("7枚になるまで捨てる（残り{remaining}）", "Discard down to the limit ({remaining} left)"),
    "draw_more": _("もう1枚引きますか", "Draw a second card?"),
    "declare_attackers": _("アタッカーを指定", "Name attackers"),
    "declare_blockers": _("ブロッカーを指定", "Name blockers"),
}

EFFECTS = {
    "shuffled": _("席{seat}のデッキを切りなおした", "Seat {seat}'s deck was shuffled"),
    "set_aside": _("席{seat}は{count}枚を除外した", "{count} cards of seat {seat} were set aside"),
    "drew": _("席{seat}は{count}枚引いた", "Seat {seat} drew {count}"),
    "preset": _("席{seat}のプリセット", "Seat {seat}'s preset came to the field"),
    "flipped": _("席{seat}は{card}をめくった", "Seat {seat} turned up {card}"),
    "picked": _("{what}：{result}", "{what}: {result}"),
    "first_player": _("席{seat}が先攻", "Seat {seat} goes first"),
    "turn_started": _("ターン{turn}開始（席{seat}）", "Turn {turn} started (seat {seat})"),
    "raised": _("席{seat}：{action}が起こされた", "{action} was raised for seat {seat}"),
    "drove": _("{characters}をドライブした", "{characters} driven"),
    "charged": _("{characters}をチャージした", "{characters} charged"),
    "damaged": _("席{seat}に{amount}点ダメージ", "Seat {seat} took {amount} damage"),
    "discarded": _("席{seat}は{card}を捨てた", "Seat {seat} discarded {card}"),
    "targeted": _("対象：{target}", "Target: {target}"),
    "staged": _("要求{request}がステージに乗った", "Request {request} went on the stage"),
    "passed": _("席{seat}はパス", "Seat {seat} passed"),
    "resolution_started": _("{action}を解決する", "{action} is being resolved"),
    "fizzled": _("{action}は対象を失った", "{action} has lost its target"),
    "had_no_effect": _("{action}は何も起こさなかった", "{action} had no effect"),
    "negated": _("{action}は打ち消された", "{action} was negated"),
    "resolved": _("{action}が解決した", "{action} was resolved"),
    "keys_discarded": _("キーカード{cards}は墓地へ", "Key cards {cards} went to the graveyard"),
    "keys_returned": _("キーカード{cards}は手札へ", "Key cards {cards} returned to the hand"),
    "bulwark_placed": _("席{seat}は防壁を置いた", "Seat {seat} placed a bulwark"),
    "summoned": _("席{seat}は{card}を召喚した", "Seat {seat} summoned {card}"),
    "equipped": _("席{seat}は{card}を装備した", "Seat {seat} equipped {card}"),
    "number_changed": _("数字が{by}変わり{number}になった", "The number changed by {by} to {number}"),
    "revealed": _("防壁{card}が表になった", "The bulwark {card} was turned up"),
    "destroyed": _("{cards}は墓地へ", "{cards} went to the graveyard"),
    "returned_to_hand": _("キャラクターが手札に戻った", "A character returned to the hand"),
    "returned_to_deck": _("{cards}はデッキの上へ", "{cards} went onto the deck"),
    "reversed": _("キャラクターが裏返った", "A character was reversed"),
    "searched": _("席{seat}は{card}を手札に加えた", "Seat {seat} took {card} from the deck"),
    "hand_revealed": _("席{seat}の手札が席{to}に公開された", "Seat {seat}'s hand was shown to seat {to}"),
    "attacker_named": _("アタッカーに指定された", "An attacker was named"),
    "blocker_named": _("ブロッカーに指定された", "A blocker was named"),
    "combat_ended": _("攻防終了", "The combat ended"),
    "triggered": _("席{seat}：{action}が誘発した", "{action} was triggered for seat {seat}"),
    "milled": _("席{seat}は{count}枚を墓地に置いた", "{count} cards of seat {seat} went to the graveyard"),
    "turn_ended": _("ターン{turn}終了（席{seat}）", "Turn {turn} ended (seat {seat})"),
    "match_ended": _("対戦終了", "The match ended"),
}

PROBLEMS = {
    "unknown_option": _("{option}というオプションはありません", "There is no option {option}"),
    "bad_option": _("オプション{option}の値が正しくありません", "The value of the option {option} is not allowed"),
    "wrong_number_of_decks": _("デッキは{expected}個必要です", "{expected} decks are needed"),
    "unknown_card": _("{card}というカードはありません", "There is no card {card}"),
    "bad_copies": _("{card}の枚数が正しくありません", "The number of {card} is not a positive integer"),
    "too_many_copies": _("{card}が多すぎます", "There are too many of {card}"),
    "deck_size": _("デッキは{min}〜{max}枚（現在{actual}枚）", "A deck has {min} to {max} cards; this one has {actual}"),
    "wrong_deck": _("このフレームで決められたデッキではありません", "This is not the deck that the frame prescribes"),
}

REASONS = {
    "deck_out": _("デッキ切れ", "Deck out"),
    "double_deck_out": _("両者デッキ切れ", "Both decks out"),
}

OPTIONS = {
    "format": _("フォーマット", "Format"),
    "lite": _("ライト", "Lite"),
    "std": _("スタンダード", "Standard"),
    "frame": _("フレーム", "Frame"),
    "full": _("フル", "Full"),
    "regular": _("レギュラー", "Regular"),
    "constructed40": _("構築40", "Constructed 40"),
    "random40": _("ランダム40", "Random 40"),
    "entry20": _("エントリー20", "Entry 20"),
    "entry16": _("エントリー16", "Entry 16"),
}

WORDS = {
    "actions": ACTIONS,
    "effects": EFFECTS,
    "prompts": PROMPTS,
    "problems": PROBLEMS,
    "reasons": REASONS,
    "options": OPTIONS,
}
