"""`manage.py contest`: play two house bots against each other as in the arena, and store every match.

manage.py contest invictus greedy random --games 20
"""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.text.errors import ServiceError
from matches.bots.arena import Contest, meeting, scored, some_option_sets
from matches.bots.roster import HOUSE_BOTS, house_bot
from matches.models import Match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_at_once, play_bots
from rules.registry import slugs


class Command(BaseCommand):
    help = "Play stored matches between two house bots and print how many each won."

    def add_arguments(self, parser: CommandParser) -> None:
        bots = [bot.name for bot in HOUSE_BOTS]
        parser.add_argument("ruleset", choices=slugs())
        parser.add_argument("one", choices=bots)
        parser.add_argument("other", choices=bots)
        parser.add_argument(
            "--games",
            type=int,
            default=20,
            help="number of matches; each pair of starter decks meets twice, with the teams exchanged",
        )
        parser.add_argument("--option-set", action="append", help="can be repeated; default: all in turn")

    def handle(self, *args: Any, ruleset: str, one: str, other: str, **options: Any) -> None:
        try:
            sets = some_option_sets(ruleset, options["option_set"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        contest = Contest(ruleset, house_bot(one), house_bot(other), sets, seed=0)
        try:
            for line in scored(contest, self._results(contest, options["games"])):
                self.stdout.write(line)
        except ServiceError as refusal:
            raise CommandError(f"a match can't be opened: {refusal}") from refusal

    def _results(self, contest: Contest, games: int) -> Iterator[tuple[str, int]]:
        for number in range(games):
            met = meeting(contest, number)
            seats = [
                SeatPlan(kind="bot", bot=bot.name, deck=deck)
                for bot, deck in zip(met.bots(contest), met.pairing.decks, strict=True)
            ]
            match = open_match(ruleset=contest.ruleset, options=met.pairing.options, seats=seats, play=play_at_once)
            if match.status != Match.Status.OVER:
                play_bots(match.id)
                match.refresh_from_db()
            result = met.result(match.outcome["winners"])
            self.stdout.write(f"{match.id} {met.pairing.option_set}: {result:+d}")
            yield met.pairing.option_set, result
