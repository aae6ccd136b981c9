"""`manage.py play`: play a match on the terminal, with people and bots, in memory or stored.

manage.py play invictus --seats me greedy
manage.py play battle_line --seats greedy random --seed 1 --language ja
"""

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from common.text.errors import ServiceError
from common.text.naming import word
from common.text.sentences import distinctions, explained, in_a_row, in_words, reason_texts, sentence
from common.timestamps import rfc3339
from matches.bots.roster import HOUSE_BOTS, UnknownBot, house_bot
from matches.bots.seated import SeatedBot
from matches.log.events import Event
from matches.log.folding import Position, follow, start
from matches.log.redaction import messages_of, show_event
from matches.log.sql import events, load_match
from matches.services.act import take_action
from matches.services.lobby import open_match
from matches.services.seat_plans import NO_CARDS, SeatPlan, brings_deck
from matches.workers.bot_runner import play_bots
from players.models import Player
from rules.engine import Ruleset, View, Viewer, legal_actions, match_key, prompts, seats_to_act, seed_commitment, view
from rules.registry import UnknownRuleset, set_digest, shipped_ruleset, slugs

ME = "me"
_MOST_DECK_CHOICES = 5000
WIDTH = 120
TEXTS = {
    "help": {
        "ja": "行動の番号を入力してください。?で行動の一覧、viewで盤面、logで記録を表示し、quitで終了します。",
        "en": "Type the number of an action, ? to list the actions, view for the table, log for the log, or quit.",
    },
    "asked": {"ja": "席{seat}：{what}", "en": "Seat {seat}: {what}"},
    "unknown": {
        "ja": "1から{most}の番号、または ? を入力してください",
        "en": "Type a number from 1 to {most}, or ?",
    },
    "hidden": {"ja": "{count}枚（非公開）", "en": "{count} hidden"},
    "over": {"ja": "終了：{reason}。勝者：{winners}。", "en": "Over: {reason}. Winners: {winners}."},
    "nobody": {"ja": "なし", "en": "no one"},
    "left": {"ja": "途中で終了しました。", "en": "Left before the end."},
    "stored": {"ja": "対戦{match}として保存しました。", "en": "Stored as match {match}."},
    "seat": {"ja": "席{seat}", "en": "Seat {seat}"},
    "event": {"ja": "イベント{seq}", "en": "Event {seq}"},
}


class Game(Protocol):
    """The match that is played here, in memory or in the database."""

    rules: Ruleset
    name: str

    @property
    def position(self) -> Position: ...

    def log(self, after: int) -> list[Event]: ...

    def act(self, seat: int, action: Any) -> None: ...

    def let_bots_act(self) -> None: ...


class InMemory:
    """A match in memory, which is lost at the end."""

    name = ""

    def __init__(self, rules: Ruleset, options: Mapping[str, Any], decks: Sequence[Any], seats: list[str], seed: bytes):
        self.rules = rules
        key = match_key(seed, [""] * len(seats))
        start_data = {
            "match": "memory",
            "ruleset": rules.slug,
            "ruleset_version": rules.version,
            "options": options,
            "seats": [{"player": seat, "entropy": "", "deck": deck} for seat, deck in zip(seats, decks, strict=True)],
            "clock": None,
            "card_set": {"revision": 0, "digest": set_digest(rules.card_set)},
            "seed_commitment": seed_commitment(seed),
        }
        self.position, first = start(rules, key, rfc3339(timezone.now()), start_data)
        self.events: list[Event] = []
        read = self.position.table.options
        self.bots = {
            index: SeatedBot(house_bot(name), rules, read, index, decks[index], int.from_bytes(seed[-7:]) + index)
            for index, name in enumerate(seats)
            if name != ME
        }
        self._record(first)

    def _record(self, event: Event) -> None:
        """Add an event to the log, and let the bots see it."""
        self.events.append(event)
        action, effects = messages_of(self.rules, msgspec.json.decode(event.body))
        for bot in self.bots.values():
            bot.see(event.seat, action, effects)

    def log(self, after: int) -> list[Event]:
        return self.events[after + 1 :]

    def act(self, seat: int, action: Any) -> None:
        self._record(follow(self.position, seat, action, rfc3339(timezone.now())))

    def let_bots_act(self) -> None:
        table = self.position.table
        while waiting := [seat for seat in seats_to_act(table) if seat in self.bots]:
            self.act(waiting[0], self.bots[waiting[0]].choose(table, self.position.seq))


class Stored:
    """A match in the database, played by the same services as any other. The people are terminal-0, terminal-1 …"""

    def __init__(self, rules: Ruleset, options: Mapping[str, Any], decks: Sequence[Any], seats: list[str]):
        self.rules = rules
        self.players = {index: _user(index) for index, name in enumerate(seats) if name == ME}
        plans = [
            SeatPlan(kind="player", player=self.players[index], deck=deck, is_ready=True)
            if name == ME
            else SeatPlan(kind="bot", bot=name, deck=deck)
            for index, (name, deck) in enumerate(zip(seats, decks, strict=True))
        ]
        owner = next(iter(self.players.values()), None)
        self.match = open_match(ruleset=rules.slug, options=options, seats=plans, created_by=owner)
        self.name = str(self.match.pk)

    @property
    def position(self) -> Position:
        return load_match(self.match.pk).position

    def log(self, after: int) -> list[Event]:
        return events(self.match.pk, after)

    def act(self, seat: int, action: Any) -> None:
        raw, seen = msgspec.json.encode(action), self.position.seq
        take_action(match_id=self.match.pk, player_id=self.players[seat].pk, action=raw, expected_version=seen)

    def let_bots_act(self) -> None:
        play_bots(self.match.pk, sleep=lambda seconds: None)


def _user(index: int) -> Player:
    player, _ = Player.objects.get_or_create(username=f"terminal-{index}")
    return player


class Command(BaseCommand):
    help = "Play a match on the terminal."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ruleset")
        parser.add_argument(
            "--seats", nargs="+", default=[ME, "greedy"], help="who plays: me, or the name of a house bot"
        )
        parser.add_argument("--decks", nargs="+", help="slugs of starter decks, one for each seat that brings a deck")
        parser.add_argument("--option", action="append", default=[], help="name=value; can be repeated")
        parser.add_argument(
            "--seed", type=int, help="a number that repeats the same shuffles and rolls; not with --store"
        )
        parser.add_argument("--language", choices=["en", "ja"], default="en")
        parser.add_argument("--store", action="store_true", help="store the match in the database")

    def handle(self, *args: Any, ruleset: str, seats: list[str], language: str, **options: Any) -> None:
        self.language = language
        game = self._game(ruleset, seats, options)
        mine = [index for index, name in enumerate(seats) if name == ME]
        self._play(game, mine)
        if game.name:
            self._say("stored", match=game.name)

    # Starting

    def _game(self, ruleset: str, seats: list[str], options: Mapping[str, Any]) -> Game:
        try:
            rules = shipped_ruleset(ruleset)
        except UnknownRuleset as error:
            raise CommandError(f"there is no ruleset {ruleset!r}; choose one of {', '.join(slugs())}") from error
        self._check_seats(seats)
        chosen = dict(_option(text) for text in options["option"])
        if problems := rules.check_options(chosen):
            raise CommandError(self._problems(rules, problems))
        decks = self._decks(rules, chosen, len(seats), options["decks"])
        if not options["store"]:
            seed = os.urandom(32) if options["seed"] is None else options["seed"].to_bytes(32, "big")
            filled = msgspec.to_builtins(rules.read_options(chosen))
            return InMemory(rules, filled, decks, seats, seed)
        if options["seed"] is not None:
            raise CommandError("a stored match draws its own seed; use --seed or --store, not both")
        try:
            return Stored(rules, chosen, decks, seats)
        except (ServiceError, UnknownRuleset) as error:
            raise CommandError(f"the match can't be opened: {error}") from error

    def _check_seats(self, seats: list[str]) -> None:
        for name in seats:
            try:
                if name != ME:
                    house_bot(name)
            except UnknownBot as error:
                names = ", ".join([ME, *(bot.name for bot in HOUSE_BOTS)])
                raise CommandError(f"there is no bot {name!r}; choose from {names}") from error

    def _decks(self, rules: Ruleset, options: Mapping[str, Any], seats: int, wanted: list[str] | None) -> list[Any]:
        starters = {deck.slug: {"cards": dict(deck.cards)} for deck in rules.starter_decks}
        bringing = [seat for seat in range(seats) if brings_deck(rules, options, seat)]
        if wanted is not None:
            if unknown := [slug for slug in wanted if slug not in starters]:
                raise CommandError(f"there is no deck {unknown[0]!r}; choose from {', '.join(starters)}")
            choices: Iterable[Sequence[Any]] = [[starters[slug] for slug in wanted]]
        else:
            choices = itertools.product(starters.values(), repeat=len(bringing))
        problems: list[Any] = []
        for brought in itertools.islice(choices, _MOST_DECK_CHOICES):
            decks = list(brought)
            if len(decks) == len(bringing):
                own = dict(zip(bringing, decks, strict=True))
                decks = [own.get(seat, NO_CARDS) for seat in range(seats)]
            found = rules.check_setup(options, decks)
            if not found:
                return decks
            problems = problems or found
        raise CommandError(self._problems(rules, problems))

    def _problems(self, rules: Ruleset, problems: Sequence[Any]) -> str:
        return "; ".join(problem["texts"][self.language] for problem in explained(rules, problems))

    # Playing

    def _play(self, game: Game, mine: list[int]) -> None:
        last_shown = -1
        while True:
            game.let_bots_act()
            position = game.position
            waiting = [seat for seat in seats_to_act(position.table) if seat in mine]
            viewer: Viewer = waiting[0] if waiting else mine[0] if len(mine) == 1 else "public"
            self._log(game, last_shown, viewer)
            last_shown = position.seq
            if position.table.outcome is not None:
                self._outcome(game)
                return
            if not self._turn(game, waiting[0]):
                self._say("left")
                return

    def _turn(self, game: Game, seat: int) -> bool:
        """Let a person decide. Returns False if they leave."""
        table = game.position.table
        choices = legal_actions(table, seat)
        prompt = next(prompt for prompt in prompts(table) if prompt.seat == seat)
        self._view(game, seat)
        self._say("asked", seat=seat, what=sentence(game.rules, "prompts", prompt, self.language))
        self._actions(game.rules, choices)
        while True:
            try:
                answer = input("> ").strip().lower()
            except EOFError:
                return False
            match answer:
                case "quit" | "q":
                    return False
                case "?":
                    self._say("help")
                    self._actions(game.rules, choices)
                case "view":
                    self._view(game, seat)
                case "log":
                    self._log(game, -1, seat)
                case number if number.isascii() and number.isdigit() and 1 <= int(number) <= len(choices):
                    game.act(seat, choices[int(number) - 1])
                    return True
                case _:
                    self._say("unknown", most=len(choices))

    # Output

    def _say(self, text: str, **fields: Any) -> None:
        self.stdout.write(self._text(text, **fields))

    def _text(self, text: str, **fields: Any) -> str:
        return TEXTS[text][self.language].format(**fields)

    def _actions(self, rules: Ruleset, choices: Sequence[Any]) -> None:
        for number, (text, differences) in enumerate(distinctions(rules, choices, self.language), 1):
            more = ", ".join(f"{name} {value}" for name, value in differences.items())
            self.stdout.write(f"{number:4}  {text} ({more})" if more else f"{number:4}  {text}")

    def _log(self, game: Game, after: int, viewer: Viewer) -> None:
        """Write the events after a seq, as the viewer may see them."""
        for event in game.log(after):
            visible = show_event(game.rules, event, viewer)
            who = self._text("event", seq=event.seq) if event.seat is None else self._text("seat", seat=event.seat)
            what = sentence(game.rules, "actions", visible["action"], self.language) if "action" in visible else ""
            self.stdout.write(f"{who}: {what}".rstrip(" :"))
            for effect in visible["effects"]:
                self.stdout.write(f"    {sentence(game.rules, 'effects', effect, self.language)}")

    def _view(self, game: Game, seat: int) -> None:
        seen: View = view(game.position.table, seat, game.position.seq)
        self.stdout.write("─" * 60)
        for line in self._words(game.rules, msgspec.to_builtins(seen.game)):
            self.stdout.write(line)
        self.stdout.write("─" * 60)

    def _words(self, rules: Ruleset, value: Any, name: str = "", depth: int = 0) -> Iterator[str]:
        """Any part of a view as indented lines: zones as card names, simple lists on one line."""
        label = f"{'  ' * depth}{word(rules, name, self.language)}: " if name else ""
        if isinstance(value, dict) and set(value) == {"count", "cards"}:
            cards = value["cards"]
            hidden = self._text("hidden", count=value["count"])
            yield label + (hidden if cards is None else in_a_row(rules, cards, self.language))
        elif isinstance(value, dict) or _has_parts(value):
            items = value.items() if isinstance(value, dict) else enumerate(value)
            parts = [list(self._words(rules, part, str(key), depth + bool(name))) for key, part in items]
            line = label + " · ".join(lines[0].strip() for lines in parts)
            if name and all(len(lines) == 1 for lines in parts) and len(line) <= WIDTH:
                yield line
                return
            if label:
                yield label.rstrip()
            yield from itertools.chain.from_iterable(parts)
        else:
            yield label + in_words(rules, value, self.language)

    def _outcome(self, game: Game) -> None:
        outcome = game.position.table.outcome
        assert outcome is not None
        reason = reason_texts(game.rules, outcome.reason)[self.language]
        winners = ", ".join(self._text("seat", seat=seat) for seat in outcome.winners) or self._text("nobody")
        self._say("over", reason=reason, winners=winners)
        for line in self._words(game.rules, outcome.scores):
            self.stdout.write(f"  {line}")


def _has_parts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(isinstance(part, (dict, list, tuple)) for part in value)


def _option(text: str) -> tuple[str, Any]:
    name, found, value = text.partition("=")
    if not found:
        raise CommandError(f"--option {text!r} must have the form name=value")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
