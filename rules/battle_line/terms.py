"""Explanations of the words on the cards of Battle Line."""

from collections.abc import Mapping
from typing import Any

from rules.engine.terms import Term, term

TERMS: dict[str, Term] = {
    "morale": term(
        "6.4",
        "士気高揚",
        "Morale",
        "部隊カードとして自分側に置くワイルドカード。",
        "A wild card that you play on your side like a troop card.",
    ),
    "weather": term(
        "9.5",
        "気象",
        "Weather",
        "フラッグの脇に置き、両者に影響する。",
        "Lies beside a flag and applies to both sides.",
    ),
    "guile": term(
        "9.10",
        "謀略",
        "Guile",
        "使うとその場で働く。ラウンドの終わりまで表向きで残る。",
        "Works at once, and stays face up for the rest of the round.",
    ),
    "formation": term(
        "6.1",
        "役",
        "Formation",
        "フォーメーションのこと。フラッグに置いた3枚（泥濘では4枚）の組み合わせ。強い順にウェッジ（同色の連番）、ファランクス（同じ数字）、バタリオン（同色）、スカーミッシャー（連番）、ホスト（その他）。",
        "The three cards at a flag, or four with Mud. Strongest first: wedge (one colour, consecutive), "
        "phalanx (same number), battalion (one colour), skirmisher (consecutive), host (any).",
    ),
    "first_complete": term(
        "5.3",
        "先に完成",
        "First complete",
        "フラッグに「1.」とも示す。フォーメーションを先に完成した側で、同じ強さならこの側が勝つ。",
        'Also shown as "1." on a flag. The side that completed its formation first wins it if both are equally strong.',
    ),
    "claim": term(
        "7.2",
        "獲得",
        "Claimed",
        "フォーメーションが完成し、相手がどう置いても勝てないと分かるフラッグは獲得できる。",
        "You can claim a flag when your side is complete and the opponent can't beat it any more.",
    ),
    "leader": term(
        "9.2",
        "リーダー",
        "Leader",
        "アレキサンダーとダリウス。1ラウンドに1枚だけ使える。",
        "Alexander and Darius. You may play only one of them in a round.",
    ),
}


def terms(card_set: Mapping[str, Any]) -> Mapping[str, Term]:
    return TERMS
