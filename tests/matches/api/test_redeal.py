"""The re-deal law (7.) on what leaves the server, for all games, each seat and the public.

A match is read twice by the same viewer: as it is, and with everything dealt anew that this viewer can't know. The
position is that of the ruleset's `redeal`. In the log, every field that `redact` withholds from the viewer names
other cards; so do other seats' decks. Statuses, headers and bodies must be equal, byte by byte.

Then the same action is taken in both worlds. `secrecy.compare` says if the rules show a difference; if they don't,
the answers must be equal again.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import cycle
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import transaction
from msgspec import UNSET

from common.computed_once import ComputedOnce
from common.http.limits import buckets
from matches.log import redaction, seed_encryption, sql
from matches.log.models import Event
from matches.log.stored_match import encode_snapshot
from matches.log.transactions import lifted_triggers
from matches.models import Match, Seat
from matches.selectors import positions
from matches.services import lobby
from matches.services.seat_plans import SeatPlan
from players.models import Player
from rules.engine import Table, Viewer, canonical, legal_actions, prompts, redact, seats_to_act
from rules.registry import slugs
from tests.levels import Sample
from tests.matches.api.conftest import Api, Clock, pieces_of
from tests.matches.conftest import move
from tests.rules import secrecy
from tests.rules.laws import act, copy
from tests.rules.setups import Setup, all_setups

pytestmark = pytest.mark.django_db
LINES = "application/x-ndjson"
READS = (
    *("matches", "matches?mine=true", "matches?my_turn=true", "stream"),
    *("{}", "{}?fields=status,version,seats", "{}/view", "{}/view?as=public", "{}/stream", "{}/stream?as=public"),
    *("{}/legal-actions", "{}/legal-actions?include=texts", "{}/events?limit=500&include=texts", "{}/events?as=public"),
    *("{}/auto-passes", "{}/phrases", "{}/notes", "{}/export", "{}/scorecard", "{}/inclusion"),
    *("{}/replay/view", "{}/replay/transcript", "{}/view?as=audit", "{}/events?as=audit"),
)
READS_AFTERWARDS = (
    *("{}", "{}/view", "{}/legal-actions?include=texts", "stream"),
    *("{}/events?after={after}", "{}/stream?after={after}", "{}/events?after={after}&as=public"),
)
MOMENTS = (range(0, 60, 20), range(10, 60, 20))
"""The law is tried before these moves, as far as the match goes: the first for every other setup, else the second."""
OTHER_HEADERS = ("RateLimit",)
"""Headers that differ whatever is hidden: this one counts the viewer's own requests."""
AFTER_ACTIONS = {
    "hash": "binds the service to the whole event; the salt in it is 16 secret bytes, so nobody can try hidden cards",
    "prev_hash": "the hash of the event before",
    "at": "the moment of the action",
    "updated_at": "the moment of the action",
    "closes_at": "counts from the moment of the action",
}
"""Fields of events that differ, after an action in each world."""
_AFTER_ACTIONS = re.compile(rb'"(%s)":"[^"]*"' % "|".join(AFTER_ACTIONS).encode())
Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture(autouse=True)
def _alone(clock: Clock, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Play the same matches in every run, remember nothing of the first world, and lift the rate limits."""
    monkeypatch.setattr(seed_encryption, "os", SimpleNamespace(urandom=bytes))
    settings.THROTTLES = dict.fromkeys(settings.THROTTLES, (1_000_000, 60))
    monkeypatch.setattr(ComputedOnce, "get", lambda self, key, compute: compute())
    monkeypatch.setattr(ComputedOnce, "known", lambda self, key: None)
    buckets.cache_clear()


@dataclass
class Live:
    """A started match, and a client for each seat and for the public."""

    match: Match
    clients: dict[Viewer, Api]

    @property
    def table(self) -> Table[Any, Any]:
        return sql.load_match(self.match.pk).position.table

    def answers(self, viewer: Viewer, reads: Sequence[str] = READS, after: int = 0) -> dict[str, Answer]:
        """What the viewer gets, by path."""
        api = self.clients[viewer]
        paths = [read.format(f"matches/{self.match.pk}", after=after) for read in reads]
        return {path: answer_of(api.get(path, Accept=LINES if "stream" in path else "*/*")) for path in paths}

    def attempts(self, viewer: Viewer, actions: Sequence[Any]) -> dict[str, Answer]:
        """What the viewer is answered about actions of others, and about the position before them."""
        version = sql.load_match(self.match.pk).position.seq
        path = f"matches/{self.match.pk}"
        api = self.clients[viewer]
        said = {"analysis": answer_of(api.post(f"{path}/analysis", {"action": None}))}
        for action in [{"type": "no_such_action"}, *actions]:
            said[str(action)] = self.post(viewer, action, version)
        return said

    def post(self, viewer: Viewer, action: Any, version: int) -> Answer:
        path, body = f"matches/{self.match.pk}/actions", {"version": version, "action": action}
        return answer_of(self.clients[viewer].post(path, body, Idempotency_Key=uuid4().hex))


def answer_of(response: Any) -> Answer:
    body = b"".join(until_now(response)) if response.streaming else response.content
    headers = {name: value for name, value in response.items() if name not in OTHER_HEADERS}
    return response.status_code, headers, body


def until_now(response: Any) -> Iterator[bytes]:
    """What a stream sends on connecting."""
    with closing(pieces_of(response)) as pieces:
        for piece in pieces:
            yield piece
            if b'"event":"now"' in piece or b'"event":"caught_up"' in piece:
                return


def live(setup: Setup) -> Live:
    players = [Player.objects.create_user(f"player-{seat}") for seat in range(len(setup.decks))]
    seats = [
        SeatPlan(kind="player", player=player, deck=deck, is_ready=True)
        for player, deck in zip(players, setup.decks, strict=True)
    ]
    match = lobby.open_match(ruleset=setup.ruleset, options=setup.options, seats=seats, created_by=players[0])
    stranger = Player.objects.create_user("stranger")
    clients: dict[Viewer, Api] = {seat: Api(player) for seat, player in enumerate(players)}
    clients["public"] = Api(stranger)
    for client in clients.values():
        client.headers["X-Request-ID"] = str(match.pk)  # The service would choose another for each request.
    return Live(match, clients)


# The other world


@contextmanager
def undone() -> Iterator[None]:
    """Undo everything done inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def deal_anew(match: Match, viewer: Viewer, seed: int) -> None:
    """Store the match as it might also be, as far as the viewer knows."""
    stored = sql.load_match(match.pk)
    secrecy.redeal(stored.position.table, viewer, seed)
    Match.objects.filter(pk=match.pk).update(snapshot=encode_snapshot(match.pk, stored.position))
    swap = swapping(stored.position.table)
    for seat in Seat.objects.filter(match=match).exclude(index=viewer if viewer != "public" else None):
        Seat.objects.filter(pk=seat.pk).update(deck=swap(seat.deck))
    with lifted_triggers():
        for event in sql.events(match.pk):
            body = with_other_secrets(stored.rules, event, viewer, swap)
            Event.objects.filter(match=match, seq=event.seq).update(body=body)


def swapping(table: Table[Any, Any]) -> Callable[[Any], Any]:
    """Replaces every card by the next one of the card set, in any JSON."""
    cards = sorted(card["slug"] for card in table.rules.card_set["cards"])
    following = dict(zip(cards, [*cards[1:], cards[0]], strict=True))

    def swap(value: Any) -> Any:
        if isinstance(value, str):
            return following.get(value, value)
        if isinstance(value, list):
            return [swap(part) for part in value]
        return {swap(key): swap(part) for key, part in value.items()} if isinstance(value, dict) else value

    return swap


def with_other_secrets(rules: Any, event: Any, viewer: Viewer, swap: Callable[[Any], Any]) -> bytes:
    """The event with other cards in all that the viewer isn't shown, and with another salt and state hash."""
    content = msgspec.json.decode(event.body)
    action, effects = redaction.messages_of(rules, content)

    def other(message: Any) -> Any:
        shown = redact(message, viewer, event.seat)
        hidden = [name for name in shown.__struct_fields__ if getattr(shown, name) is UNSET]
        built = msgspec.to_builtins(message)
        return {name: swap(value) if name in hidden else value for name, value in built.items()}

    content["effects"] = [other(effect) for effect in effects]
    if action is not None:
        content["action"] = other(action)
    for index, seat in enumerate(content.get("seats", ())):
        if index != viewer:
            seat["deck"] = swap(seat["deck"])
    for name in ("salt", "state_hash"):
        content[name] = content[name][::-1]
    return canonical(content)


# The law


def check_reads(game: Live, viewer: Viewer, seed: int) -> bool:
    """The viewer gets the same in both worlds. Returns whether another seat is shown a difference."""
    others = [seat for seat in game.clients if seat not in (viewer, "public")]
    before = {other: game.answers(other, ["{}/view"]) for other in others}
    own = game.table
    foreign = [
        msgspec.to_builtins(action)
        for seat in seats_to_act(own)
        if seat != viewer
        for action in legal_actions(own, seat)[:2]
        if viewer == "public" or action not in legal_actions(own, int(viewer))
    ]
    with undone():
        one = game.answers(viewer) | game.attempts(viewer, foreign)
    with undone():
        deal_anew(game.match, viewer, seed)
        two = game.answers(viewer) | game.attempts(viewer, foreign)
        is_other = any(game.answers(other, ["{}/view"]) != before[other] for other in others)

    for path, answer in one.items():
        assert answer == two[path], f"{viewer!r} can tell two worlds apart by {path}"
    return is_other


def check_action(game: Live, viewer: Viewer, rng: random.Random) -> None:
    """The viewer gets the same after an action in each world that looks the same, unless the rules show more."""
    seed, version = rng.randrange(1 << 30), sql.load_match(game.match.pk).position.seq
    one, two = copy(game.table), copy(game.table)
    secrecy.redeal(two, viewer, seed)
    mover = rng.choice(list(seats_to_act(one)))
    taken = secrecy.alike(legal_actions(one, mover), legal_actions(two, mover), viewer, mover, rng)
    if taken is None:
        return
    for table, action in zip((one, two), taken, strict=True):
        act(table, mover, action)
    shown = [[*table.effects, *prompts(table)] for table in (one, two)]
    if one.outcome is not None or not secrecy.compare(one.rules.definition.revelations, *shown, viewer):
        return

    def answers(action: Any) -> dict[str, Answer]:
        answer = game.post(mover, action, version)
        assert answer[0] == 201, answer
        own = {"the action": answer} if mover == viewer else {}
        return {path: unhashed(said) for path, said in (own | game.answers(viewer, READS_AFTERWARDS, version)).items()}

    with undone():
        before = answers(taken[0])
    with undone():
        deal_anew(game.match, viewer, seed)
        after = answers(taken[1])
    for path, said in before.items():
        assert said == after[path], f"{viewer!r} can tell two worlds apart by {path} after {taken[0]!r}"


def unhashed(answer: Answer) -> Answer:
    """Without what differs by time and hash; the `ETag` is a digest of a body with both."""
    status, headers, body = answer
    return status, {**headers, "ETag": ""}, _AFTER_ACTIONS.sub(rb'"\1":""', body)


def check_match(setup: Setup, moments: Sequence[int]) -> None:
    game, rng, differing = live(setup), random.Random(str(setup)), 0
    for number in range(max(moments) + 1):
        if game.table.outcome is not None:
            break
        for viewer in game.clients if number in moments else ():
            differing += check_reads(game, viewer, rng.randrange(1 << 30))
            check_action(game, viewer, rng)
        move(game.match, rng)
    assert differing > 0, "nothing was hidden"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ruleset", slugs())
def test_nothing_that_leaves_the_server_depends_on_hidden_cards(ruleset: str, sample: Sample) -> None:
    setups = [setup for setup in all_setups() if setup.ruleset == ruleset]
    for setup, moments in sample(zip(setups, cycle(MOMENTS)), 1):
        with undone():
            check_match(setup, moments)


# The law detects leaks


def show_all(rules: Any, event: Any, viewer: Viewer) -> dict[str, Any]:
    return redaction.show_event(rules, event, "audit")


def audit_view(table: Any, viewer: Viewer, version: int) -> Any:
    return VIEW(table, "audit", version)


VIEW = positions.view


@pytest.mark.parametrize(
    ("module", "name", "leak", "path"),
    [(positions, "show_event", show_all, "stream"), (positions, "view", audit_view, "view")],
)
def test_a_leak_is_found(module: Any, name: str, leak: Any, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = next(setup for setup in all_setups() if setup.ruleset == "battle_line")
    monkeypatch.setattr(module, name, leak)

    with pytest.raises(AssertionError, match=f"can tell two worlds apart by .*/{path}"):
        check_match(setup, [3])
