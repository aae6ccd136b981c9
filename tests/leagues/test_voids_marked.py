"""Voids are marked above one for a hundred deals played, of which each is two matches."""

import pytest

from leagues.record import FIXTURES, Amended, Played
from leagues.report import make_report
from leagues.standings import Result
from tests.leagues.conftest import manifest


@pytest.mark.parametrize(
    ("deals", "voids", "is_marked"),
    [(100, 1, False), (99, 1, True), (100, 2, True), (200, 2, False), (199, 2, True), (0, 1, True), (0, 0, False)],
)
def test_more_than_one_void_for_a_hundred_deals_is_marked(deals: int, voids: int, is_marked: bool) -> None:
    results = [Result(deal, 0, 1, deal, 1) for deal in range(deals) for _ in range(FIXTURES)]
    played = Played([(deal, 0, 1) for deal in range(deals)], results, deals, deals)

    report = make_report(manifest(), "00" * 32, played, Amended(), {0: voids})

    marked = {row.entrant: (row.played, row.voids, row.has_many_voids) for row in report.standings}
    assert marked == {"ada": (FIXTURES * deals, voids, is_marked), "bob": (FIXTURES * deals, 0, False)}
