"""Deck against deck with the same bot on both sides: `python -m matches.bots.matchups lords_of_war --games 20`.

Prints a Markdown table: the share of points (a draw is half a win) of each row's deck against each column's.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from matches.bots.arena import Score, play
from matches.bots.pairings import pairings
from matches.bots.roster import HOUSE_BOTS, house_bot
from rules.engine import Deck, Ruleset
from rules.registry import shipped_ruleset, slugs


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match of two starter decks, by their slugs; the first deck is on seat 0."""

    decks: tuple[str, str]
    seed: int


def meetings(rules: Ruleset, option_set: str, games: int) -> list[Meeting]:
    """Every two decks allowed against each other, `games` times in each seat order, including each deck against itself.

    Raises ValueError for an option set that is not for two seats with decks of their own.
    """
    options = rules.option_sets[option_set]
    if not rules.builds_decks or rules.seats(rules.read_options(options)) != 2:
        raise ValueError(f"the option set {option_set!r} of {rules.slug} is not one deck against another")
    return [
        Meeting((_slug(rules, pairing.decks[0]), _slug(rules, pairing.decks[1])), seed)
        for pairing in pairings(rules, option_set)
        for seed in range(games)
    ]


def _slug(rules: Ruleset, deck: Deck) -> str:
    return next(starter.slug for starter in rules.starter_decks if dict(starter.cards) == deck["cards"])


def result_of(ruleset: str, option_set: str, bot: str, meeting: Meeting) -> int:
    """1 if seat 0 has won, -1 if seat 1 has, otherwise 0."""
    rules = shipped_ruleset(ruleset)
    starters = {starter.slug: starter for starter in rules.starter_decks}
    decks: list[Deck] = [{"cards": dict(starters[slug].cards)} for slug in meeting.decks]
    outcome = play(rules, rules.option_sets[option_set], decks, [house_bot(bot)] * 2, meeting.seed)
    return {0: 1, 1: -1}[outcome.winners[0]] if len(outcome.winners) == 1 else 0


def table(rules: Ruleset, played: Sequence[tuple[Meeting, int]]) -> str:
    """The Markdown table, strongest deck first, and the score of seat 0."""
    cells: dict[tuple[str, str], Score] = defaultdict(Score)
    totals: dict[str, Score] = defaultdict(Score)
    seat_0 = Score()
    for meeting, result in played:
        one, other = meeting.decks
        seat_0.add(result)
        cells[one, other].add(result)
        if one != other:
            cells[other, one].add(-result)
            totals[one].add(result)
            totals[other].add(-result)
    names = {starter.slug: starter.names["en"] for starter in rules.starter_decks}
    ranking = sorted(totals, key=lambda slug: -totals[slug].share)
    lines = ["| | " + " | ".join(names[slug] for slug in ranking) + " | all others (95 %) |"]
    lines.append("| --- |" + " ---: |" * (len(ranking) + 1))
    for one in ranking:
        low, high = totals[one].interval()
        shares = [f"{cells[one, other].share:.0%}" if one != other else "" for other in ranking]
        lines.append(f"| {names[one]} | {' | '.join(shares)} | {totals[one].share:.0%} ({low:.0%} to {high:.0%}) |")
    return "\n".join([*lines, "", f"Seat 0, over all {seat_0.games} matches: {seat_0}"])


def main(arguments: Sequence[str] | None = None) -> None:
    asked_for = _parser().parse_args(arguments)
    rules = shipped_ruleset(asked_for.ruleset)
    option_set = asked_for.option_set or next(iter(rules.option_sets))
    if option_set not in rules.option_sets:
        sys.exit(f"there is no option set {option_set!r}; there are {', '.join(rules.option_sets)}")
    try:
        planned = meetings(rules, option_set, asked_for.games)
    except ValueError as error:
        sys.exit(str(error))
    one_match = partial(result_of, rules.slug, option_set, asked_for.bot)
    with ProcessPoolExecutor(asked_for.jobs) as pool:
        results = list(pool.map(one_match, planned, chunksize=4))
    print(table(rules, list(zip(planned, results, strict=True))))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m matches.bots.matchups", description="Deck against deck.")
    parser.add_argument("ruleset", choices=slugs())
    parser.add_argument("--bot", choices=[bot.name for bot in HOUSE_BOTS], default="greedy")
    parser.add_argument("--games", type=int, default=20, help="of each two decks, either way round")
    parser.add_argument("--option-set", help="without it the first")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    return parser


if __name__ == "__main__":
    main()
