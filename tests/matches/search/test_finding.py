"""A search on SQLite starts at a rare term, and finds the same from wherever it starts."""

from collections.abc import Callable

import pytest

from matches.models import Match, SearchTerm
from matches.search import finding
from matches.search.finding import Criteria, find_matches
from matches.search.terms import write_search_terms
from players.models import Player
from tests.matches.conftest import play_out
from tests.sqlite_plans import on_sqlite, plans

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
AT_A_TERM = "SEARCH matches_matchsummary USING INDEX sqlite_autoindex_matches_matchsummary_1 (match_id=?)"
AT_THE_GAME = "SEARCH matches_matchsummary USING INDEX summary_of_ruleset (ruleset=?)"
BY_TIME = "SCAN matches_matchsummary USING INDEX summary_newest"


def steps(criteria: Criteria) -> list[str]:
    """SQLite's plan for the search."""
    [plan] = plans(lambda: list(find_matches(None, criteria)), "matches_matchsummary")
    return plan


@on_sqlite
@pytest.mark.parametrize("ruleset", [None, "raid"])
@pytest.mark.parametrize(
    "criteria", [{"cards": ["raider-1"]}, {"effects": ["raided"]}, {"player": "random"}, {"winner": "random"}]
)
def test_a_search_starts_at_a_rare_term(criteria: dict[str, object], ruleset: str | None) -> None:
    plan = steps(Criteria(ruleset=ruleset, **criteria))  # type: ignore[arg-type]

    assert plan[0] == AT_A_TERM
    assert "SEARCH U0 USING COVERING INDEX search_term_found (kind=? AND value=?)" in plan


@on_sqlite
def test_a_search_starts_at_the_game_or_the_newest_if_its_terms_are_common(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_out(duel())
    write_search_terms(match.pk)

    def starts() -> list[str]:
        return [steps(Criteria(ruleset=game, reason=match.end_reason))[0] for game in ("raid", None)]

    monkeypatch.setattr(finding, "RARE", 1)
    assert starts() == [AT_A_TERM, AT_A_TERM]
    monkeypatch.setattr(finding, "RARE", 0)
    assert starts() == [AT_THE_GAME, BY_TIME]


@on_sqlite
def test_a_search_with_a_common_and_a_rare_term_starts_at_the_rare_one(
    duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_out(duel())
    write_search_terms(match.pk)
    monkeypatch.setattr(finding, "RARE", 0)

    plan = steps(Criteria(reason=match.end_reason, player="nobody"))

    assert plan[0] == AT_A_TERM


@pytest.mark.parametrize("most", [0, finding.RARE])
def test_a_search_finds_the_same_wherever_it_starts(
    most: int, duel: Callable[..., Match], ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier, later = play_out(duel(), 2), play_out(duel(), 3)
    for match in (earlier, later):
        write_search_terms(match.pk)
    SearchTerm.objects.create(match=earlier, kind="effect", value="rare", seat=0)
    SearchTerm.objects.create(match=earlier, kind="effect", value="rare", seat=1)
    monkeypatch.setattr(finding, "RARE", most)

    def found(**criteria: object) -> list[Match]:
        return [summary.match for summary in find_matches(ann, Criteria(**criteria))]  # type: ignore[arg-type]

    assert found(player="ann") == found(player="ann", ruleset="raid", opponent="ben") == [later, earlier]
    assert found(effects=["rare"]) == found(effects=["rare"], ruleset="raid", player="ben") == [earlier]
    assert found(effects=["rare"], ruleset="invictus") == found(effects=["rare", "nothing"]) == []
