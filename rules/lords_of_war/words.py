"""The texts of every action, effect, prompt, problem, reason and option, in Japanese and English."""

from rules.engine import Names


def _both(ja: str, en: str) -> Names:
    return {"ja": ja, "en": en}


FIELDS = {
    "phase": "フェイズ", "active_seat": "手番の席", "chosen_card": "選んだカード", "extra_turn": "追加の手番",
    "next_extra_seat": "次に追加の手番を得る席", "reinforcement_barred": "増援不可", "turn_order": "手番の順",
    "turn_position": "順番の位置", "battlefield": "戦場", "kind": "種類", "columns": "列", "rows": "行",
    "goals": "目標", "kills": "撃破数", "commanders": "指揮官", "quiet_turns": "撃破のない手番数",
    "quiet_limit": "その上限", "elimination_this_turn": "この手番の撃破", "fallen_generals": "倒れた将軍",
    "team": "チーム", "by": "倒した席", "units": "ユニット", "square": "マス", "card": "カード", "seat": "席",
    "facing": "向き", "deployed_this_turn": "この手番に配置", "eliminated_this_turn": "この手番に撃破",
    "has_eliminated": "この手番に撃破した",
    "shots": "遠隔攻撃", "target": "対象", "strength": "攻撃力", "pending_fire": "遠隔攻撃待ち",
    "pending_moves": "移動待ち", "squares": "マス", "seats": "席", "army": "軍", "starting_square": "最初のマス",
    "hand_limit": "手札の上限", "deck_seat": "山札の席", "hand": "手札", "count": "枚数", "cards": "カード",
    "deck": "山札", "teams": "チーム", "commander_kills": "指揮官の撃破数", "trophies": "戦利品", "reserve": "控え",
    "to": "先", "defence": "防御力",
    "challenge": "最初の配置", "choose_card": "カードを選ぶ", "deploy": "配置", "fire": "遠隔攻撃",
    "berserk": "バーサーカーの移動", "reinforce": "増援", "over": "終了", "up": "上", "down": "下",
    "hits": "攻撃",
    "hit_by": "反撃",
    "takes": "受ける攻撃",
    "falls": "撃破",
    "survives": "生き残る",
    "attacked": "受ける攻撃",
    "attackers": "攻撃元",
}  # fmt: skip
"""Japanese names of fields in views and actions, and of their words. The English names come from the fields."""

VALUES = {
    "empty_field": "空の戦場", "no_enemies": "敵がいない", "engage": "交戦",
    "support": "支援", "forced": "強制", "unit": "ユニット",
}  # fmt: skip
"""Names of other values; `field.word` if the word has another meaning in that field."""

CARD_FIELDS = {
    "army": ("軍", "army"),
    "armies": ("軍", "armies"),
    "rank": ("ランク", "rank"),
    "ranks": ("ランク", "ranks"),
    "class": ("兵種", "class"),
    "classes": ("兵種", "classes"),
    "strength": ("攻撃力", "strength"),
    "defence": ("防御力", "defence"),
    "arrows": ("攻撃の矢印", "arrows"),
    "ranged": ("遠隔攻撃", "ranged attack"),
    "grid": ("対象グリッド", "target grid"),
    "support": ("支援", "support"),
    "directions": ("向き", "directions"),
    "expected": ("必要", "expected"),
    "actual": ("実際", "actual"),
    "missing": ("不足", "missing"),
    "surplus": ("超過", "surplus"),
    "may_add": ("追加できるカード", "may be added"),
    "may_remove": ("外せるカード", "may be taken out"),
    "swaps": ("交換", "exchanges"),
    "others": ("交換できるカード", "can be exchanged for"),
}
"""Names of the fields of cards, sets and reports, in reading order."""

SUMMARY: Names = {
    "ja": "42マスの盤で二つの軍がぶつかり、矢印の向きに攻め、遠くを射る。決まった数のカードか指揮官を倒せば勝ち。",
    "en": (
        "Two armies clash on a board of 42 squares. Units strike where their arrows point, or shoot from a distance. "
        "The first to eliminate enough units, or enough commanders, wins."
    ),
}
"""A summary for people who don't know the game."""

WORDS: dict[str, dict[str, Names]] = {
    "card_fields": {name: {"ja": ja, "en": en} for name, (ja, en) in CARD_FIELDS.items()},
    "actions": {
        "choose_card": _both("{card}を選ぶ", "Choose {card}"),
        "deploy": _both("{card}を{square}に配置する", "Deploy {card} on {square}"),
        "fire": _both("{square}から{target}を遠隔攻撃する", "Fire from {square} at {target}"),
        "hold_fire": _both("{square}から遠隔攻撃しない", "Don't fire from {square}"),
        "berserk_move": _both("{square}のバーサーカーを{to}へ進める", "Move the berserker from {square} to {to}"),
        "draw": _both("カードを引く", "Draw a card"),
        "recall": _both("{square}のユニットを再召集する", "Recall the unit on {square}"),
        "pass": _both("パス", "Pass"),
    },
    "done": {
        "choose_card": _both("{actor}が[{card}][!card?カード]を選んだ。", "{actor} chose [{card}][!card?a card]."),
        "deploy": _both("{actor}が{card}を{square}に配置した。", "{actor} deployed {card} on {square}."),
        "fire": _both("{actor}が{square}から{target}を遠隔攻撃した。", "{actor} fired from {square} at {target}."),
        "hold_fire": _both("{actor}は{square}から遠隔攻撃しなかった。", "{actor} did not fire from {square}."),
        "berserk_move": _both(
            "{actor}が{square}のバーサーカーを{to}へ進めた。", "{actor} moved the berserker from {square} to {to}."
        ),
        "draw": _both("{actor}がカードを引いた。", "{actor} drew a card."),
        "recall": _both("{actor}が{square}のユニットを再召集した。", "{actor} recalled the unit on {square}."),
        "pass": _both("{actor}がパスした。", "{actor} passed."),
    },
    "effects": {
        "rolled": _both(
            "コイントスの結果、{result!seat1}がプレイヤー1になった。[result?][sides?]",
            "{result!seat1} won the coin toss and is player 1.[result?][sides?]",
        ),
        "general_set_aside": _both(
            "{seat}が将軍[「{card}」]を{zone}に加えた。", "{seat} took their general[, {card},] into their {zone}."
        ),
        "shuffled": _both(
            "[{seat}の]{zone}をシャッフルした[：{order}]。",
            "[{seat}'s {zone}][!seat?The {zone}] was shuffled[: {order}].",
        ),
        "drew": _both("{seat}がカードを{count}枚引いた[：{cards}]。", "{seat} drew {count:card|cards}[: {cards}]."),
        "turn_started": _both(
            "{seat}の[extra?追加の]手番が始まった（通算{turn}手番目）。",
            "{seat} began turn {turn}[extra?, an extra turn].",
        ),
        "deployed": _both(
            "{seat}が{from}の{card}を{square}に配置した（{rule}）。",
            "{seat} deployed {card} on {square} from the {from} ({rule}).",
        ),
        "card_chosen": _both("{seat}が{card}を選んだ。", "{seat} chose {card}."),
        "hand_shown": _both("{seat}が手札を公開した：{cards}。", "{seat} showed their hand: {cards}."),
        "deployment_passed": _both("{seat}は配置できなかった。", "{seat} could not deploy a card."),
        "fired": _both(
            "{square}にいる{seat}のユニットが{target}を遠隔攻撃した（攻撃力{strength}）。",
            "{seat}'s unit on {square} fired at {target} (strength {strength}).",
        ),
        "held_fire": _both(
            "{square}にいる{seat}のユニットは遠隔攻撃しなかった。", "{seat}'s unit on {square} held its fire."
        ),
        "eliminated": _both(
            "{square}にいた{seat}の{card}が撃破された（ダメージ{damage}、防御力{defence}、攻撃元{attackers}）。",
            "{seat}'s {card} on {square} was eliminated: "
            "{damage} damage from {attackers!and} against defence {defence}.",
        ),
        "berserker_moved": _both(
            "{seat}の{card}が{from}から{to}へ進んだ。", "{seat}'s {card} moved from {from} to {to}."
        ),
        "extra_turn_earned": _both("{seat}が追加の手番を得た。", "{seat} earned an extra turn."),
        "recalled": _both(
            "{seat}が{square}の[from_seat!=seat?{from_seat}の]{card}を再召集した。",
            "{seat} recalled [from_seat!=seat?{from_seat}'s ]{card} from {square}.",
        ),
        "reinforcement_passed": _both("{seat}は増援を受けなかった。", "{seat} took no reinforcement."),
        "match_ended": _both(
            "[winners?{winners!and}の勝ち（{reason}）。][!winners?引き分け（{reason}）。][scores?]",
            "[winners?{winners!and} won the match ({reason}).][!winners?The match was drawn ({reason}).][scores?]",
        ),
    },
    "prompts": {
        "challenge": _both("{square}に最初のカードを配置してください", "Deploy your first card on {square}"),
        "choose_card": _both("配置するカードを選んでください", "Choose a card to deploy"),
        "deploy": _both("カードを配置してください", "Deploy a card"),
        "fire": _both("{square}のユニットの遠隔攻撃の対象を選んでください", "Choose a target for the unit on {square}"),
        "berserk_move": _both(
            "{square}のバーサーカーの移動先を選んでください", "Choose where the berserker on {square} moves"
        ),
        "reinforce": _both("カードを引くか、ユニットを再召集してください", "Draw a card or recall a unit"),
    },
    "card_faults": {
        "unknown_army": _both(
            "`{army}`という軍はありません（使える軍：{known}）。", "There is no army `{army}`. Known armies: {known}."
        ),
    },
    "problems": {
        "unknown_option": _both(
            "{option}というオプションはありません。使えるオプション：{known}。",
            "Unknown option {option}. Options of this game: {known}.",
        ),
        "bad_option": _both(
            "オプション「{option}」にこの値は使えません。", "The option {option} can't have this value."
        ),
        "wrong_number_of_decks": _both("席は{expected}つ必要です。", "This match needs {expected} seats."),
        "unknown_card": _both(
            "「{card}」というカードはありません。デッキから外してください。",
            "There is no card {card}. Take it out of the deck.",
        ),
        "bad_copies": _both(
            "「{card}」の枚数は1以上の整数にしてください。",
            "The number of copies of {card} must be a whole number, 1 or more.",
        ),
        "deck_not_used": _both(
            "この席はデッキを持ち込めません。席1のデッキを共有します。デッキを送らないでください。",
            "This seat shares the deck of seat 1. Send no deck for it.",
        ),
        "deck_size": _both(
            "カードは{expected}枚必要です（現在{actual}枚）。", "Cards needed: {expected}. This deck has {actual}."
        ),
        "rank_count": _both(
            "ランク「{rank}」は{expected}枚必要です（現在{actual}枚）。",
            "Cards of rank {rank} needed: {expected}. This deck has {actual}.",
        ),
        "mixed_armies": _both(
            "1つの軍のカードだけを使ってください（現在：{armies}）。",
            "All cards must be from one army. This deck mixes {armies}.",
        ),
        "not_core_army": _both(
            "コアアーミーデッキではありません。どの軍かのコアアーミーデッキをそのまま使ってください。",
            "This is not the core deck of an army. Use the core deck of one army unchanged.",
        ),
    },
    "reasons": {
        "kill_goal": _both("撃破数達成", "Kill goal reached"),
        "commander_goal": _both("敵指揮官の壊滅", "Enemy command destroyed"),
        "mutual_destruction": _both("同時達成による引き分け", "Both goals reached at once"),
        "stalemate": _both("膠着による判定", "Stalemate, decided on kills"),
    },
    "endings": {
        "kill_goal": _both("撃破数が目標に達した。", "A side reached the kill goal."),
        "commander_goal": _both("敵指揮官の撃破数が目標に達した。", "A side reached the commander goal."),
        "mutual_destruction": _both("両軍が同時に目標に達した。", "Both sides reached a goal at once."),
        "stalemate": _both(
            "撃破のない手番が続いた。撃破数の多い方が勝ち、同数なら指揮官の撃破数の多い方が勝つ。",
            "No unit was eliminated for many turns. The side with more kills wins. If kills are equal, commander kills "
            "decide.",
        ),
    },
    "decided": {
        "kill_goal": _both("{winners}が撃破数の目標に達した。", "{winners} reached the kill goal."),
        "commander_goal": _both(
            "{winners}が指揮官の撃破数の目標に達した。",
            "{winners} reached the commander goal.",
        ),
        "mutual_destruction": _both(
            "両軍が同時に目標に達し、引き分けとなった。", "Both sides reached a goal at once, so the match was drawn."
        ),
        "stalemate_kills": _both(
            "撃破のない手番が続いた。{winners}の撃破数が多かった。",
            "No unit was eliminated for many turns, and {winners} had more kills.",
        ),
        "stalemate_commander_kills": _both(
            "撃破のない手番が続いた。{winners}の指揮官の撃破数が多かった。",
            "No unit was eliminated for many turns, and {winners} had more commander kills.",
        ),
        "stalemate": _both(
            "撃破のない手番が続き、撃破数も同じで、引き分けとなった。",
            "No unit was eliminated for many turns and all kills were equal, so the match was drawn.",
        ),
    },
    "measures": {
        "kills": _both("撃破", "kill|kills"),
        "commander_kills": _both("指揮官の撃破", "commander kill|commander kills"),
    },
    "scorecard": {
        "goals": _both("目標と撃破数", "Goals and kills"),
        "goal": _both("目標", "Goal"),
        "kills": _both("撃破", "Kills"),
        "commander_kills": _both("指揮官の撃破", "Commander kills"),
        "deeds": _both("プレイヤー別", "By player"),
        "deployed": _both("配置", "Units deployed"),
        "part_in_kills": _both("撃破への関与", "Part in kills"),
        "shots_fired": _both("遠隔攻撃", "Shots fired"),
        "recalled": _both("再召集", "Units recalled"),
        "extra_turns": _both("追加の手番", "Extra turns"),
        "losses": _both("失ったユニット", "Units lost"),
        "strike": _both("近接攻撃で", "To strikes"),
        "missile": _both("遠隔攻撃で", "To missiles"),
        "strike_and_missile": _both("近接と遠隔で", "To both together"),
        "berserk": _both("バーサーカーの追撃で", "After a berserker moved"),
        "kills_by_rank": _both("ランクごとの撃破", "Kills by rank"),
        "kills_by_unit": _both("ユニットごとの撃破", "Kills by unit"),
    },
    "squares": {
        name: _both("{}", "{}")
        for name in ("square", "squares", "target", "targets", "from", "to", "attackers", "starting_square")
    },
    "options": {
        "mode": _both("対戦形式", "Mode"),
        "battlefield": _both("戦場", "Battlefield"),
        "army_rule": _both("軍の編成", "Army building"),
        "intermediate_rules": _both("中級ルール", "Intermediate rules"),
        "kill_goal": _both("撃破数の目標", "Kill goal"),
        "commander_goal": _both("指揮官撃破数の目標", "Commander goal"),
        "first_seat": _both("プレイヤー１の席", "Seat of player 1"),
    },
    "fields": {name: _both(ja, name.replace("_", " ")) for name, ja in FIELDS.items()},
    "values": {
        **{name: _both(ja, name.rpartition(".")[2].replace("_", " ")) for name, ja in VALUES.items()},
        "engage": _both(VALUES["engage"], "engagement"),
    },
}
