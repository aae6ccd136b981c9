"""The actions and characters that BlackPoker's cards mention, as the card set explains them."""

from collections.abc import Mapping
from typing import Any

from rules.engine import Names
from rules.engine.terms import Term, term

RULES_OF_ACTIONS = {"generation_change": "7.7"}
ACTIONS, CHARACTERS = "6.2", "4.4"

COSTS: Mapping[str, Names] = {
    "B": {"ja": "チャージ状態の自分の防壁1体をドライブ", "en": "drive a charged bulwark of yours"},
    "L": {"ja": "1ダメージを受ける", "en": "take 1 damage"},
    "D": {"ja": "手札を1枚捨てる", "en": "discard a card"},
}
"""8. The meaning of each letter of a cost."""
COST: Names = {"ja": "コスト：{}。", "en": " Cost: {}."}
COMMA: Names = {"ja": "、", "en": ", "}

WORDS: dict[str, Term] = {
    "key_card": term(
        "6.2",
        "キーカード",
        "Key card",
        "アクションを起こすときに手札から出すカード。解決の後、墓地に移る。",
        "The card you show from your hand to raise an action. It goes to the graveyard afterwards.",
    ),
    "swift": term("4.7", "速攻", "Swift", "出たターンに攻撃できる。", "Can attack in the turn it came."),
    "fresh": term(
        "4.6",
        "出たばかり",
        "Fresh",
        "このターンに場に出た。兵士のカードがすべてそうなら、速攻がない限り、このターンは攻撃できない。",
        "Came to the field this turn. A soldier whose cards are all fresh can't attack this turn, unless it is swift.",
    ),
    "bonus": term(
        "4.5",
        "修正",
        "Bonus",
        "アップとダウンによる、このターンの数字の増減。",
        "What Up and Down have added to the soldier's number, or taken from it, this turn.",
    ),
    "magic": term(
        "6.2",
        "通常魔法",
        "Magic",
        "自分のターンに、2枚のキーカードで起こす。スートの組み合わせで効果が決まる。",
        "Raised in your turn with two key cards, whose suits decide what it does.",
    ),
}


def terms(card_set: Mapping[str, Any]) -> Mapping[str, Term]:
    actions = {one["id"]: _action(one) for one in card_set["actions"]}
    characters = {one["id"]: Term(one["names"], one["text"], CHARACTERS) for one in card_set["characters"]}
    return {**actions, **characters, **WORDS}


def _action(action: Mapping[str, Any]) -> Term:
    texts = {language: text + cost_text(action["cost"], language) for language, text in action["text"].items()}
    return Term(action["names"], texts, RULES_OF_ACTIONS.get(action["id"], ACTIONS))


def cost_text(cost: str, language: str) -> str:
    """The cost of an action in words; empty if it is free."""
    words = [COSTS[letter][language] for letter in cost]
    return COST[language].format(COMMA[language].join(words)) if words else ""
