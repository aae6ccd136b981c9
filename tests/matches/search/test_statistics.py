"""Statistics, compared with a computation match by match."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from common.shares import share_of
from matches.search import statistics
from matches.search.statistics import Figure, SeatRow, mask_of, statistics_of

SLUGS = {"one": tuple("abcdefghijk"), "two": tuple("bcd")}
"""Two card sets. Eleven cards do not fit into a byte."""


class Sat(NamedTuple):
    team: int
    deck: str
    in_deck: frozenset[str]
    seen: frozenset[str]
    played: frozenset[str]


class Game(NamedTuple):
    cards: str
    seats: list[Sat]
    winner: int | None
    first: int
    reason: str
    decided_by: str
    length: int


def drawn_games(seed: int) -> list[Game]:
    rng = random.Random(seed)
    found = []
    for _ in range(rng.randrange(13)):
        cards, seats = rng.choice(["one", "two"]), rng.choice([2, 2, 2, 4])

        def some(cards: str = cards) -> frozenset[str]:
            return frozenset(slug for slug in SLUGS[cards] if rng.random() < 0.4)

        sat = [Sat(seat % 2, rng.choice(["", "x", "y", "z"]), some(), some(), some()) for seat in range(seats)]
        winner, reason = rng.choice([0, 1, None]), rng.choice(["goal", "timeout"])
        decided_by = rng.choice(["lead", "tie"]) if reason == "goal" else reason
        found.append(Game(cards, sat, winner, rng.randrange(seats), reason, decided_by, rng.randint(1, 99)))
    return found


def games() -> st.SearchStrategy[list[Game]]:
    """Random games from a seed, which is a hundred times as fast as building each from its parts."""
    return st.integers(0, 1 << 32).map(drawn_games)


def rows_of(played: list[Game]) -> list[SeatRow]:
    return [
        SeatRow(
            number, seat, sat.team, points_of(game, sat), seat == game.first, sat.deck, game.cards,
            *(mask_of(SLUGS[game.cards], getattr(sat, use)) for use in statistics.USES),
        )
        for number, game in enumerate(played)
        for seat, sat in enumerate(game.seats)
    ]  # fmt: skip


def points_of(game: Game, sat: Sat) -> int:
    return 1 if game.winner is None else 2 if game.winner == sat.team else 0


def computed(played: list[Game]) -> statistics.Statistics:
    endings = [(game.reason, game.decided_by) for game in played]
    return statistics_of(rows_of(played), SLUGS, endings, [game.length for game in played])


def sittings(played: list[Game]) -> Iterator[tuple[Game, int, Sat]]:
    for game in played:
        for seat, sat in enumerate(game.seats):
            yield game, seat, sat


def as_expected(figure: Figure, results: list[int]) -> bool:
    """Whether the figure follows from matches with these points."""
    counts = Counter(results)
    expected = (counts[2], counts[1], counts[0])
    found = (figure.wins, figure.draws, figure.losses)
    share = (figure.share_per_mille, figure.low_per_mille, figure.high_per_mille)
    return (found, figure.matches, share) == (expected, len(results), share_of(*expected))


@given(games())
def test_decks_cards_and_seats_are_those_that_one_would_count_by_hand(played: list[Game]) -> None:
    found = computed(played)

    assert {deck.deck for deck in found.decks} == {sat.deck for _, _, sat in sittings(played)} - {""}
    for deck in found.decks:
        results = [points_of(game, sat) for game, _, sat in sittings(played) if sat.deck == deck.deck]
        assert as_expected(deck, results)
    told = {(card.card, card.use) for card in found.cards}
    had = {(card, use) for _, _, sat in sittings(played) for use in statistics.USES for card in getattr(sat, use)}
    assert told == had
    for card in found.cards:
        results = [points_of(game, sat) for game, _, sat in sittings(played) if card.card in getattr(sat, card.use)]
        assert as_expected(card, results)
    for seat in found.seats:
        results = [
            points_of(game, sat)
            for game, number, sat in sittings(played)
            if number == seat.seat and (game.first == number) == seat.is_first
        ]
        assert as_expected(seat, results)
    assert sum(seat.matches for seat in found.seats) == len(list(sittings(played)))


@given(games())
def test_a_deck_meets_another_once_in_a_match_at_most(played: list[Game]) -> None:
    found = {(pair.deck, pair.opponent): pair for pair in computed(played).deck_pairs}

    expected: dict[tuple[str, str], list[int]] = {}
    for game in played:
        sides = [{sat.deck for sat in game.seats if sat.team == team} - {""} for team in (0, 1)]
        for own, other in (sides, sides[::-1]):
            for pair in ((one, two) for one in own for two in other if one != two):
                if not (pair[0] in other and pair[1] in own):
                    team = 0 if own is sides[0] else 1
                    points = next(points_of(game, sat) for sat in game.seats if sat.team == team)
                    expected.setdefault(pair, []).append(points)
    assert found.keys() == expected.keys()
    for pair, results in expected.items():
        assert as_expected(found[pair], results)


@given(games())
def test_one_deck_has_won_what_the_other_has_lost(played: list[Game]) -> None:
    found = {(pair.deck, pair.opponent): pair for pair in computed(played).deck_pairs}

    for (deck, opponent), pair in found.items():
        other = found[opponent, deck]
        assert (pair.wins, pair.draws, pair.losses) == (other.losses, other.draws, other.wins)


@given(games())
def test_the_order_of_the_matches_tells_nothing(played: list[Game]) -> None:
    other = random.Random(len(played)).sample(played, len(played))

    assert computed(other) == computed(played)


@given(games())
def test_ends_and_lengths_are_those_of_the_matches(played: list[Game]) -> None:
    found, lengths = computed(played), [game.length for game in played]

    assert found.matches == len(played)
    assert {count.reason: count.matches for count in found.reasons} == Counter(game.reason for game in played)
    decided = {(count.reason, count.decided_by): count.matches for count in found.decisions}
    assert decided == Counter((game.reason, game.decided_by) for game in played)
    at = found.lengths
    if not played:
        assert set(msgspec.structs.astuple(at)) == {None}
        return
    assert (at.least, at.most) == (min(lengths), max(lengths))
    for value, quarters in ((at.lower_quartile, 1), (at.median, 2), (at.upper_quartile, 3)):
        assert value in lengths
        assert 4 * sum(length <= value for length in lengths) >= quarters * len(lengths)
        assert 4 * sum(length < value for length in lengths) < quarters * len(lengths)


def test_only_the_decks_that_were_played_most_are_told_of() -> None:
    decks = [f"{number:03}" for number in range(statistics.MOST_DECKS_REPORTED + 5)]
    played = [
        Game("one", [Sat(team, deck, *[frozenset[str]()] * 3) for team in (0, 1)], 0, 0, "goal", "lead", 5)
        for number, deck in enumerate(decks)
        for _ in range(1 + (number >= 5))
    ]

    assert {deck.deck for deck in computed(played).decks} == set(decks[5:])


def test_a_mask_of_another_size_counts_for_nothing() -> None:
    row = SeatRow(0, 0, 0, 2, True, "", "one", b"", b"\xff\xff\xff", mask_of(SLUGS["one"], "k"))

    found = statistics_of([row], SLUGS, [("goal", "lead")], [1])

    assert [(card.card, card.use, card.wins) for card in found.cards] == [("k", "played", 1)]
