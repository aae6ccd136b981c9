"""8. The legal raises, compared with the table of section 8 read literally."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rules.blackpoker.actions import PASS, Raise
from rules.blackpoker.state import GameTable, Request, Used
from rules.engine import legal_actions
from tests.levels import examples
from tests.rules.blackpoker.positions import bulwark, cards, duel, side, soldier
from tests.rules.blackpoker.test_knowledge import PACK

RANKS = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"]
LOW, HIGH, UP_TO_10 = RANKS[1:10], RANKS[10:], RANKS[:10]
SUITS = ["spade", "heart", "diamond", "club"]

# action: (quick, std only, once, cost, slots of (suits, ranks) or a pair, target)
TABLE: dict[str, tuple[bool, bool, bool, str, object, str]] = {
    "set_bulwark": (False, False, True, "L", [], "hand card"),
    "summon_soldier": (False, False, False, "BL", [(SUITS, LOW)], ""),
    "summon_hero": (False, False, False, "BBL", [(SUITS, HIGH)], ""),
    "summon_ace": (False, False, False, "L", [(SUITS, ["a"])], ""),
    "summon_magician": (False, True, False, "BD", "joker", ""),
    "equip": (False, False, False, "BL", [(SUITS, RANKS)], "own soldier of the suit"),
    "recall": (True, True, False, "B", "suits", "own character"),
    "end": (False, False, False, "", [], ""),
    "attack": (False, False, True, "", [], ""),
    "up": (True, False, False, "D", [(["heart"], UP_TO_10)], "soldier"),
    "down": (True, False, False, "D", [(["spade"], UP_TO_10)], "soldier"),
    "twist": (True, False, False, "D", [(["diamond"], UP_TO_10)], "character"),
    "counter": (True, False, False, "D", [(["club"], UP_TO_10)], "request"),
    "search": (True, False, False, "", "joker", "deck card"),
    "destroy_bulwark": (False, False, False, "", [(["heart"], RANKS), (["diamond"], RANKS)], "bulwark"),
    "throw": (False, False, False, "", [(["spade"], RANKS), (["club"], RANKS)], ""),
    "death_lance": (False, True, False, "", [(["spade"], RANKS), (["diamond"], RANKS)], "soldier"),
    "reinforce": (False, True, False, "", [(["heart"], RANKS), (["club"], RANKS)], ""),
    "reanimate": (False, True, False, "", [(["spade"], RANKS), (["heart"], RANKS)], "own character"),
    "hand_destruction": (False, True, False, "", [(["diamond"], RANKS), (["club"], RANKS)], ""),
    "reverse": (False, True, False, "", "numbers", "character"),
}


def suit_of(card: str) -> str:
    return card.split("-")[0]


def rank_of(card: str) -> str:
    return card.split("-")[-1]


def fills(keys: tuple[str, ...], pattern: object) -> bool:
    """Whether these cards are the key of an action."""
    if pattern == "joker":
        return keys == ("joker",)
    if pattern == "suits":
        return len(keys) == 2 and suit_of(keys[0]) == suit_of(keys[1]) != "joker"
    if pattern == "numbers":
        return len(keys) == 2 and rank_of(keys[0]) == rank_of(keys[1])
    assert isinstance(pattern, list)
    orders = [keys, keys[::-1]] if len(keys) == 2 else [keys]
    return len(keys) == len(pattern) and any(
        all(suit_of(c) in suits and rank_of(c) in ranks for c, (suits, ranks) in zip(order, pattern, strict=True))
        for order in orders
    )


def has_target(table: GameTable, target: str, keys: tuple[str, ...]) -> bool:
    mine, yours = table.state.sides
    there = {
        "": True,
        "hand card": bool(mine.hand),
        "deck card": bool(mine.deck),
        "soldier": bool(mine.soldiers or yours.soldiers),
        "bulwark": bool(mine.bulwarks or yours.bulwarks),
        "character": bool(mine.soldiers or yours.soldiers or mine.bulwarks or yours.bulwarks),
        "own character": bool(mine.soldiers or mine.bulwarks),
        "request": any(request.keys for request in table.state.stage),
        "own soldier of the suit": any(
            one.kind != "magician" and suit_of(one.cards[0]) == suit_of(keys[0]) for one in mine.soldiers if keys
        ),
    }
    return there[target]


def by_the_table(table: GameTable) -> set[Raise]:
    state, mine = table.state, table.state.sides[0]
    surging = any(one.kind == "magician" for one in mine.soldiers)
    found = set()
    for action, (quick, std, once, listed, pattern, target) in TABLE.items():
        cost = "" if surging and action in ("up", "down", "twist", "counter") else listed
        if (std and table.options.format == "lite") or (state.stage and not quick):
            continue
        if once and getattr(state.used, action):
            continue
        for n in range(3):
            for keys in {tuple(sorted(keys)) for keys in combinations(mine.hand, n)}:
                payable = (
                    cost.count("B") <= sum(one.charged for one in mine.bulwarks)
                    and cost.count("L") <= len(mine.deck)
                    and cost.count("D") <= len(mine.hand) - n
                )
                if fills(keys, pattern) and payable and has_target(table, target, keys):
                    found.add(Raise(action, keys))
    return found


@st.composite
def positions(draw: st.DrawFn) -> GameTable:
    pack = draw(st.permutations(PACK.split()))
    hand, field, lengths = pack[: draw(st.integers(0, 9))], pack[20:30], st.integers(0, 2)
    mine = side(" ".join(hand), " ".join(pack[40 : 40 + draw(lengths)]))
    mine.soldiers = [soldier(one) for one in field[: draw(lengths)]]
    mine.bulwarks = [bulwark(one, driven=draw(st.booleans())) for one in field[2 : 2 + draw(lengths)]]
    yours = side("♠2", soldiers=[soldier(one) for one in field[4 : 4 + draw(st.integers(0, 1))]])
    yours.bulwarks = [bulwark(one) for one in field[6 : 6 + draw(st.integers(0, 1))]]
    table = duel(mine, yours, format=draw(st.sampled_from(["lite", "std"])))
    table.state.used = Used(draw(st.booleans()), draw(st.booleans()))
    for keys in draw(st.lists(st.sampled_from(["", "♥5", "♠2 ♠3"]), max_size=2)):
        table.state.stage.append(Request(9, "draw", 1, tuple(cards(keys))))
    return table


@examples(150)
@given(positions())
def test_legal_list_is_the_table_of_actions_read_literally(table: GameTable) -> None:
    legal = legal_actions(table, 0)

    assert set(legal) - {PASS} == by_the_table(table)
    assert (PASS in legal) == bool(table.state.stage)
    assert len(set(legal)) == len(legal)
