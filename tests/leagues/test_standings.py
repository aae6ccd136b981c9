"""The table: points, tie-breaks, shared ranks and the crosstable."""

from leagues.standings import Bye, Cell, Result, crosstable, how_won, per_mille, standings, wins_by


def results(*pairs: tuple[int, int, int]) -> list[Result]:
    return [Result(0, first, second, deal, points) for deal, (first, second, points) in enumerate(pairs)]


def test_points_then_sonneborn_berger_then_wins() -> None:
    """2 and 3 have two points each, and 2 took them from the leader."""
    played = results((0, 1, 2), (0, 3, 2), (2, 0, 2), (3, 1, 2))

    table = standings(4, played)

    assert [(row.rank, row.entrant, row.points, row.sonneborn_berger) for row in table] == [
        (1, 0, 4, 4),
        (2, 2, 2, 8),
        (3, 3, 2, 0),
        (4, 1, 0, 0),
    ]


def test_equals_share_a_rank() -> None:
    table = standings(3, results((0, 1, 1), (1, 2, 1), (0, 2, 1)))

    assert [(row.rank, row.entrant, row.share_per_mille) for row in table] == [(1, 0, 500), (1, 1, 500), (1, 2, 500)]


def test_the_withdrawn_stand_below_all_others_and_what_they_have_played_counts() -> None:
    played = results((0, 1, 2), (0, 2, 2), (1, 2, 2))

    table = standings(4, played, withdrawn={0, 3})

    assert [(row.rank, row.entrant, row.points) for row in table] == [(1, 1, 2), (2, 2, 0), (3, 0, 4), (3, 3, 0)]


def test_wins_are_counted_by_what_they_came_from() -> None:
    played = [
        Result(0, 0, 1, 0, 2, "resignation"),
        Result(0, 0, 1, 0, 0),
        Result(0, 1, 0, 1, 2, "time"),
        Result(0, 0, 1, 1, 1),
    ]

    assert wins_by(played) == {(0, 1, "resignation"): 1, (1, 0, "play"): 1, (1, 0, "time"): 1}
    assert [how_won("timeout", has_acted) for has_acted in (True, False)] == ["time", "no_show"]
    assert [how_won(reason, has_acted=False) for reason in ("resignation", "points")] == ["resignation", "play"]


def test_in_a_swiss_the_opponents_points_decide_first() -> None:
    """0 and 1 have two points each. 1 lost to the leader, 0 only to 3."""
    played = results((2, 1, 2), (2, 3, 2), (1, 4, 2), (0, 4, 2), (3, 0, 2))

    order = [row.entrant for row in standings(5, played)]
    swiss = [(row.entrant, row.points, row.buchholz) for row in standings(5, played, is_swiss=True)]

    assert order == [2, 3, 0, 1, 4]
    assert swiss == [(2, 4, 4), (3, 2, 6), (1, 2, 4), (0, 2, 2), (4, 0, 4)]


def test_a_bye_counts_as_its_fixtures_won_and_is_not_played() -> None:
    row = standings(2, [], [Bye(0, 1, 4)])[0]

    assert (row.entrant, row.points, row.byes, row.played, row.share_per_mille) == (1, 8, 1, 0, None)


def test_the_crosstable_is_the_same_from_both_sides() -> None:
    table = crosstable(results((0, 1, 2), (1, 0, 2), (0, 1, 1), (1, 0, 0)))

    assert table == {(0, 1): Cell(4, 2, 1, 1, 5), (1, 0): Cell(4, 1, 1, 2, 3)}


def test_per_mille_is_rounded_half_up() -> None:
    assert [per_mille(1, 2), per_mille(1, 3), per_mille(2, 3), per_mille(1, 2000), per_mille(0, 0)] == [
        500,
        333,
        667,
        1,
        None,
    ]
