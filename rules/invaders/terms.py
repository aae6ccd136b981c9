"""9. Explanations of the keywords and states of Invaders for readers of a card."""

from collections.abc import Mapping
from typing import Any

from rules.engine.terms import Term, term

from .cards import Cards

TERMS: dict[str, Term] = {
    "fanfare": term(
        "9.2",
        "ファンファーレ",
        "Fanfare",
        "このカードをキャストしたときに働く。",
        "Works when you cast this card.",
    ),
    "last_word": term(
        "9.2",
        "ラストワード",
        "Last word",
        "このカードが破壊されたときに働く。",
        "Works when this card is destroyed.",
    ),
    "recollection": term(
        "9.2",
        "追憶",
        "Recollection",
        "効果によってこのカードが墓地に置かれたときに働く。",
        "Works when an effect puts this card into a grave.",
    ),
    "emergency": term(
        "9.3",
        "緊急事態",
        "Emergency",
        "裏向きで伏せておく。書かれたことが起きると必ず表になり、効果が働く。その後、墓地に移る。",
        "Lies face down. When what it names happens, it is turned up and works, then goes to the grave. "
        "You can't hold it back.",
    ),
    "ready": term(
        "9.4",
        "即戦力",
        "Ready",
        "出た年に、労働するか、ユニットを攻撃できる。",
        "May labour, or attack units, in the year it entered.",
    ),
    "sick": term(
        "8.1",
        "召喚酔い",
        "New on the field",
        "この年に出た。即戦力や不宣戦などのキーワードがなければ、この年は労働も攻撃もできない。",
        "Entered this year. It can't labour or attack until next year, unless a keyword such as Ready allows it.",
    ),
    "guard": term("9.4", "守護", "Guard", "ブロックできる。", "May block."),
    "undeclared_war": term(
        "9.5",
        "不宣戦",
        "Undeclared war",
        "出た年に、リーダーも攻撃できる。リーダーを攻撃したら、年末に破壊される。",
        "May attack in the year it entered, leaders too. If it attacked a leader, it is destroyed at the year end.",
    ),
    "armor": term(
        "9.6",
        "装甲",
        "Armor",
        "軍事力比べでは、Xだけ強いものとして耐える。軍事力がX以上高い相手にだけ倒される。",
        "In a comparison only a unit that is at least X stronger destroys it.",
    ),
    "deadly": term(
        "9.6",
        "必殺",
        "Deadly",
        "軍事力比べをした相手を、軍事力に関わらず破壊する。",
        "Destroys the unit it is compared with, whatever its military.",
    ),
    "countdown": term(
        "9.7",
        "カウントダウン",
        "Countdown",
        "自分の年始ごとにチップを1つ置く。X個になると破壊される。",
        "Gets a chip at the start of each of your years. With X chips it is destroyed.",
    ),
    "command": term(
        "9.8",
        "指揮",
        "Command",
        "このカードが指揮官である間だけ働く。",
        "Works only while this card is your commander.",
    ),
    "self_harm": term(
        "9.9",
        "自傷",
        "Self-harm",
        "自分の効果で自分のリーダーがダメージを受けること。",
        "Your own effect damages your leader.",
    ),
    "total_war": term(
        "9.9",
        "総力戦状態",
        "Total war",
        "自分の体力が10以下である状態。",
        "Your health is 10 or less.",
    ),
    "civil_war": term(
        "9.9",
        "内乱",
        "Civil war",
        "この対戦で自傷をX回以上した状態。",
        "You have harmed yourself at least X times in this match.",
    ),
    "front": term(
        "9.9",
        "戦線",
        "Front",
        "戦線を持つ自分の他のユニットが2体以上いる間に働く。",
        "Works while you have at least two other units with front.",
    ),
    "necromance": term(
        "9.9",
        "ネクロマンス",
        "Necromance",
        "自分の墓地のカードX枚を除外すると働く。",
        "Works if you remove X cards of your grave from the game.",
    ),
    "chain": term(
        "9.9",
        "連鎖",
        "Chain",
        "このターンに、このカードも含めてX枚以上キャストしていれば働く。",
        "Works if you have cast at least X cards this turn, this one included.",
    ),
    "cost": term(
        "7.1",
        "コスト",
        "Cost",
        "丸の数字。キャストするときに、資金と貯金から払う。",
        "The number on the coin. You pay it from your money and savings to cast the card.",
    ),
    "military": term(
        "8.8",
        "軍事力",
        "Military",
        "剣の数字。軍事力比べでは低いほうが破壊され、同じなら両方が破壊される。",
        "The number on the sword. In a battle the unit with less is destroyed. If equal, both are.",
    ),
    "labour": term(
        "7.4",
        "労働力",
        "Labour",
        "ハンマーの数字。年に1回、人民ユニット1体が労働し、この数だけ貯金が増える。",
        "The number on the hammer. Once a year one of your people may labour. Your savings grow by this number.",
    ),
}


def terms(card_set: Mapping[str, Any]) -> Mapping[str, Term]:
    return TERMS


def figures(cards: Cards, slug: str) -> list[str]:
    """The terms that explain the numbers on a card."""
    card = cards.by_slug[slug]
    return [*(["cost"] if card.cost is not None else []), *(["military", "labour"] if card.subkind else [])]
