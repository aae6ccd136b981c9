"""What any player could work out from the visible cards, calculated for them (6, 7.2)."""

from collections.abc import Iterator, Mapping

from rules.engine import View
from rules.engine.board import Fact, Place

from .cards import Cards
from .formations import name_and_sum
from .reachable_formations import side_value
from .view import FlagView, Game

WHOLE = ""
"""The place of facts about the whole table."""


def reckon(cards: Cards, view: View) -> Mapping[Place, tuple[Fact, ...]]:
    """Place -> its facts: sides have a formation and sum, flags a leader, the whole table the troops unseen by the
    viewer.
    """
    game: Game = view.game
    found: dict[Place, tuple[Fact, ...]] = {WHOLE: (Fact("unseen_troops", tuple(_unseen(cards, game)), "card"),)}
    for flag in game.flags:
        if flag.owner is None:
            found.update(_of_flag(cards, flag))
    return found


def _of_flag(cards: Cards, flag: FlagView) -> Iterator[tuple[Place, tuple[Fact, ...]]]:
    sides = [side.cards or () for side in flag.sides]
    is_complete = [len(side) == flag.size for side in sides]
    values = [side_value(cards, side, flag.fog) if whole else 0 for side, whole in zip(sides, is_complete, strict=True)]
    for seat, side in enumerate(sides):
        if is_complete[seat]:
            name, total = name_and_sum(values[seat])
            yield f"flag:{flag.flag}:{seat}", (Fact("formation", name), Fact("sum", total))
        elif total := sum(cards.troops[card].number for card in side if card in cards.troops):
            yield f"flag:{flag.flag}:{seat}", (Fact("sum", total),)
    if all(is_complete):  # 7.2, 7.4
        ahead = flag.first_complete if values[0] == values[1] else values.index(max(values))
        yield f"flag:{flag.flag}", (Fact("ahead", ahead, "seat"),)


def _unseen(cards: Cards, game: Game) -> Iterator[str]:
    zones = [side for flag in game.flags for side in flag.sides]
    zones += [*game.hands, *game.guile, game.removed, game.troop_deck]
    seen = {card for zone in zones for card in zone.cards or ()}
    return (slug for slug in cards.troops if slug not in seen)
