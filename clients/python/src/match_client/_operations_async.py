"""The operations of the API, one request each. `_operations_sync.py` is made of this file: `python generate.py`."""

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


class AsyncOperations(ABC):
    """All methods raise Refused if the service refuses, and ConnectionLost if it doesn't answer."""

    # The account

    async def me(self) -> schema.Account:
        return cast(schema.Account, await self.get(f"{API}/me"))

    async def set_language(self, language: Literal["en", "ja"] | None) -> schema.Account:
        """Set the language of the account's pages and mails; None: each browser's preference counts."""
        return cast(schema.Account, await self.send("PATCH", f"{API}/me", {"language": language}))

    async def tokens(self) -> schema.TokenList:
        """The tokens that can act for this account. Their secrets are shown only when they are created."""
        return cast(schema.TokenList, await self.get(f"{API}/tokens"))

    async def make_token(self, name: str, scopes: Sequence[Scope], *, days: int | None = None) -> schema.IssuedToken:
        """Create a token that may do at most what this one may; this client continues with its own."""
        body = {"name": name, "scopes": list(scopes), "days": days}
        return cast(schema.IssuedToken, await self.post(f"{API}/me/tokens", body, key=None))

    async def revoke_token(self, token_id: str) -> None:
        await self.send("DELETE", f"{API}/tokens/{token_id}")

    async def end_pause(self) -> None:
        """Be called to matches again after a pause caused by missed calls."""
        await self.send("DELETE", f"{API}/me/pause")

    async def change_password(self, password: str, new_password: str) -> None:
        """Change the password. All tokens end, also this client's: sign in again."""
        await self.post(f"{API}/me/password", {"password": password, "new_password": new_password}, key=None)

    async def sign_out_everywhere(self, password: str) -> None:
        """End all tokens, also this client's, and sign out all browsers."""
        await self.post(f"{API}/me/sign-out", {"password": password}, key=None)

    async def delete_account(self, password: str) -> None:
        """Delete the account for good. It resigns its matches and its tokens end; logs and others' results stay."""
        await self.post(f"{API}/me/deletion", {"password": password}, key=None)

    # Other players

    async def find_player(self, name: str) -> schema.Player | None:
        """The player with exactly this name; None if there is none."""
        found: schema.PlayerList = await self.get(address("players", {"name": name}))
        return next(iter(found["results"]), None)

    async def player(self, player_id: str) -> schema.Profile:
        return cast(schema.Profile, await self.get(f"{API}/players/{player_id}"))

    async def results(
        self, player_id: str, *, ruleset: str | None = None, rated: bool | None = None
    ) -> schema.ResultList:
        """The results of a player's public matches, newest first."""
        query = {"ruleset": ruleset, "rated": rated}
        return cast(schema.ResultList, await self.get(address(f"players/{player_id}/results", query)))

    async def leaderboard(self, ruleset: str) -> schema.Leaderboard:
        return cast(schema.Leaderboard, await self.get(f"{API}/leaderboards/{ruleset}"))

    async def blocked_players(self) -> schema.BlockedPlayerList:
        return cast(schema.BlockedPlayerList, await self.get(f"{API}/me/blocks"))

    async def block_player(self, player_id: str) -> None:
        """Block challenges, invitations and pairings between the two of you; `find_player` has the id of a name."""
        await self.send("PUT", f"{API}/me/blocks/{player_id}")

    async def unblock_player(self, player_id: str) -> None:
        await self.send("DELETE", f"{API}/me/blocks/{player_id}")

    # Bots

    async def bots(self) -> schema.BotList:
        """The house bots: the levels first, then the others."""
        return cast(schema.BotList, await self.get(f"{API}/bots"))

    async def bot_accounts(self, *, ruleset: str | None = None) -> schema.BotAccountList:
        return cast(schema.BotAccountList, await self.get(address("bot-accounts", {"ruleset": ruleset})))

    async def bot_account(self, bot_id: str) -> schema.BotAccount:
        """A bot account: its owner, its version, and what it accepts."""
        return cast(schema.BotAccount, await self.get(f"{API}/bot-accounts/{bot_id}"))

    async def online_bots(self, *, ruleset: str | None = None, owner: str | None = None) -> schema.BotAccountList:
        """The bot accounts that are connected now; `owner` is the name of an account."""
        query = {"ruleset": ruleset, "owner": owner}
        return cast(schema.BotAccountList, await self.get(address("bots/online", query)))

    async def declare_bot_account(
        self, token: str, version: str, accepts: schema.Acceptance, *, digest: str | None = None
    ) -> schema.BotAccount:
        """Become the owner of another account as a bot, before its first match; the token belongs to that account."""
        body = {"token": token, "version": version, "accepts": accepts, "digest": digest}
        return cast(schema.BotAccount, await self.post(f"{API}/bot-accounts", body, key=None))

    async def change_bot_account(
        self, bot_id: str, version: str, accepts: schema.Acceptance, *, digest: str | None = None
    ) -> schema.BotAccount:
        """Change what a bot account accepts; `at_once` 0 pauses it. Without `digest` it has none afterwards."""
        body = {"version": version, "accepts": accepts, "digest": digest}
        return cast(schema.BotAccount, await self.send("PUT", f"{API}/bot-accounts/{bot_id}", body))

    # Games and cards

    async def rulesets(self) -> schema.RulesetList:
        return cast(schema.RulesetList, await self.get(f"{API}/rulesets"))

    async def ruleset(self, slug: str) -> schema.RulesetDetail:
        return cast(schema.RulesetDetail, await self.get(f"{API}/rulesets/{slug}"))

    async def cards(self, ruleset: str, *, text: str | None = None) -> schema.CardList:
        """The newest cards of a game; with `text`, those with this text in slug, names or rules text."""
        return cast(schema.CardList, await self.get(address("cards", {"ruleset": ruleset, "text": text})))

    async def decks(self, *, ruleset: str | None = None, mine: bool | None = None) -> schema.DeckList:
        return cast(schema.DeckList, await self.get(address("decks", {"ruleset": ruleset, "mine": mine})))

    async def deck(self, deck_id: str) -> schema.Deck:
        return cast(schema.Deck, await self.get(f"{API}/decks/{deck_id}"))

    async def check_deck(
        self, ruleset: str, cards: Mapping[str, int], *, options: Mapping[str, Any] | None = None
    ) -> schema.DeckCheck:
        """All faults of a deck, without storing it."""
        body = {"ruleset": ruleset, "cards": dict(cards), "options": dict(options or {})}
        return cast(schema.DeckCheck, await self.post(f"{API}/decks/check", body, key=None))

    async def create_deck(
        self,
        ruleset: str,
        name: str,
        cards: Mapping[str, int],
        *,
        options: Mapping[str, Any] | None = None,
        visibility: DeckVisibility = "private",
    ) -> schema.Deck:
        body = {"ruleset": ruleset, "name": name, "cards": dict(cards), "visibility": visibility}
        return cast(schema.Deck, await self.post(f"{API}/decks", {**body, "options": dict(options or {})}, key=None))

    async def change_deck(
        self, deck_id: str, change: schema.PatchedDeckChange, *, version: int | None = None
    ) -> schema.Deck:
        """Change the given fields. With `version`, only if nobody has saved the deck since (`deck_changed`)."""
        return cast(schema.Deck, await self.send("PATCH", f"{API}/decks/{deck_id}", change, headers=if_match(version)))

    async def delete_deck(self, deck_id: str, *, version: int | None = None) -> None:
        await self.send("DELETE", f"{API}/decks/{deck_id}", headers=if_match(version))

    async def deck_versions(self, deck_id: str) -> schema.DeckVersionList:
        """Every version that was saved of your deck, newest first, even if the deck is deleted."""
        return cast(schema.DeckVersionList, await self.get(f"{API}/decks/{deck_id}/versions"))

    async def deck_version(self, deck_id: str, number: int) -> schema.DeckVersion:
        return cast(schema.DeckVersion, await self.get(f"{API}/decks/{deck_id}/versions/{number}"))

    async def restore_deck_version(self, deck_id: str, number: int, *, version: int | None = None) -> schema.Deck:
        """Save an earlier version as the newest; this also restores a deleted deck. `version` as in `change_deck`."""
        path = f"{API}/decks/{deck_id}/versions/{number}/restore"
        return cast(schema.Deck, await self.send("POST", path, headers=if_match(version)))

    async def read_deck_list(self, ruleset: str, text: str) -> schema.ReadCards:
        """The cards of a list that is written as text, one per line, such as `3 Warrior`."""
        return cast(
            schema.ReadCards, await self.post(f"{API}/decks/read", {"ruleset": ruleset, "text": text}, key=None)
        )

    # Finding a match

    async def matches(self, which: MatchFilter | None = None) -> schema.MatchList:
        """Matches, newest first; `{"open": True}` lists lobbies with a seat for anyone."""
        return cast(schema.MatchList, await self.get(address("matches", which)))

    async def challenges(self) -> schema.ChallengeList:
        """Your open challenges, sent and received."""
        return cast(schema.ChallengeList, await self.get(f"{API}/challenges"))

    async def challenge(self, challenge_id: str) -> schema.Challenge:
        return cast(schema.Challenge, await self.get(f"{API}/challenges/{challenge_id}"))

    async def post_challenge(
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
        return cast(schema.Challenge, await self.post(f"{API}/challenges", body))

    async def withdraw_challenge(self, challenge_id: str) -> schema.Challenge:
        return cast(schema.Challenge, await self.send("DELETE", f"{API}/challenges/{challenge_id}"))

    async def accept_challenge(self, challenge_id: str) -> schema.Challenge:
        """Accept a challenge. `match` of the answer is the match that calls both players: join it."""
        return cast(schema.Challenge, await self.post(f"{API}/challenges/{challenge_id}/accept", {}))

    async def decline_challenge(self, challenge_id: str, reason: Declined | None = None) -> schema.Challenge:
        return cast(schema.Challenge, await self.post(f"{API}/challenges/{challenge_id}/decline", {"reason": reason}))

    async def offer_rematch(self, match: MatchRef) -> schema.Rematch:
        """Offer the same match again with sides exchanged. If the opponent has offered it already, this accepts."""
        return cast(schema.Rematch, await self.post(f"{path_of(match)}/rematch", {}))

    async def pairing_requests(self) -> schema.PairingRequestList:
        """Your pairing request, if you have one."""
        return cast(schema.PairingRequestList, await self.get(f"{API}/pairing-requests"))

    async def post_pairing_request(
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
        return cast(schema.PairingRequest, await self.post(f"{API}/pairing-requests", body))

    async def withdraw_pairing_request(self, request_id: str) -> None:
        await self.send("DELETE", f"{API}/pairing-requests/{request_id}")

    # Before a match

    async def open_match(
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
        return cast(schema.Match, await self.post(f"{API}/matches", body))

    async def join(
        self, match: MatchRef, deck: Deck | None = None, *, entropy: str = "", seat: int | None = None
    ) -> schema.Match:
        """Take the seat that you are invited or called to, or an open one, and be ready."""
        body = {"deck": deck, "entropy": entropy, "seat": seat}
        return cast(schema.Match, await self.post(f"{path_of(match)}/join", body))

    async def leave(self, match: MatchRef) -> schema.Match:
        """Give up your seat before the match has started, or decline an invitation."""
        return cast(schema.Match, await self.post(f"{path_of(match)}/leave", {}))

    async def invitation_link(self, match: MatchRef) -> schema.InvitationLink:
        """The `code` of your lobby's invitation link; null if there is none."""
        return cast(schema.InvitationLink, await self.get(f"{path_of(match)}/invitation-link"))

    async def make_invitation_link(self, match: MatchRef) -> schema.InvitationLink:
        """Create a new code for your lobby; the previous one stops working."""
        return cast(schema.InvitationLink, await self.post(f"{path_of(match)}/invitation-link", {}))

    async def revoke_invitation_link(self, match: MatchRef) -> None:
        await self.send("DELETE", f"{path_of(match)}/invitation-link")

    async def match_by_code(self, code: str) -> schema.Match:
        """The lobby of an invitation link."""
        return cast(schema.Match, await self.post(f"{API}/matches/by-code", {"code": code}, key=None))

    async def join_by_code(
        self, code: str, deck: Deck | None = None, *, entropy: str = "", seat: int | None = None
    ) -> schema.Match:
        """Take an open seat in the lobby of an invitation link."""
        body = {"code": code, "deck": deck, "entropy": entropy, "seat": seat}
        return cast(schema.Match, await self.post(f"{API}/matches/by-code/join", body))

    # During a match

    async def match(self, match: MatchRef) -> schema.Match:
        return cast(schema.Match, await self.get(path_of(match)))

    async def presence(self, match: MatchRef) -> schema.MatchPresence:
        """Whether each player of a match is connected, and when they were last here."""
        return cast(schema.MatchPresence, await self.get(f"{path_of(match)}/presence"))

    async def view(self, match: MatchRef) -> schema.View:
        return cast(schema.View, await self.get(f"{path_of(match)}/view"))

    async def events(self, match: MatchRef, *, after: int = -1, limit: int = 500, wait: int = 0) -> schema.EventPage:
        query = f"after={after}&limit={limit}&wait={wait}"
        return cast(schema.EventPage, await self.get(f"{path_of(match)}/events?{query}"))

    async def legal_actions(self, match: MatchRef, *, texts: bool = False) -> schema.LegalActions:
        """Your legal actions now; with `texts`, also described in both languages."""
        include = "?include=texts" if texts else ""
        return cast(schema.LegalActions, await self.get(f"{path_of(match)}/legal-actions{include}"))

    async def analyse(self, match: MatchRef, action: schema.Action | None = None) -> schema.Analysis:
        """Lords of War: the attacks on every unit, and how an action would change them."""
        return cast(schema.Analysis, await self.post(f"{path_of(match)}/analysis", {"action": action}, key=None))

    async def scorecard(self, match: MatchRef) -> schema.MatchScorecard:
        """What a disclosed match came to, and what decided it."""
        return cast(schema.MatchScorecard, await self.get(f"{path_of(match)}/scorecard"))

    async def auto_passes(self, match: MatchRef) -> schema.AutoPasses:
        return cast(schema.AutoPasses, await self.get(f"{path_of(match)}/auto-passes"))

    async def set_auto_passes(self, match: MatchRef, auto_passes: Sequence[schema.AutoPass]) -> schema.AutoPassesSet:
        """Let the service pass at such prompts. Replaces all previous ones; an empty list removes them all."""
        body = {"auto_passes": list(auto_passes)}
        return cast(schema.AutoPassesSet, await self.send("PUT", f"{path_of(match)}/auto-passes", body))

    async def resign(self, match: MatchRef, note: str = "") -> schema.ActionAccepted:
        return cast(schema.ActionAccepted, await self.post(f"{path_of(match)}/resign", {"note": note}))

    async def abort(self, match: MatchRef, note: str = "") -> schema.AbortConsent:
        """Consent to ending the match without a winner; it ends when all have. Your own lobby closes at once."""
        return cast(schema.AbortConsent, await self.post(f"{path_of(match)}/abort", {"note": note}))

    async def offer_draw(self, match: MatchRef) -> schema.DrawState:
        """Offer a draw, or accept an open offer. An offer ends when it is declined or the others act."""
        return cast(schema.DrawState, await self.post(f"{path_of(match)}/draw-offer", {}))

    async def accept_draw(self, match: MatchRef) -> schema.DrawState:
        return cast(schema.DrawState, await self.post(f"{path_of(match)}/draw-offer/accept", {}))

    async def decline_draw(self, match: MatchRef) -> schema.DrawState:
        return cast(schema.DrawState, await self.post(f"{path_of(match)}/draw-offer/decline", {}))

    async def withdraw_draw(self, match: MatchRef) -> schema.DrawState:
        """Withdraw your draw offer, if you have one."""
        return cast(schema.DrawState, await self.send("DELETE", f"{path_of(match)}/draw-offer"))

    async def phrases(self, match: MatchRef) -> schema.PhraseList:
        """The phrases said at the table, in both languages."""
        return cast(schema.PhraseList, await self.get(f"{path_of(match)}/phrases"))

    async def say_phrase(self, match: MatchRef, phrase: Said) -> schema.Phrase:
        """Say a phrase to the others at the table; there is no free text."""
        return cast(schema.Phrase, await self.post(f"{path_of(match)}/phrases", {"phrase": phrase}))

    async def phrase_settings(self) -> schema.PhraseSettings:
        """Whether you have hidden all phrases."""
        return cast(schema.PhraseSettings, await self.get(f"{API}/me/phrases"))

    async def mute_phrases(self, muted: bool = True) -> schema.PhraseSettings:
        """Hide all phrases, or show them again."""
        return cast(schema.PhraseSettings, await self.send("PUT", f"{API}/me/phrases", {"muted": muted}))

    # After a match

    async def past_view(self, match: MatchRef, *, at: int | None = None) -> schema.View:
        """The view of the match after event `at`."""
        return cast(schema.View, await self.get(f"{path_of(match)}/replay/view" + ("" if at is None else f"?at={at}")))

    async def transcript(self, match: MatchRef, *, after: int = -1, limit: int = 100) -> schema.Transcript:
        """The events after a seq described in words, in both languages."""
        query = f"after={after}&limit={limit}"
        return cast(schema.Transcript, await self.get(f"{path_of(match)}/replay/transcript?{query}"))

    async def export_match(self, match: MatchRef) -> str:
        """The whole log as lines of JSON, for verification."""
        return await self.text(f"{path_of(match)}/export")

    async def continue_match(
        self, match: MatchRef, seq: int, *, seat: int | None = None, bot: str | None = None
    ) -> schema.Match:
        """Practise from an event of a disclosed match on, in a seat of your choice, against a bot of the service."""
        body = {"seq": seq, "seat": seat, **({} if bot is None else {"bot": bot})}
        return cast(schema.Match, await self.post(f"{path_of(match)}/continuations", body))

    async def notes(self, match: MatchRef) -> schema.NoteList:
        """Your own notes, and those that others have shared."""
        return cast(schema.NoteList, await self.get(f"{path_of(match)}/notes"))

    async def write_note(self, match: MatchRef, seq: int, text: str, *, shared: bool = False) -> schema.Note:
        """Write a note at an event, replacing your previous one there."""
        body = {"text": text, "shared": shared}
        return cast(schema.Note, await self.send("PUT", f"{path_of(match)}/notes/{seq}", body))

    async def delete_note(self, match: MatchRef, seq: int) -> None:
        await self.send("DELETE", f"{path_of(match)}/notes/{seq}")

    async def search_matches(self, which: SearchFilter | None = None) -> schema.FinishedMatchList:
        """Finished matches, the latest to end first."""
        return cast(schema.FinishedMatchList, await self.get(address("search/matches", which)))

    async def statistics(self, which: StatisticsFilter | None = None) -> schema.SearchStatistics:
        """Statistics of finished matches, by deck, card, seat, reason and length."""
        return cast(schema.SearchStatistics, await self.get(address("search/statistics", which)))

    # Leagues

    async def compare_bots(self, comparison: schema.ComparisonInput) -> schema.Comparison:
        """Find out which of two of your bot accounts is better: a private, unrated duel that a sequential test ends."""
        return cast(schema.Comparison, await self.post(f"{API}/me/comparisons", comparison, key=None))

    async def comparisons(self) -> schema.ComparisonList:
        """Your comparisons, newest first."""
        return cast(schema.ComparisonList, await self.get(f"{API}/me/comparisons"))

    async def stop_comparison(self, league: str) -> None:
        await self.send("DELETE", f"{API}/me/comparisons/{league}")

    async def leagues(self) -> schema.LeagueList:
        return cast(schema.LeagueList, await self.get(f"{API}/leagues"))

    async def league(self, league: str) -> schema.League:
        return cast(schema.League, await self.get(f"{API}/leagues/{league}"))

    async def league_entries(self, league: str) -> schema.LeagueEntryList:
        """The bot accounts entered for the league's next season."""
        return cast(schema.LeagueEntryList, await self.get(f"{API}/leagues/{league}/entries"))

    async def league_rates(self, league: str, *, season: int | None = None) -> schema.LeagueRates:
        """Results of a league's matches by options and deck; with `season`, only of that one."""
        return cast(schema.LeagueRates, await self.get(address(f"leagues/{league}/rates", {"season": season})))

    async def enter_league(self, league: str, deck: Deck | None = None) -> schema.LeagueEntry:
        """Enter this bot account for the next season and those after; it must accept what the league plays."""
        return cast(schema.LeagueEntry, await self.post(f"{API}/leagues/{league}/entries", {"deck": deck}, key=None))

    async def leave_league(self, league: str) -> None:
        await self.send("DELETE", f"{API}/leagues/{league}/entries")

    async def seasons(self, league: str) -> schema.SeasonList:
        """All seasons of a league, newest first, with their winners."""
        return cast(schema.SeasonList, await self.get(f"{API}/leagues/{league}/seasons"))

    async def scheduled_runs(self, league: str) -> schema.ScheduledRunList:
        """The results of the league's scheduled runs, newest first."""
        return cast(schema.ScheduledRunList, await self.get(f"{API}/leagues/{league}/runs"))

    async def season(self, league: str, number: int) -> schema.Season:
        return cast(schema.Season, await self.get(f"{API}/leagues/{league}/seasons/{number}"))

    async def fixtures(self, league: str, season: int) -> schema.FixtureList:
        """The matches of a season, played and to be played."""
        return cast(schema.FixtureList, await self.get(f"{API}/leagues/{league}/seasons/{season}/fixtures"))

    async def standings(self, league: str, season: int) -> schema.Report:
        return cast(schema.Report, await self.get(f"{API}/leagues/{league}/seasons/{season}/standings"))

    async def entrants(self, league: str, season: int) -> schema.EntrantList:
        return cast(schema.EntrantList, await self.get(f"{API}/leagues/{league}/seasons/{season}/entrants"))

    async def crosstable(self, league: str, season: int) -> schema.Crosstable:
        """The results between entrants who have met."""
        return cast(schema.Crosstable, await self.get(f"{API}/leagues/{league}/seasons/{season}/crosstable"))

    async def season_points(self, league: str, season: int) -> schema.PointsCourse:
        """Every entrant's points in the course of the season."""
        return cast(schema.PointsCourse, await self.get(f"{API}/leagues/{league}/seasons/{season}/points"))

    async def season_statistics(
        self, league: str, season: int, *, entrant: str | None = None
    ) -> schema.SeasonStatistics:
        """Statistics of a season by deck, card, seat, reason and length; with `entrant`, only of their matches."""
        path = address(f"leagues/{league}/seasons/{season}/statistics", {"entrant": entrant})
        return cast(schema.SeasonStatistics, await self.get(path))

    async def season_faults(self, league: str, season: int) -> schema.SeasonFaultList:
        """Illegal actions, crashes and unanswered calls, by entrant."""
        return cast(schema.SeasonFaultList, await self.get(f"{API}/leagues/{league}/seasons/{season}/faults"))

    async def export_season(self, league: str, season: int) -> str:
        """The season and its matches as lines of JSON, for verification."""
        return await self.text(f"{API}/leagues/{league}/seasons/{season}/export")

    async def amendments(self, league: str, season: int) -> schema.AmendmentList:
        """The changes made to a season while it ran, oldest first."""
        return cast(schema.AmendmentList, await self.get(f"{API}/leagues/{league}/seasons/{season}/amendments"))

    async def season_test(self, league: str, season: int) -> schema.TestReport:
        """The test of a duel: is its first entrant better than its second?"""
        return cast(schema.TestReport, await self.get(f"{API}/leagues/{league}/seasons/{season}/test"))

    # Webhooks

    async def webhooks(self) -> schema.WebhookList:
        """Your webhooks, oldest first."""
        return cast(schema.WebhookList, await self.get(f"{API}/me/webhooks"))

    async def webhook(self, webhook_id: str) -> schema.Webhook:
        return cast(schema.Webhook, await self.get(f"{API}/me/webhooks/{webhook_id}"))

    async def create_webhook(self, url: str, types: Sequence[str] = ()) -> schema.CreatedWebhook:
        """Have notices and turns posted to an address, which must first answer a challenge. No `types`: all.

        `secret` of the answer signs the messages. It is shown only here.
        """
        body = {"url": url, "types": list(types)}
        return cast(schema.CreatedWebhook, await self.post(f"{API}/me/webhooks", body, key=None))

    async def change_webhook(self, webhook_id: str, change: schema.PatchedWebhookChange) -> schema.Webhook:
        """Change the given fields. A new address must answer a challenge before it gets messages."""
        return cast(schema.Webhook, await self.send("PATCH", f"{API}/me/webhooks/{webhook_id}", change))

    async def test_webhook(self, webhook_id: str) -> schema.WebhookDelivery:
        """Send a challenge, which proves a new address and enables a disabled one."""
        return cast(schema.WebhookDelivery, await self.post(f"{API}/me/webhooks/{webhook_id}/test", None, key=None))

    async def rotate_webhook_secret(self, webhook_id: str) -> schema.RotatedSecret:
        """Create a new secret. For 24 hours messages are signed with the former one too."""
        path = f"{API}/me/webhooks/{webhook_id}/rotate-secret"
        return cast(schema.RotatedSecret, await self.post(path, None, key=None))

    async def delete_webhook(self, webhook_id: str) -> None:
        await self.send("DELETE", f"{API}/me/webhooks/{webhook_id}")

    async def webhook_deliveries(
        self, webhook_id: str, *, status: DeliveryStatus | None = None
    ) -> schema.WebhookDeliveryList:
        """The messages to a webhook, newest first; those that failed for good are `dead`."""
        query = {"status": status}
        path = address(f"me/webhooks/{webhook_id}/deliveries", query)
        return cast(schema.WebhookDeliveryList, await self.get(path))

    async def redeliver(self, webhook_id: str, delivery_id: str) -> schema.WebhookDelivery:
        """Send a message once more, under the same `webhook-id`."""
        path = f"{API}/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver"
        return cast(schema.WebhookDelivery, await self.post(path, None, key=None))

    # The service

    async def features(self) -> schema.Features:
        """What this installation offers: versions, limits, languages."""
        return cast(schema.Features, await self.get(f"{API}/features"))

    async def changelog(self) -> str:
        """What has changed in each version, as Markdown."""
        return await self.text("/api/changelog.md")

    # Requests: everything else in the API

    async def next_page(self, page: Page) -> Page | None:
        """The next page of a list; None after the last."""
        following = page["next"]
        return None if following is None else cast(Page, await self.get(str(following)))

    async def get(self, path: str) -> Any:
        return await self.send("GET", path)

    async def post(self, path: str, body: Any, *, key: str | None = "") -> Any:
        """Send a POST request. An idempotency key makes it safe to repeat; None sends no key."""
        return await self.send("POST", path, body, key=new_key() if key == "" else key)

    @abstractmethod
    async def send(
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
    async def text(self, path: str) -> str:
        """Read a text that isn't a JSON document: exports, and tables as CSV."""


def if_match(version: int | None) -> dict[str, str]:
    return {} if version is None else {"If-Match": f'"{version}"'}


def new_key() -> str:
    return uuid.uuid4().hex
