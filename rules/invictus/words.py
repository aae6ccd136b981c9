"""Display texts in Japanese and English for every tag, problem, reason and option. `{field}` is a place for a value."""

from rules.engine import Names


def _text(ja: str, en: str) -> Names:
    return {"ja": ja, "en": en}


FIELDS = {
    "phase": "フェイズ", "first_side": "先攻のサイド", "order": "行動順", "active": "アクティブ",
    "reaction": "対応する席", "sides": "サイド", "seats": "各席", "queue_limit": "待機列の上限", "battlefield": "戦場",
    "card": "カード", "damage": "ダメージ", "queue": "待機列", "count": "枚数", "cards": "カード", "graveyard": "墓地",
    "side": "サイド", "facing": "向かいの席", "leader": "リーダー", "leader_offer": "リーダー候補", "hand": "手札",
    "deck": "山札", "kingdom": "王国", "flags": "このターンにしたこと", "attacked": "アタック", "marched": "進軍",
    "settled": "入国", "bonus": "強化", "all": "全体の攻撃力", "charge": "次のアタックの攻撃力", "unbound": "射程無視",
    "attack": "アタック", "to": "先", "power": "攻撃力", "support": "後方支援", "seat": "席",
    "first": "先に行動する席", "cell": "マス", "cells": "マス", "from": "元", "setup": "準備",
    "health": "体力", "main": "メインフェイズ", "end": "終了フェイズ", "over": "終了",
    "reaches": "攻撃範囲",
    "leads": "KPになる色",
    "own_and_enemy_cards": "自分–相手の枚数：",
    "destroyed": "破壊",
    "captured": "捕獲",
    "blue": "青",
    "green": "緑",
    "red": "赤",
    "yellow": "黄",
    "purple": "紫",
    "gray": "グレー",
}  # fmt: skip
"""Japanese names of fields in views and actions, and of their words. The English names come from the fields."""

VALUES = {
    "soldier": "兵士",
}  # fmt: skip
"""Names of other values; `field.word` if the word has another meaning in that field."""

CARD_FIELDS = {
    "edition": ("版", "edition"),
    "editions": ("版", "editions"),
    "color": ("色", "colour"),
    "colors": ("色", "colours"),
    "attack": ("攻撃力", "attack"),
    "health": ("体力", "health"),
    "active": ("アクティブ時", "upright"),
    "rested": ("レスト時", "sideways"),
    "range": ("射程", "range"),
    "supports": ("後方支援", "supports"),
    "effect": ("効果", "effect"),
    "op": ("操作", "operation"),
    "copies_in_set": ("箱の中の枚数", "copies in the box"),
}
"""Names of the fields of cards, sets and reports, in reading order."""

SUMMARY: Names = {
    "ja": "待機列の兵を6マスの戦場へ進めて戦う。敵のリーダーを倒すか、4色で上回る王国を築けば勝ち。",
    "en": (
        "Soldiers advance from a queue to a battlefield of six cells. "
        "Defeat the enemy's leader, or build a kingdom that leads in four colours."
    ),
}
"""A summary for people who don't know the game."""

WORDS: dict[str, dict[str, Names]] = {
    "card_fields": {name: {"ja": ja, "en": en} for name, (ja, en) in CARD_FIELDS.items()},
    "actions": {
        "choose_leader": _text("{card}をリーダーに選ぶ", "Choose {card} as your leader"),
        "choose_hand": _text("最初の手札に{cards}を選ぶ", "Choose {cards} as your first hand"),
        "choose_order": _text("{first}が先に行動する", "{first} goes first"),
        "deploy": _text("{card}を{cell}に置く", "Place {card} on {cell}"),
        "enqueue": _text("{card}を待機列に置く", "Place {card} in the queue"),
        "settle": _text("{card}を入国させる", "Settle {card} in your kingdom"),
        "attack": _text("{from}から敵の{to}へアタックする", "Attack the enemy's {to} from {from}"),
        "march": _text("{card}を{from}から{cell}へ進軍させる", "March {card} from the {from} to {cell}"),
        "support": _text("{card}で後方支援「{support}」を使う", "Use the {support} support with {card}"),
        "end_turn": _text("ターンを終える", "End your turn"),
        "resolve": _text(
            "後方支援：[{card}][card?cell?と][{cell}][{cells}]を選ぶ",
            "Support: choose [{card}][card?cell? and ][{cell}][{cells}]",
        ),
        "divert": _text("陽動作戦：{card}を{from}から{cell}へ置く", "Diversion: put {card} from the {from} on {cell}"),
        "pass": _text("何もしない", "Pass"),
    },
    "done": {
        "choose_leader": _text("{actor}が[{card}を]リーダーに選んだ。", "{actor} chose [{card} as ]their leader."),
        "choose_hand": _text("{actor}が最初の手札を選んだ[：{cards}]。", "{actor} chose their first hand[: {cards}]."),
        "choose_order": _text(
            "{actor}の決定で、{first}が先に行動することになった。", "{actor} decided that {first} goes first."
        ),
        "deploy": _text(
            "{actor}が[{card}][!card?カード]を{cell}に置いた。", "{actor} placed [{card}][!card?a card] on {cell}."
        ),
        "enqueue": _text(
            "{actor}が[{card}][!card?カード]を待機列に置いた。", "{actor} placed [{card}][!card?a card] in the queue."
        ),
        "settle": _text(
            "{actor}が[{card}][!card?カード]を入国させた。", "{actor} settled [{card}][!card?a card] in their kingdom."
        ),
        "attack": _text(
            "{actor}が{from}から敵の{to}へアタックした。", "{actor} attacked the enemy's {to} from {from}."
        ),
        "march": _text(
            "{actor}が{card}を{from}から{cell}へ進軍させた。", "{actor} marched {card} from the {from} to {cell}."
        ),
        "support": _text(
            "{actor}が{card}で後方支援「{support}」を使った。", "{actor} used the {support} support with {card}."
        ),
        "end_turn": _text("{actor}がターンを終えた。", "{actor} ended their turn."),
        "resolve": _text(
            "{actor}が後方支援の対象に[{card}][card?cell?と][{cell}][{cells}]を選んだ。",
            "{actor} chose [{card}][card?cell? and ][{cell}][{cells}] for the support.",
        ),
        "divert": _text(
            "{actor}が陽動作戦で、{from}の{card}を{cell}に移した。",
            "As a diversion, {actor} moved {card} from the {from} to {cell}.",
        ),
        "pass": _text("{actor}はパスした。", "{actor} passed."),
    },
    "effects": {
        "shuffled": _text(
            "[{seat}の]{zone}をシャッフルした[：{order}]。",
            "[{seat}'s {zone}][!seat?The {zone}] was shuffled[: {order}].",
        ),
        "offered_leaders": _text(
            "{seat}にリーダー2枚が配られた[：{cards}]。", "{seat} was dealt two leaders[: {cards}]."
        ),
        "chose_leader": _text("{seat}がリーダーを選んだ[：{card}]。", "{seat} chose a leader[: {card}]."),
        "chose_hand": _text("{seat}が最初の手札を選んだ[：{cards}]。", "{seat} chose their first hand[: {cards}]."),
        "revealed_leader": _text("{seat}がリーダーを公開した：{card}。", "{seat} revealed their leader, {card}."),
        "picked": _text(
            "抽選の結果、{result!seat}の側が先攻になった。[what?][n?]",
            "{result!seat}'s side won the random draw and goes first.[what?][n?]",
        ),
        "order_set": _text("行動順は{order}になった。", "The turn order is {order}."),
        "turn_started": _text("{seat}のターン{turn}が始まった。", "{seat} began turn {turn}."),
        "drew": _text("{seat}がカードを{count}枚引いた[：{cards}]。", "{seat} drew {count:card|cards}[: {cards}]."),
        "readied": _text(
            "{side!seat}側の{cells!and}のカードがアクティブになった。",
            "{side!seat}'s {cells:card on|cards on} became active.",
        ),
        "advanced": _text(
            "{side!seat}側の{card}が{from}から{to}へ前進した。",
            "{card} advanced from {from} to {to} on {side!seat}'s side.",
        ),
        "withdrew": _text(
            "{side!seat}側の{card}が{cell}から[{seat}の]{to}へ戻った。",
            "{card} on {side!seat}'s side withdrew from {cell} to [{seat}'s ][!seat?the ]{to}.",
        ),
        "deployed": _text(
            "{seat}が{from}の{card}を[side!=seat?{side!seat}側の]{cell}に[active?アクティブで][!active?レストで]置いた。",
            "{seat} placed {card} from the {from} on {cell}[side!=seat? of {side!seat}'s side]"
            " ([active?active][!active?rested]).",
        ),
        "queued": _text(
            "[{seat}の]{from}の{card}が[side!=seat?{side!seat}側の]待機列に加わった。",
            "{card} joined the queue[side!=seat? on {side!seat}'s side] from [{seat}'s ][!seat?the ]{from}.",
        ),
        "settled": _text("{seat}の王国に{card}が入国した。", "{card} settled in {seat}'s kingdom."),
        "supported": _text(
            "{seat}が{card}で後方支援「{support}」を使った。", "{seat} used the {support} support with {card}."
        ),
        "negated": _text("{seat}の後方支援「{support}」は防がれた。", "{seat}'s {support} support was negated."),
        "attacked": _text(
            "{seat}が{from}から敵の{to}へ攻撃力{power}でアタックした。",
            "{seat} attacked the enemy's {to} from {from} with an attack value of {power}.",
        ),
        "blocked": _text(
            "{seat}が後方支援「{support}」でアタックを防いだ。", "{seat} blocked the attack with the {support} support."
        ),
        "boosted": _text(
            "[value?このターンの強化：][!value?終わった強化：]{bonus}[value>0?{value!signed}]。",
            "[value?Bonus this turn: ][!value?Bonus ended: ]{bonus}[value>0? {value!signed}].",
        ),
        "swapped": _text(
            "{side!seat}側の{cells!and}のカードが入れ替わった。",
            "{side!seat}'s {cells:card on|cards on} changed places.",
        ),
        "revealed_hand": _text("{seat}の手札が公開された：{cards}。", "{seat} revealed their hand: {cards}."),
        "recalled": _text("{seat}が王国から{card}を手札に加えた。", "{seat} took {card} back from their kingdom."),
        "damaged": _text(
            "{side!seat}側の{cell}の{card}が{amount}ダメージを受けた（合計{total}）。",
            "{side!seat}'s {card} on {cell} took {amount} damage ({total} in total).",
        ),
        "destroyed": _text(
            "{side!seat}側の{cell}の{card}が破壊された。", "{card} on {cell} of {side!seat}'s side was destroyed."
        ),
        "captured": _text(
            "{seat}が{side!seat}側の{cell}の{card}を捕獲した。",
            "{seat} captured {card} on {cell} of {side!seat}'s side.",
        ),
        "diversion_started": _text("{seat}が陽動作戦を行った。", "{seat} made a diversion."),
        "turn_ended": _text("{seat}のターン{turn}が終わった。", "{seat} ended turn {turn}."),
        "match_ended": _text(
            "[winners?{winners!and}の勝ち（{reason}）。][!winners?引き分け（{reason}）。][scores?]",
            "[winners?{winners!and} won the match ({reason}).][!winners?The match was drawn ({reason}).][scores?]",
        ),
    },
    "prompts": {
        "choose_leader": _text("リーダーを選んでください", "Choose your leader"),
        "choose_hand": _text(
            "最初の手札を{count}枚選んでください", "Choose {count:soldier|soldiers} for your first hand"
        ),
        "choose_order": _text("先に行動する味方を選んでください", "Choose who on your side goes first"),
        "setup_battlefield": _text("前列にカードを1枚置いてください", "Place a card on your front row"),
        "setup_queue": _text("待機列にカードを1枚置いてください", "Place a card in your queue"),
        "setup_kingdom": _text("王国に兵士を1枚置いてください", "Place a soldier in your kingdom"),
        "main": _text("メインフェイズです。行動を選んでください", "Main phase: choose an action"),
        "forced_settlement": _text(
            "手札が6枚以上です。兵士を1枚入国させてください", "You hold six cards or more: settle a soldier"
        ),
        "block": _text("アタックを防ぎますか", "Block the attack?"),
        "negate": _text("後方支援を防ぎますか", "Negate the support?"),
        "resolve_support": _text("「{support}」の対象を選んでください", "Choose what {support} affects"),
        "diversion": _text(
            "陽動作戦：あと{remaining}枚置いてください", "Diversion: {remaining:card|cards} still to place"
        ),
    },
    "card_faults": {
        "unknown_support": _text("`{support}`という後方支援はありません。", "There is no support `{support}`."),
    },
    "problems": {
        "unknown_option": _text(
            "{option}というオプションはありません。使えるオプション：{known}。",
            "Unknown option {option}. Options of this game: {known}.",
        ),
        "bad_option": _text(
            "オプション「{option}」にこの値は使えません。", "The option {option} can't have this value."
        ),
        "wrong_number_of_decks": _text("席は{expected}つ必要です。", "This match needs {expected} seats."),
        "unknown_card": _text(
            "「{card}」というカードはありません。デッキから外してください。",
            "There is no card {card}. Take it out of the deck.",
        ),
        "bad_copies": _text(
            "「{card}」の枚数は1以上の整数にしてください。",
            "The number of copies of {card} must be a whole number, 1 or more.",
        ),
        "option_conflict": _text(
            "{options}は同時に選べません。どちらかを外してください。",
            "These options can't be combined: {options}. Leave one of them out.",
        ),
        "too_many_copies": _text(
            "「{card}」の枚数が多すぎます。減らしてください。", "There are too many copies of {card}. Take some out."
        ),
        "soldier_count": _text(
            "兵士は{expected}枚必要です（現在{actual}枚）。", "Soldiers needed: {expected}. This deck has {actual}."
        ),
        "leader_count": _text(
            "リーダーは{expected}枚必要です（現在{actual}枚）。", "Leaders needed: {expected}. This deck has {actual}."
        ),
        "leader_not_allowed": _text(
            "1つのセットで遊ぶときは、デッキにリーダーを入れられません。外してください。",
            "With one shared set, a deck has no leader. Take the leader out.",
        ),
        "mixed_editions": _text("1つの版のカードだけを使ってください。", "All cards must be from one edition."),
        "mixed_kinds": _text("{color}の兵士は1種類だけにしてください。", "All {color} soldiers must be of one kind."),
        "foreign_edition": _text("全員が同じ版のデッキを使ってください。", "All decks must be from the same edition."),
    },
    "reasons": {
        "banishment": _text("追放", "Banishment"),
        "founding": _text("建国", "Founding of the realm"),
        "ruin": _text("滅亡", "Ruin"),
        "armistice": _text("終戦", "Armistice"),
    },
    "endings": {
        "banishment": _text(
            "戦場のリーダーが破壊または捕獲された。", "A leader on the battlefield was destroyed or captured."
        ),
        "founding": _text(
            "王国が、4色以上で向かいの王国より多くのカードを持った（キングダムポイント4）。",
            "A kingdom had more cards than the one facing it in four colours. That makes four kingdom points.",
        ),
        "ruin": _text(
            "陽動作戦で、敵の王国と待機列のカードが合わせて2枚に満たなかった。",
            "The enemy's kingdom and queue together had fewer than two cards for a diversion.",
        ),
        "armistice": _text(
            (
                "先に行動するプレイヤーの山札が尽きた。キングダムポイントの多い方、"
                "王国の枚数の多い方、墓地の枚数の少ない方の順に決まる。"
            ),
            "The first player's deck ran out. The side with more kingdom points wins. If they are equal, "
            "more cards in the kingdom decide, then fewer cards in the graveyard.",
        ),
    },
    "decided": {
        "leader": _text("{losers}のリーダーが倒された。", "{losers} lost a leader on the battlefield."),
        "founding": _text(
            "{winners}が4色で王国の枚数を上回り、建国した。", "{winners} led in four colours and founded their realm."
        ),
        "ruin": _text(
            "陽動作戦に使えるカードが{losers}に2枚もなかった。",
            "{losers} had fewer than two cards left for a diversion.",
        ),
        "kingdom_points": _text(
            "終戦：{winners}のキングダムポイントが多かった。", "Armistice: {winners} had more kingdom points."
        ),
        "kingdom_cards": _text(
            "終戦：{winners}の王国のカードが多かった。", "Armistice: {winners} had more cards in the kingdom."
        ),
        "graveyard_cards": _text(
            "終戦：{winners}の墓地のカードが少なかった。", "Armistice: {winners} had fewer cards in the graveyard."
        ),
        "draw": _text(
            "終戦：すべて同じで、引き分けとなった。", "Armistice: everything was equal, so the match was drawn."
        ),
    },
    "measures": {
        "kingdom_points": _text("キングダムポイント", "kingdom point|kingdom points"),
        "kingdom_cards": _text("王国のカード", "card in the kingdom|cards in the kingdom"),
        "graveyard_cards": _text("墓地のカード", "card in the graveyard|cards in the graveyard"),
    },
    "scorecard": {
        "kingdoms": _text("王国の色（枚数）", "Kingdoms by colour (cards)"),
        "kingdom_points": _text("キングダムポイント", "Kingdom points"),
        "seats": _text("プレイヤー別", "By player"),
        "leader": _text("リーダー", "Leader"),
        "kingdom_cards": _text("王国のカード", "Cards in the kingdom"),
        "settled_cards": _text("入国させたカード", "Soldiers settled"),
        "captured_cards": _text("捕獲したカード", "Cards captured"),
        "attacks": _text("アタック", "Attacks"),
        "supports": _text("後方支援", "Supports used"),
        "losses": _text("失ったもの", "Losses"),
        "destroyed_cards": _text("破壊されたカード", "Cards destroyed"),
        "graveyard_cards": _text("墓地のカード", "Cards in the graveyard"),
        "captures": _text("捕獲したカードの内訳", "Captures by card"),
    },
    "options": {
        "alliance": _text("連合軍", "Alliance"),
        "short_match": _text("ショートマッチ", "Short match"),
        "multinational": _text("多国籍軍", "Multinational army"),
        "foreign_match": _text("異国との対戦", "Foreign match"),
        "deck_building": _text("デッキの作り方", "Deck building"),
        "queue_limits": _text("チャレンジマッチ（待機列の上限）", "Challenge match (queue limits)"),
        "open_back_row": _text("前が空いた後列への進軍", "March to an uncovered back cell"),
    },
    "fields": {
        **{name: _text(ja, name.replace("_", " ")) for name, ja in FIELDS.items()},
        "kp": _text("キングダムポイント", "kingdom points"),
        "all": _text(FIELDS["all"], "attack of every card"),
        "charge": _text(FIELDS["charge"], "next attack"),
        "leads": _text(FIELDS["leads"], "KP for"),
        "own_and_enemy_cards": _text(FIELDS["own_and_enemy_cards"], "own–enemy cards:"),
        "unbound": _text(FIELDS["unbound"], "range ignored"),
    },
    "values": {
        **{name: _text(ja, name.rpartition(".")[2].replace("_", " ")) for name, ja in VALUES.items()},
        "leaders": _text("リーダー候補", "pile of leaders"),
        **{f"{field}.kingdom": _text(FIELDS["kingdom"], "kingdom") for field in ("from", "to")},
        **{f"f{file}": _text(f"前{file + 1}", f"F{file + 1}") for file in range(3)},
        **{f"b{file}": _text(f"後{file + 1}", f"B{file + 1}") for file in range(3)},
    },
}
