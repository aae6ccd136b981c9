"""The arena: whole matches in memory, fair deals, honest intervals; and the bots' strength on the toy."""

from collections.abc import Callable, Iterator

import pytest

from matches.bots import arena, pairings
from matches.bots.arena import Contest, Score, play, result_of, results
from matches.bots.bot import Budget
from matches.bots.pairings import Pairing
from matches.bots.roster import HouseBot, house_bot
from rules.engine import Outcome, Ruleset
from rules.registry import shipped_ruleset, slugs
from tests.matches.bots.test_bots import DECKS, Spy

RANDOM, GREEDY = house_bot("random"), house_bot("greedy")


@pytest.fixture(autouse=True)
def _no_meetings_of_others(raid: Ruleset) -> Iterator[None]:
    arena._meetings.cache_clear()
    yield
    arena._meetings.cache_clear()


def contest(one: HouseBot = GREEDY, other: HouseBot = RANDOM, *sets: str) -> Contest:
    return Contest("raid", one, other, sets or ("two", "four"), seed=1)


# Matches


def test_the_same_seed_gives_the_same_match(raid: Ruleset) -> None:
    first = [play(raid, {}, DECKS, [GREEDY, RANDOM], seed) for seed in range(5)]

    assert [play(raid, {}, DECKS, [GREEDY, RANDOM], seed) for seed in range(5)] == first
    assert len({str(outcome) for outcome in first}) > 1


def test_each_bot_is_shown_the_match_as_its_seat_is(change_raid: Callable[..., Ruleset]) -> None:
    spies = [Spy(), Spy()]
    houses = [HouseBot("spy", 1, {}, lambda spy=spy: spy, RANDOM.budget) for spy in spies]
    told: dict[int, list[object]] = {}
    raid = change_raid(update_memory=lambda rules, memory, shown: told.setdefault(id(memory), []).append(shown))

    play(raid, {}, DECKS, houses, 1)

    memories = [spy.observations[0].memory for spy in spies]
    for seat, spy in enumerate(spies):
        assert {observation.seat for observation in spy.observations} == {seat}
        assert all(observation.memory is memories[seat] for observation in spy.observations)
    mine, theirs = (told[id(memory)] for memory in memories)
    assert len(mine) == len(theirs) == sum(len(spy.observations) for spy in spies) + 1
    assert '"order"' not in str(mine) and "Drew(seat=0, count=4, cards=('raider" in str(mine[0])
    assert "Drew(seat=0, count=4, cards=UNSET)" in str(theirs[0])
    keeps = [(shown.seat, shown.action.keep) for shown in theirs[1:3]]
    assert keeps[0][0] == 0 and not isinstance(keeps[0][1], bool)
    assert keeps[1][0] == 1 and isinstance(keeps[1][1], bool)


def test_a_blind_bot_is_shown_nothing_and_chooses_the_same(raid: Ruleset, change_raid: Callable[..., Ruleset]) -> None:
    def refuse(*shown: object) -> None:
        raise AssertionError(shown)

    watching = HouseBot("spy", 2, {}, Spy, RANDOM.budget)
    dark = change_raid(update_memory=refuse, observe_choices=refuse, game=refuse)

    with pytest.raises(AssertionError):
        play(dark, {}, DECKS, [watching, watching], 1)
    for seed in range(5):
        seen = play(raid, {}, DECKS, [watching, watching], seed)
        assert play(dark, {}, DECKS, [RANDOM, RANDOM], seed) == seen


# Contests


def test_each_deal_is_played_twice_with_the_teams_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def seat_0_wins(rules: object, options: object, decks: object, bots: list[HouseBot], seed: int) -> Outcome:
        played.append((str((options, decks)), [bot.name for bot in bots], seed))
        return Outcome((0,), "goal", {})

    monkeypatch.setattr(arena, "play", seat_0_wins)
    scores = [result_of(contest(), number) for number in range(4)]

    assert scores == [("two", 1), ("two", -1), ("four", 1), ("four", -1)]
    assert [bots for _, bots, _ in played] == [
        ["greedy", "random"],
        ["random", "greedy"],
        ["greedy", "random", "greedy", "random"],
        ["random", "greedy", "random", "greedy"],
    ]
    assert played[0][::2] == played[1][::2] != played[2][::2] == played[3][::2]


@pytest.mark.parametrize(
    ("winners", "result"), [((0,), 1), ((1,), -1), ((), 0), ((0, 1), 0), ((0, 2), 1), ((1, 3), -1)]
)
def test_a_result_is_that_of_the_bots_team(
    monkeypatch: pytest.MonkeyPatch, winners: tuple[int, ...], result: int
) -> None:
    monkeypatch.setattr(arena, "play", lambda *given: Outcome(winners, "goal", {}))

    assert result_of(contest(GREEDY, RANDOM, "four"), 0) == ("four", result)
    assert result_of(contest(GREEDY, RANDOM, "four"), 1) == ("four", -result)


def test_a_contest_meets_every_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    met = []
    monkeypatch.setattr(
        arena, "play", lambda rules, options, decks, bots, seed: met.append(str(decks)) or Outcome((), "goal", {})
    )

    list(results(contest(GREEDY, RANDOM, "two"), 8))

    assert met[::2] == met[1::2]
    assert len(set(met)) == 4


@pytest.mark.parametrize("n", range(1, 60))
def test_a_stride_meets_all(n: int) -> None:
    assert {turn * arena._stride(n) % n for turn in range(n)} == set(range(n))


def test_pairings_are_all_legal_meetings_of_the_starter_decks(raid: Ruleset) -> None:
    even, steep = DECKS

    assert pairings.pairings(raid, "two") == [
        Pairing("two", {}, decks) for decks in [(even, even), (even, steep), (steep, even), (steep, steep)]
    ]
    assert len(pairings.pairings(raid, "four")) == 16


def test_of_too_many_pairings_each_deck_meets_its_neighbours(raid: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairings, "MOST_PAIRINGS", 15)
    even, steep = DECKS

    assert [pairing.decks for pairing in pairings.pairings(raid, "four")] == [
        (even, steep, even, steep),
        (steep, even, steep, even),
    ]


def test_option_sets_without_any_meeting_are_a_fault(change_raid: Callable[..., Ruleset]) -> None:
    raid = change_raid(check_deck=lambda *given: [{"code": "banned"}])

    with pytest.raises(ValueError, match="no starter decks of raid may meet"):
        pairings.pairings(raid, "two")


@pytest.mark.parametrize("slug", slugs())
def test_every_option_set_of_a_ruleset_can_be_played(slug: str) -> None:
    rules = shipped_ruleset(slug)

    for name, options in rules.option_sets.items():
        assert rules.check_options(options) == []
        assert pairings.pairings(rules, name)


# Figures


def test_a_score_counts_a_draw_as_half_a_win() -> None:
    score = Score()
    for result in (1, 1, 0, -1):
        score.add(result)

    assert (score.wins, score.draws, score.losses, score.games, score.share) == (2, 1, 1, 4, 0.625)
    assert str(score) == "2 wins, 1 draws, 1 losses of 4: 62.5% (95 %: 21.9% to 90.9%)"


def test_the_command_prints_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    arena.main(["raid", "greedy", "random", "--games", "8", "--verbose"])
    lines = capsys.readouterr().out.splitlines()

    assert len(lines) == 8 + 3
    assert lines[8].startswith("raid: greedy against random: ") and " of 8: " in lines[8]
    assert lines[9].startswith("  two: ") and lines[10].startswith("  four: ")


def test_the_command_refuses_an_option_set_that_there_is_not() -> None:
    with pytest.raises(SystemExit, match="no option set 'five'; there are two, four"):
        arena.main(["raid", "greedy", "random", "--option-set", "five"])


def test_a_budget_can_be_given_to_both() -> None:
    assert arena._with_iterations(GREEDY, 7).budget == Budget(iterations=7)
    assert arena._with_iterations(GREEDY, None) is GREEDY


# Strength


def test_greedy_beats_random() -> None:
    score = Score()
    for _, result in results(contest(), 100):
        score.add(result)

    assert score.interval()[0] > 0.8


@pytest.mark.exhaustive
def test_the_search_beats_random() -> None:
    searcher = arena._with_iterations(house_bot("ismcts"), 30)
    score = Score()
    for _, result in results(contest(searcher), 40):
        score.add(result)

    assert score.interval()[0] > 0.7
