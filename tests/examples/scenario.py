"""A scenario with every operation of the API, and the important refusals, as some players would get them.

Ann and Ben play all five games, Cyd watches, and Olga runs leagues. The requests sent here are the examples of the API
reference.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import override_settings

from common.concurrency_limits import ConcurrencyLimit
from common.http.limits import buckets
from decks.importing.working import work_on_import
from decks.models import Deck
from decks.starters import publish_starter_decks
from leagues.services.leagues import sweep
from leagues.services.playing import play_deals
from matches.log.database_clock import read_database_clock
from matches.log.sql import load_match
from matches.models import CallRecord, Match
from matches.search.terms import sweep_search_terms
from matches.services.ratings import fold_ratings
from matches.webhooks.filling import fill
from matches.webhooks.models import Webhook, WebhookDelivery
from players.models import Player, Rating
from players.ratings import SURE_SIGMA
from replay.daily_roots.publishing import publish_root
from rules.engine import legal_actions, seats_to_act
from rules.registry import slugs
from tests.examples.frozen import frozen_world
from tests.examples.recording import Recorder
from tests.matches.conftest import move

Json = Any
PASSWORD = "a quiet rook 7"
ABSENT = "0190a000-0000-7000-8000-000000000000"
FISCHER = {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}
DAYS = {"type": "correspondence", "days": 3}
DECKS = {
    "battle_line": (None, None),
    "blackpoker": ("full54", "full54"),
    "invaders": ("japan-starter", "usa-starter"),
    "invictus": ("kingdom-standard", "sengoku-standard"),
    "lords_of_war": ("templars-core", "undead-core"),
}
ANALYSED = ("battle_line", "lords_of_war")
"""A game without an analysis, and the game with one."""
DAY = 86_400
BOTS = ("robo", "gizmo", "bob", "jeeves")


def record() -> Json:
    """Record all examples. All changes in the database are undone."""
    buckets.cache_clear()
    with frozen_world() as world, _undone():
        recorder = Recorder(world)
        for part in (
            accounts,
            rulesets,
            games,
            decks,
            lobbies,
            matches,
            over,
            challenges,
            bots,
            leagues,
            comparisons,
            webhooks,
            deck_imports,
            goodbye,
        ):
            part(recorder)
        return recorder.recorded()


@contextmanager
def _undone() -> Iterator[None]:
    with transaction.atomic():
        Deck.objects.all().delete()
        publish_starter_decks()
        yield
        transaction.set_rollback(True)


def accounts(api: Recorder) -> None:
    for name in ("ann", "ben", "cyd", "dan", "eve", "olga", *BOTS):
        named = "example" if name == "ann" else ""
        api.ask("", "sign_up", {"username": name, "password": PASSWORD}, named=named)
        body = {"username": name, "password": PASSWORD, "name": "my laptop"}
        api.tokens[name] = api.ask("", "sign_in", body, named=named)["token"]
        api.ids[name] = api.ask(name, "read_me", named=named)["id"]
    Player.objects.get(username="olga").groups.set(Group.objects.filter(name__in=("League operators", "Deck managers")))
    made = api.ask("ann", "create_token", {"name": "my bot", "scopes": ["read", "play"], "days": 20})
    api.tokens["reader"] = api.ask("ann", "create_token", {"name": "to look", "scopes": ["read"]}, named="")["token"]
    api.ask("ann", "list_tokens")
    api.ask("ann", "revoke_token", token_id=made["id"])
    api.ask("ann", "find_players", query="?name=ben")

    api.ask("", "sign_up", {"username": "ann", "password": PASSWORD}, refused="name_taken")
    api.ask("", "sign_up", {"username": "fay", "password": PASSWORD, "age": 7}, refused="malformed_request")
    api.ask("", "sign_in", {"username": "ann", "password": "a noisy rook 7"}, refused="wrong_credentials")
    api.ask("", "read_me", refused="not_signed_in")
    api.ask("ben", "change_account", {"language": "ja"})
    api.ask("reader", "create_token", {"name": "to play", "scopes": ["play"]}, refused="beyond_token")
    api.ask("reader", "post_challenge", {"opponent": "ben", "ruleset": "invictus"}, refused="scope_missing")
    with patch("players.tokens.MOST_TOKENS", 2):
        api.ask("ann", "create_token", {"name": "one more", "scopes": ["read"]}, refused="too_many_tokens")
    with override_settings(THROTTLES={**settings.THROTTLES, "default": (1, 60)}):
        api.ask("dan", "read_me", named="")
        api.ask("dan", "read_me", refused="too_fast")
    api.ask("ann", "read_player", refused="not_found", player_id=ABSENT)
    api.ask("", "sign_up", b"{" + b" " * settings.DATA_UPLOAD_MAX_MEMORY_SIZE, refused="too_large")
    api.ask("ann", "read_me", refused="method_not_allowed", method="PUT")


def rulesets(api: Recorder) -> None:
    api.ask("", "list_rulesets")
    api.ask("", "list_bots")
    api.ask("", "read_features")
    for slug in slugs():
        api.ask("", "read_ruleset", named=slug, slug=slug)
        api.ask("", "list_cards", named=slug, query=f"?ruleset={slug}&limit=1")
    api.ask("", "read_ruleset", refused="unknown_ruleset", slug="chess")


def games(api: Recorder) -> None:
    """Ann and Ben play each game for a while. The examples are from the last action."""
    seats = [{"kind": "me", "ready": True}, {"kind": "bot", "bot": "greedy"}]
    body = {"ruleset": "battle_line", "seats": seats, "clock": FISCHER}
    api.ask("ann", "open_match", body, named="against_a_bot")
    for slug in slugs():
        first, second = ({} if deck is None else {"deck": deck} for deck in DECKS[slug])
        seats = [{"kind": "me", "ready": True, **first}, {"kind": "invited", "player": "ben"}]
        match = api.ask("ann", "open_match", {"ruleset": slug, "seats": seats}, named=slug)["id"]
        api.ids[slug] = match
        joining = "with_a_deck" if slug == "invictus" else ""
        api.ask("ben", "join_match", {**second, "entropy": "I like dice"}, named=joining, match_id=match)
        _play(api, slug)
        api.ask("ann", "read_view", named=slug, match_id=match)
        api.ask("ann", "list_events", named=slug, query="?limit=2", match_id=match)
        api.ask("", "read_transcript", named=slug, query="?after=12", match_id=match)


def _play(api: Recorder, slug: str) -> None:
    """Take random legal actions until there is a real choice. Record the action with the most content."""
    chooser, match = random.Random(slug), api.ids[slug]
    for _ in range(13):
        move(Match.objects.get(pk=match), chooser)
    while len(_actions(match)) < 3:
        move(Match.objects.get(pk=match), chooser)
    asked, _ = _asked(match)
    found = api.ask(asked, "list_legal_actions", named=slug, match_id=match)
    action = max((choice["action"] for choice in found["legal_actions"]), key=lambda said: len(str(said)))
    if slug in ANALYSED:
        api.ask(asked, "analyse_match", {"action": action}, named=slug, match_id=match)
    api.ask(asked, "take_action", {"version": found["version"], "action": action}, named=slug, match_id=match)


def _actions(match: str) -> list[Any]:
    table = load_match(UUID(match)).position.table
    return legal_actions(table, seats_to_act(table)[0])


def decks(api: Recorder) -> None:
    body = {"ruleset": "invictus", "name": "Castle", "cards": {"king-1": 1, "archer": 4}, "note": "Too slow?"}
    deck = api.ask("ann", "create_deck", body)["id"]
    api.ask("ann", "change_deck", {"name": "Fortress"}, deck_id=deck)
    api.ask("ann", "read_deck", deck_id=deck)
    api.ask("ann", "list_decks", query="?mine=true")
    api.ask("ann", "list_deck_versions", deck_id=deck)
    api.ask("ann", "read_deck_version", deck_id=deck, number=1)
    api.ask("ann", "restore_deck_version", deck_id=deck, number=1)
    small = {"ruleset": "blackpoker", "options": {"frame": "entry20"}, "cards": {"spade-a": 1, "heart-k": 2}}
    api.ask("", "check_deck", small)
    api.ask("", "read_deck_list", {"ruleset": "invictus", "text": "1 King I\n4x Archer\nプリースト x3"})
    seen = {"If-Match": '"1"'}
    api.ask("ann", "change_deck", {"note": "Too slow."}, refused="deck_changed", headers=seen, deck_id=deck)
    api.ask("ann", "delete_deck", deck_id=deck)


def lobbies(api: Recorder) -> None:
    seats = [{"kind": "me", "ready": True}, {"kind": "open"}]
    body = {"ruleset": "battle_line", "seats": seats, "clock": FISCHER, "visibility": "private"}
    match = api.ask("ann", "open_match", body, named="private")["id"]
    code = api.ask("ann", "make_invitation_link", {}, match_id=match)
    api.ask("ann", "read_invitation_link", match_id=match)
    api.ask("ben", "find_match_by_code", code)
    api.ask("ann", "join_match", {}, refused="already_seated", match_id=match)
    api.ask("ann", "list_legal_actions", refused="match_not_started", match_id=match)
    api.ask("cyd", "read_match", refused="not_found", match_id=match)
    api.ask("ben", "join_match_by_code", code)
    api.ask("ann", "make_invitation_link", {}, refused="match_started", match_id=match)
    api.ask("ben", "list_matches", query="?mine=true&my_turn=false&limit=1")

    body = {**body, "seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "public"}
    with override_settings(MOST_LOBBIES=0):
        api.ask("ann", "open_match", body, refused="too_many_matches")
    other = api.ask("ann", "open_match", body, named="")["id"]
    api.ask("ann", "make_invitation_link", {}, named="", match_id=other)
    api.ask("ann", "revoke_invitation_link", match_id=other)
    api.ask("ben", "join_match", {"seat": 0}, refused="seat_taken", match_id=other)
    api.ask("ben", "join_match", {"entropy": "I like dice"}, match_id=other)
    api.ask("ann", "read_match", match_id=other)


def matches(api: Recorder) -> None:
    """Everything players do besides acting, and what they may not do. In the end each match ends in a different way."""
    match = api.ids["battle_line"]
    asked, other = _asked(match)
    version = load_match(UUID(match)).position.seq
    move = {
        "version": version,
        "action": api.ask(asked, "list_legal_actions", named="", match_id=match)["legal_actions"][0]["action"],
    }
    api.ask(asked, "read_presence", match_id=match)
    api.ask(other, "take_action", move, refused="not_asked", match_id=match)
    api.ask("cyd", "take_action", move, refused="not_your_seat", match_id=match)
    api.ask(asked, "take_action", {**move, "version": version - 1}, refused="stale_version", match_id=match)
    api.ask(asked, "take_action", {**move, "version": version + 9}, refused="unknown_version", match_id=match)
    api.ask(asked, "take_action", {**move, "action": {"type": "pass"}}, refused="illegal_action", match_id=match)
    api.ask(asked, "take_action", {**move, "action": {"type": "castle"}}, refused="malformed_action", match_id=match)
    api.ask("", "export_match", query="?as=audit", refused="match_not_over", match_id=match)

    api.ask("ann", "say_phrase", {"phrase": "good_luck"}, match_id=match)
    api.ask("ben", "list_phrases", match_id=match)
    with patch("matches.services.phrases.MOST_PHRASES", 1):
        api.ask("ann", "say_phrase", {"phrase": "hello"}, refused="too_many_phrases", match_id=match)
    api.ask("ben", "set_phrase_settings", {"muted": True})
    api.ask("ben", "read_phrase_settings")
    api.ask("ann", "write_note", {"text": "Here I should have held the pass."}, match_id=match, seq=3)
    api.ask("ann", "list_notes", match_id=match)
    with patch("matches.services.notes.MOST_NOTES", 1):
        api.ask("ann", "write_note", {"text": "And here."}, refused="too_many_notes", match_id=match, seq=4)
    api.ask("ann", "delete_note", match_id=match, seq=3)
    wishes = {"auto_passes": [{"kind": "respond", "until": "turn_started"}]}
    api.ask("ann", "set_auto_passes", wishes, match_id=api.ids["blackpoker"])
    api.ask("ann", "read_auto_passes", match_id=api.ids["blackpoker"])

    api.ask("ben", "accept_draw", {}, refused="no_draw_offered", match_id=match)
    api.ask("ann", "offer_draw", {}, match_id=match)
    api.ask("ann", "offer_draw", {}, refused="draw_offered_already", match_id=match)
    api.ask("ben", "decline_draw", {}, match_id=match)
    api.ask("ben", "offer_draw", {}, named="", match_id=match)
    api.ask("ann", "accept_draw", {}, match_id=match)
    api.ask("ann", "offer_draw", {}, named="", match_id=api.ids["invaders"])
    api.ask("ann", "withdraw_draw", match_id=api.ids["invaders"])
    api.ask("ann", "abort_match", {"note": "My train leaves."}, match_id=api.ids["invaders"])
    api.ask("ben", "abort_match", {}, named="", match_id=api.ids["invaders"])
    api.ask("", "list_events", query="?as=audit", refused="not_disclosed", match_id=api.ids["invaders"])
    key = {"Idempotency-Key": "resign-1"}
    won = api.ids["invictus"]
    api.ask("ben", "resign", {"note": "Well played."}, headers=key, match_id=won)
    api.ask("ben", "resign", {"note": "Well done."}, headers=key, refused="key_reused", match_id=won)
    api.ask("ben", "resign", {}, refused="match_over", match_id=won)
    api.ask("", "read_inclusion", refused="no_root_yet", match_id=won)


def _asked(match: str) -> tuple[str, str]:
    seat = seats_to_act(load_match(UUID(match)).position.table)[0]
    return ("ann", "ben")[seat], ("ben", "ann")[seat]


def over(api: Recorder) -> None:
    """Look back at the matches on the next day."""
    api.world.step("the next day", DAY)
    sweep_search_terms()
    publish_root()
    won = api.ids["invictus"]
    last = api.ask("", "read_match", named="over", match_id=won)["version"]
    with transaction.atomic():
        Match.objects.filter(pk=won).update(clock={"type": "bogus"})
        api.ask("", "read_match", refused="match_damaged", match_id=won)
        transaction.set_rollback(True)
    api.ask("", "read_past_view", query="?at=9&as=seat-1", match_id=won)
    api.ask("", "export_match", query="?as=audit", match_id=won)
    api.ask("", "read_inclusion", match_id=won)
    api.ask("", "list_roots")
    api.ask("", "read_root", which="latest")
    api.ask("", "list_root_keys")
    api.ask("ann", "search_matches", query="?player=ann&limit=1")
    api.ask("ann", "read_statistics", query="?ruleset=invictus")
    api.ask("ann", "read_statistics", query="?ruleset=invictus&format=csv")
    api.ask("ann", "export_matches", query="?ruleset=invictus")
    practice = api.ask("ann", "continue_match", {"seq": 12, "seat": 0, "bot": "greedy"}, match_id=won)["id"]
    api.ask("ann", "resign", {}, named="", match_id=practice)
    api.ask("ann", "offer_rematch", {}, refused="no_rematch", match_id=practice)
    api.ask("ann", "continue_match", {"seq": last}, refused="nothing_to_continue", match_id=won)
    api.ask("ann", "continue_match", {"seq": 99}, refused="unknown_version", match_id=won)
    with patch("matches.services.continuations.MOST_LINKS", 0):
        api.ask("ann", "continue_match", {"seq": 12}, refused="continued_too_often", match_id=won)
    lines = api.ask("", "export_match", named="", query="?as=audit", match_id=won).encode()
    api.ask("cyd", "import_match", lines)
    api.ask("cyd", "import_match", lines)
    api.ask("cyd", "import_match", lines.replace(b"Well played.", b"Well, well."), refused="not_verified")
    with patch("replay.api.files_at_once", ConcurrencyLimit(0)):
        api.ask("cyd", "import_match", lines, refused="too_many_transfers")


def challenges(api: Recorder) -> None:
    body = {"opponent": "ben", "ruleset": "battle_line", "clock": FISCHER, "rated": True}
    asked = api.ask("ann", "post_challenge", body)["id"]
    api.ask("ann", "post_challenge", body, refused="already_challenged")
    api.ask("ben", "read_challenge", challenge_id=asked)
    api.ask("ben", "list_challenges")
    api.ask("ben", "withdraw_challenge", refused="not_your_challenge", challenge_id=asked)
    match = api.ask("ben", "accept_challenge", {}, challenge_id=asked)["match"]
    api.ask("ann", "withdraw_challenge", refused="challenge_over", challenge_id=asked)
    api.ask("ben", "leave_match", {}, match_id=match)
    slow = {"opponent": "ben", "ruleset": "battle_line", "clock": DAYS}
    asked = api.ask("ann", "post_challenge", slow, named="")["id"]
    with patch("matches.services.challenges.MOST_OPEN_CHALLENGES", 1):
        api.ask("ann", "post_challenge", {**body, "opponent": "dan"}, refused="too_many_challenges")
    api.ask("ben", "decline_challenge", {"reason": "later"}, challenge_id=asked)
    asked = api.ask("ann", "post_challenge", {**body, "opponent": "cyd"}, named="")["id"]
    api.ask("ann", "withdraw_challenge", challenge_id=asked)
    api.ask("ann", "post_challenge", {**body, "opponent": "ann"}, refused="player_unavailable")
    api.ask("ann", "post_challenge", {**body, "visibility": "private"}, refused="bad_setup")
    api.ask("ann", "offer_rematch", {}, match_id=api.ids["invictus"])
    api.ask("ann", "offer_rematch", {}, refused="match_not_over", match_id=api.ids["blackpoker"])

    wanted = {"ruleset": "battle_line", "clock": FISCHER, "rated": True}
    waiting = api.ask("ann", "post_pairing_request", wanted)["id"]
    api.ask("ann", "post_pairing_request", wanted, refused="already_waiting")
    api.ask("ann", "list_pairing_requests")
    api.ask("ann", "withdraw_pairing_request", request_id=waiting)
    api.ask("ann", "post_pairing_request", wanted, named="")
    match = api.ask("ben", "post_pairing_request", wanted, named="paired")["match"]
    for name in ("ann", "ben"):
        api.ask(name, "join_match", {}, named="", match_id=match)
    api.ask("ben", "resign", {}, named="", match_id=match)
    fold_ratings()
    for name in ("ann", "ben"):
        match = api.ask(name, "post_pairing_request", wanted, named="")["match"]
    api.world.step("too late", DAY)
    api.ask("ann", "join_match", {}, refused="call_missed", match_id=match)
    CallRecord.objects.create(
        player=Player.objects.get(username="dan"), paused_until=api.world.now + timedelta(hours=1)
    )
    api.ask("dan", "post_pairing_request", wanted, refused="account_paused")
    api.ask("dan", "end_pause", refused="pause_too_new")
    CallRecord.objects.update(paused_until=api.world.now + timedelta(minutes=40))
    api.ask("dan", "end_pause")
    api.ask("", "read_player", player_id=api.ids["ann"])
    api.ask("", "list_results", player_id=api.ids["ann"])
    Rating.objects.update(sigma=SURE_SIGMA)
    api.ask("", "read_leaderboard", ruleset="battle_line")

    api.ask("ann", "block_player", player_id=api.ids["dan"])
    api.ask("ann", "list_blocks")
    with patch("matches.services.blocks.MOST_BLOCKED", 1):
        api.ask("ann", "block_player", refused="too_many_blocks", player_id=api.ids["eve"])
    api.ask("ann", "block_player", refused="not_allowed", player_id=api.ids["ann"])
    api.ask("ann", "unblock_player", player_id=api.ids["dan"])
    for accept in ("text/event-stream", "application/x-ndjson"):
        api.ask("ann", "stream_account", headers={"Accept": accept}, query="?after=0")
        api.ask("ann", "stream_events", headers={"Accept": accept}, query="?after=12", match_id=api.ids["blackpoker"])


def bots(api: Recorder) -> None:
    accepts = {
        "rulesets": [{"ruleset": "battle_line", "options": {"tactics": [True]}}],
        "clocks": [{"type": "fischer", "least_initial_seconds": 60}],
        "at_once": 4,
        "from": ["people", "bots"],
    }
    body = {"token": api.tokens["robo"], "version": "1.0", "accepts": accepts}
    api.ask("ben", "declare_bot_account", {**body, "token": api.tokens["ann"]}, refused="has_played")
    api.ask("ben", "declare_bot_account", {**body, "token": "match_0"}, refused="wrong_bot_token")
    robot = api.ask("ann", "declare_bot_account", body)["id"]
    api.ask("ann", "declare_bot_account", body, refused="already_declared")
    with patch("matches.services.bot_accounts.MOST_BOTS", 1):
        api.ask("ann", "declare_bot_account", {**body, "token": api.tokens["gizmo"]}, refused="too_many_bots")
    for name, owner in (("gizmo", "ann"), ("bob", "ann"), ("jeeves", "ben")):
        api.ask(owner, "declare_bot_account", {**body, "token": api.tokens[name]}, named="")
    api.ask("", "list_bot_accounts")
    api.ask("", "list_online_bots")
    api.ask("", "read_bot_account", player_id=robot)
    api.ask("robo", "change_bot_account", {"version": "1.1", "accepts": accepts}, player_id=robot)


def leagues(api: Recorder) -> None:
    nightly = {
        "league": "nightly",
        "names": {"ja": "夜のリーグ", "en": "Nightly"},
        "ruleset": "battle_line",
        "entrants": [{"name": "ada", "bot": "random"}, {"name": "bob", "bot": "random"}],
        "format": {"type": "round_robin"},
    }
    api.ask("olga", "create_league", nightly)
    api.ask("olga", "create_league", nightly, refused="league_exists")
    api.ask("olga", "create_league", {**nightly, "ruleset": "chess"}, refused="bad_manifest")
    season = {"league": "nightly", "season": 1}
    longer = {"amendment": {"kind": "extend", "length": 2, "reason": "The night is long."}}
    api.ask("", "export_season", refused="season_running", **season)
    api.ask("olga", "amend_season", longer, **season)
    api.ask("olga", "amend_season", longer, refused="bad_amendment", **season)
    api.ask("olga", "list_patterns", **season)
    with patch("leagues.services.playing.STINT_SECONDS", 3600):  # However slow the machine is.
        while play_deals():
            pass
    api.ask("olga", "amend_season", longer, refused="season_over", **season)
    api.ask("olga", "change_league", {"is_paused": True, "note": "New bots are coming."}, league="nightly")
    api.ask("olga", "change_league", {"is_paused": False}, league="nightly")
    api.ask("olga", "change_league", {"is_closed": True, "note": "The next one has other cards."}, league="nightly")
    api.ask("", "list_leagues")
    api.ask("", "read_league", league="nightly")
    api.ask("", "export_season", **season)
    for name in ("list_seasons", "list_runs", "read_league_rates"):
        api.ask("", name, league="nightly")
        api.ask("", name, query="?format=csv", league="nightly")
    api.ask("", "read_season", **season)
    for name in (
        *("list_entrants", "list_amendments", "read_crosstable", "list_fixtures", "list_faults"),
        *("read_season_points", "read_standings", "read_season_statistics"),
    ):
        api.ask("", name, **season)
        api.ask("", name, query="?format=csv", **season)
    api.ask("", "read_season_test", refused="not_found", **season)
    duel = {**nightly, "league": "duel", "format": {"type": "duel", "elo1": 300, "most_deals": 2}}
    api.ask("olga", "create_league", duel, named="duel")
    with patch("leagues.services.playing.STINT_SECONDS", 3600):
        while play_deals():
            pass
    api.ask("", "read_season_test", league="duel", season=1)
    api.ask("", "read_season_test", query="?format=csv", league="duel", season=1)

    opened = {
        **nightly,
        "league": "open",
        "schedule": {"type": "cron", "cron": "0 3 * * *", "time_zone": "UTC"},
        "entry": {"most": 3},
        "clock": FISCHER,
    }
    api.ask("olga", "create_league", opened, named="open")
    place = {"league": "open"}
    api.ask("robo", "enter_league", {}, refused="league_closed", league="nightly")
    api.ask("robo", "leave_league", refused="not_entered", **place)
    api.ask("bob", "enter_league", {}, refused="entry_name_taken", **place)
    api.ask("robo", "enter_league", {"deck": "shared"}, refused="bad_entry", **place)
    api.ask("robo", "enter_league", {}, **place)
    api.ask("robo", "enter_league", {}, refused="already_entered", **place)
    api.ask("gizmo", "enter_league", {}, refused="one_entry_an_owner", **place)
    api.ask("jeeves", "enter_league", {}, refused="league_is_full", **place)
    at = {"type": "at", "at": "2099-12-31T03:00:00Z"}
    of_owners = {**opened, "league": "known-owners", "schedule": at, "entry": {"most": 9, "confirmed_address": True}}
    api.ask("olga", "create_league", of_owners, named="known-owners")
    api.ask("robo", "enter_league", {}, refused="address_not_confirmed", league="known-owners")
    api.ask("", "list_entries", **place)
    api.ask("", "list_entries", query="?format=csv", **place)
    longer, seen = {**opened, "deals": 2}, {"If-Match": '"1"'}
    api.ask("olga", "change_manifest", longer, headers=seen, **place)
    api.ask("olga", "change_manifest", opened, refused="league_changed", headers=seen, **place)
    api.ask("olga", "change_manifest", {**opened, "visibility": "private"}, refused="bad_manifest", **place)
    api.ask("", "list_manifest_changes", **place)
    api.ask("", "list_manifest_changes", query="?format=csv", **place)

    api.world.step("three at night", DAY)
    sweep()
    match = api.ask("robo", "list_matches", named="", query="?mine=true")["results"][0]["id"]
    api.ask("robo", "join_match", {"deck": "shared"}, refused="league_deck", match_id=match)
    api.ask("robo", "join_match", {}, named="", match_id=match)
    api.ask("robo", "abort_match", {}, refused="league_match", match_id=match)
    api.ask("robo", "resign", {}, named="", match_id=match)
    api.ask("robo", "continue_match", {"seq": 0}, refused="deal_not_closed", match_id=match)
    api.ask("robo", "leave_league", **place)


def comparisons(api: Recorder) -> None:
    body = {"bot": "gizmo", "against": "robo", "ruleset": "battle_line", "clock": FISCHER, "elo1": 100}
    api.ask("ann", "start_comparison", {**body, "against": "jeeves"}, refused="bad_comparison")
    league = api.ask("ann", "start_comparison", body)["league"]
    api.ask("ann", "start_comparison", body, refused="comparison_running")
    api.ask("ann", "list_comparisons")
    api.ask("ann", "stop_comparison", league=league)
    api.ask("ann", "stop_comparison", refused="season_over", league=league)
    with patch("leagues.services.comparing.MOST_COMPARISONS_A_DAY", 1):
        api.ask("ann", "start_comparison", body, refused="comparisons_used_up")


def webhooks(api: Recorder) -> None:
    """Manage webhooks. Nothing is posted: the answers of receivers are written into the rows."""
    body = {"url": "https://bots.example.org/hook", "types": ["turn", "called", "challenged"]}
    hook = api.ask("ann", "create_webhook", body)["webhook"]["id"]
    api.ask("ann", "test_webhook", webhook_id=hook)
    with patch("matches.webhooks.hooks.MOST_WEBHOOKS", 1):
        api.ask("ann", "create_webhook", body, refused="too_many_webhooks")
    api.ask("ann", "rotate_webhook_secret", webhook_id=hook)
    Webhook.objects.filter(pk=hook).update(status=Webhook.Status.ACTIVE)
    api.ask("ann", "change_webhook", {"types": ["match_ended"]}, webhook_id=hook)
    now = read_database_clock().moment
    fill(now)
    failed = WebhookDelivery.objects.filter(type="match_ended")
    failed.update(status=WebhookDelivery.Status.DEAD, attempts=9, error="timed_out", ended_at=now)
    dead = api.ask("ann", "list_webhook_deliveries", query="?status=dead&limit=1", webhook_id=hook)["results"][0]["id"]
    api.ask("ann", "redeliver", webhook_id=hook, delivery_id=dead)
    Webhook.objects.filter(pk=hook).update(status=Webhook.Status.DISABLED, problem="failing", failing_since=now)
    api.ask("ann", "redeliver", refused="webhook_off", webhook_id=hook, delivery_id=dead)
    api.ask("ann", "read_webhook", webhook_id=hook)
    api.ask("ann", "list_webhooks")
    api.ask("ann", "delete_webhook", webhook_id=hook)
    Player.objects.filter(username="cyd").update(is_guest=True)
    api.ask("cyd", "create_webhook", body, refused="guest_not_allowed")
    Player.objects.filter(username="cyd").update(is_guest=False)


def deck_imports(api: Recorder) -> None:
    content = b'Team,Player,Deck list\nCastle,ann,"1 King I\n4 Archer"\nGarden,ben,3 Unicorn\n'
    key = {"Idempotency-Key": "event-7"}
    begun = api.ask("olga", "import_decks", content, query="?name=event.csv", headers=key)["id"]
    api.ask("olga", "import_decks", content, query="?name=event.csv", headers=key)
    api.ask("olga", "take_deck_import", {}, refused="import_not_ready", import_id=begun)
    _work_on(begun)
    choice = {"fields": ["name_en", "owner", "cards"], "ruleset": "invictus"}
    api.ask("olga", "choose_deck_import_columns", choice, import_id=begun)
    _work_on(begun)
    api.ask("olga", "list_deck_import_rows", import_id=begun)
    api.ask("olga", "take_deck_import", {"rows": [1]}, import_id=begun)
    _work_on(begun)
    api.ask("olga", "read_deck_import", import_id=begun)
    api.ask("olga", "list_deck_imports")
    other = api.ask("olga", "import_decks", b"name_en\n", named="")["id"]
    api.ask("olga", "cancel_deck_import", import_id=other)


def _work_on(which: str) -> None:
    while work_on_import(UUID(which)):
        pass


def goodbye(api: Recorder) -> None:
    """End the players' tokens: each request ends its own token, except the last, which has none."""
    api.ask("dan", "sign_out_everywhere", {"password": PASSWORD})
    api.ask("cyd", "change_password", {"password": PASSWORD, "new_password": "a loud bishop 9"})
    Player.objects.filter(username="olga").update(is_staff=True)
    api.ask("olga", "delete_account", {"password": PASSWORD}, refused="staff_account")
    api.ask("eve", "delete_account", {"password": PASSWORD})
    api.ask("", "read_scorecard", match_id=api.ids["invictus"])
