"""The game's display names in Japanese and English. cards.json names the cards, actions, frames and formats."""

from rules.engine import Names


def named(ja: str, en: str) -> Names:
    return {"ja": ja, "en": en}


ACTIONS = {
    "raise": named("「{action}」を起こす[（キーカード：{keys}）]", "Raise “{action}”[ (key cards: {keys})]"),
    "pass": named("パスする", "Pass"),
    "pay_bulwark": named("防壁{character}をドライブする", "Drive bulwark {character}"),
    "pay_discard": named("コストとして{card}を捨てる", "Discard {card} as a cost"),
    "target": named(
        "対象を選ぶ[：キャラクター{character}][：要求{request}]",
        "Choose the target[: character {character}][: request {request}]",
    ),
    "place_bulwark": named("{card}を防壁に置く", "Place {card} as a bulwark"),
    "search": named("デッキから{card}を手札に加える", "Take {card} from the deck"),
    "set_state": named("{state}状態を選ぶ", "Choose the {state} state"),
    "place_on_deck": named("{card}をデッキの上に置く", "Put {card} on the deck"),
    "reinforce": named("防壁を{count}枚補充する", "Reinforce with {count:bulwark|bulwarks}"),
    "choose_graveyard": named("墓地の{card}を選ぶ", "Choose {card} from your graveyard"),
    "choose_hand": named("相手の手札の{card}を選ぶ", "Choose {card} from your opponent's hand"),
    "discard": named("{card}を捨てる", "Discard {card}"),
    "draw_more": named("もう1枚引く", "Draw another card"),
    "draw_stop": named("引くのをやめる", "Stop drawing"),
    "attacker": named("キャラクター{character}をアタッカーに指定する", "Name character {character} as an attacker"),
    "attackers_done": named("アタッカーの指定を終える", "No more attackers"),
    "block": named(
        "キャラクター{attacker}をキャラクター{blocker}でブロックする",
        "Block character {attacker} with character {blocker}",
    ),
    "blockers_done": named("ブロッカーの指定を終える", "No more blockers"),
}

ENTRIES = {
    "request": named(
        "「{action}」（要求{request}）[、対象は{target}][opponent?、対象は相手]。"
        "[!resolving?raising?起こしている途中。][unpaid?残りのコスト：{unpaid}。][resolving?解決中。][seat?]",
        "{action} (request {request})[, target: {target}][opponent?, target: the opponent]."
        "[!resolving?raising? Being raised.][unpaid? Still to pay: {unpaid}.][resolving? Resolving now.][seat?]",
    ),
}

PROMPTS = {
    "main": named("アクションを起こしてください", "Raise an action"),
    "respond": named("アクションで応じるか、パスしてください", "Respond or pass"),
    "pay_bulwark": named(
        "ドライブする防壁を選んでください（あと{remaining}枚）", "Choose a bulwark to drive ({remaining} to go)"
    ),
    "pay_discard": named(
        "捨てる手札を選んでください（あと{remaining}枚）", "Choose a card to discard ({remaining} to go)"
    ),
    "choose_target": named("対象を選んでください", "Choose a target"),
    "place_bulwark": named("防壁にする手札を選んでください", "Choose a card from your hand to place as a bulwark"),
    "choose_search": named("手札に加えるカードを選んでください", "Choose a card from your deck"),
    "choose_state": named("チャージかドライブかを選んでください", "Charged or driven?"),
    "order_deck": named(
        "持ち主のデッキの上に次に置くカードを選んでください", "Choose the next card to put on its owner's deck"
    ),
    "reinforce": named("補充する枚数を選んでください", "Reinforce with one bulwark or two?"),
    "choose_graveyard": named("墓地のカードを選んでください", "Choose a card from your graveyard"),
    "choose_hand": named("捨てさせるカードを選んでください", "Choose a card for your opponent to discard"),
    "discard_to_limit": named(
        "手札が7枚になるまで捨ててください（あと{remaining}枚）", "Discard down to seven cards ({remaining} to go)"
    ),
    "draw_more": named("もう1枚引きますか", "Draw a second card?"),
    "declare_attackers": named("アタッカーを指定してください", "Name your attackers"),
    "declare_blockers": named("ブロッカーを指定してください", "Name your blockers"),
}

DONE = {
    "raise": named(
        "{actor}は「{action}」を起こした[（キーカード：{keys}）]。", "{actor} raised “{action}”[ with {keys!and}]."
    ),
    "pass": named("{actor}はパスした。", "{actor} passed."),
    "pay_bulwark": named(
        "{actor}は防壁{character}をドライブした。", "{actor} drove their bulwark, character {character}."
    ),
    "pay_discard": named("{actor}はコストとして{card}を捨てた。", "{actor} discarded {card} as a cost."),
    "target": named(
        "{actor}は対象を選んだ[：キャラクター{character}][：要求{request}][：{seat}]。",
        "{actor} chose a target[: character {character}][: request {request}][: {seat}].",
    ),
    "place_bulwark": named(
        "{actor}は[{card}][!card?カード]を防壁として置いた。", "{actor} placed [{card}][!card?a card] as a bulwark."
    ),
    "search": named("{actor}はデッキから{card}を手札に加えた。", "{actor} took {card} from the deck."),
    "set_state": named("{actor}は{state}状態を選んだ。", "{actor} chose the {state} state."),
    "place_on_deck": named("{actor}は{card}をデッキの上に置いた。", "{actor} put {card} on the deck."),
    "reinforce": named(
        "{actor}は防壁を{count}枚補充することにした。", "{actor} chose to reinforce with {count:bulwark|bulwarks}."
    ),
    "choose_graveyard": named("{actor}は墓地の{card}を選んだ。", "{actor} chose {card} from the graveyard."),
    "choose_hand": named("{actor}は相手の手札の{card}を選んだ。", "{actor} chose {card} from the opponent's hand."),
    "discard": named("{actor}は{card}を捨てた。", "{actor} discarded {card}."),
    "draw_more": named("{actor}はもう1枚引いた。", "{actor} drew another card."),
    "draw_stop": named("{actor}は引くのをやめた。", "{actor} drew no more cards."),
    "attacker": named(
        "{actor}はキャラクター{character}をアタッカーに指定した。",
        "{actor} named character {character} as an attacker.",
    ),
    "attackers_done": named("{actor}はアタッカーの指定を終えた。", "{actor} finished naming attackers."),
    "block": named(
        "{actor}はキャラクター{attacker}をキャラクター{blocker}でブロックした。",
        "{actor} blocked character {attacker} with character {blocker}.",
    ),
    "blockers_done": named("{actor}はブロッカーの指定を終えた。", "{actor} finished naming blockers."),
}

EFFECTS = {
    "shuffled": named("{seat}は{zone}をシャッフルした[：{order}]。", "{seat} shuffled their {zone}[: {order}]."),
    "set_aside": named(
        "{seat}はカードを{count}枚除外した[：{cards}]。", "{seat} set aside {count:card|cards}[: {cards}]."
    ),
    "drew": named("{seat}は{count}枚引いた[：{cards}]。", "{seat} drew {count:card|cards}[: {cards}]."),
    "preset": named(
        "{seat}のプリセットが場に出た：防壁{bulwark}[（{bulwark_card}）]、兵士{soldier}（{soldier_card}）。",
        (
            "{seat}'s preset entered the field: bulwark {bulwark}[ ({bulwark_card})] and "
            "soldier {soldier} ({soldier_card})."
        ),
    ),
    "flipped": named("{seat}は{card}をめくった。", "{seat} turned up the top card of their deck: {card}."),
    "picked": named("抽選で{result!seat}が選ばれた。[what?][n?]", "{result!seat} won the random draw.[what?][n?]"),
    "first_player": named("{seat}が先攻になった。", "{seat} goes first."),
    "turn_started": named("{seat}のターン{turn}が始まった。", "{seat} began turn {turn}."),
    "raised": named(
        "{seat}は「{action}」を起こした（要求{request}[、キーカード：{keys}]）。[by?]",
        "{seat}'s “{action}” was raised[ with {keys!and}] (request {request}).[by?]",
    ),
    "drove": named(
        "[characters?キャラクター{characters}がドライブ状態になった。][!characters?ドライブしたキャラクターはいない。]",
        "[characters?{characters:Character|Characters} became driven.][!characters?No character was driven.]",
    ),
    "charged": named(
        "[characters?キャラクター{characters}がチャージ状態になった。][!characters?チャージしたキャラクターはいない。]",
        "[characters?{characters:Character|Characters} became charged.][!characters?No character was charged.]",
    ),
    "damaged": named(
        "{seat}は{amount}点のダメージを受けた（{cause}）。{moved}枚が墓地に置かれた[cards?：{cards}]。[!cards?墓地の一番上は{top}。]",
        (
            "{seat} took {amount} damage ({cause}). {moved:card|cards} went to the "
            "graveyard[cards?: {cards}].[!cards? Its top card is {top}.]"
        ),
    ),
    "discarded": named("{seat}は{card}を捨てた（{cause}）。", "{seat} discarded {card} ({cause})."),
    "targeted": named("要求{request}は{target}を対象にした。", "Request {request} targeted {target}."),
    "staged": named("要求{request}がステージに乗った。", "Request {request} went on the stage."),
    "passed": named("{seat}はパスした[auto?（手札なし）]。", "{seat} passed[auto? with no cards in hand]."),
    "resolution_started": named(
        "要求{request}「{action}」の解決が始まった。", "{action} (request {request}) began to resolve."
    ),
    "fizzled": named("要求{request}「{action}」は対象を失った。", "{action} (request {request}) lost its target."),
    "had_no_effect": named(
        "要求{request}「{action}」は効果がなかった。", "{action} (request {request}) had no effect."
    ),
    "negated": named(
        "要求{request}「{action}」は要求{by}に打ち消された。",
        "{action} (request {request}) was negated by request {by}.",
    ),
    "resolved": named("要求{request}「{action}」が解決した。", "{action} (request {request}) resolved."),
    "keys_discarded": named(
        "{seat}のキーカードが墓地に置かれた：{cards}（要求{request}）。",
        "{seat}'s {cards:key card|key cards} went to the graveyard (request {request}).",
    ),
    "keys_returned": named(
        "{seat}のキーカードが手札に戻った：{cards}（要求{request}）。",
        "{seat}'s {cards:key card|key cards} returned to their hand (request {request}).",
    ),
    "bulwark_placed": named(
        "{seat}は{from}から防壁{character}[（{card}）]を[charged?チャージ状態][!charged?ドライブ状態]で置いた。",
        "{seat} placed [{card}][!card?a card] from the {from} as a bulwark "
        "(character {character}, [charged?charged][!charged?driven]).",
    ),
    "summoned": named(
        "{seat}は{from}から{card}を召喚した（{kind}、キャラクター{character}）。",
        "{seat} summoned {card} from the {from} ({kind}, character {character}).",
    ),
    "equipped": named(
        "{seat}はキャラクター{character}に{card}を装備した。", "{seat} equipped character {character} with {card}."
    ),
    "number_changed": named(
        "キャラクター{character}の数字が{number}になった（増減：{by!signed}）。",
        "Character {character}'s number became {number} (change: {by!signed}).",
    ),
    "revealed": named(
        "{seat}の防壁{character}が表になった：{card}。",
        "{seat}'s bulwark (character {character}) was turned face up: {card}.",
    ),
    "destroyed": named(
        "{seat}のキャラクター{character}（{kind}：{cards}）が墓地に置かれた。",
        "{seat}'s character {character} ({kind}: {cards}) went to the graveyard.",
    ),
    "returned_to_hand": named(
        "{seat}のキャラクター{character}（{kind}[：{cards}]）が手札に戻った。",
        "{seat}'s character {character} ({kind}[: {cards}]) returned to hand.",
    ),
    "returned_to_deck": named(
        "{seat}のキャラクター{character}（{cards}）がデッキの上に置かれた。",
        "{seat}'s character {character} ({cards}) went on top of the deck.",
    ),
    "reversed": named(
        "{seat}のキャラクター{character}[（{cards}）]が裏返り、{into}になった。",
        "{seat}'s character {character}[ ({cards})] was reversed and became {into}.",
    ),
    "searched": named("{seat}はデッキから{card}を手札に加えた。", "{seat} took {card} from the deck."),
    "hand_revealed": named(
        "{seat}の手札が{to}に公開された[：{cards}]。", "{seat} showed their hand to {to}[: {cards}]."
    ),
    "attacker_named": named(
        "{seat}はキャラクター{character}をアタッカーに指定した。", "{seat} named character {character} as an attacker."
    ),
    "blocker_named": named(
        "{seat}はキャラクター{attacker}をキャラクター{blocker}でブロックした。",
        "{seat} blocked character {attacker} with character {blocker}.",
    ),
    "combat_ended": named("攻防が終わった。", "Combat ended."),
    "triggered": named("{seat}の「{action}」が誘発した。", "{seat}'s {action} was triggered."),
    "milled": named(
        (
            "{seat}は[count>0?{count}枚を墓地に置いた][!count>0?墓地に1枚も置かなかった][：{cards}][（一番上は{top}）]。"
            "[hit?次のカードを手札に加えた][!hit?手札に加えるカードは出なかった][：{found}]。"
        ),
        (
            "{seat} put [count>0?{count:card|cards}][!count>0?no cards] from their deck in the graveyard[: {cards}]."
            "[hit? They took the next card into their hand][!hit? They found no card to take][: {found}]."
            "[!cards?top? The graveyard's top card is {top}.]"
        ),
    ),
    "turn_ended": named("{seat}のターン{turn}が終わった。", "{seat} ended turn {turn}."),
    "match_ended": named(
        "[winners?{winners!and}の勝ち（{reason}）。][!winners?引き分け（{reason}）。][scores?]",
        "[winners?{winners!and} won the match ({reason}).][!winners?The match was drawn ({reason}).][scores?]",
    ),
}

PROBLEMS = {
    "unknown_option": named(
        "{option}というオプションはありません。使えるオプション：{known}。",
        "Unknown option {option}. Options of this game: {known}.",
    ),
    "bad_option": named("オプション「{option}」にこの値は使えません。", "The option {option} can't have this value."),
    "wrong_number_of_decks": named("席は{expected}つ必要です。", "This match needs {expected} seats."),
    "unknown_card": named(
        "「{card}」というカードはありません。デッキから外してください。",
        "There is no card {card}. Take it out of the deck.",
    ),
    "bad_copies": named(
        "「{card}」の枚数は1以上の整数にしてください。",
        "The number of copies of {card} must be a whole number, 1 or more.",
    ),
    "too_many_copies": named(
        "「{card}」の枚数が多すぎます。減らしてください。", "There are too many copies of {card}. Take some out."
    ),
    "deck_size": named(
        "カードは{min}～{max}枚必要です（現在{actual}枚）。",
        "Cards needed: {min} to {max}. This deck has {actual}.",
    ),
    "wrong_deck": named(
        "フレームで決められたデッキと違います。決められたデッキをそのまま使ってください。",
        "This is not the deck that the frame prescribes. Use that deck unchanged.",
    ),
}

REASONS = {
    "deck_out": named("デッキ切れ", "Deck out"),
    "double_deck_out": named("両者デッキ切れ", "Both decks out"),
}

ENDINGS = {
    "deck_out": named("プレイヤーのデッキ（ライフ）が尽きた。", "A player's deck, which is their life, ran out."),
    "double_deck_out": named("両者のデッキが同時に尽きた。", "Both decks ran out at once."),
}

DECIDED = {
    "deck_out": named("{losers}のデッキが尽きた。", "{losers}'s deck ran out."),
    "double_deck_out": named(
        "両者のデッキが同時に尽き、引き分けとなった。", "Both decks ran out at once, so the match was drawn."
    ),
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
    "opponent": "相手",
    "bulwarks_to_drive_as_cost": "コストとしてドライブする防壁",
    "damage_to_take_as_cost": "コストとして受けるダメージ",
    "cards_to_discard_as_cost": "コストとして捨てる手札",
}  # fmt: skip
"""Japanese names of fields in views and actions, and of their words. The English names come from the fields."""

VALUES = {
    "driven": "ドライブ", "cost": "コスト", "limit": "手札の上限", "player": "プレイヤー", "rule": "ルール",
    "bulwark": "防壁", "equipped": "装備兵", "joker": "ジョーカー", "suit_card": "スートのカード",
    "spade": "スペード", "heart": "ハート", "diamond": "ダイヤ", "club": "クラブ", "rank.a": "A", "rank.j": "J",
    "rank.q": "Q", "rank.k": "K",
}  # fmt: skip
"""Names of other values; `field.word` if the word has another meaning in that field."""

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
"""Names of the fields of cards, sets and reports, in reading order."""

SUMMARY: Names = {
    "ja": "トランプで戦う決闘。カードは兵士にも魔法にもなり、山札がそのままライフになる。山札が尽きたら負け。",
    "en": (
        "A duel with ordinary playing cards, which are soldiers, "
        "magic and life in one. You lose when your deck is empty."
    ),
}
"""A summary for people who don't know the game."""

WORDS = {
    "card_fields": {name: {"ja": ja, "en": en} for name, (ja, en) in CARD_FIELDS.items()},
    "actions": ACTIONS,
    "done": DONE,
    "effects": EFFECTS,
    "entries": ENTRIES,
    "prompts": PROMPTS,
    "problems": PROBLEMS,
    "reasons": REASONS,
    "endings": ENDINGS,
    "decided": DECIDED,
    "measures": {},
    "scorecard": SCORECARD,
    "options": OPTIONS,
    "fields": {name: named(ja, name.replace("_", " ")) for name, ja in FIELDS.items()},
    "values": {
        **{name: named(ja, name.rpartition(".")[2].replace("_", " ")) for name, ja in VALUES.items()},
        "key": named("キーカード", "key cards"),
        "kind.bulwark": named("防壁", "Bulwark"),
        "unpaid.B": named("防壁をドライブ", "drive a bulwark"),
        "unpaid.L": named("1ダメージを受ける", "take 1 damage"),
        "unpaid.D": named("手札を1枚捨てる", "discard a card"),
        "into(id,kind)": named("キャラクター{id}（{kind}）", "character {id} ({kind})"),
    },
}
