"""A world with content for every page. It is the same in every run, because time and chance are fixed.

Each part is created when the first page needs it.
"""

from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Any

import msgspec
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from cards.sets.selectors import newest_revision
from cards.sets.services import create_draft
from decks.importing.services import begin_import
from decks.models import Deck
from decks.plans import DeckPlan
from decks.services import create_deck, delete_deck, update_deck
from leagues.manifest import Manifest
from leagues.models import Amendment, League, Season, Void
from leagues.services.amendments import extend_season, withdraw_entrant
from leagues.services.calling import call_accounts
from leagues.services.comparing import ComparisonInput, start_comparison
from leagues.services.entering import enter_league
from leagues.services.leagues import create_league, pause_league
from leagues.services.playing import claim_deals, play_deal, take_out
from matches.bots.roster import house_bot
from matches.bots.seated import SeatedBot
from matches.clocks import Fischer
from matches.log import sql
from matches.log.redaction import messages_of
from matches.log.sql import load_match
from matches.log.transactions import writing
from matches.models import AuditRead, BotSetting, Match
from matches.search.terms import sweep_search_terms
from matches.services.act import take_action
from matches.services.challenges import Terms, post_challenge
from matches.services.ending import resign
from matches.services.invitation_links import make_link
from matches.services.lobby import open_match
from matches.services.moderation import record_audit_read
from matches.services.notes import write_note
from matches.services.pairing import Wanted, post_request
from matches.services.phrases import say_phrase
from matches.services.ratings import fold_ratings
from matches.services.seat_plans import SeatPlan
from matches.webhooks import hooks
from matches.webhooks.models import Webhook, WebhookDelivery
from players.models import BotAccount, OAuthApp, Player, StaffGroup
from players.oauth.apps import register_app
from players.oauth.grants import give_code, give_tokens, hold_code, new_refresh_token
from players.tokens import make_token
from playtesting.reviews import ask_for_review
from replay.downloads import export
from replay.imports import import_match
from rules.engine import seats_to_act
from rules.registry import slugs
from tests.examples.frozen import World as StandingStill
from tests.leagues.accounts import answer_calls, bot_account, called_matches, entry_of, play_match, play_season
from tests.rules.setups import Setup, all_setups
from tests.staff_pages import staff_pages
from tests.test_staff_permissions import changed_draft

SETUPS = {
    "battle_line": "full",
    "blackpoker": "std-full",
    "invaders": "japan-usa-janken",
    "invictus": "kingdom-egypt",
    "lords_of_war": "duel",
}
"""Game -> the setup of the match on its boards."""
CROWDED = {"invictus": "alliance", "lords_of_war": "team-4"}
"""Game -> a setup with more than two seats."""
BEGINNING, MIDDLE, END = STAGES = ("beginning", "middle", "end")
FISCHER = {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}
HALF_AN_HOUR = 1_800
LONG_NAME = "maximiliane-von-und-zu-hohenlohe"


class World:
    def __init__(self, clock: StandingStill) -> None:
        self.clock = clock

    @cached_property
    def people(self) -> dict[str, Player]:
        """Ann, Ben and Max play. Dora manages decks, Olga manages leagues, and Ruth is a superuser."""
        self.clock.step("people")
        people = {name: Player.objects.create_user(name, password="a quiet rook 7") for name in ("ann", "ben")}
        people["max"] = Player.objects.create_user(LONG_NAME)
        Player.objects.filter(pk=people["ann"].pk).update(email="ann@example.org", email_confirmed_at=timezone.now())
        people["ann"].refresh_from_db()
        for name, group in (("dora", "Deck managers"), ("olga", "League operators")):
            people[name] = Player.objects.create_user(name, is_staff=True)
            people[name].groups.add(Group.objects.get(name=group))
        people["ruth"] = Player.objects.create_superuser("ruth")
        people["guest"] = Player.objects.create_user("guest-48213", is_guest=True)
        return people

    # Boards

    @cached_property
    def boards(self) -> dict[tuple[str, str], Match]:
        """(game, stage) -> a match of Ann and Ben, played like greedy bots. In two stages it is Ann's turn."""
        played = {}
        for game in slugs():
            self.clock.step(f"boards of {game}")
            setup, names = _setup(game, SETUPS[game]), ["ann", "ben"]
            ended = played[game, END] = self._match(setup, names)
            self._play(ended)
            for stage, share in ((BEGINNING, 0.0), (MIDDLE, 0.3)):
                match = played[game, stage] = self._match(setup, names, clock=FISCHER)
                self._play(match, until=int(load_match(ended.pk).version * share))
        say_phrase(match=played["invictus", MIDDLE], player=self.people["ben"], code="good_luck")
        write_note(match=played["invictus", END], player=self.people["ann"], seq=9, text="Too early?", is_shared=False)
        self._count()
        return played

    @cached_property
    def crowded(self) -> dict[str, Match]:
        """Game -> a match of four players in the middle."""
        found = {}
        for game, name in CROWDED.items():
            self.clock.step(f"crowded {game}")
            found[game] = self._match(_setup(game, name), ["ann", "ben", "max", "olga"])
            self._play(found[game], until=60)
        return found

    @cached_property
    def of_bots(self) -> Match:
        """The live match of bots on the home page."""
        self.clock.step("of bots")
        return self._match(_setup("lords_of_war", "duel"), [])

    def _match(self, setup: Setup, names: list[str], **more: Any) -> Match:
        """Open a match of these players. Without names, bots play."""
        seats = [
            SeatPlan(kind="player", player=self.people[names[seat]], deck=deck, is_ready=True)
            if names
            else SeatPlan(kind="bot", bot=("greedy", "ismcts")[seat % 2], deck=deck)
            for seat, deck in enumerate(setup.decks)
        ]
        host = self.people["ann"] if names else None
        return open_match(ruleset=setup.ruleset, options=setup.options, seats=seats, created_by=host, **more)

    def _play(self, match: Match, until: int | None = None) -> None:
        """Play until there are `until` events and it is Ann's turn in seat 0, or until the match is over."""
        stored = load_match(match.pk)
        players = dict(match.seats.values_list("index", "player_id"))
        bots = [
            SeatedBot(house_bot("greedy"), stored.rules, stored.position.table.options, index, deck, index)
            for index, deck in match.seats.values_list("index", "deck")
        ]
        seen = -1
        while stored.position.table.outcome is None:
            for event in sql.events(match.pk, seen):
                action, effects = messages_of(stored.rules, msgspec.json.decode(event.body))
                seen = event.seq
                for bot in bots:
                    bot.see(event.seat, action, effects)
            asked = seats_to_act(stored.position.table)
            if until is not None and stored.version >= until and 0 in asked:
                break
            sent = msgspec.json.encode(bots[asked[0]].choose(stored.position.table, stored.version))
            take_action(
                match_id=match.pk, player_id=players[asked[0]], action=sent, expected_version=stored.version, key=None
            )
            stored = load_match(match.pk)
        match.refresh_from_db()

    def _count(self) -> None:
        sweep_search_terms()
        fold_ratings()

    # Before a match

    @cached_property
    def lobby(self) -> Match:
        """Ann's lobby with an invitation link."""
        self.clock.step("lobby")
        seats = [SeatPlan(kind="player", player=self.people["ann"], is_ready=False), SeatPlan(kind="open")]
        setup = _setup("invictus", "kingdom-egypt")
        lobby = open_match(
            ruleset="invictus", options=setup.options, seats=seats, created_by=self.people["ann"], clock=FISCHER
        )
        make_link(match_id=lobby.pk, player=self.people["ann"])
        return lobby

    @cached_property
    def waiting(self) -> Player:
        """A player with a pairing request, which has no partner yet."""
        self.clock.step("waiting")
        wanted = Wanted(ruleset="battle_line", options={}, clock=FISCHER, is_rated=True)
        post_request(player=self.people["max"], wanted=wanted)
        return self.people["max"]

    @cached_property
    def challenged(self) -> Player:
        """Challenges: Ann has challenged Ben, and Max has challenged Ann."""
        self.clock.step("challenged")
        terms = Terms(ruleset="lords_of_war", options={}, clock=FISCHER)
        post_challenge(challenger=self.people["ann"], opponent=self.people["ben"], terms=terms)
        post_challenge(challenger=self.people["max"], opponent=self.people["ann"], terms=terms)
        return self.people["ann"]

    # Decks and apps

    @cached_property
    def deck(self) -> Deck:
        """Ann's deck in its third version. She also has a deleted deck and a faulty one."""
        self.clock.step("deck")
        ann = self.people["ann"]
        legal = dict(Deck.objects.get(slug="kingdom-standard").as_sent["cards"])
        plans = [
            DeckPlan(name_en="Castle", name_ja="城", cards=cards, options={}, note=note)
            for cards, note in (({}, ""), ({"archer": 4}, "Too slow?"), (legal, "Too slow."))
        ]
        deck = create_deck(owner=ann, ruleset="invictus", plan=plans[0])
        for plan in plans[1:]:
            self.clock.step("deck", HALF_AN_HOUR)
            update_deck(deck=deck, plan=plan, author=ann)
        faulty = DeckPlan(name_en="Archers, archers, archers and more archers", cards={"archer": 40}, options={})
        create_deck(owner=ann, ruleset="invictus", plan=faulty)
        delete_deck(deck=create_deck(owner=ann, ruleset="invictus", plan=plans[1]), author=ann)
        deck.refresh_from_db()
        return deck

    @cached_property
    def tokens(self) -> None:
        self.clock.step("tokens")
        for name, scopes, days in (("my bot", ("read", "play"), 20), ("to look", ("read",), 300)):
            make_token(player=self.people["ann"], name=name, scopes=scopes, days=days)

    @cached_property
    def app(self) -> OAuthApp:
        """Ben's app, which Ann has allowed. Ann also has an app of her own."""
        self.clock.step("app")
        ann, ben = self.people["ann"], self.people["ben"]
        callback = "https://board.example/callback"
        register_app(owner=ann, name="Ann's bot", redirect_uris=[callback, "http://127.0.0.1/"])
        app = register_app(owner=ben, name="Board", redirect_uris=[callback])
        give_code(app=app, player=ann, scopes=["read", "play"], redirect_uri=callback, challenge="", code="screenshots")
        with transaction.atomic():
            grant = hold_code("screenshots")
            assert grant is not None
            give_tokens(grant, access="screenshots", refresh=new_refresh_token(None), scopes=["read", "play"])
        return app

    @cached_property
    def webhooks(self) -> dict[str, Webhook]:
        """Status -> a webhook of Ann. The active one has deliveries with every status, and its secret was changed."""
        self.clock.step("webhooks")
        ann, found = self.people["ann"], {}
        for status, types in (("active", ["turn", "called"]), ("unproven", []), ("disabled", [])):
            found[status], _ = hooks.create_webhook(player=ann, url=f"https://bots.example.org/{status}", types=types)
            Webhook.objects.filter(pk=found[status].pk).update(status=status)
        now = timezone.now()
        Webhook.objects.filter(status="active").update(failing_since=now)
        Webhook.objects.filter(status="disabled").update(problem="gone")
        found["unproven"].deliveries.update(status="dead", attempts=4, error="challenge_failed", ended_at=now)
        for status, attempts, error in (
            *(("delivered", 1, ""), ("dead", 9, "timed_out"), ("obsolete", 2, "unreachable")),
            *(("waiting", 3, "tls_failed"), ("waiting", 0, "")),
        ):
            WebhookDelivery.objects.create(
                webhook=found["active"],
                type="turn",
                body=b"{}",
                status=status,
                attempts=attempts,
                error=error,
                due_at=now,
                created_at=now,
                ended_at=None if status == "waiting" else now,
            )
        hooks.rotate_secret(player=ann, webhook_id=found["active"].pk)
        return found

    # Leagues

    @cached_property
    def season(self) -> Season:
        """A finished round robin of four bots with decks."""
        self.clock.step("season")
        entrants = [
            {"name": name, "bot": bot}
            for name, bot in (("ada", "greedy"), ("bob", "greedy"), ("cid", "random"), ("dan", "random"))
        ]
        season = self._league(
            "nightly", {"ja": "夜のリーグ", "en": "Nightly"}, entrants, {"type": "round_robin"}, deals=3
        )
        self._play_deals(season)
        return season

    @cached_property
    def running(self) -> Season:
        """A running season in which some deals are played. Each entrant has its own deck."""
        self.clock.step("running")
        decks = ("kingdom-standard", "egypt-standard", "sengoku-standard")
        entrants = [{"name": deck, "bot": "greedy", "deck": deck} for deck in decks]
        names = {"ja": "王国・エジプト・戦国の三つ巴", "en": "Kingdom, Egypt and Sengoku"}
        more = {"deals": 2, "decks": "of_entrant", "ruleset": "invictus"}
        season = self._league("three-nations", names, entrants, {"type": "swiss", "rounds": 3}, **more)
        self._play_deals(season, 2)
        return season

    @cached_property
    def duel(self) -> Season:
        """A finished duel, decided by its sequential test."""
        self.clock.step("duel")
        entrants = [{"name": "greedy", "bot": "greedy"}, {"name": "random", "bot": "random"}]
        names = {"ja": "欲張りはランダムより強いか", "en": "Is greedy better than random?"}
        season = self._league("duel", names, entrants, {"type": "duel", "elo1": 200, "most_deals": 60})
        self._play_deals(season)
        return season

    @cached_property
    def ladder(self) -> Season:
        """A finished ladder of five bots, with live ratings."""
        self.clock.step("ladder")
        bots = ("greedy", "greedy", "random", "random", "random")
        entrants = [{"name": f"{bot}-{number}", "bot": bot} for number, bot in enumerate(bots, 1)]
        names = {"ja": "ボットのはしご", "en": "The ladder of bots"}
        season = self._league("ladder", names, entrants, {"type": "ladder", "rounds": 5})
        self._play_deals(season)
        return season

    @cached_property
    def amended(self) -> Season:
        """A running season that was extended, with a withdrawn entrant and a broken bot."""
        self.clock.step("amended")
        entrants = [{"name": name, "bot": "random"} for name in ("eve", "fay", "gus", "the-bot-that-breaks-every-time")]
        names = {"ja": "変更のあったリーグ", "en": "Changed while it ran"}
        season = self._league("amended", names, entrants, {"type": "round_robin"}, deals=2)
        self._play_deals(season, 4)
        olga = self.people["olga"]
        extend_season(season=season, length=2, by=olga, reason="The night is long enough for a second cycle.")
        broken, (deal, *_rest) = season.entrants.get(number=3), claim_deals(1)
        for attempt in (1, 2, 3):
            Void.objects.create(deal=deal, attempt=attempt, entrant=broken, what="ValueError: 7", at=self.clock.now)
        reason = "It failed at deal 4 three times: ValueError: 7"
        with writing():
            take_out(broken, Amendment.Kind.BROKEN, self.clock.now, reason=reason)
        withdraw_entrant(season=season, name="gus", by=olga, reason="His author has asked for it.")
        self._play_deals(season, 1)
        return season

    @cached_property
    def accounts(self) -> Season:
        """A finished season in which a bot account played a house bot."""
        self.clock.step("accounts")
        robo = bot_account("robo", rulesets=[{"ruleset": "battle_line"}], **{"from": ["people", "bots"]})
        entrants = [{"name": "house", "bot": "random"}, {"name": "robo", "account": "robo"}]
        names = {"ja": "アカウントのリーグ", "en": "House against account"}
        more = {"clock": {"type": "per_decision", "seconds": 60}}
        season = self._league("accounts", names, entrants, {"type": "round_robin"}, **more)
        play_season(season, robo)
        self._count()
        return season

    @cached_property
    def twinned(self) -> Season:
        """A season of two accounts with digests, which meet the same house bot. One deal is over, one is running."""
        self.clock.step("twinned")
        games = [{"ruleset": "battle_line"}]
        bots = [bot_account(name, rulesets=games) for name in ("maru", "an-account-with-a-long-name")]
        for bot, version in zip(bots, ("2.0-rc1", "2026.11.26+build.118"), strict=True):
            BotAccount.objects.filter(player=bot).update(version=version, digest=sha256(version.encode()).hexdigest())
        entrants = [entry_of(bot) for bot in bots]
        names = {"ja": "同じカードで勝負", "en": "The same cards for both"}
        more = {"clock": {"type": "per_decision", "seconds": 60}, "twinned": {"bot": "greedy"}, "deals": 2}
        season = self._league("twinned", names, entrants, {"type": "round_robin"}, **more)
        call_accounts()
        answer_calls(*bots)
        for match in called_matches(season):
            play_match(match)
        call_accounts()
        answer_calls(*bots)
        self._count()
        return season

    @cached_property
    def comparisons(self) -> list[League]:
        """Two comparisons of Ben's bots, newest first: a running one, and one with a verdict."""
        self.clock.step("comparisons")
        ben, games = self.people["ben"], [{"ruleset": "battle_line"}, {"ruleset": "invictus"}]
        bots = [bot_account(name, rulesets=games) for name in ("ben-bot-1", "ben-bot-2")]
        for bot, version in zip(bots, ("1.3", "1.4"), strict=True):
            BotAccount.objects.filter(player=bot).update(owner=ben, version=version, rulesets=" battle_line invictus ")
        asked = ComparisonInput(
            bot="ben-bot-2", against="ben-bot-1", ruleset="battle_line", clock=Fischer(60, 1), elo1=300
        )
        over = start_comparison(owner=ben, asked=asked)
        season = over.seasons.get()
        while call_accounts() or called_matches(season):
            answer_calls(*bots)
            for match in called_matches(season):
                resign(match_id=match.pk, player_id=bots[0].pk)
        self._count()
        self.clock.step("comparisons", HALF_AN_HOUR)
        return [start_comparison(owner=ben, asked=asked), over]

    @cached_property
    def paused(self) -> str:
        """A paused league."""
        self.clock.step("paused")
        schedule = {"type": "cron", "cron": "30 2 * * 1-5", "time_zone": "Europe/Berlin"}
        entrants = [{"name": name, "bot": "random"} for name in ("hal", "ida")]
        names = {"ja": "休止中のリーグ", "en": "Paused"}
        season = self._league("paused", names, entrants, {"type": "round_robin"}, schedule=schedule)
        assert season is None
        pause_league(league=League.objects.get(slug="paused"), note="New cards are being tried.")
        return "paused"

    @cached_property
    def planned(self) -> str:
        """A league without seasons that bot accounts may enter."""
        self.clock.step("planned")
        schedule = {"type": "cron", "cron": "0 3 * * *", "time_zone": "Asia/Tokyo"}
        more: dict[str, Any] = {"schedule": schedule, "entry": {"most": 8}, "clock": FISCHER}
        entrants = [{"name": "house", "bot": "greedy"}]
        self._league(
            "open", {"ja": "誰でもリーグ", "en": "Open to all bots"}, entrants, {"type": "ladder", "rounds": 4}, **more
        )
        enter_league(league=League.objects.get(slug="open"), player=bot_account("maxi-the-bot"))
        return "open"

    def _league(
        self, slug: str, names: dict[str, str], entrants: list[Any], format_: dict[str, Any], **more: Any
    ) -> Any:
        content = {
            "league": slug, "names": names, "ruleset": "battle_line", "entrants": entrants, "format": format_, **more,
        }  # fmt: skip
        league = create_league(manifest=msgspec.convert(content, Manifest), created_by=self.people["olga"])
        return league.seasons.first()

    def _play_deals(self, season: Season, most: int = 10_000) -> None:
        """Play at most `most` deals, each to its end."""
        for _ in range(most):
            (deal, *_rest) = claim_deals(1) or [None]
            if deal is None:
                break
            play_deal(deal, float("inf"))
        season.refresh_from_db()
        self._count()

    # The admin

    @cached_property
    def desk(self) -> dict[str, str]:
        """Name -> path of every admin page."""
        self.clock.step("desk")
        ruth, over = self.people["ruth"], self.boards["invictus", END]
        draft, revision = create_draft(ruleset="invictus", author=ruth), newest_revision("invictus")
        live = open_match(
            ruleset="invictus", options={}, created_by=ruth, visibility="private", seats=list(_against_a_bot(ruth))
        )
        record_audit_read(match_id=live.pk, reader=ruth, seq=0, what="log", reason="a complaint")
        begin_import(by=ruth, file_name="decks.csv", content=b"name_en")
        lines = b"".join(export(over, "audit")).splitlines()
        examples: dict[str, Any] = {
            "leagues.league": self.running.league,
            "leagues.season": self.running,
            "players.staffgroup": StaffGroup.objects.first(),
            "players.oauthapp": self.app,
            "players.player": ruth,
            "cards.cardsetrevision": revision,
            "cards.cardsetdraft": draft,
            "decks.deck": create_deck(
                owner=ruth, ruleset="invictus", plan=DeckPlan(name_en="Ruth's own", cards={}, options={})
            ),
            "matches.match": live,
            "matches.auditread": AuditRead.objects.get(),
            "matches.botsetting": BotSetting.objects.create(bot="random"),
            "playtesting.draftreview": ask_for_review(
                draft=changed_draft(ruth), author=ruth, remark="Warriors were weak."
            ),
            "replay.importedmatch": import_match(lines=lines, player=ruth).match.imported,
        }
        return staff_pages(examples)


def _setup(game: str, name: str) -> Setup:
    return next(setup for setup in all_setups() if (setup.ruleset, setup.name) == (game, name))


def _against_a_bot(player: Player) -> Iterator[SeatPlan]:
    mine, other = _setup("invictus", "kingdom-egypt").decks
    yield SeatPlan(kind="player", player=player, deck=mine, is_ready=True)
    yield SeatPlan(kind="bot", bot="random", deck=other)
