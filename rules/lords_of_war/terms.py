"""Explanations of the words on the cards of Lords of War."""

from collections.abc import Mapping
from typing import Any

from rules.engine.terms import Term, term

TERMS: dict[str, Term] = {
    "support": term(
        "7.4",
        "支援",
        "Support",
        "敵と交戦しなくても、味方に隣接するマスに配置できる。",
        "May be deployed next to a friendly unit without engaging an enemy.",
    ),
    "ranged": term(
        "8.1",
        "遠隔攻撃",
        "Ranged",
        "配置の後、敵に交戦されていなければ、対象グリッドの敵1体を撃てる。",
        "After the deployment it may fire at one enemy in its target grid, unless an enemy engages it.",
    ),
    "berserker": term(
        "8.9",
        "バーサーカー",
        "Berserker",
        "中級ルールでは、敵を撃破して生き残ると、倒れた敵のマスへ進み、もう一度攻撃する。",
        "Intermediate rules: if it survives an elimination it moves to a fallen enemy's square and strikes again.",
    ),
    "general": term(
        "8.13",
        "将軍",
        "General",
        "倒されると指揮官1体に数える。手番でない側だけが将軍を失うと、手番の側は追加の手番を得る。",
        "Counts as a commander when it falls. If only the other side loses one, the side on turn gets an extra turn.",
    ),
    "commander": term(
        "10.1",
        "指揮官",
        "Commander",
        "指揮官の撃破数が目標に達した側が勝つ。",
        "The side that eliminates enough commanders wins.",
    ),
    "arrows": term(
        "3.7",
        "アタックアロー",
        "Attack arrows",
        "矢印の先のマスにいる敵を、その数字の強さで攻撃する。",
        "Each arrow attacks the enemy on the square that it points at, with the strength beside it.",
    ),
    "defence": term(
        "8.4",
        "防御力",
        "Defence",
        "盾の数字。受けるダメージの合計がこれより大きいと撃破される。同じなら倒れない。",
        "The number on the shield. Total damage greater than it eliminates the unit. Equal damage does not.",
    ),
}
EVERY_CARD = ("arrows", "defence")
"""The terms that explain the signs on every card."""


def terms(card_set: Mapping[str, Any]) -> Mapping[str, Term]:
    return TERMS


def on_every_card(cards: Any, slug: str) -> tuple[str, ...]:
    return EVERY_CARD
