"""Display texts in Japanese and English. Names like `{field}` stand for fields of the message."""

from rules.engine import Names

from .phrases import RULES
from .script.grammar import WHAT


def _words(**texts: tuple[str, str]) -> dict[str, Names]:
    return {name.rstrip("_"): {"ja": ja, "en": en} for name, (ja, en) in texts.items()}


FIELDS = {
    "phase": "フェイズ", "first_player": "先攻", "turn_player": "ターンプレイヤー", "year": "年",
    "actions_this_year": "この年の行動数", "revolted": "反乱", "steps": "続けて解決した効果", "janken": "じゃんけん",
    "round": "回", "seats": "各席", "health": "体力", "money": "資金", "savings": "貯金",
    "deck_out_count": "デッキ切れの回数", "self_harm_count": "自傷の回数", "casts_this_turn": "この年のキャスト数",
    "labour_used": "労働した", "emergency_set": "緊急事態をセットした", "emergency_discarded": "緊急事態を破棄した",
    "hand": "手札", "count": "枚数", "cards": "カード", "deck": "デッキ", "grave": "墓地", "removed": "除外",
    "emergency": "緊急事態", "card": "カード", "face_up": "表向き", "modifiers": "修正", "modifier": "修正",
    "stat": "値", "add": "増減", "cost": "コスト", "keyword": "キーワード", "name": "名前", "value": "値",
    "rule": "規則", "what": "内容", "duration": "期間", "seat": "席", "declared": "宣言された結果",
    "pending": "伏せた選択", "type": "種類", "board": "盤面", "tapped": "タップ", "sick": "召喚酔い",
    "military": "軍事力", "labour": "労働力", "military_chips": "軍事力チップ", "labour_chips": "労働力チップ",
    "countdown": "カウントダウン", "keywords": "キーワード", "attacked_leader": "リーダーを攻撃した",
    "used": "使った効果", "destroyed": "破壊状態", "cause": "原因", "resolving": "使用中", "opened": "オープン",
    "looked": "見ている", "waiting": "解決を待つ効果", "ability": "能力", "part": "部分", "self": "このカード",
    "event": "きっかけのカード", "amount": "量", "in_progress": "途中の処理", "battle": "バトル", "attacker": "攻撃側",
    "target": "対象", "stage": "段階", "square": "マス", "blocked": "ブロック済み", "ending": "終了待ち",
    "first": "先攻", "place": "場所", "unit": "ユニット", "index": "番号", "zone": "ゾーン", "option": "選択肢",
    "choose_first": "先攻を選ぶ", "mulligan": "引き直し", "year_start": "年始", "main": "メインステップ",
    "war": "ウォーステップ", "year_end": "年末", "over": "終了", "rock": "グー", "paper": "パー", "scissors": "チョキ",
    "effect": "効果", "damage": "ダメージ", "cannot": "できない", "ignore": "無視する", "must": "しなければならない",
    "permanent": "永続", "this_turn": "この年", "until_own_next_year": "次の自分の年まで", "lose": "敗北",
    "win": "勝利", "turns": "両者の年数", "all_done": "すべて済んだ", "asked": "確認済み", "at": "位置",
    "chosen": "選んだもの", "taken": "取ったもの", "fails": "失敗", "left": "残り", "number": "番号", "kind": "種類",
    "seen": "見た枚数", "source": "効果の元", "things": "対象", "this": "このカード", "replaced": "置換された",
    "result": "結果", "going": "破壊されるカード", "self_harm": "自傷", "placing": "置くカード",
    "printed_military": "印刷された軍事力",
    "printed_labour": "印刷された労働力",
    "military_from_effects": "効果による軍事力",
    "labour_from_effects": "効果による労働力",
}  # fmt: skip
"""Japanese names of fields in views and actions, and of their words. The English names come from the fields."""

VALUES = {
    "chance": "抽選", "random": "ランダム", "seat_0": "0番席", "janken_winner": "じゃんけんの勝者",
    "deck_out": "デッキ切れ", "revolt": "反乱", "deck_top": "デッキの上", "deck_bottom": "デッキの下",
    "deck_shuffle": "デッキ（シャッフル）", "draw": "カードを引く", "cast_event": "イベントのキャスト",
    "common": "コモン", "uncommon": "アンコモン", "rare": "レア", "situation": "シチュエーション",
    "kind.event": "イベント", "people": "人民", "leader": "指導者", "subkind.military": "軍部", "chips": "修正",
    "choose_one": "1つを選ぶ", "destroy": "破壊", "discard": "捨てる", "exile": "除外", "look": "見る",
    "open": "オープン", "play": "使う", "return": "戻す", "tap": "タップ", "untap": "アンタップ", "mill": "墓地に置く",
    "give": "与える", "heal": "回復", "money": "資金", "janken_question": "じゃんけん",
    "first_question": "先攻・後攻の選択", "opening_hands": "最初の手札", "mulligan_question": "引き直し",
    "years": "年の繰り返し", "deck_out_damage": "デッキ切れダメージ", "refill": "資金の補充",
    "year_draw": "年始のドロー", "untap_all": "アンタップ", "year_start_effects": "年始の効果",
    "main_start": "メインステップの開始", "main_step": "メインステップ", "war_step": "ウォーステップ",
    "savings_end": "貯金の除去", "saving": "貯金", "revolt_effects": "反乱の効果", "modifiers_end": "修正の終了",
    "fight": "戦闘", "target_question": "攻撃対象の選択", "block_question": "ブロックの選択",
    "invade_question": "侵略の選択", "settling": "効果の整理", "check": "チェック", "next": "次の効果",
    "sequence": "順に処理", "may_question": "してもよい効果", "mode_question": "1つを選ぶ効果",
    "operating": "効果の処理", "choosing": "対象の選択", "placing": "カードを置く", "browsing": "カードを見る",
    "all_or_nothing": "すべて行うか何もしない", "damaging": "リーダーへのダメージ", "destruction": "破壊",
    "leader_damage": "リーダーのダメージ", "drawing": "カードを引く", "end_check": "勝敗のチェック",
    "replacement_offer": "置換の確認", "carrying_out": "置換の実行",
}  # fmt: skip
"""Names of other values; `field.word` if the word has another meaning in that field."""

CARD_FIELDS = {
    "subkind": ("サブカテゴリ", "subkind"),
    "nation": ("国籍", "nation"),
    "nations": ("国籍", "nations"),
    "rarity": ("レアリティ", "rarity"),
    "cost": ("コスト", "cost"),
    "military": ("軍事力", "military"),
    "labour": ("労働力", "labour"),
    "types": ("タイプ", "types"),
    "keywords": ("キーワード", "keywords"),
    "value": ("値", "value"),
    "command": ("指揮", "command"),
    "effect": ("効果", "effect"),
    "op": ("操作", "operation"),
    "from": ("元", "from"),
    "to": ("先", "to"),
    "condition": ("条件", "condition"),
    "compare": ("比較", "comparison"),
    "state": ("状態", "state"),
    "x": ("X", "X"),
}
"""Names of the fields of cards, sets and reports, in reading order."""

SUMMARY: Names = {
    "ja": "年ごとにユニットを出してマスに並べ、戦争を仕掛ける。リーダーの体力が尽きたら負け。",
    "en": (
        "Year by year two leaders call up units, place them on their squares and go to war. "
        "You lose when your leader has no health left."
    ),
}
"""A summary for people who don't know the game."""

WORDS: dict[str, dict[str, Names]] = {
    "card_fields": {name: {"ja": ja, "en": en} for name, (ja, en) in CARD_FIELDS.items()},
    "options": _words(
        first_player=("先攻の決め方", "First player"),
        year_limit=("年数上限", "Year limit"),
    ),
    "reasons": _words(
        effect_win=("効果による勝利", "Victory by effect"),
        effect_loss=("効果による敗北", "Defeat by effect"),
        leader_defeated=("リーダーの敗北", "Leader defeated"),
        year_limit=("年数上限", "Year limit"),
        endless_loop=("無限ループ", "Endless loop"),
    ),
    "endings": _words(
        effect_win=("カードの効果で勝ちが決まった。", "A card's effect decided who won."),
        effect_loss=("カードの効果で負けが決まった。", "A card's effect decided who lost."),
        leader_defeated=("リーダーの体力が尽きた。", "A leader ran out of health."),
        year_limit=("双方が上限の年数を終えた。", "Both sides finished the last year of the match."),
        endless_loop=("カードの効果が際限なく続いた。", "Card effects looped without end."),
    ),
    "decided": _words(
        defeated_by_battle=("{losers}は攻撃を受けて体力が尽きた。", "{losers} ran out of health in an attack."),
        defeated_by_enemy_effect=(
            "{losers}は相手のカードの効果で体力が尽きた。",
            "{losers} ran out of health through an effect of an enemy card.",
        ),
        defeated_by_self_harm=(
            "{losers}は自傷で体力が尽きた。",
            "{losers} ran out of health through an effect of their own.",
        ),
        defeated_by_deck_out=(
            "{losers}はデッキ切れダメージで体力が尽きた。",
            "{losers} ran out of health through deck-out damage.",
        ),
        defeated_by_revolt=("{losers}は反乱で体力が尽きた。", "{losers} ran out of health in a revolt."),
        effect_win=("{winners}がカードの効果で勝利した。", "{winners} won by the effect of a card."),
        effect_loss=("{losers}がカードの効果で敗北した。", "{losers} lost by the effect of a card."),
        win_over_loss=(
            "{winners}は同時に負けでもあったが、カードの効果による勝利が優先された。",
            "{winners} won by the effect of a card. They also lost at the same moment, but the win takes precedence.",
        ),
        both_win=(
            "両者が同時に勝ちとなり、ターンプレイヤーの{winners}が勝った。",
            "Both players won at once by effects. It was {winners}'s year, so {winners} won.",
        ),
        both_lose=(
            "両者が同時に負けとなり、ターンプレイヤーの{losers}が負けた。",
            "Both players lost at once. It was {losers}'s year, so {winners} won.",
        ),
        year_limit=(
            "双方が上限の年数を終え、引き分けとなった。",
            "Both players finished the last year, so the match was drawn.",
        ),
        endless_loop=(
            "カードの効果が際限なく続き、引き分けとなった。",
            "Card effects looped without end, so the match was drawn.",
        ),
    ),
    "ordinals": {name: {"ja": "{}", "en": "{}"} for name in ("index", "ability", "option", "part")},
    "measures": {},
    "scorecard": _words(
        declared=("勝敗を決めた効果", "Effects that decided the match"),
        card=("カード", "Card"),
        win=("勝ち", "wins"),
        lose=("負け", "loses"),
        health_by_year=("年ごとの体力（変わった年のみ）", "Health by year (years that changed it)"),
        year=("年", "Year"),
        damage=("ダメージと体力", "Damage and health"),
        battle=("バトル", "Battle"),
        enemy_effect=("相手のカードの効果", "Effects of enemy cards"),
        self_harm=("自傷", "Self-harm"),
        deck_out=("デッキ切れ", "Deck-out"),
        revolt=("反乱", "Revolts"),
        healed=("回復", "Healed"),
        health=("最後の体力", "Health at the end"),
        cast=("キャスト", "Cards cast"),
        unit=("ユニット", "Units"),
        situation=("シチュエーション", "Situations"),
        event=("イベント", "Events"),
        paid=("支払った資金と貯金", "Money and savings paid"),
        units_entered=("出たユニット（効果によるものを含む）", "Units that entered (including by effects)"),
        units_destroyed=("破壊されたユニット", "Units destroyed"),
        effect=("カードの効果", "Effects of cards"),
        undeclared_war=("不宣戦", "Undeclared war"),
        war=("戦争", "War"),
        wars=("攻撃した年", "Years with an attack"),
        attacks=("攻撃", "Attacks"),
        at_leader=("リーダーへの攻撃", "Attacks on the leader"),
        at_units=("ユニットへの攻撃", "Attacks on units"),
        blocked=("ブロックされた攻撃", "Attacks blocked"),
        aborted=("中断された攻撃", "Attacks aborted"),
        invasions=("侵略", "Invasions"),
    ),
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
        "too_many_copies": {
            "ja": "「{card}」の枚数が多すぎます。減らしてください。",
            "en": "There are too many copies of {card}. Take some out.",
        },
        "deck_size": {
            "ja": "カードは{expected}枚必要です（現在{actual}枚）。",
            "en": "Cards needed: {expected}. This deck has {actual}.",
        },
        "mixed_nations": {
            "ja": "無国籍以外のカードは、1つの国籍にそろえてください。",
            "en": "Apart from stateless cards, all cards must be from one nation.",
        },
    },
    "card_faults": _words(
        integer_needed=("整数を入れてください。", "It must be an integer."),
        flag_needed=("trueかfalseを入れてください。", "It must be true or false."),
        string_needed=("文字列を入れてください。", "It must be a string."),
        list_needed=("リストで書いてください。", "It must be a list."),
        object_needed=("オブジェクトで書いてください。", "It must be an object."),
        one_of=("次のいずれかを使ってください：{words}", "It must be one of these: {words}"),
        two_texts_needed=(
            "日本語（`ja`）と英語（`en`）のテキストが必要です。",
            "It must have the texts `ja` and `en`.",
        ),
        modifier_form=(
            "statとaddの組、cost、keyword、ruleとwhatの組のいずれかで書いてください。",
            "It must be `stat` with `add`, `cost`, `keyword`, or `rule` with `what`.",
        ),
        own_units=("自分のユニットを指定してください。", "It must be units of the card's controller."),
        own_hand_or_grave=(
            "自分の手札か墓地のカードを指定してください。",
            "It must be cards of the controller's hand or grave.",
        ),
        this_or_own_cards=(
            "このカード自身か、自分が選ぶ自分の手札・墓地のカードを指定してください。",
            "It must be this card, or cards that its controller chooses from their hand or grave.",
        ),
        this_or_own_units=(
            "このカード自身か、自分が選ぶ自分のユニットを指定してください。",
            "It must be this card, or units that its controller chooses among their own.",
        ),
        type_repeated=("同じタイプは1度だけ書けます。", "It must not repeat a type."),
        origin_repeated=("同じ場所は1度だけ書けます。", "It must not repeat an origin."),
        text_repeated=("`{text}`は{times}回使われています。", "`{text}` occurs {times} times."),
        unknown_for=("`{word}`では使えません。", "It can't be used with `{word}`."),
        keyword_needs_value=("`{keyword}`には数値が必要です。", "`{keyword}` needs a value."),
        keyword_without_value=("`{keyword}`に数値は書けません。", "`{keyword}` can't have a value."),
        only_counted=(
            "`{zone}`のカードは枚数だけを数えます。",
            "Cards in the zone `{zone}` can only be counted.",
        ),
        event_without_card=(
            "この出来事には絞り込むカードがありません。",
            "This event has no card to filter.",
        ),
        leader_only_modified=(
            "リーダーには修正だけを与えられます。",
            "A leader can only be given a modifier.",
        ),
        cost_by_static_only=(
            "コストを変えられるのは常在能力だけです。",
            "Only static abilities can change a cost.",
        ),
        countdown_of_situation=(
            "カウントダウンはシチュエーションだけが持てます。",
            "Only situations count down.",
        ),
        ability_of_event=(
            "この種類の能力はイベントだけが持てます。",
            "Only events can have an ability of this kind.",
        ),
        command_of_leader=("指揮は指導者ユニットだけが持てます。", "Only leader units can command."),
        keyword_trigger=(
            "`{keyword}`は、このカード自身の`{trigger}`で誘発する能力です。",
            "`{keyword}` is an ability that this card's own `{trigger}` triggers.",
        ),
    ),
    "entries": {
        "waiting": {
            "ja": (
                "{index}番：[{at!at}の]「{card}」[（{zone}）]の[能力{ability}][{keyword}][の{part}つ目]。"
                "[cause?きっかけは][{event!at}の][「{cause}」。][量は{amount}。][seat?]"
            ),
            "en": (
                "{index}: {card}[ at {at!at}][ ({zone})], [ability {ability}][{keyword}][, part {part}]."
                "[ Triggered by {cause}][ at {event!at}][cause?.][ Amount: {amount}.][seat?]"
            ),
        },
    },
    "actions": {
        "janken": {"ja": "{hand}を出す", "en": "Choose {hand}"},
        "choose_first": {"ja": "[first?先攻][!first?後攻]を選ぶ", "en": "Choose to go [first?first][!first?second]"},
        "mulligan": {
            "ja": "[cards?引き直す：{cards}][!cards?引き直さない]",
            "en": "[cards?Exchange {cards}][!cards?Keep all cards]",
        },
        "cast": {"ja": "「{card}」を[{place}に]キャストする", "en": "Cast {card}[ on {place}]"},
        "set_emergency": {"ja": "緊急事態をセットする[：{card}]", "en": "Set an emergency[: {card}]"},
        "discard_emergency": {"ja": "緊急事態を破棄する", "en": "Discard the emergency"},
        "labour": {"ja": "{unit}に労働させる", "en": "Have {unit} labour"},
        "take_command": {"ja": "[「{card}」][{unit}]を司令部に置く", "en": "Put[ {card}][ {unit}] in command"},
        "activate": {"ja": "{place}の効果（{ability}）を発揮する", "en": "Activate {place}, ability {ability}"},
        "end_main": {"ja": "メインステップを終える", "en": "End the main step"},
        "attack": {"ja": "{unit}で攻撃する", "en": "Attack with {unit}"},
        "end_war": {"ja": "ウォーステップを終える", "en": "End the war step"},
        "target": {"ja": "{target}を攻撃対象にする", "en": "Target {target}"},
        "block": {"ja": "{unit}でブロックする", "en": "Block with {unit}"},
        "invade": {"ja": "{unit}で侵略する", "en": "Invade with {unit}"},
        "resolve": {"ja": "待っている効果{index}を解決する", "en": "Resolve waiting effect {index}"},
        "accept": {"ja": "する", "en": "Accept"},
        "choose": {
            "ja": "[{seat}の][{zone}の][{card}][{target}][{place}][選択肢{option}]を選ぶ",
            "en": "Choose[ {card}][ {target}][ {place}][ option {option}][ from the {zone}][ of {seat}]",
        },
        "done": {"ja": "選び終える", "en": "Done"},
        "save": {"ja": "{amount}を貯金する", "en": "Save {amount}"},
        "pass": {"ja": "しない", "en": "Pass"},
    },
    "prompts": {
        "janken": {"ja": "じゃんけんの手を選んでください", "en": "Choose rock, paper or scissors"},
        "choose_first": {"ja": "先攻か後攻かを選んでください", "en": "Go first or second?"},
        "mulligan": {"ja": "引き直すカードを選んでください", "en": "Choose the cards to exchange"},
        "main": {"ja": "メインステップです。行動を選んでください", "en": "Main step: choose an action"},
        "war": {
            "ja": "ウォーステップです。攻撃するユニットを選んでください",
            "en": "War step: choose a unit to attack with",
        },
        "target": {"ja": "攻撃対象を選んでください", "en": "Choose a target"},
        "block": {"ja": "ブロックするユニットを選んでください", "en": "Choose a unit to block with"},
        "invade": {"ja": "侵略しますか", "en": "Invade?"},
        "order": {"ja": "次に解決する効果を選んでください", "en": "Choose the effect to resolve next"},
        "may": {"ja": "「{card}」の効果を解決しますか", "en": "Resolve the effect of {card}?"},
        "choose": {"ja": "「{card}」の効果の対象を選んでください", "en": "Choose what {card} affects"},
        "saving": {"ja": "貯金する額を選んでください", "en": "Choose how much to save"},
    },
    "done": {
        "janken": {
            "ja": "{actor}が[{hand}][!hand?じゃんけんの手]を出した。",
            "en": "{actor} chose [{hand}][!hand?rock, paper or scissors].",
        },
        "choose_first": {
            "ja": "{actor}が[first?先攻][!first?後攻]を選んだ。",
            "en": "{actor} chose to go [first?first][!first?second].",
        },
        "mulligan": {
            "ja": "{actor}が引き直すカードを決めた[：{cards}]。",
            "en": "{actor} chose which cards to exchange[: {cards}].",
        },
        "cast": {
            "ja": "{actor}が「{card}」を[place?{place!place}に]キャストした。",
            "en": "{actor} cast {card}[place? on {place!place}].",
        },
        "set_emergency": {
            "ja": "{actor}が緊急事態をセットした[：{card}]。",
            "en": "{actor} set an emergency[: {card}].",
        },
        "discard_emergency": {"ja": "{actor}が緊急事態を破棄した。", "en": "{actor} discarded the emergency."},
        "labour": {"ja": "{actor}のユニットが{unit!at}で労働した。", "en": "{actor}'s unit on {unit!at} laboured."},
        "take_command": {
            "ja": "{actor}が[「{card}」][{unit!at}のユニット]を司令部に置いた。",
            "en": "{actor} put[ {card}][ the unit on {unit!at}] in command.",
        },
        "activate": {
            "ja": "{actor}が{place!at}の効果（{ability}）を発揮した。",
            "en": "{actor} activated ability {ability} at {place!at}.",
        },
        "end_main": {"ja": "{actor}がメインステップを終えた。", "en": "{actor} ended the main step."},
        "attack": {"ja": "{actor}のユニットが{unit!at}から攻撃した。", "en": "{actor}'s unit on {unit!at} attacked."},
        "end_war": {"ja": "{actor}がウォーステップを終えた。", "en": "{actor} ended the war step."},
        "target": {"ja": "{actor}が{target}を攻撃対象にした。", "en": "{actor} targeted {target}."},
        "block": {"ja": "{actor}のユニットが{unit!at}でブロックした。", "en": "{actor}'s unit on {unit!at} blocked."},
        "invade": {"ja": "{actor}のユニットが{unit!at}から侵略した。", "en": "{actor}'s unit on {unit!at} invaded."},
        "resolve": {
            "ja": "{actor}が次に、待っている効果{index}を解決することにした。",
            "en": "{actor} chose to resolve waiting effect {index} next.",
        },
        "accept": {"ja": "{actor}は効果を解決することにした。", "en": "{actor} chose to resolve the effect."},
        "choose": {
            "ja": "{actor}が[seat!=actor?{seat}の][{zone}の][「{card}」][{target}][{place}][選択肢{option}]を選んだ。",
            "en": (
                "{actor} chose[ {card}][ {target}][ {place}][ option {option}][ from the {zone}]"
                "[seat!=actor? of {seat}]."
            ),
        },
        "done": {"ja": "{actor}が選び終えた。", "en": "{actor} finished choosing."},
        "save": {"ja": "{actor}が資金{amount}を貯金した。", "en": "{actor} saved {amount} money."},
        "pass": {"ja": "{actor}はパスした。", "en": "{actor} declined."},
    },
    "effects": {
        "shuffled": {
            "ja": "{seat}が{zone}をシャッフルした[：{order}]。",
            "en": "{seat} shuffled their {zone}[: {order}].",
        },
        "picked": {
            "ja": "抽選で{result!seat}が選ばれた。[what?][n?]",
            "en": "{result!seat} won the random draw.[what?][n?]",
        },
        "rolled": {"ja": "{seat}がサイコロを振った：{result}。[sides?]", "en": "{seat} rolled a {result}.[sides?]"},
        "drew": {
            "ja": "{seat}がカードを{count}枚引いた[：{cards}]。",
            "en": "{seat} drew {count:card|cards}[: {cards}].",
        },
        "match_ended": {
            "ja": "[winners?{winners!and}の勝ち（{reason}）。][!winners?引き分け（{reason}）。][scores?]",
            "en": (
                "[winners?{winners!and} won the match ({reason}).][!winners?The match was drawn ({reason}).][scores?]"
            ),
        },
        "chose": {"ja": "{seat}が選択を終えた。", "en": "{seat} made their choice."},
        "janken_shown": {
            "ja": "じゃんけんは{hands!each}。[winner?{winner}が勝った。][!winner?あいこになった。]",
            "en": "The choices were {hands!each}[winner?, so {winner} won][!winner?, so it was a tie].",
        },
        "first_player_decided": {"ja": "{seat}が先攻になった。[by?]", "en": "{seat} goes first.[by?]"},
        "mulliganed": {
            "ja": "{seat}が引き直しのためにカードを{count}枚デッキに戻した[：{cards}]。",
            "en": (
                "[count>0?To redraw, {seat} put {count:card|cards} back into their deck]"
                "[!count>0?{seat} kept all cards][: {cards}]."
            ),
        },
        "turn_started": {"ja": "{seat}の{year}年目が始まった。[turn?]", "en": "{seat}'s year {year} began.[turn?]"},
        "deck_out": {
            "ja": "{seat}がデッキ切れダメージを{amount}受けた。",
            "en": "{seat} took {amount} deck-out damage.",
        },
        "refilled": {"ja": "{seat}の資金が{amount}補充された。", "en": "{seat} received {amount} money."},
        "phase_changed": {"ja": "{phase}が始まった。", "en": "The {phase} began."},
        "untapped": {"ja": "{place}がアンタップした。", "en": "The card at {place} was untapped."},
        "tapped": {"ja": "{place}がタップした。", "en": "The card at {place} was tapped."},
        "paid": {
            "ja": (
                "{seat}は[!money>0?!savings>0?何も支払わなかった。][money>0?資金から{money}]"
                "[money>0?savings>0?、][money>0?!savings>0?を支払った。][savings>0?貯金から{savings}を支払った。]"
            ),
            "en": (
                "{seat} paid [money>0?{money} from their money][money>0?savings>0? and ]"
                "[savings>0?{savings} from their savings][!money>0?!savings>0?nothing]."
            ),
        },
        "cast": {
            "ja": "{seat}が「{card}」を[place?{place!place}に]キャストした。",
            "en": "{seat} cast {card}[place? on {place!place}].",
        },
        "entered": {"ja": "[seat?]「{card}」が{place}に出た。", "en": "[seat?]{card} entered play on {place}."},
        "situation_placed": {
            "ja": "[seat?]「{card}」が{place}に置かれた。",
            "en": "[seat?]{card} was placed on {place}.",
        },
        "event_played": {"ja": "{seat}が「{card}」を使った。", "en": "{seat} played {card}."},
        "emergency_set": {"ja": "{seat}が緊急事態をセットした[：{card}]。", "en": "{seat} set an emergency[: {card}]."},
        "emergency_revealed": {
            "ja": "{seat}の緊急事態「{card}」が公開された。",
            "en": "{seat} revealed the emergency {card}.",
        },
        "laboured": {
            "ja": "{seat}のユニットが{place!at}で労働し、貯金{amount}を得た。",
            "en": "{seat}'s unit on {place!at} laboured and earned {amount} in savings.",
        },
        "commanded": {
            "ja": "{seat}が{from!place}の「{card}」を指揮官にした。",
            "en": "{seat} put {card} in command (from {from!place}).",
        },
        "activated": {
            "ja": "{seat}が{place!at}の「{card}」の効果（{ability}）を発揮した。",
            "en": "{seat} activated ability {ability} of {card} at {place!at}.",
        },
        "attack_declared": {
            "ja": "{seat}のユニットが{unit!at}から攻撃した。",
            "en": "{seat}'s unit on {unit!at} attacked.",
        },
        "targeted": {
            "ja": "{unit}のユニットが{target}を攻撃対象にした。",
            "en": "The unit on {unit} targeted {target}.",
        },
        "attack_aborted": {
            "ja": "{unit}のユニットの攻撃は中断された。",
            "en": "The attack by the unit on {unit} was stopped.",
        },
        "blocked": {
            "ja": "{unit}のユニットが{attacker}のユニットをブロックした。",
            "en": "The unit on {unit} blocked the unit on {attacker}.",
        },
        "compared": {
            "ja": (
                "{attacker}のユニット（軍事力{attacker_military}）と"
                "{defender}のユニット（軍事力{defender_military}）が戦った。"
            ),
            "en": (
                "The unit on {attacker} (military {attacker_military}) fought "
                "the unit on {defender} (military {defender_military})."
            ),
        },
        "invaded": {
            "ja": "{seat}のユニットが{from!at}から{to!at}へ侵略した。",
            "en": "{seat}'s unit on {from!at} invaded {to!at}.",
        },
        "battle_ended": {"ja": "バトルが[forced?途中で]終わった。", "en": "The battle ended[forced? early]."},
        "damaged": {
            "ja": "{seat}が[self_harm?自傷で]{amount}ダメージを受けた（{cause}、体力{health}）。",
            "en": "{seat} took {amount} damage[self_harm? from their own card] ({cause}). Health: {health}.",
        },
        "healed": {
            "ja": "{seat}が{amount}回復した（体力{health}）。",
            "en": "{seat} healed {amount}. Health: {health}.",
        },
        "destroyed": {
            "ja": "{seat}の「{card}」が{place!at}で破壊された（{cause}）。",
            "en": "{seat}'s {card} on {place!at} was destroyed ({cause}).",
        },
        "put_in_grave": {
            "ja": "{seat}の「{card}」が{from!place}から[by_effect?効果で]墓地に置かれた。",
            "en": "{seat}'s {card} went to the grave[by_effect? through an effect] (from {from!place}).",
        },
        "exiled": {
            "ja": "{seat}の「{card}」が{from!place}からゲーム外へ除外された。",
            "en": "{seat}'s {card} was removed from the game (from {from!place}).",
        },
        "returned": {
            "ja": "{seat}の[「{card}」][!card?カード]が{from!place}から{to!place}に[face_down?裏向きで]戻った。",
            "en": "{seat}'s [{card}][!card?card] returned[face_down? face down] from {from!place} to {to!place}.",
        },
        "chipped": {
            "ja": "{place}に修正チップが置かれた（軍事力{military!signed}、労働力{labour!signed}）。",
            "en": "The unit on {place} received chips (military {military!signed}, labour {labour!signed}).",
        },
        "countdown_placed": {
            "ja": "{place}にカウントダウンチップが{amount}個置かれた（計{total}）。",
            "en": "{place} received {amount:countdown chip|countdown chips}, {total} in all.",
        },
        "given": {
            "ja": "{place}が修正を受けた：{modifier}（{duration}）。",
            "en": "{place} got a modifier: {modifier} ({duration}).",
        },
        "money_changed": {
            "ja": "{seat}の資金が変わった（{amount!signed}）。",
            "en": "[amount>0?{seat} gained {amount} money.][!amount>0?{seat}'s money changed by {amount!signed}.]",
        },
        "savings_gained": {"ja": "{seat}が貯金{amount}を得た。", "en": "{seat} gained {amount} in savings."},
        "moved": {"ja": "{from}のユニットが{to}へ移動した。", "en": "The unit on {from} moved to {to}."},
        "opened": {
            "ja": "{seat}がデッキの上のカードをオープンした：{cards}。",
            "en": "{seat} opened the top cards of their deck: {cards}.",
        },
        "looked": {
            "ja": "{seat}がデッキの上から{count}枚を見た[：{cards}]。",
            "en": "{seat} looked at the top {count:card|cards} of their deck[: {cards}].",
        },
        "took": {
            "ja": "{seat}が{from}から[「{card}」][!card?1枚]を{to}に移した。",
            "en": "{seat} moved [{card}][!card?a card] to the {to} (from the {from}).",
        },
        "rest_placed": {
            "ja": "{seat}の残りの{count}枚が{to}に置かれた。",
            "en": "{seat}'s remaining {count:card|cards} went to the {to}.",
        },
        "savings_removed": {"ja": "{seat}の貯金が{amount}減った。", "en": "{seat} lost {amount} in savings."},
        "saved": {"ja": "{seat}が資金{amount}を貯金した。", "en": "{seat} saved {amount} money."},
        "revolted": {"ja": "{seat}の国で反乱が起きた。", "en": "{seat} suffered a revolt."},
        "effect_started": {
            "ja": "{seat}の「{card}」の効果が始まった。[ability?][part?]",
            "en": "The effect of {seat}'s {card} began.[ability?][part?]",
        },
        "replaced": {
            "ja": "{event}の代わりに、{seat}の「{card}」の効果が発生した。[ability?]",
            "en": "{seat}'s {card} took effect instead of {event}.[ability?]",
        },
        "rolled_back": {
            "ja": "{seat}の「{card}」の効果は解決できなかった。",
            "en": "{seat}'s {card} could not be resolved.",
        },
        "declared": {
            "ja": "「{card}」の効果で{seat}の{result}が決まった。",
            "en": "{card} decided the match: {result} for {seat}.",
        },
    },
    "fields": {
        **{name: {"ja": ja, "en": name.replace("_", " ")} for name, ja in FIELDS.items()},
        "resolving": {"ja": FIELDS["resolving"], "en": "being played"},
        "sick": {"ja": FIELDS["sick"], "en": "new"},
    },
    "values": {
        **{name: {"ja": ja, "en": name.rpartition(".")[2].replace("_", " ")} for name, ja in VALUES.items()},
        **_words(**{f"what.{word}": texts for word, texts in WHAT.items()}),
        **_words(**{f"modifier.{rule}.{what}": texts for (rule, what), texts in RULES.items()}),
        **_words(
            **{
                f"{field}.{word}": texts
                for field in ("from", "zone")
                for word, texts in {
                    "opened": ("オープンしたカード", "opened cards"),
                    "looked": ("見ているカード", "cards looked at"),
                }.items()
            }
        ),
        **_words(
            **{
                "place.L": ("リーダー", "leader"),
                "place.E": ("緊急事態", "emergency"),
                "place.HQ": ("司令部", "headquarters"),
                "place.S1": ("シチュエーション1", "situation 1"),
                "place.S2": ("シチュエーション2", "situation 2"),
                "place.hand": (FIELDS["hand"], "the hand"),
                "place.deck": (FIELDS["deck"], "the deck"),
                "place.deck_top": (VALUES["deck_top"], "the top of the deck"),
                "place.deck_bottom": (VALUES["deck_bottom"], "the bottom of the deck"),
                "place.grave": (FIELDS["grave"], "the grave"),
                "place.destroyed": (FIELDS["destroyed"], "destroyed cards"),
                "place.resolving": ("使用中の状態", "cards being played"),
                "place.opened": ("オープンしたカード", "the opened cards"),
                "place.looked": ("見ているカード", "the cards looked at"),
                "result.win": ("勝利", "a win"),
                "result.lose": ("敗北", "a loss"),
                "to.deck_top": (VALUES["deck_top"], "top of the deck"),
                "to.deck_bottom": (VALUES["deck_bottom"], "bottom of the deck"),
                "to.deck_shuffle": (FIELDS["deck"], "deck"),
                "to.unit": ("ユニットゾーン", "unit zone"),
                "event.destroy": ("破壊", "destruction"),
                "event.leader_damage": ("リーダーへのダメージ", "damage to a leader"),
                "event.draw": ("カードを引くこと", "a card draw"),
                "modifier(stat,add)": ("{stat}に{add}を加える", "{stat} changed by {add}"),
                "modifier(cost)": ("コストに{cost}を加える", "{cost} added to the cost"),
                "modifier(keyword)": ("{keyword}", "{keyword}"),
                "keyword(name)": ("{name}", "{name}"),
                "keyword(name,value)": ("{name}{value}", "{name} {value}"),
                "duration.until_own_next_year": (FIELDS["until_own_next_year"], "until their next year"),
                "duration.this_turn": (FIELDS["this_turn"], "this year"),
                "phase.janken": ("じゃんけん", "game of rock, paper, scissors"),
                "phase.choose_first": ("先攻の選択", "choice of who goes first"),
                "phase.main": ("メインステップ", "main step"),
                "phase.war": ("ウォーステップ", "war step"),
            }
        ),
    },
}

NAMES = {"ja": "Invaders", "en": "Invaders"}
"""The Japanese rulebook uses the game's English name, so the card set has no word for it."""
