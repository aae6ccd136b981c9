"""The words of card data in Japanese and English for `describe`: one entry for every word of the vocabulary.

Names in braces stand for values from the data.
"""

Text = tuple[str, str]

KEYWORDS: dict[str, Text] = {
    "ready": ("即戦力", "Ready"),
    "undeclared_war": ("不宣戦", "Undeclared war"),
    "guard": ("守護", "Guard"),
    "deadly": ("必殺", "Deadly"),
    "front": ("戦線", "Front"),
    "self_harm": ("自傷", "Self-harm"),
    "armor": ("装甲", "Armor"),
    "countdown": ("カウントダウン", "Countdown"),
    "civil_war": ("内乱", "Civil war"),
    "necromance": ("ネクロマンス", "Necromance"),
    "chain": ("連鎖", "Chain"),
}

NAMED_VALUES: dict[str, Text] = {
    "own_health": ("自分の体力", "your health"),
    "enemy_health": ("相手の体力", "the enemy's health"),
    "own_hand": ("自分の手札の枚数", "the number of cards in your hand"),
    "enemy_hand": ("相手の手札の枚数", "the number of cards in the enemy's hand"),
    "own_grave": ("自分の墓地の枚数", "the number of cards in your grave"),
    "enemy_grave": ("相手の墓地の枚数", "the number of cards in the enemy's grave"),
    "own_deck": ("自分のデッキの枚数", "the number of cards in your deck"),
    "enemy_deck": ("相手のデッキの枚数", "the number of cards in the enemy's deck"),
    "own_money": ("自分の資金", "your money"),
    "enemy_money": ("相手の資金", "the enemy's money"),
    "own_savings": ("自分の貯金", "your savings"),
    "casts_this_turn": ("この年に自分がキャストした回数", "the number of your casts this year"),
    "self_harm_count": ("自分が自傷した回数", "how often you have harmed yourself"),
    "year": ("年数", "the year"),
    "event_amount": ("その数値", "that amount"),
    "self_military": ("このユニットの軍事力", "this unit's military"),
    "self_countdown": ("このカードのカウントダウンチップの数", "the number of this card's countdown chips"),
}

SIGNS: dict[str, Text] = {
    "<": ("{a}が{b}未満", "{a} is less than {b}"),
    "<=": ("{a}が{b}以下", "{a} is at most {b}"),
    "==": ("{a}がちょうど{b}", "{a} is exactly {b}"),
    ">=": ("{a}が{b}以上", "{a} is at least {b}"),
    ">": ("{a}が{b}より多い", "{a} is more than {b}"),
}

STATES: dict[str, Text] = {
    "total_war": ("総力戦状態", "it is total war"),
    "front": ("戦線", "front holds"),
    "own_turn": ("自分の年", "it is your year"),
    "civil_war": ("内乱:{x}", "civil war {x} holds"),
    "chain": ("連鎖:{x}", "chain {x} holds"),
}

FILTERS: dict[str, Text] = {
    "slug": ("カード「{word}」", "the card {word}"),
    "type": ("タイプ「{word}」", "type {word}"),
    "keyword": ("キーワード「{word}」", "keyword {word}"),
    "cost_min": ("コスト{word}以上", "cost at least {word}"),
    "cost_max": ("コスト{word}以下", "cost at most {word}"),
    "military_min": ("軍事力{word}以上", "military at least {word}"),
    "military_max": ("軍事力{word}以下", "military at most {word}"),
}

FILTER_WORDS: dict[tuple[str, str | bool], Text] = {
    ("kind", "unit"): ("ユニット", "unit"),
    ("kind", "situation"): ("シチュエーション", "situation"),
    ("kind", "event"): ("イベント", "event"),
    ("subkind", "military"): ("軍部", "military"),
    ("subkind", "people"): ("人民", "people"),
    ("subkind", "leader"): ("指導者", "leader"),
    ("nation", "stateless"): ("無国籍", "stateless"),
    ("nation", "japan"): ("日本", "Japan"),
    ("nation", "usa"): ("アメリカ", "United States"),
    ("nation", "uk"): ("イギリス", "United Kingdom"),
    ("nation", "france"): ("フランス", "France"),
    ("nation", "russia"): ("ロシア", "Russia"),
    ("nation", "germany"): ("ドイツ", "Germany"),
    ("nation", "turkey"): ("トルコ", "Turkey"),
    ("tapped", True): ("タップ状態", "tapped"),
    ("tapped", False): ("アンタップ状態", "untapped"),
    ("other", True): ("このカード以外", "not this card"),
    ("other", False): ("このカード", "this card"),
    ("same_column", True): ("同じ列", "in the same column"),
    ("same_column", False): ("別の列", "in another column"),
    ("territory", "own"): ("自陣", "in its own territory"),
    ("territory", "enemy"): ("敵陣", "in enemy territory"),
    ("emergency", True): ("緊急事態を持つ", "with an emergency"),
    ("emergency", False): ("緊急事態を持たない", "without an emergency"),
}

ZONES: dict[str, tuple[Text, str]] = {
    # zone -> its contents, and the Japanese counter
    "units": (("{side}ユニット", "{side} units"), "体"),
    "situations": (("{side}シチュエーション", "{side} situations"), "つ"),
    "commander": (("{side}指揮官", "{side} commander"), "体"),
    "emergency": (("{side}緊急事態", "{side} emergencies"), "枚"),
    "hand": (("{side}手札", "the cards in {side} hand"), "枚"),
    "grave": (("{side}墓地のカード", "the cards in {side} grave"), "枚"),
    "leader": (("{side}リーダー", "{side} leader"), "人"),
}

SIDES: dict[str, Text] = {
    "own": ("自分の", "your"),
    "enemy": ("相手の", "the enemy's"),
    "any": ("両方の", "either side's"),
}

PICKS: dict[str, Text] = {
    "self": ("このカード", "this card"),
    "event": ("そのカード", "that card"),
    "attacker": ("攻撃しているユニット", "the attacker"),
    "defender": ("攻撃対象のユニット", "the unit under attack"),
    "opposing": ("交戦相手", "the opposing unit"),
}

SUBJECTS: dict[str, dict[str, Text]] = {
    # whose -> the subject of the events below
    "self": {
        "card": ("このカード", "this card"),
        "unit": ("このカード", "this card"),
        "player": ("自分", "you"),
        "leader": ("自分のリーダー", "your leader"),
        "years": ("自分の", "your"),
        "s": ("", ""),
    },
    "own": {
        "card": ("自分のカード", "a card of yours"),
        "unit": ("自分のユニット", "a unit of yours"),
        "player": ("自分", "you"),
        "leader": ("自分のリーダー", "your leader"),
        "years": ("自分の", "your"),
        "s": ("", ""),
    },
    "enemy": {
        "card": ("相手のカード", "a card of the enemy's"),
        "unit": ("相手のユニット", "a unit of the enemy's"),
        "player": ("相手", "the enemy"),
        "leader": ("相手のリーダー", "the enemy leader"),
        "years": ("相手の", "the enemy's"),
        "s": ("", "s"),
    },
    "any": {
        "card": ("いずれかのカード", "any card"),
        "unit": ("いずれかのユニット", "any unit"),
        "player": ("いずれかのプレイヤー", "anybody"),
        "leader": ("いずれかのリーダー", "any leader"),
        "years": ("どちらの", "any"),
        "s": ("", "s"),
    },
}

EVENTS: dict[str, Text] = {
    "cast": ("{card}がキャストされたとき、", "when {card} is cast, "),
    "entered": ("{unit}が出たとき、", "when {unit} enters, "),
    "attack_declared": ("{unit}が攻撃を宣言したとき、", "when {unit} declares an attack, "),
    "attacks": ("{unit}が攻撃したとき、", "when {unit} attacks, "),
    "blocked": ("{unit}がブロックしたとき、", "when {unit} blocks, "),
    "engages": ("{unit}が交戦するとき、", "when {unit} engages, "),
    "battle_ends": ("{unit}のバトルが終了したとき、", "when a battle of {unit} ends, "),
    "invaded": ("{unit}が侵略したとき、", "when {unit} invades, "),
    "laboured": ("{unit}が労働したとき、", "when {unit} labours, "),
    "commanded": ("{unit}が指揮官になったとき、", "when {unit} takes command, "),
    "destroyed": ("{card}が破壊されたとき、", "when {card} is destroyed, "),
    "put_in_grave": ("{card}が効果で墓地に置かれたとき、", "when an effect puts {card} in the grave, "),
    "year_start": ("{years}年始に、", "at the start of {years} year, "),
    "year_end": ("{years}年末に、", "at the end of {years} year, "),
    "leader_damaged": ("{leader}がダメージを受けたとき、", "when {leader} is damaged, "),
    "self_harmed": ("{player}が自傷したとき、", "when {player} harm{s} themselves, "),
    "revolted": ("{player}に反乱が起きたとき、", "when {player} suffer{s} a revolt, "),
    "destroy": ("{card}が破壊されるかわりに、", "instead of {card} being destroyed, "),
    "leader_damage": ("{leader}がダメージを受けるかわりに、", "instead of {leader} being damaged, "),
    "draw": ("{player}がカードを引くかわりに、", "instead of {player} drawing, "),
}

RULES: dict[tuple[str, str], Text] = {
    ("cannot", "attack"): ("攻撃できない", "cannot attack"),
    ("cannot", "attack_leader"): ("リーダーを攻撃できない", "cannot attack leaders"),
    ("cannot", "attack_unit"): ("ユニットを攻撃できない", "cannot attack units"),
    ("cannot", "block"): ("ブロックできない", "cannot block"),
    ("cannot", "be_blocked"): ("ブロックされない", "cannot be blocked"),
    ("cannot", "be_attacked"): ("攻撃されない", "cannot be attacked"),
    ("cannot", "be_destroyed"): ("破壊されない", "cannot be destroyed"),
    ("cannot", "be_chosen"): ("選ばれない", "cannot be chosen"),
    ("cannot", "labour"): ("労働できない", "cannot labour"),
    ("cannot", "invade"): ("侵略できない", "cannot invade"),
    ("cannot", "untap"): ("アンタップできない", "cannot untap"),
    ("cannot", "heal"): ("回復できない", "cannot heal"),
    ("cannot", "save"): ("貯金できない", "cannot save"),
    ("cannot", "set_emergency"): ("緊急事態をセットできない", "cannot set an emergency"),
    ("cannot", "cast_event"): ("イベントをキャストできない", "cannot cast an event"),
    ("must", "attack"): ("攻撃しなければならない", "must attack"),
    ("must", "block"): ("ブロックしなければならない", "must block"),
    ("must", "be_attacked"): ("優先して攻撃されなければならない", "must be attacked first"),
    ("ignore", "tapped"): ("タップ状態かどうかを無視して攻撃できる", "can ignore whether a unit is tapped"),
    ("ignore", "front"): ("前のユニットを無視して攻撃できる", "can ignore the unit in front"),
    ("ignore", "columns"): ("列を無視してリーダーを攻撃できる", "can ignore the columns"),
    ("ignore", "armor"): ("装甲を無視する", "can ignore armor"),
    ("ignore", "be_attacked"): ("「攻撃されない」を無視する", "can attack what cannot be attacked"),
    ("ignore", "be_destroyed"): ("「破壊されない」を無視する", "can destroy what cannot be destroyed"),
}

STATS: dict[str, Text] = {"military": ("軍事力", "military"), "labour": ("労働力", "labour")}

DURATIONS: dict[str, Text] = {
    "this_turn": ("この年の間、{it}", "{it} this year"),
    "until_own_next_year": ("次の自分の年始まで、{it}", "{it} until your next year starts"),
    "permanent": ("{it}", "{it} for good"),
}

OPERATIONS: dict[tuple[str, str | bool | None], Text] = {
    # operation, and the word that decides its phrase
    ("damage", "own"): ("自分に{amount}ダメージを与える", "deal {amount} damage to your leader"),
    ("damage", "enemy"): ("相手に{amount}ダメージを与える", "deal {amount} damage to the enemy leader"),
    ("damage", "each"): ("お互いに{amount}ダメージを与える", "deal {amount} damage to both leaders"),
    ("heal", "own"): ("自分は{amount}回復する", "heal your leader by {amount}"),
    ("heal", "enemy"): ("相手は{amount}回復する", "the enemy leader heals by {amount}"),
    ("draw", "own"): ("自分は{amount}枚引く", "draw {amount}"),
    ("draw", "enemy"): ("相手は{amount}枚引く", "the enemy draws {amount}"),
    ("mill", "own"): ("自分のデッキの上から{amount}枚を墓地に置く", "put the top {amount} of your deck in the grave"),
    ("mill", "enemy"): (
        "相手のデッキの上から{amount}枚を墓地に置く",
        "put the top {amount} of the enemy's deck in the grave",
    ),
    ("money", "own"): ("自分は資金{amount}を得る", "gain {amount} money"),
    ("money", "enemy"): ("相手は資金{amount}を得る", "the enemy gains {amount} money"),
    ("lost money", "own"): ("自分は資金{amount}を失う", "lose {amount} money"),
    ("lost money", "enemy"): ("相手は資金{amount}を失う", "the enemy loses {amount} money"),
    ("savings", "own"): ("自分は貯金{amount}を得る", "gain {amount} savings"),
    ("savings", "enemy"): ("相手は貯金{amount}を得る", "the enemy gains {amount} savings"),
    ("discard", None): ("{cards}を捨てる", "discard {cards}"),
    ("exile", None): ("{cards}をゲームから除外する", "remove {cards} from the game"),
    ("tap", None): ("{cards}をタップする", "tap {cards}"),
    ("untap", None): ("{cards}をアンタップする", "untap {cards}"),
    ("destroy", False): ("{cards}を破壊する", "destroy {cards}"),
    ("destroy", True): (
        "「破壊されない」を無視して{cards}を破壊する",
        "destroy {cards}, even what cannot be destroyed",
    ),
    ("return", "hand"): ("{cards}を手札に戻す", "return {cards} to the hand"),
    ("return", "deck_top"): ("{cards}をデッキの上に戻す", "return {cards} to the top of the deck"),
    ("return", "deck_bottom"): ("{cards}をデッキの下に戻す", "return {cards} to the bottom of the deck"),
    ("return", "deck_shuffle"): ("{cards}をデッキに戻してシャッフルする", "shuffle {cards} into the deck"),
    ("chips", None): (
        "{cards}に修正チップ（軍事力{military}、労働力{labour}）を置く",
        "place chips (military {military}, labour {labour}) on {cards}",
    ),
    ("countdown", None): ("{cards}にカウントダウンチップを{amount}個置く", "place {amount} countdown chips on {cards}"),
    ("play", True): ("{cards}をキャストとして使う", "play {cards} as a cast"),
    ("play", False): ("{cards}を使う", "play {cards}"),
    ("move", None): ("{cards}を移動する", "move {cards}"),
    ("end_battle", None): ("バトルを終了する", "end the battle"),
    ("win", None): ("自分が勝利する", "win the match"),
    ("lose", None): ("自分が敗北する", "lose the match"),
    ("open", None): ("デッキの上から{n}枚を公開し", "show the top {n} of the deck"),
    ("look", None): ("デッキの上から{n}枚を見て", "look at the top {n} of the deck"),
}

DESTINATIONS: dict[str, Text] = {
    "hand": ("手札に加え", "into the hand"),
    "unit": ("ユニットゾーンに出し", "into the unit zone"),
    "grave": ("墓地に置き", "into the grave"),
}

RESTS: dict[str, Text] = {
    "deck_top": ("デッキの上に戻す", "on top of the deck"),
    "deck_bottom": ("デッキの下に戻す", "at the bottom of the deck"),
    "deck_shuffle": ("デッキに戻してシャッフルする", "into the deck, shuffled"),
    "grave": ("墓地に置く", "into the grave"),
}

ORIGINS: dict[str, Text] = {"hand": ("手札", "the hand"), "unit": ("ユニットゾーン", "the unit zone")}
