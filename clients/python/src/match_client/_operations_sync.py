"""The operations of the API, one request each, made of `_operations_async.py` by `python generate.py`."""

import uuid
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, cast

from match_client import schema
from match_client._addresses import API, MatchFilter, MatchRef, SearchFilter, StatisticsFilter, address, path_of

NewSeat = schema.OwnSeat | schema.InvitedSeat | schema.OpenSeat | schema.BotSeat
Clock = schema.PerDecision | schema.Fischer | schema.Correspondence
Deck = schema.DeckSent | str
"""Cards, the id of a stored deck, or the slug of a starter deck."""
Visibility = Literal["public", "unlisted", "private"]
"""Who may watch a match. An unlisted match is in no list, but anyone with its id can read it."""
DeckVisibility = Literal["public", "private"]
Scope = Literal["audit", "bot", "decks", "leagues", "play", "read", "webhooks"]
Declined = Literal[
    "later", "no_bots", "only_rated", "only_unrated", "other_game", "other_options", "too_fast", "too_slow"
]
"""Reasons for declining a match."""
DeliveryStatus = Literal["dead", "delivered", "obsolete", "waiting"]
Said = Literal["hello", "good_luck", "nice_move", "oops", "one_moment", "sorry", "thank_you", "good_game", "have_to_go"]
Page = TypeVar("Page", bound=Mapping[str, object])


class Operations(ABC):
    """All methods raise Refused if the service refuses, and ConnectionLost if it doesn't answer."""

    # The account

    def me(self) -> schema.Account:
        return cast(schema.Account, self.get(f"{API}/me"))

    def set_language(self, language: Literal["en", "ja"] | None) -> schema.Account:
        """Set the language of the account's pages and mails; None: each browser's preference counts."""
        return cast(schema.Account, self.send("PATCH", f"{API}/me", {"language": language}))

    def tokens(self) -> schema.TokenList:
        """The tokens that can act for this account. Their secrets are shown only when they are created."""
        return cast(schema.TokenList, self.get(f"{API}/tokens"))

    def make_token(self, name: str, scopes: Sequence[Scope], *, days: int | None = None) -> schema.IssuedToken:
        """Create a token that may do at most what this one may; this client continues with its own."""
        body = {"name": name, "scopes": list(scopes), "days": days}
        return cast(schema.IssuedToken, self.post(f"{API}/me/tokens", body, key=None))

    def revoke_token(self, token_id: str) -> None:
        self.send("DELETE", f"{API}/tokens/{token_id}")

    def end_pause(self) -> None:
        """Be called to matches again after a pause caused by missed calls."""
        self.send("DELETE", f"{API}/me/pause")

    def change_password(self, password: str, new_password: str) -> None:
        """Change the password. All tokens end, also this client's: sign in again."""
        self.post(f"{API}/me/password", {"password": password, "new_password": new_password}, key=None)

    def sign_out_everywhere(self, password: str) -> None:
        """End all tokens, also this client's, and sign out all browsers."""
        self.post(f"{API}/me/sign-out", {"password": password}, key=None)

    def delete_account(self, password: str) -> None:
        """Delete the account for good. It resigns its matches and its tokens end; logs and others' results stay."""
        self.post(f"{API}/me/deletion", {"password": password}, key=None)

    # Other players

    def find_player(self, name: str) -> schema.Player | None:
        """The player with exactly this name; None if there is none."""
        found: schema.PlayerList = self.get(address("players", {"name": name}))
        return next(iter(found["results"]), None)

    def player(self, player_id: str) -> schema.Profile:
        return cast(schema.Profile, self.get(f"{API}/players/{player_id}"))

    def results(self, player_id: str, *, ruleset: str | None = None, rated: bool | None = None) -> schema.ResultList:
        """The results of a player's public matches, newest first."""
        query = {"ruleset": ruleset, "rated": rated}
        return cast(schema.ResultList, self.get(address(f"players/{player_id}/results", query)))

    def leaderboard(self, ruleset: str) -> schema.Leaderboard:
        return cast(schema.Leaderboard, self.get(f"{API}/leaderboards/{ruleset}"))

    def blocked_players(self) -> schema.BlockedPlayerList:
        return cast(schema.BlockedPlayerList, self.get(f"{API}/me/blocks"))

    def block_player(self, player_id: str) -> None:
        """Block challenges, invitations and pairings between the two of you; `find_player` has the id of a name."""
        self.send("PUT", f"{API}/me/blocks/{player_id}")

    def unblock_player(self, player_id: str) -> None:
        self.send("DELETE", f"{API}/me/blocks/{player_id}")

    # Bots

    def bots(self) -> schema.BotList:
        """The house bots: the levels first, then the others."""
        return cast(schema.BotList, self.get(f"{API}/bots"))

    def bot_accounts(self, *, ruleset: str | None = None) -> schema.BotAccountList:
        return cast(schema.BotAccountList, self.get(address("bot-accounts", {"ruleset": ruleset})))

    def bot_account(self, bot_id: str) -> schema.BotAccount:
        """A bot account: its owner, its version, and what it accepts."""
        return cast(schema.BotAccount, self.get(f"{API}/bot-accounts/{bot_id}"))

    def online_bots(self, *, ruleset: str | None = None, owner: str | None = None) -> schema.BotAccountList:
        """The bot accounts that are connected now; `owner` is the name of an account."""
        query = {"ruleset": ruleset, "owner": owner}
        return cast(schema.BotAccountList, self.get(address("bots/online", query)))

    def declare_bot_account(
        self, token: str, version: str, accepts: schema.Acceptance, *, digest: str | None = None
    ) -> schema.BotAccount:
        """Become the owner of another account as a bot, before its first match; the token belongs to that account."""
        body = {"token": token, "version": version, "accepts": accepts, "digest": digest}
        return cast(schema.BotAccount, self.post(f"{API}/bot-accounts", body, key=None))

    def change_bot_account(
        self, bot_id: str, version: str, accepts: schema.Acceptance, *, digest: str | None = None
    ) -> schema.BotAccount:
        """Change what a bot account accepts; `at_once` 0 pauses it. Without `digest` it has none afterwards."""
        body = {"version": version, "accepts": accepts, "digest": digest}
        return cast(schema.BotAccount, self.send("PUT", f"{API}/bot-accounts/{bot_id}", body))

    # Games and cards

    def rulesets(self) -> schema.RulesetList:
        return cast(schema.RulesetList, self.get(f"{API}/rulesets"))

    def ruleset(self, slug: str) -> schema.RulesetDetail:
        return cast(schema.RulesetDetail, self.get(f"{API}/rulesets/{slug}"))

    def cards(self, ruleset: str, *, text: str | None = None) -> schema.CardList:
        """The newest cards of a game; with `text`, those with this text in slug, names or rules text."""
        return cast(schema.CardList, self.get(address("cards", {"ruleset": ruleset, "text": text})))

    def decks(self, *, ruleset: str | None = None, mine: bool | None = None) -> schema.DeckList:
        return cast(schema.DeckList, self.get(address("decks", {"ruleset": ruleset, "mine": mine})))

    def deck(self, deck_id: str) -> schema.Deck:
        return cast(schema.Deck, self.get(f"{API}/decks/{deck_id}"))

    def check_deck(
        self, ruleset: str, cards: Mapping[str, int], *, options: Mapping[str, Any] | None = None
    ) -> schema.DeckCheck:
        """All faults of a deck, without storing it."""
        body = {"ruleset": ruleset, "cards": dict(cards), "options": dict(options or {})}
        return cast(schema.DeckCheck, self.post(f"{API}/decks/check", body, key=None))

    def create_deck(
        self,
        ruleset: str,
        name: str,
        cards: Mapping[str, int],
        *,
        options: Mapping[str, Any] | None = None,
        visibility: DeckVisibility = "private",
    ) -> schema.Deck:
        body = {"ruleset": ruleset, "name": name, "cards": dict(cards), "visibility": visibility}
        return cast(schema.Deck, self.post(f"{API}/decks", {**body, "options": dict(options or {})}, key=None))

    def change_deck(self, deck_id: str, change: schema.PatchedDeckChange, *, version: int | None = None) -> schema.Deck:
        """Change the given fields. With `version`, only if nobody has saved the deck since (`deck_changed`)."""
        return cast(schema.Deck, self.send("PATCH", f"{API}/decks/{deck_id}", change, headers=if_match(version)))

    def delete_deck(self, deck_id: str, *, version: int | None = None) -> None:
        self.send("DELETE", f"{API}/decks/{deck_id}", headers=if_match(version))

    def deck_versions(self, deck_id: str) -> schema.DeckVersionList:
        """Every version that was saved of your deck, newest first, even if the deck is deleted."""
        return cast(schema.DeckVersionList, self.get(f"{API}/decks/{deck_id}/versions"))

    def deck_version(self, deck_id: str, number: int) -> schema.DeckVersion:
        return cast(schema.DeckVersion, self.get(f"{API}/decks/{deck_id}/versions/{number}"))

    def restore_deck_version(self, deck_id: str, number: int, *, version: int | None = None) -> schema.Deck:
        """Save an earlier version as the newest; this also restores a deleted deck. `version` as in `change_deck`."""
        path = f"{API}/decks/{deck_id}/versions/{number}/restore"
        return cast(schema.Deck, self.send("POST", path, headers=if_match(version)))

    def read_deck_list(self, ruleset: str, text: str) -> schema.ReadCards:
        """The cards of a list that is written as text, one per line, such as `3 Warrior`."""
        return cast(schema.ReadCards, self.post(f"{API}/decks/read", {"ruleset": ruleset, "text": text}, key=None))

    # Finding a match

    def matches(self, which: MatchFilter | None = None) -> schema.MatchList:
        """Matches, newest first; `{"open": True}` lists lobbies with a seat for anyone."""
        return cast(schema.MatchList, self.get(address("matches", which)))

    def challenges(self) -> schema.ChallengeList:
        """Your open challenges, sent and received."""
        return cast(schema.ChallengeList, self.get(f"{API}/challenges"))

    def challenge(self, challenge_id: str) -> schema.Challenge:
        return cast(schema.Challenge, self.get(f"{API}/challenges/{challenge_id}"))

    def post_challenge(
        self,
        opponent: str,
        ruleset: str,
        *,
        options: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        visibility: Visibility = "public",
        rated: bool = False,
        own_seat: int | None = None,
    ) -> schema.Challenge:
        """Challenge a player by name; the notice `challenge_answered` has the answer."""
        body: dict[str, Any] = {
            **{"opponent": opponent, "ruleset": ruleset, "options": dict(options or {}), "clock": clock},
            **{"visibility": visibility, "rated": rated, "own_seat": own_seat},
        }
        return cast(schema.Challenge, self.post(f"{API}/challenges", body))

    def withdraw_challenge(self, challenge_id: str) -> schema.Challenge:
        return cast(schema.Challenge, self.send("DELETE", f"{API}/challenges/{challenge_id}"))

    def accept_challenge(self, challenge_id: str) -> schema.Challenge:
        """Accept a challenge. `match` of the answer is the match that calls both players: join it."""
        return cast(schema.Challenge, self.post(f"{API}/challenges/{challenge_id}/accept", {}))

    def decline_challenge(self, challenge_id: str, reason: Declined | None = None) -> schema.Challenge:
        return cast(schema.Challenge, self.post(f"{API}/challenges/{challenge_id}/decline", {"reason": reason}))

    def offer_rematch(self, match: MatchRef) -> schema.Rematch:
        """Offer the same match again with sides exchanged. If the opponent has offered it already, this accepts."""
        return cast(schema.Rematch, self.post(f"{path_of(match)}/rematch", {}))

    def pairing_requests(self) -> schema.PairingRequestList:
        """Your pairing request, if you have one."""
        return cast(schema.PairingRequestList, self.get(f"{API}/pairing-requests"))

    def post_pairing_request(
        self,
        ruleset: str,
        clock: Clock,
        *,
        options: Mapping[str, Any] | None = None,
        rated: bool = False,
        least_rating: int | None = None,
        most_rating: int | None = None,
        deck: Deck | None = None,
    ) -> schema.PairingRequest:
        """Be paired with anyone who wants the same. Join `match` of the answer, or of the notice `called`."""
        body: dict[str, Any] = {
            **{"ruleset": ruleset, "clock": clock, "options": dict(options or {}), "rated": rated},
            **{"least_rating": least_rating, "most_rating": most_rating, "deck": deck},
        }
        return cast(schema.PairingRequest, self.post(f"{API}/pairing-requests", body))

    def withdraw_pairing_request(self, request_id: str) -> None:
        self.send("DELETE", f"{API}/pairing-requests/{request_id}")

    # Before a match

    def open_match(
        self,
        ruleset: str,
        seats: Sequence[NewSeat],
        *,
        options: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        visibility: Visibility = "public",
        rated: bool = False,
        idle_days: int | None = None,
    ) -> schema.Match:
        """Open a lobby. The match starts when every seat is ready; without a clock it closes after `idle_days`
        without activity."""
        body: dict[str, Any] = {
            **{"ruleset": ruleset, "seats": list(seats), "options": dict(options or {}), "clock": clock},
            **{"visibility": visibility, "rated": rated, **({} if idle_days is None else {"idle_days": idle_days})},
        }
        return cast(schema.Match, self.post(f"{API}/matches", body))

    def join(
        self, match: MatchRef, deck: Deck | None = None, *, entropy: str = "", seat: int | None = None
    ) -> schema.Match:
        """Take the seat that you are invited or called to, or an open one, and be ready."""
        body = {"deck": deck, "entropy": entropy, "seat": seat}
        return cast(schema.Match, self.post(f"{path_of(match)}/join", body))

    def leave(self, match: MatchRef) -> schema.Match:
        """Give up your seat before the match has started, or decline an invitation."""
        return cast(schema.Match, self.post(f"{path_of(match)}/leave", {}))

    def invitation_link(self, match: MatchRef) -> schema.InvitationLink:
        """The `code` of your lobby's invitation link; null if there is none."""
        return cast(schema.InvitationLink, self.get(f"{path_of(match)}/invitation-link"))

    def make_invitation_link(self, match: MatchRef) -> schema.InvitationLink:
        """Create a new code for your lobby; the previous one stops working."""
        return cast(schema.InvitationLink, self.post(f"{path_of(match)}/invitation-link", {}))

    def revoke_invitation_link(self, match: MatchRef) -> None:
        self.send("DELETE", f"{path_of(match)}/invitation-link")

    def match_by_code(self, code: str) -> schema.Match:
        """The lobby of an invitation link."""
        return cast(schema.Match, self.post(f"{API}/matches/by-code", {"code": code}, key=None))

    def join_by_code(
        self, code: str, deck: Deck | None = None, *, entropy: str = "", seat: int | None = None
    ) -> schema.Match:
        """Take an open seat in the lobby of an invitation link."""
        body = {"code": code, "deck": deck, "entropy": entropy, "seat": seat}
        return cast(schema.Match, self.post(f"{API}/matches/by-code/join", body))

    # During a match

    def match(self, match: MatchRef) -> schema.Match:
        return cast(schema.Match, self.get(path_of(match)))

    def presence(self, match: MatchRef) -> schema.MatchPresence:
        """Whether each player of a match is connected, and when they were last here."""
        return cast(schema.MatchPresence, self.get(f"{path_of(match)}/presence"))

    def view(self, match: MatchRef) -> schema.View:
        return cast(schema.View, self.get(f"{path_of(match)}/view"))

    def events(self, match: MatchRef, *, after: int = -1, limit: int = 500, wait: int = 0) -> schema.EventPage:
        query = f"after={after}&limit={limit}&wait={wait}"
        return cast(schema.EventPage, self.get(f"{path_of(match)}/events?{query}"))

    def legal_actions(self, match: MatchRef, *, texts: bool = False) -> schema.LegalActions:
        """Your legal actions now; with `texts`, also described in both languages."""
        include = "?include=texts" if texts else ""
        return cast(schema.LegalActions, self.get(f"{path_of(match)}/legal-actions{include}"))

    def analyse(self, match: MatchRef, action: schema.Action | None = None) -> schema.Analysis:
        """Lords of War: the attacks on every unit, and how an action would change them."""
        return cast(schema.Analysis, self.post(f"{path_of(match)}/analysis", {"action": action}, key=None))

    def scorecard(self, match: MatchRef) -> schema.MatchScorecard:
        """What a disclosed match came to, and what decided it."""
        return cast(schema.MatchScorecard, self.get(f"{path_of(match)}/scorecard"))

    def auto_passes(self, match: MatchRef) -> schema.AutoPasses:
        return cast(schema.AutoPasses, self.get(f"{path_of(match)}/auto-passes"))

    def set_auto_passes(self, match: MatchRef, auto_passes: Sequence[schema.AutoPass]) -> schema.AutoPassesSet:
        """Let the service pass at such prompts. Replaces all previous ones; an empty list removes them all."""
        body = {"auto_passes": list(auto_passes)}
        return cast(schema.AutoPassesSet, self.send("PUT", f"{path_of(match)}/auto-passes", body))

    def resign(self, match: MatchRef, note: str = "") -> schema.ActionAccepted:
        return cast(schema.ActionAccepted, self.post(f"{path_of(match)}/resign", {"note": note}))

    def abort(self, match: MatchRef, note: str = "") -> schema.AbortConsent:
        """Consent to ending the match without a winner; it ends when all have. Your own lobby closes at once."""
        return cast(schema.AbortConsent, self.post(f"{path_of(match)}/abort", {"note": note}))

    def offer_draw(self, match: MatchRef) -> schema.DrawState:
        """Offer a draw, or accept an open offer. An offer ends when it is declined or the others act."""
        return cast(schema.DrawState, self.post(f"{path_of(match)}/draw-offer", {}))

    def accept_draw(self, match: MatchRef) -> schema.DrawState:
        return cast(schema.DrawState, self.post(f"{path_of(match)}/draw-offer/accept", {}))

    def decline_draw(self, match: MatchRef) -> schema.DrawState:
        return cast(schema.DrawState, self.post(f"{path_of(match)}/draw-offer/decline", {}))

    def withdraw_draw(self, match: MatchRef) -> schema.DrawState:
        """Withdraw your draw offer, if you have one."""
        return cast(schema.DrawState, self.send("DELETE", f"{path_of(match)}/draw-offer"))

    def phrases(self, match: MatchRef) -> schema.PhraseList:
        """The phrases said at the table, in both languages."""
        return cast(schema.PhraseList, self.get(f"{path_of(match)}/phrases"))

    def say_phrase(self, match: MatchRef, phrase: Said) -> schema.Phrase:
        """Say a phrase to the others at the table; there is no free text."""
        return cast(schema.Phrase, self.post(f"{path_of(match)}/phrases", {"phrase": phrase}))

    def phrase_settings(self) -> schema.PhraseSettings:
        """Whether you have hidden all phrases."""
        return cast(schema.PhraseSettings, self.get(f"{API}/me/phrases"))

    def mute_phrases(self, muted: bool = True) -> schema.PhraseSettings:
        """Hide all phrases, or show them again."""
        return cast(schema.PhraseSettings, self.send("PUT", f"{API}/me/phrases", {"muted": muted}))

    # After a match

    def past_view(self, match: MatchRef, *, at: int | None = None) -> schema.View:
        """The view of the match after event `at`."""
        return cast(schema.View, self.get(f"{path_of(match)}/replay/view" + ("" if at is None else f"?at={at}")))

    def transcript(self, match: MatchRef, *, after: int = -1, limit: int = 100) -> schema.Transcript:
        """The events after a seq described in words, in both languages."""
        query = f"after={after}&limit={limit}"
        return cast(schema.Transcript, self.get(f"{path_of(match)}/replay/transcript?{query}"))

    def export_match(self, match: MatchRef) -> str:
        """The whole log as lines of JSON, for verification."""
        return self.text(f"{path_of(match)}/export")

    def continue_match(
        self, match: MatchRef, seq: int, *, seat: int | None = None, bot: str | None = None
    ) -> schema.Match:
        """Practise from an event of a disclosed match on, in a seat of your choice, against a bot of the service."""
        body = {"seq": seq, "seat": seat, **({} if bot is None else {"bot": bot})}
        return cast(schema.Match, self.post(f"{path_of(match)}/continuations", body))

    def notes(self, match: MatchRef) -> schema.NoteList:
        """Your own notes, and those that others have shared."""
        return cast(schema.NoteList, self.get(f"{path_of(match)}/notes"))

    def write_note(self, match: MatchRef, seq: int, text: str, *, shared: bool = False) -> schema.Note:
        """Write a note at an event, replacing your previous one there."""
        body = {"text": text, "shared": shared}
        return cast(schema.Note, self.send("PUT", f"{path_of(match)}/notes/{seq}", body))

    def delete_note(self, match: MatchRef, seq: int) -> None:
        self.send("DELETE", f"{path_of(match)}/notes/{seq}")

    def search_matches(self, which: SearchFilter | None = None) -> schema.FinishedMatchList:
        """Finished matches, the latest to end first."""
        return cast(schema.FinishedMatchList, self.get(address("search/matches", which)))

    def statistics(self, which: StatisticsFilter | None = None) -> schema.SearchStatistics:
        """Statistics of finished matches, by deck, card, seat, reason and length."""
        return cast(schema.SearchStatistics, self.get(address("search/statistics", which)))

    # Leagues

    def compare_bots(self, comparison: schema.ComparisonInput) -> schema.Comparison:
        """Find out which of two of your bot accounts is better: a private, unrated duel that a sequential test ends."""
        return cast(schema.Comparison, self.post(f"{API}/me/comparisons", comparison, key=None))

    def comparisons(self) -> schema.ComparisonList:
        """Your comparisons, newest first."""
        return cast(schema.ComparisonList, self.get(f"{API}/me/comparisons"))

    def stop_comparison(self, league: str) -> None:
        self.send("DELETE", f"{API}/me/comparisons/{league}")

    def leagues(self) -> schema.LeagueList:
        return cast(schema.LeagueList, self.get(f"{API}/leagues"))

    def league(self, league: str) -> schema.League:
        return cast(schema.League, self.get(f"{API}/leagues/{league}"))

    def league_entries(self, league: str) -> schema.LeagueEntryList:
        """The bot accounts entered for the league's next season."""
        return cast(schema.LeagueEntryList, self.get(f"{API}/leagues/{league}/entries"))

    def league_rates(self, league: str, *, season: int | None = None) -> schema.LeagueRates:
        """Results of a league's matches by options and deck; with `season`, only of that one."""
        return cast(schema.LeagueRates, self.get(address(f"leagues/{league}/rates", {"season": season})))

    def enter_league(self, league: str, deck: Deck | None = None) -> schema.LeagueEntry:
        """Enter this bot account for the next season and those after; it must accept what the league plays."""
        return cast(schema.LeagueEntry, self.post(f"{API}/leagues/{league}/entries", {"deck": deck}, key=None))

    def leave_league(self, league: str) -> None:
        self.send("DELETE", f"{API}/leagues/{league}/entries")

    def seasons(self, league: str) -> schema.SeasonList:
        """All seasons of a league, newest first, with their winners."""
        return cast(schema.SeasonList, self.get(f"{API}/leagues/{league}/seasons"))

    def scheduled_runs(self, league: str) -> schema.ScheduledRunList:
        """The results of the league's scheduled runs, newest first."""
        return cast(schema.ScheduledRunList, self.get(f"{API}/leagues/{league}/runs"))

    def season(self, league: str, number: int) -> schema.Season:
        return cast(schema.Season, self.get(f"{API}/leagues/{league}/seasons/{number}"))

    def fixtures(self, league: str, season: int) -> schema.FixtureList:
        """The matches of a season, played and to be played."""
        return cast(schema.FixtureList, self.get(f"{API}/leagues/{league}/seasons/{season}/fixtures"))

    def standings(self, league: str, season: int) -> schema.Report:
        return cast(schema.Report, self.get(f"{API}/leagues/{league}/seasons/{season}/standings"))

    def entrants(self, league: str, season: int) -> schema.EntrantList:
        return cast(schema.EntrantList, self.get(f"{API}/leagues/{league}/seasons/{season}/entrants"))

    def crosstable(self, league: str, season: int) -> schema.Crosstable:
        """The results between entrants who have met."""
        return cast(schema.Crosstable, self.get(f"{API}/leagues/{league}/seasons/{season}/crosstable"))

    def season_points(self, league: str, season: int) -> schema.PointsCourse:
        """Every entrant's points in the course of the season."""
        return cast(schema.PointsCourse, self.get(f"{API}/leagues/{league}/seasons/{season}/points"))

    def season_statistics(self, league: str, season: int, *, entrant: str | None = None) -> schema.SeasonStatistics:
        """Statistics of a season by deck, card, seat, reason and length; with `entrant`, only of their matches."""
        path = address(f"leagues/{league}/seasons/{season}/statistics", {"entrant": entrant})
        return cast(schema.SeasonStatistics, self.get(path))

    def season_faults(self, league: str, season: int) -> schema.SeasonFaultList:
        """Illegal actions, crashes and unanswered calls, by entrant."""
        return cast(schema.SeasonFaultList, self.get(f"{API}/leagues/{league}/seasons/{season}/faults"))

    def export_season(self, league: str, season: int) -> str:
        """The season and its matches as lines of JSON, for verification."""
        return self.text(f"{API}/leagues/{league}/seasons/{season}/export")

    def amendments(self, league: str, season: int) -> schema.AmendmentList:
        """The changes made to a season while it ran, oldest first."""
        return cast(schema.AmendmentList, self.get(f"{API}/leagues/{league}/seasons/{season}/amendments"))

    def season_test(self, league: str, season: int) -> schema.TestReport:
        """The test of a duel: is its first entrant better than its second?"""
        return cast(schema.TestReport, self.get(f"{API}/leagues/{league}/seasons/{season}/test"))

    # Webhooks

    def webhooks(self) -> schema.WebhookList:
        """Your webhooks, oldest first."""
        return cast(schema.WebhookList, self.get(f"{API}/me/webhooks"))

    def webhook(self, webhook_id: str) -> schema.Webhook:
        return cast(schema.Webhook, self.get(f"{API}/me/webhooks/{webhook_id}"))

    def create_webhook(self, url: str, types: Sequence[str] = ()) -> schema.CreatedWebhook:
        """Have notices and turns posted to an address, which must first answer a challenge. No `types`: all.

        `secret` of the answer signs the messages. It is shown only here.
        """
        body = {"url": url, "types": list(types)}
        return cast(schema.CreatedWebhook, self.post(f"{API}/me/webhooks", body, key=None))

    def change_webhook(self, webhook_id: str, change: schema.PatchedWebhookChange) -> schema.Webhook:
        """Change the given fields. A new address must answer a challenge before it gets messages."""
        return cast(schema.Webhook, self.send("PATCH", f"{API}/me/webhooks/{webhook_id}", change))

    def test_webhook(self, webhook_id: str) -> schema.WebhookDelivery:
        """Send a challenge, which proves a new address and enables a disabled one."""
        return cast(schema.WebhookDelivery, self.post(f"{API}/me/webhooks/{webhook_id}/test", None, key=None))

    def rotate_webhook_secret(self, webhook_id: str) -> schema.RotatedSecret:
        """Create a new secret. For 24 hours messages are signed with the former one too."""
        path = f"{API}/me/webhooks/{webhook_id}/rotate-secret"
        return cast(schema.RotatedSecret, self.post(path, None, key=None))

    def delete_webhook(self, webhook_id: str) -> None:
        self.send("DELETE", f"{API}/me/webhooks/{webhook_id}")

    def webhook_deliveries(
        self, webhook_id: str, *, status: DeliveryStatus | None = None
    ) -> schema.WebhookDeliveryList:
        """The messages to a webhook, newest first; those that failed for good are `dead`."""
        query = {"status": status}
        path = address(f"me/webhooks/{webhook_id}/deliveries", query)
        return cast(schema.WebhookDeliveryList, self.get(path))

    def redeliver(self, webhook_id: str, delivery_id: str) -> schema.WebhookDelivery:
        """Send a message once more, under the same `webhook-id`."""
        path = f"{API}/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver"
        return cast(schema.WebhookDelivery, self.post(path, None, key=None))

    # The service

    def features(self) -> schema.Features:
        """What this installation offers: versions, limits, languages."""
        return cast(schema.Features, self.get(f"{API}/features"))

    def changelog(self) -> str:
        """What has changed in each version, as Markdown."""
        return self.text("/api/changelog.md")

    # Requests: everything else in the API

    def next_page(self, page: Page) -> Page | None:
        """The next page of a list; None after the last."""
        following = page["next"]
        return None if following is None else cast(Page, self.get(str(following)))

    def get(self, path: str) -> Any:
        return self.send("GET", path)

    def post(self, path: str, body: Any, *, key: str | None = "") -> Any:
        """Send a POST request. An idempotency key makes it safe to repeat; None sends no key."""
        return self.send("POST", path, body, key=new_key() if key == "" else key)

    @abstractmethod
    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send a request until it is answered, and read the JSON."""

    @abstractmethod
    def text(self, path: str) -> str:
        """Read a text that isn't a JSON document: exports, and tables as CSV."""


def if_match(version: int | None) -> dict[str, str]:
    return {} if version is None else {"If-Match": f'"{version}"'}


def new_key() -> str:
    return uuid.uuid4().hex
