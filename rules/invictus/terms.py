"""Explanations of the words on the cards of Invictus."""

from collections.abc import Mapping
from typing import Any

from rules.engine.terms import Term, term

TERMS: dict[str, Term] = {
    "leader": term(
        "9.1",
        "リーダー",
        "Leader",
        "破壊されるか捕獲されると、相手の勝ちになる。",
        "If it is destroyed or captured, the other side wins.",
    ),
    "block": term(
        "8.6",
        "ブロック",
        "Block",
        "相手がアタックした直後に、手札から使う後方支援。",
        "A support used from the hand right after an enemy attack.",
    ),
    "negate": term(
        "8.7",
        "ネゲート",
        "Negate",
        "相手が後方支援を使った直後に、手札から使う後方支援。",
        "A support used from the hand right after an enemy support.",
    ),
    "active": term(
        "2.5",
        "アクティブ",
        "Active",
        "縦向き。縦向きのときの体力を使う。",
        "Upright. Its upright health counts.",
    ),
    "rested": term(
        "2.5",
        "レスト",
        "Rested",
        "横向き。横向きのときの体力を使う。自分の次のターンの始めにアクティブに戻る。",
        "Sideways. Its sideways health counts. It becomes active at the start of your next turn.",
    ),
    "queue": term(
        "2.6",
        "待機列",
        "Queue",
        "先頭から進軍し、最後尾に加わる。いっぱいなら後方支援を使えない。",
        "Cards march from its head and join at its tail. If it is full you can't use a support.",
    ),
    "kingdom": term(
        "9.2",
        "王国",
        "Kingdom",
        "向かい合う相手より多い色1つにつき1 KP（キングダムポイント）。4 KPで勝ち。",
        "1 KP (kingdom point) for each colour of which you hold more than the player you face. 4 KP win.",
    ),
    "support": term(
        "8.1",
        "後方支援",
        "Support",
        "使ったカードは自分の待機列の最後尾に置く。",
        "The used card goes to the end of your queue.",
    ),
    "diversion": term(
        "10.1",
        "陽動作戦",
        "Diversion",
        "相手の戦場が空になったら、その王国から、足りなければ待機列から2枚を相手の前列に置く。2枚ない相手は敗れる。",
        "When an enemy battlefield is empty, two of its kingdom's cards, or else of its queue, go to its front row. "
        "An enemy without two such cards loses.",
    ),
    "damage": term(
        "2.5",
        "ダメージ",
        "Damage",
        "ターンの終わりまで残る。体力以上になると破壊される。",
        "Stays until the end of the turn. Damage of at least its health destroys a card.",
    ),
    "power": term(
        "7.2",
        "攻撃力",
        "Power",
        "剣の数字。アタックで与えるダメージ。Xは自分の手札の枚数。",
        "The number on the sword: the damage of its attack. X is the number of cards in your hand.",
    ),
    "health": term(
        "2.5",
        "体力",
        "Health",
        "ハートの2つの数字。左は縦向き（アクティブ）、右は横向き（レスト）のときの体力。"
        "まだダメージのないカードにちょうど同じダメージを与えると捕獲、より大きいと破壊。",
        "The two numbers on the heart: upright (active) / sideways (rested). Damage exactly equal to it captures "
        "an undamaged card. More damage destroys it.",
    ),
    "reaches": term(
        "2.4",
        "攻撃範囲",
        "Attack range",
        "マス目の図。黒いマスがこのカード、色のついたマスがアタックできる場所。上が相手の方向。",
        "The pattern of squares: the black square is the card, and it can attack the coloured ones. "
        "The enemy is at the top.",
    ),
}
EVERY_CARD = ("power", "health", "reaches")
"""The terms that explain the signs on every card."""


def terms(card_set: Mapping[str, Any]) -> Mapping[str, Term]:
    return TERMS


def on_every_card(cards: Any, slug: str) -> tuple[str, ...]:
    return EVERY_CARD
