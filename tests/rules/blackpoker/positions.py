"""Positions drawn for tests: `duel(side(...), side(...))`. ♠5 ♥10 ♦Q ♣A are cards, ★ is a Joker.

Characters get their ids in the order in which they are drawn: seat 0's soldiers, its bulwarks, then seat 1's.
"""

from typing import Any, Literal

from rules.blackpoker.actions import PASS, ChooseTarget, PayBulwark, PayDiscard, Raise
from rules.blackpoker.options import Options
from rules.blackpoker.state import Character, GameTable, Side, State, new_state
from rules.blackpoker.window import Window
from rules.engine import Effect, Prompt, ScriptedChance, Table, act, legal_actions, prompts
from rules.registry import shipped_ruleset

SUITS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}
FILLER = "♣2 ♥2 ♣3 ♥3 ♣4 ♥4 ♣5 ♥5 ♣6 ♥6"


def card(drawn: str) -> str:
    return "joker" if drawn == "★" else f"{SUITS[drawn[0]]}-{drawn[1:].lower()}"


def cards(drawn: str) -> list[str]:
    return [card(one) for one in drawn.split()]


def soldier(drawn: str, *, driven: bool = False, fresh: str = "", bonus: int = 0) -> Character:
    """`fresh` names the cards that came this turn."""
    slugs = cards(drawn)
    kind = "equipped" if len(slugs) > 1 else shipped_ruleset("blackpoker").cards.kind[slugs[0]]
    return Character(0, kind, slugs, not driven, [slug in cards(fresh) for slug in slugs], bonus)


def bulwark(drawn: str, *, driven: bool = False, fresh: bool = False) -> Character:
    return Character(0, "bulwark", [card(drawn)], not driven, [fresh])


def side(
    hand: str = "",
    deck: str = FILLER,
    graveyard: str = "",
    soldiers: list[Character] | None = None,
    bulwarks: list[Character] | None = None,
    set_aside: str = "",
) -> Side:
    """The deck from the top, the graveyard from the bottom."""
    return Side(
        cards(deck)[::-1], sorted(cards(hand)), cards(graveyard), cards(set_aside), soldiers or [], bulwarks or []
    )


def duel(
    mine: Side,
    yours: Side,
    *,
    format: Literal["lite", "std"] = "std",
    frame: Any = "full",
    script: list[object] | None = None,
) -> GameTable:
    """Turn 5 of seat 0, the stage empty."""
    state: State = new_state(None, None, ())
    state.turn, state.chance, state.sides = 5, 0, [mine, yours]
    for one in (*mine.soldiers, *mine.bulwarks, *yours.soldiers, *yours.bulwarks):
        one.id = state.next_character
        state.next_character += 1
    rules = shipped_ruleset("blackpoker")
    return Table(rules, Options(format, frame), state, ScriptedChance(script or []), [Window()])


def do(table: GameTable, seat: int, *actions: Any) -> list[Effect]:
    """The seat's answers one after the other; all their effects."""
    return [effect for action in actions for effect in act(table, seat, action)]


def call(action: str, keys: str = "") -> Raise:
    return Raise(action, tuple(sorted(cards(keys))))


def at(character: int) -> ChooseTarget:
    return ChooseTarget(character=character)


def at_request(request: int) -> ChooseTarget:
    return ChooseTarget(request=request)


def drive(character: int) -> PayBulwark:
    return PayBulwark(character)


def throw_away(drawn: str) -> PayDiscard:
    return PayDiscard(card(drawn))


def both_pass(table: GameTable) -> list[Effect]:
    """Pass with the seat that has the chance until the top of the stage is resolved."""
    effects: list[Effect] = []
    for _ in range(2 - table.state.passes):
        assert table.state.chance is not None
        effects += do(table, table.state.chance, PASS)
    return effects


def asked_for(table: GameTable) -> list[Prompt]:
    return prompts(table)


def may(table: GameTable, seat: int, action: str) -> list[tuple[str, ...]]:
    """The key cards with which the seat may raise an action now."""
    return [one.keys for one in legal_actions(table, seat) if isinstance(one, Raise) and one.action == action]


def names(table: GameTable, seat: int) -> set[str]:
    """All that the seat may raise now, by name."""
    return {one.action for one in legal_actions(table, seat) if isinstance(one, Raise)}
