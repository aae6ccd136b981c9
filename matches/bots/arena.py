"""Bots against bots, in memory: `python -m matches.bots.arena <ruleset> greedy random --games 400`."""

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from common.shares import share_of
from matches.bots.bot import Budget
from matches.bots.pairings import Pairing, pairings
from matches.bots.roster import HOUSE_BOTS, HouseBot, house_bot
from matches.bots.seated import SeatedBot
from rules.engine import Deck, Outcome, Ruleset, Seat, SeededChance, Table, apply, match_key, seats_to_act
from rules.registry import shipped_ruleset, slugs

LONGEST_GAME = 20_000


def key_of(seed: int, seats: int) -> bytes:
    """The key of the match that `play` plays from this seed."""
    return match_key(seed.to_bytes(32, "big"), [""] * seats)


def _see_nothing(table: Table[Any, Any], mover: Seat) -> None:
    pass


def play(
    rules: Ruleset,
    options: Mapping[str, Any],
    decks: Sequence[Deck],
    bots: Sequence[HouseBot],
    seed: int,
    watch: Callable[[Table[Any, Any], Seat], None] = _see_nothing,
) -> Outcome:
    """Play one whole match with a bot on each seat. With all budgets in iterations, the same seed gives the
    same match. `watch` is shown the table before each decision, and the seat that decides.
    """
    table = rules.start(options, decks, SeededChance(key_of(seed, len(bots))))
    seated = [
        SeatedBot(bot, rules, table.options, seat, decks[seat], seed * 64 + seat) for seat, bot in enumerate(bots)
    ]
    for bot in seated:
        bot.see(None, None, table.effects)
    for version in range(LONGEST_GAME):
        if table.outcome is not None:
            return table.outcome
        mover = seats_to_act(table)[0]
        watch(table, mover)
        action = seated[mover].choose(table, version)
        effects = apply(table, mover, action)  # `choose` has checked it.
        for bot in seated:
            bot.see(mover, action, effects)
    raise AssertionError(f"{rules.slug} with seed {seed} is not over after {LONGEST_GAME} actions")


# A contest: many matches of one bot against another


@dataclass(frozen=True, slots=True)
class Contest:
    """Matches of `one` against `other`. Each deal is played twice, with the teams exchanged."""

    ruleset: str
    one: HouseBot
    other: HouseBot
    option_sets: tuple[str, ...]
    seed: int


@dataclass(slots=True)
class Score:
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points; a draw is half a win."""
        return (self.wins + self.draws / 2) / self.games

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, to the thousandth."""
        found = share_of(self.wins, self.draws, self.losses)
        assert found is not None
        return found.low / 1000, found.high / 1000

    def add(self, result: int) -> None:
        """Add a result: 1 is a win, 0 a draw, -1 a loss."""
        if result > 0:
            self.wins += 1
        elif result < 0:
            self.losses += 1
        else:
            self.draws += 1

    def __str__(self) -> str:
        low, high = self.interval()
        counts = f"{self.wins} wins, {self.draws} draws, {self.losses} losses of {self.games}"
        return f"{counts}: {self.share:.1%} (95 %: {low:.1%} to {high:.1%})"


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match of a contest: how it starts, and which seats belong to `one`."""

    pairing: Pairing
    of_one: tuple[bool, ...]

    def bots(self, contest: Contest) -> list[HouseBot]:
        return [contest.one if mine else contest.other for mine in self.of_one]

    def result(self, winners: Sequence[int]) -> int:
        """1, 0 or -1 for `one`."""
        won = {self.of_one[winner] for winner in winners}
        return 0 if len(won) != 1 else 1 if True in won else -1


def meeting(contest: Contest, number: int) -> Meeting:
    """Match `number` of a contest."""
    rules = shipped_ruleset(contest.ruleset)
    deal, exchanged = divmod(number, 2)
    pairing = _pairing(contest, deal)
    options = rules.read_options(pairing.options)
    teams = sorted({rules.team(options, seat) for seat in range(rules.seats(options))})
    return Meeting(
        pairing,
        tuple(teams.index(rules.team(options, seat)) % 2 == exchanged for seat in range(rules.seats(options))),
    )


def result_of(contest: Contest, number: int) -> tuple[str, int]:
    """Play match `number` of a contest. Returns its option set, and 1, 0 or -1 for `one`."""
    met = meeting(contest, number)
    seed = contest.seed * 1_000_003 + number // 2
    rules = shipped_ruleset(contest.ruleset)
    outcome = play(rules, met.pairing.options, met.pairing.decks, met.bots(contest), seed)
    return met.pairing.option_set, met.result(outcome.winners)


def _pairing(contest: Contest, deal: int) -> Pairing:
    """The pairing of a deal. Option sets take turns. Each goes through all its pairings by a fixed stride."""
    turn, place = divmod(deal, len(contest.option_sets))
    meetings = _meetings(contest.ruleset, contest.option_sets[place])
    return meetings[turn * _stride(len(meetings)) % len(meetings)]


@cache
def _meetings(ruleset: str, option_set: str) -> list[Pairing]:
    return pairings(shipped_ruleset(ruleset), option_set)


def _stride(n: int) -> int:
    """About 0.6 n and coprime to n, so the first few pairings are already far apart."""
    return next(stride for stride in range(max(1, n * 3 // 5), n + 2) if math.gcd(stride, n) == 1)


def results(contest: Contest, games: int, jobs: int = 1) -> Iterator[tuple[str, int]]:
    """The results of a contest in order, played in parallel processes."""
    if jobs == 1:
        yield from map(partial(result_of, contest), range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(result_of, contest), range(games), chunksize=2)


def main(arguments: Sequence[str] | None = None) -> None:
    asked_for = _parser().parse_args(arguments)
    one, other = (_with_iterations(house_bot(name), asked_for.iterations) for name in (asked_for.one, asked_for.other))
    try:
        contest = Contest(
            asked_for.ruleset, one, other, some_option_sets(asked_for.ruleset, asked_for.option_set), asked_for.seed
        )
    except ValueError as error:
        sys.exit(str(error))
    for line in scored(contest, results(contest, asked_for.games, asked_for.jobs), verbose=asked_for.verbose):
        print(line, flush=True)


def some_option_sets(ruleset: str, wanted: Sequence[str] | None) -> tuple[str, ...]:
    """The wanted option sets, or all. Raises ValueError for one that does not exist, and names the valid ones."""
    known = shipped_ruleset(ruleset).option_sets
    for name in wanted or ():
        if name not in known:
            raise ValueError(f"there is no option set {name!r}; there are {', '.join(known)}")
    return tuple(wanted or known)


def scored(contest: Contest, results: Iterable[tuple[str, int]], *, verbose: bool = False) -> Iterator[str]:
    """The report of a contest: a line per match if `verbose`, then the score, in total and by option set."""
    total, by_set = Score(), {name: Score() for name in contest.option_sets}
    for name, result in results:
        total.add(result)
        by_set[name].add(result)
        if verbose:
            yield f"{name}: {result:+d}; {total}"
    yield f"{contest.ruleset}: {contest.one.name} against {contest.other.name}: {total}"
    if len(by_set) > 1:
        yield from (f"  {name}: {score}" for name, score in by_set.items() if score.games)


def _with_iterations(bot: HouseBot, iterations: int | None) -> HouseBot:
    return bot if iterations is None else replace(bot, budget=Budget(iterations=iterations))


def _parser() -> argparse.ArgumentParser:
    names = [bot.name for bot in HOUSE_BOTS]
    parser = argparse.ArgumentParser("python -m matches.bots.arena", description="Bots against bots.")
    parser.add_argument("ruleset", choices=slugs())
    parser.add_argument("one", choices=names)
    parser.add_argument("other", choices=names)
    parser.add_argument("--games", type=int, default=100, help="each deal is played twice, teams exchanged")
    parser.add_argument("--iterations", type=int, help="the budget of both, instead of their own")
    parser.add_argument("--option-set", action="append", help="may be repeated; without it all take turns")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="a line a match")
    return parser


if __name__ == "__main__":
    main()
