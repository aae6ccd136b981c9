"""The actions and characters that BlackPoker's cards mention or are used for, as the card set explains them."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine import Names
from rules.engine.terms import Term, term

from .cards import Cards
from .keys import key_cards

RULES_OF_ACTIONS = {"generation_change": "7.7"}
ACTIONS, CHARACTERS = "6.2", "4.4"

COSTS: Mapping[str, Names] = {
    "B": {"ja": "チャージ状態の自分の防壁{}体をドライブ", "en": "drive {} of your charged bulwarks"},
    "L": {"ja": "{}ダメージを受ける", "en": "take {} damage"},
    "D": {"ja": "手札を{}枚捨てる", "en": "discard {} of your hand cards"},
}
"""8. The meaning of each letter of a cost, with its number."""
COST: Names = {"ja": "コスト：{}。", "en": " Cost: {}."}

SUITS = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}
RANKS = 13
PAIRS: Mapping[str, Names] = {
    "suit": {"ja": "同じスートの2枚", "en": "two cards of one suit"},
    "number": {"ja": "同じ数字の2枚", "en": "two cards of one number"},
}
KEYS: Names = {"ja": "キーカード：{}。", "en": " Key cards: {}."}
STANDARD: Names = {"ja": "スタンダードのみ。", "en": " Standard format only."}
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


def uses(cards: Cards, slug: str) -> list[str]:
    """The actions that a card can be used for: as a key card, or as the card that becomes a bulwark (8.1)."""
    return [
        action.id
        for action in cards.actions.values()
        if action.id == "set_bulwark" or any(slug in keys for keys in key_cards(cards, action.keys))
    ]


def _action(action: Mapping[str, Any]) -> Term:
    texts = {
        language: text + keys_text(action["keys"], language) + cost_text(action["cost"], language)
        for language, text in action["text"].items()
    }
    if "lite" not in action["formats"]:
        texts = {language: text + STANDARD[language] for language, text in texts.items()}
    return Term(action["names"], texts, RULES_OF_ACTIONS.get(action["id"], ACTIONS))


def cost_text(cost: str, language: str) -> str:
    """The cost of an action in words; empty if it is free."""
    words = [COSTS[letter][language].format(cost.count(letter)) for letter in dict.fromkeys(cost)]
    return COST[language].format(COMMA[language].join(words)) if words else ""


def keys_text(slots: Sequence[Mapping[str, Any]], language: str) -> str:
    """The key cards of an action in words; empty if it has none."""
    return KEYS[language].format(" + ".join(_slot(slot, language) for slot in slots)) if slots else ""


def _slot(slot: Mapping[str, Any], language: str) -> str:
    """`♠A–10`, a whole suit as `♠`, ranks of all suits as `2–10`."""
    if "pair" in slot:
        return PAIRS[slot["pair"]][language]
    if "slug" in slot:
        return str(slot["slug"]).capitalize()
    suits = "" if len(slot["suits"]) == len(SUITS) else "".join(SUITS[suit] for suit in slot["suits"])
    if suits and len(slot["ranks"]) == RANKS:
        return suits
    first, last = slot["ranks"][0].upper(), slot["ranks"][-1].upper()
    return suits + (first if first == last else f"{first}–{last}")
