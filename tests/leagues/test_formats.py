"""Properties of pairings: all entrants meet equally often, without needless rematches or byes."""

from collections import Counter
from itertools import combinations, count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.formats import (
    DUEL_BATCH,
    Duel,
    Format,
    Gauntlet,
    Ladder,
    Meeting,
    Pairing,
    Progress,
    RoundRobin,
    Swiss,
    deals_in_round,
    deals_to_come,
    next_round,
    rounds_of,
    swiss_rounds,
)
from tests.levels import examples

results = st.randoms(use_true_random=False)


def played_out(
    format_: Format, entrants: int, rng: object, withdrawn: dict[int, int] | None = None
) -> list[list[Meeting]]:
    """A whole season with random results. `withdrawn`: entrant -> number of the round before which they leave."""
    rounds: list[list[Meeting]] = []
    for number in count():
        gone = {entrant for entrant, when in (withdrawn or {}).items() if when <= number}
        pairings = next_round(format_, Progress(entrants=entrants, rounds=rounds, withdrawn=gone))
        if pairings is None:
            return rounds
        check_round(pairings, entrants, gone)
        rounds.append([meeting(pairing, rng) for pairing in pairings])
    raise AssertionError


def check_round(pairings: list[Pairing], entrants: int, gone: set[int]) -> None:
    seated = [entrant for pairing in pairings for entrant in pairing if entrant is not None]
    assert len(seated) == len(set(seated))
    assert set(seated) <= set(range(entrants)) - gone
    assert sum(pairing.second is None for pairing in pairings) <= 1


def meeting(pairing: Pairing, rng: object) -> Meeting:
    points = rng.choice([0, 1, 2, 3, 4])  # type: ignore[attr-defined]
    return Meeting(*pairing, *((4, 0) if pairing.second is None else (points, 4 - points)))


def met(rounds: list[list[Meeting]]) -> Counter[frozenset[int]]:
    return Counter(frozenset((m.first, m.second)) for played in rounds for m in played if m.second is not None)


def byes(rounds: list[list[Meeting]]) -> Counter[int]:
    return Counter(m.first for played in rounds for m in played if m.second is None)


@given(entrants=st.integers(2, 17), cycles=st.integers(1, 4), rng=results)
def test_in_a_round_robin_everybody_meets_everybody_equally_often(entrants: int, cycles: int, rng: object) -> None:
    rounds = played_out(RoundRobin(cycles=cycles), entrants, rng)

    assert met(rounds) == {frozenset(pair): cycles for pair in combinations(range(entrants), 2)}
    assert set(byes(rounds).values()) <= {cycles}
    assert len(rounds) == rounds_of(RoundRobin(cycles=cycles), entrants)


@given(entrants=st.integers(2, 17), cycles=st.integers(1, 4), rng=results)
def test_in_a_round_robin_everybody_is_first_as_often_as_second(entrants: int, cycles: int, rng: object) -> None:
    rounds = played_out(RoundRobin(cycles=cycles), entrants, rng)

    lead = Counter[int]()
    for played in rounds:
        for first, second, *_ in played:
            if second is not None:
                lead.update({first: 1, second: -1})
    most = 0 if cycles % 2 == 0 or entrants % 2 else 1
    assert all(abs(difference) <= most for difference in lead.values())


@examples(60)
@given(entrants=st.integers(2, 11), rng=results, data=st.data())
def test_a_swiss_has_no_rematch_and_no_second_bye_that_can_be_avoided(
    entrants: int, rng: object, data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, entrants - 1 + entrants % 2))
    rounds = played_out(Swiss(rounds=number), entrants, rng)

    assert len(rounds) == number
    assert max(byes(rounds).values(), default=0) <= 1
    for upto in range(number):
        again = [pair for pair, times in (met([rounds[upto]]) & met(rounds[:upto])).items() if times]
        had_bye = set(byes(rounds[:upto]))
        assert not again or not can_all_be_new(frozenset(range(entrants)), set(met(rounds[:upto])), had_bye)


def can_all_be_new(left: frozenset[int], met_before: set[frozenset[int]], had_bye: set[int]) -> bool:
    """Whether some pairing has no rematch and gives the bye to an entrant without one. Tries every pairing."""
    if not left:
        return True
    one = min(left)
    rest = left - {one}
    if len(left) % 2 and one not in had_bye and can_all_be_new(rest, met_before, set(left)):
        return True
    others = (other for other in rest if frozenset((one, other)) not in met_before)
    return any(can_all_be_new(rest - {other}, met_before, had_bye) for other in others)


@pytest.mark.parametrize(("entrants", "most"), [(2, 1), (3, 3), (4, 3), (5, 5), (8, 7), (9, 9)])
def test_a_swiss_can_have_as_many_rounds_as_there_are_others_to_meet(entrants: int, most: int) -> None:
    assert swiss_rounds(Progress(entrants=entrants)) == most


def test_who_is_gone_is_met_no_more() -> None:
    """0 has met 1 and 2, and 1 has had a bye. Three are left, so 0 only has a bye left."""
    rounds = [[Meeting(0, 1, 2, 0), Meeting(2, 3, 2, 0)], [Meeting(0, 2, 2, 0), Meeting(1, None, 2, 0)]]

    assert swiss_rounds(Progress(entrants=4, rounds=rounds[:1])) == 3
    assert swiss_rounds(Progress(entrants=4, rounds=rounds, withdrawn={3})) == 3
    assert swiss_rounds(Progress(entrants=4, rounds=rounds, withdrawn={1, 3})) == 2


def test_in_a_swiss_equals_meet() -> None:
    points = {0: 4, 1: 0, 2: 4, 3: 0, 4: 4, 5: 0, 6: 4, 7: 0}
    first = [Meeting(one, one + 1, points[one], points[one + 1]) for one in (0, 2, 4, 6)]

    pairings = next_round(Swiss(rounds=3), Progress(entrants=8, rounds=[first]))

    assert pairings is not None and len(pairings) == 4
    assert all(second is not None and points[one] == points[second] for one, second in pairings)


@given(entrants=st.integers(2, 9), cycles=st.integers(1, 4), rng=results)
def test_in_a_gauntlet_the_first_meets_all_others_and_they_nobody_else(entrants: int, cycles: int, rng: object) -> None:
    rounds = played_out(Gauntlet(cycles=cycles), entrants, rng)

    assert met(rounds) == {frozenset((0, other)): cycles for other in range(1, entrants)}


@examples(60)
@given(entrants=st.integers(2, 9), number=st.integers(1, 12), rng=results)
def test_a_ladder_pairs_everybody_but_one_in_every_round(entrants: int, number: int, rng: object) -> None:
    rounds = played_out(Ladder(rounds=number), entrants, rng)

    assert [sum(m.second is not None for m in played) for played in rounds] == [entrants // 2] * number


def test_a_ladder_pairs_the_least_certain_with_the_nearest() -> None:
    """0 and 1 have met a hundred times and are far apart. 2 has played little, with draws against 0 or 1."""

    def after(known: int) -> list[Pairing] | None:
        played = [[Meeting(0, 1, 300, 100)], [Meeting(2, known, 2, 2)]]
        return next_round(Ladder(rounds=9), Progress(entrants=3, rounds=played))

    assert after(0) == [(0, 2), (1, None)]
    assert after(1) == [(1, 2), (0, None)]


@examples(30)
@given(entrants=st.integers(3, 9), rng=results, data=st.data())
@pytest.mark.parametrize("format_", [RoundRobin(cycles=2), Swiss(rounds=4), Gauntlet(cycles=2), Ladder(rounds=4)])
def test_who_has_withdrawn_is_paired_no_more(format_: Format, entrants: int, rng: object, data: st.DataObject) -> None:
    gone = data.draw(st.dictionaries(st.integers(0, entrants - 1), st.integers(0, 5), max_size=entrants))

    played_out(format_, entrants, rng, gone)  # check_round checks it.


@examples(40)
@given(entrants=st.integers(2, 9), rng=results, data=st.data())
@pytest.mark.parametrize("format_", [RoundRobin(cycles=3), Swiss(rounds=4), Gauntlet(cycles=3), Ladder(rounds=4)])
def test_deals_to_come_are_those_that_come(format_: Format, entrants: int, rng: object, data: st.DataObject) -> None:
    when = data.draw(st.integers(0, 8))
    gone = data.draw(st.sets(st.integers(0, entrants - 1), max_size=entrants))
    rounds = played_out(format_, entrants, rng, dict.fromkeys(gone, when))

    for number in range(when, len(rounds) + 1):
        to_come = deals_to_come(format_, entrants, 5, rounds=number, made=0, withdrawn=gone)
        assert to_come == 5 * met(rounds[number:]).total()


@pytest.mark.parametrize(("made", "withdrawn", "expected"), [(0, (), 20), (16, (), 4), (20, (), 0), (8, (1,), 0)])
def test_of_a_duel_so_many_deals_can_come(made: int, withdrawn: tuple[int, ...], expected: int) -> None:
    duel = Duel(most_deals=20)

    assert deals_to_come(duel, 2, 1, rounds=made // DUEL_BATCH, made=made, withdrawn=withdrawn) == expected


@examples(20)
@given(rng=results, entrants=st.integers(2, 9))
@pytest.mark.parametrize("format_", [RoundRobin(cycles=2), Swiss(rounds=4), Gauntlet(), Ladder(rounds=5)])
def test_the_same_results_give_the_same_pairings(format_: Format, rng: object, entrants: int) -> None:
    rounds = played_out(format_, entrants, rng)

    for upto, played in enumerate(rounds):
        again = next_round(format_, Progress(entrants=entrants, rounds=rounds[:upto]))
        assert again == [(m.first, m.second) for m in played]


def test_a_duel_goes_on_until_it_is_decided_or_has_its_deals() -> None:
    duel = Duel(most_deals=DUEL_BATCH + 3)

    def after(deals: int, *, is_decided: bool = False) -> tuple[object, int]:
        progress = Progress(entrants=2, deals=deals, is_decided=is_decided)
        return next_round(duel, progress), deals_in_round(duel, 1, progress)

    assert after(0) == ([(0, 1)], DUEL_BATCH)
    assert after(DUEL_BATCH) == ([(0, 1)], 3)
    assert after(DUEL_BATCH + 3)[0] is None
    assert after(DUEL_BATCH, is_decided=True)[0] is None
