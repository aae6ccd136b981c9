"""7.5 The proof is exact: it is compared with trying every completion and every choice of the morale cards."""

from itertools import combinations, product

from hypothesis import example, given
from hypothesis import strategies as st

from rules.battle_line.formations import HOST, formation
from rules.battle_line.reachable_formations import reachable_formations, side_value, stand_ins
from tests.levels import examples
from tests.rules.battle_line.positions import CARDS

TROOPS = list(CARDS.troops)
MORALE = list(CARDS.morale)


def best_by_trial(side: tuple[str, ...], size: int, unseen: list[str], *, fog: bool) -> int:
    """7.2 The best value over all ways of adding different unseen cards; 0 if there is none."""
    lacking = size - len(side)
    return max(
        (value_by_trial((*side, *added), fog=fog) for added in combinations(unseen, lacking)),
        default=0,
    )


def value_by_trial(side: tuple[str, ...], *, fog: bool) -> int:
    return max(value for value, _ in choices_by_trial(side, fog=fog))


def choices_by_trial(side: tuple[str, ...], *, fog: bool) -> list[tuple[int, dict[str, str]]]:
    """6.4 Every choice of the morale cards in the order of 6.5, with its value."""
    morale = [card for card in side if card in CARDS.morale]
    troops = [CARDS.troops[card] for card in side if card in CARDS.troops]
    found = []
    for choice in product(*(CARDS.morale[card].stands_for for card in morale)):
        cards = [*troops, *choice]
        value = HOST + sum(card.number for card in cards) if fog else formation(cards)
        found.append((value, {card: troop.slug for card, troop in zip(morale, choice, strict=True)}))
    return found


def bits(cards: list[str]) -> int:
    return sum(CARDS.troops[card].bit for card in cards)


@st.composite
def positions(draw: st.DrawFn, most_morale: int) -> tuple[tuple[str, ...], int, list[str], bool]:
    """A side, a size, some unseen troops (rather alike, so that formations are near), and whether there is fog."""
    size = draw(st.sampled_from([3, 3, 4]))
    morale = draw(st.lists(st.sampled_from(MORALE), unique=True, max_size=most_morale))
    colors = draw(st.lists(st.sampled_from(CARDS.colors), unique=True, min_size=1, max_size=3))
    near = [card for card in TROOPS if CARDS.troops[card].color in colors]
    troops = draw(st.lists(st.sampled_from(near), unique=True, max_size=size - len(morale)))
    unseen = draw(st.lists(st.sampled_from([card for card in near if card not in troops]), unique=True, max_size=11))
    side = draw(st.permutations([*morale, *troops]))
    return tuple(side), size, unseen, draw(st.sampled_from([False, False, True]))


@examples(250)
@given(positions(most_morale=1))
@example(((), 3, [], False))
@example((("red-8", "red-9"), 3, ["red-10"], False))
@example((("alexander", "shield-bearers", "companion-cavalry"), 4, ["red-9"], False))
def test_the_best_completion_is_the_one_found_by_trial(position: tuple[tuple[str, ...], int, list[str], bool]) -> None:
    side, size, unseen, fog = position
    found = reachable_formations(CARDS, side, size)

    best = found.best_host(bits(unseen)) if fog else found.best(bits(unseen))

    assert best[0] == best_by_trial(side, size, unseen, fog=fog)
    added = [card for card in unseen if CARDS.troops[card].bit & best[1]]
    assert best[0] == 0 or value_by_trial((*side, *added), fog=fog) == best[0]


@examples(100)
@given(positions(most_morale=1), st.integers(0, 1 << 23))
def test_a_floor_is_returned_when_nothing_is_above_it(
    position: tuple[tuple[str, ...], int, list[str], bool], floor: int
) -> None:
    """What a claim asks (7.2): is there anything above the claimant's value?"""
    side, size, unseen, _ = position
    found = reachable_formations(CARDS, side, size)
    best, _ = found.best(bits(unseen))

    for asked in (floor, max(0, best - 1), best, best + 1):
        assert found.best(bits(unseen), asked)[0] == max(asked, best)


@examples(150)
@given(
    st.lists(st.sampled_from(MORALE), unique=True, min_size=1, max_size=2),
    st.lists(st.sampled_from(TROOPS[:30]), unique=True, min_size=2, max_size=3),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_morale_cards_stand_for_the_first_of_the_best_choices(
    morale: list[str], troops: list[str], fog: bool, order: object
) -> None:
    """6.4, 6.5"""
    size = 3 if len(morale) == 1 and len(troops) == 2 else 4
    side = tuple([*morale, *troops][:size])
    value = side_value(CARDS, side, fog)
    tried = choices_by_trial(side, fog=fog)
    best = max(found for found, _ in tried)

    assert value == best
    assert stand_ins(CARDS, side, value) == next(choice for found, choice in tried if found == best)


def test_all_cards_unseen_leave_the_best_wedge_of_each_side() -> None:
    for side in combinations(TROOPS[:12], 2):
        assert reachable_formations(CARDS, side, 3).best(CARDS.all_troops & ~bits(list(side)))[0] == best_by_trial(
            side, 3, [card for card in TROOPS if card not in side], fog=False
        )


@examples(100)
@given(
    st.lists(st.sampled_from(TROOPS[:30]), unique=True, max_size=2),
    st.lists(st.sampled_from(TROOPS[:30]), unique=True, min_size=3, max_size=16),
    st.lists(st.sampled_from(TROOPS[:30]), unique=True, min_size=3, max_size=3),
)
def test_what_was_found_last_never_changes_a_judgement(
    troops: list[str], unseen: list[str], opposed: list[str]
) -> None:
    """7.2 One by one the unseen troops are seen, and come back in another match; each time trial says the same."""
    side = tuple(troops)
    left = [card for card in unseen if card not in troops]
    value = formation([CARDS.troops[card] for card in opposed])
    found = reachable_formations(CARDS, side, 3)

    for number in [*range(len(left) + 1), 0]:
        expected = best_by_trial(side, 3, left[number:], fog=False) > value
        assert found.can_exceed(value, bits(left[number:]), False) == expected
