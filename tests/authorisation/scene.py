"""The scene for the table of rights: one object of every kind, and one person of every kind."""

import json
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.signals import request_finished
from django.db import close_old_connections, transaction
from django.test import Client
from django.utils import timezone

from decks.importing.services import begin_import
from decks.importing.working import work_on_import
from decks.models import Deck
from decks.plans import DeckPlan
from decks.services import create_deck
from leagues.services.leagues import create_league
from matches.log.sql import load_match
from matches.models import Match
from matches.search.terms import write_search_terms
from matches.selectors.acceptance import Acceptance
from matches.services import match_limits
from matches.services.bot_accounts import declare_bot_account
from matches.services.ending import abort_match, resign
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.webhooks.hooks import create_webhook
from players.groups import GROUPS
from players.models import AccessToken, BotAccount, Player
from replay.daily_roots.publishing import publish_root
from replay.downloads import export
from replay.imports import import_match
from rules.engine import legal_actions
from tests.leagues.conftest import manifest
from tests.matches.conftest import DECK
from tests.toy import CARD_SET

DOCUMENT = json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text(encoding="utf-8"))
OPERATIONS = {
    operation["operationId"]: (method.upper(), path)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
"""Operation of the API -> its method, and its path with the names of ids in braces."""

STATES = ("lobby", "playing", "over", "withheld", "aborted", "closed", "imported")
"""States of a match. `over`: resigned. `withheld`: resigned, while its deal is open. `aborted`: after the start.
`closed`: before the start.
"""
VISIBILITIES = ("public", "unlisted", "private")
"""Visibilities of matches. Anyone with the id of an unlisted match can read it like a public one; no list has it."""
DECKS = ("public", "private")
LEAGUES = ("public", "unlisted", "private")
HIDDEN = ("playing", "over", "imported")
"""States in which there is also a public match that an operator has hidden, under `("hidden", state)`."""
STAFF = {"deck_manager": "Deck managers", "operator": "League operators", "auditor": "Auditors"}
PEOPLE = ("stranger", "creator", "player", "opponent", *STAFF, "superuser")
"""People with a token. The creator opened the matches. The player and the opponent have seats 0 and 1; in the lobby the
opponent is only invited.
"""
NOT_LET_IN = ("wrong_token", "revoked_token", "expired_token", "deactivated")
"""Invalid tokens: a wrong one, and tokens of the player that were valid until a moment ago."""
ABSENT_ID = uuid.UUID("0190a000-0000-7000-8000-000000000000")


@dataclass
class Scene:
    tokens: dict[str, str]
    """person -> their token"""
    matches: dict[tuple[str, str], Match]
    """(visibility, state) -> match"""
    decks: dict[str, Deck]
    deck_import_ids: dict[str, uuid.UUID]
    """person -> a checked file of decks"""
    leagues: dict[str, str]
    """visibility -> the name of a league of the creator with a running season"""
    token_ids: dict[str, str]
    webhook_ids: dict[str, uuid.UUID]
    robot: BotAccount
    """A bot account owned by the player."""
    new_bot: str
    """The token of an account that can be declared a bot."""
    action: Any
    """A legal action of the player and of the opponent in every live match."""
    export: bytes

    def headers(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[who]}"} if who in self.tokens else {}


def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the limits, since the tests send many requests, and the opponent is invited to many lobbies."""
    for policy in settings.THROTTLES:
        monkeypatch.setitem(settings.THROTTLES, policy, (100_000, 60))
    monkeypatch.setattr(match_limits, "MOST_INVITED_IN_VAIN", 100)


def make_scene() -> Scene:
    people = {who: Player.objects.create_user(who, is_superuser=who == "superuser") for who in PEOPLE}
    for who, group in STAFF.items():
        assert group in GROUPS
        people[who].groups.add(Group.objects.get(name=group))
    matches = {
        (visibility, state): _match(visibility, state, people) for visibility in VISIBILITIES for state in STATES[:-1]
    }
    lines = b"".join(export(matches["public", "over"], "audit"))
    for visibility in VISIBILITIES:
        matches[visibility, "imported"] = _imported(people)
        Match.objects.filter(pk=matches[visibility, "imported"].pk).update(visibility=visibility)
    for state in HIDDEN:
        match = matches["hidden", state] = _imported(people) if state == "imported" else _match("public", state, people)
        Match.objects.filter(pk=match.pk).update(visibility="public", is_hidden=True)
    for match in matches.values():
        if match.status == Match.Status.OVER and match.version >= 0:
            write_search_terms(match.pk)
    assert publish_root() is not None
    tokens = {who: AccessToken.objects.create(user=player)[1] for who, player in people.items()}
    revoked, tokens["revoked_token"] = AccessToken.objects.create(user=people["player"])
    revoked.delete()
    expired, tokens["expired_token"] = AccessToken.objects.create(user=people["player"])
    AccessToken.objects.filter(pk=expired.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    tokens["wrong_token"] = "match_" + "0" * 64
    tokens["deactivated"] = tokens["seated_auditor"] = tokens["player"]
    undeclared = Player.objects.create_user("undeclared")
    return Scene(
        robot=_robot(people["player"]),
        new_bot=AccessToken.objects.create(user=undeclared)[1],
        tokens=tokens,
        matches=matches,
        decks={
            **{visibility: _deck(people["player"], visibility) for visibility in DECKS},
            "starter": Deck.objects.filter(owner=None).first(),  # type: ignore[dict-item]
        },
        deck_import_ids={who: _deck_import(people[who]) for who in ("deck_manager", "superuser")},
        leagues={visibility: _league(people["creator"], visibility) for visibility in LEAGUES},
        token_ids={who: _token_id(people[who]) for who in ("player", "opponent")},
        webhook_ids={who: _webhook(people[who]) for who in ("player", "opponent")},
        action=msgspec.to_builtins(legal_actions(load_match(matches["public", "playing"].pk).position.table, 0)[0]),
        export=lines,
    )


def _match(visibility: str, state: str, people: Mapping[str, Player]) -> Match:
    opponent = (
        SeatPlan(kind="invited", player=people["opponent"])
        if state in ("lobby", "closed")
        else SeatPlan(kind="player", player=people["opponent"], deck=DECK, is_ready=True)
    )
    seats = [SeatPlan(kind="player", player=people["player"], deck=DECK, is_ready=True), opponent]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=people["creator"], visibility=visibility)
    if state in ("aborted", "closed"):
        abort_match(match_id=match.pk, player=None, note="by an operator")
    if state in ("over", "withheld"):
        resign(match_id=match.pk, player_id=people["player"].pk)
        Match.objects.filter(pk=match.pk).update(withheld=state == "withheld")
    match.refresh_from_db()
    return match


def _imported(people: Mapping[str, Player]) -> Match:
    """A private match that was played elsewhere: it is played here, exported, deleted and imported."""
    with transaction.atomic():
        lines = b"".join(export(_match("private", "over", people), "audit"))
        transaction.set_rollback(True)
    return import_match(lines=lines.splitlines(), player=people["creator"]).match


def _deck(owner: Player, visibility: str) -> Deck:
    plan = DeckPlan(name_en=visibility, cards=CARD_SET["starter_decks"][0]["cards"], options={}, visibility=visibility)
    return create_deck(owner=owner, ruleset="raid", plan=plan)


def _deck_import(by: Player) -> uuid.UUID:
    begun = begin_import(by=by, file_name="decks.csv", content=b'ruleset,name_en,cards\nraid,new,"{""raider-1"":4}"\n')
    work_on_import(begun.pk)
    return begun.pk


def _robot(owner: Player) -> BotAccount:
    robot = Player.objects.create_user("robot")
    token = AccessToken.objects.create(user=robot)[1]
    return declare_bot_account(owner=owner, token=token, version="1", acceptance=Acceptance(rulesets=[], clocks=[]))


def _league(owner: Player, visibility: str) -> str:
    return create_league(manifest=manifest(league=visibility, visibility=visibility), created_by=owner).slug


def _token_id(player: Player) -> str:
    return str(AccessToken.objects.create(user=player)[0].digest)[:16]


def _webhook(owner: Player) -> uuid.UUID:
    return create_webhook(player=owner, url="https://bots.example.org/hook", types=[])[0].pk


def bodies(scene: Scene) -> dict[str, Any]:
    """Operation -> a valid body, so that only missing rights can be the reason for a refusal."""
    return {
        "create_league": msgspec.to_builtins(manifest(league="new")),
        "change_league": {"is_paused": True},
        "change_manifest": msgspec.to_builtins(
            manifest(league="public", schedule={"type": "cron", "cron": "* * * * *"})
        ),
        "enter_league": {},
        "amend_season": {"amendment": {"kind": "close", "reason": "enough"}},
        "create_deck": {"ruleset": "raid", "name": "new", "cards": DECK["cards"]},
        "change_deck": {"name": "changed"},
        "check_deck": {"ruleset": "raid", "cards": DECK["cards"]},
        "read_deck_list": {"ruleset": "raid", "text": "3 raider-1"},
        "import_match": scene.export,
        "import_decks": b"ruleset,name_en,cards\n",
        "choose_deck_import_columns": {"fields": ["ruleset", "name_en", "cards"]},
        "take_deck_import": {"rows": [1]},
        "open_match": {
            "ruleset": "raid",
            "seats": [{"kind": "me", "deck": CARD_SET["starter_decks"][0]["slug"]}, {"kind": "open"}],
        },
        "post_challenge": {"opponent": "undeclared", "ruleset": "raid"},
        "post_pairing_request": {
            "ruleset": "raid",
            "clock": {"type": "per_decision", "seconds": 60},
            "deck": CARD_SET["starter_decks"][0]["slug"],
        },
        "take_action": {"version": 0, "action": scene.action},
        "join_match": {"deck": CARD_SET["starter_decks"][0]["slug"]},
        "find_match_by_code": {"code": "a" * 22},
        "join_match_by_code": {"code": "a" * 22},
        "continue_match": {"seq": 0},
        "say_phrase": {"phrase": "hello"},
        "set_phrase_settings": {"muted": True},
        "change_account": {"language": "ja"},
        "set_auto_passes": {"auto_passes": []},
        "write_note": {"text": "a note"},
        "delete_account": {"password": "not this one"},
        "change_password": {"password": "not this one", "new_password": "a louder rook 8"},
        "sign_out_everywhere": {"password": "not this one"},
        "create_webhook": {"url": "https://bots.example.org/hook"},
        "change_webhook": {"types": ["turn"]},
        "create_token": {"name": "another", "scopes": ["read"]},
        "declare_bot_account": {"token": scene.new_bot, "version": "1", "accepts": {"rulesets": [], "clocks": []}},
        "change_bot_account": {"version": "2", "accepts": {"rulesets": [], "clocks": []}},
        "start_comparison": {
            "bot": "robo-2",
            "against": "robo-1",
            "ruleset": "raid",
            "clock": {"type": "per_decision", "seconds": 60},
        },
        "sign_up": {"username": "somebody-new", "password": "a quiet rook 7"},
        "sign_in": {"username": "stranger", "password": "not this one"},
    }


CLIENT = Client()
"""One client for all requests, since each client loads the middleware again."""


@contextmanager
def undone() -> Iterator[None]:
    """Undo everything done inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def ask(scene: Scene, who: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
    """Send a request. All its changes are undone."""
    CLIENT.cookies.clear()
    data = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
    with undone():
        if who == "deactivated":
            Player.objects.filter(username="player").update(is_active=False)
        if who == "seated_auditor":
            Player.objects.get(username="player").groups.add(Group.objects.get(name=STAFF["auditor"]))
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = CLIENT.generic(
            method, path, data=data, content_type="application/json", headers={**scene.headers(who), **named}
        )
        if answer.streaming:  # A stream has no end to read to.
            request_finished.disconnect(close_old_connections)
            answer.close()
            request_finished.connect(close_old_connections)
    return answer
